package flatten

// Origins: which parts of the results of lifted functions are views of data that
// came with a parameter. Such data is not handed back: the caller has it. So a
// recursion that returns captured sequences, or elements of them, copies none of
// them; one that sorts strings hands back which they are, not their characters.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A dataAlias names data: that of sequence number node in component comp of the
// parameters. The sequences of a type are numbered from the outside to the
// inside, those of tuples one after another. nowhere is data of its own.
type dataAlias struct{ comp, node int }

var noAlias = dataAlias{-1, 0}

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

// aliasedData is the data that an alias names among the components of parameters.
func aliasedData(params []rep, o dataAlias) rep {
	node := o.node
	var find func(r rep) rep
	find = func(r rep) rep {
		switch r := r.(type) {
		case tuple:
			for _, c := range r {
				if d := find(c); d != nil {
					return d
				}
			}
		case uniformSeq:
			if node == 0 {
				return r.elems
			}
			node--
			return find(r.elems)
		case *nestedSeq:
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

// aliases finds the alias of every sequence in the result of every lifted
// function, from nothing known upwards to a fixed point; nil stands for a
// value that is not known to exist. own says which have data of their own
// whatever is found.
type aliases struct {
	of  map[string][]dataAlias
	own map[string]map[int]bool
}

func aliasesOf(m *nkl.Module, own map[string]map[int]bool) map[string][]dataAlias {
	x := aliases{map[string][]dataAlias{}, own}
	x.settle(m)
	for _, l := range m.Lifteds { // what never returns has a result of its own
		if x.of[l.Of] == nil {
			x.of[l.Of] = ownData(l.Result.Elem())
		}
	}
	x.settle(m)
	return x.of
}

// settle computes results until none changes.
func (x *aliases) settle(m *nkl.Module) {
	for changed := true; changed; {
		changed = false
		for _, l := range m.Lifteds {
			binds, body := liftedBody(l)
			env, k := map[*nkl.Var][]dataAlias{}, 0
			for _, p := range binds[1:] {
				env[p] = []dataAlias{}
				for _, c := range components(p.Type) {
					for n := range nodes(c) {
						env[p] = append(env[p], dataAlias{k, n})
					}
					k++
				}
			}
			now := meet(x.of[l.Of], x.expr(body, env, l.Result.Elem()))
			for n := range now {
				if x.own[l.Of][n] {
					now[n] = noAlias
				}
			}
			if (now == nil) != (x.of[l.Of] == nil) || !slices.Equal(now, x.of[l.Of]) {
				x.of[l.Of], changed = now, true
			}
		}
	}
}

// ownData is what is known of a value of type t that is made where it is.
func ownData(t *types.Type) []dataAlias {
	out := make([]dataAlias, nodes(t))
	for i := range out {
		out[i] = noAlias
	}
	return out
}

// expr is the aliases of the sequences in e, a value of type t.
func (x *aliases) expr(e nkl.Expr, env map[*nkl.Var][]dataAlias, t *types.Type) []dataAlias {
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
		out := []dataAlias{}
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
	return ownData(t)
}

// elements is the aliases of the sequences in elements of xs.
func (x *aliases) elements(xs nkl.Expr, env map[*nkl.Var][]dataAlias) []dataAlias {
	v, ok := xs.(*nkl.Ref)
	if !ok {
		return []dataAlias{} // of a string
	}
	if o := x.expr(v, env, v.Var.Type); o != nil {
		return o[1:]
	}
	return nil
}

// madeHere is the aliases of a sequence with data of its own, whose elements are as
// elems says.
func madeHere(elems []dataAlias) []dataAlias {
	if elems == nil {
		return nil
	}
	return append([]dataAlias{noAlias}, elems...)
}

func (x *aliases) seq(e *nkl.Seq, env map[*nkl.Var][]dataAlias, t *types.Type) []dataAlias {
	if len(e.Elems) == 0 {
		return ownData(t)
	}
	var elems []dataAlias
	for _, c := range e.Elems {
		elems = meet(elems, x.expr(c, env, e.Elem))
	}
	return madeHere(elems)
}

func (x *aliases) each(e *nkl.EachCaptured, env map[*nkl.Var][]dataAlias, t *types.Type) []dataAlias {
	for i, v := range e.Binds {
		if env[v] = x.elements(e.Seqs[i], env); env[v] == nil && nodes(v.Type) == 0 {
			env[v] = []dataAlias{}
		}
	}
	return madeHere(x.expr(e.Body, env, t.Elem()))
}

func (x *aliases) prim(e *nkl.Prim, env map[*nkl.Var][]dataAlias, t *types.Type) []dataAlias {
	switch e.Op.Code {
	case prim.Elt:
		return x.elements(e.Args[0], env)
	case prim.Pack, prim.Get, prim.Permute:
		return madeHere(x.elements(e.Args[0], env))
	case prim.Append:
		return madeHere(meet(x.elements(e.Args[0], env), x.elements(e.Args[1], env)))
	case prim.Write:
		return madeHere(meet(x.elements(e.Args[0], env), x.elements(e.Args[2], env)))
	}
	return ownData(t)
}

// call is what a function makes of the aliases of its arguments.
func (x *aliases) call(fn string, args []nkl.Expr, env map[*nkl.Var][]dataAlias) []dataAlias {
	result := x.of[fn]
	if result == nil {
		return nil
	}
	var given [][]dataAlias
	for _, a := range args {
		v, ok := a.(*nkl.Ref)
		if !ok {
			given = append(given, []dataAlias{}) // of a base type
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
	out := make([]dataAlias, len(result))
	for i, r := range result {
		out[i] = noAlias
		if r != noAlias {
			out[i] = given[r.comp][r.node]
		}
	}
	return out
}

// part is component i of a tuple of type t.
func part(o []dataAlias, t *types.Type, i int) []dataAlias {
	if o == nil {
		return nil
	}
	for _, c := range t.Elems[:i] {
		o = o[nodes(c):]
	}
	return o[:nodes(t.Elems[i])]
}

// meet is what holds of either.
func meet(a, b []dataAlias) []dataAlias {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := make([]dataAlias, len(a))
	for i := range a {
		out[i] = noAlias
		if a[i] == b[i] {
			out[i] = a[i]
		}
	}
	return out
}
