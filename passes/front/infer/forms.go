package infer

// Types of definitions, assignments and expressions at top level.

import (
	"strconv"
	"strings"

	"nessiec/ir/nesl"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/names"
)

// function infers a definition and generalises its type. After a mistake the
// function has the type that its header says, or else every type. A definition
// without a type of a function that is announced has the type announced.
func (in *Inferrer) function(f *nesl.Function) *Definition {
	mistakes, announced := in.C.Diags.NumErrors(), in.newest[f.Name]
	d := in.define(&Definition{Name: f.Name, Kind: FunctionDef, Pos: f.Pos()})
	in.current = d
	in.draft = &Draft{name: in.codeName(d), Pos: f.Pos()}
	d.Draft, d.Label = in.draft, &hm.Label{Name: in.draft.name}
	arg := in.params(f.Param)
	res := hm.NewVar(types.Any)
	d.Scheme, d.Params = &hm.Scheme{Arg: arg, Res: res}, len(in.draft.Params)
	if s, ok := f.Sig.(*nesl.Signature); ok {
		in.header(s, arg, res)
	} else if announced != nil && announced.sig != nil {
		in.announced(f, announced.sig, arg, res)
	}
	body, t := in.expr(f.Body)
	if fail := hm.Unify(t, res, f.Body.Pos()); fail != nil {
		in.failed(f.Body, fail, "the body of %s is %s, but its result is %s", f.Name, text(t), text(res)).because(res)
	}
	if in.C.Diags.NumErrors() > mistakes {
		return in.broken(d, f.Sig)
	}
	in.draft.Body, in.draft.Result = body, res
	d.Scheme = hm.Generalise(arg, res)
	for _, call := range d.self {
		call.TypeArgs = d.Scheme.Params()
	}
	for v := range in.draft.Values {
		if v.Fn == d.Key() {
			in.draft.Values[v] = d.Scheme.Params()
		}
	}
	in.place(d)
	return d
}

// codeName is the name of the code of d in the typed program.
func (in *Inferrer) codeName(d *Definition) string {
	if _, taken := names.TheCatalogue().ByName[d.Name]; d.version == 1 && (in.Lib == nil || !taken) {
		return d.Name
	}
	return d.Name + "." + strconv.FormatInt(d.version, 10)
}

// params binds the parameters of a function and returns the type of its
// argument.
func (in *Inferrer) params(pat nesl.Expr) *hm.Type {
	if p, ok := pat.(*nesl.PatPair); ok {
		left := in.params(p.Left)
		return hm.PairOf(left, in.params(p.Right))
	}
	t := hm.NewVar(types.Any)
	in.draft.Params = append(in.draft.Params, in.bind(pat.(*nesl.PatVar).Name, t))
	return t
}

// broken gives a rejected definition a type with which others can go on.
func (in *Inferrer) broken(d *Definition, sig nesl.Expr) *Definition {
	d.Kind, d.Typ = brokenDef, hm.ErrType
	s, ok := sig.(*nesl.Signature)
	if !ok {
		return d
	}
	if fun, ok := s.Type.(*nesl.TyFun); ok {
		vars := in.typeVars(s.Context)
		arg, res := in.surfaceType(fun.Arg, vars), in.surfaceType(fun.Result, vars)
		d.Kind, d.Scheme, d.Params = StubDef, hm.Generalise(arg, res), 1
	}
	return d
}

// stub announces a function.
func (in *Inferrer) stub(f *nesl.Stub) *Definition {
	d := in.define(&Definition{Name: f.Name, Kind: StubDef, Pos: f.Pos(), Params: 1, sig: f.Sig.(*nesl.Signature)})
	d.Label = &hm.Label{Name: in.codeName(d)}
	arg, res := hm.NewVar(types.Any), hm.NewVar(types.Any)
	in.header(d.sig, arg, res)
	d.Scheme = hm.Generalise(arg, res)
	in.place(d)
	return d
}

// datatype defines a constructor and its type. A definition that says the same
// as the one before is the same type.
func (in *Inferrer) datatype(f *nesl.Datatype) *Definition {
	d := in.define(&Definition{Name: f.Name, Kind: ConstructorDef, Pos: f.Pos()})
	vars := in.typeVars(f.Context)
	d.Scheme = &hm.Scheme{}
	for _, b := range f.Context {
		d.Scheme.Quantify(vars[b.(*nesl.Bound).Var])
	}
	d.Scheme.Arg = in.surfaceType(f.Type, vars)
	if hm.Size(d.Scheme.Arg) > hm.MaxSize {
		in.C.Errorf(f.Pos(), "E0311", "datatype %s has more than %d parts", f.Name, hm.MaxSize).Underline(len(f.Name))
		d.Scheme.Arg = hm.ErrType
	}
	d.Params = 1
	for t := f.Type; ; d.Params++ {
		pair, ok := t.(*nesl.TyPair)
		if !ok {
			break
		}
		t = pair.Right
	}
	d.Label = &hm.Label{Name: in.codeName(d)}
	d.Data = &hm.Datatype{Name: f.Name, Params: d.Scheme.Vars, Holds: d.Scheme.Arg}
	if old := in.defs[defKey{d.Name, d.version - 1}]; old != nil && old.Kind == ConstructorDef && sameDatatype(old.Data, d.Data) {
		d.Data, d.Scheme, d.Label = old.Data, old.Scheme, old.Label
	}
	d.Scheme.Res = hm.DataOf(d.Data, d.Data.Params)
	return d
}

func sameDatatype(a, b *hm.Datatype) bool {
	if a.Key != "" || b.Key != "" {
		return len(a.Params) == len(b.Params) && hm.SameCons(a, b)
	}
	if len(a.Params) != len(b.Params) || hm.Final(hm.DataOf(a, a.Params)) != hm.Final(hm.DataOf(b, b.Params)) {
		return false
	}
	for i, p := range a.Params {
		if hm.Final(p) != hm.Final(b.Params[i]) {
			return false
		}
	}
	return true
}

// say adds the answer to a definition.
func (in *Inferrer) say(d *Definition, quiet bool) {
	if quiet || d.Kind == brokenDef {
		return
	}
	t := hm.Shown(hm.FunOf(hm.CloOf(d.Label), d.Scheme.Arg, d.Scheme.Res))
	in.Actions = append(in.Actions, &Action{Pos: d.Pos, Time: in.Time, Kind: SayAction, TypeText: d.Name + " = fn : " + value.TypeText(t)})
}

// eval infers an expression; its value is called it.
func (in *Inferrer) eval(f *nesl.Eval, quiet bool) {
	a, t := in.evaluation(f.Body, "it")
	d := in.define(&Definition{Name: "it", Kind: ValueDef, Pos: f.Pos(), Typ: t, Result: a})
	in.place(d)
	if quiet {
		a.Name = ""
	}
}

// assign infers the value and gives its components to the names of the
// pattern.
func (in *Inferrer) assign(f *nesl.Assign, quiet bool) {
	name := patternText(f.Pat)
	a, t := in.evaluation(f.Rhs, name)
	pat := patternType(f.Pat)
	if fail := hm.Unify(t, pat, f.Pat.Pos()); fail != nil {
		in.failed(f.Pat, fail, "the pattern %s does not fit a value of type %s", name, text(t))
		pat = hm.ErrType
	}
	hm.Weaken(t)
	in.assignParts(f.Pat, pat, a, nil)
	if quiet {
		a.Name = ""
	}
}

// patternType is a type of the form of a pattern.
func patternType(pat nesl.Expr) *hm.Type {
	if p, ok := pat.(*nesl.PatPair); ok {
		return hm.PairOf(patternType(p.Left), patternType(p.Right))
	}
	return hm.NewVar(types.Any)
}

func (in *Inferrer) assignParts(pat nesl.Expr, t *hm.Type, a *Action, path []int) {
	if p, ok := pat.(*nesl.PatPair); ok {
		for i, part := range []nesl.Expr{p.Left, p.Right} {
			pt := t
			if t.Kind != hm.Err {
				pt = t.Args[i]
			}
			in.assignParts(part, pt, a, append(path[:len(path):len(path)], i))
		}
		return
	}
	d := &Definition{Name: pat.(*nesl.PatVar).Name, Kind: ValueDef, Pos: pat.Pos(), Typ: t, Result: a, Path: path}
	if t.Kind == hm.Err {
		d.Kind = brokenDef
	}
	in.place(in.define(d))
}

// patternText prints a pattern: (p, q).
func patternText(pat nesl.Expr) string {
	if p, ok := pat.(*nesl.PatPair); ok {
		var parts []string
		for ; ok; p, ok = pat.(*nesl.PatPair) {
			parts = append(parts, patternText(p.Left))
			pat = p.Right
		}
		return "(" + strings.Join(append(parts, patternText(pat)), ", ") + ")"
	}
	return pat.(*nesl.PatVar).Name
}

// evaluation infers an expression of the top level and makes its action.
func (in *Inferrer) evaluation(e nesl.Expr, name string) (*Action, *hm.Type) {
	mistakes := in.C.Diags.NumErrors()
	in.draft = &Draft{name: "main." + strconv.Itoa(in.Time), Pos: e.Pos()}
	body, t := in.expr(e)
	if in.C.Diags.NumErrors() > mistakes {
		t = hm.ErrType
	}
	hm.Weaken(t)
	in.draft.Body, in.draft.Result = body, t
	a := &Action{Pos: e.Pos(), Time: in.Time, Kind: EvalAction, Name: name, Typ: t, Draft: in.draft,
		TypeText: value.TypeText(hm.Shown(t))}
	in.Actions = append(in.Actions, a)
	return a, t
}
