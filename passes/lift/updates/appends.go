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
// Elements that are replaced in what is appended are replaced there.
//
//	(let w (append x y) (let n (length w) (append a w))) => (let n (length x) + (length y) (let b (append a x) (append b y)))
//	(let w (write x (seq (i)) vs) (append a w)) => (let n (length a) (let b (append a x) (write b (seq (n + i)) vs)))
func (u *updates) inTurn(l *nkl.Loop) *nkl.Loop {
	literal, parts := u.literalIn(l), map[*nkl.Var]*nkl.Prim{}
	// lengths is the number of elements of what a part is made of.
	lengths := func(b *anf.Block, of *nkl.Prim) nkl.Expr {
		n := b.Name("n", types.Int, anf.Op(prim.Length, of.Args[0]))
		if of.Op.Code == prim.Append {
			n = b.Name("n", types.Int, anf.Op(prim.Add, n, b.Name("n", types.Int, anf.Op(prim.Length, of.Args[1]))))
		}
		return n
	}
	appended := func(b *anf.Block, e, part *nkl.Prim) nkl.Expr {
		to := e.Args[0]
		with := func(x nkl.Expr) nkl.Expr {
			return b.Name("first", anf.TypeOfAtom(to), anf.OpAt(e.P, prim.Append, to, x))
		}
		if part.Op.Code == prim.Append {
			return anf.OpAt(part.P, prim.Append, with(part.Args[0]), part.Args[1])
		}
		before := b.Name("before", types.Int, anf.Op(prim.Length, to))
		all, places := with(part.Args[0]), &nkl.Seq{Node: e.Node, Elem: types.Int}
		for _, i := range literal(part.Args[1]).Elems {
			places.Elems = append(places.Elems, b.Name("at", types.Int, anf.Op(prim.Add, before, i)))
		}
		return anf.OpAt(part.P, prim.Write, all, b.Name("places", types.Seq(types.Int), places), part.Args[2])
	}
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		let, ok := e.(*nkl.Let)
		if !ok {
			return e.MapChildren(walk)
		}
		p, ok := let.Rhs.(*nkl.Prim)
		if !ok {
			return e.MapChildren(walk)
		}
		var b anf.Block
		switch p.Op.Code {
		case prim.Write, prim.Append:
			if (p.Op.Code == prim.Append || literal(p.Args[1]) != nil) && onlyAppended(let.Bind, let.Body) {
				parts[let.Bind] = p
				return walk(let.Body)
			}
			if part := parts[nkl.VarOf(p.Args[1])]; part != nil {
				b.Let(let.Bind, appended(&b, p, part))
				return walk(b.In(let.Body))
			}
		case prim.Length:
			if part := parts[nkl.VarOf(p.Args[0])]; part != nil {
				b.Let(let.Bind, lengths(&b, part))
				return walk(b.In(let.Body))
			}
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
