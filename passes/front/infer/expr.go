package infer

// Types of expressions.

import (
	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
)

// expr infers e: its draft and its type, which has no more parts than a program
// can work with.
func (in *Inferrer) expr(e nesl.Expr) (nkl.Expr, *hm.Type) {
	x, t := in.infer(e)
	switch e.(type) {
	case *nesl.Pair, *nesl.Apply, *nesl.Part, *nesl.Contents:
		if hm.Size(t) > hm.MaxSize {
			in.C.Errorf(e.Pos(), "E0311", "the type of this has more than %d parts", hm.MaxSize).Underline(width(e)).
				WithHint("a value that is paired with itself again and again doubles each time: keep the parts in a sequence")
			return x, hm.ErrType
		}
	}
	return x, t
}

func (in *Inferrer) infer(e nesl.Expr) (nkl.Expr, *hm.Type) {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *nesl.Int:
		return &nkl.Int{Node: at, Val: in.wrap(e.Val)}, hm.IntType
	case *nesl.Float:
		return &nkl.Float{Node: at, Val: e.Val}, hm.FloatType
	case *nesl.Bool:
		return &nkl.Bool{Node: at, Val: e.Val}, hm.BoolType
	case *nesl.Char:
		return &nkl.Char{Node: at, Val: e.Val}, hm.CharType
	case *nesl.String:
		return &nkl.Str{Node: at, Val: e.Val}, hm.StringType
	case *nesl.Local:
		l := in.locals[e.Name]
		return in.use(e.Pos(), l), l.typ
	case *nesl.Global:
		return in.globalValue(e)
	case *nesl.Apply:
		return in.apply(e)
	case *nesl.Time:
		body, t := in.expr(e.Arg)
		return &nkl.Time{Node: at, Body: body}, hm.PairOf(t, hm.FloatType)
	case *nesl.Pair:
		left, tl := in.expr(e.Left)
		right, tr := in.expr(e.Right)
		return &nkl.Tuple{Node: at, Elems: []nkl.Expr{left, right}}, hm.PairOf(tl, tr)
	case *nesl.Part:
		return in.part(e)
	case *nesl.Contents:
		return in.contents(e)
	case *nesl.Seq:
		return in.seq(e)
	case *nesl.Empty:
		s := &nkl.Seq{Node: at}
		t := in.surfaceType(e.Elem, in.vars)
		in.fix(&s.Elem, t)
		return s, hm.SeqOf(t)
	case *nesl.If:
		return in.conditional(e)
	case *nesl.Case:
		return in.caseOf(e)
	case *nesl.Let:
		return in.let(e)
	case *nesl.Lambda:
		return in.lambda(e)
	case *nesl.Each:
		binds, seqs := in.generators(e.Gens)
		body, t := in.expr(e.Body)
		return &nkl.Each{Node: at, Binds: binds, Seqs: seqs, Body: body}, hm.SeqOf(t)
	case *nesl.EachIf:
		return in.eachIf(e)
	}
	panic("front: unexpected form " + nesl.Show(e))
}

// wrap brings the literal of the least int into the range of int, as the
// arithmetic of its negation does.
func (in *Inferrer) wrap(n int64) int64 {
	if in.C.IntBits == 32 {
		return int64(int32(n))
	}
	return n
}

// part selects a component of a pair.
func (in *Inferrer) part(e *nesl.Part) (nkl.Expr, *hm.Type) {
	of, t := in.expr(e.Of)
	any1, any2 := hm.NewVar(types.Any), hm.NewVar(types.Any)
	parts := []*hm.Type{any1, any2}
	if p := t.Find(); p.Kind == hm.Pair {
		parts = p.Args
	} else if f := hm.Unify(t, hm.PairOf(any1, any2), e.Pos()); f != nil {
		in.failed(e, f, "the pattern is a pair, but the value is %s", text(t)).because(t)
		return of, hm.ErrType
	}
	return &nkl.Proj{Node: ir.At(e.Pos()), Index: int(e.Index), Of: of}, parts[e.Index]
}

// contents takes a value of a datatype apart.
func (in *Inferrer) contents(e *nesl.Contents) (nkl.Expr, *hm.Type) {
	of, t := in.expr(e.Of)
	d := in.find(e.Con, e.Version)
	if d.Kind != ConstructorDef {
		return of, hm.ErrType
	}
	holds, whole, _ := d.Scheme.Instance()
	if f := hm.Unify(t, whole, e.Pos()); f != nil {
		in.failed(e, f, "the pattern is a %s, but the value is %s", e.Con, text(t)).because(t)
		return of, hm.ErrType
	}
	if d.con != nil {
		return in.fieldsOf(e, of, d.con, holds), holds
	}
	return &nkl.Uncon{Node: ir.At(e.Pos()), Of: of}, holds
}

func (in *Inferrer) seq(e *nesl.Seq) (nkl.Expr, *hm.Type) {
	s := &nkl.Seq{Node: ir.At(e.Pos()), Elems: make([]nkl.Expr, len(e.Elems))}
	var first *hm.Type
	for i, x := range e.Elems {
		var t *hm.Type
		if s.Elems[i], t = in.expr(x); i == 0 {
			first = t
			continue
		}
		if f := hm.Unify(t, first, x.Pos()); f != nil {
			in.failed(x, f, "the elements of a sequence have one type: this one is %s, the first one %s", text(t), text(first)).
				Note(e.Elems[0].Pos(), width(e.Elems[0]), "the first one is here")
			first = hm.ErrType
		}
	}
	in.fix(&s.Elem, first)
	return s, hm.SeqOf(first)
}

func (in *Inferrer) conditional(e *nesl.If) (nkl.Expr, *hm.Type) {
	cond, tc := in.expr(e.Cond)
	if f := hm.Unify(tc, hm.BoolType, e.Cond.Pos()); f != nil {
		in.failed(e.Cond, f, "the condition of an if is bool, found %s", text(tc)).because(tc)
	}
	then, tt := in.expr(e.Then)
	els, te := in.expr(e.Else)
	if f := hm.Unify(tt, te, e.Else.Pos()); f != nil {
		m := in.failed(e.Else, f, "the branches of an if have one type: after then it is %s, after else %s", text(tt), text(te))
		m.Note(e.Then.Pos(), width(e.Then), "the other branch is here")
		if _, ok := e.Else.(*nesl.Pair); ok && tt.Find().Kind != hm.Pair {
			m.WithHint("an if takes everything to its right, commas too: put it into parentheses")
		}
		tt = hm.ErrType
	}
	return &nkl.If{Node: ir.At(e.Pos()), Cond: cond, Then: then, Else: els}, tt
}

// let infers bindings in order; there may be very many.
func (in *Inferrer) let(e *nesl.Let) (nkl.Expr, *hm.Type) {
	type bound struct {
		at  ir.Pos
		v   *nkl.Var
		rhs nkl.Expr
	}
	binds := make([]bound, len(e.Binds))
	for i, b := range e.Binds {
		b := b.(*nesl.Bind)
		rhs, t := in.expr(b.Rhs)
		binds[i] = bound{b.Pos(), in.bind(b.Pat.(*nesl.PatVar).Name, t), rhs}
	}
	body, t := in.expr(e.Body)
	for i := len(binds) - 1; i >= 0; i-- {
		body = &nkl.Let{Node: ir.At(binds[i].at), Bind: binds[i].v, Rhs: binds[i].rhs, Body: body}
	}
	return body, t
}

// lambda infers a function value. Its identity names its code and the types of
// what it captures, which come to light while the body is inferred.
func (in *Inferrer) lambda(e *nesl.Lambda) (nkl.Expr, *hm.Type) {
	frame := &lambdaFrame{identity: hm.CloOf(in.newLabel(e.Pos())), seen: map[*nkl.Var]bool{}}
	in.lambdas = append(in.lambdas, frame)
	arg := hm.NewVar(types.Any)
	param := in.bind(e.Pat.(*nesl.PatVar).Name, arg)
	body, res := in.expr(e.Body)
	in.lambdas = in.lambdas[:len(in.lambdas)-1]
	return &nkl.Lambda{Node: ir.At(e.Pos()), Label: frame.identity.Label.Name, Captures: frame.captures, Param: param, Body: body},
		hm.FunOf(frame.identity, arg, res)
}

// generators infers the sequences and binds the variables.
func (in *Inferrer) generators(gens []nesl.Expr) (binds []*nkl.Var, seqs []nkl.Expr) {
	elems := make([]*hm.Type, len(gens))
	for i, g := range gens {
		g := g.(*nesl.Gen)
		s, t := in.expr(g.Seq)
		seqs = append(seqs, s)
		elems[i] = in.elementType(g.Seq, t)
	}
	for i, g := range gens {
		binds = append(binds, in.bind(g.(*nesl.Gen).Pat.(*nesl.PatVar).Name, elems[i]))
	}
	return binds, seqs
}

func (in *Inferrer) elementType(at nesl.Expr, t *hm.Type) *hm.Type {
	if s := t.Find(); s.Kind == hm.Seq {
		return s.Args[0]
	}
	elem := hm.NewVar(types.Any)
	if f := hm.Unify(t, hm.SeqOf(elem), at.Pos()); f != nil {
		in.failed(at, f, "an apply-to-each goes over a sequence, found %s", text(t)).because(t)
		return hm.ErrType
	}
	return elem
}

func (in *Inferrer) eachIf(e *nesl.EachIf) (nkl.Expr, *hm.Type) {
	binds, seqs := in.generators(e.Gens)
	cond, tc := in.expr(e.Cond)
	if f := hm.Unify(tc, hm.BoolType, e.Cond.Pos()); f != nil {
		in.failed(e.Cond, f, "a filter is bool, found %s", text(tc)).because(tc)
	}
	body, t := in.expr(e.Body)
	return &nkl.EachIf{Node: ir.At(e.Pos()), Binds: binds, Seqs: seqs, Cond: cond, Body: body}, hm.SeqOf(t)
}
