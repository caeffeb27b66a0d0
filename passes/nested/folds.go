package nested

// Folds with function values: in one pass over the elements where the function is
// elementary code, by calls of it where it is not.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// fold is a FoldBy without function values. Elements get a flag that says that
// they are some, so that nothing but zeros has to be an identity; and what the
// function value captures, so that what combines them needs nothing else.
//
//	(foldby fun seq then else)
//	=> (apply then (fold x:<bool a> y:<bool a> (each (e) (seq) <t e>)
//	     (if x.0 (if y.0 <t fun(x.1, y.1)> x) y)))
func (p *functionConverter) fold(e *nkl.FoldBy) nkl.Expr {
	var b anf.Block
	t, seq := p.typer.Of(e.Fun), p.typer.Of(e.Seq)
	fun, elems, then := b.Name("fun", t, e.Fun), b.Name("seq", seq, e.Seq), b.Name("then", p.typer.Of(e.Then), e.Then)
	if !p.scalarFunctions.folds(t) {
		return p.expr(b.In(e.Else))
	}
	f := folded{elem: seq.Elem(), fun: t, value: fun, bare: len(t.Elems[0].Elems) == 0}
	return p.expr(b.In(&nkl.Apply{Node: e.Node, Fun: then, Arg: f.results(e, f.fold(e, elems))}))
}

// A folded is the elements of a fold with what they get.
type folded struct {
	elem  *types.Type
	fun   *types.Type // of the function value
	value nkl.Expr
	bare  bool // the function value captures nothing
}

// typ is that of elements with a flag.
func (f *folded) typ() *types.Type {
	if f.bare {
		return types.Tuple(types.Bool, f.elem)
	}
	return types.Tuple(types.Bool, types.Tuple(f.elem, f.fun))
}

func (f *folded) made(elem, fun nkl.Expr) nkl.Expr {
	if !f.bare {
		elem = pair(elem, fun)
	}
	return pair(anf.Boolean(true), elem)
}

// of is the element in x, and the function value.
func (f *folded) of(x nkl.Expr) (elem, fun nkl.Expr) {
	if f.bare {
		return anf.Part(1, x), &nkl.FunVal{Fn: f.fun.Elems[0].Name, Type: f.fun}
	}
	return anf.Part(0, anf.Part(1, x)), anf.Part(1, anf.Part(1, x))
}

// fold combines the elements of seq that have their flag.
func (f *folded) fold(e *nkl.FoldBy, seq nkl.Expr) nkl.Expr {
	x, y := types.NewVar("x", f.typ()), types.NewVar("y", f.typ())
	a, fun := f.of(nkl.Use(x))
	b, _ := f.of(nkl.Use(y))
	both := &nkl.Apply{Node: e.Node, Fun: fun, Arg: pair(a, b)}
	_, fun = f.of(nkl.Use(x))
	v := types.NewVar("e", f.elem)
	return &nkl.Fold{Node: e.Node, Scan: e.Scan, X: x, Y: y,
		Seq: &nkl.Each{Node: e.Node, Binds: []*nkl.Var{v}, Seqs: []nkl.Expr{seq}, Body: f.made(nkl.Use(v), f.value)},
		Body: &nkl.If{Cond: anf.Part(0, nkl.Use(x)), Else: nkl.Use(y),
			Then: &nkl.If{Cond: anf.Part(0, nkl.Use(y)), Then: f.made(both, fun), Else: nkl.Use(x)}}}
}

// results is what the fold made, without function values.
func (f *folded) results(e *nkl.FoldBy, made nkl.Expr) nkl.Expr {
	if f.bare {
		return made
	}
	r := types.NewVar("r", f.typ())
	elem, _ := f.of(nkl.Use(r))
	plain := pair(anf.Part(0, nkl.Use(r)), elem)
	if e.Scan {
		return &nkl.Each{Node: e.Node, Binds: []*nkl.Var{r}, Seqs: []nkl.Expr{made}, Body: plain}
	}
	return &nkl.Let{Bind: r, Rhs: made, Body: plain}
}

func pair(a, b nkl.Expr) nkl.Expr { return &nkl.Tuple{Elems: []nkl.Expr{a, b}} }
