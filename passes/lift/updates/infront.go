package updates

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/anf"
)

// inFront is l with elements added in front of what two parts of a sequence make, in place of the second part appended behind
// the elements and the first part: so parts are read before an element is added.
//
//	(let s (seq (x)) (let a (append s v) (append a w))) => (let s (seq (x)) (let rest (append v w) (append s rest)))
func (u *updates) inFront(l *nkl.Loop) *nkl.Loop {
	literal, front := u.literalIn(l), map[*nkl.Var]*nkl.Prim{}
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		let, ok := e.(*nkl.Let)
		if !ok || !anf.IsOp(let.Rhs, prim.Append) {
			return e.MapChildren(walk)
		}
		p := let.Rhs.(*nkl.Prim)
		if literal(p.Args[0]) != nil && anf.Uses(let.Bind, let.Body) == 1 {
			front[let.Bind] = p
			body := walk(let.Body)
			if anf.Uses(let.Bind, body) == 0 {
				return body
			}
			return &nkl.Let{Node: let.Node, Bind: let.Bind, Rhs: p, Body: body}
		}
		before := front[nkl.VarOf(p.Args[0])]
		if before == nil || literal(p.Args[1]) != nil {
			return e.MapChildren(walk)
		}
		var b anf.Block
		rest := b.Name("rest", let.Bind.Type, anf.OpAt(p.P, prim.Append, before.Args[1], p.Args[1]))
		b.Let(let.Bind, anf.OpAt(before.P, prim.Append, before.Args[0], rest))
		return b.In(walk(let.Body))
	}
	return walk(l).(*nkl.Loop)
}
