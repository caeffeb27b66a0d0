// Package lift prepares nested programs for flattening: it finds the scalar
// code that stays scalar, the functions needed under maps, and what every map
// captures.
//
//	element code     scalar code of one element: it becomes the body of one Map
//	scalar function  a function that is inlined into element code
//	under a map      inside an apply-to-each, or in a function lifted for use there
//
// [shape §4.1] has these passes.
package lift

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/anf"
)

// maxInlined bounds the nodes of an elementary function, calls in it included:
// above, calls are flattened like any other.
const maxInlined = 3000

// elements decides which code is element code.
type elements struct {
	funcs map[string]*nkl.Func
	known map[string]int // size of an elementary function, -1 if it is none, 0 while deciding
}

func newElements(m *nkl.Module) *elements {
	x := &elements{funcs: map[string]*nkl.Func{}, known: map[string]int{}}
	for _, f := range m.Funcs {
		x.funcs[f.Name] = f
	}
	return x
}

// function returns the size of an elementary function, or -1. Recursive
// functions are never elementary: a tail recursion is a Loop by now.
func (x *elements) function(name string) int {
	if n, ok := x.known[name]; ok {
		if n == 0 {
			return -1
		}
		return n
	}
	x.known[name] = 0
	f, n := x.funcs[name], -1
	if f != nil && f.Result.IsScalar() {
		n = x.size(f.Body, true)
	}
	if n > maxInlined {
		n = -1
	}
	x.known[name] = n
	return n
}

// ok reports whether e is element code with a scalar value.
func (x *elements) ok(e nkl.Expr) bool { return x.size(e, true) >= 0 }

// size counts the nodes of element code, calls inlined; -1 if e is none. With
// scalar unset, e may be a place: a sequence that element code only reads.
func (x *elements) size(e nkl.Expr, scalar bool) int {
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
		return x.size(e.Body, scalar)
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
		return x.two(x.size(e.Rhs, e.Bind.Type.IsScalar()), x.size(e.Body, scalar))
	case *nkl.Check:
		return x.two(1, x.size(e.Then, scalar))
	case *nkl.If:
		return x.two(x.size(e.Then, true), x.size(e.Else, true))
	case *nkl.Loop:
		for _, v := range e.Binds {
			if !v.Type.IsScalar() {
				return -1
			}
		}
		return x.two(1, x.size(e.Body, true))
	case *nkl.Call:
		return x.function(e.Fn)
	case *nkl.CallLifted:
		return x.function(e.Fn)
	}
	return -1
}

func (x *elements) only(ok bool, n int) int {
	if ok {
		return n
	}
	return -1
}

func (x *elements) two(a, b int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a + b + 1
}

func (x *elements) sum(n int, scalar bool, es ...nkl.Expr) int {
	for _, e := range es {
		k := x.size(e, scalar)
		if k < 0 {
			return -1
		}
		n += k
	}
	return n
}

// inline replaces the calls in element code by the bodies they call.
func (x *elements) inline(e nkl.Expr) nkl.Expr {
	var call func(at ir.Pos, fn string, args []nkl.Expr) nkl.Expr
	var walk func(e nkl.Expr) nkl.Expr
	call = func(at ir.Pos, fn string, args []nkl.Expr) nkl.Expr {
		f := x.funcs[fn]
		body := walk(nkl.Freshen(ir.CalledAt(f.Body, at)))
		env := map[*nkl.Var]nkl.Expr{}
		for i, p := range f.Params {
			env[p] = args[i]
		}
		return nkl.Replace(body, env)
	}
	walk = func(e nkl.Expr) nkl.Expr {
		switch e := e.MapChildren(walk).(type) {
		case *nkl.Call:
			return call(e.P, e.Fn, e.Args)
		case *nkl.CallLifted:
			return call(e.P, e.Fn, e.Args)
		case *nkl.Let:
			return anf.Splice(e)
		default:
			return e
		}
	}
	return walk(e)
}

// mapBodies applies f to every map body that is not inside another one.
func mapBodies(e nkl.Expr, f func(*nkl.Each) nkl.Expr) nkl.Expr {
	if each, ok := e.(*nkl.Each); ok {
		return f(each)
	}
	return e.MapChildren(func(e nkl.Expr) nkl.Expr { return mapBodies(e, f) })
}

func ref(v *nkl.Var) nkl.Expr { return &nkl.Ref{Var: v} }

func at(e nkl.Expr) ir.Node { return ir.At(e.Pos()) }

// readsElements reports whether e reads elements of sequences one by one.
func readsElements(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		p, ok := e.(*nkl.Prim)
		found = found || ok && p.Op.Code == prim.Elt
		return !found
	})
	return found
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
