package value

// Values of sums: tuples of a tag and slots, printed and read as constructors.

import (
	"strconv"
	"strings"

	"nessiec/ir/types"
)

// Variant is the value of type t, a sum, with constructor tag and these fields.
func Variant(t *types.Type, tag int, fields []Value) Value {
	whole := t.Tagged()
	if whole == types.Int {
		return Int(tag)
	}
	out := zeros(whole.Elems)
	out[0] = Int(tag)
	var leaves []Value
	for _, f := range fields {
		leaves = appendLeaves(leaves, f)
	}
	for i, slot := range t.Slots(tag) {
		out[slot] = leaves[i]
	}
	return out
}

// appendLeaves appends what v has once tuples are taken apart.
func appendLeaves(ls []Value, v Value) []Value {
	if tuple, ok := v.(Tuple); ok {
		for _, x := range tuple {
			ls = appendLeaves(ls, x)
		}
		return ls
	}
	return append(ls, v)
}

// Constructor takes v of type t, a sum, apart: the tag and the fields.
func Constructor(v Value, t *types.Type) (tag int, fields []Value) {
	tuple, ok := v.(Tuple)
	if !ok {
		return int(v.(Int)), nil
	}
	tag = int(tuple[0].(Int))
	slots := t.Slots(tag)
	for _, f := range t.Cons()[tag].Elems {
		fields = append(fields, fromLeaves(f, func() Value {
			x := tuple[slots[0]]
			slots = slots[1:]
			return x
		}))
	}
	return tag, fields
}

// ProperTags reports whether all sums in v of type t have tags of constructors;
// those of values from files may be anything.
func ProperTags(v Value, t *types.Type) bool {
	if !t.HasSum() {
		return true
	}
	switch t.Kind {
	case types.KSeq:
		s := v.(Seq)
		for i := range s.Len() {
			if !ProperTags(s.At(i), t.Elem()) {
				return false
			}
		}
	case types.KTuple:
		for i, e := range t.Elems {
			if !ProperTags(v.(Tuple)[i], e) {
				return false
			}
		}
	case types.KData:
		return ProperTags(v, t.Elems[0])
	case types.KSum:
		tag := v
		if tuple, ok := v.(Tuple); ok {
			tag = tuple[0]
		}
		if n := tag.(Int); n < 0 || int(n) >= len(t.Cons()) {
			return false
		}
		n, fields := Constructor(v, t)
		for i, f := range fields {
			if !ProperTags(f, t.Cons()[n].Elems[i]) {
				return false
			}
		}
	}
	return true
}

// fromLeaves is the value of type t with the leaves that next yields.
func fromLeaves(t *types.Type, next func() Value) Value {
	switch t.Kind {
	case types.KTuple:
		out := make(Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = fromLeaves(e, next)
		}
		return out
	case types.KData:
		return fromLeaves(t.Elems[0], next)
	case types.KSum:
		return fromLeaves(t.Tagged(), next)
	}
	return next()
}

// holds is the right-nested tuple of fields, one alone is itself.
func holds(fields []*types.Type) *types.Type {
	if len(fields) == 1 {
		return fields[0]
	}
	return types.Tuple(fields[0], holds(fields[1:]))
}

// describeSum is the descriptor of a sum. A slot of a sum inside is one of the
// slots around it; a sequence in a slot says what it is for this field, if there are
// sums in it.
func describeSum(t *types.Type) string {
	slots := []*types.Type{types.Int}
	if whole := t.Tagged(); whole != types.Int {
		slots = whole.Elems
	}
	var ds []string
	for _, s := range slots {
		ds = append(ds, Descriptor(s))
	}
	return "S(" + strings.Join(ds, ",") + ")" + describeCons(t, func(slot int) string { return "%" + strconv.Itoa(slot) })
}

// describeCons describes the constructors of t, whose slots are written so.
func describeCons(t *types.Type, write func(slot int) string) string {
	var cons []string
	for tag, c := range t.Cons() {
		slots := t.Slots(tag)
		next := func() string {
			s := write(slots[0])
			slots = slots[1:]
			return s
		}
		var fields []string
		for _, f := range flatTuple(types.Tuple(c.Elems...)) {
			fields = append(fields, describeField(f, next))
		}
		cons = append(cons, strings.ToLower(c.Name)+":"+strings.Join(fields, ","))
	}
	return "{" + strings.Join(cons, ";") + "}"
}

// describeField is the descriptor of a field whose leaves are in the slots that
// next yields.
func describeField(t *types.Type, next func() string) string {
	switch t.Kind {
	case types.KTuple:
		var ds []string
		for _, e := range flatTuple(t) {
			ds = append(ds, describeField(e, next))
		}
		return "(" + strings.Join(ds, ",") + ")"
	case types.KData:
		return "D{" + strings.ToLower(t.Name) + ":" + describeField(t.Elems[0], next) + "}"
	case types.KSum:
		var slots []string
		for range types.Leaves(t) {
			slots = append(slots, next())
		}
		return "S(" + strings.Join(slots, ",") + ")" + describeCons(t, func(slot int) string { return slots[slot] })
	}
	if t.Kind == types.KSeq && t.HasSum() { // in the slot its elements are tuples
		return next() + Descriptor(t)
	}
	return next()
}

// constructor prints a constructor with its fields.
func (w *writer) constructor(c *types.Type, fields []Value) {
	w.str(strings.ToLower(c.Name))
	if len(fields) == 0 {
		return
	}
	w.str("(")
	w.components(Tuple(fields), types.Tuple(c.Elems...))
	w.str(")")
}

// sum reads a constructor and its fields; a tuple that is the last one may have
// its own parentheses.
func (r *Reader) sum(t *types.Type) Value {
	word := r.word()
	for tag, c := range t.Cons() {
		if !strings.EqualFold(word, c.Name) {
			continue
		}
		r.pos += len(word)
		if len(c.Elems) == 0 {
			return Variant(t, tag, nil)
		}
		return Variant(t, tag, []Value{r.held(holds(c.Elems))})
	}
	names := make([]string, len(t.Cons()))
	for i, c := range t.Cons() {
		names[i] = "`" + strings.ToLower(c.Name) + "`"
	}
	r.expected(strings.Join(names, " or "))
	return nil
}
