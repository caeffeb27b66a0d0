package sugar

// Serial apply-to-each, {* body : generators | filter}, as calls of map. It is
// the one construct that evaluates element after element, so its parts become
// lambdas.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
)

// fresh is a name that no program can spell: names are in lower case.
func (s *sugar) fresh(hint string) string {
	s.made++
	return hint + ".S" + strconv.Itoa(s.made)
}

func serialMap(pos ir.Pos, pat, body, seq nesl.Expr) nesl.Expr {
	return call(pos, "map", &nesl.Lambda{Node: ir.At(pos), Pat: pat, Body: body}, seq)
}

// serialIf maps the body over the elements for which the filter holds.
//
//	(serialif (gens p in xs) cond body)
//	=> (let ((bind v xs)) (map p => body) ({x : x in v; c in map(p => cond, v) | c}))
func (s *sugar) serialIf(e *nesl.SerialIf) nesl.Expr {
	pat, seq := s.oneGenerator(e.Gens)
	at := ir.At(e.Pos())
	all, x, keep := s.fresh("all"), s.fresh("x"), s.fresh("keep")
	flags := serialMap(e.Pos(), pat, e.Cond, &nesl.Local{Node: at, Name: all})
	names := names.Renaming{}
	pat = names.All(pat, s.fresh)
	return &nesl.Let{Node: at,
		Binds: []nesl.Expr{&nesl.Bind{Node: at, Pat: &nesl.PatVar{Node: at, Name: all}, Rhs: seq}},
		Body: serialMap(e.Pos(), pat, names.Uses(e.Body), &nesl.EachIf{Node: at,
			Gens: []nesl.Expr{
				&nesl.Gen{Node: at, Pat: &nesl.PatVar{Node: at, Name: x}, Seq: &nesl.Local{Node: at, Name: all}},
				&nesl.Gen{Node: at, Pat: &nesl.PatVar{Node: at, Name: keep}, Seq: flags},
			},
			Cond: &nesl.Local{Node: at, Name: keep},
			Body: &nesl.Local{Node: at, Name: x},
		}),
	}
}

// oneGenerator makes one generator, over tuples, of several.
func (s *sugar) oneGenerator(gens []nesl.Expr) (pat, seq nesl.Expr) {
	first := gens[0].(*nesl.Gen)
	if len(gens) == 1 {
		return first.Pat, first.Seq
	}
	var each, parts []nesl.Expr
	for _, g := range gens {
		g := g.(*nesl.Gen)
		x := s.fresh("x")
		each = append(each, &nesl.Gen{Node: g.Node, Pat: &nesl.PatVar{Node: g.Node, Name: x}, Seq: g.Seq})
		parts = append(parts, &nesl.Local{Node: g.Node, Name: x})
	}
	pat = gens[len(gens)-1].(*nesl.Gen).Pat
	for i := len(gens) - 2; i >= 0; i-- {
		g := gens[i].(*nesl.Gen)
		pat = &nesl.PatPair{Node: g.Node, Left: g.Pat, Right: pat}
	}
	return pat, &nesl.Each{Node: first.Node, Gens: each, Body: names.Tuple(first.Pos(), parts)}
}
