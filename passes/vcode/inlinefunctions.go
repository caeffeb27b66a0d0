package vcode

// The pass inline-functions.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
	"nessiec/passes/pass"
)

// InlineFunctions puts functions that are small, or called once, where they are called, unless they
// call themselves. Compilers of NESL made functions of everything, lengths and descriptors
// included; so what is known of lengths rarely gets through a call.
//
//	(func MAIN 0 1 () (int) () (let x:int (call F (3)) (ret x)))
//	(func F 1 1 (int) (int) (x:int) (let y:int (apply * int (x x)) (ret y)))
//	  =>  (func MAIN 0 1 () (int) () (let y:int (apply * int (3 3)) (ret y)))
func InlineFunctions(c *pass.Ctx, m *vcode.Module) *vcode.Module {
	n := &inliner{c: c, m: m, done: map[string]*vcode.Func{}, size: map[string]int{}, calls: map[string]int{}, recursive: map[string]bool{}}
	for _, f := range m.Funcs {
		eachCall(f.Body, func(c *vcode.Call) { n.calls[c.Fn]++ })
	}
	out := &vcode.Module{Funcs: []*vcode.Func{n.function(m.Funcs[0])}}
	for i := 0; i < len(out.Funcs); i++ {
		eachCall(out.Funcs[i].Body, func(c *vcode.Call) {
			if out.Find(c.Fn) == nil {
				out.Funcs = append(out.Funcs, n.function(m.Find(c.Fn)))
			}
		})
	}
	return out
}

func eachCall(body vcode.Expr, f func(*vcode.Call)) {
	ir.Walk(body, func(e vcode.Expr) bool {
		if c, ok := e.(*vcode.Call); ok {
			f(c)
		}
		return true
	})
}

// An inliner knows functions with calls inlined; nil while that is being done.
type inliner struct {
	c     *pass.Ctx
	m     *vcode.Module
	done  map[string]*vcode.Func
	size  map[string]int
	calls map[string]int

	recursive map[string]bool // what calls itself
}

// Limits of what is inlined, in instructions: a function that is called often, and what a
// function may have become.
const (
	smallFunction = 40
	largeFunction = 4000
)

// function is f with calls inlined; nil if that is being done.
func (n *inliner) function(f *vcode.Func) *vcode.Func {
	if g, started := n.done[f.Name]; started {
		return g
	}
	n.done[f.Name] = nil
	g := *f
	size := 0
	g.Body = n.body(f.Body, &size)
	n.done[f.Name], n.size[f.Name] = &g, size
	eachCall(g.Body, func(c *vcode.Call) { n.recursive[f.Name] = n.recursive[f.Name] || c.Fn == f.Name })
	return &g
}

// body is e with calls inlined; size counts its instructions.
func (n *inliner) body(e vcode.Expr, size *int) vcode.Expr {
	let, ok := e.(*vcode.Let)
	if !ok {
		return e.MapBodies(func(x vcode.Expr) vcode.Expr { return n.body(x, size) })
	}
	*size++
	out := *let
	if call, ok := let.Rhs.(*vcode.Call); ok {
		if f := n.inlined(call, *size); f != nil {
			*size += n.size[call.Fn]
			env := map[*vcode.Var]vcode.Expr{}
			for i, p := range f.Params {
				env[p] = call.Args[i]
			}
			code := ir.CalledAt(vcode.CopyWith(f.Body, env), call.Pos())
			return splice(code, f.Yields, let.Binds, n.body(let.Body, size))
		}
	} else {
		out.Rhs = n.body(let.Rhs, size)
	}
	out.Body = n.body(let.Body, size)
	return &out
}

// inlined is the function that a call is replaced by, nil if it stays.
func (n *inliner) inlined(call *vcode.Call, size int) *vcode.Func {
	f := n.function(n.m.Find(call.Fn))
	switch {
	case f == nil, n.recursive[call.Fn], size+n.size[call.Fn] > largeFunction, n.size[call.Fn] > smallFunction && n.calls[call.Fn] > 1:
		return nil
	case !n.c.Rewrite(fmt.Sprintf("inline %s", call.Fn)):
		return nil
	}
	return f
}

// splice is code that binds vs to what e yields, of types ts, and goes on with rest. rest
// stands in one place only.
func splice(e vcode.Expr, ts []*types.Type, vs []*vcode.Var, rest vcode.Expr) vcode.Expr {
	switch e := e.(type) {
	case *vcode.Let:
		out := *e
		out.Body = splice(e.Body, ts, vs, rest)
		return &out
	case *vcode.Ret:
		env := map[*vcode.Var]vcode.Expr{}
		for i, v := range vs {
			env[v] = e.Vals[i]
		}
		return vcode.Replace(rest, env)
	case *vcode.Exit:
		return e
	}
	return &vcode.Let{Binds: vs, Rhs: e, Body: rest}
}
