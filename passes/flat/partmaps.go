package flat

// Maps behind a recursive call that read what it returns and, from much that is there before
// it, a little: that is read by a map of its own, which can come before the call.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flat/simplify"
)

// leastHeld is the call in let with the code behind it, in parts if less is held then; what is held,
// and what that weighs.
func (x *values) leastHeld(let *fkl.Let) (*fkl.Let, map[*fkl.Var]bool, int) {
	before := x.mark()
	whole := &fkl.Let{Node: let.Node, Binds: let.Binds, Rhs: let.Rhs, Body: x.passedThrough(let)}
	if parts := x.parted(whole); parts != whole {
		_, most := x.minHeld(x.afterCall(whole))
		x.rollback(before)
		if held, weight := x.minHeld(x.afterCall(parts)); weight < most {
			return parts, held, weight
		}
		x.rollback(before)
	}
	held, weight := x.minHeld(x.afterCall(let))
	return let, held, weight
}

// parted is the call in let with the code behind it, in which no map that needs the call reads the
// elements of sequences that are there before it.
//
//	(let (r) (call f a)
//	(let (v) (map n i (let (j) (at k i) (let (x) (at xs j) (let (y) (at r i) ..)))) e))
//	=>  (let (r) (call f a)
//	    (let (x') (map n i (let (j) (at k i) (let (x) (at xs j) (ret x))))
//	    (let (v) (map n i (let (x) (at x' i) (let (y) (at r i) ..))) e)))
func (x *values) parted(let *fkl.Let) *fkl.Let {
	defer x.rollback(x.mark())
	var lets []*fkl.Let
	end, parted := let.Body, false
	for l, ok := end.(*fkl.Let); ok; l, ok = end.(*fkl.Let) {
		end = l.Body
		if x.movable(l) {
			x.define(l)
		} else if reads, rest := x.part(l); reads != nil {
			x.define(reads)
			lets, l, parted = append(lets, reads), rest, true
		}
		lets = append(lets, l)
	}
	if !parted {
		return let
	}
	return &fkl.Let{Node: let.Node, Binds: let.Binds, Rhs: let.Rhs, Body: wrap(lets, end)}
}

// passedThrough is the code behind let, which uses what all branches of the call yield as it was
// before as that.
func (x *values) passedThrough(let *fkl.Let) fkl.Expr {
	env := map[*fkl.Var]fkl.Expr{}
	for i, a := range agreement(let.Rhs) {
		if r, ok := a.(*fkl.Ref); ok && x.knows(r.Var) {
			env[let.Binds[i]] = a
		}
	}
	if len(env) == 0 {
		return let.Body
	}
	return fkl.CopyWith(let.Body, env)
}

// agreement is what e yields wherever it ends, with nil for what ends yield differently; nothing
// where an end is not known.
func agreement(e fkl.Expr) []fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		return agreement(e.Body)
	case *fkl.Check:
		return agreement(e.Then)
	case *fkl.Ret:
		return e.Vals
	case *fkl.If:
		one, two := agreement(e.Then), agreement(e.Else)
		if one == nil || two == nil {
			return nil
		}
		both := make([]fkl.Expr, len(one))
		for i, a := range one {
			if a != nil && two[i] != nil && simplify.SameAtom(a, two[i]) {
				both[i] = a
			}
		}
		return both
	}
	return nil
}

// part is the map in l as two, or nil if it reads no elements of sequences from before the call.
func (x *values) part(l *fkl.Let) (reads, rest *fkl.Let) {
	m, ok := l.Rhs.(*fkl.Map)
	if !ok || len(l.Binds) == 0 || x.sizeOf(m) >= inner {
		return nil, nil
	}
	early, late, end := x.partBody(m)
	var found []*fkl.Var // computed from such elements
	for _, e := range early {
		if x.finds(e.Rhs) || usesAny(e.Rhs, found) {
			found = append(found, e.Binds[0])
		}
	}
	body := wrap(late, end)
	i := fkl.NewVar(m.Idx.Name, m.Idx.Type)
	reads = &fkl.Let{Node: l.Node}
	var needed []fkl.Expr
	for _, e := range slices.Backward(early) {
		v, rhs := e.Binds[0], e.Rhs
		if !usesAny(body, e.Binds) {
			continue
		}
		if slices.Contains(found, v) {
			elements := fkl.NewVar(v.Name, types.Vec(v.Type).WithSizes(lengthOf(l.Binds[0].Type)...))
			reads.Binds, needed = append(reads.Binds, elements), append(needed, fkl.Use(v))
			rhs = fkl.Get(fkl.Use(elements), fkl.Use(m.Idx))
		}
		body = &fkl.Let{Node: e.Node, Binds: e.Binds, Rhs: rhs, Body: body}
	}
	if len(needed) == 0 {
		return nil, nil
	}
	code := fkl.CopyWith(wrap(early, fkl.Results(needed...)), map[*fkl.Var]fkl.Expr{m.Idx: fkl.Use(i)})
	reads.Rhs = &fkl.Map{Node: m.Node, N: m.N, Idx: i, Body: code}
	return reads, &fkl.Let{Node: l.Node, Binds: l.Binds, Rhs: &fkl.Map{Node: m.Node, N: m.N, Idx: m.Idx, Body: body}}
}

// lengthOf is the length of vectors of type t, without what their elements are; none if it is not said.
func lengthOf(t *types.Type) []*types.Size { return t.Sizes[:min(1, len(t.Sizes))] }

// partBody is the code of a map: what can be computed before the call and fails nowhere, the
// rest, and the end, which begins where something may fail.
func (x *values) partBody(m *fkl.Map) (early, late []*fkl.Let, end fkl.Expr) {
	here := map[*fkl.Var]bool{m.Idx: true}
	end = m.Body
	for l, ok := end.(*fkl.Let); ok; l, ok = end.(*fkl.Let) {
		end = l.Body
		given := plain(l.Rhs)
		for _, v := range fkl.FreeVars(l.Rhs) {
			given = given && (here[v] || x.knows(v))
		}
		if given {
			here[l.Binds[0]] = true
			early = append(early, l)
		} else {
			late = append(late, l)
		}
	}
	return early, late, end
}

// plain reports whether e is one operation on scalars, or a read.
func plain(e fkl.Expr) bool {
	switch e := e.(type) {
	case *fkl.At:
		return true
	case *fkl.Prim:
		return e.Op.Class == prim.Scalar
	}
	return false
}

// finds reports whether e reads a vector over the elements of sequences. No map is taken for one:
// it may be over a few elements of each row.
func (x *values) finds(e fkl.Expr) bool {
	at, ok := e.(*fkl.At)
	if !ok {
		return false
	}
	v := at.Vec.(*fkl.Ref).Var
	if i, known := x.at[v]; known && i >= 0 && x.lets[i].Rhs.Form() == fkl.FormMap {
		return false
	}
	return x.class[v] == inner
}
