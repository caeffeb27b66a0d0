// Package simplify is the simplifier of flat programs, a file for each kind of rewrite, and
// what it knows of uses. It imports passes/sizes, passes/pass and ir.
package simplify

// The simplifier: rounds of inlining, a walk over every function from the top
// down that replaces what is known, and one from the bottom up that drops what
// is not used.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// FKL removes what is computed twice, for nothing, or already known.
//
//	(let (x) (prim add (n 0)) e)                    =>  e[n/x]                folding (fold.go)
//	(let (n) (length v) e), v a map over m          =>  e[m/n]                sizes (facts.go)
//	(let (w) (map n i (at v i)) e), n = length(v)   =>  e[v/w]                copies (facts.go)
//	(let (x) r (let (y) r e))                       =>  (let (x) r e[x/y])    common expressions (common.go)
//	(let (x) r e), x not in e, r total              =>  e                     dead code (dead.go)
//	(check x e), x = (eq sum n), sum of a vector    =>  (check x e[n/sum])    equalities (equalities.go)
//	(let (w) (segmap n sd s i e) ..), s not in e    =>  (let (w) (map n i e) ..)  rows that do not matter
//	(if c (check x ..) ..)                          =>  (check (or (not c) x) ..)   implications (implications.go)
//	(let () (segmap n sd s i e) ..), i not in e     =>  (let () (map rows s e) ..)  checks of rows (rowchecks.go)
//	(let (x) (call f a) e), no other call of f      =>  body of f in place    inlining (inline.go)
//
// An expression is only replaced by one that dominates it; checks and effects
// stay where they are.
func FKL(c *pass.Ctx, m *fkl.Module) *fkl.Module {
	simple := map[*fkl.Func]bool{} // in which nothing was found to rewrite
	for range maxRounds {
		before := c.LastRewrite().N
		in := inline(c, m)
		out := Funcs(c, in, func(c *pass.Ctx, f *fkl.Func) *fkl.Func {
			if simple[f] {
				return f
			}
			return simplify(c, f)
		})
		for i, f := range in.Funcs {
			simple[f] = out.Funcs[i] == f
		}
		out = Dead(c, out)
		if c.LastRewrite().N == before {
			break
		}
		m = out
	}
	return m
}

// maxRounds bounds the rounds; what one round makes possible the next one
// finds, and more than a few never pay.
const maxRounds = 4

// A simplifier rewrites one function from the top down.
type simplifier struct {
	*pass.Ctx
	num   value.Num
	subst map[*fkl.Var]fkl.Expr // variables that are known to equal an atom
	sizes map[*fkl.Var]fkl.Expr // the same of reductions, by checks that were passed
	defs  map[*fkl.Var]def      // operations that define variables
	known *availableOps
	fun   string
}

// A def is the operation of which a variable is result number k.
type def struct {
	op fkl.Expr
	k  int
}

// simplify is f itself if there is nothing to rewrite.
func simplify(c *pass.Ctx, f *fkl.Func) *fkl.Func {
	s := &simplifier{Ctx: c, num: c.Num(), fun: f.Name,
		subst: map[*fkl.Var]fkl.Expr{}, sizes: map[*fkl.Var]fkl.Expr{}, defs: map[*fkl.Var]def{}, known: newAvailableOps()}
	before := c.LastRewrite().N
	g := *f
	if g.Body = s.body(f.Body); c.LastRewrite().N == before {
		return f
	}
	return &g
}

// Funcs rewrites functions, several at a time.
func Funcs(c *pass.Ctx, m *fkl.Module, rewrite func(*pass.Ctx, *fkl.Func) *fkl.Func) *fkl.Module {
	funcs, changed := pass.Each(c, m.Funcs, rewrite)
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}

// allow asks for permission to rewrite what binds vs, or is at e.
func (s *simplifier) allow(what string, at fkl.Expr) bool {
	return s.Rewrite(what + " in " + s.fun + ": " + fkl.Schema[at.Form()].Name)
}

// body simplifies a body with a scope of its own.
func (s *simplifier) body(e fkl.Expr) fkl.Expr {
	var l fkl.Lets
	var end fkl.Expr
	s.known.scope(func() { end = s.tail(&l, e) })
	return l.In(end)
}

// tail puts what comes before the end of e into l and returns the end.
func (s *simplifier) tail(l *fkl.Lets, e fkl.Expr) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		s.bind(l, e.Binds, e.Rhs)
		return s.tail(l, e.Body)
	case *fkl.Check:
		return s.tail(l, s.enclose(l, e))
	case *fkl.If:
		if branch := s.choose(e); branch != nil {
			return s.tail(l, branch)
		}
	}
	return s.operation(e)
}

// enclose puts a check into l and returns what it encloses.
func (s *simplifier) enclose(l *fkl.Lets, e *fkl.Check) fkl.Expr {
	cond := s.atom(e.Cond)
	if s.known.is(cond, true) && s.allow("drop a check that holds", e) {
		return e.Then
	}
	l.Wrap(func(then fkl.Expr) fkl.Expr {
		return &fkl.Check{Node: e.Node, Cond: cond, Error: e.Error, Then: then}
	})
	s.passed(cond)
	return e.Then
}

// choose is the branch that a conditional always takes, or nil.
func (s *simplifier) choose(e *fkl.If) fkl.Expr {
	cond := s.atom(e.Cond)
	switch {
	case s.known.is(cond, true) && s.allow("take the only arm", e):
		return e.Then
	case s.known.is(cond, false) && s.allow("take the only arm", e):
		return e.Else
	}
	return nil
}

// bind makes vs stand for the results of rhs.
func (s *simplifier) bind(l *fkl.Lets, vs []*fkl.Var, rhs fkl.Expr) {
	if e, ok := rhs.(*fkl.If); ok {
		if branch := s.choose(e); branch != nil {
			s.splice(l, vs, branch)
			return
		}
	}
	e := s.offsets(l, s.withoutRows(s.rowChecks(s.operation(rhs))))
	if as := s.equal(e); as != nil && s.allow("fold", e) {
		s.alias(vs, as)
		return
	}
	key, as := s.known.find(e)
	if as != nil && s.allow("share", e) {
		s.alias(vs, as)
		return
	}
	if s.copies(vs, e) || s.implication(l, vs, e) {
		return
	}
	l.Set(vs, e)
	s.known.add(key, e, vs)
	for k, v := range vs {
		s.defs[v] = def{e, k}
	}
}

// withoutRows is e as a map over elements, if it does not matter in which rows they are, or e.
func (s *simplifier) withoutRows(e fkl.Expr) fkl.Expr {
	m, ok := e.(*fkl.SegMap)
	if !ok || slices.Contains(fkl.FreeVars(m.Body), m.Seg) || !s.allow("forget the rows", m) {
		return e
	}
	return &fkl.Map{Node: m.Node, N: m.N, Idx: m.Idx, Body: m.Body}
}

// splice makes vs stand for the results of a body.
func (s *simplifier) splice(l *fkl.Lets, vs []*fkl.Var, e fkl.Expr) {
	switch e := e.(type) {
	case *fkl.Let:
		s.bind(l, e.Binds, e.Rhs)
		s.splice(l, vs, e.Body)
	case *fkl.Check:
		s.splice(l, vs, s.enclose(l, e))
	case *fkl.Ret:
		vals, _ := ir.MapSlice(e.Vals, s.atom)
		s.alias(vs, vals)
	default:
		s.bind(l, vs, e)
	}
}

func (s *simplifier) alias(vs []*fkl.Var, as []fkl.Expr) {
	for i, v := range vs {
		s.subst[v] = as[i]
	}
}

func (s *simplifier) atom(e fkl.Expr) fkl.Expr {
	if r, ok := e.(*fkl.Ref); ok {
		if a := s.subst[r.Var]; a != nil {
			return a
		}
		if a := s.sizes[r.Var]; a != nil && s.allow("take the size of a check", e) {
			return a
		}
	}
	return e
}

// operation rewrites operands and bodies.
func (s *simplifier) operation(e fkl.Expr) fkl.Expr {
	e = e.MapOperands(s.atom)
	switch e := e.(type) {
	case *fkl.If:
		return s.branches(e)
	case *fkl.At:
		return s.readThroughMap(e)
	case *fkl.Fold, *fkl.SegFold:
		return s.closed(e)
	}
	return e.MapBodies(s.body)
}

// closed rewrites bodies that must not use anything from outside.
func (s *simplifier) closed(e fkl.Expr) fkl.Expr {
	known := s.known
	s.known = newAvailableOps()
	e = e.MapBodies(s.body)
	s.known = known
	return e
}

// branches rewrites the branches of a conditional, where the condition is known.
func (s *simplifier) branches(e *fkl.If) fkl.Expr {
	branch := func(body fkl.Expr, holds bool) (out fkl.Expr) {
		s.known.scope(func() {
			s.known.assume(e.Cond, holds)
			out = s.body(body)
		})
		return out
	}
	return &fkl.If{Node: e.Node, Cond: e.Cond, Then: branch(e.Then, true), Else: branch(e.Else, false)}
}
