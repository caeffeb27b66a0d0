package flat

// The graph of values around a recursive call: which can be computed from which,
// and how large they are.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Weights of vectors by what they are over: a number known in number, the elements
// that are active, or the elements of their sequences.
const (
	tiny  = 1
	outer = 100
	inner = 1000
)

// values are those that are bound before a place, and those bound behind the call
// that do not depend on it.
type values struct {
	lets      []*fkl.Let
	at        map[*fkl.Var]int // number of the let; -1 for parameters
	result    map[*fkl.Var]int
	class     map[*fkl.Var]int      // of a vector, or of what an int counts
	unchecked map[*fkl.Let]*fkl.Let // without the checks that it has made before
	passed    map[*fkl.Var]bool     // parameters that the call gets as they are
}

func newValues(params []*fkl.Var) *values {
	x := &values{at: map[*fkl.Var]int{}, result: map[*fkl.Var]int{}, class: map[*fkl.Var]int{}, unchecked: map[*fkl.Let]*fkl.Let{}}
	for _, p := range params {
		x.at[p], x.class[p] = -1, outer
	}
	return x
}

func (x *values) mark() int { return len(x.lets) }

func (x *values) rollback(mark int) {
	for _, l := range x.lets[mark:] {
		for _, v := range l.Binds {
			delete(x.at, v)
		}
	}
	x.lets = x.lets[:mark]
}

func (x *values) knows(v *fkl.Var) bool {
	_, ok := x.at[v]
	return ok
}

// define adds what let binds.
func (x *values) define(let *fkl.Let) {
	n := x.sizeOf(let.Rhs)
	for i, v := range let.Binds {
		x.at[v], x.result[v], x.class[v] = len(x.lets), i, n
	}
	x.lets = append(x.lets, let)
	switch e := let.Rhs.(type) {
	case *fkl.Map:
		x.reads(e.Body)
	case *fkl.SegMap:
		x.reads(e.Body)
	}
}

// reads notes which parameters element code reads where others say: those hold the
// elements of sequences.
func (x *values) reads(body fkl.Expr) {
	said := map[*fkl.Var]bool{} // computed from what was read
	ir.Walk(body, func(e fkl.Expr) bool {
		l, ok := e.(*fkl.Let)
		if !ok {
			return true
		}
		switch r := l.Rhs.(type) {
		case *fkl.At:
			said[l.Binds[0]] = true
			v, i := r.Vec.(*fkl.Ref).Var, r.Idx
			if j, ok := i.(*fkl.Ref); ok && said[j.Var] && x.knows(v) && x.at[v] < 0 {
				x.class[v] = inner
			}
		case *fkl.Prim:
			for _, a := range r.Args {
				if j, ok := a.(*fkl.Ref); ok && said[j.Var] {
					said[l.Binds[0]] = true
				}
			}
		}
		return true
	})
}

// sizeOf is the class of what e yields, or of what it counts.
func (x *values) sizeOf(e fkl.Expr) int {
	atom := func(a fkl.Expr) int {
		if r, ok := a.(*fkl.Ref); ok {
			return x.class[r.Var]
		}
		return tiny
	}
	switch e := e.(type) {
	case *fkl.Map:
		return atom(e.N)
	case *fkl.Offsets:
		return atom(e.Vec)
	case *fkl.Length:
		return atom(e.Vec)
	case *fkl.Pack:
		return atom(e.Flags)
	case *fkl.Split:
		return atom(e.Flags)
	case *fkl.Scatter:
		return atom(e.Into)
	case *fkl.Vec, *fkl.Str:
		return tiny
	case *fkl.At:
		if v, ok := e.Vec.(*fkl.Ref); ok && x.knows(v.Var) && x.at[v.Var] >= 0 {
			if _, total := x.lets[x.at[v.Var]].Rhs.(*fkl.Offsets); total {
				return inner
			}
		}
		return outer
	case *fkl.Prim:
		if e.Op.Code == prim.MulSize {
			return inner
		}
		n := tiny
		for _, a := range e.Args {
			n = max(n, atom(a))
		}
		return n
	}
	return inner
}

// weight is what it costs to hold v, which a call may have made.
func (x *values) weight(v *fkl.Var) int {
	switch {
	case v.Type.IsBase(), x.passed[v]:
		return 0
	case v.Type.Kind != types.KVec: // functions take no descriptors
		return unlimited / 1024
	}
	n, known := x.class[v]
	if !known {
		n = outer
	}
	switch v.Type.Elem().Kind {
	case types.KBool, types.KChar:
		return n
	case types.KFloat:
		return 8 * n
	}
	return 4 * n
}

// afterCall adds what is computed behind the call in let from what is there before, and
// lists what the other code behind it needs.
func (x *values) afterCall(let *fkl.Let) []*fkl.Var {
	need := map[*fkl.Var]bool{}
	var out []*fkl.Var
	needs := func(e fkl.Expr) {
		for _, v := range fkl.FreeVars(e) {
			if x.knows(v) && !need[v] {
				need[v] = true
				out = append(out, v)
			}
		}
	}
	e := let.Body
	for l, ok := e.(*fkl.Let); ok; l, ok = e.(*fkl.Let) {
		if x.movable(l) {
			x.define(l)
		} else {
			needs(l.Rhs)
		}
		e = l.Body
	}
	needs(e)
	return out
}

// movable reports whether l can be computed before the call.
func (x *values) movable(l *fkl.Let) bool {
	if !x.recomputable(l.Rhs) || checks(l.Rhs) {
		return false
	}
	for _, v := range fkl.FreeVars(l.Rhs) {
		if !x.knows(v) {
			return false
		}
	}
	return true
}

// recomputable reports whether e is cheap enough to be computed where it is needed.
func (x *values) recomputable(e fkl.Expr) bool {
	switch e := e.(type) {
	case *fkl.Map:
		return x.sizeOf(e) < inner && !ir.Any(e.Body, func(e fkl.Expr) bool { _, loop := e.(*fkl.Loop); return loop })
	case *fkl.Offsets:
		return x.sizeOf(e) < inner
	case *fkl.Vec, *fkl.Length, *fkl.SdRegular:
		return true
	case *fkl.Prim:
		return e.Op.Class == prim.Scalar
	}
	return false
}

// readThrough is the weight of vs, or if that is more, of what cheap maps among them read:
// the code behind the call may come to read that itself.
func (x *values) readThrough(vs []*fkl.Var) int {
	plain, through := 0, 0
	seen := map[*fkl.Var]bool{}
	var read func(v *fkl.Var)
	read = func(v *fkl.Var) {
		if !x.knows(v) || seen[v] {
			return
		}
		seen[v] = true
		if i := x.at[v]; i >= 0 {
			if m, ok := x.lets[i].Rhs.(*fkl.Map); ok && x.recomputable(m) && !checks(m) {
				for _, u := range fkl.FreeVars(m) {
					read(u)
				}
				return
			}
		}
		through += x.weight(v)
	}
	for _, v := range vs {
		if x.knows(v) {
			plain += x.weight(v)
			read(v)
		}
	}
	return max(plain, through)
}

// recipe is how v is computed again, nil if it has to be held.
func (x *values) recipe(v *fkl.Var) *fkl.Let {
	i := x.at[v]
	if i < 0 {
		return nil
	}
	l := x.lets[i]
	if x.recomputable(l.Rhs) {
		return x.checked(l)
	}
	s, ok := l.Rhs.(*fkl.Split)
	if !ok {
		return nil
	}
	switch k := x.result[v]; {
	case k == len(l.Binds)-1: // the ranks alone
		return &fkl.Let{Node: l.Node, Binds: []*fkl.Var{v}, Rhs: &fkl.Pack{Node: s.Node, Loose: true, Flags: s.Flags}}
	case k < len(s.Vecs):
		return &fkl.Let{Node: l.Node, Binds: []*fkl.Var{v, types.NewVar("ranks", types.Vec(types.Int))},
			Rhs: &fkl.Pack{Node: s.Node, Loose: true, Flags: s.Flags, Vecs: s.Vecs[k : k+1]}}
	}
	return nil
}

// checked is l, whose checks have been made.
func (x *values) checked(l *fkl.Let) *fkl.Let {
	if !checks(l.Rhs) {
		return l
	}
	if x.unchecked[l] == nil {
		var unchecked func(e fkl.Expr) fkl.Expr
		unchecked = func(e fkl.Expr) fkl.Expr {
			if c, ok := e.(*fkl.Check); ok {
				return unchecked(c.Then)
			}
			return e.MapBodies(unchecked)
		}
		x.unchecked[l] = &fkl.Let{Node: l.Node, Binds: l.Binds, Rhs: l.Rhs.MapBodies(unchecked)}
	}
	return x.unchecked[l]
}

// checks reports whether e can fail.
func checks(e fkl.Expr) bool {
	return ir.Any(e, func(e fkl.Expr) bool { _, ok := e.(*fkl.Check); return ok })
}

// minHeld is the values to hold so that all that is needed can be computed, and
// what they weigh.
func (x *values) minHeld(needed []*fkl.Var) (map[*fkl.Var]bool, int) {
	g := newCut()
	node := map[*fkl.Var]int{}
	var add func(v *fkl.Var) int
	add = func(v *fkl.Var) int {
		if n, ok := node[v]; ok {
			return n
		}
		n := g.value(x.weight(v))
		node[v] = n
		r := x.recipe(v)
		if r == nil || v.Type.IsBase() {
			g.given(n)
			return n
		}
		for _, u := range fkl.FreeVars(r.Rhs) {
			g.from(add(u), n)
		}
		return n
	}
	for _, v := range needed {
		g.needed(add(v))
	}
	cut, weight := g.minCut()
	held := map[*fkl.Var]bool{}
	for v, n := range node {
		if cut[n] {
			held[v] = true
		}
	}
	return held, weight
}

// divide is the code behind the call, whose lets from number before on may come
// earlier: what is computed before the call, what is computed again behind it, and
// the rest of body.
func (x *values) divide(before int, held map[*fkl.Var]bool, body fkl.Expr) (early, again []*fkl.Let, rest fkl.Expr) {
	moved := map[*fkl.Let]bool{}
	var move func(v *fkl.Var)
	move = func(v *fkl.Var) {
		if i := x.at[v]; i >= before && !moved[x.lets[i]] {
			moved[x.lets[i]] = true
			for _, u := range fkl.FreeVars(x.lets[i].Rhs) {
				move(u)
			}
		}
	}
	for v := range held {
		move(v)
	}
	for _, l := range x.lets[before:] {
		if moved[l] {
			early = append(early, l)
		}
	}
	rest = without(body, moved)
	var recipes []*fkl.Let // in order of need: the other way around
	done := map[*fkl.Var]bool{}
	var want func(e fkl.Expr)
	want = func(e fkl.Expr) {
		for _, v := range fkl.FreeVars(e) {
			if !x.knows(v) || done[v] || held[v] || x.at[v] >= before && !moved[x.lets[x.at[v]]] {
				continue
			}
			done[v] = true
			if r := x.recipe(v); r != nil && !v.Type.IsBase() {
				want(r.Rhs)
				recipes = append(recipes, r)
			}
		}
	}
	want(rest)
	seen := map[fkl.Expr]bool{}
	for _, r := range recipes {
		if !seen[r.Rhs] {
			seen[r.Rhs] = true
			again = append(again, r)
		}
	}
	return early, again, rest
}

// without is e without the lets that have moved.
func without(e fkl.Expr, moved map[*fkl.Let]bool) fkl.Expr {
	l, ok := e.(*fkl.Let)
	if !ok {
		return e
	}
	if b := without(l.Body, moved); moved[l] {
		return b
	} else if b != l.Body {
		return &fkl.Let{Node: l.Node, Binds: l.Binds, Rhs: l.Rhs, Body: b}
	}
	return l
}
