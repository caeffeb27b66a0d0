package front

// Drafts: code whose types and callees are filled in later.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
)

// A draft is the code of a function or of an action. It calls functions of the
// program by their keys (name#version) and those of the library by name.
type draft struct {
	name    string // readable, for labels
	pos     ir.Pos
	params  []*nkl.Var
	result  *hm.Type
	body    nkl.Expr
	globals []*globalUse
	callees []callee
	labels  []string                      // of its lambdas
	values  map[*nkl.FunVal][]*types.Type // type arguments of the functions used as values
}

// A callee is a function of the program that the code mentions first at pos.
type callee struct {
	key string
	pos ir.Pos
}

// A globalUse is a value of the top level that the code mentions: v stands for
// it until link makes it a parameter.
type globalUse struct {
	def *definition
	v   *nkl.Var
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

// settle fills in all types.
func (in *inferrer) settle() {
	for _, f := range in.fixups {
		*f.to = hm.Final(f.typ)
	}
}

func (in *inferrer) fix(to **types.Type, t *hm.Type) { in.fixups = append(in.fixups, fixup{to, t}) }

// fixAll is fix for type arguments.
func (in *inferrer) fixAll(ts []*hm.Type) []*types.Type {
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
func (in *inferrer) newVar(name string, t *hm.Type) *nkl.Var {
	v := types.NewVar(name, nil)
	in.fix(&v.Type, t)
	return v
}

// bind brings a variable into scope. name is unique in the form; the hint in
// the typed program is what the source says.
func (in *inferrer) bind(name string, t *hm.Type) *nkl.Var {
	v := in.newVar(hint(name), t)
	in.locals[name] = &local{v: v, typ: t, depth: len(in.lambdas)}
	return v
}

// hint is a name without the number that made it unique.
func hint(name string) string {
	for i := range len(name) {
		if name[i] == '.' {
			return name[:i]
		}
	}
	return name
}

// use makes a reference to a local variable and notes it as a capture of the
// lambdas between it and its binder.
func (in *inferrer) use(at ir.Pos, l *local) nkl.Expr {
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
func (in *inferrer) global(at ir.Pos, d *definition) nkl.Expr {
	for _, g := range in.draft.globals {
		if g.def == d {
			return &nkl.Ref{Node: ir.At(at), Var: g.v}
		}
	}
	g := &globalUse{def: d, v: in.newVar(d.name, d.typ)}
	in.draft.globals = append(in.draft.globals, g)
	return &nkl.Ref{Node: ir.At(at), Var: g.v}
}

// lambdaMark is in the labels of lambdas, behind the name of the function.
const lambdaMark = ".fn"

// newLabel names the code of a lambda of this form, which stands at pos.
func (in *inferrer) newLabel(pos ir.Pos) *hm.Label {
	name := in.draft.name + lambdaMark + strconv.Itoa(len(in.draft.labels)+1)
	in.draft.labels = append(in.draft.labels, name)
	return &hm.Label{Name: name, Pos: pos}
}

// mention notes that the code mentions a function of the program.
func (in *inferrer) mention(d *definition, at ir.Pos) {
	if d.version == 0 || d.kind == constructorDef {
		return
	}
	key := d.key()
	if !in.mentioned[key] {
		in.mentioned[key] = true
		in.draft.callees = append(in.draft.callees, callee{key, at})
	}
}
