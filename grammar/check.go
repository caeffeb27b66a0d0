package grammar

// The checker of tree grammars.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// An Error is a node that a language does not allow.
type Error struct {
	Language string
	Pos      ir.Pos // of the node, if known
	Msg      string
	Node     string // text of the node, shortened
}

func (e *Error) Error() string {
	s := e.Language + ": " + e.Msg
	if e.Pos.IsValid() {
		s += " " + e.Pos.String()
	}
	if e.Node != "" {
		s += " in " + e.Node
	}
	return s
}

// checker walks one module. Its closures are made once per module.
type checker[E Node[E]] struct {
	l        *Language
	show     func(E) string
	typed    ir.FormSet // forms that have types
	primed   ir.FormSet // forms that have primitives
	eachType func(E, func(*types.Type))
	eachPrim func(E, func(*prim.Prim))
	onChild  func(int, E)
	onType   func(*types.Type)
	onPrim   func(*prim.Prim)

	parent, node E       // node is being checked, a child of parent
	form         ir.Form // of the parent
	err          *Error
}

// check checks m, but for the bodies that were checked in a program before.
func check[M Module[E], E Node[E]](l *Language, ops Ops[M, E], m M, before map[E]bool) error {
	k := &checker[E]{l: l, show: ops.Show, eachType: ops.EachType, eachPrim: ops.EachPrim}
	if ops.EachType != nil {
		k.typed = withFields(ops.Schema, "type", "bind")
	}
	if ops.EachPrim != nil {
		k.primed = withFields(ops.Schema, "prim")
	}
	k.onChild, k.onType, k.onPrim = k.child, k.typ, k.prim
	if t, ok := any(m).(interface{ EachType(func(*types.Type)) }); ok {
		t.EachType(k.declType)
	}
	m.EachBody(func(e E) {
		if k.err == nil && !before[e] {
			k.visit(e, e.Form())
		}
	})
	if k.err != nil {
		return k.err
	}
	return nil
}

// withFields is the forms that have a field of one of these kinds.
func withFields(schema []ir.FormInfo, kinds ...string) (s ir.FormSet) {
	for i, info := range schema {
		if slices.ContainsFunc(info.Fields, func(f ir.FieldInfo) bool { return slices.Contains(kinds, f.Kind) }) {
			s = s.Plus(ir.Forms(ir.Form(i)))
		}
	}
	return s
}

// visit checks e, of form f, which stands where any form may.
func (k *checker[E]) visit(e E, f ir.Form) {
	k.node = e
	if !k.l.forms.Has(f) {
		k.fail("form %s is not in the language", k.name(f))
		return
	}
	if k.typed.Has(f) {
		k.eachType(e, k.onType)
	}
	if k.primed.Has(f) {
		k.eachPrim(e, k.onPrim)
	}
	parent, form := k.parent, k.form
	k.parent, k.form = e, f
	e.Children(k.onChild)
	k.parent, k.form = parent, form
}

// child checks the i-th child of the parent.
func (k *checker[E]) child(i int, e E) {
	if k.err != nil {
		return
	}
	f := e.Form()
	if k.l.forms.Has(f) && !k.l.child[k.form][i].Has(f) {
		k.node = k.parent
		k.fail("form %s is not allowed as %s", k.name(f), k.l.Family.fieldName(ir.Field{Form: k.form, Index: uint8(i)}))
		return
	}
	k.visit(e, f)
}

func (k *checker[E]) typ(t *types.Type) {
	if t != nil && k.err == nil && !k.allows(t) {
		k.fail("type %s is not in the language", t)
	}
}

func (k *checker[E]) declType(t *types.Type) {
	if t != nil && k.err == nil && !k.allows(t) {
		k.err = &Error{Language: k.l.Name, Msg: fmt.Sprintf("type %s of a declaration is not in the language", t)}
	}
}

// allows reports whether every type inside t is of an allowed kind.
func (k *checker[E]) allows(t *types.Type) bool {
	if !k.l.HasKind(t.Kind) {
		return false
	}
	for _, e := range t.Elems {
		if !k.allows(e) {
			return false
		}
	}
	return true
}

func (k *checker[E]) prim(p *prim.Prim) {
	if p != nil && k.err == nil && !k.l.HasPrims(p.Class) {
		k.fail("primitive %s of class %s is not in the language", p.Name, p.Class)
	}
}

func (k *checker[E]) name(f ir.Form) string { return k.l.Family.Schema[f].Name }

const maxShow = 300 // bytes of a node in an error

func (k *checker[E]) fail(f string, a ...any) {
	k.err = &Error{Language: k.l.Name, Pos: k.node.Pos(), Msg: fmt.Sprintf(f, a...)}
	if k.show != nil {
		k.err.Node = k.show(k.node)
		if len(k.err.Node) > maxShow {
			k.err.Node = k.err.Node[:maxShow] + " ..."
		}
	}
}
