package nkl

// Primitives that follow the type of their argument, on values as they are.

import (
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

func (c *compiler) generic(a *application) {
	t := a.types[0]
	switch a.op.Code {
	case prim.Eql:
		c.structural(a, func(m *machine, vs []value.Value) value.Value { return value.Bool(value.Equal(vs[0], vs[1])) })
	case prim.HashOf:
		c.structural(a, func(m *machine, vs []value.Value) value.Value { return value.Int(m.num.Hash(vs[0])) })
	case prim.RankOf, prim.RankDownOf:
		down := a.op.Code == prim.RankDownOf
		c.structural(a, func(m *machine, vs []value.Value) value.Value { return ranks(m, a, vs[0].(value.Seq), down) })
	case prim.Precedes:
		c.structural(a, func(m *machine, vs []value.Value) value.Value { return value.Bool(value.Precedes(vs[0], vs[1])) })
	case prim.MaxValOf, prim.MinValOf:
		c.extreme(a)
	case prim.String:
		c.structural(a, func(m *machine, vs []value.Value) value.Value { return value.String(m.num.Text(vs[0], t)) })
	case prim.Printed:
		c.structural(a, func(m *machine, vs []value.Value) value.Value { return value.String(m.num.Printed(vs[0], t)) })
	case prim.Identity, prim.Zero:
		c.fixed(a, c.p.zero(t))
	case prim.ElementIdentity:
		c.fixed(a, c.p.zero(t.Elem()))
	case prim.One:
		c.fixed(a, one(t))
	case prim.FloatNum:
		c.convert(a, t, types.Float)
	case prim.IntToAny, prim.FloatToAny:
		c.convert(a, t, a.res)
	default:
		c.effect(a)
	}
}

// structural applies f to the operands as values. The work is their size.
func (c *compiler) structural(a *application, f func(*machine, []value.Value) value.Value) {
	c.emit(func(m *machine) {
		vs := boxArgs(m, a)
		m.step(1)
		m.work += size(vs[0])
		unbox(m, f(m, vs), a.dst)
	})
}

// ranks is the place of every element of s in the stable order of values.
func ranks(m *machine, a *application, s value.Seq, down bool) value.Ints {
	m.mem.seq(a.pos, s.Len(), wordBytes)
	order := make([]int, s.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if down {
			i, j = j, i
		}
		return value.Compare(s.At(i), s.At(j))
	})
	places := make(value.Ints, len(order))
	for place, i := range order {
		places[i] = int64(place)
	}
	return places
}

// size is the number of scalars in v, about.
func size(v value.Value) int64 {
	n := int64(1)
	switch v := v.(type) {
	case value.Tuple:
		for _, x := range v {
			n += size(x)
		}
	case value.Values:
		for _, x := range v {
			n += size(x)
		}
	case *value.Rec:
		for ; v != nil && len(v.Fields) > 0; n++ { // the last field is what a list continues with
			last := len(v.Fields) - 1
			for _, x := range v.Fields[:last] {
				n += size(x)
			}
			next, ok := v.Fields[last].(*value.Rec)
			if !ok {
				n += size(v.Fields[last])
			}
			v = next
		}
	case *value.Rows:
		for _, x := range v.Cols {
			n += size(x)
		}
	case value.Seq:
		n += int64(v.Len())
	}
	return n
}

// fixed yields v.
func (c *compiler) fixed(a *application, v value.Value) {
	c.emit(func(m *machine) {
		m.step(1)
		unbox(m, v, a.dst)
	})
}

func one(t *types.Type) value.Value {
	if t == types.Float {
		return value.Float(1)
	}
	return value.Int(1)
}

// convert yields the first operand, a number of type from, as one of type to.
func (c *compiler) convert(a *application, from, to *types.Type) {
	code := prim.ToFloat
	if to == types.Int {
		code = prim.Round
	}
	d, x := a.dst[0].at, a.arg(0)
	if from == to {
		c.move(a.dst, a.args[0])
		return
	}
	f := code.Prim().Eval(c.p.opts.Num, from.Kind).One
	c.emit(func(m *machine) {
		m.step(1)
		m.w[d] = f(m.w[x])
	})
}
