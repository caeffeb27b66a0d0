// Package scalars decides which code is element code: scalar code of one element, with the functions
// that are inlined into it.
package scalars

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/anf"
)

// MostInlined bounds the nodes of an elementary function, calls in it included:
// above, calls are flattened like any other.
const MostInlined = 3000

// Code decides which code of a module is element code.
type Code struct {
	Funcs map[string]*nkl.Func
	known map[string]int // size of an elementary function, -1 if it is none, 0 while deciding
}

// Of is the code of m.
func Of(m *nkl.Module) *Code {
	x := &Code{Funcs: map[string]*nkl.Func{}, known: map[string]int{}}
	for _, f := range m.Funcs {
		x.Funcs[f.Name] = f
	}
	return x
}

// Function returns the size of an elementary function, or -1. Recursive
// functions are never elementary: a tail recursion is a Loop by now.
func (x *Code) Function(name string) int {
	if n, ok := x.known[name]; ok {
		if n == 0 {
			return -1
		}
		return n
	}
	x.known[name] = 0
	f, n := x.Funcs[name], -1
	if f != nil && f.Result.IsScalar() {
		n = x.Size(f.Body, true)
	}
	if n > MostInlined {
		n = -1
	}
	x.known[name] = n
	return n
}

// OK reports whether e is element code with a scalar value.
func (x *Code) OK(e nkl.Expr) bool { return x.Size(e, true) >= 0 }

// Size counts the nodes of element code, calls inlined; -1 if e is none. With
// scalar unset, e may be a place: a sequence that element code only reads.
func (x *Code) Size(e nkl.Expr, scalar bool) int {
	switch e := e.(type) {
	case *nkl.Ref:
		return x.only(!scalar || e.Var.Type.IsScalar(), 1)
	case *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return 1
	case *nkl.Tuple:
		return x.sum(1, scalar, e.Elems...)
	case *nkl.Proj:
		of, ok := e.Of.(*nkl.Ref)
		return x.only(ok && (!scalar || of.Var.Type.Elems[e.Index].IsScalar()), 1)
	case *nkl.Recur:
		return x.sum(1, true, e.Args...)
	case *nkl.Elem:
		return x.Size(e.Body, scalar)
	case *nkl.Prim:
		if e.Op.Class == prim.Scalar {
			return x.sum(1, true, e.Args...)
		}
		if e.Op.IsEffect() { // it may have no arguments
			return -1
		}
		of, ok := e.Args[0].(*nkl.Ref)
		isRead := e.Op.Code == prim.Length || e.Op.Code == prim.Elt && (!scalar || ok && of.Var.Type.Elem().IsScalar())
		return x.only(ok && isRead, 2)
	case *nkl.Let:
		return x.two(x.Size(e.Rhs, e.Bind.Type.IsScalar()), x.Size(e.Body, scalar))
	case *nkl.Check:
		return x.two(1, x.Size(e.Then, scalar))
	case *nkl.If:
		return x.two(x.Size(e.Then, true), x.Size(e.Else, true))
	case *nkl.Loop:
		for _, v := range e.Binds {
			if !v.Type.IsScalar() {
				return -1
			}
		}
		return x.two(1, x.Size(e.Body, true))
	case *nkl.Call:
		return x.Function(e.Fn)
	case *nkl.CallLifted:
		return x.Function(e.Fn)
	}
	return -1
}

func (x *Code) only(ok bool, n int) int {
	if ok {
		return n
	}
	return -1
}

func (x *Code) two(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b + 1
}

func (x *Code) sum(n int, scalar bool, es ...nkl.Expr) int {
	for _, e := range es {
		k := x.Size(e, scalar)
		if k < 0 {
			return -1
		}
		n += k
	}
	return n
}

// Called is what a call of fn at a place evaluates, for arguments that are atoms.
func (x *Code) Called(at ir.Pos, fn string, args []nkl.Expr) nkl.Expr {
	f := x.Funcs[fn]
	env := map[*nkl.Var]nkl.Expr{}
	for i, p := range f.Params {
		env[p] = args[i]
	}
	return nkl.Replace(nkl.Freshen(ir.CalledAt(f.Body, at)), env)
}

// Inline replaces the calls in element code by the bodies they call.
func (x *Code) Inline(e nkl.Expr) nkl.Expr {
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		switch e := e.MapChildren(walk).(type) {
		case *nkl.Call:
			return walk(x.Called(e.P, e.Fn, e.Args))
		case *nkl.CallLifted:
			return walk(x.Called(e.P, e.Fn, e.Args))
		case *nkl.Let:
			return anf.Splice(e)
		default:
			return e
		}
	}
	return walk(e)
}

// ReadsElements reports whether e reads elements of sequences one by one.
func ReadsElements(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		p, ok := e.(*nkl.Prim)
		found = found || ok && p.Op.Code == prim.Elt
		return !found
	})
	return found
}
