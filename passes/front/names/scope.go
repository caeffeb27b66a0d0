package names

// Scopes of local variables, and expressions and patterns in them.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nesl"
)

// A scope holds the variables of one top-level form. Names that are bound
// again get a number: x, x.1, x.2.
type scope struct {
	bound []binding
	count map[string]int
}

// A binding is a variable that is visible.
type binding struct {
	name, unique string
}

func (s *scope) find(name string) (unique string, ok bool) {
	for i := len(s.bound) - 1; i >= 0; i-- {
		if s.bound[i].name == name {
			return s.bound[i].unique, true
		}
	}
	return "", false
}

// unique is a name for another variable called name.
func (s *scope) unique(name string) string {
	if s.count == nil {
		s.count = map[string]int{}
	}
	n := s.count[name]
	s.count[name]++
	if n == 0 {
		return name
	}
	return name + "." + strconv.Itoa(n)
}

// inside runs f and forgets what it bound.
func (r *resolver) inside(f func()) {
	mark := len(r.scope.bound)
	f()
	r.scope.bound = r.scope.bound[:mark]
}

// How a pattern treats a name that occurs twice in it.
type twice uint8

const (
	firstWins twice = iota // parameters of functions: the later ones are not visible
	rejectTwo              // lets and apply-to-each: but for _, of which the first is visible
	blanks                 // arms: _ may occur several times, and is not visible
)

// pattern resolves a pattern and binds its variables.
func (r *resolver) pattern(pat nesl.Expr, mode twice) nesl.Expr {
	return r.patternIn(pat, mode, map[string]ir.Pos{})
}

// patternIn is pattern for a part; seen are the variables before it.
func (r *resolver) patternIn(pat nesl.Expr, mode twice, seen map[string]ir.Pos) nesl.Expr {
	switch p := pat.(type) {
	case *nesl.PatVar:
		first, again := seen[p.Name]
		u := r.scope.unique(p.Name)
		switch {
		case mode == blanks && p.Name == "_":
		case again && mode != firstWins && p.Name != "_":
			r.duplicate(p, first, "what nobody needs is called _, as often as there is some")
		case !again:
			seen[p.Name] = p.Pos()
			r.scope.bound = append(r.scope.bound, binding{p.Name, u})
		}
		return &nesl.PatVar{Node: p.Node, Name: u}
	case *nesl.PatPair:
		left := r.patternIn(p.Left, mode, seen)
		return &nesl.PatPair{Node: p.Node, Left: left, Right: r.patternIn(p.Right, mode, seen)}
	case *nesl.PatData:
		version, ok := r.findDatatype(p.Con)
		switch g := r.latest[p.Con]; {
		case g != nil && g.con != nil && len(g.sum.Cons) == 1 && HoldsSomething(g.con): // all values have it
			version = g.version
		case g != nil && g.con != nil && len(g.sum.Cons) == 1:
			r.wrongArm(p, p.Con, "%s holds nothing, so there is nothing to take apart")
		case g != nil && g.sum != nil:
			r.wrongArm(p, p.Con, "%s is an alternative of "+g.sum.Name+", which this pattern would not always fit").
				WithHint("case e of " + p.Con + "(x) => ... | _ => ... takes a value apart; a pattern in an arm has no other constructors in it")
		case !ok:
			r.noDatatype(p)
		}
		return &nesl.PatCon{Node: p.Node, Con: p.Con, Version: version, Arg: r.patternIn(p.Arg, mode, seen)}
	}
	return pat
}

func (r *resolver) duplicate(v *nesl.PatVar, first ir.Pos, hint string) {
	r.c.Errorf(v.Pos(), "E0202", "%s is bound twice in one pattern", v.Name).Underline(len(v.Name)).
		Note(first, len(v.Name), "the other one is here").
		WithHint(hint)
}

// expr resolves an expression.
func (r *resolver) expr(e nesl.Expr) nesl.Expr {
	switch e := e.(type) {
	case *nesl.Id:
		return r.id(e)
	case *nesl.Apply:
		return r.apply(e)
	case *nesl.Int:
		r.fits(e, false)
		return e
	case *nesl.Unary:
		if n, ok := e.Arg.(*nesl.Int); ok && e.Op == "-" {
			r.fits(n, true)
			return e
		}
	case *nesl.Float:
		r.floatFits(e)
		return e
	case *nesl.Binary:
		if x, ok := e.Left.(*nesl.Id); ok && e.Op == "->" && !r.defined(x.Name) {
			return r.arrow(e, x)
		}
	case *nesl.Keyword:
		r.c.Errorf(e.Pos(), "E0204", "a keyword argument can stand only in the call of a function by its name")
		return r.expr(e.Arg)
	case *nesl.Empty:
		return &nesl.Empty{Node: e.Node, Elem: r.typ(e.Elem, r.vars)}
	case *nesl.Let:
		return r.let(e)
	case *nesl.Case:
		return r.caseOf(e)
	case *nesl.Lambda:
		out := &nesl.Lambda{Node: e.Node}
		r.inside(func() {
			out.Pat = r.pattern(e.Pat, firstWins)
			out.Body = r.expr(e.Body)
		})
		return out
	case *nesl.Each:
		gens, _, body := r.comprehension(e.Gens, nil, e.Body)
		return &nesl.Each{Node: e.Node, Gens: gens, Body: body}
	case *nesl.EachIf:
		gens, cond, body := r.comprehension(e.Gens, e.Cond, e.Body)
		return &nesl.EachIf{Node: e.Node, Gens: gens, Cond: cond, Body: body}
	case *nesl.Serial:
		gens, _, body := r.comprehension(e.Gens, nil, e.Body)
		return &nesl.Serial{Node: e.Node, Gens: gens, Body: body}
	case *nesl.SerialIf:
		gens, cond, body := r.comprehension(e.Gens, e.Cond, e.Body)
		return &nesl.SerialIf{Node: e.Node, Gens: gens, Cond: cond, Body: body}
	}
	return e.MapChildren(r.expr)
}

func (r *resolver) let(e *nesl.Let) nesl.Expr {
	out := &nesl.Let{Node: e.Node}
	r.inside(func() {
		for _, b := range e.Binds {
			b := b.(*nesl.Bind)
			rhs := r.expr(b.Rhs)
			out.Binds = append(out.Binds, &nesl.Bind{Node: b.Node, Pat: r.pattern(b.Pat, rejectTwo), Rhs: rhs})
		}
		out.Body = r.expr(e.Body)
	})
	return out
}

// comprehension resolves the parts of an apply-to-each; cond may be nil. The
// sequences do not see the variables of the generators.
func (r *resolver) comprehension(gens []nesl.Expr, cond, body nesl.Expr) (gs []nesl.Expr, c, b nesl.Expr) {
	seqs := make([]nesl.Expr, len(gens))
	for i, g := range gens {
		switch g := g.(type) {
		case *nesl.Gen:
			seqs[i] = r.expr(g.Seq)
		case *nesl.GenName:
			seqs[i] = r.id(&nesl.Id{Node: g.Node, Name: g.Name})
		}
	}
	r.inside(func() {
		seen := map[string]ir.Pos{}
		for i, g := range gens {
			var pat nesl.Expr
			switch g := g.(type) {
			case *nesl.Gen:
				pat = g.Pat
			case *nesl.GenName:
				pat = &nesl.PatVar{Node: g.Node, Name: g.Name}
			}
			gs = append(gs, &nesl.Gen{Node: ir.At(g.Pos()), Pat: r.patternIn(pat, rejectTwo, seen), Seq: seqs[i]})
		}
		if cond != nil {
			c = r.expr(cond)
		}
		b = r.expr(body)
	})
	return gs, c, b
}
