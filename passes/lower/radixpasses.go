package lower

// The passes of Rank and Sort: for each digit a count, a scan of the counts, and a move.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/radix"
)

// storageOf is where the passes of a plan have elements: one group scans what all have counted
// where the host learns of it.
func storageOf(steps []*lcu.Step) radix.Storage {
	return radix.Storage(steps[2].Grid == lcu.OneGroup)
}

// roomOf is the size of the arrays of elements that are sorted.
func roomOf(v *invocation, st radix.Storage) kir.Expr {
	if st == radix.Arrays {
		return v.n
	}
	return v.h.Atom("twice", op.Mul(v.n, op.N(2)))
}

// A sorting is the state of a sort.
type sorting struct {
	*invocation
	storage    radix.Storage
	keys, perm *kir.Var // perm may be nil
	moved      *kir.Var // in Halves, once sorted: by digit, whether it moved anything
	count      kir.Expr // digits
}

// sorted is the arguments for an array of sorted elements.
func (x *sorting) sorted(buf *kir.Var) []kir.Expr {
	if x.moved == nil {
		return []kir.Expr{kir.Use(buf)}
	}
	return []kir.Expr{kir.Use(buf), kir.Use(x.moved), x.count}
}

// sort sorts keys, and perm with them if there is one, by the lowest count bytes of keys.
func (x *sorting) sort(count kir.Expr, mask int) {
	m, steps, st := x.m, x.k.otherwise(), x.storage
	counts, moves, key, withPerm := steps[1], steps[3], x.keys.Type.Elem(), x.perm != nil
	histogram := m.generic("rank_count", func() *build.Kernel { return m.kind.countDigits(m.groupOf(counts), st, key) }, key.String(), m.desc(counts).Grain)
	name := "sort_move"
	if withPerm {
		name = "rank_move"
	}
	move := m.generic(name, func() *build.Kernel { return m.kind.moveDigits(m.groupOf(moves), m.desc(moves), st, key, withPerm) }, key.String(), m.desc(moves).Grain)
	groups := x.chunks(counts, x.n)
	hist := x.ints("hist", op.Mul(groups, op.N(radix.Bins)))
	if st == radix.Arrays {
		x.passesInArrays(histogram, move, groups, hist, count, op.N(mask))
	} else {
		x.passesInHalves(histogram, move, groups, hist, count, op.N(mask))
	}
}

// elements is keys, and perm if there is one.
func (x *sorting) elements() []*kir.Var {
	if x.perm == nil {
		return []*kir.Var{x.keys}
	}
	return []*kir.Var{x.keys, x.perm}
}

func (x *sorting) passesInHalves(histogram, move *sharedKernel, groups kir.Expr, hist *kir.Var, count, mask kir.Expr) {
	m := x.m
	totals := x.ints("totals", op.Select(op.Gt(groups, op.N(0)), op.N(radix.Bins), op.N(0)))
	x.moved, x.count = x.ints("active", count), count
	scan := m.generic("rank_scan", func() *build.Kernel { return m.kind.scanDigits(m.group, m.target) })
	moved := []kir.Expr{kir.Use(totals), kir.Use(x.keys), mask}
	if x.perm != nil {
		moved = append(moved, kir.Use(x.perm))
	}
	x.h.Count("digit", op.N(0), count, op.N(1), func(digit kir.Expr) {
		head := []kir.Expr{digit, x.n, kir.Use(x.moved), kir.Use(hist)}
		x.launch(histogram, groups, exprs(head, []kir.Expr{kir.Use(x.keys), mask})...)
		x.launch(scan, m.kind.scanners(groups), exprs(head, []kir.Expr{groups, kir.Use(totals)})...)
		x.launch(move, groups, exprs(head, moved)...)
	})
}

// passesInArrays hands arrays of elements from pass to pass.
func (x *sorting) passesInArrays(histogram, move *sharedKernel, groups kir.Expr, hist *kir.Var, count, mask kir.Expr) {
	h, m := x.h, x.m
	totals, same := x.ints("totals", op.N(radix.Bins)), x.ints("same", op.N(1))
	scan := m.generic("rank_scan_host", func() *build.Kernel { return radix.ScanForHost(m.group) })
	passes := h.Atom("passes", op.Select(op.Gt(groups, op.N(0)), count, op.N(0)))
	pass := func(digit kir.Expr, from []kir.Expr) []kir.Expr {
		head := []kir.Expr{digit, x.n, kir.Use(hist)}
		x.launch(histogram, groups, exprs(head, []kir.Expr{from[0], mask})...)
		x.launch(scan, op.Min(groups, op.N(1)), exprs(head, []kir.Expr{groups, kir.Use(totals), kir.Use(same)})...)
		moves := op.Eq(h.read("same", same, op.N(0), x.pos), op.N(0))
		return h.Choose("sorted", typesOf(from), moves, func() []kir.Expr {
			to := make([]kir.Expr, len(from))
			for i, e := range from {
				to[i] = kir.Use(h.alloc(kir.VarOf(e).Name, kir.TypeOf(e).Elem(), x.n, x.pos))
			}
			x.launch(move, groups, exprs(head, []kir.Expr{kir.Use(totals), from[0], mask}, from[1:], to)...)
			return to
		}, func() []kir.Expr { return from })
	}
	last := h.Repeat([]string{"digit", "keys", "perm"}, exprs([]kir.Expr{op.N(0)}, kir.Uses(x.elements())),
		func(now []kir.Expr) kir.Expr { return op.Lt(now[0], passes) },
		func(now []kir.Expr) (next []kir.Expr) {
			h.Branch(func() { next = exprs([]kir.Expr{op.Add(now[0], op.N(1))}, pass(now[0], now[1:])) })
			return next
		})
	if x.keys = kir.VarOf(last[1]); x.perm != nil {
		x.perm = kir.VarOf(last[2])
	}
}

func typesOf(es []kir.Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = kir.TypeOf(e)
	}
	return ts
}
