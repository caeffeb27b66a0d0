package nested

// Names every operand that is not an atom.

import (
	"strings"

	"nessiec/ir/nkl"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// Normalise makes operands atoms (A-normal form), from left to right and
// innermost first. Code becomes blocks: lets and checks in order of
// evaluation, then a tail; copies of atoms disappear.
//
//	(prim add ((call f () ((prim neg (x)))) y))
//	=> (let neg:int (prim neg (x)) (let f:int (call f () (neg)) (prim add (f y))))
//	(let x:int (let y:int a b) c)  =>  (let y:int a (let x:int b c))
//	(let x:int y b)                =>  b with y for x
//
// A conditional stays a right-hand side: no code is copied.
func Normalise(_ *pass.Ctx, m *nkl.Module) *nkl.Module {
	t := anf.NewErasedTyper(m)
	return m.MapBodies(func(e nkl.Expr) nkl.Expr {
		n := normaliser{typer: t, copies: map[*nkl.Var]nkl.Expr{}}
		return n.body(e)
	})
}

// A normaliser works on one function.
type normaliser struct {
	typer  *anf.Typer
	copies map[*nkl.Var]nkl.Expr // variables that are another name of an atom
}

// body makes a block of its own of e.
func (n *normaliser) body(e nkl.Expr) nkl.Expr {
	var b anf.Block
	tail := n.tail(&b, e)
	return b.In(tail)
}

// tail adds the steps of e to b and returns what remains: an atom or a
// right-hand side.
func (n *normaliser) tail(b *anf.Block, e nkl.Expr) nkl.Expr {
	for {
		switch x := e.(type) {
		case *nkl.Ref:
			if a := n.copies[x.Var]; a != nil {
				return a
			}
			return x
		case *nkl.Let:
			rhs := n.tail(b, x.Rhs)
			if nkl.IsAtom(rhs) {
				n.copies[x.Bind] = rhs
			} else {
				b.Again(x, x.Bind, rhs)
			}
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, n.operand(b, x.Cond))
			e = x.Then
		default:
			return e.MapOperands(func(o nkl.Expr) nkl.Expr { return n.operand(b, o) }).MapBodies(n.body)
		}
	}
}

// operand adds the steps of o to b and returns an atom.
func (n *normaliser) operand(b *anf.Block, o nkl.Expr) nkl.Expr {
	rhs := n.tail(b, o)
	if nkl.IsAtom(rhs) {
		return rhs
	}
	return b.Name(hint(rhs), n.typer.Of(rhs), rhs)
}

// hint is a name for the value of a right-hand side.
func hint(e nkl.Expr) string {
	switch e := e.(type) {
	case *nkl.Prim:
		return e.Op.Name
	case *nkl.Call:
		name, _, _ := strings.Cut(e.Fn, ".")
		return name
	case *nkl.Seq, *nkl.Each:
		return "xs"
	case *nkl.Str:
		return "text"
	case *nkl.Tuple:
		return "p"
	}
	return "x"
}
