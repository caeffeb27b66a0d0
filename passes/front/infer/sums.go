package infer

// Types of datatypes with alternatives, and of case.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/names"
)

// sum defines a datatype with alternatives and its constructors. One that says
// the same as the one before is the same type.
func (in *Inferrer) sum(f *nesl.Sum, quiet bool) {
	vars, scheme := in.typeVars(f.Context), &hm.Scheme{}
	for _, b := range f.Context {
		scheme.Quantify(vars[b.(*nesl.Bound).Var])
	}
	old := in.newest[f.Name]
	data := &hm.Datatype{Name: f.Name, Params: scheme.Vars}
	whole := in.define(&Definition{Name: f.Name, Kind: typeDef, Pos: f.Pos(), Data: data})
	for _, c := range f.Cons {
		data.Cons = append(data.Cons, in.constructor(c.(*nesl.Constructor), vars))
	}
	if data.Close(whole.version) {
		in.C.Errorf(f.Pos(), "E0207", "datatype %s contains itself with other type arguments", f.Name).Underline(len(f.Name)).
			WithHint("inside its own definition it has the parameters that it is defined with")
	}
	if data.Parts() > hm.MaxSize {
		in.C.Errorf(f.Pos(), "E0311", "datatype %s has more than %d parts", f.Name, hm.MaxSize).Underline(len(f.Name))
	}
	if old != nil && old.Data != nil && sameDatatype(old.Data, data) {
		data = old.Data
		whole.Data = data
	}
	for i, con := range data.Cons {
		d := whole
		if con.Name != f.Name {
			d = in.define(&Definition{Name: con.Name, Pos: f.Cons[i].Pos(), Data: data})
		}
		d.Kind, d.con, d.Params = ConstructorDef, con, con.Fields
		d.Scheme = &hm.Scheme{Vars: data.Params, Arg: con.Holds, Res: hm.DataOf(data, data.Params)}
		d.Label = &hm.Label{Name: in.codeName(d)}
		if con.Holds != nil {
			in.say(d, quiet)
		} else if !quiet {
			in.Actions = append(in.Actions, &Action{Pos: d.Pos, Time: in.Time, Kind: SayAction,
				TypeText: d.Name + " = " + d.Name + " : " + value.TypeText(hm.Shown(d.Scheme.Res))})
		}
	}
}

func (in *Inferrer) constructor(c *nesl.Constructor, vars map[string]*hm.Type) *hm.Constructor {
	con := &hm.Constructor{Name: c.Name}
	if !names.HoldsSomething(c) {
		return con
	}
	con.Holds, con.Fields = in.surfaceType(c.Type, vars), 1
	for t, ok := c.Type.(*nesl.TyPair); ok; t, ok = t.Right.(*nesl.TyPair) {
		con.Fields++
	}
	return con
}

// variant makes a value of constructor d.
func (in *Inferrer) variant(pos ir.Pos, d *Definition, args []nkl.Expr, t *hm.Type) nkl.Expr {
	v := &nkl.Variant{Node: ir.At(pos), Con: d.con.Name, Args: args}
	in.fix(&v.Type, t)
	return v
}

// variantOf is variant of one value, which holds all fields.
func (in *Inferrer) variantOf(pos ir.Pos, d *Definition, x nkl.Expr, t *hm.Type) nkl.Expr {
	var args []nkl.Expr
	for range d.con.Fields - 1 {
		args = append(args, &nkl.Proj{Node: ir.At(pos), Index: 0, Of: x})
		x = &nkl.Proj{Node: ir.At(pos), Index: 1, Of: x}
	}
	return in.variant(pos, d, append(args, x), t)
}

// A choice is a case that is being inferred.
type choice struct {
	e     *nesl.Case
	typ   *hm.Type // of the value
	data  *hm.Datatype
	args  []*hm.Type // of data
	whole *nkl.Var   // the value, if an arm names it
	seen  map[string]ir.Pos
	rest  bool     // an arm takes what is left
	res   *hm.Type // of the first arm
}

// caseOf infers a case. Every constructor of the datatype is in one arm.
func (in *Inferrer) caseOf(e *nesl.Case) (nkl.Expr, *hm.Type) {
	of, t := in.expr(e.Of)
	c := &choice{e: e, typ: t, seen: map[string]ir.Pos{}}
	if !in.chosen(c) {
		return of, hm.ErrType
	}
	out := &nkl.Case{Node: ir.At(e.Pos()), Of: of}
	for _, a := range e.Arms {
		a := a.(*nesl.Arm)
		arm := in.arm(c, a)
		if arm == nil {
			return of, hm.ErrType
		}
		out.Arms = append(out.Arms, arm)
	}
	if missing := c.missing(); len(missing) > 0 {
		names := make([]string, len(missing))
		for i, con := range missing {
			names[i] = con.Name
		}
		in.C.Errorf(e.Pos(), "E0312", "this case has no arm for %s", strings.Join(names, ", ")).Underline(len("case")).
			WithHint("| _ => ... takes what is left")
		return of, hm.ErrType
	}
	if c.whole != nil {
		out.Of = &nkl.Ref{Node: ir.At(e.Of.Pos()), Var: c.whole}
		return &nkl.Let{Node: ir.At(e.Pos()), Bind: c.whole, Rhs: of, Body: out}, c.res
	}
	return out, c.res
}

// chosen finds the datatype of a case by its first constructor.
func (in *Inferrer) chosen(c *choice) bool {
	for _, a := range c.e.Arms {
		pat := a.(*nesl.Arm).Pat
		d := in.constructorIn(pat)
		if d == nil {
			continue
		}
		c.data, c.args = d.Data, hm.Fresh(d.Data.Params)
		if f := hm.Unify(c.typ, hm.DataOf(c.data, c.args), c.e.Of.Pos()); f != nil {
			in.failed(c.e.Of, f, "the arms of this case take a %s apart, but the value is %s", c.data.Name, text(c.typ)).because(c.typ)
			return false
		}
		return true
	}
	if c.typ.Find().Kind != hm.Err {
		in.C.Errorf(c.e.Pos(), "E0215", "no arm of this case has a constructor").Underline(len("case")).
			WithHint("a name is given to a value by let NAME = VALUE in ...")
	}
	return false
}

// constructorIn is the constructor in the pattern of an arm, nil if there is none.
func (in *Inferrer) constructorIn(pat nesl.Expr) *Definition {
	switch p := pat.(type) {
	case *nesl.PatCon:
		return in.find(p.Con, p.Version)
	case *nesl.PatNone:
		return in.find(p.Con, p.Version)
	}
	return nil
}

// missing are the constructors without an arm.
func (c *choice) missing() (cons []*hm.Constructor) {
	for _, con := range c.data.Cons {
		if _, ok := c.seen[con.Name]; !ok && !c.rest {
			cons = append(cons, con)
		}
	}
	return cons
}

// arm infers one arm; it is nil after a mistake in the pattern.
func (in *Inferrer) arm(c *choice, a *nesl.Arm) *nkl.Arm {
	if len(c.missing()) == 0 {
		d := in.C.Errorf(a.Pat.Pos(), "E0313", "this arm is never reached").Underline(width(a.Pat))
		if p := in.constructorIn(a.Pat); p != nil && c.seen[p.Name].IsValid() {
			d.Note(c.seen[p.Name], len(p.Name), "this arm takes all values with "+p.Name)
		}
		return nil
	}
	out := &nkl.Arm{Node: ir.At(a.Pos())}
	var binds nkl.Lets
	d := in.constructorIn(a.Pat)
	switch {
	case d == nil:
		in.restArm(c, a.Pat.(*nesl.PatVar), out, &binds)
	case d.Data != c.data:
		f := hm.Unify(c.typ, hm.DataOf(d.Data, hm.Fresh(d.Data.Params)), a.Pat.Pos())
		in.failed(a.Pat, f, "%s is a constructor of %s, but the value is %s", d.Name, d.Data.Name, text(c.typ))
		return nil
	case c.seen[d.Name].IsValid():
		in.C.Errorf(a.Pat.Pos(), "E0313", "this arm is never reached").Underline(width(a.Pat)).
			Note(c.seen[d.Name], len(d.Name), "this arm takes all values with "+d.Name)
		return nil
	default:
		c.seen[d.Name] = a.Pat.Pos()
		out.Cons = []string{d.Name}
		if p, ok := a.Pat.(*nesl.PatCon); ok && !in.fields(c, d.con, p.Arg, out, &binds) {
			return nil
		}
	}
	body, t := in.expr(a.Body)
	out.Body = binds.In(body)
	in.armType(c, a, t)
	return out
}

// armType makes the type of an arm that of the first one.
func (in *Inferrer) armType(c *choice, a *nesl.Arm, t *hm.Type) {
	if c.res == nil {
		c.res = t
		return
	}
	if f := hm.Unify(t, c.res, a.Body.Pos()); f != nil {
		first := c.e.Arms[0].(*nesl.Arm)
		in.failed(a.Body, f, "the arms of a case have one type: this one is %s, the first one %s", text(t), text(c.res)).
			Note(first.Body.Pos(), width(first.Body), "the first one is here")
		c.res = hm.ErrType
	}
}

// restArm makes the arm of all constructors that are left.
func (in *Inferrer) restArm(c *choice, p *nesl.PatVar, out *nkl.Arm, binds *nkl.Lets) {
	left := c.missing()
	c.rest = true
	for _, con := range left {
		out.Cons = append(out.Cons, con.Name)
	}
	if len(left) == 1 {
		for _, t := range c.fieldTypes(left[0]) {
			out.Binds = append(out.Binds, in.newVar("_", t))
		}
	}
	if c.whole == nil {
		c.whole = in.newVar("whole", c.typ)
	}
	binds.Bind(in.bind(p.Name, c.typ), &nkl.Ref{Node: ir.At(p.Pos()), Var: c.whole})
}

// fieldTypes are the types of the fields of con in this case.
func (c *choice) fieldTypes(con *hm.Constructor) (ts []*hm.Type) {
	if con.Holds == nil {
		return nil
	}
	t := hm.Subst(con.Holds, c.data.Params, c.args).Find()
	for range con.Fields - 1 {
		ts = append(ts, t.Args[0])
		t = t.Args[1].Find()
	}
	return append(ts, t)
}

// fields binds the variables of a pattern, pairs nested to the right, to the
// fields of con. There may be fewer of them, or more if the last field is a tuple.
func (in *Inferrer) fields(c *choice, con *hm.Constructor, pat nesl.Expr, out *nkl.Arm, binds *nkl.Lets) bool {
	ts := c.fieldTypes(con)
	for i := 0; i < len(ts)-1; i++ {
		pair, ok := pat.(*nesl.PatPair)
		if !ok {
			in.fieldsAsOne(pat.(*nesl.PatVar), ts[i:], out, binds)
			return true
		}
		out.Binds = append(out.Binds, in.bind(pair.Left.(*nesl.PatVar).Name, ts[i]))
		pat = pair.Right
	}
	t := ts[len(ts)-1]
	if v, ok := pat.(*nesl.PatVar); ok {
		out.Binds = append(out.Binds, in.bind(v.Name, t))
		return true
	}
	v := in.newVar("p", t)
	out.Binds = append(out.Binds, v)
	return in.parts(pat, v, t, binds)
}

// fieldsOf is the tuple of the fields of a value, of type t, that only con makes.
func (in *Inferrer) fieldsOf(e *nesl.Contents, of nkl.Expr, con *hm.Constructor, t *hm.Type) nkl.Expr {
	arm := &nkl.Arm{Node: ir.At(e.Pos()), Cons: []string{con.Name}}
	var uses []nkl.Expr
	for i := range con.Fields {
		field := t.Find()
		if i < con.Fields-1 {
			field, t = field.Args[0], field.Args[1]
		}
		v := in.newVar("p", field)
		arm.Binds, uses = append(arm.Binds, v), append(uses, nkl.Use(v))
	}
	arm.Body = Pairs(e.Pos(), uses)
	return &nkl.Case{Node: ir.At(e.Pos()), Of: of, Arms: []nkl.Expr{arm}}
}

// fieldsAsOne binds one variable to the tuple of several fields.
func (in *Inferrer) fieldsAsOne(p *nesl.PatVar, ts []*hm.Type, out *nkl.Arm, binds *nkl.Lets) {
	var uses []nkl.Expr
	for _, t := range ts {
		v := in.newVar("p", t)
		out.Binds = append(out.Binds, v)
		uses = append(uses, nkl.Use(v))
	}
	binds.Bind(in.bind(p.Name, pairTypes(ts)), Pairs(p.Pos(), uses))
}

// parts binds the variables of pat to the components of v, of type t.
func (in *Inferrer) parts(pat nesl.Expr, v *nkl.Var, t *hm.Type, binds *nkl.Lets) bool {
	for {
		pair, ok := pat.(*nesl.PatPair)
		if !ok {
			binds.Bind(in.bind(pat.(*nesl.PatVar).Name, t), nkl.Use(v))
			return true
		}
		left, right := hm.NewVar(types.Any), hm.NewVar(types.Any)
		if f := hm.Unify(t, hm.PairOf(left, right), pair.Pos()); f != nil {
			in.failed(pat, f, "the pattern is a pair, but the value is %s", text(t))
			return false
		}
		binds.Bind(in.bind(pair.Left.(*nesl.PatVar).Name, left), &nkl.Proj{Index: 0, Of: nkl.Use(v)})
		rest := in.newVar("p", right)
		binds.Bind(rest, &nkl.Proj{Index: 1, Of: nkl.Use(v)})
		pat, v, t = pair.Right, rest, right
	}
}
