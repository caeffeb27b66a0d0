package transfers

// Counts that stay on the device. How many elements a filter keeps, or a branch
// of a conditional gets, is an int at the end of the ranks. The host needs it
// only to allocate and to divide work, for which a bound does as well: it
// allocates and launches for as many as there may be, and the kernels look up how
// many there are. So neither filters nor conditionals wait for the device.
//
//	counts.go        which counts stay
//	countuses.go     what may be done with a count that does
//	countbounds.go   bounds of what is computed of it
//	countlist.go     host code without the count
//	countkernel.go   kernels that look it up

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// KeepCounts leaves counts on the device that the host can do without.
//
//	(readcount n ranks k most) (alloc x n) (def g (f n)) (launch add g (n x y))
//	=>
//	(alloc x most) (launch add_counted (f most) (x y ranks k most))
//
// where add_counted computes n and has (limit (f n)). A count stays only if this
// saves a synchronisation: what can come to the host together with something
// that has to is exact. Values that leave a function, decide what the host does,
// or have no bound are read.
func KeepCounts(c *pass.Ctx, m *kir.Module) *kir.Module {
	if !slices.ContainsFunc(m.Funcs, func(f *kir.Func) bool { return readsCounts(f.Body) }) {
		return m
	}
	b, r := newCountKernels(c.Options, m), newReadScheduler(m)
	funcs, changed := ir.MapSlice(m.Funcs, func(f *kir.Func) *kir.Func {
		return f.MapBodies((&countAnalysis{countKernels: b, readScheduler: r, countState: newState()}).block)
	})
	if !changed {
		c.Keep(m, r)
		return m
	}
	return b.module(m, funcs)
}

func readsCounts(body kir.Expr) bool {
	return ir.Any(body, func(e kir.Expr) bool { return e.Form() == kir.FormReadCount })
}

// A countAnalysis goes through a host function.
type countAnalysis struct {
	*countKernels
	*readScheduler
	countState
	out build.Code
}

// choose decides which of the counts read in a list stay on the device.
func (t *countAnalysis) choose(stmts []kir.Expr) map[*kir.Var]bool {
	kept := map[*kir.Var]bool{}
	var order []*kir.Var
	for _, s := range stmts {
		if r, ok := s.(*kir.ReadCount); ok {
			kept[r.Bind] = true
			order = append(order, r.Bind)
		}
	}
	for len(kept) > 0 {
		bad := t.neededByHost(stmts, kept)
		if len(bad) == 0 {
			break
		}
		for v := range bad {
			delete(kept, v)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	least := t.syncs(stmts, kept)
	for _, v := range order {
		if !kept[v] {
			continue
		}
		delete(kept, v)
		if t.syncs(stmts, kept) > least {
			kept[v] = true
		}
	}
	return kept
}

// syncs is how often the host waits in a list if these counts stay.
func (t *countAnalysis) syncs(stmts []kir.Expr, kept map[*kir.Var]bool) int {
	trial, _ := ir.MapSlice(stmts, func(s kir.Expr) kir.Expr {
		if r, ok := s.(*kir.ReadCount); ok && kept[r.Bind] { // something made at once of the same operands
			return &kir.Def{Bind: r.Bind, Rhs: kir.Apply(prim.Max, kir.Apply(prim.Max, &kir.Length{Buf: r.Buf}, r.Idx), r.Most)}
		}
		return s
	})
	n := 0
	for _, s := range t.list(plainReads(trial)) {
		if s.Form() == kir.FormRead {
			n++
		}
	}
	return n
}

// plainReads makes Reads of what is left of ReadCounts.
func plainReads(stmts []kir.Expr) []kir.Expr {
	out, _ := ir.MapSlice(stmts, func(s kir.Expr) kir.Expr {
		if r, ok := s.(*kir.ReadCount); ok {
			return &kir.Read{Node: r.Node, Binds: []*kir.Var{r.Bind}, Bufs: []kir.Expr{r.Buf}, Idxs: []kir.Expr{r.Idx}}
		}
		return s
	})
	return out
}
