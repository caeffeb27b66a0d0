package arenas

// Pieces of arenas: how they are made, and what stays of them where code ends.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/nested/anf"
)

// A piece is n elements of arena k, from a place on.
type piece struct {
	k       int
	from, n nkl.Expr
}

// define makes v the value of e, which calls no function and does not branch where it puts sequences in arenas.
func (p *filling) define(l *nkl.Lets, v *nkl.Var, e nkl.Expr) {
	proj, isProj := e.(*nkl.Proj)
	of := func() *nkl.Var {
		if isProj {
			return p.tuples[nkl.VarOf(proj.Of)]
		}
		return nil
	}()
	switch {
	case of != nil:
		p.bind(l, v, anf.Part(proj.Index, nkl.Use(of)))
	case p.isOfRows(v):
		// appends put its elements in arenas
	case !p.hasPieces(v):
		l.Bind(v, p.read(l, e))
	case p.isElement(e):
		p.bind(l, v, p.read(l, e))
	case v.Type.Kind == types.KSeq:
		p.pieces[v] = p.made(l, v, e)
	default:
		if !hasParts(e) { // its sequences are in no arena
			w := types.NewVar(v.Name, v.Type)
			e = l.Bind(w, p.read(l, e))
		}
		p.bind(l, v, p.whole(l, v, p.parts(l, e, v)))
	}
}

// isOfRows reports whether v is a literal of sequences that is in no arena.
func (p *filling) isOfRows(v *nkl.Var) bool {
	s := p.literal(nkl.Use(v))
	return p.may.nested && s != nil && !s.Elem.IsScalar() && !p.hasPieces(v)
}

// isElement reports whether e reads an element of a piece.
func (p *filling) isElement(e nkl.Expr) bool {
	x, ok := e.(*nkl.Prim)
	if !ok || x.Op.Code != prim.Elt {
		return false
	}
	_, isPiece := p.pieces[nkl.VarOf(x.Args[0])]
	return isPiece
}

// read is e, which reads sequences in arenas.
func (p *filling) read(l *nkl.Lets, e nkl.Expr) nkl.Expr {
	if each, ok := e.(*nkl.Each); ok && slices.ContainsFunc(each.Binds, p.hasPieces) {
		return p.each(l, each)
	}
	x, ok := e.(*nkl.Prim)
	if !ok || len(x.Args) == 0 {
		return p.now(l, e)
	}
	at, isPiece := p.pieces[nkl.VarOf(x.Args[0])]
	switch {
	case isPiece && x.Op.Code == prim.Length:
		return at.n
	case isPiece && x.Op.Code == prim.Elt:
		i := p.place(l, at, p.now(l, x.Args[1]))
		return &nkl.Prim{Node: x.Node, Op: x.Op, Args: []nkl.Expr{p.on[at.k], i}}
	case isPiece && x.Op.Code == prim.Get:
		return p.gathered(l, x, at)
	}
	return p.now(l, e)
}

// each is a map over sequences of which some elements have pieces.
func (p *filling) each(l *nkl.Lets, e *nkl.Each) nkl.Expr {
	out, q, body := &nkl.Each{Node: e.Node}, p.branch(), nkl.Lets{}
	for i, v := range e.Binds {
		if !p.hasPieces(v) {
			out.Binds, out.Seqs = append(out.Binds, v), append(out.Seqs, p.now(l, e.Seqs[i]))
			continue
		}
		of := nkl.VarOf(e.Seqs[i])
		at, ok := p.pieces[of]
		if !ok {
			p.failed = true
			return e
		}
		w := types.NewVar(v.Name, p.typeOf(v))
		out.Binds, out.Seqs = append(out.Binds, w), append(out.Seqs, p.view(l, of.Name, of.Type, at))
		q.bind(&body, v, nkl.Use(w))
	}
	code := e.Body
	for let, ok := code.(*nkl.Let); ok; let, ok = code.(*nkl.Let) {
		q.define(&body, let.Bind, let.Rhs)
		code = let.Body
	}
	if proj, ok := code.(*nkl.Proj); ok { // of a tuple, of which no more is made
		v := types.NewVar("part", anf.TypeOfAtom(proj.Of).Elems[proj.Index])
		q.define(&body, v, code)
		code = nkl.Use(v)
	}
	val := q.read(&body, code)
	out.Body = body.In(val)
	p.failed = p.failed || !slices.Equal(p.on, q.on)
	return out
}

// gathered is the elements of a piece at the places that e has.
func (p *filling) gathered(l *nkl.Lets, e *nkl.Prim, at piece) nkl.Expr {
	i := types.NewVar("i", types.Int)
	var b nkl.Lets
	j := p.place(&b, at, nkl.Use(i))
	return &nkl.Each{Node: e.Node, Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{p.now(l, e.Args[1])}, Body: b.In(anf.OpAt(e.P, prim.Elt, p.on[at.k], j))}
}

// made is the piece of v, whose value e makes.
func (p *filling) made(l *nkl.Lets, v *nkl.Var, e nkl.Expr) piece {
	k := p.arena(leaves.At(v, 0))
	switch x := e.(type) {
	case *nkl.Ref:
		if at, ok := p.pieces[x.Var]; ok {
			return at
		}
	case *nkl.Prim:
		if len(x.Args) == 0 {
			break
		}
		at, isPiece := p.pieces[nkl.VarOf(x.Args[0])]
		switch {
		case x.Op.Code == prim.Append:
			return p.appended(l, k, x)
		case isPiece && x.Op.Code == prim.Write:
			copied := p.copied(l, k, at, at.n)
			is := p.shifted(l, x.Args[1], copied)
			p.set(k, l.Name("on", v.Type, &nkl.Prim{Node: x.Node, Op: x.Op, Args: []nkl.Expr{p.on[k], is, p.now(l, x.Args[2])}}))
			return copied
		case isPiece && x.Op.Code == prim.Get && p.isRun(x.Args[1]):
			from, n := anf.RunOf(p.defs, nkl.VarOf(x.Args[1]))
			if p.reversed[at.k] {
				from = l.Name("behind", types.Int, anf.Op(prim.Sub, l.Name("end", types.Int, anf.Op(prim.Sub, at.n, from)), n))
			}
			return piece{at.k, l.Name("from", types.Int, anf.Op(prim.Add, at.from, from)), n}
		case isPiece && x.Op.Code == prim.Get && !v.Type.Elem().IsScalar():
			return p.put(l, k, l.Name(v.Name, stored(v.Type), p.gathered(l, x, at)))
		case isPiece && x.Op.Code == prim.Pack && !v.Type.Elem().IsScalar():
			all := p.view(l, v.Name, v.Type, at)
			return p.put(l, k, l.Name(v.Name, stored(v.Type), &nkl.Prim{Node: x.Node, Op: x.Op, Args: []nkl.Expr{all, p.now(l, x.Args[1])}}))
		}
	}
	if lit, ok := e.(*nkl.Seq); ok {
		return p.put(l, k, l.Name(v.Name, stored(v.Type), p.literalOf(l, lit)))
	}
	p.failed = p.failed || !v.Type.Elem().IsScalar()
	w := types.NewVar(v.Name, v.Type)
	return p.put(l, k, l.Bind(w, p.read(l, e)))
}

// set makes e what arena k is.
func (p *filling) set(k int, e nkl.Expr) {
	p.on = slices.Clone(p.on)
	p.on[k] = e
}

// top is how many elements arena k has.
func (p *filling) top(l *nkl.Lets, k int) nkl.Expr {
	return l.Name("top", types.Int, anf.Op(prim.Length, p.on[k]))
}

// put is the piece of arena k that sequence e becomes.
func (p *filling) put(l *nkl.Lets, k int, e nkl.Expr) piece {
	from := p.top(l, k)
	p.push(l, k, e)
	return p.behind(l, k, from)
}

// push puts the elements of e, an append or a sequence, behind all others of arena k.
func (p *filling) push(l *nkl.Lets, k int, e nkl.Expr) {
	if !p.reversed[k] {
		p.set(k, l.Name("on", p.types[k], anf.Op(prim.Append, p.on[k], e)))
		return
	}
	n := l.Name("n", types.Int, anf.Op(prim.Length, e))
	p.repeat(l, []int{k}, n, func(q *filling, l *nkl.Lets, i nkl.Expr) {
		q.add(l, k, l.Name("x", p.types[k].Elem(), anf.Op(prim.Elt, e, fromEnd(l, "j", n, i))))
	})
}

// behind is the piece that begins at this place, and is the last one of arena k.
func (p *filling) behind(l *nkl.Lets, k int, from nkl.Expr) piece {
	p.last[k] = piece{k, from, l.Name("n", types.Int, anf.Op(prim.Sub, p.top(l, k), from))}
	return p.last[k]
}

// appended is the piece of arena k that append e makes. Where the operand to which elements are added is the last sequence in the arena, they are put behind
// it. Pieces of which one lies behind the other are one already.
func (p *filling) appended(l *nkl.Lets, k int, e *nkl.Prim) piece {
	base, other := e.Args[0], e.Args[1]
	if p.reversed[k] {
		base, other = other, base
	}
	first, isPiece := p.pieces[nkl.VarOf(base)]
	second, isSecond := p.pieces[nkl.VarOf(other)]
	if isPiece && isSecond && first.k == k && second.k == k && first != p.last[k] {
		return p.joining(l, k, first, second)
	}
	from := p.top(l, k)
	switch {
	case isPiece && first == p.last[k]:
		from = first.from
	case isPiece && first.k != k:
		p.copied(l, k, first, first.n)
	case isPiece:
		last := l.Name("last", types.Bool, anf.Op(prim.Eq, p.endOf(l, first), from))
		n := choose(l, "chosen", last, anf.Integer(0), first.n)
		from = choose(l, "chosen", last, first.from, from)
		p.copied(l, k, first, n)
	default:
		p.push(l, k, p.operand(l, k, base))
	}
	if isSecond {
		p.copied(l, k, second, second.n)
	} else {
		p.push(l, k, p.operand(l, k, other))
	}
	return p.behind(l, k, from)
}

// joining is the piece with the elements of second behind those of first as they lie in arena k.
func (p *filling) joining(l *nkl.Lets, k int, first, second piece) piece {
	end, top := p.endOf(l, first), p.top(l, k)
	joined := l.Name("joined", types.Bool, anf.Op(prim.Eq, end, second.from))
	last := l.Name("last", types.Bool, anf.Op(prim.Eq, end, top))
	stays := l.Name("stays", types.Bool, anf.Op(prim.Or, joined, last))
	from, n := choose(l, "chosen", stays, first.from, top), l.Name("n", types.Int, anf.Op(prim.Add, first.n, second.n))
	p.copied(l, k, first, choose(l, "chosen", stays, anf.Integer(0), first.n))
	p.copied(l, k, second, choose(l, "chosen", joined, anf.Integer(0), second.n))
	delete(p.last, k)
	return piece{k, from, n}
}

// endOf is the place behind a piece.
func (p *filling) endOf(l *nkl.Lets, at piece) nkl.Expr {
	return l.Name("end", types.Int, anf.Op(prim.Add, at.from, at.n))
}

// fromEnd is the place i places before the last one before end, under a name like hint.
func fromEnd(l *nkl.Lets, hint string, end, i nkl.Expr) nkl.Expr {
	left := l.Name("left", types.Int, anf.Op(prim.Sub, end, i))
	return l.Name(hint, types.Int, anf.Op(prim.Sub, left, anf.Integer(1)))
}

// choose is int a if a condition holds, and otherwise b, under a name like hint.
func choose(l *nkl.Lets, hint string, cond, a, b nkl.Expr) nkl.Expr {
	return l.Name(hint, types.Int, &nkl.If{Cond: cond, Then: a, Else: b})
}

// operand is sequence e as it is appended to arena k.
func (p *filling) operand(l *nkl.Lets, k int, e nkl.Expr) nkl.Expr {
	if v := nkl.VarOf(e); p.isOfRows(v) {
		return l.Name("more", p.types[k], p.literalOf(l, p.literal(e)))
	}
	return p.now(l, e)
}

// inArena is a piece with the elements of at in arena k.
func (p *filling) inArena(l *nkl.Lets, k int, at piece) piece {
	if at.k == k {
		return at
	}
	return p.copied(l, k, at, at.n)
}

// copied puts the first n elements of a piece, all or none, behind all others of arena k.
func (p *filling) copied(l *nkl.Lets, k int, at piece, n nkl.Expr) piece {
	from := p.top(l, k)
	p.repeat(l, []int{k}, n, func(q *filling, l *nkl.Lets, i nkl.Expr) {
		var place nkl.Expr
		if p.reversed[at.k] == p.reversed[k] { // as they lie
			place = l.Name("at", types.Int, anf.Op(prim.Add, at.from, i))
		} else {
			place = fromEnd(l, "at", p.endOf(l, at), i)
		}
		q.add(l, k, l.Name("x", p.types[k].Elem(), anf.Op(prim.Elt, q.on[at.k], place)))
	})
	p.last[k] = piece{k, from, n}
	return p.last[k]
}

// shifted is where the elements of a piece at places is lie.
func (p *filling) shifted(l *nkl.Lets, is nkl.Expr, at piece) nkl.Expr {
	if s := p.literal(is); s != nil {
		out := &nkl.Seq{Node: s.Node, Elem: s.Elem}
		for _, i := range s.Elems {
			out.Elems = append(out.Elems, p.place(l, at, i))
		}
		return l.Name("places", types.Seq(types.Int), out)
	}
	i := types.NewVar("i", types.Int)
	var body nkl.Lets
	place := p.place(&body, at, nkl.Use(i))
	return l.Name("places", types.Seq(types.Int), &nkl.Each{Binds: []*nkl.Var{i}, Seqs: []nkl.Expr{p.now(l, is)}, Body: body.In(place)})
}

// one is the sequence of x, of type t.
func one(l *nkl.Lets, x nkl.Expr, t *types.Type) nkl.Expr {
	return l.Name("one", t, &nkl.Seq{Elem: t.Elem(), Elems: []nkl.Expr{x}})
}
