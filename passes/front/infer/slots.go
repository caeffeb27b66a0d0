package infer

// Slots: which definition a name means when the program runs.
//
// A definition with the name and the type of an older one replaces it, also for
// the functions that were defined in between: the top level of NESL updates in
// place. With a new type it leaves the old callers alone. So a slot is a name
// with a type, and at every moment it holds its latest definition.

import (
	"strconv"

	"nessiec/passes/front/hm"
)

// A Slot is a name with a type.
type Slot struct {
	Id   int
	Name string
	Defs []*Definition // in order of time
}

type slotKey struct {
	name  string
	value bool
	typ   string
}

// place puts d into its slot.
func (in *Inferrer) place(d *Definition) {
	if d.Kind == brokenDef {
		return
	}
	key := slotKey{name: d.Name, value: d.Kind == ValueDef}
	if d.Kind == ValueDef {
		key.typ = settled(d.Typ, d.Key())
	} else {
		key.typ = settled(hm.FunOf(hm.CloOf(d.Label), d.Scheme.Arg, d.Scheme.Res), d.Key())
	}
	s := in.bySlot[key]
	if s == nil {
		s = &Slot{Id: len(in.Slots), Name: d.Name}
		in.Slots = append(in.Slots, s)
		in.bySlot[key] = s
		in.warnNewType(d)
	} else if d.Label != nil {
		d.Label.Slot = s.Defs[0].Label
	}
	s.Defs = append(s.Defs, d)
	d.Slot = s
}

// settled is the text of a type, without the identity of the function itself;
// a type that is not known yet is equal to no other.
func settled(t *hm.Type, unique string) string {
	if u := t.Find(); u.Kind == hm.Fun && u.Args[0].Find().Kind == hm.Clo {
		t = hm.PairOf(u.Args[1], u.Args[2])
	}
	for _, v := range hm.Vars(t) {
		if v.IsFree() {
			return unique
		}
	}
	return hm.Final(t).String()
}

// warnNewType warns about a function that does not replace its older
// definition.
func (in *Inferrer) warnNewType(d *Definition) {
	old := in.defs[defKey{d.Name, d.version - 1}]
	if old == nil || old.Kind != FunctionDef && old.Kind != StubDef || d.Kind != FunctionDef && d.Kind != StubDef {
		return
	}
	in.C.Warnf(d.Pos, "E0211", "redefining %s with a new type; old calls will not be modified", d.Name).Underline(len(d.Name)).
		Note(old.Pos, len(d.Name), "the old definition is here")
}

// At is the definition that the slot holds at a time, or nil.
func (s *Slot) At(time int) *Definition {
	for i := len(s.Defs) - 1; i >= 0; i-- {
		if s.Defs[i].Time < time {
			return s.Defs[i]
		}
	}
	return nil
}

// Volatile reports whether the code in the slot changes while the program runs.
func (s *Slot) Volatile() bool {
	n := 0
	for _, d := range s.Defs {
		if d.Kind == FunctionDef {
			n++
		}
	}
	return n > 1
}

// Signature tells apart the moments at which the slots of a set hold different
// definitions.
func Signature(slots []*Slot, time int) string {
	var b []byte
	for _, s := range slots {
		b = append(strconv.AppendInt(append(b, ' '), int64(s.Id), 10), '=')
		if d := s.At(time); d != nil {
			b = strconv.AppendInt(b, d.version, 10)
		}
	}
	return string(b)
}
