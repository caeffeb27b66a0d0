package infer

// Functions: for all sizes of the parameters there are sizes of the result.
// Every use of a function has new ones.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// A scheme is what a function makes of sizes. The sizes of its parameters are
// names, each its own; other names in the result exist for every call.
type scheme struct {
	params []*shapes.Shape
	result *shapes.Shape // nil: no call returns, as far as is known
	names  sizes.Names
	learnt []sizes.Fact // holds after every call, in terms of the parameters
}

// Module analyses all functions, callees first, and then the lifted ones.
func (x *Analysis) Module() {
	for again := true; again; again = x.dropIrregular() {
		if slices.ContainsFunc(x.groups, func(g []*nkl.Func) bool { x.lookAt(g); return len(x.irregular) > 0 }) {
			continue // before callers look at what holds no longer
		}
		for _, l := range x.m.Lifteds {
			x.looks.Unless(x, l, []string{l.Of}, []nkl.Expr{l.Body}, func() { x.lifted(l) })
		}
	}
}

// lookAt analyses functions that call each other, unless that would find nothing new.
func (x *Analysis) lookAt(group []*nkl.Func) {
	x.looks.UnlessGroup(x, group, func() {
		x.group(group)
		for x.dropIrregularOf(group) { // before others look at what calls yield
			x.group(group)
		}
	})
}

// group analyses functions that call each other. If they are recursive, calls
// are first assumed not to return, to guess postconditions; then calls return
// what these say.
func (x *Analysis) group(fs []*nkl.Func) {
	if !recursive(fs) {
		x.schemes[fs[0].Name] = x.function(fs[0])
		return
	}
	if x.postconditions[fs[0].Name] == nil {
		for _, f := range fs {
			x.schemes[f.Name] = &scheme{}
			x.postconditions[f.Name] = x.postconditionsOf(f)
		}
		x.round(fs)
	}
	x.confirm(fs)
}

// recursive reports whether functions that call each other, or a function alone, call themselves.
func recursive(fs []*nkl.Func) bool { return len(fs) > 1 || nkl.Calls(fs[0], fs[0].Name) }

// round analyses fs with the schemes there are and then replaces these.
func (x *Analysis) round(fs []*nkl.Func) []*scheme {
	out := make([]*scheme, len(fs))
	for i, f := range fs {
		out[i] = x.function(f)
	}
	for i, f := range fs {
		x.schemes[f.Name] = out[i]
	}
	return out
}

// params are the shapes of the parameters of f.
func (x *Analysis) params(f *nkl.Func) []*shapes.Shape {
	out := make([]*shapes.Shape, len(f.Params))
	for i, p := range f.Params {
		x.hint = p.Name
		out[i] = x.given(f.Name, i, p.Type)
	}
	return out
}

// function analyses f.
func (x *Analysis) function(f *nkl.Func) *scheme {
	x.start()
	s := &scheme{params: x.params(f)}
	x.assume(f.Name)
	for i, p := range f.Params {
		x.bind(p, s.params[i])
	}
	x.fn, x.hint = f.Name, f.Name
	x.Mismatches.start(s, f)
	s.result = x.tail(f.Body).MapSizes(func(n *Size) *Size { return x.Canon(n) })
	if p := x.postconditions[f.Name]; p != nil && !p.generating {
		s.result = x.kept(p, s.result)
	}
	s.names = x.Names()
	x.Results[f.Name] = x.annotated(f.Result, s.result)
	s.learnt = x.aboutParams(s.params)
	return s
}

// lifted analyses a pre-lifted function: its parameters have as many elements
// as the first one says. A parameter whose type says that the sequences in it have one
// length keeps that: who calls the function sees to it.
func (x *Analysis) lifted(l *nkl.Lifted) {
	x.start()
	n := l.Params[0]
	x.hint = n.Name
	count := x.unknownSize(n.Name, 0, true)
	x.bind(n, shapes.Int(count))
	elems := make([]*shapes.Shape, len(l.Params)-1)
	for i, p := range l.Params[1:] {
		x.hint = p.Name
		s := shapes.Seq(count, x.unknown(p.Type.Elem(), 1))
		if p.Type.HasRows() && p.Type.OneLength() {
			x.regularInside(s, 0)
		}
		elems[i] = s.Elem()
	}
	x.fn, x.hint = l.Of, l.Of
	x.assumeForAll(l.Of, count, elems)
	i := x.Index("e", count)
	for k, p := range l.Params[1:] {
		x.bind(p, shapes.Seq(count, x.settled(elems[k].Instantiate(i)).Generalise(i)))
	}
	x.Results[l.Name] = x.annotated(l.Result, x.asPromised(l.Of, count, elems, x.expr(l.Body)))
}

// asPromised is the result of a lifted function, of count elements, with the sizes that the
// function promises for elems in place of those that its body shows.
func (x *Analysis) asPromised(fn string, count *Size, elems []*shapes.Shape, result *shapes.Shape) *shapes.Shape {
	s := x.schemes[fn]
	if result == nil || s == nil || s.result == nil {
		return result
	}
	i := x.Index("r", count)
	u := use{x: x, s: s, env: map[string]*Size{}, made: map[string]string{}}
	for k, p := range s.params {
		u.match(p, elems[k].Instantiate(i))
	}
	promised := []*Size{}
	s.result.EachSize(func(n *Size) {
		as := u.size(n)
		if len(u.made) > 0 { // nothing is promised of it
			as, u.made = nil, map[string]string{}
		}
		promised = append(promised, as)
	})
	elem := result.Elem().Instantiate(i)
	k := 0
	elem = replaced(elem, s.result, func(n *Size) *Size {
		if as := promised[k]; as != nil {
			n = as
		}
		k++
		return n
	})
	return shapes.Seq(result.Size, elem.Generalise(i))
}

// aboutParams are the facts in force that speak of sizes of parameters only.
func (x *Analysis) aboutParams(params []*shapes.Shape) []sizes.Fact {
	known := map[string]bool{}
	for _, p := range params {
		p.EachSize(func(n *Size) { known[n.Name] = true })
	}
	return x.About(func(name string) bool { return known[name] }, maxLearnt)
}

// maxLearnt bounds what a call tells about its arguments.
const maxLearnt = 8
