package spell

// Other words for the same: rewrites of source programs that preserve their
// meaning. They stay inside of what NESL defines: what is evaluated at all is
// evaluated once, in the same order.

import (
	"nessiec/ir/nesl"
	"nessiec/ir/types"
)

// let binds a name for body.
func (s *speller) let(name string, rhs, body nesl.Expr) nesl.Expr {
	pat := &nesl.PatVar{Name: name}
	switch {
	case s.once(6): // a map over one element
		gens := []nesl.Expr{&nesl.Gen{Pat: pat, Seq: &nesl.Seq{Elems: []nesl.Expr{rhs}}}}
		return &nesl.Index{Seq: &nesl.Each{Gens: gens, Body: body}, At: integer(0)}
	case s.once(6): // with a companion
		p := patPair(pat, &nesl.PatVar{Name: s.fresh()})
		return &nesl.Let{Binds: []nesl.Expr{&nesl.Bind{Pat: p, Rhs: pair(rhs, integer(0))}}, Body: body}
	}
	binds := []nesl.Expr{&nesl.Bind{Pat: pat, Rhs: rhs}}
	if l, ok := body.(*nesl.Let); ok && !s.once(3) {
		return &nesl.Let{Binds: append(binds, l.Binds...), Body: l.Body}
	}
	return &nesl.Let{Binds: binds, Body: body}
}

// branch chooses between two expressions.
func (s *speller) branch(cond, then, els nesl.Expr) nesl.Expr {
	switch {
	case s.once(4):
		return &nesl.If{Cond: call("not", cond), Then: els, Else: then}
	case s.once(6):
		return &nesl.If{Cond: &nesl.Binary{Op: "==", Left: call("btoi", cond), Right: integer(1)}, Then: then, Else: els}
	}
	return &nesl.If{Cond: cond, Then: then, Else: els}
}

// each is apply-to-each, with a filter if cond is not nil.
func (s *speller) each(gens []*nesl.Gen, cond, body nesl.Expr) nesl.Expr {
	gs := make([]nesl.Expr, len(gens))
	for i, g := range gens {
		gs[i] = g
	}
	if len(gens) > 1 && s.once(3) { // of tuples
		gs = []nesl.Expr{s.together(gens)}
	}
	switch {
	case cond == nil && s.once(6):
		return &nesl.EachIf{Gens: gs, Cond: &nesl.Bool{Val: true}, Body: body}
	case cond == nil:
		return &nesl.Each{Gens: gs, Body: body}
	case len(gens) == 1 && s.once(3): // first the filter, then the map
		name := gens[0].Pat.(*nesl.PatVar).Name
		kept := &nesl.EachIf{Gens: gs, Cond: cond, Body: s.id(name)}
		return &nesl.Each{Gens: []nesl.Expr{&nesl.Gen{Pat: gens[0].Pat, Seq: kept}}, Body: body}
	}
	return &nesl.EachIf{Gens: gs, Cond: cond, Body: body}
}

// together is one generator for several: of their elements in tuples.
func (s *speller) together(gens []*nesl.Gen) nesl.Expr {
	var pats, ids, inner []nesl.Expr
	for _, g := range gens {
		v := s.fresh()
		pats, ids = append(pats, g.Pat), append(ids, s.id(v))
		inner = append(inner, &nesl.Gen{Pat: &nesl.PatVar{Name: v}, Seq: g.Seq})
	}
	return &nesl.Gen{Pat: pairs(pats, patPair), Seq: &nesl.Each{Gens: inner, Body: pairs(ids, pair)}}
}

// roundabout is e, of type t, in other words.
func (s *speller) roundabout(e nesl.Expr, t *types.Type) nesl.Expr {
	v := s.fresh()
	let := func(body nesl.Expr) nesl.Expr {
		return &nesl.Let{Binds: []nesl.Expr{&nesl.Bind{Pat: &nesl.PatVar{Name: v}, Rhs: e}}, Body: body}
	}
	switch s.r.IntN(7) {
	case 0:
		return let(s.id(v))
	case 1:
		return call("first", pair(e, integer(0)))
	case 2:
		return &nesl.Index{Seq: &nesl.Seq{Elems: []nesl.Expr{e}}, At: integer(0)}
	case 3:
		return let(&nesl.If{Cond: &nesl.Bool{Val: s.once(2)}, Then: s.id(v), Else: s.id(v)})
	}
	binary := func(op string, right nesl.Expr) nesl.Expr { return &nesl.Binary{Op: op, Left: e, Right: right} }
	switch t.Kind {
	case types.KInt:
		return []nesl.Expr{binary("+", integer(0)), binary("*", integer(1)), binary("/", integer(1)), call("negate", call("negate", e)),
			call("sum", &nesl.Seq{Elems: []nesl.Expr{e}})}[s.r.IntN(5)]
	case types.KBool:
		return []nesl.Expr{call("not", call("not", e)), binary("or", &nesl.Bool{}), binary("and", &nesl.Bool{Val: true}),
			call("any", &nesl.Seq{Elems: []nesl.Expr{e}})}[s.r.IntN(4)]
	case types.KChar:
		return call("code_char", call("char_code", e))
	case types.KSeq:
		return s.roundaboutSeq(e, v, let, s.typ(t.Elem()))
	}
	return let(s.id(v))
}

// roundaboutSeq is the sequence e in other words; let binds it to v.
func (s *speller) roundaboutSeq(e nesl.Expr, v string, let func(nesl.Expr) nesl.Expr, elem nesl.Expr) nesl.Expr {
	x := s.fresh()
	gens := []nesl.Expr{&nesl.Gen{Pat: &nesl.PatVar{Name: x}, Seq: e}}
	length := &nesl.Unary{Op: "#", Arg: s.id(v)}
	switch s.r.IntN(10) {
	case 0:
		return &nesl.Each{Gens: gens, Body: s.id(x)}
	case 1:
		return &nesl.EachIf{Gens: gens, Cond: &nesl.Bool{Val: true}, Body: s.id(x)}
	case 2:
		return &nesl.Binary{Op: "++", Left: e, Right: &nesl.Empty{Elem: elem}}
	case 3:
		return call("reverse", call("reverse", e))
	case 4:
		return call("flatten", &nesl.Seq{Elems: []nesl.Expr{e}})
	case 5:
		return call("rotate", e, integer(0))
	case 6:
		return call("drop", e, integer(0))
	case 7:
		return let(call("take", s.id(v), length))
	case 8:
		return let(call("subseq", s.id(v), integer(0), length))
	}
	return let(&nesl.Binary{Op: "->", Left: s.id(v), Right: &nesl.Range{Lo: integer(0), Hi: length}})
}
