package spell

// Sums and cases in words.

import (
	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// With is the language of programs that can be written with sums; they are
// programs of Sums.
var (
	Sums = grammar.NestedMono.Language
	With = grammar.NestedMono.Extend("nkl.spelt", "no function values, no primitives that follow the type of their argument",
		grammar.Remove(nkl.FormFunVal, nkl.FormLambda, nkl.FormApply, nkl.FormFoldBy),
		grammar.RemoveKinds(types.KFun, types.KClo),
		grammar.ForbidPrims(prim.Generic)).Language
)

// Can reports whether programs of l may be ones that can be written.
func Can(l *grammar.Language) bool { return l == Of || l == Sums }

// sum writes the definition of a sum behind those of the types in it.
func (s *speller) sum(t *types.Type) nesl.Expr {
	def := &nesl.Sum{Name: t.Name}
	for _, c := range t.Cons() {
		con := &nesl.Constructor{Name: c.Name, Type: &nesl.Untyped{}}
		if len(c.Elems) > 0 {
			con.Type = pairs(s.typs(c.Elems), tyPair)
		}
		def.Cons = append(def.Cons, con)
	}
	return def
}

func (s *speller) typs(ts []*types.Type) []nesl.Expr {
	out := make([]nesl.Expr, len(ts))
	for i, t := range ts {
		out[i] = s.typ(t)
	}
	return out
}

func (s *speller) variant(e *nkl.Variant) nesl.Expr {
	s.typ(e.Type)
	if len(e.Args) == 0 {
		return s.id(e.Con)
	}
	return call(e.Con, s.exprs(e.Args)...)
}

// caseOf writes an arm for each constructor; if the last arm takes several, it is
// one for all that are left.
func (s *speller) caseOf(e *nkl.Case) nesl.Expr {
	t := s.sigs.TypeOf(e.Of)
	s.typ(t)
	out := &nesl.Case{Of: s.expr(e.Of)}
	add := func(pat nesl.Expr, body nkl.Expr) {
		out.Arms = append(out.Arms, &nesl.Arm{Pat: pat, Body: s.expr(body)})
	}
	for i, a := range e.Arms {
		arm := a.(*nkl.Arm)
		if len(arm.Cons) > 1 && i > 0 && i == len(e.Arms)-1 {
			add(&nesl.PatVar{Name: "_"}, arm.Body)
			return out
		}
		for _, con := range arm.Cons {
			add(s.armPattern(t.Cons()[t.Tag(con)], arm.Binds), arm.Body)
		}
	}
	return out
}

// armPattern is the pattern of a constructor; fields without a variable are _.
func (s *speller) armPattern(con *types.Type, vs []*nkl.Var) nesl.Expr {
	if len(con.Elems) == 0 {
		return &nesl.PatVar{Name: con.Name}
	}
	fields := make([]nesl.Expr, len(con.Elems))
	for i := range fields {
		fields[i] = &nesl.PatVar{Name: "_"}
		if len(vs) > 0 {
			fields[i] = &nesl.PatVar{Name: s.name(vs[i])}
		}
	}
	return &nesl.PatData{Con: con.Name, Arg: pairs(fields, patPair)}
}
