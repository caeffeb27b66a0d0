package shape

// Primitives: their shapes are in the table (prim.Shape); the rules here say
// more, about ints, conditions and elements.

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
		return s.elem().at(x.normal(i, true))
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

// byTable is the result of a primitive as the table of primitives has it.
func (x *analysis) byTable(op *prim.Prim, args []*shape) *shape {
	t := x.table(op)
	b := binding{x: x, sizes: map[string]*size{}, outer: map[string]*size{}, held: map[*types.Type][]held{}, args: args}
	items := t.Args
	for i, p := range op.Scheme().Params {
		items = b.match(p, args[i], nil, 0, items)
	}
	s, _ := b.build(op.Scheme().Result, 0, t.Results)
	return s
}

func (x *analysis) table(op *prim.Prim) prim.Shape {
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
	s     *shape
	depth int
}

// A binding is what the items of a shape stand for in one application.
type binding struct {
	x     *analysis
	args  []*shape
	sizes map[string]*size
	outer map[string]*size // of lengths per element: how many there are
	held  map[*types.Type][]held
}

// match takes the items of parameter type p off the list; parameters are
// scalars, variables, or sequences of them.
func (b *binding) match(p *types.Type, s *shape, outer *size, depth int, items []prim.SizeItem) []prim.SizeItem {
	switch p.Kind {
	case types.KSeq:
		if s == nil {
			return items[1:] // and those of its elements, of which there are none
		}
		if n := items[0].Name; b.sizes[n] == nil {
			b.sizes[n], b.outer[n] = s.size, outer
		}
		return b.match(p.Elem(), s.elem(), s.size, depth+1, items[1:])
	case types.KVar:
		b.held[p] = append(b.held[p], held{s, depth})
	}
	return items
}

// build is a result of type t under depth levels.
func (b *binding) build(t *types.Type, depth int, items []prim.SizeItem) (*shape, []prim.SizeItem) {
	switch t.Kind {
	case types.KSeq:
		n := b.size(items[0], depth)
		elem, rest := b.build(t.Elem(), depth+1, items[1:])
		return seqShape(n, elem), rest
	case types.KTuple:
		s := tupleShape(make([]*shape, len(t.Elems))...)
		for i, e := range t.Elems {
			s.kids[i], items = b.build(e, depth, items)
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
		return anyBool, items
	}
	return anyScalar, items
}

func (b *binding) size(item prim.SizeItem, depth int) *size {
	var n *size
	switch item.Kind {
	case prim.SizeVar:
		n = b.sizes[item.Name]
	case prim.SizePlus:
		n = add(b.sizes[item.Name], b.sizes[item.Other])
	case prim.SizeSum:
		if b.sizes[item.Name] == nil {
			return constant(0) // no elements
		}
		n, _ = sumOver(b.outer[item.Name], b.sizes[item.Name])
	case prim.SizeArg:
		n = b.x.positive(b.args[item.Arg].size)
	case prim.SizeFresh:
		n = b.sizes["?"+item.Name]
	}
	if n == nil || weight(n) > maxWeight {
		n = b.x.unknownLength(depth)
	}
	switch {
	case item.Kind == prim.SizeFresh:
		b.sizes["?"+item.Name] = n
	case depth == 0 && n.Op != types.SizeVar: // sums and products, of a sequence that exists
		b.x.facts.hold(entry{bound: n})
		b.x.facts.hold(entry{bound: sub(constant(b.x.maxLength), n)})
	}
	return n
}

// mixed is the shape, under depth levels, of values each of which is one of
// those held, of whatever index: sizes that depend on the index are lost.
func (x *analysis) mixed(hs []held, depth int) *shape {
	var out *shape
	for _, h := range hs {
		out = x.join(out, x.rearranged(h.s, h.depth, depth), depth)
	}
	return out
}

// rearranged is s, which stands under from levels, as what stands under to
// levels in another order.
func (x *analysis) rearranged(s *shape, from, to int) *shape {
	return x.moved(s, to, func(n *size) *size {
		for i := range from {
			if n.Mentions(int64(i + 1)) {
				return nil
			}
		}
		return subst(n, func(t *size) *size {
			if t.Op == types.SizeIndex && t.N > 0 {
				return types.IndexSize(t.N - int64(from) + int64(to))
			}
			return t
		})
	})
}

// forgotten is a value like s, under depth levels, whose sizes are unknown.
func (x *analysis) forgotten(s *shape, depth int) *shape {
	return x.moved(s, depth, func(*size) *size { return nil })
}

// moved is s with its sizes changed by f to what they are under depth levels;
// where f returns nil, they are unknown.
func (x *analysis) moved(s *shape, depth int, f func(*size) *size) *shape {
	if s == nil {
		return nil
	}
	switch s.kind {
	case types.KInt:
		if n := f(s.size); n != nil {
			return intShape(n)
		}
		return x.unknownInt(depth)
	case types.KSeq:
		n := f(s.size)
		if n == nil {
			n = x.unknownLength(depth)
		}
		return seqShape(n, x.moved(s.elem(), depth+1, f))
	case types.KTuple:
		out := tupleShape(make([]*shape, len(s.kids))...)
		for i, k := range s.kids {
			out.kids[i] = x.moved(k, depth, f)
		}
		return out
	case types.KBool:
		if (s.cond == yes || s.cond == no) && f(constant(0)) != nil {
			return s
		}
		return anyBool // other conditions may depend on the index
	}
	return anyScalar
}
