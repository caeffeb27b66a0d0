package front

// Linking of expressions: calls and function values.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/infer"
)

// expr points the calls in e, part of instance i, to instances.
func (l *linker) expr(i *instance, e nkl.Expr) nkl.Expr {
	var rec func(nkl.Expr) nkl.Expr
	rec = func(e nkl.Expr) nkl.Expr {
		switch e := e.MapChildren(rec).(type) {
		case *nkl.Call:
			if t := l.target(i, e.Fn); t != nil {
				return l.call(i, t, e)
			}
			return e
		case *nkl.FunVal:
			if t := l.target(i, e.Fn); t != nil {
				return l.funVal(i, t, e)
			}
			return e
		case *nkl.Lambda:
			return l.lambda(i, e)
		default:
			return e
		}
	}
	return rec(e)
}

// call makes a call of t in i, with the values of the top level that t needs.
func (l *linker) call(i *instance, t *instance, e *nkl.Call) nkl.Expr {
	var lets nkl.Lets
	args := l.adapt(&lets, t, e)
	for _, s := range t.needs {
		args = append(args, nkl.Use(i.vars[s]))
	}
	return lets.In(&nkl.Call{Node: e.Node, Fn: t.name, TypeArgs: e.TypeArgs, Args: args})
}

// adapt makes the arguments of e fit the parameters of t. They differ where a
// definition with another pattern has replaced the one that was called:
// f(p) and f(a, b).
func (l *linker) adapt(lets *nkl.Lets, t *instance, e *nkl.Call) []nkl.Expr {
	args, want := slices.Clone(e.Args), len(t.draft.Params)
	if n := len(args); n > want {
		return append(args[:want-1:want-1], infer.Pairs(e.Pos(), args[want-1:]))
	}
	for len(args) < want {
		last := len(args) - 1
		if pair, ok := args[last].(*nkl.Tuple); ok {
			args = append(args[:last:last], pair.Elems...)
			continue
		}
		for k := range last {
			args[k] = lets.Name("arg", instantiate(t, e, t.draft.Params[k].Type), args[k])
		}
		x := lets.Name("arg", instantiate(t, e, tupleType(t.draft.Params[last:])), args[last])
		args = append(args[:last:last], &nkl.Proj{Index: 0, Of: x}, &nkl.Proj{Index: 1, Of: x})
	}
	return args
}

// tupleType is the type of the right-nested tuple of vs.
func tupleType(vs []*nkl.Var) *types.Type {
	if len(vs) == 1 {
		return vs[0].Type
	}
	return types.Tuple(vs[0].Type, tupleType(vs[1:]))
}

// instantiate is a type of the code of t as the call e uses it.
func instantiate(t *instance, e *nkl.Call, typ *types.Type) *types.Type {
	params := t.def.Scheme.Params()
	return typ.Map(func(u *types.Type) *types.Type {
		if k := slices.Index(params, u); k >= 0 {
			return e.TypeArgs[k]
		}
		return u
	})
}

// funVal makes t, as a value in i: the function itself, or, if it needs values
// of the top level, a lambda that captures them.
func (l *linker) funVal(i *instance, t *instance, e *nkl.FunVal) nkl.Expr {
	fun := e.Type
	if len(t.needs) == 0 {
		id := fun.Elems[0]
		if id.Name != t.name {
			fun = types.Fun(types.Clo(t.name), fun.Elems[1], fun.Elems[2])
		}
		return &nkl.FunVal{Node: e.Node, Fn: t.name, Type: fun}
	}
	label := l.closureLabel(t)
	var captures []*nkl.Var
	for _, s := range t.needs {
		captures = append(captures, i.vars[s])
	}
	param := types.NewVar("x", fun.Elems[1])
	call := &nkl.Call{Node: e.Node, Fn: t.name, TypeArgs: i.draft.Values[e], Args: []nkl.Expr{nkl.Use(param)}}
	return &nkl.Lambda{Node: e.Node, Label: label, Captures: captures, Param: param, Body: l.call(i, t, call)}
}

// closureLabel is the label of t as a function value that captures values.
func (l *linker) closureLabel(t *instance) string {
	label := t.name + ".closure"
	if l.extra[label] == nil {
		for _, s := range t.needs {
			l.extra[label] = append(l.extra[label], t.vars[s].Type)
		}
		l.relabel = true
	}
	return label
}

// lambda adds the values of the top level to the captures of a lambda whose
// body is linked, and makes its label that of the instance.
func (l *linker) lambda(i *instance, e *nkl.Lambda) nkl.Expr {
	label := i.label(e.Label)
	captures := e.Captures
	if len(i.needs) > 0 {
		used := map[*nkl.Var]bool{}
		for _, v := range nkl.FreeVars(e.Body) {
			used[v] = true
		}
		var extra []*types.Type
		for _, s := range i.needs {
			if v := i.vars[s]; used[v] && !slices.Contains(captures, v) {
				captures = append(captures[:len(captures):len(captures)], v)
				extra = append(extra, v.Type)
			}
		}
		if extra != nil {
			l.extra[label] = extra
			l.relabel = true
		}
	}
	if label == e.Label && len(captures) == len(e.Captures) {
		return e
	}
	return &nkl.Lambda{Node: e.Node, Label: label, Captures: captures, Param: e.Param, Body: e.Body}
}

// label is the label of a lambda of the draft in this instance.
func (i *instance) label(name string) string {
	if i.number > 1 {
		return i.name + name[len(i.def.Label.Name):]
	}
	return name
}

// relabelling maps types of drafts to final types, as they are at a time: labels
// name instances, and captures include values of the top level.
func (l *linker) relabelling(time int) func(*types.Type) *types.Type {
	var typ func(t *types.Type) *types.Type
	typ = func(t *types.Type) *types.Type {
		return t.Map(func(t *types.Type) *types.Type {
			if t.Kind != types.KClo {
				return t
			}
			name := l.labelAt(t.Name, time)
			elems := slices.Clone(t.Elems)
			for _, x := range l.extra[name] {
				elems = append(elems, typ(x))
			}
			return types.Clo(name, elems...)
		})
	}
	return typ
}

// labelAt is the label that the one of a draft has at a time.
func (l *linker) labelAt(name string, time int) string {
	d := l.owners[name]
	if d == nil {
		return name
	}
	if name != d.Label.Name { // a lambda in d
		if i := l.instances[l.key(d, time)]; i != nil {
			return i.label(name)
		}
		return name
	}
	d = d.Slot.At(time)
	i := l.instances[l.key(d, time)]
	switch {
	case i == nil:
		return d.Label.Name
	case len(i.needs) > 0:
		return i.name + ".closure"
	}
	return i.name
}
