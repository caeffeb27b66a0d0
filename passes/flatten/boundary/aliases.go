package boundary

// Origins: which parts of the results of lifted functions are views of data that
// came with a parameter. Such data is not handed back: the caller has it. So a
// recursion that returns captured sequences, or elements of them, copies none of
// them; one that sorts strings hands back which they are, not their characters.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/rep"
	"nessiec/passes/nested/anf"
)

// A DataAlias names data: that of sequence number node in component comp of the
// parameters. The sequences of a type are numbered from the outside to the
// inside, those of tuples one after another.
type DataAlias struct{ Comp, Node int }

// NoAlias stands for data that is that of no parameter.
var NoAlias = DataAlias{-1, 0}

// aliasedData is the data that an alias names among the components of parameters.
func aliasedData(params []rep.Value, o DataAlias) rep.Value {
	node := o.Node
	var find func(r rep.Value) rep.Value
	find = func(r rep.Value) rep.Value {
		switch r := r.(type) {
		case rep.Tuple:
			for _, c := range r {
				if d := find(c); d != nil {
					return d
				}
			}
		case rep.Seq:
			if node == 0 {
				return r.Elems
			}
			node--
			return find(r.Elems)
		case *rep.Nested:
			if node == 0 {
				return r.Data
			}
			node--
			return find(r.Data)
		}
		return nil
	}
	return find(params[o.Comp])
}

// AsPart is r where it was cut out of the data of a parameter, if it was: then nothing is copied.
func AsPart(r rep.Value, params []rep.Value) rep.Value {
	v, ok := r.(*rep.Nested)
	if !ok {
		return r
	}
	var datas []rep.Value
	for _, p := range params {
		if of, ok := p.(*rep.Nested); ok {
			datas = append(datas, of.Data)
		}
	}
	return cutFrom(v, datas)
}

// cutFrom is v where it was cut out of one of datas, if it was.
func cutFrom(v *rep.Nested, datas []rep.Value) rep.Value {
	if v.Part != nil && slices.ContainsFunc(datas, func(d rep.Value) bool { return rep.SameData(d, v.Part.Data) }) {
		return v.Part
	}
	return v
}

// InCommonData is the values rs, whose sequences of sequences are parts of data that others of them have, where they were
// cut out of it: then nothing is copied.
func InCommonData(rs []rep.Value) []rep.Value {
	var visit func(r rep.Value, f func(v *rep.Nested) rep.Value) rep.Value
	visit = func(r rep.Value, f func(v *rep.Nested) rep.Value) rep.Value {
		switch r := r.(type) {
		case rep.Tuple:
			out := make(rep.Tuple, len(r))
			for i, c := range r {
				out[i] = visit(c, f)
			}
			return out
		case rep.Seq:
			r.Elems = visit(r.Elems, f)
			return r
		case *rep.Nested:
			return f(r)
		}
		return r
	}
	var datas []rep.Value
	for _, r := range rs {
		visit(r, func(v *rep.Nested) rep.Value {
			if v.Part == nil {
				datas = append(datas, v.Data)
			}
			return v
		})
	}
	out := make([]rep.Value, len(rs))
	for i, r := range rs {
		out[i] = visit(r, func(v *rep.Nested) rep.Value { return cutFrom(v, datas) })
	}
	return out
}

// aliases finds the alias of every sequence in the result of every lifted
// function, from nothing known upwards to a fixed point; nil stands for a
// value that is not known to exist. own says which have data of their own
// whatever is found.
type aliases struct {
	of  map[string][]DataAlias
	own map[string]map[int]bool
}

// AliasesOf finds the aliases of the results of the lifted functions of m. own says which
// sequences have data of their own.
func AliasesOf(m *nkl.Module, own map[string]map[int]bool) map[string][]DataAlias {
	x := aliases{map[string][]DataAlias{}, own}
	by := m.LiftedBy()
	for _, f := range m.Funcs {
		if by[f.Name] != "" {
			x.of[f.Name] = OwnData(f.Result)
		}
	}
	x.settle(m)
	for _, l := range m.Lifteds { // what never returns has a result of its own
		if x.of[l.Of] == nil {
			x.of[l.Of] = OwnData(l.Result.Elem())
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
			binds, body := anf.LiftedBody(l)
			env, k := map[*nkl.Var][]DataAlias{}, 0
			for _, p := range binds[1:] {
				env[p] = []DataAlias{}
				for _, c := range types.Leaves(p.Type) {
					for n := range rep.Nodes(c) {
						env[p] = append(env[p], DataAlias{k, n})
					}
					k++
				}
			}
			now := meet(x.of[l.Of], x.expr(body, env, l.Result.Elem()))
			for n := range now {
				if x.own[l.Of][n] {
					now[n] = NoAlias
				}
			}
			if (now == nil) != (x.of[l.Of] == nil) || !slices.Equal(now, x.of[l.Of]) {
				x.of[l.Of], changed = now, true
			}
		}
	}
}

// OwnData is what is known of a value of type t that is made where it is.
func OwnData(t *types.Type) []DataAlias {
	out := make([]DataAlias, rep.Nodes(t))
	for i := range out {
		out[i] = NoAlias
	}
	return out
}

// expr is the aliases of the sequences in e, a value of type t.
func (x *aliases) expr(e nkl.Expr, env map[*nkl.Var][]DataAlias, t *types.Type) []DataAlias {
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
		out := []DataAlias{}
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
	return OwnData(t)
}

// elements is the aliases of the sequences in elements of xs.
func (x *aliases) elements(xs nkl.Expr, env map[*nkl.Var][]DataAlias) []DataAlias {
	v, ok := xs.(*nkl.Ref)
	if !ok {
		return []DataAlias{} // of a string
	}
	if o := x.expr(v, env, v.Var.Type); o != nil {
		return o[1:]
	}
	return nil
}

// madeHere is the aliases of a sequence with data of its own, whose elements are as
// elems says.
func madeHere(elems []DataAlias) []DataAlias {
	if elems == nil {
		return nil
	}
	return append([]DataAlias{NoAlias}, elems...)
}

func (x *aliases) seq(e *nkl.Seq, env map[*nkl.Var][]DataAlias, t *types.Type) []DataAlias {
	if len(e.Elems) == 0 {
		return OwnData(t)
	}
	var elems []DataAlias
	for _, c := range e.Elems {
		elems = meet(elems, x.expr(c, env, e.Elem))
	}
	return madeHere(elems)
}

func (x *aliases) each(e *nkl.EachCaptured, env map[*nkl.Var][]DataAlias, t *types.Type) []DataAlias {
	for i, v := range e.Binds {
		if env[v] = x.elements(e.Seqs[i], env); env[v] == nil && rep.Nodes(v.Type) == 0 {
			env[v] = []DataAlias{}
		}
	}
	return madeHere(x.expr(e.Body, env, t.Elem()))
}

func (x *aliases) prim(e *nkl.Prim, env map[*nkl.Var][]DataAlias, t *types.Type) []DataAlias {
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
	return OwnData(t)
}

// call is what a function makes of the aliases of its arguments.
func (x *aliases) call(fn string, args []nkl.Expr, env map[*nkl.Var][]DataAlias) []DataAlias {
	result := x.of[fn]
	if result == nil {
		return nil
	}
	var given [][]DataAlias
	for _, a := range args {
		v, ok := a.(*nkl.Ref)
		if !ok {
			given = append(given, []DataAlias{}) // of a base type
			continue
		}
		o := x.expr(v, env, v.Var.Type)
		if o == nil {
			return nil
		}
		for _, c := range types.Leaves(v.Var.Type) {
			given, o = append(given, o[:rep.Nodes(c)]), o[rep.Nodes(c):]
		}
	}
	out := make([]DataAlias, len(result))
	for i, r := range result {
		out[i] = NoAlias
		if r != NoAlias {
			out[i] = given[r.Comp][r.Node]
		}
	}
	return out
}

// part is component i of a tuple of type t.
func part(o []DataAlias, t *types.Type, i int) []DataAlias {
	if o == nil {
		return nil
	}
	for _, c := range t.Elems[:i] {
		o = o[rep.Nodes(c):]
	}
	return o[:rep.Nodes(t.Elems[i])]
}

// meet is what holds of either.
func meet(a, b []DataAlias) []DataAlias {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := make([]DataAlias, len(a))
	for i := range a {
		out[i] = NoAlias
		if a[i] == b[i] {
			out[i] = a[i]
		}
	}
	return out
}
