package updates

// Chains of appends, so that each adds what lies somewhere to a sequence that grows.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
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

// inTurn is l with the parts of what it appends to a sequence appended one after the other, where nothing else needs them together but their number.
//
//	(let w (append x y) (let n (length w) (append a w))) => (let n (length x) + (length y) (let b (append a x) (append b y)))
func inTurn(l *nkl.Loop) *nkl.Loop {
	parts := map[*nkl.Var]*nkl.Prim{}
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		let, ok := e.(*nkl.Let)
		if !ok {
			return e.MapChildren(walk)
		}
		p, ok := let.Rhs.(*nkl.Prim)
		switch {
		case !ok:
		case p.Op.Code == prim.Append && onlyAppended(let.Bind, let.Body):
			parts[let.Bind] = p
			return walk(let.Body)
		case p.Op.Code == prim.Append && parts[nkl.VarOf(p.Args[1])] != nil:
			both := parts[nkl.VarOf(p.Args[1])]
			var b anf.Block
			first := b.Name("first", let.Bind.Type, anf.OpAt(p.P, prim.Append, p.Args[0], both.Args[0]))
			b.Let(let.Bind, anf.OpAt(both.P, prim.Append, first, both.Args[1]))
			return walk(b.In(let.Body))
		case p.Op.Code == prim.Length && parts[nkl.VarOf(p.Args[0])] != nil:
			both := parts[nkl.VarOf(p.Args[0])]
			var b anf.Block
			one := b.Name("n", types.Int, anf.Op(prim.Length, both.Args[0]))
			two := b.Name("n", types.Int, anf.Op(prim.Length, both.Args[1]))
			b.Let(let.Bind, anf.OpAt(p.P, prim.Add, one, two))
			return walk(b.In(let.Body))
		}
		return e.MapChildren(walk)
	}
	return walk(l).(*nkl.Loop)
}

// onlyAppended reports whether e does nothing with v but to append it to one other sequence and to ask for its length.
func onlyAppended(v *nkl.Var, e nkl.Expr) bool {
	appends, lengths := 0, 0
	ir.Walk(e, func(e nkl.Expr) bool {
		if let, ok := e.(*nkl.Let); ok {
			if p, ok := let.Rhs.(*nkl.Prim); ok {
				switch {
				case p.Op.Code == prim.Append && nkl.IsUse(p.Args[1], v) && !nkl.IsUse(p.Args[0], v):
					appends++
				case p.Op.Code == prim.Length && nkl.IsUse(p.Args[0], v):
					lengths++
				}
			}
		}
		return true
	})
	return appends == 1 && anf.Uses(v, e) == appends+lengths
}
