package front

// Types of definitions, assignments and expressions at top level.

import (
	"strconv"
	"strings"

	"nessiec/ir/nesl"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/front/hm"
)

// function infers a definition and generalises its type. After a mistake the
// function has the type that its header says, or else every type.
func (in *inferrer) function(f *nesl.Function) *definition {
	mistakes := in.c.Diags.NumErrors()
	d := in.define(&definition{name: f.Name, kind: functionDef, pos: f.Pos()})
	in.current = d
	in.draft = &draft{name: in.codeName(d), pos: f.Pos()}
	d.draft, d.label = in.draft, &hm.Label{Name: in.draft.name}
	arg := in.params(f.Param)
	res := hm.NewVar(types.Any)
	d.scheme, d.params = &hm.Scheme{Arg: arg, Res: res}, len(in.draft.params)
	if s, ok := f.Sig.(*nesl.Signature); ok {
		in.header(s, arg, res)
	}
	body, t := in.expr(f.Body)
	if fail := hm.Unify(t, res, f.Body.Pos()); fail != nil {
		in.failed(f.Body, fail, "the body of %s is %s, but its result is %s", f.Name, text(t), text(res)).because(res)
	}
	if in.c.Diags.NumErrors() > mistakes {
		return in.broken(d, f.Sig)
	}
	in.draft.body, in.draft.result = body, res
	d.scheme = hm.Generalise(arg, res)
	for _, call := range d.self {
		call.TypeArgs = d.scheme.Params()
	}
	for v := range in.draft.values {
		if v.Fn == d.key() {
			in.draft.values[v] = d.scheme.Params()
		}
	}
	in.place(d)
	return d
}

// codeName is the name of the code of d in the typed program.
func (in *inferrer) codeName(d *definition) string {
	if _, taken := theCatalogue().byName[d.name]; d.version == 1 && (in.lib == nil || !taken) {
		return d.name
	}
	return d.name + "." + strconv.FormatInt(d.version, 10)
}

// params binds the parameters of a function and returns the type of its
// argument.
func (in *inferrer) params(pat nesl.Expr) *hm.Type {
	if p, ok := pat.(*nesl.PatPair); ok {
		left := in.params(p.Left)
		return hm.PairOf(left, in.params(p.Right))
	}
	t := hm.NewVar(types.Any)
	in.draft.params = append(in.draft.params, in.bind(pat.(*nesl.PatVar).Name, t))
	return t
}

// broken gives a rejected definition a type with which others can go on.
func (in *inferrer) broken(d *definition, sig nesl.Expr) *definition {
	d.kind, d.typ = brokenDef, hm.ErrType
	s, ok := sig.(*nesl.Signature)
	if !ok {
		return d
	}
	if fun, ok := s.Type.(*nesl.TyFun); ok {
		vars := in.typeVars(s.Context)
		arg, res := in.surfaceType(fun.Arg, vars), in.surfaceType(fun.Result, vars)
		d.kind, d.scheme, d.params = stubDef, hm.Generalise(arg, res), 1
	}
	return d
}

// stub announces a function.
func (in *inferrer) stub(f *nesl.Stub) *definition {
	d := in.define(&definition{name: f.Name, kind: stubDef, pos: f.Pos(), params: 1})
	d.label = &hm.Label{Name: in.codeName(d)}
	arg, res := hm.NewVar(types.Any), hm.NewVar(types.Any)
	in.header(f.Sig.(*nesl.Signature), arg, res)
	d.scheme = hm.Generalise(arg, res)
	in.place(d)
	return d
}

// datatype defines a constructor and its type. A definition that says the same
// as the one before is the same type.
func (in *inferrer) datatype(f *nesl.Datatype) *definition {
	d := in.define(&definition{name: f.Name, kind: constructorDef, pos: f.Pos()})
	vars := in.typeVars(f.Context)
	d.scheme = &hm.Scheme{}
	for _, b := range f.Context {
		d.scheme.Quantify(vars[b.(*nesl.Bound).Var])
	}
	d.scheme.Arg = in.surfaceType(f.Type, vars)
	if hm.Size(d.scheme.Arg) > hm.MaxSize {
		in.c.Errorf(f.Pos(), "E0311", "datatype %s has more than %d parts", f.Name, hm.MaxSize).Underline(len(f.Name))
		d.scheme.Arg = hm.ErrType
	}
	d.params = 1
	for t := f.Type; ; d.params++ {
		pair, ok := t.(*nesl.TyPair)
		if !ok {
			break
		}
		t = pair.Right
	}
	d.label = &hm.Label{Name: in.codeName(d)}
	d.data = &hm.Datatype{Name: f.Name, Params: d.scheme.Vars, Holds: d.scheme.Arg}
	if old := in.defs[defKey{d.name, d.version - 1}]; old != nil && old.kind == constructorDef && sameDatatype(old.data, d.data) {
		d.data, d.scheme, d.label = old.data, old.scheme, old.label
	}
	d.scheme.Res = hm.DataOf(d.data, d.data.Params)
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
func (in *inferrer) say(d *definition, quiet bool) {
	if quiet || d.kind == brokenDef {
		return
	}
	t := hm.Shown(hm.FunOf(hm.CloOf(d.label), d.scheme.Arg, d.scheme.Res))
	in.actions = append(in.actions, &action{pos: d.pos, time: in.time, kind: sayAction, typeText: d.name + " = fn : " + value.TypeText(t)})
}

// eval infers an expression; its value is called it.
func (in *inferrer) eval(f *nesl.Eval, quiet bool) {
	a, t := in.evaluation(f.Body, "it")
	d := in.define(&definition{name: "it", kind: valueDef, pos: f.Pos(), typ: t, result: a})
	in.place(d)
	if quiet {
		a.name = ""
	}
}

// assign infers the value and gives its components to the names of the
// pattern.
func (in *inferrer) assign(f *nesl.Assign, quiet bool) {
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
		a.name = ""
	}
}

// patternType is a type of the form of a pattern.
func patternType(pat nesl.Expr) *hm.Type {
	if p, ok := pat.(*nesl.PatPair); ok {
		return hm.PairOf(patternType(p.Left), patternType(p.Right))
	}
	return hm.NewVar(types.Any)
}

func (in *inferrer) assignParts(pat nesl.Expr, t *hm.Type, a *action, path []int) {
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
	d := &definition{name: pat.(*nesl.PatVar).Name, kind: valueDef, pos: pat.Pos(), typ: t, result: a, path: path}
	if t.Kind == hm.Err {
		d.kind = brokenDef
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
func (in *inferrer) evaluation(e nesl.Expr, name string) (*action, *hm.Type) {
	mistakes := in.c.Diags.NumErrors()
	in.draft = &draft{name: "main." + strconv.Itoa(in.time), pos: e.Pos()}
	body, t := in.expr(e)
	if in.c.Diags.NumErrors() > mistakes {
		t = hm.ErrType
	}
	hm.Weaken(t)
	in.draft.body, in.draft.result = body, t
	a := &action{pos: e.Pos(), time: in.time, kind: evalAction, name: name, typ: t, draft: in.draft,
		typeText: value.TypeText(hm.Shown(t))}
	in.actions = append(in.actions, a)
	return a, t
}
