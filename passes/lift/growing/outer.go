package growing

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// Around is the outer loop around the update block of the inner one.
func (g *Loop) Around(update nkl.Expr) nkl.Expr {
	x := g.x
	inits := g.inits(&x.before, x.buffer)
	var b, end, again anf.Block
	did := parts(&b, update, g.fields())
	n := len(g.outer)
	for i, c := range x.states {
		x.latest[c] = did[1+i].(*nkl.Ref).Var
	}
	numbers := g.numbers(did)
	result := x.rebuilt(g.result, &numbers)
	if len(g.full)+len(x.hosts) == 0 {
		env := map[*nkl.Var]nkl.Expr{}
		for i, v := range g.outer {
			env[v] = inits[i]
		}
		return x.before.In(nkl.Replace(b.In(end.In(whole(&end, result, g.typ))), env))
	}
	vals, ts := left(&end, result, g.typ)
	ended := op(&b, types.Bool, prim.Lt, did[0], anf.Integer(0))
	next := slices.Clone(did[:n])
	for _, c := range g.full {
		k := 1 + slices.Index(x.states, c)
		if len(g.full) == 1 {
			next[k] = x.twice(&again, c, next[k])
			continue
		}
		var more anf.Block
		bit := op(&again, types.Int, prim.And, did[len(did)-1], anf.Integer(1<<(k-1)))
		full := op(&again, types.Bool, prim.Ne, bit, anf.Integer(0))
		next[k] = again.Name(c.buf.Name, c.buf.Type, &nkl.If{Cond: full, Then: more.In(x.twice(&more, c, next[k])), Else: next[k]})
	}
	var room nkl.Expr
	if len(g.full) > 0 {
		room = again.In(&nkl.Recur{Args: next})
	}
	body := b.In(&nkl.If{Cond: ended, Then: end.In(nkl.Pair(vals...)), Else: g.onward(did[:n], room)})
	loop := &nkl.Loop{Node: g.loop.Node, Binds: g.outer, Inits: inits, Body: body}
	if len(vals) == 1 && !views(g.result) {
		return x.before.In(loop)
	}
	vals = parts(&x.before, loop, ts)
	return x.before.In(whole(&x.before, x.arrived(g.result, &vals), g.typ))
}

// left is what the outer loop yields of a value, and types: sequences are copied out of their buffers,
// but of parts of a sequence from outside the numbers are enough.
func left(b *anf.Block, v value, t *types.Type) (vals []nkl.Expr, ts []*types.Type) {
	switch {
	case v.parts != nil:
		for i, p := range v.parts {
			es, us := left(b, p, t.Elems[i])
			vals, ts = append(vals, es...), append(ts, us...)
		}
		return vals, ts
	case v.view != nil && v.view.class.fixed():
		vals, ts = append(vals, v.view.count), append(ts, types.Int)
		if v.view.start != nil {
			vals, ts = append(vals, v.view.start), append(ts, types.Int)
		}
		return vals, ts
	}
	return []nkl.Expr{whole(b, v, t)}, []*types.Type{t}
}

// arrived is the value of this shape behind the outer loop, which has yielded vals.
func (x *translation) arrived(s *shape, vals *[]nkl.Expr) value {
	switch {
	case s.parts != nil:
		v := value{}
		for _, p := range s.parts {
			v.parts = append(v.parts, x.arrived(p, vals))
		}
		return v
	case views(s):
		return x.rebuilt(s, vals)
	}
	v := value{expr: (*vals)[0]}
	*vals = (*vals)[1:]
	return v
}

// views reports whether a value of this shape is a part of a sequence from outside.
func views(s *shape) bool { return s.class != nil && s.class.find().fixed() }

// inits is what the loop begins with, behind what is made before it: buffers, and how many elements are in each.
func (g *Loop) inits(b *anf.Block, buffer func(c *class) (buf, length nkl.Expr)) []nkl.Expr {
	x := g.x
	inits, lengths := []nkl.Expr{anf.Integer(0)}, map[*class]nkl.Expr{}
	for _, c := range x.states {
		buf, length := buffer(c)
		inits, lengths[c] = append(inits, buf), length
	}
	regs := map[*nkl.Var]nkl.Expr{}
	for i, v := range g.loop.Binds {
		val := []nkl.Expr{g.loop.Inits[i]}
		if s := x.shapes[v]; s.class != nil {
			c := s.class.find()
			if c.fixed() {
				lengths[c] = op(b, types.Int, prim.Length, nkl.Use(c.buf))
			}
			val = []nkl.Expr{lengths[c], anf.Integer(0)}
		}
		for k, r := range x.file[v] {
			regs[r] = val[k]
		}
	}
	for _, r := range x.regs {
		e := regs[r]
		if e == nil {
			e = b.Zero(r.Type)
		}
		inits = append(inits, e)
	}
	return inits
}

// buffer is what the loop begins with in place of a sequence: a buffer with its elements;
// and how many there are.
func (x *translation) buffer(c *class) (buf, length nkl.Expr) {
	b := &x.before
	least := anf.Integer(int64(powerOfTwo(x.most)))
	switch {
	case len(c.inits) == 0:
		return b.Name(c.buf.Name, c.buf.Type, anf.Op(prim.Dist, b.Zero(c.elem), least)), nil
	case !c.counted:
		return c.inits[0], nil
	}
	s, none := c.inits[0], b.Zero(c.elem)
	length = op(b, types.Int, prim.Length, s)
	size := b.Name("size", types.Int, x.doubled(least, length))
	return filled(b, c, size, func(b *anf.Block, i nkl.Expr) nkl.Expr {
		var has anf.Block
		inside := op(b, types.Bool, prim.Lt, i, length)
		elt := op(&has, c.elem, prim.Elt, s, i)
		return &nkl.If{Cond: inside, Then: has.In(elt), Else: none}
	}), length
}

// filled is a buffer of this size for a class, with these elements.
func filled(b *anf.Block, c *class, size nkl.Expr, elem func(b *anf.Block, i nkl.Expr) nkl.Expr) nkl.Expr {
	places := op(b, types.Seq(types.Int), prim.Index, size)
	i := types.NewVar("i", types.Int)
	var e anf.Block
	body := elem(&e, nkl.Use(i))
	return b.Name(c.buf.Name, c.buf.Type, &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{places}, Body: e.In(body)})
}

// powerOfTwo is the least power of two that is not below n.
func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}

// doubled is the first of p, 2p, 4p, ... that is not below n.
func (x *translation) doubled(p, n nkl.Expr) nkl.Expr {
	size := types.NewVar("size", types.Int)
	var b, more anf.Block
	enough := op(&b, types.Bool, prim.Ge, nkl.Use(size), n)
	double := x.double(&more, nkl.Use(size))
	return &nkl.Loop{Binds: []*nkl.Var{size}, Inits: []nkl.Expr{p},
		Body: b.In(&nkl.If{Cond: enough, Then: nkl.Use(size), Else: more.In(&nkl.Recur{Args: []nkl.Expr{double}})})}
}

// double is twice a number of elements, if an int can count so many.
func (x *translation) double(b *anf.Block, n nkl.Expr) nkl.Expr {
	double := op(b, types.Int, prim.Add, n, n)
	b.Check(op(b, types.Bool, prim.Gt, double, n), prim.ErrSize, x.pos)
	return double
}

// twice is a buffer twice as long.
func (x *translation) twice(b *anf.Block, c *class, buf nkl.Expr) nkl.Expr {
	size := capacity(b, buf)
	return x.longer(b, c, buf, size, x.double(b, size))
}

// longer is a buffer of length most, which is size, that of buf, times a power of two: what was at a place is there, and again behind. So
// places that go round stay right.
func (x *translation) longer(b *anf.Block, c *class, buf, size, most nkl.Expr) nkl.Expr {
	mask := op(b, types.Int, prim.Sub, size, anf.Integer(1))
	return filled(b, c, most, func(b *anf.Block, i nkl.Expr) nkl.Expr {
		at := op(b, types.Int, prim.And, i, mask)
		return op(b, c.elem, prim.Elt, buf, at)
	})
}

// whole is a value with its sequences copied out of their buffers.
func whole(b *anf.Block, v value, t *types.Type) nkl.Expr {
	switch {
	case v.parts != nil:
		out := &nkl.Tuple{}
		for i, p := range v.parts {
			out.Elems = append(out.Elems, whole(b, p, t.Elems[i]))
		}
		return b.Name("all", t, out)
	case v.view == nil:
		return v.expr
	case v.view.count == nil:
		return nkl.Use(v.view.buf)
	}
	places := op(b, types.Seq(types.Int), prim.Index, v.view.count)
	if v.view.start != nil {
		i := types.NewVar("i", types.Int)
		var e anf.Block
		body := e.In(v.view.place(&e, nkl.Use(i)))
		if v.view.class.fixed() { // successive places
			body = anf.Op(prim.Add, v.view.start, nkl.Use(i))
		}
		places = b.Name("places", types.Seq(types.Int), &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{places}, Body: body})
	}
	return b.Name(v.view.class.buf.Name, t, anf.Op(prim.Get, nkl.Use(v.view.buf), places))
}
