package arenas

// Which sequences are in arenas.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/nested/anf"
)

// findPlaces finds the parameters that are sequences and the same in all calls, but for those in handed, of which calls yield new versions.
func (a *arenas) findPlaces(handed map[*nkl.Var]bool) {
	of := map[*nkl.Var]*nkl.Var{} // the parameter of the root function that a parameter is, or nil
	for _, v := range a.root.Params {
		of[v] = v
	}
	for changed := true; changed; {
		changed = false
		a.eachCall(func(c *nkl.Call, params []*nkl.Var) {
			for i, v := range params {
				from := of[nkl.VarOf(c.Args[i])]
				if was, known := of[v]; !known {
					of[v], changed = from, true
				} else if was != nil && was != from {
					of[v], changed = nil, true
				}
			}
		})
	}
	for v, w := range of {
		if w != nil && of[w] == w && !handed[v] && !handed[w] {
			a.places[v] = true
		}
	}
}

// eachCall calls f with the calls in functions, and the parameters of what they call.
func (a *arenas) eachCall(f func(c *nkl.Call, params []*nkl.Var)) {
	for _, g := range a.funcs {
		ir.Walk(g.Body, func(e nkl.Expr) bool {
			if c, ok := e.(*nkl.Call); ok {
				f(c, a.function(c.Fn).Params)
			}
			return true
		})
	}
}

// findCandidates finds out which sequences may be in arenas: those that are handed from function to function or from step to step, or needed
// behind calls, and have nothing to do with what the root function gets, nor with parameters in handed.
func (a *arenas) findCandidates(handed map[*nkl.Var]bool) {
	var crossing []*nkl.Var
	a.eachCall(func(c *nkl.Call, params []*nkl.Var) { crossing = append(append(crossing, a.results[c.Fn]), params...) })
	for _, g := range a.funcs {
		crossing = append(crossing, a.flow(g.Body, a.results[g.Name], nil)...)
	}
	a.fromOutside = map[leaves.Leaf]bool{}
	for _, l := range leaves.In(slices.AppendSeq(slices.Clone(a.root.Params), maps.Keys(handed))...) {
		a.fromOutside[a.origins.Find(l)] = true
	}
	copies, made := map[leaves.Leaf]bool{}, map[leaves.Leaf]bool{}
	for _, l := range a.copies {
		copies[a.origins.Find(l)] = true
	}
	a.costly = map[leaves.Leaf]bool{}
	for _, l := range a.replaced {
		if of := a.origins.Find(l); copies[of] {
			a.costly[of] = true
		}
	}
	for v := range a.made {
		made[a.classes.Find(leaves.At(v, 0))] = true
	}
	for _, l := range leaves.In(crossing...) {
		if t := l.Type(); t.Kind == types.KSeq && made[a.classes.Find(l)] && !a.fromOutside[a.origins.Find(l)] && !a.places[l.Of] {
			a.candidates = append(a.candidates, l)
			a.some.nested = a.some.nested || isNested(t)
			a.some.costly = a.some.costly || a.costly[a.origins.Find(l)]
		}
	}
}

// isFromOutside reports whether a leaf is a version of what the root function gets, or of a column.
func (a *arenas) isFromOutside(l leaves.Leaf) bool {
	of := a.origins.Find(l)
	return a.fromOutside[of] || a.costly[of] && !a.may.costly
}

// allowed is which sequences may be in arenas beside those of scalars: those of sequences, and versions of places of which elements are replaced. Each of the latter is
// a copy of all.
type allowed struct{ nested, costly bool }

// choose decides which sequences are in arenas, and in which.
func (a *arenas) choose(may allowed) {
	a.may, a.failed, a.types, a.trails = may, false, nil, nil
	a.pieces, a.apart, a.shared, a.reversed = map[leaves.Leaf]bool{}, map[leaves.Leaf]int{}, map[*types.Type]int{}, map[int]bool{}
	for _, l := range a.candidates {
		if (may.nested || l.Type().Elem().IsScalar()) && !a.isFromOutside(l) {
			a.pieces[a.classes.Find(l)] = true
		}
	}
	if len(a.pieces) > 0 {
		a.spreadPieces()
	}
	for _, g := range a.funcs {
		for _, l := range leaves.In(slices.Concat(g.Params, []*nkl.Var{a.results[g.Name]}, boundOutside(g.Body))...) {
			if a.isPiece(l) {
				a.addArenas(l)
			}
		}
	}
}

// addArenas adds the arenas of a leaf, and of what is in its elements.
func (a *arenas) addArenas(l leaves.Leaf) {
	t, of := l.Type(), a.line(l)
	if a.grows[of] == 0 {
		a.addShared(t)
		return
	}
	if _, known := a.apart[of]; !known {
		a.reversed[len(a.types)] = a.grows[of] == inFront
		a.failed = a.failed || a.grows[of] == inFront|behindAll // an end would have to move
		a.apart[of], a.types = len(a.types), append(a.types, stored(t))
	}
	a.addShared(t.Elem())
}

// addShared adds the arenas that sequences of type t, and of their elements, share.
func (a *arenas) addShared(t *types.Type) {
	if _, known := a.shared[stored(t)]; t.Kind == types.KSeq && !known {
		a.shared[stored(t)], a.types = len(a.types), append(a.types, stored(t))
	}
	for _, c := range t.Elems {
		a.addShared(c)
	}
}

// spreadPieces puts what is made of sequences in arenas there, too, where it is a part or a new version of one.
func (a *arenas) spreadPieces() {
	var all []*nkl.Var
	for _, g := range a.funcs {
		all = append(all, boundOutside(g.Body)...)
	}
	for changed := true; changed; {
		changed = false
		for _, v := range all {
			if a.may.nested {
				changed = a.spreadElements(v) || changed
			}
			e, ok := a.defs[v].(*nkl.Prim)
			if !ok || v.Type.Kind != types.KSeq || a.hasPieces(v) || a.isFromOutside(leaves.At(v, 0)) {
				continue
			}
			if c := e.Op.Code; c != prim.Append && c != prim.Write && (c != prim.Get || !a.isRun(e.Args[1])) {
				continue
			}
			from := nkl.VarOf(e.Args[0])
			if from == nil || from.Type != v.Type || !a.hasPieces(from) && !a.isKept(e, from) {
				continue
			}
			a.pieces[a.classes.Find(leaves.At(v, 0))], changed = true, true
		}
	}
}

// spreadElements notes that sequences are pieces that are elements of a piece which the code of v reads, that v is one if it is made of a
// piece of sequences, and that a literal of sequences is one that code reads. It reports whether that is new.
func (a *arenas) spreadElements(v *nkl.Var) (changed bool) {
	note := func(v *nkl.Var) {
		for _, l := range leaves.In(v) {
			if l.Type().Kind == types.KSeq && !a.isPiece(l) && !a.isFromOutside(l) {
				a.pieces[a.classes.Find(l)], changed = true, true
			}
		}
	}
	reads := func(e nkl.Expr) bool { // sequences that are elements of e, which is a piece
		from := nkl.VarOf(e)
		if from == nil || !isNested(from.Type) {
			return false
		}
		if a.literal(e) != nil {
			note(from)
		}
		return a.isPiece(leaves.At(from, 0))
	}
	switch e := a.defs[v].(type) {
	case *nkl.Seq:
		for _, x := range e.Elems {
			if w := nkl.VarOf(x); w != nil && slices.ContainsFunc(leaves.In(w), func(l leaves.Leaf) bool { return isNested(l.Type()) }) {
				note(w)
			}
		}
	case *nkl.Prim:
		if len(e.Args) > 0 && e.Op.Code != prim.Append && reads(e.Args[0]) && v.Type.Has(types.KSeq) {
			note(v)
		}
	case *nkl.Each:
		for i, w := range e.Binds {
			if reads(e.Seqs[i]) {
				note(w)
			}
		}
	}
	return changed
}

// isNested reports whether t is of sequences whose elements are sequences, or have some.
func isNested(t *types.Type) bool { return t.Kind == types.KSeq && !t.Elem().IsScalar() }

// isKept reports whether e makes a new version of v, which is made here, and needed as it was.
func (a *arenas) isKept(e *nkl.Prim, v *nkl.Var) bool {
	if versionOf(e) != v || !a.made[v] || a.uses[v] < 2 || a.isFromOutside(leaves.At(v, 0)) {
		return false
	}
	a.pieces[a.classes.Find(leaves.At(v, 0))] = true
	return true
}

// versionOf is the sequence of which e makes a new version, or nil.
func versionOf(e *nkl.Prim) *nkl.Var {
	if e.Op.Code != prim.Append && e.Op.Code != prim.Write {
		return nil
	}
	return nkl.VarOf(e.Args[0])
}

// isRun reports whether e is known to be numbers that follow each other.
func (a *arenas) isRun(e nkl.Expr) bool {
	_, n := anf.RunOf(a.defs, nkl.VarOf(e))
	return n != nil
}

// flow notes of which variables others become the value in e, whose value that of v becomes; loop is the variables of the loop around. It yields those that code
// needs behind calls.
func (a *arenas) flow(e nkl.Expr, v *nkl.Var, loop []*nkl.Var) (crossing []*nkl.Var) {
	switch e := e.(type) {
	case *nkl.Let:
		a.defs[e.Bind] = e.Rhs
		if isMade(e.Rhs) && e.Bind.Type.Kind == types.KSeq {
			a.made[e.Bind] = true
		}
		if e.Bind.Type.Has(types.KSeq) && a.behind(e.Body, e.Bind) {
			crossing = append(crossing, e.Bind)
		}
		crossing = append(crossing, a.flow(e.Rhs, e.Bind, nil)...)
		return append(crossing, a.flow(e.Body, v, loop)...)
	case *nkl.Check:
		return a.flow(e.Then, v, loop)
	case *nkl.If:
		return append(a.flow(e.Then, v, loop), a.flow(e.Else, v, loop)...)
	case *nkl.Loop:
		for i, w := range e.Binds {
			a.flow(e.Inits[i], w, nil)
		}
		if a.calls(e.Body) {
			crossing = append(crossing, e.Binds...)
		}
		return append(crossing, a.flow(e.Body, v, e.Binds)...)
	case *nkl.Recur:
		for i, w := range loop {
			a.flow(e.Args[i], w, nil)
		}
	case *nkl.Call:
		for i, w := range a.function(e.Fn).Params {
			a.flow(e.Args[i], w, nil)
		}
		a.becomes(v, 0, a.results[e.Fn])
	case *nkl.Each:
		a.flowInside(e.Body)
	case *nkl.Ref:
		a.becomes(v, 0, e.Var)
	case *nkl.Tuple:
		n := 0
		for _, x := range e.Elems {
			if w := nkl.VarOf(x); w != nil {
				a.becomes(v, n, w)
			}
			n += len(types.Leaves(anf.TypeOfAtom(x)))
		}
	case *nkl.Prim:
		if w := versionOf(e); w != nil {
			a.origins.Same(leaves.At(v, 0), leaves.At(w, 0))
			if e.Op.Code == prim.Write {
				a.replaced = append(a.replaced, leaves.At(w, 0))
			}
		}
	case *nkl.Proj:
		if w := nkl.VarOf(e.Of); w != nil {
			n := 0
			for _, t := range w.Type.Elems[:e.Index] {
				n += len(types.Leaves(t))
			}
			a.same(v, 0, len(types.Leaves(v.Type)), w, n)
		}
	}
	return crossing
}

// flowInside notes what becomes the value of what in code of an element.
func (a *arenas) flowInside(e nkl.Expr) {
	for let, ok := e.(*nkl.Let); ok; let, ok = let.Body.(*nkl.Let) {
		if a.defs[let.Bind] = let.Rhs; let.Rhs.Form() != nkl.FormCall {
			a.flow(let.Rhs, let.Bind, nil)
		}
	}
}

// isMade reports whether e makes a sequence that is neither a literal nor a row, which machines make again where they need them.
func isMade(e nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	return ok && p.Op.Code != prim.Elt || e.Form() == nkl.FormEach
}

// becomes notes that w becomes the value of v, from leaf n of it on. A place is copied to the arena.
func (a *arenas) becomes(v *nkl.Var, n int, w *nkl.Var) {
	if !a.places[w] {
		a.same(v, n, len(types.Leaves(w.Type)), w, 0)
	} else if w.Type.Kind == types.KSeq {
		a.copies = append(a.copies, leaves.At(v, n))
	}
}

// same notes that count leaves of w, from leaf m of it on, become those of v from leaf n on.
func (a *arenas) same(v *nkl.Var, n, count int, w *nkl.Var, m int) {
	a.classes.Join(v, n, count, w, m)
	a.origins.Join(v, n, count, w, m)
}

// behind reports whether e needs v behind a call.
func (a *arenas) behind(e nkl.Expr, v *nkl.Var) bool {
	needs := func(e nkl.Expr) bool { return slices.Contains(nkl.FreeVars(e), v) }
	switch e := e.(type) {
	case *nkl.Let:
		return a.calls(e.Rhs) && needs(e.Body) || a.behind(e.Rhs, v) || a.behind(e.Body, v)
	case *nkl.Check:
		return a.behind(e.Then, v)
	case *nkl.If:
		return a.behind(e.Then, v) || a.behind(e.Else, v)
	case *nkl.Loop:
		return a.calls(e.Body) && needs(e.Body)
	}
	return false
}
