package anf

// Straight-line code under construction: a block is a list of steps, lets and
// checks, in order of evaluation, closed by a tail.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Block collects steps; the zero block is empty.
type Block struct{ Steps []step }

// A step is a let (bind and its right-hand side) or a check (bind is nil, expr
// is its condition). from is the node it came from, or nil.
type step struct {
	Bind *nkl.Var
	Expr nkl.Expr
	msg  string
	pos  ir.Pos
	from nkl.Expr
}

// Let binds v to rhs.
func (b *Block) Let(v *nkl.Var, rhs nkl.Expr) {
	b.Steps = append(b.Steps, step{Bind: v, Expr: rhs, pos: rhs.Pos()})
}

// Name binds rhs to a new variable and returns a use of it; an atom stays as
// it is.
func (b *Block) Name(hint string, t *types.Type, rhs nkl.Expr) nkl.Expr {
	if nkl.IsAtom(rhs) {
		return rhs
	}
	v := types.NewVar(hint, t)
	b.Let(v, rhs)
	return nkl.Use(v)
}

// Both is whether all, unless it is nil, and holds do, which are atoms.
func (b *Block) Both(all, holds nkl.Expr) nkl.Expr {
	if all == nil {
		return holds
	}
	return b.Name("all", types.Bool, Op(prim.And, all, holds))
}

// Sum is all, unless it is nil, and n, which are atoms.
func (b *Block) Sum(all, n nkl.Expr) nkl.Expr {
	if all == nil {
		return n
	}
	return b.Name("sum", types.Int, Op(prim.Add, all, n))
}

// Check stops with the message msg unless cond, an atom, holds.
func (b *Block) Check(cond nkl.Expr, msg string, pos ir.Pos) {
	b.Steps = append(b.Steps, step{Expr: cond, msg: msg, pos: pos})
}

// Again repeats the step that node l was, with bind v and right-hand side rhs.
func (b *Block) Again(l *nkl.Let, v *nkl.Var, rhs nkl.Expr) {
	b.Steps = append(b.Steps, step{Bind: v, Expr: rhs, pos: l.Pos(), from: l})
}

// CheckAgain repeats the step that node k was, with the condition cond.
func (b *Block) CheckAgain(k *nkl.Check, cond nkl.Expr) {
	b.Steps = append(b.Steps, step{Expr: cond, msg: k.Error, pos: k.Pos(), from: k})
}

// In closes the block with a tail. Nodes that did not change are used again.
func (b *Block) In(tail nkl.Expr) nkl.Expr {
	for i := len(b.Steps) - 1; i >= 0; i-- {
		tail = b.Steps[i].Before(tail)
	}
	return tail
}

func (s *step) Before(tail nkl.Expr) nkl.Expr {
	if s.Bind == nil {
		if k, ok := s.from.(*nkl.Check); ok && k.Cond == s.Expr && k.Then == tail {
			return k
		}
		return &nkl.Check{Node: ir.At(s.pos), Cond: s.Expr, Error: s.msg, Then: tail}
	}
	if l, ok := s.from.(*nkl.Let); ok && l.Bind == s.Bind && l.Rhs == s.Expr && l.Body == tail {
		return l
	}
	return &nkl.Let{Node: ir.At(s.pos), Bind: s.Bind, Rhs: s.Expr, Body: tail}
}

// Zero is the zero of type t as an atom.
func (b *Block) Zero(t *types.Type) nkl.Expr { return b.atom("none", t, nkl.Zero(t)) }

// atom binds e, of type t, and the tuples in it.
func (b *Block) atom(hint string, t *types.Type, e nkl.Expr) nkl.Expr {
	if tuple, ok := e.(*nkl.Tuple); ok {
		parts := make([]nkl.Expr, len(tuple.Elems))
		for i, p := range tuple.Elems {
			parts[i] = b.atom(hint, t.Elems[i], p)
		}
		e = &nkl.Tuple{Node: tuple.Node, Elems: parts}
	}
	return b.Name(hint, t, e)
}

// Take adds the steps that e begins with, and returns what is behind them.
func (b *Block) Take(e nkl.Expr) nkl.Expr {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			b.Again(x, x.Bind, x.Rhs)
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			return e
		}
	}
}

// Rewrite adds the steps of e with what code makes of what they bind, and returns what it
// makes of the value, which has no variable. code may add steps before.
func (b *Block) Rewrite(e nkl.Expr, code func(v *nkl.Var, e nkl.Expr) nkl.Expr) nkl.Expr {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			b.Again(x, x.Bind, code(x.Bind, x.Rhs))
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			return code(nil, e)
		}
	}
}

// Splice takes the steps of the right-hand side of a let out of it.
//
//	(let x (let y e f) b)  =>  (let y e (let x f b))
func Splice(l *nkl.Let) nkl.Expr {
	var b Block
	rhs := b.Take(l.Rhs)
	if len(b.Steps) == 0 {
		return l
	}
	b.Again(l, l.Bind, rhs)
	return b.In(l.Body)
}

// Choose is element i of a few atoms, which there is.
func Choose(es []nkl.Expr, i *nkl.Var) nkl.Expr {
	out := es[len(es)-1]
	for k := len(es) - 2; k >= 0; k-- {
		var b Block
		here := b.Name("here", types.Bool, Op(prim.Eq, nkl.Use(i), Integer(int64(k))))
		out = b.In(&nkl.If{Cond: here, Then: es[k], Else: out})
	}
	return out
}
