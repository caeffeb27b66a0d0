package arenas

// Values with pieces: their parts, and elements of arenas.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/nested/anf"
)

// A part is a part of a value of type t: an atom, or a sequence in an arena.
type part struct {
	t    *types.Type
	atom nkl.Expr // nil if it is a piece
	piece
}

// parts is those of e, which becomes the value of v. Sequences of it that are to be in arenas are put there.
func (p *filling) parts(l *nkl.Lets, e nkl.Expr, v *nkl.Var) []part {
	if !hasParts(e) {
		w := types.NewVar(v.Name, v.Type)
		p.same(v, 0, len(types.Leaves(v.Type)), w, 0)
		p.define(l, w, e)
		e = nkl.Use(w)
	}
	next := 0 // leaf of v
	var of func(e nkl.Expr) []part
	of = func(e nkl.Expr) (out []part) {
		if tuple, ok := e.(*nkl.Tuple); ok {
			for _, x := range tuple.Elems {
				out = append(out, of(x)...)
			}
			return out
		}
		w, t := nkl.VarOf(e), anf.TypeOfAtom(e)
		n := len(types.Leaves(t))
		pieces := slices.ContainsFunc(leaves.In(v)[next:next+n], p.isPiece)
		switch {
		case pieces && t.Kind == types.KTuple && p.tuples[w] == nil:
			for i, c := range t.Elems {
				out = append(out, of(l.Name("part", c, anf.Part(i, e)))...)
			}
			return out
		case pieces && t.Kind == types.KTuple:
			out = p.split(l, nkl.Use(p.tuples[w]), w)
			for i, m := 0, next; i < len(out); i, m = i+1, m+len(types.Leaves(out[i].t)) {
				if out[i].atom == nil {
					out[i].piece = p.inArena(l, p.arena(leaves.At(v, m)), out[i].piece)
				}
			}
		case !pieces:
			out = []part{{t: t, atom: p.now(l, e)}}
		default:
			at, known := p.pieces[w]
			if !known {
				at = p.entered(l, p.arena(leaves.At(v, next)), t, e)
			}
			out = []part{{t: t, piece: p.inArena(l, p.arena(leaves.At(v, next)), at)}}
		}
		next += n
		return out
	}
	return of(e)
}

// hasParts reports whether the parts of e are there: it is a tuple of them, or stands for one.
func hasParts(e nkl.Expr) bool { return e.Form() == nkl.FormTuple || nkl.IsAtom(e) }

// split is the parts of e, which stands for tuple v with its pieces.
func (p *filling) split(l *nkl.Lets, e nkl.Expr, v *nkl.Var) (out []part) {
	next := 0 // leaf of v
	var of func(e nkl.Expr, t *types.Type)
	of = func(e nkl.Expr, t *types.Type) {
		if t.Kind == types.KTuple {
			for i, c := range t.Elems {
				of(l.Name("part", anf.TypeOfAtom(e).Elems[i], anf.Part(i, e)), c)
			}
			return
		}
		if next++; p.isPiece(leaves.At(v, next-1)) {
			out = append(out, part{t: t, piece: unpaired(l, p.arena(leaves.At(v, next-1)), e)})
		} else {
			out = append(out, part{t: t, atom: e})
		}
	}
	of(e, v.Type)
	return out
}

// unpaired is the piece of arena k that pair e stands for.
func unpaired(l *nkl.Lets, k int, e nkl.Expr) piece {
	return piece{k, l.Name("from", types.Int, anf.Part(0, e)), l.Name("n", types.Int, anf.Part(1, e))}
}

// whole is the value of v that has these parts.
func (p *filling) whole(l *nkl.Lets, v *nkl.Var, parts []part) nkl.Expr {
	e, _ := p.joined(l, parts, v.Type)
	return e
}

// joined is the value with these parts, which stands for one of type t, and its type.
func (p *filling) joined(l *nkl.Lets, parts []part, t *types.Type) (nkl.Expr, *types.Type) {
	var of func(t *types.Type) (nkl.Expr, *types.Type)
	of = func(t *types.Type) (nkl.Expr, *types.Type) {
		if len(parts) > 0 && parts[0].t == t {
			next := parts[0]
			if parts = parts[1:]; next.atom != nil {
				return next.atom, t
			}
			return l.Name("piece", pair, nkl.Pair(next.from, next.n)), pair
		}
		out, ts := &nkl.Tuple{}, []*types.Type{}
		for _, c := range t.Elems {
			x, u := of(c)
			out.Elems, ts = append(out.Elems, x), append(ts, u)
		}
		all := types.Tuple(ts...)
		return l.Name("all", all, out), all
	}
	return of(t)
}

// literalOf is literal s as it is in an arena.
func (p *filling) literalOf(l *nkl.Lets, s *nkl.Seq) nkl.Expr {
	if s.Elem.IsScalar() {
		return s
	}
	out := &nkl.Seq{Node: s.Node, Elem: stored(types.Seq(s.Elem)).Elem()}
	for _, x := range s.Elems {
		e, _ := p.element(l, x, s.Elem)
		out.Elems = append(out.Elems, e)
	}
	return out
}

// element is atom e, of type t, as an element of an arena: its sequences are put there.
func (p *filling) element(l *nkl.Lets, e nkl.Expr, t *types.Type) (nkl.Expr, *types.Type) {
	v := nkl.VarOf(e)
	switch {
	case t.IsScalar():
		return p.now(l, e), t
	case t.Kind == types.KSeq:
		k := p.shared[stored(t)]
		at, known := p.pieces[v]
		if !known {
			at = p.entered(l, k, t, e)
		}
		at = p.inArena(l, k, at)
		return l.Name("piece", pair, nkl.Pair(at.from, at.n)), pair
	case p.tuples[v] != nil:
		parts := p.split(l, nkl.Use(p.tuples[v]), v)
		for i, at := range parts {
			if at.atom == nil {
				parts[i].piece = p.inArena(l, p.shared[stored(at.t)], at.piece)
			}
		}
		return p.joined(l, parts, t)
	}
	var parts []nkl.Expr
	if tuple, ok := p.defs[v].(*nkl.Tuple); ok {
		parts = tuple.Elems
	} else {
		for i, c := range t.Elems {
			parts = append(parts, l.Name("part", c, anf.Part(i, e)))
		}
	}
	out, ts := &nkl.Tuple{}, []*types.Type{}
	for i, c := range t.Elems {
		x, u := p.element(l, parts[i], c)
		out.Elems, ts = append(out.Elems, x), append(ts, u)
	}
	return l.Name("all", types.Tuple(ts...), out), types.Tuple(ts...)
}
