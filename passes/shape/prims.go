package shape

// Primitives on sequences: rules that say more than the table does (table.go),
// about ints, conditions and elements.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

func (x *analysis) prim(e *nkl.Prim) *shape {
	args, ok := x.exprs(e.Args)
	if !ok {
		return nil
	}
	if s := x.scalarPrim(e.Op.Name, args); s != nil {
		return s
	}
	switch e.Op.Name {
	case "length":
		return intShape(args[0].size)
	case "elt":
		return x.elt(args[0], args[1].size)
	case "get":
		return x.get(args[0], args[1])
	case "index":
		return &shape{kind: types.KSeq, size: x.positive(args[0].size), kids: []*shape{intShape(types.IndexSize(1))}, perm: true}
	case "dist":
		return seqShape(x.positive(args[1].size), inside(args[0]))
	case "pack":
		return x.pack(e, args)
	case "permute":
		if !x.trust && !args[1].perm {
			return seqShape(args[0].size, x.forgotten(args[0].elem(), 1))
		}
	case "write":
		return x.write(args)
	case "partition":
		return x.partition(e.Op, args)
	case "rank", "rank_down":
		s := seqShape(args[0].size, x.unknownInt(1))
		n := x.names[s.elem().size.Name]
		n.bounds = []*size{s.elem().size, sub(sub(s.size, s.elem().size), constant(1))}
		s.perm = true
		return s
	case "plus_scan":
		if s := x.partialSums(args[0]); s != nil {
			return s
		}
	case "sum", "all", "any":
		if s := x.fold(e.Op.Name, args[0]); s != nil {
			return s
		}
	}
	if s := x.byTable(e.Op, args); s != nil {
		return s
	}
	return x.unknown(x.sigs.TypeOf(e), 0) // of the elements of an empty sequence
}

// elt is element i of a sequence, if it exists.
func (x *analysis) elt(s *shape, i *size) *shape {
	if x.trust || x.within(i, s.size) {
		return s.elem().at(x.limited(x.normal(i, true), 0, false))
	}
	return x.forgotten(s.elem(), 0)
}

// get is as many elements as there are indices.
func (x *analysis) get(s, is *shape) *shape {
	if is.elem() == nil {
		return is
	}
	k := x.openIndex("k", is.size)
	x.open = append(x.open, k)
	elem := x.elt(s, is.elem().at(k).size)
	x.open = x.open[:len(x.open)-1]
	return seqShape(is.size, elem.over(k))
}

// A count is the number of flags that are set in a variable, named where it is
// first needed, in terms of the maps around the binding.
type count struct {
	open []*size
	n    *size
}

// pack is as long as there are flags.
func (x *analysis) pack(e *nkl.Prim, args []*shape) *shape {
	flags, named := e.Args[1].(*nkl.Ref)
	if !named || !x.equal(args[0].size, args[1].size) {
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
func (x *analysis) write(args []*shape) *shape {
	d, places, values := args[0], args[1], args[2]
	if places.perm && x.equal(places.size, d.size) && x.equal(values.size, d.size) {
		return seqShape(d.size, x.mixed([]held{{values.elem(), 1}}, 1))
	}
	return seqShape(d.size, x.mixed([]held{{d.elem(), 1}, {values.elem(), 1}}, 1))
}

// partition makes pieces of the lengths it is given, if these are as they
// should be.
func (x *analysis) partition(op *prim.Prim, args []*shape) *shape {
	s := x.byTable(op, args)
	lens := args[1]
	if lens.elem() == nil {
		return s
	}
	total, ok := sumOver(lens.size, lens.elem().size)
	if ok && x.trust && x.equal(total, args[0].size) && x.prove(all(lens.size, lessEq(constant(0), lens.elem().size))) {
		s.kids[0] = seqShape(lens.elem().size, s.elem().elem())
	}
	return s
}

// fold is the sum of ints, or the conjunction or disjunction of bools.
func (x *analysis) fold(op string, s *shape) *shape {
	switch elem := s.elem(); {
	case elem == nil:
		return nil
	case op == "sum" && elem.kind == types.KInt:
		total, ok := sumOver(s.size, elem.size)
		switch {
		case !ok || weight(total) > maxWeight:
			return x.unknownInt(0)
		case elem.size.Mentions(1):
			return intShape(types.AppSize(symWord, total))
		}
		return x.int(total)
	case elem.kind != types.KBool:
		return nil
	case op == "all":
		return boolShape(all(s.size, elem.cond))
	case op == "any":
		return boolShape(negate(all(s.size, negate(elem.cond))))
	}
	return nil
}

// partialSums are the sums of the elements before each, if these are not
// negative and their total is no larger than an int can be.
func (x *analysis) partialSums(s *shape) *shape {
	elem := s.elem()
	if elem == nil || elem.kind != types.KInt {
		return nil
	}
	total, ok := sumOver(s.size, elem.size)
	if !ok || !x.notNegative(sub(constant(x.safeInt), total)) || !x.prove(all(s.size, lessEq(constant(0), elem.size))) {
		return nil
	}
	out := seqShape(s.size, x.unknownInt(1))
	n := out.elem().size
	x.names[n.Name].bounds = []*size{n, sub(total, n)}
	return out
}
