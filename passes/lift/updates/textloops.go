package updates

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

// folded is l with loops in place of what it reduces of few elements, and of texts.
func (u *updates) folded(l *nkl.Loop) *nkl.Loop {
	return u.textLoops(sequential.Folded(u.ctx, u.Code, l))
}

// textLoops is l with loops in place of what it reduces of the characters of texts, as it does to
// compare two of them: texts are short beside what a launch and a wait cost. It is l itself
// if it does nothing of the kind. Texts that a step makes of others are left to package rows, which goes through them without making them.
//
//	(let xs (each (x y) (s t) (eq x y)) (.. (all xs) ..))
//	=> (let n #s) (let a (loop (i) (0) (if (i < n) (if (eq s[i] t[i]) (recur (i + 1)) false) true)) (.. a ..))
func (u *updates) textLoops(l *nkl.Loop) *nkl.Loop {
	inside, made := nkl.BoundVars(l), map[*nkl.Var]bool{}
	ofTexts := func(e *nkl.Each) bool {
		return !slices.ContainsFunc(e.Seqs, func(s nkl.Expr) bool {
			v := nkl.VarOf(s)
			return v == nil || v.Type.Elem() != types.Char || made[v]
		})
	}
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		let, ok := e.(*nkl.Let)
		if !ok {
			return e.MapChildren(walk)
		}
		if anf.IsOp(let.Rhs, prim.Get) {
			of := nkl.VarOf(let.Rhs.(*nkl.Prim).Args[0])
			made[let.Bind] = made[of] || !inside[of]
		} else {
			made[let.Bind] = let.Rhs.Form() == nkl.FormEach
		}
		if each, ok := let.Rhs.(*nkl.Each); ok && ofTexts(each) && u.OK(each.Body) && !ir.Any(each.Body, anf.IsCheck) {
			if test := sequential.OnlyTest(let.Bind, let.Body); test != nil {
				var b anf.Block
				n := b.Name("length", types.Int, anf.Op(prim.Length, each.Seqs[0]))
				all := test.Op.Code == prim.All
				v := types.NewVar(test.Op.Name, types.Bool)
				b.Let(v, sequential.TestLoop(each, test, anf.Integer(0), n, anf.Boolean(all), anf.Boolean(!all)))
				return b.In(walk(sequential.Replaced(let.Body, test, v)))
			}
		}
		return e.MapChildren(walk)
	}
	return walk(l).(*nkl.Loop)
}
