package infer

// Primitives on sequences: rules that say more than the table does (table.go),
// about ints, conditions and elements.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

func (x *Analysis) prim(e *nkl.Prim) *shapes.Shape {
	args, ok := x.exprs(e.Args)
	if !ok {
		return nil
	}
	if s := x.scalarPrim(e.Op.Code, args); s != nil {
		return s
	}
	switch e.Op.Code {
	case prim.Length:
		return shapes.Int(args[0].Size)
	case prim.Elt:
		return x.elt(args[0], args[1].Size)
	case prim.Get:
		return x.get(args[0], args[1])
	case prim.Index:
		return &shapes.Shape{Kind: types.KSeq, Size: x.Positive(args[0].Size), Kids: []*shapes.Shape{shapes.Int(types.IndexSize(1))}, Perm: true}
	case prim.Append: // to an empty one, or the other way round
		if i := slices.IndexFunc(args, func(s *shapes.Shape) bool { return sizes.IsConst(x.Canon(s.Size), 0) }); i >= 0 {
			return args[1-i]
		}
	case prim.Dist:
		return shapes.Seq(x.Positive(args[1].Size), args[0].Inside())
	case prim.Pack:
		return x.pack(e, args)
	case prim.Permute:
		if !x.trust && !args[1].Perm {
			return shapes.Seq(args[0].Size, x.forgotten(args[0].Elem(), 1))
		}
	case prim.Write:
		return x.write(args)
	case prim.Partition:
		return x.partition(e.Op, args)
	case prim.Rank, prim.RankDown:
		s := shapes.Seq(args[0].Size, x.unknownInt(1))
		n := s.Elem().Size
		x.Bound(n, n, sizes.Between(n, s.Size))
		s.Perm = true
		return s
	case prim.PlusScan:
		if s := x.partialSums(args[0]); s != nil {
			return s
		}
	case prim.Sum, prim.All, prim.Any:
		if s := x.fold(e.Op.Code, args[0]); s != nil {
			return s
		}
	}
	if s := x.byTable(e.Op, args); s != nil {
		return s
	}
	return x.unknown(x.sigs.TypeOf(e), 0) // of the elements of an empty sequence
}

// elt is element i of a sequence, if it exists.
func (x *Analysis) elt(s *shapes.Shape, i *Size) *shapes.Shape {
	if x.Within(i, s.Size) {
		return s.Elem().Instantiate(x.limited(x.Canon(i), 0, false))
	}
	return x.forgotten(s.Elem(), 0)
}

// get is as many elements as there are indices.
func (x *Analysis) get(s, is *shapes.Shape) *shapes.Shape {
	if is.Elem() == nil {
		return is
	}
	k := x.Index("k", is.Size)
	x.open = append(x.open, k)
	elem := x.elt(s, is.Elem().Instantiate(k).Size)
	x.open = x.open[:len(x.open)-1]
	return shapes.Seq(is.Size, elem.Generalise(k))
}

// A count is the number of flags that are set in a variable, named where it is
// first needed, in terms of the maps around the binding.
type count struct {
	open []*Size
	n    *Size
}

// pack is as long as there are flags.
func (x *Analysis) pack(e *nkl.Prim, args []*shapes.Shape) *shapes.Shape {
	flags, named := e.Args[1].(*nkl.Ref)
	if !named || !x.Same(args[0].Size, args[1].Size) {
		n := x.unknownLength(0)
		return shapes.Seq(n, x.mixed([]held{{args[0].Elem(), 1}}, 1))
	}
	c := x.counts[flags.Var]
	if c.n == nil {
		open := x.open
		x.open = c.open
		c.n = x.unknownLength(0)
		x.open = open
	}
	return shapes.Seq(c.n, x.mixed([]held{{args[0].Elem(), 1}}, 1))
}

// write replaces elements: all of them, if the places are a permutation.
func (x *Analysis) write(args []*shapes.Shape) *shapes.Shape {
	d, places, values := args[0], args[1], args[2]
	if places.Perm && x.Same(places.Size, d.Size) && x.Same(values.Size, d.Size) {
		return shapes.Seq(d.Size, x.mixed([]held{{values.Elem(), 1}}, 1))
	}
	return shapes.Seq(d.Size, x.mixed([]held{{d.Elem(), 1}, {values.Elem(), 1}}, 1))
}

// partition makes pieces of the lengths it is given, if these are as they
// should be.
func (x *Analysis) partition(op *prim.Prim, args []*shapes.Shape) *shapes.Shape {
	s := x.byTable(op, args)
	lens := args[1]
	if lens.Elem() == nil {
		return s
	}
	total, ok := sizes.SumOver(lens.Size, lens.Elem().Size)
	if ok && x.trust && x.Same(total, args[0].Size) && x.Prove(sizes.All(lens.Size, sizes.LessEq(sizes.Const(0), lens.Elem().Size))) {
		s.Kids[0] = shapes.Seq(x.pickedAgain(lens.Elem().Size), s.Elem().Elem())
	}
	return s
}

// fold is the sum of ints, or the conjunction or disjunction of bools.
func (x *Analysis) fold(op prim.Code, s *shapes.Shape) *shapes.Shape {
	switch elem := s.Elem(); {
	case elem == nil:
		return nil
	case op == prim.Sum && elem.Kind == types.KInt:
		total, ok := sizes.SumOver(s.Size, elem.Size)
		switch {
		case !ok || sizes.TooLarge(total):
			return x.unknownInt(0)
		case elem.Size.Mentions(1):
			return shapes.Int(sizes.Wrapped(total))
		}
		return x.int(total)
	case elem.Kind != types.KBool:
		return nil
	case op == prim.All:
		return shapes.Bool(sizes.All(s.Size, elem.Cond))
	case op == prim.Any:
		return shapes.Bool(sizes.Negate(sizes.All(s.Size, sizes.Negate(elem.Cond))))
	}
	return nil
}

// partialSums are the sums of the elements before each, if these are not
// negative and their total is no larger than an int can be.
func (x *Analysis) partialSums(s *shapes.Shape) *shapes.Shape {
	elem := s.Elem()
	if elem == nil || elem.Kind != types.KInt {
		return nil
	}
	total, ok := sizes.SumOver(s.Size, elem.Size)
	if !ok || !x.NotNegative(sizes.Sub(sizes.Const(x.SafeInt()), total)) || !x.Prove(sizes.All(s.Size, sizes.LessEq(sizes.Const(0), elem.Size))) {
		return nil
	}
	out := shapes.Seq(s.Size, x.unknownInt(1))
	n := out.Elem().Size
	x.Bound(n, n, sizes.Sub(total, n))
	return out
}
