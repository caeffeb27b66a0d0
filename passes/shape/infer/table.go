package infer

// Shapes of primitives as the table of primitives has them (prim.Shape).

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// byTable is the result of a primitive as the table of primitives has it.
func (x *Analysis) byTable(op *prim.Prim, args []*shapes.Shape) *shapes.Shape {
	t := x.table(op)
	b := binding{x: x, sizes: map[string]*Size{}, outer: map[string]*Size{}, held: map[*types.Type][]held{}, args: args}
	items := t.Args
	for i, p := range op.Scheme().Params {
		items = b.match(p, args[i], nil, 0, items)
	}
	s, _ := b.build(op.Scheme().Result, 0, t.Results)
	return s
}

func (x *Analysis) table(op *prim.Prim) prim.Shape {
	t, ok := x.tables[op]
	if !ok {
		var err error
		if t, err = op.ParseShape(); err != nil {
			panic("shape: " + err.Error())
		}
		x.tables[op] = t
	}
	return t
}

// A held is the shape of what a type variable stands for, under depth levels.
type held struct {
	s     *shapes.Shape
	depth int
}

// A binding is what the items of a shape stand for in one application.
type binding struct {
	x     *Analysis
	args  []*shapes.Shape
	sizes map[string]*Size
	outer map[string]*Size // of lengths per element: how many there are
	held  map[*types.Type][]held
}

// match takes the items of parameter type p off the list; parameters are
// scalars, variables, or sequences of them.
func (b *binding) match(p *types.Type, s *shapes.Shape, outer *Size, depth int, items []prim.SizeItem) []prim.SizeItem {
	switch p.Kind {
	case types.KSeq:
		if s == nil {
			return items[1:] // and those of its elements, of which there are none
		}
		if n := items[0].Name; b.sizes[n] == nil {
			b.sizes[n], b.outer[n] = s.Size, outer
		}
		return b.match(p.Elem(), s.Elem(), s.Size, depth+1, items[1:])
	case types.KVar:
		b.held[p] = append(b.held[p], held{s, depth})
	}
	return items
}

// build is a result of type t under depth levels.
func (b *binding) build(t *types.Type, depth int, items []prim.SizeItem) (*shapes.Shape, []prim.SizeItem) {
	switch t.Kind {
	case types.KSeq:
		n := b.size(items[0], depth)
		elem, rest := b.build(t.Elem(), depth+1, items[1:])
		return shapes.Seq(n, elem), rest
	case types.KTuple:
		s := shapes.Tuple(make([]*shapes.Shape, len(t.Elems))...)
		for i, e := range t.Elems {
			s.Kids[i], items = b.build(e, depth, items)
		}
		return s, items
	case types.KVar:
		if t.Class != types.Any { // computed from the arguments, not one of them
			return b.x.forgotten(b.held[t][0].s, depth), items
		}
		return b.x.mixed(b.held[t], depth), items
	case types.KInt, types.KStream:
		return b.x.unknownInt(depth), items
	case types.KBool:
		return shapes.AnyBool, items
	}
	return shapes.AnyScalar, items
}

func (b *binding) size(item prim.SizeItem, depth int) *Size {
	var n *Size
	switch item.Kind {
	case prim.SizeVar:
		n = b.sizes[item.Name]
	case prim.SizePlus:
		n = sizes.Add(b.sizes[item.Name], b.sizes[item.Other])
	case prim.SizeSum:
		if b.sizes[item.Name] == nil {
			return sizes.Const(0) // no elements
		}
		n, _ = sizes.SumOver(b.outer[item.Name], b.sizes[item.Name])
	case prim.SizeArg:
		n = b.x.Positive(b.args[item.Arg].Size)
	case prim.SizeFresh:
		n = b.sizes["?"+item.Name]
	}
	if n == nil || sizes.TooLarge(n) {
		n = b.x.unknownLength(depth)
	}
	switch {
	case item.Kind == prim.SizeFresh:
		b.sizes["?"+item.Name] = n
	case depth == 0 && n.Op != types.SizeVar: // sums and products, of a sequence that exists
		b.x.LearnNotNegative(n)
		b.x.LearnNotNegative(sizes.Sub(sizes.Const(b.x.MaxLength()), n))
	}
	return n
}
