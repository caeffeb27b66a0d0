package storepassing

// The code of a scope whose tables are sequences. Loops and recursions in it become blocks, if they can. What is none has
// a scope of its own, which begins with the rows that there are by then.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// An outside is what code of a scope knows, other than that of pieces in it.
type outside struct {
	block  func(code nkl.Expr) nkl.Expr // the block of code in store-passing style, or nil
	blocks int                          // that there are
	nodes  int                          // of functions that are inlined
}

// mostInlined bounds the nodes of functions that are inlined into the code of a scope.
const mostInlined = 10_000

// Scope is e with its table, and those of scopes in it, as sequences; nil if block makes no block of any of its code.
func (p *Program) Scope(e *nkl.Scope, block func(code nkl.Expr) nkl.Expr) nkl.Expr {
	if x := p.effects(e); x.reserves || len(x.uses) > 0 {
		return nil // all scopes around it become sequences with it
	}
	w := p.writer(nil)
	w.outside = &outside{block: block}
	out := w.code(apart(e))
	if w.blocks == 0 {
		return nil
	}
	return nkl.Freshen(out)
}

// straight reports whether e is code whose parts are that of the scope, too: neither a loop nor a map around something that
// uses tables by calls.
func (w *writer) straight(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Let, *nkl.Check, *nkl.If, *nkl.Scope:
		return true
	default:
		x := w.effects(e)
		return len(x.adds) == 0 && !ir.Any(nkl.Expr(e), func(e nkl.Expr) bool {
			y := w.of[anf.CalledBy(e)]
			return y != nil && len(y.uses) > 0
		})
	}
}

// call binds v to the value of a call that uses tables.
func (w *writer) call(b *anf.Block, v *nkl.Var, e *nkl.Call) {
	if !w.calls.Recursive(e.Fn) {
		w.nodes += nodes(w.scalars.Funcs[e.Fn].Body)
		if w.nodes <= mostInlined {
			w.bind(b, v, w.scalars.Called(e.P, e.Fn, e.Args))
			return
		}
	}
	w.piece(b, v, e)
}

// piece binds v to the value of e, a loop, a recursion or anything else, as a block or with a scope of its own.
func (w *writer) piece(b *anf.Block, v *nkl.Var, e nkl.Expr) {
	inTurn := e
	if l, ok := e.(*nkl.Loop); ok {
		inTurn = storeInTurn(l)
	}
	x := w.effects(inTurn)
	adds := x.adds.sorted()
	if len(adds) > 0 && !x.other {
		if l, ok := inTurn.(*nkl.Loop); ok && w.collect(b, v, l, adds) {
			return
		}
		inner := w.inner(adds)
		inner.outside, inner.loop = nil, nil
		if block := w.block(nkl.Freshen(inner.code(inTurn))); block != nil {
			w.blocks++
			w.results(b, v, adds, block)
			return
		}
	}
	var in anf.Block
	all := []nkl.Expr{in.Name("value", v.Type, e)}
	for _, t := range adds {
		for i, c := range w.columns[t] {
			all = append(all, in.Name("column", types.Seq(c), &nkl.Column{Table: t, Index: i, Exact: true, After: all[:1]}))
		}
	}
	var out nkl.Expr
	if len(adds) == 0 {
		out = in.In(all[0])
	} else {
		out = in.In(nkl.Pair(all...))
	}
	for _, t := range slices.Backward(x.uses.sorted()) {
		out = &nkl.Scope{Node: ir.At(e.Pos()), Table: t, Rows: w.now[t], Body: out}
	}
	w.results(b, v, adds, out)
}

// nodes is the number of nodes of e.
func nodes(e nkl.Expr) (n int) {
	ir.Walk(e, func(nkl.Expr) bool { n++; return true })
	return n
}
