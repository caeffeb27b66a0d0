package lift

// Texts in loops that read elements one by one.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/sequential"
	"nessiec/passes/nested/anf"
)

// textLoops is l with loops in place of what it reduces of the characters of texts, as it does to
// compare two of them: texts are short beside what a launch and a wait cost. It is l itself
// if it does nothing of the kind.
//
//	(let xs (each (x y) (s t) (eq x y)) (.. (all xs) ..))
//	=> (let a (loop (i) (0) (if (i < #s) (if (eq s[i] t[i]) (recur (i + 1)) false) true)) (.. a ..))
func (u *updates) textLoops(l *nkl.Loop) *nkl.Loop {
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		let, ok := e.(*nkl.Let)
		if !ok {
			return e.MapChildren(walk)
		}
		if each, ok := let.Rhs.(*nkl.Each); ok && ofTexts(each) && u.OK(each.Body) && !ir.Any(each.Body, anf.IsCheck) {
			if test := sequential.OnlyFold(let.Bind, let.Body); test != nil && (test.Op.Code == prim.All || test.Op.Code == prim.Any) {
				v := types.NewVar(test.Op.Name, types.Bool)
				return &nkl.Let{Node: test.Node, Bind: v, Rhs: testLoop(each, test), Body: walk(sequential.Replaced(let.Body, test, v))}
			}
		}
		return e.MapChildren(walk)
	}
	return walk(l).(*nkl.Loop)
}

// ofTexts reports whether a map is over texts.
func ofTexts(e *nkl.Each) bool {
	return !slices.ContainsFunc(e.Seqs, func(s nkl.Expr) bool {
		r, ok := s.(*nkl.Ref)
		return !ok || r.Var.Type.Elem() != types.Char
	})
}

// testLoop is a loop that tests whether all, or any, of the elements of a map hold.
func testLoop(e *nkl.Each, test *nkl.Prim) nkl.Expr {
	all := test.Op.Code == prim.All
	i := types.NewVar("i", types.Int)
	var head, body anf.Block
	n := head.Name("length", types.Int, anf.Op(prim.Length, e.Seqs[0]))
	more := head.Name("more", types.Bool, anf.Op(prim.Lt, nkl.Use(i), n))
	for k, v := range e.Binds {
		body.Let(v, anf.Op(prim.Elt, e.Seqs[k], nkl.Use(i)))
	}
	holds := body.Name("holds", types.Bool, body.Take(e.Body))
	var again anf.Block
	next := again.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))
	onward, stop := again.In(&nkl.Recur{Args: []nkl.Expr{next}}), anf.Boolean(!all)
	branch := &nkl.If{Cond: holds, Then: onward, Else: stop}
	if !all {
		branch.Then, branch.Else = stop, onward
	}
	return &nkl.Loop{Node: ir.At(test.P), Binds: []*nkl.Var{i}, Inits: []nkl.Expr{anf.Integer(0)},
		Body: head.In(&nkl.If{Cond: more, Then: body.In(branch), Else: anf.Boolean(all)})}
}
