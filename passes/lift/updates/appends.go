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

// inTurn is l with the parts of what it appends to a sequence appended one after the other, where code needs no more of the whole than its length.
// Elements that are replaced in what is appended are replaced there.
//
//	(let w (append x y) (let n (length w) (append a w))) => (let n (length x) + (length y) (let b (append a x) (append b y)))
//	(let w (write x (seq (i)) vs) (append a w)) => (let n (length a) (let b (append a x) (write b (seq (n + i)) vs)))
func (u *updates) inTurn(l *nkl.Loop) *nkl.Loop {
	p := parts{u.literalIn(l), map[*nkl.Var]*nkl.Prim{}}
	return p.code(l).(*nkl.Loop)
}

// parts are sequences that are made to be appended, by the operations that make them.
type parts struct {
	literal func(e nkl.Expr) *nkl.Seq
	of      map[*nkl.Var]*nkl.Prim
}

// code is e with parts appended in turn.
func (p parts) code(e nkl.Expr) nkl.Expr {
	let, ok := e.(*nkl.Let)
	if !ok {
		return e.MapChildren(p.code)
	}
	x, ok := let.Rhs.(*nkl.Prim)
	if !ok {
		return e.MapChildren(p.code)
	}
	var b anf.Block
	switch {
	case (x.Op.Code == prim.Append || x.Op.Code == prim.Write && p.literal(x.Args[1]) != nil) && onlyAppended(let.Bind, let.Body):
		p.of[let.Bind] = x
	case x.Op.Code == prim.Append && p.of[nkl.VarOf(x.Args[1])] != nil:
		b.Let(let.Bind, p.appended(&b, x, p.of[nkl.VarOf(x.Args[1])]))
	case x.Op.Code == prim.Length && p.of[nkl.VarOf(x.Args[0])] != nil:
		b.Let(let.Bind, length(&b, p.of[nkl.VarOf(x.Args[0])]))
	default:
		return e.MapChildren(p.code)
	}
	return p.code(b.In(let.Body))
}

// appended is append e with what part is made of in place of part.
func (p parts) appended(b *anf.Block, e, part *nkl.Prim) nkl.Expr {
	to := e.Args[0]
	with := anf.OpAt(e.P, prim.Append, to, part.Args[0])
	if part.Op.Code == prim.Append {
		return anf.OpAt(part.P, prim.Append, b.Name("first", anf.TypeOfAtom(to), with), part.Args[1])
	}
	before := b.Name("before", types.Int, anf.Op(prim.Length, to))
	first := b.Name("first", anf.TypeOfAtom(to), with)
	places := &nkl.Seq{Node: e.Node, Elem: types.Int}
	for _, i := range p.literal(part.Args[1]).Elems {
		places.Elems = append(places.Elems, b.Name("at", types.Int, anf.Op(prim.Add, before, i)))
	}
	return anf.OpAt(part.P, prim.Write, first, b.Name("places", types.Seq(types.Int), places), part.Args[2])
}

// length is the number of elements of what part makes.
func length(b *anf.Block, part *nkl.Prim) nkl.Expr {
	one := anf.Op(prim.Length, part.Args[0])
	if part.Op.Code != prim.Append {
		return one
	}
	n := b.Name("n", types.Int, one)
	return anf.OpAt(part.P, prim.Add, n, b.Name("n", types.Int, anf.Op(prim.Length, part.Args[1])))
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
