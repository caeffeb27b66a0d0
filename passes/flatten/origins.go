package flatten

// Origins: which parts of the results of lifted functions are views of data that
// came with a parameter. Such data is not handed back: the caller has it. So a
// recursion that returns captured sequences, or elements of them, copies none of
// them; one that sorts strings hands back which they are, not their characters.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// An origin names data: that of sequence number node in component comp of the
// parameters. The sequences of a type are numbered from the outside to the
// inside, those of tuples one after another. nowhere is data of its own.
type origin struct{ comp, node int }

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

// nodes is the number of sequences in a type.
func nodes(t *types.Type) int {
	switch t.Kind {
	case types.KTuple:
		n := 0
		for _, c := range t.Elems {
			n += nodes(c)
		}
		return n
	case types.KSeq:
		return 1 + nodes(t.Elem())
	}
	return 0
}

// dataAt is the data that an origin names among the components of parameters.
func dataAt(params []rep, o origin) rep {
	node := o.node
	var find func(r rep) rep
	find = func(r rep) rep {
		switch r := r.(type) {
		case tup:
			for _, c := range r {
				if d := find(c); d != nil {
					return d
				}
			}
		case useq:
			if node == 0 {
				return r.elems
			}
			node--
			return find(r.elems)
		case *lview:
			if node == 0 {
				return r.data
			}
			node--
			return find(r.data)
		}
		return nil
	}
	return find(params[o.comp])
}

// origins finds the origin of every sequence in the result of every lifted
// function, from nothing known upwards to a fixed point; nil stands for a
// value that is not known to exist. own says which have data of their own
// whatever is found.
type origins struct {
	of  map[string][]origin
	own map[string]map[int]bool
}

func originsOf(m *nkl.Module, own map[string]map[int]bool) map[string][]origin {
	x := origins{map[string][]origin{}, own}
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
				env[p] = []origin{}
				for _, c := range components(p.Type) {
					for n := range nodes(c) {
						env[p] = append(env[p], origin{k, n})
					}
					k++
				}
			}
			now := meet(x.of[l.Of], x.expr(body, env, l.Result.Elem()))
			for n := range now {
				if x.own[l.Of][n] {
					now[n] = nowhere
				}
			}
			if (now == nil) != (x.of[l.Of] == nil) || !slices.Equal(now, x.of[l.Of]) {
				x.of[l.Of], changed = now, true
			}
		}
	}
}

// fresh is what is known of a value of type t that is made where it is.
func fresh(t *types.Type) []origin {
	out := make([]origin, nodes(t))
	for i := range out {
		out[i] = nowhere
	}
	return out
}

// expr is the origins of the sequences in e, a value of type t.
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
	case *nkl.Seq:
		return x.seq(e, env, t)
	case *nkl.EachCaptured:
		return x.each(e, env, t)
	case *nkl.Prim:
		return x.prim(e, env, t)
	case *nkl.CallLifted:
		return x.call(e.Fn, e.Args, env)
	}
	return fresh(t)
}

// elements is the origins of the sequences in elements of xs.
func (x *origins) elements(xs nkl.Expr, env map[*nkl.Var][]origin) []origin {
	v, ok := xs.(*nkl.Ref)
	if !ok {
		return []origin{} // of a string
	}
	if o := x.expr(v, env, v.Var.Type); o != nil {
		return o[1:]
	}
	return nil
}

// made is the origins of a sequence with data of its own, whose elements are as
// elems says.
func made(elems []origin) []origin {
	if elems == nil {
		return nil
	}
	return append([]origin{nowhere}, elems...)
}

func (x *origins) seq(e *nkl.Seq, env map[*nkl.Var][]origin, t *types.Type) []origin {
	if len(e.Elems) == 0 {
		return fresh(t)
	}
	var elems []origin
	for _, c := range e.Elems {
		elems = meet(elems, x.expr(c, env, e.Elem))
	}
	return made(elems)
}

func (x *origins) each(e *nkl.EachCaptured, env map[*nkl.Var][]origin, t *types.Type) []origin {
	for i, v := range e.Binds {
		if env[v] = x.elements(e.Seqs[i], env); env[v] == nil && nodes(v.Type) == 0 {
			env[v] = []origin{}
		}
	}
	return made(x.expr(e.Body, env, t.Elem()))
}

func (x *origins) prim(e *nkl.Prim, env map[*nkl.Var][]origin, t *types.Type) []origin {
	switch e.Op.Name {
	case "elt":
		return x.elements(e.Args[0], env)
	case "pack", "get", "permute":
		return made(x.elements(e.Args[0], env))
	case "append":
		return made(meet(x.elements(e.Args[0], env), x.elements(e.Args[1], env)))
	case "write":
		return made(meet(x.elements(e.Args[0], env), x.elements(e.Args[2], env)))
	}
	return fresh(t)
}

// call is what a function makes of the origins of its arguments.
func (x *origins) call(fn string, args []nkl.Expr, env map[*nkl.Var][]origin) []origin {
	result := x.of[fn]
	if result == nil {
		return nil
	}
	var given [][]origin
	for _, a := range args {
		v, ok := a.(*nkl.Ref)
		if !ok {
			given = append(given, []origin{}) // of a base type
			continue
		}
		o := x.expr(v, env, v.Var.Type)
		if o == nil {
			return nil
		}
		for _, c := range components(v.Var.Type) {
			given, o = append(given, o[:nodes(c)]), o[nodes(c):]
		}
	}
	out := make([]origin, len(result))
	for i, r := range result {
		out[i] = nowhere
		if r != nowhere {
			out[i] = given[r.comp][r.node]
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
		o = o[nodes(c):]
	}
	return o[:nodes(t.Elems[i])]
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
