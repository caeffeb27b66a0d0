package front

// The module that linking makes: functions, the actions of the top level, and
// what of the library they reach.

import (
	"slices"
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/front/hm"
)

// link makes the module of a program.
func (in *inferrer) link() *nkl.Module {
	l := newLinker(in)
	l.live = true
	m := &nkl.Module{}
	if in.entry != nil {
		l.entry(m)
	} else {
		l.program(m)
	}
	if in.c.Diags.HasErrors() {
		return &nkl.Module{}
	}
	return drawKeys(m)
}

// functions makes the functions of all instances that are complete; those that
// no action reaches are made to be checked only.
func (l *linker) functions() (live []*nkl.Func) {
	l.live = false
	for _, d := range l.in.order {
		if d.kind == functionDef {
			l.instance(d, never, ir.Pos{})
		}
	}
	l.spread()
	for _, i := range l.order {
		i.addVars()
	}
	var all []*nkl.Func
	for _, i := range l.order {
		if !i.partial {
			l.build(i)
		}
	}
	for _, i := range l.inOrder() {
		if i.partial {
			continue
		}
		if l.relabel {
			retype(i.fn, l.relabelling(i.time))
		}
		all = append(all, i.fn)
		if i.live {
			live = append(live, i.fn)
		}
	}
	l.in.checkSerial(all)
	return live
}

// inOrder is the instances in the order of their definitions, actions last.
func (l *linker) inOrder() []*instance {
	time := func(i *instance) int {
		if i.def == nil {
			return never
		}
		return i.def.time
	}
	out := slices.Clone(l.order)
	slices.SortStableFunc(out, func(a, b *instance) int { return time(a) - time(b) })
	return out
}

func retype(f *nkl.Func, typ func(*types.Type) *types.Type) {
	env := map[*nkl.Var]*nkl.Var{}
	for k, v := range f.Params {
		if t := typ(v.Type); t != v.Type {
			f.Params[k] = types.NewVar(v.Name, t)
			env[v] = f.Params[k]
		}
	}
	f.Body = nkl.Retype(f.Body, env, typ)
	f.Result = typ(f.Result)
}

// program makes the module that runs all actions.
func (l *linker) program(m *nkl.Module) {
	mains := map[*action]*instance{}
	for _, a := range l.in.actions {
		if a.kind == evalAction {
			mains[a] = l.root(a.draft, a.time)
		}
	}
	m.Funcs = l.functions()
	if l.in.c.Diags.HasErrors() {
		return
	}
	for _, a := range l.in.actions {
		switch a.kind {
		case evalAction:
			m.Actions = append(m.Actions, l.action(a, mains[a]))
		case sayAction:
			m.Actions = append(m.Actions, &program.Action{Decl: ir.DeclAt(a.pos), Kind: program.Say, TypeText: a.typeText})
		case printLength:
			m.Actions = append(m.Actions, &program.Action{Decl: ir.DeclAt(a.pos), Kind: program.PrintLength, N: a.n})
		}
	}
	l.in.recursive(m)
	l.in.addLibrary(m)
}

// action makes the action that calls the code of an evaluation, whose
// parameters become results of earlier actions.
func (l *linker) action(a *action, i *instance) *program.Action {
	out := &program.Action{Decl: ir.DeclAt(a.pos), Kind: program.Eval, Name: a.name, TypeText: a.typeText,
		Type: i.fn.Result, Fn: i.name, Result: a.resultName()}
	out.Args = l.takeResults(i, 0)
	return out
}

func (a *action) resultName() string { return "r" + strconv.Itoa(a.time) }

// takeResults turns the parameters of i from the first-th on, which are values
// of the top level, into results of actions, taken apart inside; it returns
// the names of the results.
func (l *linker) takeResults(i *instance, first int) (args []string) {
	f := i.fn
	values := f.Params[first:]
	f.Params = f.Params[:first:first]
	taken := map[*action]*nkl.Var{}
	var lets nkl.Lets
	for k, s := range i.needs {
		d, v := s.at(i.time), values[k]
		whole := v
		if len(d.path) > 0 {
			whole = taken[d.result]
			if whole == nil {
				whole = types.NewVar("r", l.relabelling(d.result.time)(hm.Final(d.result.typ)))
			}
			e := nkl.Use(whole)
			for _, index := range d.path {
				e = &nkl.Proj{Index: index, Of: e}
			}
			lets.Bind(v, e)
		}
		if taken[d.result] == nil {
			taken[d.result] = whole
			f.Params = append(f.Params, whole)
			args = append(args, d.result.resultName())
		}
		l.checkLabels(d, i)
	}
	f.Body = lets.In(f.Body)
	return args
}

// checkLabels rejects the use of a value that holds functions whose code was
// redefined after it was made.
func (l *linker) checkLabels(d *definition, i *instance) {
	if !l.relabel {
		return
	}
	t := hm.Final(d.typ)
	if l.relabelling(d.time)(t) != l.relabelling(i.time)(t) {
		l.in.c.Errorf(i.draft.pos, "E0214", "the value of %s holds a function that was redefined since", d.name).
			Note(d.pos, len(d.name), "the value was made here").
			WithHint("evaluate it again after the redefinition")
	}
}

// entry makes the module that reads the argument of a function and calls it.
// Expressions are not evaluated, assignments only if the function needs them.
func (l *linker) entry(m *nkl.Module) {
	i := l.root(l.in.entry, l.in.time)
	mains := map[*action]*instance{}
	l.eachNeeded(i.draft, i.time, map[*draft]bool{}, func(a *action) {
		mains[a] = l.root(a.draft, a.time)
	})
	m.Funcs = l.functions()
	if l.in.c.Diags.HasErrors() {
		return
	}
	for _, a := range l.in.actions {
		if mains[a] != nil {
			out := l.action(a, mains[a])
			out.Name = ""
			m.Actions = append(m.Actions, out)
		}
	}
	m.Actions = append(m.Actions, &program.Action{Kind: program.PrintLength, N: -1})
	var args []string
	for k, v := range i.draft.params {
		name := "arg." + strconv.Itoa(k+1)
		m.Actions = append(m.Actions, &program.Action{Kind: program.Read, Name: name, TypeText: value.TypeText(v.Type), Type: v.Type, Result: name})
		args = append(args, name)
	}
	args = append(args, l.takeResults(i, len(args))...)
	m.Actions = append(m.Actions, &program.Action{Kind: program.Eval, Name: "it", TypeText: value.TypeText(i.fn.Result),
		Type: i.fn.Result, Fn: i.name, Args: args, Result: "r"})
	l.in.recursive(m)
	l.in.addLibrary(m)
}

// eachNeeded finds the assignments whose values code needs at a time.
func (l *linker) eachNeeded(d *draft, time int, seen map[*draft]bool, f func(*action)) {
	if seen[d] {
		return
	}
	seen[d] = true
	for _, g := range d.globals {
		if a := g.def.slot.at(time).result; !seen[a.draft] {
			f(a)
			l.eachNeeded(a.draft, a.time, seen, f)
		}
	}
	for _, c := range d.callees {
		if t := l.byKey[c.key].slot.at(time); t.draft != nil {
			l.eachNeeded(t.draft, time, seen, f)
		}
	}
}

// recursive adds the datatypes that contain themselves to m. An action
// that prints a value of these becomes two: one makes it, the other prints its text.
func (in *inferrer) recursive(m *nkl.Module) {
	seen := map[*hm.Datatype]bool{}
	for _, d := range in.order {
		if d.data == nil || d.data.Key == "" || seen[d.data] {
			continue
		}
		seen[d.data] = true
		out := &nkl.Datatype{Decl: ir.DeclAt(d.pos), Name: d.data.Key, Cons: d.data.FinalCons()}
		for _, p := range d.data.Params {
			out.TypeParams = append(out.TypeParams, hm.Final(p))
		}
		m.Datatypes = append(m.Datatypes, out)
	}
	var actions []*program.Action
	for _, a := range m.Actions {
		actions = append(actions, a)
		switch {
		case a.Type == nil || !a.Type.Has(types.KRef):
		case a.Kind != program.Eval:
			in.c.Errorf(a.Pos(), "E0314", "a value of type %s is read as input", value.TypeText(a.Type)).
				WithHint("an entry may get the sequences that such a value is made of, and make it")
		case a.Name != "":
			actions = append(actions, printText(m, a))
		}
	}
	m.Actions = actions
}

// printText is the action that prints the value of another as text, which does so no more.
func printText(m *nkl.Module, a *program.Action) *program.Action {
	str := func(s string) nkl.Expr { return &nkl.Str{Val: s} }
	v := types.NewVar("value", a.Type)
	line := &nkl.Seq{Elem: types.String, Elems: []nkl.Expr{
		str(a.Name + " = "), nkl.Op(a.Pos(), prim.String, nkl.Use(v)), str(" : " + a.TypeText + "\n")}}
	f := &nkl.Func{Decl: a.Decl, Name: a.Fn + ".text", Params: []*nkl.Var{v}, Result: types.Bool,
		Body: nkl.Op(a.Pos(), prim.PrintString, nkl.Op(a.Pos(), prim.Flatten, line))}
	m.Funcs = append(m.Funcs, f)
	a.Name, a.TypeText = "", ""
	return &program.Action{Decl: a.Decl, Kind: program.Eval, Type: types.Bool, Fn: f.Name, Args: []string{a.Result}, Result: a.Result + ".text"}
}
