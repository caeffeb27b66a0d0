package infer

// Primitives on sequences: rules that say more than the table does (table.go),
// about ints, conditions and elements.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

func (x *Analysis) prim(e *nkl.Prim) *shape {
	args, ok := x.exprs(e.Args)
	if !ok {
		return nil
	}
	if s := x.scalarPrim(e.Op.Code, args); s != nil {
		return s
	}
	switch e.Op.Code {
	case prim.Length:
		return intShape(args[0].size)
	case prim.Elt:
		return x.elt(args[0], args[1].size)
	case prim.Get:
		return x.get(args[0], args[1])
	case prim.Index:
		return &shape{kind: types.KSeq, size: x.Positive(args[0].size), kids: []*shape{intShape(types.IndexSize(1))}, perm: true}
	case prim.Append: // to an empty one, or the other way round
		if i := slices.IndexFunc(args, func(s *shape) bool { return sizes.IsConst(x.Canon(s.size), 0) }); i >= 0 {
			return args[1-i]
		}
	case prim.Dist:
		return seqShape(x.Positive(args[1].size), inside(args[0]))
	case prim.Pack:
		return x.pack(e, args)
	case prim.Permute:
		if !x.trust && !args[1].perm {
			return seqShape(args[0].size, x.forgotten(args[0].elem(), 1))
		}
	case prim.Write:
		return x.write(args)
	case prim.Partition:
		return x.partition(e.Op, args)
	case prim.Rank, prim.RankDown:
		s := seqShape(args[0].size, x.unknownInt(1))
		n := s.elem().size
		x.Bound(n, n, sizes.Between(n, s.size))
		s.perm = true
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
func (x *Analysis) elt(s *shape, i *Size) *shape {
	if x.Within(i, s.size) {
		return s.elem().instantiate(x.limited(x.Canon(i), 0, false))
	}
	return x.forgotten(s.elem(), 0)
}

// get is as many elements as there are indices.
func (x *Analysis) get(s, is *shape) *shape {
	if is.elem() == nil {
		return is
	}
	k := x.Index("k", is.size)
	x.open = append(x.open, k)
	elem := x.elt(s, is.elem().instantiate(k).size)
	x.open = x.open[:len(x.open)-1]
	return seqShape(is.size, elem.generalise(k))
}

// A count is the number of flags that are set in a variable, named where it is
// first needed, in terms of the maps around the binding.
type count struct {
	open []*Size
	n    *Size
}

// pack is as long as there are flags.
func (x *Analysis) pack(e *nkl.Prim, args []*shape) *shape {
	flags, named := e.Args[1].(*nkl.Ref)
	if !named || !x.Same(args[0].size, args[1].size) {
		n := x.unknownLength(0)
		return seqShape(n, x.mixed([]held{{args[0].elem(), 1}}, 1))
	}
	c := x.counts[flags.Var]
	if c.n == nil {
		open := x.open
		x.open = c.open
		c.n = x.unknownLength(0)
		x.open = open
	}
	return seqShape(c.n, x.mixed([]held{{args[0].elem(), 1}}, 1))
}

// write replaces elements: all of them, if the places are a permutation.
func (x *Analysis) write(args []*shape) *shape {
	d, places, values := args[0], args[1], args[2]
	if places.perm && x.Same(places.size, d.size) && x.Same(values.size, d.size) {
		return seqShape(d.size, x.mixed([]held{{values.elem(), 1}}, 1))
	}
	return seqShape(d.size, x.mixed([]held{{d.elem(), 1}, {values.elem(), 1}}, 1))
}

// partition makes pieces of the lengths it is given, if these are as they
// should be.
func (x *Analysis) partition(op *prim.Prim, args []*shape) *shape {
	s := x.byTable(op, args)
	lens := args[1]
	if lens.elem() == nil {
		return s
	}
	total, ok := sizes.SumOver(lens.size, lens.elem().size)
	if ok && x.trust && x.Same(total, args[0].size) && x.Prove(sizes.All(lens.size, sizes.LessEq(sizes.Const(0), lens.elem().size))) {
		s.kids[0] = seqShape(x.pickedAgain(lens.elem().size), s.elem().elem())
	}
	return s
}

// fold is the sum of ints, or the conjunction or disjunction of bools.
func (x *Analysis) fold(op prim.Code, s *shape) *shape {
	switch elem := s.elem(); {
	case elem == nil:
		return nil
	case op == prim.Sum && elem.kind == types.KInt:
		total, ok := sizes.SumOver(s.size, elem.size)
		switch {
		case !ok || sizes.TooLarge(total):
			return x.unknownInt(0)
		case elem.size.Mentions(1):
			return intShape(sizes.Wrapped(total))
		}
		return x.int(total)
	case elem.kind != types.KBool:
		return nil
	case op == prim.All:
		return boolShape(sizes.All(s.size, elem.cond))
	case op == prim.Any:
		return boolShape(sizes.Negate(sizes.All(s.size, sizes.Negate(elem.cond))))
	}
	return nil
}

// partialSums are the sums of the elements before each, if these are not
// negative and their total is no larger than an int can be.
func (x *Analysis) partialSums(s *shape) *shape {
	elem := s.elem()
	if elem == nil || elem.kind != types.KInt {
		return nil
	}
	total, ok := sizes.SumOver(s.size, elem.size)
	if !ok || !x.NotNegative(sizes.Sub(sizes.Const(x.SafeInt()), total)) || !x.Prove(sizes.All(s.size, sizes.LessEq(sizes.Const(0), elem.size))) {
		return nil
	}
	out := seqShape(s.size, x.unknownInt(1))
	n := out.elem().size
	x.Bound(n, n, sizes.Sub(total, n))
	return out
}
