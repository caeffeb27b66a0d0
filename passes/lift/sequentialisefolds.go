package lift

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// maxSequential is the most elements of a reduction that becomes scalar code.
const maxSequential = 32

// SequentialiseFolds makes scalar loops of reductions under maps that have few
// elements, whose number is known: what each element of the map does is little, and
// there are enough of them. So nothing has to be kept for their elements, and what
// encloses them can be element code. Elsewhere that is so if they read no elements,
// for which the host would have to wait. What rows that are flattened have together counts as
// elements. Of few elements that are sorted, those whose places are known are found by a network (sortfew.go).
//
//	(let xs (index 9) .. (each (r) (rows) (let ys (each (i) (xs) (mul i r)) (sum ys))))
//	=> .. (each (r) (rows) (loop (i acc) (0 0) (if (lt i 9) (recur (add i 1) (add acc (mul i r))) acc)))
func SequentialiseFolds(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	s := &sequentialiser{Code: scalars.Of(m), c: c, defs: map[*nkl.Var]nkl.Expr{}, done: map[*nkl.Each]bool{}, row: map[*nkl.Var]nkl.Expr{}}
	return m.MapBodies(func(e nkl.Expr) nkl.Expr { return s.walk(e, false) })
}

type sequentialiser struct {
	*scalars.Code
	c    *pass.Ctx
	defs map[*nkl.Var]nkl.Expr
	done map[*nkl.Each]bool    // maps that are in loops, or in networks
	row  map[*nkl.Var]nkl.Expr // what sequences end in that a map makes and another goes through
}

// walk rewrites e, which stands under a map or not, innermost reductions first.
func (s *sequentialiser) walk(e nkl.Expr, under bool) nkl.Expr {
	l, ok := e.(*nkl.Let)
	if !ok {
		each, isMap := e.(*nkl.Each)
		if isMap {
			s.rows(each)
		}
		return e.MapChildren(func(c nkl.Expr) nkl.Expr { return s.walk(c, under || isMap) })
	}
	rhs := s.walk(l.Rhs, under)
	if anf.IsOp(rhs, prim.Length) && under {
		if of, ok := rhs.(*nkl.Prim).Args[0].(*nkl.Ref); ok && anf.IsOp(s.defs[of.Var], prim.Flatten) && s.length(of) > 0 {
			rhs = anf.Integer(s.length(of))
		}
	}
	s.defs[l.Bind] = rhs
	if picked := s.picked(l); under && picked != nil && s.c.Rewrite("sort in a network what is in "+l.Bind.Name) {
		s.c.Count("networks", 1)
		return s.walk(picked, under)
	}
	if v, loop, fold := s.fold(l.Bind, rhs, l.Body); loop != nil && (under || !ir.Any(loop, readsMemory)) {
		if s.c.Rewrite("sequentialise " + fold.Op.Name + " of " + l.Bind.Name) {
			s.c.Count("reductions made loops", 1)
			if rows, _ := s.flattened(rhs); rows != nil {
				s.done[rows] = true
			}
			return &nkl.Let{Node: fold.Node, Bind: v, Rhs: loop, Body: s.walk(replaced(l.Body, fold, v), under)}
		}
	}
	body := s.walk(l.Body, under)
	if rhs == l.Rhs && body == l.Body {
		return l
	}
	if l.Bind.Type.Kind == types.KSeq && (s.done[s.each(rhs)] || !ir.Any(rhs, anf.Acts)) && !slices.Contains(nkl.FreeVars(body), l.Bind) {
		return body // what a loop was made of
	}
	return &nkl.Let{Node: l.Node, Bind: l.Bind, Rhs: rhs, Body: body}
}

// fold is the loop that computes fold, the only use of xs in rest, where xs is rhs; nil if
// there is none.
func (s *sequentialiser) fold(xs *nkl.Var, rhs, rest nkl.Expr) (v *nkl.Var, loop nkl.Expr, fold *nkl.Prim) {
	if rows, row := s.flattened(rhs); rows != nil {
		if fold = onlyFold(xs, rest); fold == nil || fold.Op.Code == prim.Length {
			return nil, nil, nil
		}
		v = types.NewVar(fold.Op.Name, xs.Type.Elem())
		return v, s.loopOfRows(rows, row, fold.P, fold.Op.Code, xs.Type.Elem()), fold
	}
	each, packed := s.each(rhs), false
	if pack, ok := rhs.(*nkl.Prim); ok && pack.Op.Code == prim.Pack {
		each, packed = s.each(pack.Args[1]), true
	}
	if each == nil {
		return nil, nil, nil
	}
	if s.few(each) == 0 {
		return nil, nil, nil
	}
	if fold = onlyFold(xs, rest); fold == nil || packed != (fold.Op.Code == prim.Length) {
		return nil, nil, nil
	}
	code, t := fold.Op.Code, xs.Type.Elem()
	if packed {
		if ir.Any(each.Body, anf.IsCheck) {
			return nil, nil, nil // its flags are computed where they are
		}
		each, code, t = counting(each), prim.Sum, types.Int
	}
	if !s.OK(each.Body) {
		return nil, nil, nil
	}
	v = types.NewVar(fold.Op.Name, t)
	return v, s.loop(each, fold.P, code, t), fold
}

// flattened is the map of rows that e flattens, and the map that makes a row, if they have few
// elements together and are scalar code; else nil.
func (s *sequentialiser) flattened(e nkl.Expr) (rows, row *nkl.Each) {
	if !anf.IsOp(e, prim.Flatten) {
		return nil, nil
	}
	if rows = s.each(e.(*nkl.Prim).Args[0]); rows == nil {
		return nil, nil
	}
	var b anf.Block
	row, ok := b.Take(rows.Body).(*nkl.Each)
	if !ok || s.few(rows)*s.few(row) == 0 || s.few(rows)*s.few(row) > maxSequential || !s.OK(row.Body) {
		return nil, nil
	}
	for _, step := range b.Steps {
		if step.Bind != nil && !s.inlined(step.Expr) && s.Size(step.Expr, step.Bind.Type.IsScalar()) < 0 {
			return nil, nil
		}
	}
	return rows, row
}

// before is the steps of the rows of a map, but for sequences that are inlined.
func (s *sequentialiser) before(rows *nkl.Each) (b anf.Block) {
	b.Take(rows.Body)
	steps := b.Steps
	b.Steps = nil
	for _, step := range steps {
		if step.Bind == nil || !s.inlined(step.Expr) {
			b.Steps = append(b.Steps, step)
		}
	}
	return b
}

// inlined reports whether e is indices, or a map, whose elements are computed where they are needed.
func (s *sequentialiser) inlined(e nkl.Expr) bool {
	each, ok := e.(*nkl.Each)
	if !ok {
		return anf.IsOp(e, prim.Index)
	}
	n := s.Size(each.Body, true)
	return n >= 0 && n <= maxInlineElement && !ir.Any(each.Body, anf.IsCheck)
}

// loopOfRows is the reduction of the rows that a map makes by the map row, as a loop in a loop.
func (s *sequentialiser) loopOfRows(rows, row *nkl.Each, pos ir.Pos, fold prim.Code, t *types.Type) nkl.Expr {
	acc := types.NewVar("acc", t)
	b := s.before(rows)
	made := *rows
	made.Body = b.In(s.loopFrom(ref(acc), row, pos, fold, t))
	return s.counted(&made, pos, acc, anf.Neutral(anf.Combining[fold], t), func(x nkl.Expr) nkl.Expr { return x })
}

// each is the map that makes e, or nil.
func (s *sequentialiser) each(e nkl.Expr) *nkl.Each {
	if r, ok := e.(*nkl.Ref); ok {
		e = s.defs[r.Var]
	}
	m, _ := e.(*nkl.Each)
	return m
}

// counting is a copy of e, which makes flags, that makes ones and zeros.
func counting(e *nkl.Each) *nkl.Each {
	e = nkl.Freshen(e).(*nkl.Each)
	flag := types.NewVar("flag", types.Bool)
	out := *e
	out.Body = anf.Splice(&nkl.Let{Bind: flag, Rhs: e.Body, Body: nkl.Op(e.P, prim.Btoi, ref(flag))})
	return &out
}

// onlyFold is the reduction of xs in e, or the question for its length, if nothing else
// uses xs; or nil.
func onlyFold(xs *nkl.Var, e nkl.Expr) *nkl.Prim {
	var fold *nkl.Prim
	uses := 0
	ir.Walk(e, func(e nkl.Expr) bool {
		nkl.EachUse(e, func(v *nkl.Var) {
			if v == xs {
				uses++
			}
		})
		if p, ok := e.(*nkl.Prim); ok && (anf.Combining[p.Op.Code] != 0 || p.Op.Code == prim.Length) && len(p.Args) == 1 {
			if r, ok := p.Args[0].(*nkl.Ref); ok && r.Var == xs {
				fold = p
			}
		}
		return true
	})
	if uses != 1 {
		return nil
	}
	return fold
}

// replaced is e with v in the place of fold.
func replaced(e nkl.Expr, fold *nkl.Prim, v *nkl.Var) nkl.Expr {
	if e == nkl.Expr(fold) {
		return ref(v)
	}
	return e.MapChildren(func(c nkl.Expr) nkl.Expr { return replaced(c, fold, v) })
}

// few is how many elements a map has, if that is known and few, else 0.
func (s *sequentialiser) few(e *nkl.Each) int64 {
	for _, seq := range e.Seqs {
		if n := s.length(seq); n > 0 && n <= maxSequential {
			return n
		}
	}
	return 0
}

// length is the length of a sequence, if it is known, else 0.
func (s *sequentialiser) length(e nkl.Expr) int64 {
	r, ok := e.(*nkl.Ref)
	if !ok {
		return 0
	}
	return s.lengthOf(s.defs[r.Var])
}

// rows notes what the sequences end in that e goes through, if a map makes them.
func (s *sequentialiser) rows(e *nkl.Each) {
	for i, v := range e.Binds {
		if from := s.each(e.Seqs[i]); from != nil && v.Type.Kind == types.KSeq {
			var b anf.Block
			s.row[v] = b.Take(from.Body)
		}
	}
}

// lengthOf is length of a definition.
func (s *sequentialiser) lengthOf(e nkl.Expr) int64 {
	switch d := e.(type) {
	case *nkl.Seq:
		return int64(len(d.Elems))
	case *nkl.Str:
		return int64(len(d.Val))
	case *nkl.Each:
		return s.few(d)
	case *nkl.Ref:
		return s.length(d)
	case *nkl.Prim:
		if d.Op.Code == prim.Index {
			if n, known := s.value(d.Args[0]); known {
				return n
			}
		}
		if rows, row := s.flattened(d); rows != nil {
			return s.few(rows) * s.few(row)
		}
	}
	return 0
}

// loop is the reduction of the elements of e, of type t.
func (s *sequentialiser) loop(e *nkl.Each, pos ir.Pos, fold prim.Code, t *types.Type) nkl.Expr {
	return s.loopFrom(anf.Neutral(anf.Combining[fold], t), e, pos, fold, t)
}

// loopFrom is the reduction of first and the elements of e.
func (s *sequentialiser) loopFrom(first nkl.Expr, e *nkl.Each, pos ir.Pos, fold prim.Code, t *types.Type) nkl.Expr {
	acc := types.NewVar("acc", t)
	return s.counted(e, pos, acc, first, func(x nkl.Expr) nkl.Expr { return nkl.Op(pos, anf.Combining[fold], ref(acc), x) })
}

// counted is a loop over the elements of e, of which acc becomes what next makes of each, from first on.
func (s *sequentialiser) counted(e *nkl.Each, pos ir.Pos, acc *nkl.Var, first nkl.Expr, next func(x nkl.Expr) nkl.Expr) nkl.Expr {
	i, more, after := types.NewVar("i", types.Int), types.NewVar("more", types.Bool), types.NewVar("next", types.Int)
	x, sum := types.NewVar("x", acc.Type), types.NewVar("acc", acc.Type)
	steps, val := append(s.generated(e, i), step{bind: x, expr: e.Body}), next(ref(x))
	if !nkl.IsAtom(val) {
		steps, val = append(steps, step{bind: sum, expr: val}), ref(sum)
	}
	steps = append(steps, step{bind: after, expr: nkl.Op(pos, prim.Add, ref(i), &nkl.Int{Val: 1})})
	again := putting(join(steps, &nkl.Recur{Args: []nkl.Expr{ref(after), val}}))
	return &nkl.Loop{Node: ir.At(pos), Binds: []*nkl.Var{i, acc}, Inits: []nkl.Expr{&nkl.Int{}, first},
		Body: &nkl.Let{Bind: more, Rhs: nkl.Op(pos, prim.Lt, ref(i), &nkl.Int{Val: s.few(e)}), Body: &nkl.If{Cond: ref(more), Then: again, Else: ref(acc)}}}
}

// maxInlineElement is the most nodes of a map whose elements are computed where they
// are needed.
const maxInlineElement = 80

// generated binds the variables of e to elements i of its sequences, which exist.
func (s *sequentialiser) generated(e *nkl.Each, i *nkl.Var) (steps []step) {
	for k, v := range e.Binds {
		var x nkl.Expr = nkl.Op(ir.Pos{}, prim.Elt, e.Seqs[k], ref(i))
		switch d := s.defs[e.Seqs[k].(*nkl.Ref).Var].(type) {
		case *nkl.Prim:
			if d.Op.Code == prim.Index {
				x = ref(i)
			}
		case *nkl.Seq:
			if n := len(d.Elems); 0 < n && n <= maxPlaces && d.Elem.IsScalar() {
				x = anf.Choose(d.Elems, i)
			}
		case *nkl.Each:
			if s.inlined(d) {
				d = nkl.Freshen(d).(*nkl.Each)
				steps, x = append(steps, s.generated(d, i)...), d.Body
			}
		}
		steps = append(steps, step{bind: v, expr: x})
	}
	return steps
}
