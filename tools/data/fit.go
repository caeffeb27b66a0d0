package data

// Columns as sequences of an expected type.

import (
	"fmt"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// fit is the elements of c, each of type t. The problem of what does not fit names the
// column and the row.
func (c *column) fit(t *types.Type, num value.Num) (value.Seq, error) {
	s, err := c.fitted(t, num)
	if p, ok := err.(*Problem); ok && p.Column == "" {
		p.Column = c.name
	} else if err != nil && !ok {
		err = &Problem{Column: c.name, Msg: err.Error()}
	}
	return s, err
}

func (c *column) fitted(t *types.Type, num value.Num) (value.Seq, error) {
	switch t.Kind {
	case types.KInt:
		return c.fitInts(t, num)
	case types.KFloat:
		return c.fitFloats(t, num)
	case types.KBool:
		if c.is == bools {
			return value.Bools(c.bools), nil
		}
	case types.KChar:
		if c.is == bytesOf {
			return value.Chars(c.bytes), nil
		}
	case types.KSeq:
		if c.is == lists {
			return c.fitLists(t.Elem(), num)
		}
	case types.KTuple:
		if c.is == records && len(t.Elems) > 0 {
			return fitFields(c.fields, c.n, t, num)
		}
	case types.KData:
		return c.fitted(t.Elems[0], num)
	}
	return nil, c.misfit(t)
}

func (c *column) misfit(t *types.Type) error {
	return fmt.Errorf("expected %s, found %s", value.TypeText(t), c.describe())
}

func (c *column) fitInts(t *types.Type, num value.Num) (value.Seq, error) {
	switch c.is {
	case ints:
		if !num.Int64 {
			for i, x := range c.ints {
				if x != int64(int32(x)) {
					return nil, &Problem{Row: i + 1, Msg: fmt.Sprintf("%d is no int of 32 bits; -int=64 makes them wider", x)}
				}
			}
		}
		return value.Ints(c.ints), nil
	case bytesOf:
		out := make(value.Ints, c.n)
		for i, x := range c.bytes {
			out[i] = int64(x)
		}
		return out, nil
	}
	return nil, c.misfit(t)
}

func (c *column) fitFloats(t *types.Type, num value.Num) (value.Seq, error) {
	switch c.is {
	case floats:
		if num.Float32 {
			out := make(value.Floats, c.n)
			for i, x := range c.floats {
				out[i] = num.Round(x)
			}
			return out, nil
		}
		return value.Floats(c.floats), nil
	case ints:
		out := make(value.Floats, c.n)
		for i, x := range c.ints {
			out[i] = num.Float(x)
		}
		return out, nil
	}
	return nil, c.misfit(t)
}

func (c *column) fitLists(elem *types.Type, num value.Num) (value.Seq, error) {
	all, err := c.elem.fit(elem, num)
	if err != nil {
		return nil, err
	}
	out := make(value.Values, c.n)
	for i := range out {
		out[i] = all.Slice(int(c.offsets[i]), int(c.offsets[i+1]))
	}
	return out, nil
}

// fitFields is n tuples of type t with these components: tuples of three are pairs
// whose second component is a pair, and the last field may be a tuple of all that are left.
func fitFields(fields []*column, n int, t *types.Type, num value.Num) (value.Seq, error) {
	if t.Kind == types.KData {
		return fitFields(fields, n, t.Elems[0], num)
	}
	if want := len(components(t)); len(fields) < len(t.Elems) || len(fields) > want {
		return nil, fmt.Errorf("expected %d columns for %s, found %d", want, value.TypeText(t), len(fields))
	}
	out := &value.Rows{N: n, Cols: make([]value.Seq, len(t.Elems))}
	for k, e := range t.Elems {
		var err error
		if k == len(t.Elems)-1 && len(fields) > len(t.Elems) {
			out.Cols[k], err = fitFields(fields[k:], n, e, num)
		} else {
			out.Cols[k], err = fields[k].fit(e, num)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
