package lift

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// maxSequential is the most elements of a reduction that becomes scalar code.
const maxSequential = 32

// SequentialiseFolds makes scalar loops of reductions under maps that have few
// elements, whose number is known: what each element of the map does is little, and
// there are enough of them. So nothing has to be kept for their elements, and what
// encloses them can be element code. Elsewhere that is so if they read no elements,
// for which the host would have to wait.
//
//	(let xs (index 9) .. (each (r) (rows) (let ys (each (i) (xs) (mul i r)) (sum ys))))
//	=> .. (each (r) (rows) (loop (i acc) (0 0) (if (lt i 9) (recur (add i 1) (add acc (mul i r))) acc)))
func SequentialiseFolds(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	s := &sequentialiser{elements: newElements(m), c: c, defs: map[*nkl.Var]nkl.Expr{}}
	return m.MapBodies(func(e nkl.Expr) nkl.Expr { return s.walk(e, false) })
}

type sequentialiser struct {
	*elements
	c    *pass.Ctx
	defs map[*nkl.Var]nkl.Expr
}

// walk rewrites e, which stands under a map or not, innermost reductions first.
func (s *sequentialiser) walk(e nkl.Expr, under bool) nkl.Expr {
	l, ok := e.(*nkl.Let)
	if !ok {
		_, isMap := e.(*nkl.Each)
		return e.MapChildren(func(c nkl.Expr) nkl.Expr { return s.walk(c, under || isMap) })
	}
	rhs := s.walk(l.Rhs, under)
	s.defs[l.Bind] = rhs
	if v, loop, fold := s.fold(l.Bind, rhs, l.Body); loop != nil && (under || !ir.Any(loop, readsMemory)) {
		if s.c.Rewrite("sequentialise " + fold.Op.Name + " of " + l.Bind.Name) {
			s.c.Count("reductions made loops", 1)
			return &nkl.Let{Node: fold.Node, Bind: v, Rhs: loop, Body: s.walk(replaced(l.Body, fold, v), under)}
		}
	}
	body := s.walk(l.Body, under)
	if rhs == l.Rhs && body == l.Body {
		return l
	}
	if l.Bind.Type.Kind == types.KSeq && !ir.Any(rhs, anf.Acts) && !slices.Contains(nkl.FreeVars(body), l.Bind) {
		return body // what a loop was made of
	}
	return &nkl.Let{Node: l.Node, Bind: l.Bind, Rhs: rhs, Body: body}
}

// fold is the loop that computes fold, the only use of xs in rest, where xs is rhs; nil if
// there is none.
func (s *sequentialiser) fold(xs *nkl.Var, rhs, rest nkl.Expr) (v *nkl.Var, loop nkl.Expr, fold *nkl.Prim) {
	each, packed := s.each(rhs), false
	if pack, ok := rhs.(*nkl.Prim); ok && pack.Op.Code == prim.Pack {
		each, packed = s.each(pack.Args[1]), true
	}
	if each == nil {
		return nil, nil, nil
	}
	n := s.few(each)
	if n == 0 {
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
	if !s.ok(each.Body) {
		return nil, nil, nil
	}
	v = types.NewVar(fold.Op.Name, t)
	return v, s.loop(each, fold.P, code, n, t), fold
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
	switch d := s.defs[r.Var].(type) {
	case *nkl.Seq:
		return int64(len(d.Elems))
	case *nkl.Str:
		return int64(len(d.Val))
	case *nkl.Each:
		return s.few(d)
	case *nkl.Ref:
		return s.length(d)
	case *nkl.Prim:
		if n, ok := d.Args[0].(*nkl.Int); ok && d.Op.Code == prim.Index {
			return n.Val
		}
	}
	return 0
}

// loop is the reduction of the n elements of e, of type t.
func (s *sequentialiser) loop(e *nkl.Each, pos ir.Pos, fold prim.Code, n int64, t *types.Type) nkl.Expr {
	i, acc := types.NewVar("i", types.Int), types.NewVar("acc", t)
	more, next, sum, x := types.NewVar("more", types.Bool), types.NewVar("next", types.Int), types.NewVar("acc", t), types.NewVar("x", t)
	op := func(code prim.Code, args ...nkl.Expr) nkl.Expr { return nkl.Op(pos, code, args...) }
	steps := append(s.generated(e, i), step{bind: x, expr: e.Body},
		step{bind: sum, expr: op(anf.Combining[fold], ref(acc), ref(x))},
		step{bind: next, expr: op(prim.Add, ref(i), &nkl.Int{Val: 1})})
	again := putting(join(steps, &nkl.Recur{Args: []nkl.Expr{ref(next), ref(sum)}}))
	body := &nkl.If{Cond: ref(more), Then: again, Else: ref(acc)}
	return &nkl.Loop{Node: ir.At(pos), Binds: []*nkl.Var{i, acc}, Inits: []nkl.Expr{&nkl.Int{}, anf.Neutral(anf.Combining[fold], t)},
		Body: &nkl.Let{Bind: more, Rhs: op(prim.Lt, ref(i), &nkl.Int{Val: n}), Body: body}}
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
			if n := s.size(d.Body, true); n >= 0 && n <= maxInlineElement && !ir.Any(d.Body, anf.IsCheck) {
				d = nkl.Freshen(d).(*nkl.Each)
				steps, x = append(steps, s.generated(d, i)...), d.Body
			}
		}
		steps = append(steps, step{bind: v, expr: x})
	}
	return steps
}
