package flatten

// Origins: which results of a lifted function are views of data that came with
// a parameter. Such data is not handed back: the caller has it. So a recursion
// that returns captured sequences, or elements of them, copies none of them.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// An origin names data: that of the sequences in component comp of the
// parameters, level sequences further inside. The zero level is the data of
// the component itself; nowhere is data of its own.
type origin struct{ comp, level int }

var nowhere = origin{-1, 0}

// components lists the components of tuples in t, nested ones in place.
func components(t *types.Type) []*types.Type {
	if t.Kind != types.KTuple {
		return []*types.Type{t}
	}
	var out []*types.Type
	for _, c := range t.Elems {
		out = append(out, components(c)...)
	}
	return out
}

// origins finds the origin of every component of the result of every lifted
// function, from nothing known upwards to a fixed point; nil stands for a
// value that is not known to exist.
type origins struct{ of map[string][]origin }

func originsOf(m *nkl.Module) map[string][]origin {
	x := origins{map[string][]origin{}}
	x.settle(m)
	for _, l := range m.Lifteds { // what never returns has a result of its own
		if x.of[l.Of] == nil {
			x.of[l.Of] = fresh(l.Result.Elem())
		}
	}
	x.settle(m)
	return x.of
}

// settle computes results until none changes.
func (x *origins) settle(m *nkl.Module) {
	for changed := true; changed; {
		changed = false
		for _, l := range m.Lifteds {
			binds, body := liftedBody(l)
			env, k := map[*nkl.Var][]origin{}, 0
			for _, p := range binds[1:] {
				for range components(p.Type) {
					env[p] = append(env[p], origin{k, 0})
					k++
				}
			}
			now := meet(x.of[l.Of], x.expr(body, env, l.Result.Elem()))
			if !sameOrigins(now, x.of[l.Of]) {
				x.of[l.Of], changed = now, true
			}
		}
	}
}

func sameOrigins(a, b []origin) bool {
	if (a == nil) != (b == nil) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// fresh is what is known of a value of type t that is made where it is.
func fresh(t *types.Type) []origin {
	out := make([]origin, len(components(t)))
	for i := range out {
		out[i] = nowhere
	}
	return out
}

// expr is the origins of the components of e, a value of type t.
func (x *origins) expr(e nkl.Expr, env map[*nkl.Var][]origin, t *types.Type) []origin {
	switch e := e.(type) {
	case *nkl.Ref:
		if o, ok := env[e.Var]; ok {
			return o
		}
	case *nkl.Let:
		env[e.Bind] = x.expr(e.Rhs, env, e.Bind.Type)
		return x.expr(e.Body, env, t)
	case *nkl.Check:
		return x.expr(e.Then, env, t)
	case *nkl.If:
		return meet(x.expr(e.Then, env, t), x.expr(e.Else, env, t))
	case *nkl.Tuple:
		out := []origin{}
		for i, c := range e.Elems {
			o := x.expr(c, env, t.Elems[i])
			if o == nil {
				return nil
			}
			out = append(out, o...)
		}
		return out
	case *nkl.Proj:
		if of, ok := e.Of.(*nkl.Ref); ok {
			return part(x.expr(of, env, of.Var.Type), of.Var.Type, e.Index)
		}
	case *nkl.Prim:
		if e.Op.Name == "elt" && t.Kind == types.KSeq {
			return x.elt(e.Args[0], env)
		}
	case *nkl.CallLifted:
		return x.call(e.Fn, e.Args, env)
	}
	return fresh(t)
}

// elt is the origin of an element, itself a sequence, of xs.
func (x *origins) elt(xs nkl.Expr, env map[*nkl.Var][]origin) []origin {
	v, ok := xs.(*nkl.Ref)
	if !ok {
		return []origin{nowhere}
	}
	o := x.expr(v, env, v.Var.Type)
	if o == nil || o[0] == nowhere {
		return o
	}
	return []origin{{o[0].comp, o[0].level + 1}}
}

// call is what a function makes of the origins of its arguments.
func (x *origins) call(fn string, args []nkl.Expr, env map[*nkl.Var][]origin) []origin {
	result := x.of[fn]
	if result == nil {
		return nil
	}
	var given []origin
	for _, a := range args {
		v, ok := a.(*nkl.Ref)
		if !ok {
			given = append(given, nowhere)
			continue
		}
		o := x.expr(v, env, v.Var.Type)
		if o == nil {
			return nil
		}
		given = append(given, o...)
	}
	out := make([]origin, len(result))
	for i, r := range result {
		out[i] = nowhere
		if r != nowhere && given[r.comp] != nowhere {
			out[i] = origin{given[r.comp].comp, given[r.comp].level + r.level}
		}
	}
	return out
}

// part is component i of a tuple of type t.
func part(o []origin, t *types.Type, i int) []origin {
	if o == nil {
		return nil
	}
	for _, c := range t.Elems[:i] {
		o = o[len(components(c)):]
	}
	return o[:len(components(t.Elems[i]))]
}

// meet is what holds of either.
func meet(a, b []origin) []origin {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := make([]origin, len(a))
	for i := range a {
		out[i] = nowhere
		if a[i] == b[i] {
			out[i] = a[i]
		}
	}
	return out
}
