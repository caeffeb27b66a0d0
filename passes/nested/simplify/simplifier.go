package simplify

// Simplification of one function: a walk over its blocks in order of
// evaluation, which knows what is bound, what holds, and what was computed.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// A simplifier works on one function. What is scoped is undone at the end of
// the block where it was learnt.
type simplifier struct {
	p        *simplification
	c        *pass.Ctx
	env      map[*nkl.Var]nkl.Expr // variables that stand for an atom
	defs     map[*nkl.Var]nkl.Expr // right-hand sides of the variables that are left
	elems    map[*nkl.Var]nkl.Expr // sequences that variables of maps are elements of
	facts    map[*nkl.Var]nkl.Expr // variables with a value that is known here (scoped)
	seen     map[string]nkl.Expr   // atoms with the value of a right-hand side, by key (scoped)
	bounds   map[*nkl.Var]interval // of ints (scoped)
	trail    []undo
	uses     map[*nkl.Var]int // in the code made so far
	mentions map[*nkl.Var]int // in the code before, and as what others stand for
	ids      map[*nkl.Var]int // for keys
	key      strings.Builder
}

// An undo takes back a fact, a bound or a key.
type undo struct {
	fact  *nkl.Var
	bound *nkl.Var
	was   interval // of bound
	key   string
}

func newSimplifier(c *pass.Ctx, p *simplification) *simplifier {
	return &simplifier{p: p, c: c, env: map[*nkl.Var]nkl.Expr{}, defs: map[*nkl.Var]nkl.Expr{}, elems: map[*nkl.Var]nkl.Expr{}, facts: map[*nkl.Var]nkl.Expr{},
		seen: map[string]nkl.Expr{}, bounds: map[*nkl.Var]interval{}, uses: map[*nkl.Var]int{}, ids: map[*nkl.Var]int{}}
}

// function simplifies the body of a function.
func (s *simplifier) function(e nkl.Expr) nkl.Expr {
	s.mentions = countMentions(e)
	return s.body(nil, e)
}

// body simplifies a block of its own. The steps of start, if any, come first.
func (s *simplifier) body(start *anf.Block, e nkl.Expr) nkl.Expr {
	mark := len(s.trail)
	if start == nil {
		start = new(anf.Block)
	}
	tail := s.tail(start, e)
	if a := s.known(tail); a != nil {
		tail = a
	}
	out := s.close(start, tail)
	s.undoTo(mark)
	return out
}

func (s *simplifier) undoTo(mark int) {
	for i := len(s.trail) - 1; i >= mark; i-- {
		switch u := s.trail[i]; {
		case u.fact != nil:
			delete(s.facts, u.fact)
		case u.bound != nil:
			s.bounds[u.bound] = u.was
		default:
			delete(s.seen, u.key)
		}
	}
	s.trail = s.trail[:mark]
}

// tail adds the steps of e to b and returns what remains, an atom or a
// right-hand side.
func (s *simplifier) tail(b *anf.Block, e nkl.Expr) nkl.Expr {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			rhs := x.Rhs
			if s.overNothing(rhs) {
				rhs = &nkl.Seq{Node: ir.At(rhs.Pos()), Elem: x.Bind.Type.Elem()}
			}
			s.bind(b, x, s.rhs(b, rhs))
			if x.Rhs.Form() == nkl.FormCall { // which may be inlined by now
				s.remember(x.Rhs.MapOperands(s.atom), s.atom(nkl.Use(x.Bind)))
			}
			e = x.Body
		case *nkl.Check:
			cond := s.atom(x.Cond)
			if !anf.IsTrue(cond) {
				b.CheckAgain(x, cond)
				s.assume(cond, true)
			}
			e = x.Then
		default:
			return s.rhs(b, e)
		}
	}
}

// bind adds the step that let x is, with a simplified right-hand side.
func (s *simplifier) bind(b *anf.Block, x *nkl.Let, rhs nkl.Expr) {
	if nkl.IsAtom(rhs) {
		s.standFor(x.Bind, rhs)
		return
	}
	if a := s.known(rhs); a != nil {
		s.standFor(x.Bind, a)
		return
	}
	s.learn(x.Bind, rhs)
	b.Again(x, x.Bind, rhs)
}

// standFor puts atom a in place of v.
func (s *simplifier) standFor(v *nkl.Var, a nkl.Expr) {
	s.env[v] = a
	if r, ok := a.(*nkl.Ref); ok {
		s.mentions[r.Var] += s.mentions[v]
	}
}

// emit adds a step of its own for e and returns an atom for its value.
func (s *simplifier) emit(b *anf.Block, name string, t *types.Type, e nkl.Expr) nkl.Expr {
	return s.emitSimple(b, name, t, s.rhs(b, e))
}

// emitSimple is emit of what is simplified already.
func (s *simplifier) emitSimple(b *anf.Block, name string, t *types.Type, rhs nkl.Expr) nkl.Expr {
	if nkl.IsAtom(rhs) {
		return rhs
	}
	if a := s.known(rhs); a != nil {
		return a
	}
	v := types.NewVar(name, t)
	s.learn(v, rhs)
	b.Let(v, rhs)
	return nkl.Use(v)
}

// learn records that v is bound to rhs, and that rhs need not be evaluated again.
func (s *simplifier) learn(v *nkl.Var, rhs nkl.Expr) {
	s.defs[v] = rhs
	s.remember(rhs, nkl.Use(v))
}

// remember records that rhs has the value of the atom a, unless one is known.
func (s *simplifier) remember(rhs, a nkl.Expr) {
	if k := s.keyOf(rhs); k != "" && s.seen[k] == nil {
		s.seen[k] = a
		s.trail = append(s.trail, undo{key: k})
	}
}

// known is the atom that has the value of rhs already, or nil.
func (s *simplifier) known(rhs nkl.Expr) nkl.Expr {
	if nkl.IsAtom(rhs) {
		return nil
	}
	if k := s.keyOf(rhs); k != "" && s.seen[k] != nil {
		return s.atom(s.seen[k])
	}
	return nil
}

// atom is what an atom stands for here.
func (s *simplifier) atom(e nkl.Expr) nkl.Expr {
	for {
		r, ok := e.(*nkl.Ref)
		if !ok {
			return e
		}
		if a := s.env[r.Var]; a != nil {
			e = a
		} else if a := s.facts[r.Var]; a != nil {
			e = a
		} else {
			return e
		}
	}
}

// argument is an atom that a call is given. It stays the variable that it is where another is
// only known to be equal: a parameter that all calls hand on does not vary.
func (s *simplifier) argument(e nkl.Expr) nkl.Expr {
	a := s.atom(e)
	if _, variable := a.(*nkl.Ref); !variable {
		return a
	}
	for {
		r := e.(*nkl.Ref)
		if s.env[r.Var] == nil {
			return e
		}
		e = s.env[r.Var]
	}
}

// def is the right-hand side behind an atom, or the atom itself.
func (s *simplifier) def(e nkl.Expr) nkl.Expr {
	if r, ok := e.(*nkl.Ref); ok && s.defs[r.Var] != nil {
		return s.defs[r.Var]
	}
	return e
}

// assume records that the bool e has the value yes, to the end of the block,
// and what follows from it.
func (s *simplifier) assume(e nkl.Expr, yes bool) {
	r, ok := e.(*nkl.Ref)
	if !ok || s.facts[r.Var] != nil {
		return
	}
	s.fact(r.Var, anf.Boolean(yes))
	p, ok := s.defs[r.Var].(*nkl.Prim)
	if !ok {
		return
	}
	args := make([]nkl.Expr, len(p.Args))
	for i, a := range p.Args {
		args[i] = s.atom(a)
	}
	switch code := p.Op.Code; {
	case code == prim.Not:
		s.assume(args[0], !yes)
	case code == prim.And && yes, code == prim.Or && !yes:
		s.assume(args[0], yes)
		s.assume(s.atom(args[1]), yes)
	case code == prim.Eq && yes, code == prim.Ne && !yes:
		s.equate(args[0], args[1])
	default:
		s.compared(code, yes, args)
	}
}

// compared records what a comparison of args tells about the others. Where a
// NaN is possible, only one that holds tells anything, and eq is not ne.
func (s *simplifier) compared(code prim.Code, yes bool, args []nkl.Expr) {
	if code.Prim().Negation == 0 {
		return
	}
	if !yes && (anf.TypeOfAtom(args[0]) != types.Float || code == prim.Eq) {
		code, yes = code.Prim().Negation, true
	}
	if !yes {
		return
	}
	for _, f := range follows[code] {
		s.remember(nkl.Op(ir.Pos{}, f.op, args...), anf.Boolean(f.holds))
	}
	s.narrow(code, args[0], args[1])
}

// A consequence of a comparison that holds, for another on the same operands.
type consequence struct {
	op    prim.Code
	holds bool
}

var follows = map[prim.Code][]consequence{
	prim.Lt: {{prim.Le, true}, {prim.Ne, true}, {prim.Eq, false}, {prim.Ge, false}, {prim.Gt, false}},
	prim.Gt: {{prim.Ge, true}, {prim.Ne, true}, {prim.Eq, false}, {prim.Le, false}, {prim.Lt, false}},
	prim.Le: {{prim.Gt, false}},
	prim.Ge: {{prim.Lt, false}},
	prim.Ne: {{prim.Eq, false}},
}

// equate records that two atoms are equal. Equal floats may differ (-0.0).
func (s *simplifier) equate(x, y nkl.Expr) {
	if anf.TypeOfAtom(x) == types.Float || anf.SameAtom(x, y) {
		return
	}
	if r, ok := y.(*nkl.Ref); ok {
		s.fact(r.Var, x)
	} else if r, ok := x.(*nkl.Ref); ok {
		s.fact(r.Var, y)
	}
}

func (s *simplifier) fact(v *nkl.Var, a nkl.Expr) {
	s.facts[v] = a
	s.trail = append(s.trail, undo{fact: v})
}

// close makes the block, without the steps whose value is not used; a last step
// that binds the tail becomes the tail.
func (s *simplifier) close(b *anf.Block, tail nkl.Expr) nkl.Expr {
	last := len(b.Steps) - 1
	if r, ok := tail.(*nkl.Ref); ok && last >= 0 && b.Steps[last].Bind == r.Var {
		tail, last = b.Steps[last].Expr, last-1
	}
	s.count(tail)
	out := tail
	for i := last; i >= 0; i-- {
		st := &b.Steps[i]
		if st.Bind != nil && s.uses[st.Bind] == 0 && s.p.effects.Droppable(st.Expr) {
			continue
		}
		s.count(st.Expr)
		out = st.Before(out)
	}
	return out
}

// count counts the uses in the operands of e; those in its bodies were counted
// when the bodies were closed.
func (s *simplifier) count(e nkl.Expr) {
	if r, ok := e.(*nkl.Ref); ok {
		s.uses[r.Var]++
		return
	}
	e.MapOperands(func(o nkl.Expr) nkl.Expr {
		if r, ok := o.(*nkl.Ref); ok {
			s.uses[r.Var]++
		}
		return o
	})
}
