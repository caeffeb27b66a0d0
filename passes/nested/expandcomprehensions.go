package nested

// Filters and ranges become maps and primitives.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/typecases"
	"nessiec/passes/pass"
)

// ExpandComprehensions evaluates a filter once for all elements, packs the
// generators that the body uses, and maps the body over what is left. Errors
// of the condition come first, errors of the body for survivors only.
//
//	{ e : x in xs; y in ys | p }, where only x is used in e
//	=> let flags = { p : x in xs; y in ys }; kept = pack(xs, flags) in { e : x in kept }
//
// If e uses no generator, it is evaluated once per set flag. A range is
// arithmetic on an index, after its check:
//
//	[lo : hi : step]  =>  check lo <= hi and step > 0; { lo + i*step : i in index(n) }
func ExpandComprehensions(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	x := &comprehensions{unsafe: c.Options.Unsafe}
	return m.MapBodies(func(e nkl.Expr) nkl.Expr {
		x.uses = map[*nkl.Var]int{}
		return x.expr(e)
	})
}

// comprehensions counts the uses of variables as it walks.
type comprehensions struct {
	uses   map[*nkl.Var]int
	unsafe bool
}

func (x *comprehensions) expr(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Ref:
		x.uses[e.Var]++
		return e
	case *nkl.EachIf:
		return x.eachIf(e)
	case *nkl.Range:
		return x.rangeOf(e.MapChildren(x.expr).(*nkl.Range))
	}
	return e.MapChildren(x.expr)
}

func (x *comprehensions) eachIf(e *nkl.EachIf) nkl.Expr {
	var b anf.Block
	seqs := make([]nkl.Expr, len(e.Seqs))
	for i, s := range e.Seqs {
		seqs[i] = b.Name("xs", types.Seq(e.Binds[i].Type), x.expr(s))
	}
	tested := anf.CopyVars(e.Binds)
	cond := nkl.Rename(x.expr(e.Cond), anf.Renaming(e.Binds, tested))
	flags := b.Name("flags", types.Seq(types.Bool), &nkl.Each{Node: e.Node, Binds: tested, Seqs: seqs, Body: cond})
	for _, v := range e.Binds {
		x.uses[v] = 0
	}
	out := &nkl.Each{Node: e.Node, Body: x.expr(e.Body)}
	for i, v := range e.Binds {
		if x.uses[v] > 0 {
			kept := b.Name("kept", types.Seq(v.Type), anf.OpAt(e.Pos(), prim.Pack, seqs[i], flags))
			out.Binds, out.Seqs = append(out.Binds, v), append(out.Seqs, kept)
		}
	}
	if len(out.Binds) == 0 {
		set := typecases.Each(flags, types.Bool, func(f nkl.Expr) nkl.Expr { return anf.Op(prim.Btoi, f) })
		out.Binds = []*nkl.Var{types.NewVar("i", types.Int)}
		out.Seqs = []nkl.Expr{anf.Op(prim.Index, anf.Op(prim.Sum, set))}
	}
	return b.In(out)
}

// rangeOf expands a range with expanded bounds.
func (x *comprehensions) rangeOf(e *nkl.Range) nkl.Expr {
	var b anf.Block
	lo := b.Name("lo", types.Int, e.Lo)
	hi := b.Name("hi", types.Int, e.Hi)
	step := b.Name("step", types.Int, e.Step)
	if !x.unsafe {
		x.checkRange(&b, e.Pos(), lo, hi, step)
	}
	size := hi
	if !anf.IsInt(lo, 0) {
		size = anf.Op(prim.Sub, hi, lo)
	}
	if !anf.IsInt(step, 1) { // rounded up, without overflow
		size = b.Name("size", types.Int, size)
		size = anf.Op(prim.Add, anf.Op(prim.Div, size, step), anf.Op(prim.Btoi, anf.Op(prim.Gt, anf.Op(prim.Rem, size, step), anf.Integer(0))))
	}
	numbers := anf.OpAt(e.Pos(), prim.Index, size)
	if anf.IsInt(lo, 0) && anf.IsInt(step, 1) {
		return b.In(numbers)
	}
	return b.In(typecases.Each(numbers, types.Int, func(i nkl.Expr) nkl.Expr {
		if !anf.IsInt(step, 1) {
			i = anf.Op(prim.Mul, i, step)
		}
		if anf.IsInt(lo, 0) {
			return i
		}
		return anf.Op(prim.Add, lo, i)
	}))
}

func (x *comprehensions) checkRange(b *anf.Block, pos ir.Pos, lo, hi, step nkl.Expr) {
	ok := anf.Op(prim.Le, lo, hi)
	if k, literal := step.(*nkl.Int); !literal || k.Val <= 0 {
		ok = anf.Op(prim.And, ok, anf.Op(prim.Gt, step, anf.Integer(0)))
	}
	b.Check(ok, prim.ErrRange, pos)
}
