package fold

// Scans of what is expensive to compute. The groups that fold keep what they have
// computed, and the last step reads it; the last chunk, which is not folded, is
// computed there. So one chunk needs one step.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// A valueCache is the buffers in which a scan keeps what its thunk makes: values
// that are combined, and the others.
type valueCache struct {
	n    kir.Expr
	vals []*kir.Var
	made func(i group.Index) []kir.Expr // evaluates the thunk and stores the others
}

func newCache(k *element.Kernel, s *element.Step, sc Scan, a kir.Access) valueCache {
	c := valueCache{n: k.Size(), vals: k.Arrays("v", group.Elems(sc.Monoids), a)}
	rest := k.Arrays("r", sc.Rest(s.Elems), s.PassedAccess())
	c.made = func(i group.Index) []kir.Expr { return s.Combined(k, sc.Results, rest, element.At(i)) }
	return c
}

// ScanFoldCaching is ScanFold, which keeps the values.
func ScanFoldCaching(g group.Group, s *element.Step, sc Scan) *build.Kernel {
	k := s.NewKernel()
	c := newCache(k, s, sc, kir.Write)
	foldChunk(g, k, c.n, sc, func(i group.Index) []kir.Expr {
		vals := c.made(i)
		k.StoreAll(c.vals, i.I, vals)
		return vals
	})
	return k.Kernel
}

// ScanFromCached is ScanFrom with two kinds of elements: those of the last chunk, and the
// others, whose values are kept.
func ScanFromCached(g group.Group, s *element.Step, sc Scan) *build.Kernel {
	k := s.NewKernel()
	c := newCache(k, s, sc, kir.Own)
	part := k.Arrays("part", group.Elems(sc.Monoids), kir.Gather)
	out := k.Arrays("r", s.Written(sc.Monoids), kir.Write)
	lo, hi := g.Share(k.Kernel, c.n)
	init := g.Before(k.Kernel, sc.Monoids, part)
	scan := func(cut group.Cut, elem func(i group.Index) []kir.Expr) []kir.Expr {
		_, sum := g.Scan(k.Kernel, group.Scan{Monoids: sc.Monoids, Init: init,
			Elem: func(_ kir.Expr, i group.Index) (kir.Expr, []kir.Expr) { return nil, elem(i) },
			Emit: sc.emit(s, k, out)}, group.Range{Lo: lo, Hi: hi, Cut: cut})
		return sum
	}
	k.IfElse(op.Ge(hi, c.n), func() {
		sum := scan(k.Cut(), c.made)
		if sc.Total {
			g.First(k.Kernel, func() { storeTotal(k, out, c.n, sum) })
		}
	}, func() {
		scan(nil, func(i group.Index) []kir.Expr { return k.Defs("v", op.Loads(c.vals, i.I)) })
	})
	return k.Kernel
}

// Plain reports whether elements are computed with little effort from what lies at their
// own places: a work-item may have many of them, as memory keeps it busy.
func Plain(t *lcu.Thunk) bool {
	own := !Expensive(t.Body)
	ir.Walk(t.Body, func(e lcu.Expr) bool {
		if at, ok := e.(*lcu.At); ok {
			i, ok := at.Idx.(*lcu.Ref)
			own = own && ok && i.Var == t.Params[0]
		}
		return own
	})
	return own
}

// Expensive reports whether evaluating e once more costs more than writing and
// reading its results: loops, functions, or several gathers.
func Expensive(e lcu.Expr) bool {
	cost := 0
	ir.Walk(e, func(e lcu.Expr) bool {
		switch e := e.(type) {
		case *lcu.Loop:
			cost += 100
		case *lcu.At:
			cost += 2
		case *lcu.Prim:
			cost++
			if e.Op.Latency >= prim.Division {
				cost += 20
			}
		}
		return true
	})
	return cost > 12
}
