package pieces

// The code that writes a row.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/growing"
	"nessiec/passes/nested/anf"
)

// write adds to b how long the row is, and the block that writes it, and returns the row.
func (r *row) write(b *anf.Block) nkl.Expr {
	for _, v := range r.gone {
		if r.element.gone[v] = true; r.lengths[v] == nil && r.defs[v].Form() != nkl.FormEach && !r.effects.Droppable(r.defs[v]) {
			r.lengths[v] = nkl.Use(types.NewVar("n", types.Int))
		}
	}
	n, _ := r.opened(b, nil)
	short := b.Name("short", types.Bool, growing.IsShort(n))
	none := b.Name("none", r.typ, anf.Op(prim.Dist, nkl.Zero(r.typ.Elem()), n))
	to := types.NewVar("row", r.typ)
	var body anf.Block
	_, end := r.opened(&body, nkl.Use(to))
	code := r.closed(&nkl.If{Cond: short, Then: body.In(end), Else: nkl.Use(to)}, r.isScalar)
	row := b.Name("row", r.typ, &nkl.Update{Node: ir.At(r.root.Pos()), Binds: []*nkl.Var{to}, Inits: []nkl.Expr{none}, Body: r.Inline(code)})
	long := b.Name("long", types.Bool, anf.Op(prim.Not, short))
	some := b.Name("some", types.Bool, &nkl.Anywhere{Cond: long})
	var before anf.Block
	made := before.Name("made", r.typ, before.Take(r.closed(r.root, func(l *nkl.Let) bool { return r.isScalar(l) || r.element.gone[l.Bind] || anf.IsOp(l.Rhs, prim.Index) })))
	x, y := types.NewVar("x", r.typ.Elem()), types.NewVar("y", r.typ.Elem())
	return &nkl.If{Cond: some, Then: before.In(&nkl.Each{Node: ir.At(r.root.Pos()), Binds: []*nkl.Var{x, y}, Seqs: []nkl.Expr{row, made}, Body: nkl.Use(y)}), Else: row}
}

// opened is emit for the row. Scalars in calls that make sequences of which several pieces are made are computed
// once, before all pieces.
func (r *row) opened(b *anf.Block, to nkl.Expr) (nkl.Expr, nkl.Expr) {
	for _, v := range r.gone {
		made := r.defs[v]
		if call, ok := made.(*nkl.Call); ok && r.uses(v) > 1 {
			r.defs[v] = r.scalars(b, r.called(call))
			defer func() { r.defs[v] = made }()
		}
	}
	return r.emit(b, nkl.Freshen(r.root), anf.Integer(0), to)
}

// uses is how often the row, and what is written in place of it, uses v.
func (r *row) uses(v *nkl.Var) int {
	n := anf.Uses(v, r.root)
	for _, w := range r.gone {
		n += anf.Uses(v, r.element.defs[w])
	}
	return n
}

// scalars adds to b the scalars that e begins with, and what they check, and returns the sequence behind them.
func (r *row) scalars(b *anf.Block, e nkl.Expr) nkl.Expr {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			if x.Bind.Type.IsScalar() {
				b.Let(x.Bind, x.Rhs)
			} else {
				r.bind(x)
			}
			e = x.Body
		case *nkl.Check:
			b.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			return e
		}
	}
}

// emit adds to b what writes e, which makes a sequence, to places of a row from at on. It returns the place
// behind it and the row with it. Without a row, elements are only counted; what may fail of them does.
func (r *row) emit(b *anf.Block, e nkl.Expr, at, to nkl.Expr) (nkl.Expr, nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Str:
		elems := make([]nkl.Expr, len(e.Val))
		for i := range elems {
			elems[i] = &nkl.Char{Val: e.Val[i]}
		}
		return r.atoms(b, elems, at, to)
	case *nkl.Seq:
		return r.atoms(b, e.Elems, at, to)
	case *nkl.Ref:
		if n := r.lengths[e.Var]; n != nil && to == nil {
			return plus(b, at, n), nil
		}
		if d := r.definition(e.Var); d != nil {
			d = nkl.Freshen(d)
			if each, ok := d.(*nkl.Each); ok { // what may fail does where it is bound
				return r.elements(b, each, r.count(b, each), at, to)
			}
			return r.emit(b, d, at, to)
		}
		return r.loop(b, b.Name("n", types.Int, anf.Op(prim.Length, e)), at, to, func(b *anf.Block, k nkl.Expr) nkl.Expr {
			return anf.Op(prim.Elt, e, k)
		})
	case *nkl.Each:
		if to == nil && !r.effects.Droppable(e) {
			return plus(b, at, b.Name("n", types.Int, r.checked(b, e))), nil
		}
		return r.elements(b, e, r.count(b, e), at, to)
	case *nkl.Prim:
		if e.Op.Code == prim.Dist {
			return r.loop(b, notNegative(b, e.Args[1]), at, to, func(*anf.Block, nkl.Expr) nkl.Expr { return e.Args[0] })
		}
		for _, p := range r.parts(e) {
			at, to = r.emit(b, p, at, to)
		}
		return at, to
	case *nkl.Call:
		return r.emit(b, r.called(e), at, to)
	case *nkl.If:
		return r.choose(b, e, at, to)
	case *nkl.Let:
		if e.Bind.Type.IsScalar() {
			b.Let(e.Bind, e.Rhs)
			return r.emit(b, e.Body, at, to)
		}
		if to == nil {
			if n := r.failing(b, e); e.Rhs.Form() != nkl.FormEach {
				r.lengths[e.Bind] = n
			}
		}
		r.bind(e)
		return r.emit(b, e.Body, at, to)
	case *nkl.Check:
		b.CheckAgain(e, e.Cond)
		return r.emit(b, e.Then, at, to)
	}
	panic("pieces: no piece of a row")
}

// failing adds to b what may fail of a sequence that is written where it is used, and returns its length, which
// follows from that; nil if nothing may.
func (r *row) failing(b *anf.Block, l *nkl.Let) nkl.Expr {
	if r.effects.Droppable(l.Rhs) {
		return nil
	}
	n, _ := r.emit(b, nkl.Freshen(l.Rhs), anf.Integer(0), nil)
	return n
}

// elements is emit for the n elements that a map makes.
func (r *row) elements(b *anf.Block, e *nkl.Each, n, at, to nkl.Expr) (nkl.Expr, nkl.Expr) {
	return r.loop(b, n, at, to, func(b *anf.Block, k nkl.Expr) nkl.Expr { return r.at(b, e, k) })
}

// choose is emit for a conditional.
func (r *row) choose(b *anf.Block, e *nkl.If, at, to nkl.Expr) (nkl.Expr, nkl.Expr) {
	branch := func(e nkl.Expr) nkl.Expr {
		var in anf.Block
		end, row := r.emit(&in, e, at, to)
		if to == nil {
			return in.In(end)
		}
		return in.In(&nkl.Tuple{Elems: []nkl.Expr{end, row}})
	}
	out := &nkl.If{Node: e.Node, Cond: e.Cond, Then: branch(e.Then), Else: branch(e.Else)}
	if to == nil {
		return b.Name("end", types.Int, out), nil
	}
	both := b.Name("written", types.Tuple(types.Int, r.typ), out)
	return b.Name("end", types.Int, anf.Part(0, both)), b.Name("row", r.typ, anf.Part(1, both))
}

// atoms is emit for a literal.
func (r *row) atoms(b *anf.Block, elems []nkl.Expr, at, to nkl.Expr) (nkl.Expr, nkl.Expr) {
	if to == nil {
		return plus(b, at, anf.Integer(int64(len(elems)))), nil
	}
	for _, x := range elems {
		to = b.Name("row", r.typ, &nkl.Put{Seq: to, Idx: at, Val: x})
		at = plus(b, at, anf.Integer(1))
	}
	return at, to
}

// loop is emit for n elements, of which elem makes number k.
func (r *row) loop(b *anf.Block, n, at, to nkl.Expr, elem func(b *anf.Block, k nkl.Expr) nkl.Expr) (nkl.Expr, nkl.Expr) {
	end := plus(b, at, n)
	if to == nil {
		return end, nil
	}
	k, acc := types.NewVar("k", types.Int), types.NewVar("row", r.typ)
	var body anf.Block
	x := body.Name("x", r.typ.Elem(), elem(&body, nkl.Use(k)))
	with := body.Name("row", r.typ, &nkl.Put{Seq: nkl.Use(acc), Idx: plus(&body, at, nkl.Use(k)), Val: x})
	again := &nkl.Recur{Args: []nkl.Expr{plus(&body, nkl.Use(k), anf.Integer(1)), with}}
	return end, b.Name("row", r.typ, anf.Counted([]*nkl.Var{k, acc}, []nkl.Expr{anf.Integer(0), to}, n, body.In(again), nkl.Use(acc)))
}

// checked is how many elements a map has, none of which fails.
func (x *element) checked(b *anf.Block, e *nkl.Each) nkl.Expr {
	n := x.count(b, e)
	k := types.NewVar("k", types.Int)
	var body anf.Block
	x.at(&body, e, nkl.Use(k))
	again := &nkl.Recur{Args: []nkl.Expr{plus(&body, nkl.Use(k), anf.Integer(1))}}
	return anf.Counted([]*nkl.Var{k}, []nkl.Expr{anf.Integer(0)}, n, body.In(again), nkl.Use(k))
}

// count is how many elements a map has.
func (x *element) count(b *anf.Block, e *nkl.Each) nkl.Expr {
	for _, s := range e.Seqs {
		if n := x.indexed(s); n != nil {
			return notNegative(b, n)
		}
	}
	return b.Name("n", types.Int, anf.Op(prim.Length, e.Seqs[0]))
}

// indexed is n if a sequence is the numbers from 0 on to n, else nil.
func (x *element) indexed(s nkl.Expr) nkl.Expr {
	if d := x.made(nkl.VarOf(s)); anf.IsOp(d, prim.Index) {
		return d.(*nkl.Prim).Args[0]
	}
	return nil
}

// at adds to b what computes element k of a map.
func (x *element) at(b *anf.Block, e *nkl.Each, k nkl.Expr) nkl.Expr {
	return anf.Element(b, e, k, func(v *nkl.Var) nkl.Expr {
		if anf.IsOp(x.made(v), prim.Index) {
			return k
		}
		return anf.Op(prim.Elt, nkl.Use(v), k)
	})
}

func plus(b *anf.Block, x, y nkl.Expr) nkl.Expr {
	if anf.IsInt(x, 0) {
		return y
	}
	return b.Name("at", types.Int, anf.Op(prim.Add, x, y))
}

func notNegative(b *anf.Block, n nkl.Expr) nkl.Expr {
	if i, ok := n.(*nkl.Int); ok {
		return anf.Integer(max(i.Val, 0))
	}
	return b.Name("n", types.Int, anf.Op(prim.Max, n, anf.Integer(0)))
}
