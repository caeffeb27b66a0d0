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
	"nessiec/passes/front/infer"
)

// link makes the module of a program.
func link(in *infer.Inferrer) *nkl.Module {
	l := newLinker(in)
	l.live = true
	m := &nkl.Module{}
	if in.Entry != nil {
		l.entry(m)
	} else {
		l.program(m)
	}
	if in.C.Diags.HasErrors() {
		return &nkl.Module{}
	}
	return drawKeys(m)
}

// functions makes the functions of all instances that are complete; those that
// no action reaches are made to be checked only.
func (l *linker) functions() (live []*nkl.Func) {
	l.live = false
	for _, d := range l.in.Order {
		if d.Kind == infer.FunctionDef {
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
	checkSerial(l.in, all)
	return live
}

// inOrder is the instances in the order of their definitions, actions last.
func (l *linker) inOrder() []*instance {
	time := func(i *instance) int {
		if i.def == nil {
			return never
		}
		return i.def.Time
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
	mains := map[*infer.Action]*instance{}
	for _, a := range l.in.Actions {
		if a.Kind == infer.EvalAction {
			mains[a] = l.root(a.Draft, a.Time)
		}
	}
	m.Funcs = l.functions()
	if l.in.C.Diags.HasErrors() {
		return
	}
	for _, a := range l.in.Actions {
		switch a.Kind {
		case infer.EvalAction:
			m.Actions = append(m.Actions, l.action(a, mains[a]))
		case infer.SayAction:
			m.Actions = append(m.Actions, &program.Action{Decl: ir.DeclAt(a.Pos), Kind: program.Say, TypeText: a.TypeText})
		case infer.PrintLength:
			m.Actions = append(m.Actions, &program.Action{Decl: ir.DeclAt(a.Pos), Kind: program.PrintLength, N: a.N})
		}
	}
	recursive(l.in, m)
	addLibrary(l.in, m)
}

// action makes the action that calls the code of an evaluation, whose
// parameters become results of earlier actions.
func (l *linker) action(a *infer.Action, i *instance) *program.Action {
	out := &program.Action{Decl: ir.DeclAt(a.Pos), Kind: program.Eval, Name: a.Name, TypeText: a.TypeText,
		Type: i.fn.Result, Fn: i.name, Result: resultName(a)}
	out.Args = l.takeResults(i, 0)
	return out
}

func resultName(a *infer.Action) string { return "r" + strconv.Itoa(a.Time) }

// takeResults turns the parameters of i from the first-th on, which are values
// of the top level, into results of actions, taken apart inside; it returns
// the names of the results.
func (l *linker) takeResults(i *instance, first int) (args []string) {
	f := i.fn
	values := f.Params[first:]
	f.Params = f.Params[:first:first]
	taken := map[*infer.Action]*nkl.Var{}
	var lets nkl.Lets
	for k, s := range i.needs {
		d, v := s.At(i.time), values[k]
		whole := v
		if len(d.Path) > 0 {
			whole = taken[d.Result]
			if whole == nil {
				whole = types.NewVar("r", l.relabelling(d.Result.Time)(hm.Final(d.Result.Typ)))
			}
			e := nkl.Use(whole)
			for _, index := range d.Path {
				e = &nkl.Proj{Index: index, Of: e}
			}
			lets.Bind(v, e)
		}
		if taken[d.Result] == nil {
			taken[d.Result] = whole
			f.Params = append(f.Params, whole)
			args = append(args, resultName(d.Result))
		}
		l.checkLabels(d, i)
	}
	f.Body = lets.In(f.Body)
	return args
}

// checkLabels rejects the use of a value that holds functions whose code was
// redefined after it was made.
func (l *linker) checkLabels(d *infer.Definition, i *instance) {
	if !l.relabel {
		return
	}
	t := hm.Final(d.Typ)
	if l.relabelling(d.Time)(t) != l.relabelling(i.time)(t) {
		l.in.C.Errorf(i.draft.Pos, "E0214", "the value of %s holds a function that was redefined since", d.Name).
			Note(d.Pos, len(d.Name), "the value was made here").
			WithHint("evaluate it again after the redefinition")
	}
}

// entry makes the module that reads the argument of a function and calls it.
// Expressions are not evaluated, assignments only if the function needs them.
func (l *linker) entry(m *nkl.Module) {
	i := l.root(l.in.Entry, l.in.Time)
	mains := map[*infer.Action]*instance{}
	l.eachNeeded(i.draft, i.time, map[*infer.Draft]bool{}, func(a *infer.Action) {
		mains[a] = l.root(a.Draft, a.Time)
	})
	m.Funcs = l.functions()
	if l.in.C.Diags.HasErrors() {
		return
	}
	for _, a := range l.in.Actions {
		if mains[a] != nil {
			out := l.action(a, mains[a])
			out.Name = ""
			m.Actions = append(m.Actions, out)
		}
	}
	m.Actions = append(m.Actions, &program.Action{Kind: program.PrintLength, N: -1})
	var args []string
	for k, v := range i.draft.Params {
		name := "arg." + strconv.Itoa(k+1)
		m.Actions = append(m.Actions, &program.Action{Kind: program.Read, Name: name, TypeText: value.TypeText(v.Type), Type: v.Type, Result: name})
		args = append(args, name)
	}
	args = append(args, l.takeResults(i, len(args))...)
	m.Actions = append(m.Actions, &program.Action{Kind: program.Eval, Name: "it", TypeText: value.TypeText(i.fn.Result),
		Type: i.fn.Result, Fn: i.name, Args: args, Result: "r"})
	recursive(l.in, m)
	addLibrary(l.in, m)
}

// eachNeeded finds the assignments whose values code needs at a time.
func (l *linker) eachNeeded(d *infer.Draft, time int, seen map[*infer.Draft]bool, f func(*infer.Action)) {
	if seen[d] {
		return
	}
	seen[d] = true
	for _, g := range d.Globals {
		if a := g.Def.Slot.At(time).Result; !seen[a.Draft] {
			f(a)
			l.eachNeeded(a.Draft, a.Time, seen, f)
		}
	}
	for _, c := range d.Callees {
		if t := l.byKey[c.Key].Slot.At(time); t.Draft != nil {
			l.eachNeeded(t.Draft, time, seen, f)
		}
	}
}

// recursive adds the datatypes that contain themselves to m. An action
// that prints a value of these becomes two: one makes it, the other prints its text.
func recursive(in *infer.Inferrer, m *nkl.Module) {
	seen := map[*hm.Datatype]bool{}
	for _, d := range in.Order {
		if d.Data == nil || d.Data.Key == "" || seen[d.Data] {
			continue
		}
		seen[d.Data] = true
		out := &nkl.Datatype{Decl: ir.DeclAt(d.Pos), Name: d.Data.Key, Cons: d.Data.FinalCons()}
		for _, p := range d.Data.Params {
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
			in.C.Errorf(a.Pos(), "E0314", "a value of type %s is read as input", value.TypeText(a.Type)).
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
		str(a.Name + " = "), nkl.Op(a.Pos(), prim.Printed, nkl.Use(v)), str(" : " + a.TypeText + "\n")}}
	f := &nkl.Func{Decl: a.Decl, Name: a.Fn + ".text", Params: []*nkl.Var{v}, Result: types.Bool,
		Body: nkl.Op(a.Pos(), prim.PrintString, nkl.Op(a.Pos(), prim.Flatten, line))}
	m.Funcs = append(m.Funcs, f)
	a.Name, a.TypeText = "", ""
	return &program.Action{Decl: a.Decl, Kind: program.Eval, Type: types.Bool, Fn: f.Name, Args: []string{a.Result}, Result: a.Result + ".text"}
}
