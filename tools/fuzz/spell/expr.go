package spell

// Expressions, form by form.

import (
	"fmt"
	"math"

	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
)

// expr writes e, maybe in a roundabout way.
func (s *speller) expr(e nkl.Expr) nesl.Expr {
	out := s.plain(e)
	if s.r != nil && s.r.IntN(8) == 0 {
		if t := s.sigs.TypeOf(e); t != nil {
			return s.roundabout(out, t)
		}
	}
	return out
}

// plain writes e form by form.
func (s *speller) plain(e nkl.Expr) nesl.Expr {
	switch e := e.(type) {
	case *nkl.Ref:
		return s.id(s.names[e.Var])
	case *nkl.Int:
		return integer(e.Val)
	case *nkl.Float:
		if e.Val < 0 {
			return &nesl.Unary{Op: "-", Arg: &nesl.Float{Val: -e.Val}}
		}
		return &nesl.Float{Val: e.Val}
	case *nkl.Bool:
		return &nesl.Bool{Val: e.Val}
	case *nkl.Char:
		return &nesl.Char{Val: e.Val}
	case *nkl.Str:
		return &nesl.String{Val: e.Val}
	case *nkl.Prim:
		return s.prim(e)
	case *nkl.Call:
		return call(e.Fn, s.exprs(e.Args)...)
	case *nkl.Tuple:
		return pair(s.expr(e.Elems[0]), s.expr(e.Elems[1]))
	case *nkl.Proj:
		return s.component(e)
	case *nkl.Con:
		s.typ(e.Type)
		return call(e.Type.Name, s.expr(e.Of))
	case *nkl.Uncon:
		v := s.fresh()
		pat := &nesl.PatData{Con: s.sigs.TypeOf(e.Of).Name, Arg: &nesl.PatVar{Name: v}}
		return &nesl.Let{Binds: []nesl.Expr{&nesl.Bind{Pat: pat, Rhs: s.expr(e.Of)}}, Body: s.id(v)}
	case *nkl.Variant:
		return s.variant(e)
	case *nkl.Case:
		return s.caseOf(e)
	case *nkl.FoldIn: // nothing draws
		return s.expr(e.Body)
	case *nkl.NewKey:
		return s.expr(e.Body)
	case *nkl.Time:
		return &nesl.Time{Arg: s.expr(e.Body)}
	}
	return s.structure(e)
}

// structure writes sequences and what binds or branches.
func (s *speller) structure(e nkl.Expr) nesl.Expr {
	switch e := e.(type) {
	case *nkl.Seq:
		if len(e.Elems) == 0 {
			return &nesl.Empty{Elem: s.typ(e.Elem)}
		}
		return &nesl.Seq{Elems: s.exprs(e.Elems)}
	case *nkl.Range:
		return &nesl.RangeStep{Lo: s.expr(e.Lo), Hi: s.expr(e.Hi), Step: s.expr(e.Step)}
	case *nkl.Let:
		rhs := s.expr(e.Rhs)
		return s.let(s.name(e.Bind), rhs, s.expr(e.Body))
	case *nkl.If:
		return s.branch(s.expr(e.Cond), s.expr(e.Then), s.expr(e.Else))
	case *nkl.Fold:
		return s.fold(e)
	case *nkl.Each:
		gens := s.gens(e.Binds, e.Seqs)
		return s.each(gens, nil, s.expr(e.Body))
	case *nkl.EachIf:
		gens := s.gens(e.Binds, e.Seqs)
		cond := s.expr(e.Cond)
		return s.each(gens, cond, s.expr(e.Body))
	}
	panic(fmt.Sprintf("spell: no words for %T", e))
}

func (s *speller) exprs(es []nkl.Expr) []nesl.Expr {
	out := make([]nesl.Expr, len(es))
	for i, e := range es {
		out[i] = s.expr(e)
	}
	return out
}

// fold writes a fold as a call of the library, whose scan takes no empty sequence.
func (s *speller) fold(e *nkl.Fold) nesl.Expr {
	seq, v := s.expr(e.Seq), s.fresh()
	fun := &nesl.Lambda{Pat: patPair(&nesl.PatVar{Name: s.name(e.X)}, &nesl.PatVar{Name: s.name(e.Y)}), Body: s.expr(e.Body)}
	fold := func(name string) nesl.Expr { return call(name, fun, s.expr(nkl.Zero(e.X.Type)), s.id(v)) }
	body := fold("reduce")
	if e.Scan {
		body = s.branch(&nesl.Binary{Op: "==", Left: &nesl.Unary{Op: "#", Arg: s.id(v)}, Right: integer(0)},
			&nesl.Empty{Elem: s.typ(e.X.Type)}, call("first", fold("scan")))
	}
	return s.let(v, seq, body)
}

// gens writes generators; the sequences do not see the variables.
func (s *speller) gens(vs []*nkl.Var, seqs []nkl.Expr) (gens []*nesl.Gen) {
	for _, e := range s.exprs(seqs) {
		gens = append(gens, &nesl.Gen{Seq: e})
	}
	for i, v := range vs {
		gens[i].Pat = &nesl.PatVar{Name: s.name(v)}
	}
	return gens
}

// component writes a projection of a pair.
func (s *speller) component(e *nkl.Proj) nesl.Expr {
	of := s.expr(e.Of)
	if s.once(2) {
		a, b := s.fresh(), s.fresh()
		return &nesl.Let{Binds: []nesl.Expr{&nesl.Bind{Pat: patPair(&nesl.PatVar{Name: a}, &nesl.PatVar{Name: b}), Rhs: of}},
			Body: s.id([]string{a, b}[e.Index])}
	}
	return call([]string{"first", "rest"}[e.Index], of)
}

// integer writes a number; literals have no sign.
func integer(n int64) nesl.Expr {
	switch {
	case n >= 0:
		return &nesl.Int{Val: n}
	case n == math.MinInt32 || n == math.MinInt64:
		return &nesl.Binary{Op: "-", Left: integer(n + 1), Right: &nesl.Int{Val: 1}}
	}
	return &nesl.Unary{Op: "-", Arg: &nesl.Int{Val: -n}}
}

func (s *speller) id(name string) nesl.Expr { return &nesl.Id{Name: name} }

func call(fn string, args ...nesl.Expr) nesl.Expr {
	return &nesl.Apply{Fn: &nesl.Id{Name: fn}, Arg: pairs(args, pair)}
}

// once is true once in n times, never in plain words.
func (s *speller) once(n int) bool { return s.r != nil && s.r.IntN(n) == 0 }
