package infer

// Drafts: code whose types and callees are filled in later.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
)

// A Draft is the code of a function or of an action. It calls functions of the
// program by their keys (name#version) and those of the library by name.
type Draft struct {
	name    string // readable, for labels
	Pos     ir.Pos
	Params  []*nkl.Var
	Result  *hm.Type
	Body    nkl.Expr
	Globals []*globalUse
	Callees []callee
	Labels  []string                      // of its lambdas
	Values  map[*nkl.FunVal][]*types.Type // type arguments of the functions used as values
}

// A callee is a function of the program that the code mentions first at pos.
type callee struct {
	Key string
	Pos ir.Pos
}

// A globalUse is a value of the top level that the code mentions: v stands for
// it until link makes it a parameter.
type globalUse struct {
	Def *Definition
	V   *nkl.Var
}

// A local is a variable in scope.
type local struct {
	v     *nkl.Var
	typ   *hm.Type
	depth int // how many lambdas are around its binder
}

// A lambdaFrame is a lambda whose body is being inferred.
type lambdaFrame struct {
	identity *hm.Type
	captures []*nkl.Var
	seen     map[*nkl.Var]bool
}

// A fixup is a place in a draft that gets its type when all types are known.
type fixup struct {
	to  **types.Type
	typ *hm.Type
}

// Settle fills in all types.
func (in *Inferrer) Settle() {
	for _, f := range in.fixups {
		*f.to = hm.Final(f.typ)
	}
}

func (in *Inferrer) fix(to **types.Type, t *hm.Type) { in.fixups = append(in.fixups, fixup{to, t}) }

// fixAll is fix for type arguments.
func (in *Inferrer) fixAll(ts []*hm.Type) []*types.Type {
	if len(ts) == 0 {
		return nil
	}
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		in.fix(&out[i], t)
	}
	return out
}

// newVar makes a variable of the typed program.
func (in *Inferrer) newVar(name string, t *hm.Type) *nkl.Var {
	v := types.NewVar(name, nil)
	in.fix(&v.Type, t)
	return v
}

// bind brings a variable into scope. name is unique in the form; the hint in
// the typed program is what the source says.
func (in *Inferrer) bind(name string, t *hm.Type) *nkl.Var {
	v := in.newVar(Hint(name), t)
	in.locals[name] = &local{v: v, typ: t, depth: len(in.lambdas)}
	return v
}

// Hint is a name without the number that made it unique.
func Hint(name string) string {
	for i := range len(name) {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return name
}

// use makes a reference to a local variable and notes it as a capture of the
// lambdas between it and its binder.
func (in *Inferrer) use(at ir.Pos, l *local) nkl.Expr {
	for _, f := range in.lambdas[l.depth:] {
		if !f.seen[l.v] {
			f.seen[l.v] = true
			f.captures = append(f.captures, l.v)
			f.identity.Args = append(f.identity.Args, l.typ)
		}
	}
	return &nkl.Ref{Node: ir.At(at), Var: l.v}
}

// global makes a reference to a value of the top level.
func (in *Inferrer) global(at ir.Pos, d *Definition) nkl.Expr {
	for _, g := range in.draft.Globals {
		if g.Def == d {
			return &nkl.Ref{Node: ir.At(at), Var: g.V}
		}
	}
	g := &globalUse{Def: d, V: in.newVar(d.Name, d.Typ)}
	in.draft.Globals = append(in.draft.Globals, g)
	return &nkl.Ref{Node: ir.At(at), Var: g.V}
}

// LambdaMark is in the labels of lambdas, behind the name of the function.
const LambdaMark = ".fn"

// newLabel names the code of a lambda of this form, which stands at pos.
func (in *Inferrer) newLabel(pos ir.Pos) *hm.Label {
	name := in.draft.name + LambdaMark + strconv.Itoa(len(in.draft.Labels)+1)
	in.draft.Labels = append(in.draft.Labels, name)
	return &hm.Label{Name: name, Pos: pos}
}

// mention notes that the code mentions a function of the program.
func (in *Inferrer) mention(d *Definition, at ir.Pos) {
	if d.version == 0 || d.Kind == ConstructorDef {
		return
	}
	key := d.Key()
	if !in.mentioned[key] {
		in.mentioned[key] = true
		in.draft.Callees = append(in.draft.Callees, callee{key, at})
	}
}
