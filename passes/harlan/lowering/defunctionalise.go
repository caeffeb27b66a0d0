package lowering

// The pass defunctionalise.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// Defunctionalise makes data of procedures: every set of lambdas whose values may meet is a
// datatype, with a constructor for each lambda, whose fields are what it captures; a
// function of the set applies its values.
//
//	(let f (lambda main.fn1 fun<clo<k1 > <int> int> (x:int) (op + x y)) (apply f (3)))
//	  =>  (datatype k1 ((constructor main.fn1 (int))))
//	      (func apply.k1 (f:data<k1 <>> x:int) int (match f ((arm main.fn1 (y:int) (op + x y)))))
//	      (let f (construct main.fn1 (y)) (call apply.k1 (f 3)))
//
// A lambda that is applied where it is made is a let.
func Defunctionalise(_ *pass.Ctx, m *harlan.Module) *harlan.Module {
	d := &converter{sigs: m.Sigs(), sets: map[string]*procedures{}, types: pass.NewNames(), names: pass.NewNames()}
	for _, t := range m.Datatypes {
		d.types.Take(t.Name)
	}
	for _, f := range m.Funcs {
		d.names.Take(f.Name)
	}
	for _, e := range m.Externs {
		d.names.Take(e.Name)
	}
	out := &harlan.Module{Externs: m.Externs}
	for _, f := range m.Funcs {
		g := *f
		g.Params, g.Body = slices.Clone(f.Params), d.expr(f.Body)
		out.Funcs = append(out.Funcs, &g)
	}
	d.bodies()
	for _, f := range out.Funcs {
		d.retype(f)
	}
	for _, t := range m.Datatypes {
		out.Datatypes = append(out.Datatypes, d.datatype(t))
	}
	for i := 0; i < len(d.order); i++ { // types of procedures may name sets that have no lambda
		f := d.apply(d.order[i])
		d.retype(f)
		out.Funcs = append(out.Funcs, f)
		out.Datatypes = append(out.Datatypes, d.datatype(d.order[i].datatype()))
	}
	return out
}

// A converter knows the sets, in the order in which they were found.
type converter struct {
	sigs         *harlan.Sigs
	sets         map[string]*procedures
	order        []*procedures
	types, names *pass.Names
	converted    int // bodies of lambdas
}

// procedures is a set of lambdas.
type procedures struct {
	typ     *types.Type // as procedures
	data    string      // the datatype
	fn      string      // the function that applies values of it
	lambdas []*lambda
}

// A lambda is a constructor.
type lambda struct {
	*harlan.Lambda
	captures []*harlan.Var
	body     harlan.Expr // converted
}

// set is the set of a type of procedures.
func (d *converter) set(t *types.Type) *procedures {
	name := harlan.SetOf(t)
	s := d.sets[name]
	if s == nil {
		s = &procedures{typ: t, data: d.types.Fresh(name)}
		s.fn = d.names.Fresh("apply." + name)
		d.sets[name] = s
		d.order = append(d.order, s)
	}
	return s
}

// expr replaces lambdas and applications in e.
func (d *converter) expr(e harlan.Expr) harlan.Expr {
	switch e := e.(type) {
	case *harlan.Apply:
		if l, ok := e.Fun.(*harlan.Lambda); ok {
			return d.here(l, d.exprs(e.Args))
		}
		s := d.set(d.sigs.TypeOf(e.Fun))
		return &harlan.Call{Node: e.Node, Fn: s.fn, Args: d.exprs(append([]harlan.Expr{e.Fun}, e.Args...))}
	case *harlan.Lambda:
		s := d.set(e.Type)
		l := &lambda{Lambda: e, captures: harlan.FreeVars(e)}
		s.lambdas = append(s.lambdas, l)
		return &harlan.Construct{Node: e.Node, Con: e.Label, Args: uses(e.Node, l.captures)}
	}
	return e.MapChildren(d.expr)
}

func (d *converter) exprs(es []harlan.Expr) []harlan.Expr {
	out := make([]harlan.Expr, len(es))
	for i, e := range es {
		out[i] = d.expr(e)
	}
	return out
}

func uses(at ir.Node, vs []*harlan.Var) (out []harlan.Expr) {
	for _, v := range vs {
		out = append(out, &harlan.Ref{Node: at, Var: v})
	}
	return out
}

// bodies converts the bodies of lambdas, which may have other lambdas in them.
func (d *converter) bodies() {
	for n := -1; n != d.converted; {
		n = d.converted
		for i := 0; i < len(d.order); i++ {
			for k := 0; k < len(d.order[i].lambdas); k++ {
				if l := d.order[i].lambdas[k]; l.body == nil {
					l.body = d.expr(l.Body)
					d.converted++
				}
			}
		}
	}
}

// here applies a lambda to arguments where it is made.
func (d *converter) here(l *harlan.Lambda, args []harlan.Expr) harlan.Expr {
	body := d.expr(l.Body)
	for i := len(args) - 1; i >= 0; i-- {
		body = &harlan.Let{Node: ir.At(args[i].Pos()), Bind: l.Params[i], Rhs: args[i], Body: body}
	}
	return body
}

// apply makes the function that applies the procedures of a set. One that has no lambda is
// never applied.
func (d *converter) apply(s *procedures) *harlan.Func {
	self := types.NewVar("f", s.typ)
	f := &harlan.Func{Name: s.fn, Params: []*harlan.Var{self}, Result: harlan.ResultOf(s.typ)}
	for _, t := range harlan.ParamsOf(s.typ) {
		f.Params = append(f.Params, types.NewVar("x", t))
	}
	if len(s.lambdas) == 0 {
		f.Body = &harlan.Fail{Message: "There is no such procedure.", Type: f.Result}
		return f
	}
	f.P = s.lambdas[0].Pos()
	match := &harlan.Match{Node: ir.At(f.P), Of: &harlan.Ref{Var: self}}
	for _, l := range s.lambdas {
		env := map[*harlan.Var]*harlan.Var{}
		arm := &harlan.Arm{Node: l.Node, Con: l.Label}
		for _, v := range l.captures {
			env[v] = types.NewVar(v.Name, v.Type)
			arm.Binds = append(arm.Binds, env[v])
		}
		for i, p := range l.Params {
			env[p] = f.Params[i+1]
		}
		arm.Body = harlan.Rename(l.body, env)
		match.Arms = append(match.Arms, arm)
	}
	f.Body = match
	return f
}

// datatype is the datatype of a set, still with types of procedures in it.
func (s *procedures) datatype() *harlan.Datatype {
	t := &harlan.Datatype{Name: s.data}
	if len(s.lambdas) == 0 {
		t.Cons = []*harlan.Constructor{{Name: s.data + ".none"}}
	}
	for i, l := range s.lambdas {
		at := ir.DeclAt(l.Pos())
		if i == 0 {
			t.Decl = at
		}
		c := &harlan.Constructor{Decl: at, Name: l.Label}
		for _, v := range l.captures {
			c.Fields = append(c.Fields, v.Type)
		}
		t.Cons = append(t.Cons, c)
	}
	return t
}

// typ is t with datatypes in place of procedures.
func (d *converter) typ(t *types.Type) *types.Type {
	return t.Map(func(t *types.Type) *types.Type {
		if harlan.IsProcedure(t) {
			return harlan.Named(d.set(t).data)
		}
		return t
	})
}

func (d *converter) typs(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = d.typ(t)
	}
	return out
}

func (d *converter) retype(f *harlan.Func) {
	env := map[*harlan.Var]*harlan.Var{}
	for i, p := range f.Params {
		if t := d.typ(p.Type); t != p.Type {
			env[p] = types.NewVar(p.Name, t)
			f.Params[i] = env[p]
		}
	}
	f.Body = harlan.Retype(f.Body, env, d.typ)
	f.Result = d.typ(f.Result)
}

func (d *converter) datatype(t *harlan.Datatype) *harlan.Datatype {
	out := &harlan.Datatype{Decl: t.Decl, Name: t.Name}
	for _, c := range t.Cons {
		out.Cons = append(out.Cons, &harlan.Constructor{Decl: c.Decl, Name: c.Name, Fields: d.typs(c.Fields)})
	}
	return out
}
