package hm

// Datatypes that contain themselves.

import (
	"strconv"

	"nessiec/ir/types"
)

// Close finds out whether d, whose constructors are known now, contains itself, and
// gives it a name for code, which has the version if it is not the first. odd says that
// d contains itself with other arguments than its parameters.
func (d *Datatype) Close(version int64) (odd bool) {
	var visit func(t *Type)
	visit = func(t *Type) {
		t = t.Find()
		if t.Kind == Data && t.Data == d {
			if d.Key = d.Name; version > 1 {
				d.Key += "." + strconv.FormatInt(version, 10)
			}
			for i, a := range t.Args {
				odd = odd || a.Find() != d.Params[i].Find()
			}
		}
		for _, a := range t.Args {
			visit(a)
		}
	}
	for _, c := range d.Cons {
		if c.Holds != nil {
			visit(c.Holds)
		}
	}
	return odd
}

// FinalCons is the constructors of d, for its parameters, as code has them.
func (d *Datatype) FinalCons() []*types.Type {
	cons := make([]*types.Type, len(d.Cons))
	for i, c := range d.Cons {
		cons[i] = types.Con(c.Name, convertFields(c, Final)...)
	}
	return cons
}

// SameCons reports whether the constructors of two datatypes are the same, if the
// datatypes are.
func SameCons(a, b *Datatype) bool {
	if (a.Key == "") != (b.Key == "") || len(a.Cons) != len(b.Cons) {
		return false
	}
	key := b.Key
	defer func() { b.Key, b.final = key, nil }()
	b.Key, b.final = a.Key, nil
	bs := b.FinalCons()
	for i, c := range a.FinalCons() {
		if c != bs[i] {
			return false
		}
	}
	return true
}
