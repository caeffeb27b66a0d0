package growing

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A class is the sequences that may be versions of each other: all are to be views of one
// buffer.
type class struct {
	to      *class      // of which it has become a part
	elem    *types.Type // of its sequences
	carried bool        // a loop carries it
	outside bool        // it has a sequence from outside the loop
	inits   []nkl.Expr  // what the whole loop begins with
	sources []*nkl.Var  // variables of sequences from outside, these among them
	unnamed bool        // it has an element of a sequence or a tuple from outside, or a text
	written bool        // elements are replaced or appended
	counted bool        // its length changes
	front   bool        // elements are added or dropped in front, too
	buf     *nkl.Var    // the buffer as an iteration begins
}

// find is the class that c is by now.
func (c *class) find() *class {
	for c.to != nil {
		c = c.to
	}
	return c
}

// A shape is what a value has of sequences: the class of a sequence, the shapes of the
// parts of a tuple, or nothing.
type shape struct {
	class *class
	parts []*shape
}

// classes are those of the sequences of a loop.
type classes struct {
	sigs   *nkl.Sigs
	shapes map[*nkl.Var]*shape
	values map[nkl.Expr]*shape // of loops, conditionals and literals
	defs   map[*nkl.Var]nkl.Expr
	bound  map[*nkl.Var]bool // variables of the loop
	loops  [][]*shape        // what the loops around carry
	all    []*class
	apart  bool // what the whole loop begins another iteration with is not of the classes of its variables
}

// classesOf finds the classes of the sequences of loop l.
func classesOf(sigs *nkl.Sigs, l *nkl.Loop) *classes { return newClasses(sigs, l, false) }

func newClasses(sigs *nkl.Sigs, l *nkl.Loop, apart bool) *classes {
	c := &classes{sigs: sigs, apart: apart, shapes: map[*nkl.Var]*shape{}, values: map[nkl.Expr]*shape{}, defs: map[*nkl.Var]nkl.Expr{}, bound: nkl.BoundVars(l)}
	c.loop(l, true)
	return c
}

// Changes reports of which variables loop l changes the lengths.
func Changes(sigs *nkl.Sigs, l *nkl.Loop) func(v *nkl.Var) bool {
	c := classesOf(sigs, l)
	return func(v *nkl.Var) bool {
		s := c.shapes[v]
		return s != nil && s.class != nil && s.class.find().counted
	}
}

// Origins is, for variables that loop l binds, the sequence from outside that has as many elements in all iterations, or nil.
func Origins(sigs *nkl.Sigs, l *nkl.Loop) func(v *nkl.Var) *nkl.Var {
	c := classesOf(sigs, l)
	return func(v *nkl.Var) *nkl.Var {
		if !c.bound[v] {
			return v
		}
		if s := c.shapes[v]; s != nil && s.class != nil {
			if x := s.class.find(); !x.counted && !x.outside && len(x.inits) == 1 {
				return nkl.VarOf(x.inits[0])
			}
		}
		return nil
	}
}

// Grown is, for variables of loop l that are sequences to which it appends elements one by one, what these begin as: they have
// no more elements beyond that than the loop has done steps. For others, it is nil.
func Grown(sigs *nkl.Sigs, l *nkl.Loop, literal func(e nkl.Expr) *nkl.Seq) func(v *nkl.Var) []nkl.Expr {
	c, grow, other := classesOf(sigs, l), map[*class]bool{}, false
	ir.Walk(nkl.Expr(l), func(e nkl.Expr) bool {
		if p, ok := e.(*nkl.Prim); ok && p.Op.Code == prim.Append {
			other = other || literal(p.Args[1]) == nil
			if s := c.shapes[nkl.VarOf(p.Args[0])]; s != nil && s.class != nil {
				grow[s.class.find()] = true
			}
		}
		return true
	})
	return func(v *nkl.Var) []nkl.Expr {
		if s := c.shapes[v]; s != nil && s.class != nil && !other {
			if x := s.class.find(); grow[x] && x.carried && !x.outside {
				return x.inits
			}
		}
		return nil
	}
}

// states is the classes that loops carry, of which there are buffers.
func (c *classes) states() (out []*class) {
	for _, x := range c.all {
		if x.to == nil && x.carried && !x.fixed() {
			out = append(out, x)
		}
	}
	return out
}

// fixed reports whether all sequences of a class that loops carry are parts of one from outside, which
// needs no buffer.
func (c *class) fixed() bool {
	return c.carried && c.counted && !c.written && !c.unnamed && len(c.sources) == 1 && c.elem.IsScalar()
}

// fresh is the shape of a value of type t of which nothing is known.
func (c *classes) fresh(t *types.Type) *shape {
	s := &shape{}
	switch {
	case t.Kind == types.KSeq:
		s.class = &class{elem: t.Elem()}
		c.all = append(c.all, s.class)
	case t.Kind == types.KTuple && t.Has(types.KSeq):
		for _, u := range t.Elems {
			s.parts = append(s.parts, c.fresh(u))
		}
	}
	return s
}

// outside notes that a value comes from outside.
func (s *shape) outside() *shape {
	if s.class != nil {
		s.class.outside, s.class.unnamed = true, true
	}
	for _, p := range s.parts {
		p.outside()
	}
	return s
}

// inBuffers reports whether all sequences of a value are views of buffers.
func (s *shape) inBuffers() bool {
	for _, p := range s.parts {
		if !p.inBuffers() {
			return false
		}
	}
	return s.class == nil || s.class.find().carried
}

// join makes two shapes one; either may be nil, of what yields no value.
func join(a, b *shape) *shape {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	if a.class != nil && b.class != nil {
		x, y := a.class.find(), b.class.find()
		if x != y {
			y.to = x
			x.carried, x.outside = x.carried || y.carried, x.outside || y.outside
			x.counted, x.front = x.counted || y.counted, x.front || y.front
			x.inits = append(x.inits, y.inits...)
			x.written, x.unnamed = x.written || y.written, x.unnamed || y.unnamed
			for _, v := range y.sources {
				x.comesFrom(v)
			}
		}
	}
	for i := range a.parts {
		join(a.parts[i], b.parts[i])
	}
	return a
}

// comesFrom notes that sequence v from outside is one of a class.
func (c *class) comesFrom(v *nkl.Var) {
	if !slices.Contains(c.sources, v) {
		c.sources = append(c.sources, v)
	}
}

// of is the shape of the value of e.
func (c *classes) of(e nkl.Expr) *shape {
	switch e := e.(type) {
	case *nkl.Ref:
		s, known := c.shapes[e.Var]
		if !known {
			if s = c.fresh(e.Var.Type); s.class != nil {
				s.class.outside = true
				s.class.comesFrom(e.Var)
			} else {
				s.outside()
			}
			c.shapes[e.Var] = s
		}
		return s
	case *nkl.Tuple:
		s, plain := &shape{}, true
		for _, x := range e.Elems {
			p := c.of(x)
			s.parts, plain = append(s.parts, p), plain && p.class == nil && p.parts == nil
		}
		if plain {
			return &shape{}
		}
		return s
	case *nkl.Proj:
		if s := c.of(e.Of); s != nil && s.parts != nil {
			return s.parts[e.Index]
		}
	case *nkl.Let:
		c.defs[e.Bind] = e.Rhs
		c.shapes[e.Bind] = c.of(e.Rhs)
		return c.of(e.Body)
	case *nkl.Check:
		return c.of(e.Then)
	case *nkl.If:
		s := join(c.of(e.Then), c.of(e.Else))
		c.values[e] = s
		return s
	case *nkl.Loop:
		return c.loop(e, false)
	case *nkl.Recur:
		if c.apart && len(c.loops) == 1 {
			return nil
		}
		for i, x := range e.Args {
			join(c.loops[len(c.loops)-1][i], c.of(x))
		}
		return nil
	case *nkl.Seq:
		s := c.fresh(types.Seq(e.Elem))
		s.class.counted, s.class.written = true, true
		c.values[e] = s
		return s
	case *nkl.Prim:
		return c.prim(e)
	case *nkl.Str:
		return c.fresh(types.String).outside()
	case *nkl.Each:
		for i, v := range e.Binds {
			c.of(e.Seqs[i])
			c.shapes[v] = c.fresh(v.Type).outside()
		}
		c.of(e.Body)
	}
	return c.made(e)
}

// made is the shape of a value of which only its type is known.
func (c *classes) made(e nkl.Expr) *shape {
	t := c.sigs.TypeOf(e)
	if t == nil {
		return nil
	}
	s := c.fresh(t)
	if s.class != nil {
		s.class.counted, s.class.written = true, true
	}
	return s
}

// loop is the shape of the value of a loop, which is the whole one or one inside.
func (c *classes) loop(e *nkl.Loop, whole bool) *shape {
	var vars []*shape
	for i, v := range e.Binds {
		s := c.fresh(v.Type)
		if s.class != nil {
			s.class.carried = true
		}
		if s.class != nil && whole {
			s.class.inits = []nkl.Expr{e.Inits[i]}
			if v, ok := e.Inits[i].(*nkl.Ref); ok {
				s.class.comesFrom(v.Var)
			}
		} else if !whole {
			join(s, c.of(e.Inits[i]))
		}
		vars, c.shapes[v] = append(vars, s), s
	}
	c.loops = append(c.loops, vars)
	s := c.of(e.Body)
	c.loops = c.loops[:len(c.loops)-1]
	c.values[e] = s
	return s
}

func (c *classes) prim(e *nkl.Prim) *shape {
	switch e.Op.Code {
	case prim.Elt:
		s := c.of(e.Args[0])
		if t := s.class.find().elem; t.Has(types.KSeq) {
			return c.fresh(t).outside()
		}
	case prim.Write:
		s := c.of(e.Args[0])
		s.class.find().written = true
		return s
	case prim.Append:
		a, b := c.of(e.Args[0]), c.of(e.Args[1])
		if c.literal(e.Args[0]) != nil && c.literal(e.Args[1]) == nil {
			b.class.find().front = true
			a = b
		}
		x := a.class.find()
		x.counted, x.written = true, true
		return a
	case prim.Get:
		s := c.of(e.Args[0])
		x := s.class.find()
		x.counted = true
		x.front = x.front || !c.isIndex(e.Args[1])
		return s
	}
	return c.made(e)
}

// literal is the literal that e is, or nil.
func (c *classes) literal(e nkl.Expr) *nkl.Seq {
	if r, ok := e.(*nkl.Ref); ok {
		s, _ := c.defs[r.Var].(*nkl.Seq)
		return s
	}
	return nil
}

// isIndex reports whether e is the numbers from 0.
func (c *classes) isIndex(e nkl.Expr) bool {
	r, ok := e.(*nkl.Ref)
	return ok && anf.IsOp(c.defs[r.Var], prim.Index)
}

// changed is the classes of which e makes new versions.
func (c *classes) changed(e nkl.Expr) (out []*class) {
	add := func(s *shape) {
		if s != nil && s.class != nil {
			if x := s.class.find(); x.carried && !slices.Contains(out, x) {
				out = append(out, x)
			}
		}
	}
	walk(e, func(e nkl.Expr) {
		switch e := e.(type) {
		case *nkl.Prim:
			if op := e.Op.Code; op == prim.Write || op == prim.Append {
				for _, a := range e.Args {
					add(c.of(a))
				}
			}
		case *nkl.Seq:
			add(c.values[e])
		}
	})
	slices.SortFunc(out, func(x, y *class) int { return slices.Index(c.all, x) - slices.Index(c.all, y) })
	return out
}

// walk calls f with e and all in it.
func walk(e nkl.Expr, f func(e nkl.Expr)) {
	f(e)
	e.Children(func(_ int, x nkl.Expr) { walk(x, f) })
}

// appends reports whether e appends elements.
func appends(e nkl.Expr) (found bool) {
	walk(e, func(e nkl.Expr) { found = found || anf.IsOp(e, prim.Append) })
	return found
}
