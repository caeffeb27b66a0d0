package nested

// Which functions are elementary code: they compute scalars from scalars, in a
// bounded number of steps, and cannot fail. They may stand wherever a fold
// combines two elements, so they are small, and so are the elements.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Limits of what a fold combines elements by: nodes of code, calls inlined, and
// bytes of an element, of which a group keeps a tile in local memory.
const (
	maxFoldCode  = 500
	maxFoldBytes = 96
)

// A scalarFunctions finds them, with function values still in the program. Where a
// function may fail, or needs a loop, folds are trees of calls: which of several
// failures is reported then is that of the text, and no work-item waits for a loop
// of another.
type scalarFunctions struct {
	p     *functionConverter
	sizes map[*nkl.Func]int // nodes, or more than maxFoldCode if it is none
}

const notScalar = maxFoldCode + 1

// folds reports whether function values of type t combine elements in one pass.
func (x *scalarFunctions) folds(t *types.Type) bool {
	return x.bytes(t.Elems[2])+x.bytes(t) <= maxFoldBytes && x.value(t) <= maxFoldCode
}

// scalar reports whether values of type t hold scalars only.
func (x *scalarFunctions) scalar(t *types.Type) bool {
	t = x.p.typ(t)
	return !t.Has(types.KSeq) && !t.Has(types.KRef)
}

// bytes is the size of a value of type t, larger than any limit if it is not
// a tuple of scalars.
func (x *scalarFunctions) bytes(t *types.Type) (n int) {
	if !x.scalar(t) {
		return maxFoldBytes + 1
	}
	var add func(t *types.Type)
	add = func(t *types.Type) {
		switch t.Kind {
		case types.KTuple, types.KData:
			for _, e := range t.Elems {
				add(e)
			}
		case types.KBool, types.KChar:
			n++
		default:
			n += 8
		}
	}
	add(x.p.typ(t))
	return n
}

// value is the size of the code behind function values of type t.
func (x *scalarFunctions) value(t *types.Type) int {
	f := x.p.code[t]
	if f == nil {
		i, ok := x.p.index[t.Elems[0].Name]
		if !ok {
			return notScalar // no such function value is ever made
		}
		f = x.p.funcs[i]
	}
	return x.function(f)
}

func (x *scalarFunctions) function(f *nkl.Func) int {
	if n, ok := x.sizes[f]; ok {
		return n
	}
	x.sizes[f] = notScalar // while it is looked at: recursion
	if slices.ContainsFunc(f.Params, func(v *nkl.Var) bool { return !x.scalar(v.Type) }) {
		return notScalar
	}
	n := x.size(f.Body)
	x.sizes[f] = n
	return n
}

// size counts the nodes of e, calls inlined.
func (x *scalarFunctions) size(e nkl.Expr) int {
	n := 1
	switch e := e.(type) {
	case *nkl.Ref:
		if !x.scalar(e.Var.Type) {
			return notScalar
		}
	case *nkl.Prim:
		if e.Op.Class != prim.Scalar || len(e.Op.Checks) > 0 {
			return notScalar
		}
	case *nkl.Call:
		n = x.function(x.p.funcs[x.p.index[e.Fn]])
	case *nkl.Apply:
		n = x.value(x.p.typer.Of(e.Fun))
	case *nkl.Lambda:
		return n
	case *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char, *nkl.FunVal, *nkl.Tuple, *nkl.Proj, *nkl.Con, *nkl.Uncon, *nkl.Let, *nkl.If:
	default:
		return notScalar
	}
	e.Children(func(_ int, c nkl.Expr) { n = min(n+x.size(c), notScalar) })
	return n
}
