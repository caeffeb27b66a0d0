package engine

// Decoding no more of a result than is printed: of outermost sequences one element
// more than their limit, so that the printer sees that there are others.

import (
	"math"

	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// decode is the value of the result of an action.
func (m *Machine) decode(vs []val, a *program.Action) value.Value {
	d := decoder{m, vs, nil, math.MaxInt}
	whole := hasFun(a.Type) || m.opts.Whole != nil && m.opts.Whole(a.Type)
	if m.opts.Prefix && !whole {
		switch {
		case a.Name == "": // is not printed
			d.most = 0
		case m.limit >= 0:
			d.most = m.limit + 1
		}
	}
	if d.most == math.MaxInt {
		for _, v := range vs {
			d.leaves = append(d.leaves, m.download(v, d.most))
		}
	} else {
		d.value(a.Type.Tagged())
	}
	v, err := value.Unpack(d.leaves, a.Type)
	if err != nil {
		panic("wasm: result of a function: " + err.Error())
	}
	return v
}

// hasFun reports whether a value has functions in it, whose captures only
// value.Unpack knows.
func hasFun(t *types.Type) bool {
	found := t.Kind == types.KFun
	for _, e := range t.Elems {
		found = found || hasFun(e)
	}
	return found
}

// A decoder takes values of the module and makes leaves of value.Unpack.
type decoder struct {
	*Machine
	rest   []val
	leaves []value.Value
	most   int // elements of a sequence
}

// next decodes the next value: of an array, the first elements up to n.
func (d *decoder) next(n int) value.Value {
	v := d.download(d.rest[0], n)
	d.rest, d.leaves = d.rest[1:], append(d.leaves, v)
	return v
}

// value decodes what a value of type t consists of.
func (d *decoder) value(t *types.Type) {
	switch t.Kind {
	case types.KSeq:
		n := d.count(t.Elem())
		if t.Elem().Kind != types.KChar { // strings are printed whole
			n = min(n, d.most)
		}
		d.elements(t.Elem(), n)
	case types.KTuple:
		for _, e := range t.Elems {
			d.value(e)
		}
	case types.KData: // its contents, which arguments of the type follow
		d.value(t.Elems[0])
	default:
		d.next(1)
	}
}

// count is the elements of type t in the next arrays.
func (d *decoder) count(t *types.Type) int {
	n := d.length(d.rest[0])
	for t.Kind == types.KTuple || t.Kind == types.KData {
		t = t.Elems[0]
	}
	if t.Kind == types.KSeq { // offsets: one more than there are segments
		n--
	}
	return n
}

// elements decodes the first n elements of type t.
func (d *decoder) elements(t *types.Type, n int) {
	switch t.Kind {
	case types.KTuple:
		for _, e := range t.Elems {
			d.elements(e, n)
		}
	case types.KData:
		d.elements(t.Elems[0], n)
	case types.KSeq:
		offsets := d.next(n + 1).(value.Ints)
		d.elements(t.Elem(), int(offsets[n]))
	default:
		d.next(n)
	}
}
