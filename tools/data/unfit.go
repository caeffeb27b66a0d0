package data

// Sequences as columns.

import (
	"fmt"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// columnOf is the elements of s, each of type t.
func columnOf(s value.Seq, t *types.Type) (*column, error) {
	c := &column{n: s.Len()}
	switch t.Kind {
	case types.KInt:
		c.is, c.ints = ints, s.(value.Ints)
	case types.KFloat:
		c.is, c.floats = floats, s.(value.Floats)
	case types.KBool:
		c.is, c.bools = bools, s.(value.Bools)
	case types.KChar:
		c.is, c.bytes = bytesOf, s.(value.Chars)
	case types.KSeq:
		leaves := value.NewBuilder(t.Elem(), 0)
		c.is, c.offsets = lists, make([]int64, c.n+1)
		for i := range c.n {
			row := s.At(i).(value.Seq)
			leaves.AppendSeq(row)
			c.offsets[i+1] = c.offsets[i] + int64(row.Len())
		}
		elem, err := columnOf(leaves.Seq(), t.Elem())
		c.elem = elem
		return c, err
	case types.KTuple:
		c.is = records
		return c, c.addFields(s, t)
	case types.KData:
		return columnOf(s, t.Elems[0])
	default:
		return nil, fmt.Errorf("a value of type %s cannot be written", value.TypeText(t))
	}
	return c, nil
}

// addFields adds the components of tuples, right nesting removed.
func (c *column) addFields(s value.Seq, t *types.Type) error {
	for k, e := range t.Elems {
		part := s.(*value.Rows).Cols[k]
		if k == len(t.Elems)-1 && e.Kind == types.KTuple && len(e.Elems) > 0 {
			return c.addFields(part, e)
		}
		f, err := columnOf(part, e)
		if err != nil {
			return err
		}
		f.name = fmt.Sprintf("c%d", len(c.fields))
		c.fields = append(c.fields, f)
	}
	return nil
}
