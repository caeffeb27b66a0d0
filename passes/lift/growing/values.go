package growing

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A value is what became of one: an expression if it is a scalar or a sequence that is
// only read, otherwise one of the others.
type value struct {
	expr    nkl.Expr
	view    *view
	literal *nkl.Seq // of scalars
	run     *run
	test    nkl.Expr // whether all elements of a sequence of flags hold
	parts   []value
}

// A view is a version of a sequence: count elements of a buffer, from start on.
type view struct {
	class        *class
	buf          *nkl.Var // the version of the buffer
	start, count nkl.Expr // start is nil in classes that do not change in front
}

// A run is count successive numbers; of is the sequence from outside of whose elements
// these are the places, or nil.
type run struct {
	from, count nkl.Expr
	of          nkl.Expr
}

// op is the result of a primitive, of type t.
func op(b *anf.Block, t *types.Type, code prim.Code, args ...nkl.Expr) nkl.Expr {
	return b.Name(code.Prim().Name, t, anf.Op(code, args...))
}

// plus is x + y, where most are 0.
func plus(b *anf.Block, x, y nkl.Expr) nkl.Expr {
	if anf.IsInt(x, 0) {
		return y
	}
	if anf.IsInt(y, 0) {
		return x
	}
	return op(b, types.Int, prim.Add, x, y)
}

// capacity is the length of a buffer, a power of two.
func capacity(b *anf.Block, buf nkl.Expr) nkl.Expr { return op(b, types.Int, prim.Length, buf) }

// place is where element i of a view is in its buffer. Views that change in front may
// begin anywhere, and go round.
func (v *view) place(b *anf.Block, i nkl.Expr) nkl.Expr {
	if v.start == nil {
		return i
	}
	if v.class.fixed() {
		return plus(b, v.start, i)
	}
	mask := op(b, types.Int, prim.Sub, capacity(b, nkl.Use(v.buf)), anf.Integer(1))
	return op(b, types.Int, prim.And, plus(b, v.start, i), mask)
}

// numbers is what a value has besides buffers, where it has this shape; what names parts
// of tuples goes to b.
func (x *translation) numbers(b *anf.Block, v value, s *shape) []nkl.Expr {
	switch {
	case s == nil:
		return nil
	case s.parts != nil:
		var out []nkl.Expr
		for i, p := range s.parts {
			if v.parts == nil {
				x.bad = true
				return nil
			}
			out = append(out, x.numbers(b, v.parts[i], p)...)
		}
		return out
	case s.class == nil:
		if v.expr == nil {
			x.bad = true
		}
		return []nkl.Expr{v.expr}
	}
	c := s.class.find()
	if !c.carried {
		x.bad = true
		return nil
	}
	switch {
	case v.literal != nil:
		v = x.stored(b, c, v.literal)
	case v.expr != nil && x.at.host && c.counted && !c.fixed():
		none := &view{class: c, buf: x.latest[c], count: anf.Integer(0)}
		if c.front {
			none.start = anf.Integer(0)
		}
		v = x.extended(b, ir.Node{}, none, v.expr)
	case v.expr != nil && c.fixed():
		v.view = &view{class: c, buf: c.buf, start: anf.Integer(0), count: op(b, types.Int, prim.Length, v.expr)}
	}
	w := v.view
	if w == nil || w.class != c || w.buf != x.latest[c] {
		x.bad = true
		return nil
	}
	x.given = append(x.given, w)
	switch {
	case !c.counted:
		return nil
	case c.front:
		return []nkl.Expr{w.count, w.start}
	default:
		return []nkl.Expr{w.count}
	}
}

// numberTypes is those of the numbers of a value of type t.
func numberTypes(t *types.Type, s *shape) (out []*types.Type) {
	switch {
	case s == nil:
		return nil
	case s.parts != nil:
		for i, p := range s.parts {
			out = append(out, numberTypes(t.Elems[i], p)...)
		}
		return out
	case s.class == nil:
		return []*types.Type{t}
	}
	c := s.class.find()
	if c.counted {
		out = append(out, types.Int)
	}
	if c.front {
		out = append(out, types.Int)
	}
	return out
}

// rebuilt is the value of this shape that has these numbers, and the latest buffers.
func (x *translation) rebuilt(s *shape, numbers *[]nkl.Expr) value {
	next := func() nkl.Expr {
		e := (*numbers)[0]
		*numbers = (*numbers)[1:]
		return e
	}
	switch {
	case s.parts != nil:
		v := value{}
		for _, p := range s.parts {
			v.parts = append(v.parts, x.rebuilt(p, numbers))
		}
		return v
	case s.class == nil:
		return value{expr: next()}
	}
	w := &view{class: s.class.find()}
	x.bad = x.bad || !w.class.carried
	w.buf = x.latest[w.class]
	if w.class.counted {
		w.count = next()
	}
	if w.class.front {
		w.start = next()
	}
	return value{view: w}
}

// stored puts a literal into the buffer of a class.
func (x *translation) stored(b *anf.Block, c *class, s *nkl.Seq) value {
	v := &view{class: c, buf: x.latest[c], count: anf.Integer(int64(len(s.Elems)))}
	if c.front {
		v.start = anf.Integer(0)
	}
	for i, e := range s.Elems {
		x.put(b, s.Node, v, anf.Integer(int64(i)), e)
	}
	x.room[c] += len(s.Elems)
	return value{view: v}
}

// put replaces element i of a view.
func (x *translation) put(b *anf.Block, at ir.Node, v *view, i, e nkl.Expr) {
	x.bad = x.bad || v.buf != x.latest[v.class]
	if x.bad {
		return
	}
	place := v.place(b, i)
	buf := types.NewVar(v.class.buf.Name, v.class.buf.Type)
	b.Let(buf, &nkl.Put{Node: at, Seq: nkl.Use(v.buf), Idx: place, Val: e})
	v.buf, x.latest[v.class] = buf, buf
}
