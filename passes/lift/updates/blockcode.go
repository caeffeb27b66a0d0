package updates

// What code may have that becomes part of an update block, and how much of it.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// blockCode is what code may have that becomes part of an update block.
type blockCode struct {
	ops       []prim.Code    // beside scalar ones
	literal   int            // elements of a literal
	sequences bool           // maps and texts
	sizes     map[string]int // of functions that it may call, calls in them inlined; -1 of others
}

// mostInBlock bounds the nodes of an update block. The machine of a loop whose sequences grow, or of a recursion, has several times as many as
// what it is made of.
const mostInBlock = 4 * scalars.MostInlined

func inBlocks(literal int, ops ...prim.Code) *blockCode {
	return &blockCode{ops: ops, literal: literal, sizes: map[string]int{}}
}

// nodes is the number of nodes of e with calls inlined, or -1 if a form of it may not
// become part of an update block.
func (u *updates) nodes(e nkl.Expr, may *blockCode) int {
	n := 1
	switch e := e.(type) {
	case *nkl.Ref, *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char, *nkl.Tuple, *nkl.Proj, *nkl.Let, *nkl.Check, *nkl.If, *nkl.Loop, *nkl.Put:
	case *nkl.Recur:
		return 1 // most variables stay what they are
	case *nkl.Seq:
		if len(e.Elems) > may.literal {
			return -1
		}
	case *nkl.Each, *nkl.Str:
		if !may.sequences {
			return -1
		}
	case *nkl.Prim:
		if e.Op.Class != prim.Scalar && !slices.Contains(may.ops, e.Op.Code) {
			return -1
		}
	case *nkl.Call:
		n = u.inlined(e.Fn, may)
	default:
		return -1
	}
	e.Children(func(_ int, c nkl.Expr) {
		if m := u.nodes(c, may); n < 0 || m < 0 || n+m > mostInBlock {
			n = -1
		} else {
			n += m
		}
	})
	return n
}

// inlined is the number of nodes of the body of a function.
func (u *updates) inlined(fn string, may *blockCode) int {
	n, known := may.sizes[fn]
	if !known {
		may.sizes[fn] = -1 // while deciding: recursive functions cannot be inlined
		if f := u.Funcs[fn]; f != nil {
			n = u.nodes(f.Body, may)
		}
		may.sizes[fn] = n
	}
	return n
}

// readsScalars reports whether e reads scalars from sequences: the host would wait for them.
func readsScalars(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		p, ok := e.(*nkl.Prim)
		if !ok || p.Op.Code != prim.Elt {
			return false
		}
		of, isVar := p.Args[0].(*nkl.Ref)
		return isVar && of.Var.Type.Elem().IsScalar()
	})
}

// byElement reports whether e reads elements or rows of sequences outside of maps, or makes some of what it computes: the host
// would wait for them, or launch for each.
func byElement(e nkl.Expr) (found bool) {
	if e.Form() == nkl.FormEach {
		return false
	}
	if s, ok := e.(*nkl.Seq); ok && s.Elem.IsScalar() {
		return slices.ContainsFunc(s.Elems, func(x nkl.Expr) bool { return nkl.VarOf(x) != nil })
	}
	found = anf.IsOp(e, prim.Elt)
	e.Children(func(_ int, c nkl.Expr) { found = found || byElement(c) })
	return found
}
