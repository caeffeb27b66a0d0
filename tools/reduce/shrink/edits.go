package shrink

// What may stand for an expression: the zero of its type, parts of it of the
// same type, and what its form suggests.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// smaller lists candidates for a place, the smallest first.
func (s *shrinker) smaller(p place) (out []nkl.Expr) {
	if p.t == nil {
		return nil
	}
	size := count(p.e)
	add := func(e nkl.Expr) { out = append(out, e) }
	if !p.t.Has(types.KFun) && !p.t.Has(types.KVar) {
		if z := nkl.Zero(p.t); count(z) < size || size == 1 && !same(z, p.e) && !isRef(p.e) {
			add(z)
		}
	}
	if size == 1 {
		return append(out, literals(p.e)...)
	}
	sigs := s.module().Sigs()
	for _, c := range parts(p.e, 4) {
		if t := sigs.TypeOf(c); t != nil && nkl.Same(t, p.t) {
			add(c)
		}
	}
	return append(out, s.byForm(p.e)...)
}

// count is the number of nodes, but a string counts its letters.
func count(e nkl.Expr) (n int) {
	ir.Walk(e, func(e nkl.Expr) bool {
		if s, ok := e.(*nkl.Str); ok {
			n += len(s.Val)
		}
		n++
		return true
	})
	return n
}

func same(a, b nkl.Expr) bool { return nkl.Show(a) == nkl.Show(b) }

func isRef(e nkl.Expr) bool { return e.Form() == nkl.FormRef }

// literals are simpler ones: nearer to zero.
func literals(e nkl.Expr) []nkl.Expr {
	switch e := e.(type) {
	case *nkl.Int:
		if v := e.Val; v > 1 || v < -1 {
			return []nkl.Expr{&nkl.Int{Val: 1}, &nkl.Int{Val: -1}, &nkl.Int{Val: v / 2}, &nkl.Int{Val: v - sign(v)}}
		}
	case *nkl.Float:
		if e.Val != 0 && e.Val != 1 {
			return []nkl.Expr{&nkl.Float{Val: 1}}
		}
	}
	return nil
}

func sign(v int64) int64 {
	if v < 0 {
		return -1
	}
	return 1
}

// byForm is what the form of e suggests.
func (s *shrinker) byForm(e nkl.Expr) []nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		return inlineLet(e)
	case *nkl.Call:
		return s.inlineCall(e)
	case *nkl.Seq:
		return shorter(e)
	case *nkl.Str:
		return []nkl.Expr{&nkl.Str{Node: e.Node, Val: e.Val[:len(e.Val)/2]}}
	case *nkl.Check:
		return []nkl.Expr{e.Then}
	case *nkl.Each:
		out := plainGenerators(e)
		for i := range e.Binds {
			c := *e
			c.Binds, c.Seqs = without(e.Binds, i), without(e.Seqs, i)
			out = append(out, &c)
		}
		return out
	case *nkl.EachIf:
		out := []nkl.Expr{&nkl.Each{Node: e.Node, Binds: e.Binds, Seqs: e.Seqs, Body: e.Body}}
		for i := range e.Binds {
			c := *e
			c.Binds, c.Seqs = without(e.Binds, i), without(e.Seqs, i)
			out = append(out, &c)
		}
		return out
	case *nkl.Prim:
		return hoistArgs(e)
	}
	return nil
}

// plainGenerators maps over one int, or the indices of what it mapped over, if
// elements are not used.
func plainGenerators(e *nkl.Each) []nkl.Expr {
	if len(e.Binds) != 1 || uses(e.Body, e.Binds[0]) || e.Binds[0].Type == types.Int && e.Seqs[0].Form() == nkl.FormSeq {
		return nil
	}
	over := func(s nkl.Expr) nkl.Expr {
		return &nkl.Each{Node: e.Node, Binds: []*nkl.Var{types.NewVar("i", types.Int)}, Seqs: []nkl.Expr{s}, Body: e.Body}
	}
	out := []nkl.Expr{over(&nkl.Seq{Elem: types.Int, Elems: []nkl.Expr{integer(0)}})}
	if e.Binds[0].Type != types.Int {
		out = append(out, over(nkl.Op(e.P, prim.Index, nkl.Op(e.P, prim.Length, e.Seqs[0]))))
	}
	return out
}

func integer(n int64) nkl.Expr { return &nkl.Int{Val: n} }

// inlineLet substitutes what is bound, if it is used at most once.
func inlineLet(e *nkl.Let) []nkl.Expr {
	uses := 0
	ir.Walk(e.Body, func(x nkl.Expr) bool {
		nkl.EachUse(x, func(v *nkl.Var) {
			if v == e.Bind {
				uses++
			}
		})
		return true
	})
	if uses > 1 && !nkl.IsAtom(e.Rhs) {
		return nil
	}
	return []nkl.Expr{nkl.Replace(e.Body, map[*nkl.Var]nkl.Expr{e.Bind: e.Rhs})}
}

// inlineCall is the body of the function, with its arguments bound, unless it
// is recursive.
func (s *shrinker) inlineCall(e *nkl.Call) []nkl.Expr {
	f := s.module().Sigs().Funcs[e.Fn]
	if f == nil || len(f.TypeParams) > 0 || s.calls(f, f.Name, map[*nkl.Func]bool{}) {
		return nil
	}
	l := &nkl.Lets{}
	env := map[*nkl.Var]nkl.Expr{}
	for i, p := range f.Params {
		env[p] = l.Bind(types.NewVar(p.Name, p.Type), e.Args[i])
	}
	return []nkl.Expr{l.In(nkl.Freshen(nkl.Replace(f.Body, env)))}
}

// calls reports whether f reaches a call of the function called name; seen is
// where that was asked already.
func (s *shrinker) calls(f *nkl.Func, name string, seen map[*nkl.Func]bool) (found bool) {
	if f == nil || seen[f] {
		return false
	}
	seen[f] = true
	sigs := s.module().Sigs()
	ir.Walk(f.Body, func(e nkl.Expr) bool {
		if c, ok := e.(*nkl.Call); ok {
			found = found || c.Fn == name || s.calls(sigs.Funcs[c.Fn], name, seen)
		}
		return !found
	})
	return found
}

// shorter drops elements of a literal: halves, then one.
func shorter(e *nkl.Seq) (out []nkl.Expr) {
	with := func(es []nkl.Expr) { out = append(out, &nkl.Seq{Node: e.Node, Elem: e.Elem, Elems: es}) }
	if n := len(e.Elems); n > 3 {
		with(e.Elems[:n/2])
		with(e.Elems[n/2:])
	}
	for i := range e.Elems {
		with(without(e.Elems, i))
	}
	return out
}

// hoistArgs moves no code but drops primitives of two like arguments: x op y
// becomes x op x, so that y goes.
func hoistArgs(e *nkl.Prim) (out []nkl.Expr) {
	for i, a := range e.Args {
		if isRef(a) {
			for j, b := range e.Args {
				if i != j && !nkl.IsAtom(b) {
					c := *e
					c.Args = append([]nkl.Expr(nil), e.Args...)
					c.Args[j] = a
					out = append(out, &c)
				}
			}
		}
	}
	return out
}
