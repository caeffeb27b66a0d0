// Package sequential makes scalar code of what maps do with a few elements, whose number is known.
package sequential

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

// Folds makes scalar loops of reductions under maps that have few
// elements, whose number is known: what each element of the map does is little, and
// there are enough of them. So nothing has to be kept for their elements, and what
// encloses them can be element code. Elsewhere that is so if they read no elements,
// for which the host would have to wait, but for those of literals in loops. What rows that are flattened have together counts as
// elements. What is compared with a short text is compared with its characters, wherever that is: the host reads all of them
// at once. Of few elements that are sorted, those whose places are known are found by a network (network.go).
//
//	(let xs (index 9) .. (each (r) (rows) (let ys (each (i) (xs) (mul i r)) (sum ys))))
//	=> .. (each (r) (rows) (loop (i acc) (0 0) (if (lt i 9) (recur (add i 1) (add acc (mul i r))) acc)))
func Folds(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	s := newSequentialiser(c, scalars.Of(m))
	return m.MapBodies(func(e nkl.Expr) nkl.Expr { return s.walk(e, false) })
}

// Folded is Folds for a loop of code that is to be one of scalars.
func Folded(c *pass.Ctx, x *scalars.Code, l *nkl.Loop) *nkl.Loop {
	return newSequentialiser(c, x).walk(l, false).(*nkl.Loop)
}

func newSequentialiser(c *pass.Ctx, x *scalars.Code) *sequentialiser {
	return &sequentialiser{Code: x, c: c, defs: map[*nkl.Var]nkl.Expr{}, done: map[*nkl.Each]bool{}, row: map[*nkl.Var]nkl.Expr{}}
}

type sequentialiser struct {
	*scalars.Code
	c     *pass.Ctx
	defs  map[*nkl.Var]nkl.Expr
	done  map[*nkl.Each]bool    // maps that are in loops, or in networks
	row   map[*nkl.Var]nkl.Expr // what sequences end in that a map makes and another goes through
	loops int                   // around the code
}

// walk rewrites e, which stands under a map or not, innermost reductions first.
func (s *sequentialiser) walk(e nkl.Expr, under bool) nkl.Expr {
	if branch := s.decided(e); branch != nil {
		return s.walk(branch, under)
	}
	l, ok := e.(*nkl.Let)
	if !ok {
		each, isMap := e.(*nkl.Each)
		if isMap {
			s.rows(each)
		}
		if e.Form() == nkl.FormLoop {
			s.loops++
			defer func() { s.loops-- }()
		}
		return e.MapChildren(func(c nkl.Expr) nkl.Expr { return s.walk(c, under || isMap) })
	}
	if branch := s.decided(l.Rhs); branch != nil {
		return s.walk(anf.Splice(&nkl.Let{Node: l.Node, Bind: l.Bind, Rhs: branch, Body: l.Body}), under)
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
	if v, loop, fold := s.fold(l.Bind, rhs, l.Body); loop != nil && (under || loop.Form() != nkl.FormLoop || !ir.Any(loop, s.waits)) {
		if s.c.Rewrite("sequentialise " + fold.Op.Name + " of " + l.Bind.Name) {
			s.c.Count("reductions made loops", 1)
			if rows, _ := s.flattened(rhs); rows != nil {
				s.done[rows] = true
			}
			return anf.Splice(&nkl.Let{Node: fold.Node, Bind: v, Rhs: loop, Body: s.walk(Replaced(l.Body, fold, v), under)})
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

// fold is the loop that computes fold, the only use of xs in rest, where xs is rhs, or code without a loop; nil if
// there is none.
func (s *sequentialiser) fold(xs *nkl.Var, rhs, rest nkl.Expr) (v *nkl.Var, loop nkl.Expr, fold *nkl.Prim) {
	if rows, row := s.flattened(rhs); rows != nil {
		if fold = OnlyFold(xs, rest); fold == nil || fold.Op.Code == prim.Length {
			return nil, nil, nil
		}
		v = types.NewVar(fold.Op.Name, xs.Type.Elem())
		return v, s.loopOfRows(rows, row, fold.P, fold.Op.Code, xs.Type.Elem()), fold
	}
	each := s.each(rhs)
	pack, _ := rhs.(*nkl.Prim)
	if packed := pack != nil && pack.Op.Code == prim.Pack; packed {
		each = s.each(pack.Args[1])
	} else {
		pack = nil
	}
	if each == nil || s.few(each) == 0 {
		return nil, nil, nil
	}
	if fold = OnlyFold(xs, rest); fold == nil {
		return nil, nil, nil
	}
	code, t := fold.Op.Code, xs.Type.Elem()
	switch counts := code == prim.Length; {
	case pack != nil && ir.Any(each.Body, anf.IsCheck), pack == nil && counts:
		return nil, nil, nil // its flags are computed where they are
	case counts:
		each, code, t = counting(each), prim.Sum, types.Int
	case pack != nil:
		each = s.kept(pack, code, t)
	}
	if !s.OK(each.Body) {
		return nil, nil, nil
	}
	v = types.NewVar(fold.Op.Name, t)
	if s.spelt(each) {
		return v, s.straight(each, fold.P, code, t), fold
	}
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
	dropped := map[*nkl.Var]bool{}
	uses := func(e nkl.Expr) bool {
		return slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return dropped[v] })
	}
	for _, step := range b.Steps {
		switch {
		case step.Bind == nil:
		case s.inlined(step.Expr):
			dropped[step.Bind] = true
			continue
		case s.Size(step.Expr, step.Bind.Type.IsScalar()) < 0:
			return nil, nil
		}
		if uses(step.Expr) {
			return nil, nil
		}
	}
	if uses(row.Body) {
		return nil, nil
	}
	return rows, row
}

// loopOfRows is the reduction of the rows that a map makes by the map row, as a loop in a loop.
func (s *sequentialiser) loopOfRows(rows, row *nkl.Each, pos ir.Pos, fold prim.Code, t *types.Type) nkl.Expr {
	acc := types.NewVar("acc", t)
	b := s.before(rows)
	made := *rows
	made.Body = b.In(s.loopFrom(nkl.Use(acc), row, pos, fold, t))
	return s.counted(&made, pos, acc, anf.Neutral(s.c.Num(), anf.Combining[fold], t), func(x nkl.Expr) nkl.Expr { return x })
}

// waits reports whether e reads an element of a sequence, for which the host would wait. In loops
// it does not wait for those of literals, which are scalar code then.
func (s *sequentialiser) waits(e nkl.Expr) bool {
	if !anf.IsOp(e, prim.Elt) {
		return false
	}
	r, ok := e.(*nkl.Prim).Args[0].(*nkl.Ref)
	return !ok || s.loops == 0 || !isLiteral(s.defs[r.Var])
}

// isLiteral reports whether e is a sequence of literals.
func isLiteral(e nkl.Expr) bool {
	return e != nil && (e.Form() == nkl.FormStr || e.Form() == nkl.FormSeq) && len(nkl.FreeVars(e)) == 0
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
	out.Body = anf.Splice(&nkl.Let{Bind: flag, Rhs: e.Body, Body: nkl.Op(e.P, prim.Btoi, nkl.Use(flag))})
	return &out
}

// kept is a map that makes what pack keeps, and what changes nothing by the reduction fold in place of the rest.
func (s *sequentialiser) kept(pack *nkl.Prim, fold prim.Code, t *types.Type) *nkl.Each {
	x, flag := types.NewVar("x", t), types.NewVar("flag", types.Bool)
	return &nkl.Each{Node: pack.Node, Binds: []*nkl.Var{x, flag}, Seqs: pack.Args,
		Body: &nkl.If{Cond: nkl.Use(flag), Then: nkl.Use(x), Else: anf.Neutral(s.c.Num(), anf.Combining[fold], t)}}
}

// OnlyFold is the reduction of xs in e, or the question for its length, if nothing else
// uses xs; or nil.
func OnlyFold(xs *nkl.Var, e nkl.Expr) *nkl.Prim {
	var fold *nkl.Prim
	ir.Walk(e, func(e nkl.Expr) bool {
		if p, ok := e.(*nkl.Prim); ok && (anf.Combining[p.Op.Code] != 0 || p.Op.Code == prim.Length) && len(p.Args) == 1 {
			if r, ok := p.Args[0].(*nkl.Ref); ok && r.Var == xs {
				fold = p
			}
		}
		return true
	})
	if fold == nil || anf.Uses(xs, e) != 1 {
		return nil
	}
	return fold
}

// Replaced is e with v in the place of fold.
func Replaced(e nkl.Expr, fold *nkl.Prim, v *nkl.Var) nkl.Expr {
	if e == nkl.Expr(fold) {
		return nkl.Use(v)
	}
	return e.MapChildren(func(c nkl.Expr) nkl.Expr { return Replaced(c, fold, v) })
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
	return s.loopFrom(anf.Neutral(s.c.Num(), anf.Combining[fold], t), e, pos, fold, t)
}

// loopFrom is the reduction of first and the elements of e.
func (s *sequentialiser) loopFrom(first nkl.Expr, e *nkl.Each, pos ir.Pos, fold prim.Code, t *types.Type) nkl.Expr {
	acc := types.NewVar("acc", t)
	return s.counted(e, pos, acc, first, func(x nkl.Expr) nkl.Expr { return nkl.Op(pos, anf.Combining[fold], nkl.Use(acc), x) })
}

// counted is a loop over the elements of e, of which acc becomes what next makes of each, from first on.
func (s *sequentialiser) counted(e *nkl.Each, pos ir.Pos, acc *nkl.Var, first nkl.Expr, next func(x nkl.Expr) nkl.Expr) nkl.Expr {
	i, x, after := types.NewVar("i", types.Int), types.NewVar("x", acc.Type), types.NewVar("next", types.Int)
	var b anf.Block
	s.generate(&b, e, nkl.Use(i))
	b.Let(x, b.Take(e.Body))
	val := b.Name("acc", acc.Type, next(nkl.Use(x)))
	b.Let(after, nkl.Op(pos, prim.Add, nkl.Use(i), &nkl.Int{Val: 1}))
	again := b.In(&nkl.Recur{Args: []nkl.Expr{nkl.Use(after), val}})
	return anf.CountedAt(pos, []*nkl.Var{i, acc}, []nkl.Expr{&nkl.Int{}, first}, anf.Integer(s.few(e)), again, nkl.Use(acc))
}
