package typing

// The pass infer-harlan.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// InferHarlan finds the types of everything.
//
//	(func f (x:_) _ (op + x 1.5))   =>  (func f (x:float) float (op + x 1.5))
//
// A function has one type in the program. Numbers that nothing says more of are ints.
// Every type of procedures has the set of lambdas whose values may meet there: those are
// apart that never need to be of one type.
func InferHarlan(c *pass.Ctx, m *harlan.Module) *harlan.Module {
	in := &inferrer{c: c, vars: map[*harlan.Var]*typed{}, funcs: map[string]*function{}, cons: map[string]*constructor{},
		ints: map[*harlan.Int]*typ{}}
	in.declare(m)
	out := &harlan.Module{}
	for _, f := range m.Funcs {
		out.Funcs = append(out.Funcs, in.function(f))
	}
	in.nameSets()
	for _, check := range in.checks {
		check()
	}
	if c.Diags.HasErrors() {
		return m
	}
	for _, f := range in.fixups {
		*f.to = f.typ.final()
	}
	for _, f := range out.Funcs {
		f.Body = in.literals(f.Body)
	}
	for _, d := range m.Datatypes {
		out.Datatypes = append(out.Datatypes, in.datatype(d))
	}
	for _, e := range m.Externs {
		f := in.funcs[e.Name]
		out.Externs = append(out.Externs, &harlan.Extern{Decl: e.Decl, Name: e.Name, Params: finals(f.params), Result: f.result.final()})
	}
	in.main(out)
	return out
}

// A typed is a variable of the typed program, with its type.
type typed struct {
	v   *harlan.Var
	typ *typ
}

// A function is the type of a function, builtin or extern.
type function struct {
	params []*typ
	result *typ
}

// A constructor is the types of the fields of a constructor.
type constructor struct {
	data   string
	fields []*typ
}

type inferrer struct {
	c      *pass.Ctx
	vars   map[*harlan.Var]*typed
	funcs  map[string]*function
	cons   map[string]*constructor
	ints   map[*harlan.Int]*typ
	fixups []fixup
	checks []func() // of what can be told only at the end
	name   string   // of the function
	labels int
	sets   []*typ // types of lambdas in their order
}

// A fixup is a place that gets its type when all types are known.
type fixup struct {
	to  **types.Type
	typ *typ
}

func (in *inferrer) fix(to **types.Type, t *typ) { in.fixups = append(in.fixups, fixup{to, t}) }

// declare makes the types of all that has a name at top level.
func (in *inferrer) declare(m *harlan.Module) {
	for name, sig := range harlan.Builtins {
		in.funcs[name] = &function{typsFrom(sig.Params), typFrom(sig.Result)}
	}
	for _, d := range m.Datatypes {
		for _, c := range d.Cons {
			in.cons[c.Name] = &constructor{d.Name, typsFrom(c.Fields)}
		}
	}
	for _, e := range m.Externs {
		in.funcs[e.Name] = &function{typsFrom(e.Params), typFrom(e.Result)}
	}
	for _, f := range m.Funcs {
		g := &function{result: unknown()}
		for range f.Params {
			g.params = append(g.params, unknown())
		}
		in.funcs[f.Name] = g
	}
}

func (in *inferrer) function(f *harlan.Func) *harlan.Func {
	in.name, in.labels = f.Name, 0
	g := in.funcs[f.Name]
	out := &harlan.Func{Decl: f.Decl, Name: f.Name}
	for i, p := range f.Params {
		out.Params = append(out.Params, in.bind(p, g.params[i]))
	}
	body, t := in.expr(f.Body)
	in.same(f.Body, "the body of "+f.Name, t, g.result)
	out.Body = body
	in.fix(&out.Result, g.result)
	return out
}

// bind makes the variable of the typed program for v.
func (in *inferrer) bind(v *harlan.Var, t *typ) *harlan.Var {
	w := types.NewVar(v.Name, nil)
	in.vars[v] = &typed{w, t}
	in.fix(&w.Type, t)
	return w
}

func (in *inferrer) binds(vs []*harlan.Var, ts []*typ) (out []*harlan.Var) {
	for i, v := range vs {
		out = append(out, in.bind(v, ts[i]))
	}
	return out
}

// same reports that a value has another type than the one wanted.
func (in *inferrer) same(e harlan.Expr, what string, got, want *typ) {
	g, w := got.spell(), want.spell()
	if unify(got, want) {
		return
	}
	if got.find().occurs(want.find()) || want.find().occurs(got.find()) {
		in.c.Errorf(e.Pos(), "E0440", "%s would have a type that contains itself: %s in %s", what, g, w).
			WithHint("a datatype may contain itself")
		return
	}
	err := in.c.Errorf(e.Pos(), "E0440", "%s has type %s, expected %s", what, g, w)
	if got.find().kind == types.KInt && want.find().kind == types.KFloat {
		err.WithHint("(int->float e) is an int as a float")
	}
}

// want infers e, whose type must be t.
func (in *inferrer) want(e harlan.Expr, what string, t *typ) harlan.Expr {
	out, got := in.expr(e)
	in.same(e, what, got, t)
	return out
}

// later adds a check of a type that is known at the end only.
func (in *inferrer) later(at harlan.Expr, t *typ, good func(*typ) bool, code, format string, args ...any) {
	in.checks = append(in.checks, func() {
		if !good(t.find()) {
			in.c.Errorf(at.Pos(), code, format+", not %s", append(args, t.spell())...)
		}
	})
}

// nameSets gives the sets names, in the order of their first lambdas.
func (in *inferrer) nameSets() {
	n := 0
	name := func(s *set) {
		if s.name == "" {
			n++
			s.name = "k" + strconv.Itoa(n)
		}
	}
	for _, t := range in.sets {
		name(t.set.find())
	}
	for _, f := range in.fixups {
		f.typ.eachSet(name)
	}
	for _, c := range in.cons {
		for _, f := range c.fields {
			f.eachSet(func(s *set) {
				if s.name == "" {
					s.name = "k0" // no lambda is ever there
				}
			})
		}
	}
}

// datatype is d with the sets of its fields.
func (in *inferrer) datatype(d *harlan.Datatype) *harlan.Datatype {
	out := &harlan.Datatype{Decl: d.Decl, Name: d.Name}
	for _, c := range d.Cons {
		out.Cons = append(out.Cons, &harlan.Constructor{Decl: c.Decl, Name: c.Name, Fields: finals(in.cons[c.Name].fields)})
	}
	return out
}

// literals makes ints what they have turned out to be.
func (in *inferrer) literals(e harlan.Expr) harlan.Expr {
	e = e.MapChildren(in.literals)
	i, ok := e.(*harlan.Int)
	if !ok {
		return e
	}
	switch in.ints[i].final() {
	case types.Float:
		return &harlan.Float{Node: ir.At(i.Pos()), Val: float64(i.Val)}
	case harlan.U64Type:
		return &harlan.U64{Node: ir.At(i.Pos()), Val: i.Val}
	}
	return i
}

// main checks what the program yields.
func (in *inferrer) main(m *harlan.Module) {
	for _, f := range m.Funcs {
		if f.Name == "main" && f.Result != types.Int && f.Result != harlan.VoidType {
			in.c.Errorf(f.P, "E0442", "main yields %s, expected an int, which is the exit status, or void", harlan.Spell(f.Result))
		}
	}
}
