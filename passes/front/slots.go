package front

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

// A slot is a name with a type.
type slot struct {
	id   int
	name string
	defs []*definition // in order of time
}

type slotKey struct {
	name  string
	value bool
	typ   string
}

// place puts d into its slot.
func (in *inferrer) place(d *definition) {
	if d.kind == brokenDef {
		return
	}
	key := slotKey{name: d.name, value: d.kind == valueDef}
	if d.kind == valueDef {
		key.typ = settled(d.typ, d.key())
	} else {
		key.typ = settled(hm.FunOf(hm.CloOf(d.label), d.scheme.Arg, d.scheme.Res), d.key())
	}
	s := in.bySlot[key]
	if s == nil {
		s = &slot{id: len(in.slots), name: d.name}
		in.slots = append(in.slots, s)
		in.bySlot[key] = s
		in.warnNewType(d)
	} else if d.label != nil {
		d.label.Slot = s.defs[0].label
	}
	s.defs = append(s.defs, d)
	d.slot = s
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
func (in *inferrer) warnNewType(d *definition) {
	old := in.defs[defKey{d.name, d.version - 1}]
	if old == nil || old.kind != functionDef && old.kind != stubDef || d.kind != functionDef && d.kind != stubDef {
		return
	}
	in.c.Warnf(d.pos, "E0211", "redefining %s with a new type; old calls will not be modified", d.name).Underline(len(d.name)).
		Note(old.pos, len(d.name), "the old definition is here")
}

// at is the definition that the slot holds at a time, or nil.
func (s *slot) at(time int) *definition {
	for i := len(s.defs) - 1; i >= 0; i-- {
		if s.defs[i].time < time {
			return s.defs[i]
		}
	}
	return nil
}

// volatile reports whether the code in the slot changes while the program runs.
func (s *slot) volatile() bool {
	n := 0
	for _, d := range s.defs {
		if d.kind == functionDef {
			n++
		}
	}
	return n > 1
}

// signature tells apart the moments at which the slots of a set hold different
// definitions.
func signature(slots []*slot, time int) string {
	var b []byte
	for _, s := range slots {
		b = append(strconv.AppendInt(append(b, ' '), int64(s.id), 10), '=')
		if d := s.at(time); d != nil {
			b = strconv.AppendInt(b, d.version, 10)
		}
	}
	return string(b)
}
