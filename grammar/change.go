package grammar

// Changes: the lines of a language definition.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Change is one line of a language definition.
type Change struct {
	op      op
	forms   []ir.Form
	field   ir.Field
	sort    Sort
	kinds   []types.Kind
	classes []prim.Class
	inv     Invariant
}

type op uint8

const (
	addForms op = iota
	removeForms
	restrict
	restrictOperands
	removeKinds
	addPrims
	removePrims
	establish
	end
)

// Add adds forms.
func Add(fs ...ir.Form) Change { return Change{op: addForms, forms: fs} }

// Remove removes forms.
func Remove(fs ...ir.Form) Change { return Change{op: removeForms, forms: fs} }

// Restrict says which forms may stand at a child position.
func Restrict(f ir.Field, s Sort) Change { return Change{op: restrict, field: f, sort: s} }

// Operands says which forms may stand at every operand position of the family:
// children of type Expr that are not bodies.
func Operands(s Sort) Change { return Change{op: restrictOperands, sort: s} }

// RemoveKinds forbids kinds of types, also inside other types.
func RemoveKinds(ks ...types.Kind) Change { return Change{op: removeKinds, kinds: ks} }

// AllowPrims allows classes of primitives.
func AllowPrims(cs ...prim.Class) Change { return Change{op: addPrims, classes: cs} }

// ForbidPrims forbids classes of primitives.
func ForbidPrims(cs ...prim.Class) Change { return Change{op: removePrims, classes: cs} }

// Establish adds an invariant.
func Establish(inv Invariant) Change { return Change{op: establish, inv: inv} }

// End gives up an invariant.
func End(inv Invariant) Change { return Change{op: end, inv: inv} }

// apply changes l, whose programs have the type of zero; an error means the
// change says nothing new or cannot be said of l.
func (c Change) apply(l *Language, zero any) error {
	switch c.op {
	case addForms, removeForms:
		return c.applyForms(l)
	case restrict:
		return c.applyRestrict(l)
	case restrictOperands:
		for fm, info := range l.Family.Schema {
			for _, fd := range info.Fields {
				if fd.Kind == "expr" && !fd.Body {
					l.child[fm][fd.Child] = c.sort.Forms
				}
			}
		}
	case removeKinds:
		return toggle(&l.kinds, bit(c.kinds), false, "kinds of types")
	case addPrims, removePrims:
		return toggle(&l.prims, bit(c.classes), c.op == addPrims, "classes of primitives")
	case establish, end:
		return c.applyInvariant(l, zero)
	}
	return nil
}

func (c Change) applyForms(l *Language) error {
	for _, f := range c.forms {
		if int(f) >= len(l.Family.Schema) {
			return fmt.Errorf("form %d is not of family %s", f, l.Family.Name)
		}
		if l.forms.Has(f) == (c.op == addForms) {
			return fmt.Errorf("form %s is added or removed twice", l.Family.Schema[f].Name)
		}
	}
	if c.op == addForms {
		l.forms = l.forms.Plus(ir.Forms(c.forms...))
	} else {
		l.forms = l.forms.Minus(ir.Forms(c.forms...))
	}
	return nil
}

func (c Change) applyRestrict(l *Language) error {
	if int(c.field.Form) >= len(l.child) || int(c.field.Index) >= len(l.child[c.field.Form]) {
		return fmt.Errorf("no child position %v in family %s", c.field, l.Family.Name)
	}
	l.child[c.field.Form][c.field.Index] = c.sort.Forms
	return nil
}

// toggle changes a set; every member must change something.
func toggle(set *bits, b bits, on bool, what string) error {
	if on && *set&b != 0 || !on && *set&b != b {
		return fmt.Errorf("%s are added or removed twice", what)
	}
	*set ^= b
	return nil
}

func (c Change) applyInvariant(l *Language, zero any) error {
	name := c.inv.Name
	switch {
	case l.HasInvariant(name) == (c.op == establish):
		return fmt.Errorf("invariant %s is established or ended twice", name)
	case c.op == establish && !c.inv.fits(zero):
		return fmt.Errorf("invariant %s is not about programs of type %T", name, zero)
	case c.op == establish:
		l.invariants = append(l.invariants, c.inv)
		return nil
	}
	var keep []Invariant
	for _, inv := range l.invariants {
		if inv.Name != name {
			keep = append(keep, inv)
		}
	}
	l.invariants = keep
	return nil
}
