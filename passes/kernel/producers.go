package kernel

// Which producers are copied into which readers.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/code"
)

// Limits of what is copied into every reader: operations, and elements read,
// per element. What reads nothing is copied even if the array must exist.
const (
	cheapOps       = 4
	cheapReads     = 2
	cheapLoopOps   = 2 // where the reader reads in a loop
	cheapLoopReads = 1
	cheapRowOps    = 6 // where the reader needs the element of its segment: once for a row
	cheapRowReads  = 4
)

// A producer is a Map or SegMap whose results, or some of them, are copied.
type producer struct {
	thunk  *lcu.Thunk
	segs   []lcu.Expr // of a SegMap that needs the number of the segment
	types  []*types.Type
	result map[*lcu.Var]int
}

// readable reports whether element idx can be computed at a place.
func (p *producer) readable(at place, idx lcu.Expr) bool {
	return p.segs == nil || at.segs != nil && code.SameAtoms(at.segs, p.segs) && code.SameAtom(idx, lcu.Use(at.pos))
}

// produce decides which results of a SOAC are copied into their readers; it
// reports whether the SOAC has moved, checks and all, to its only reader.
func (in *inliner) produce(vs []*lcu.Var, e lcu.Expr) (moved bool) {
	switch e.(type) {
	case *lcu.Map, *lcu.SegMap:
	default:
		return false
	}
	if slices.ContainsFunc(vs, func(v *lcu.Var) bool { return in.uses.of(v).clocked }) {
		return false
	}
	p, _ := lcu.PartsOf(e)
	if slices.ContainsFunc(vs, func(v *lcu.Var) bool { return in.uses.of(v).written(p.T) }) {
		return false
	}
	made := &producer{thunk: p.T, types: elemTypes(vs), result: map[*lcu.Var]int{}}
	if p.Segmented() && slices.Contains(lcu.FreeVars(p.T.Body), p.T.Params[0]) {
		made.segs = p.Segs
	}
	if code.HasCheck(p.T) {
		return in.move(made, vs, p)
	}
	var once []int // results that are copied if all of these have one reader
	for k, v := range vs {
		u, c := in.uses.of(v), code.CostOf(p.T.Body, k)
		switch r := u.single(); {
		case u.reads+u.onHost == 0 && u.escapes:
		case u.cheap(c) && (free(c) || !in.planned(u)) && (made.segs == nil || u.ownOnly(in.segments, made.segs)):
			in.take(made, v, k)
		case r != nil && (c.Dear() || !in.planned(u)) && !(c.Loop && code.Replays(r.soac)) && in.reaches(made, p, r):
			once = append(once, k)
		}
	}
	if in.oneReader(vs, once) {
		for _, k := range once {
			in.join(made, p, in.uses.of(vs[k]).single())
			in.take(made, vs[k], k)
		}
	}
	return false
}

// oneReader reports whether these results have the same reader.
func (in *inliner) oneReader(vs []*lcu.Var, ks []int) bool {
	for _, k := range ks {
		if in.uses.of(vs[k]).single().thunk != in.uses.of(vs[ks[0]]).single().thunk {
			return false
		}
	}
	return true
}

// move decides whether a producer with checks goes where all its results are
// read: by one thunk that runs for the same elements, next after it but for
// operations that neither fail nor show.
func (in *inliner) move(p *producer, vs []*lcu.Var, parts lcu.Parts) bool {
	var ks []int
	first := 0
	for k, v := range vs {
		u := in.uses.of(v)
		if !u.used() {
			continue
		}
		r := u.single()
		if r == nil || !r.plain || r.at != u.at || !code.SameAtom(in.uses.size(r.parts.N), in.uses.size(parts.N)) ||
			code.Replays(r.soac) || !in.reaches(p, parts, r) {
			return false
		}
		if ks = append(ks, k); len(ks) == 1 || r.order < first {
			first = r.order
		}
	}
	if len(ks) == 0 || !in.oneReader(vs, ks) {
		return false
	}
	r := in.uses.of(vs[ks[0]]).single()
	if first <= in.checked[r.thunk] || !in.inOrder(vs, r, first) || !in.Rewrite("move "+vs[ks[0]].Name+" to what reads it") {
		return false
	}
	in.checked[r.thunk] = first
	in.join(p, parts, r)
	for _, k := range ks {
		p.result[vs[k]] = k
		in.made[vs[k]] = p
	}
	return true
}

// inOrder reports whether maps that may fail, between one that makes vs and its
// reader, all move to that reader, too, to reads that come after the first of vs:
// the first check must stay the first.
func (in *inliner) inOrder(vs []*lcu.Var, to *ownRead, first int) bool {
	after := false
	for _, f := range in.uses.failing {
		switch {
		case f.place >= to.place:
			return true
		case !after:
			after = len(f.vs) > 0 && f.vs[0] == vs[0]
		case !in.follows(f, to, first):
			return false
		default:
			first = in.firstRead(f.vs)
		}
	}
	return true
}

// follows reports whether a map is certain to move to a reader, to reads after
// one of them.
func (in *inliner) follows(f *failing, to *ownRead, after int) bool {
	return !f.parts.Segmented() && code.SameAtom(in.uses.size(to.parts.N), in.uses.size(f.parts.N)) && in.firstRead(f.vs) > after &&
		!slices.ContainsFunc(f.vs, func(v *lcu.Var) bool {
			u := in.uses.of(v)
			r := u.single()
			return u.used() && (r == nil || !r.plain || r.at != u.at || r.thunk != to.thunk)
		})
}

// firstRead is the first read of these in its thunk; 0 if there is none.
func (in *inliner) firstRead(vs []*lcu.Var) (first int) {
	for _, v := range vs {
		if r := in.uses.of(v).single(); r != nil && (first == 0 || r.order < first) {
			first = r.order
		}
	}
	return first
}

// reaches reports whether a reader knows what the producer needs: the number
// of the segment, if any. A Map over the positions of a segmented space can
// learn it.
func (in *inliner) reaches(p *producer, parts lcu.Parts, r *ownRead) bool {
	if p.segs == nil {
		return true
	}
	segs := in.segments(r.parts.Segs)
	if m, ok := r.soac.(*lcu.Map); ok && code.SameAtom(in.uses.size(m.N), in.uses.size(parts.N)) {
		if segs = in.joined[r.thunk]; segs == nil {
			return true
		}
	}
	return segs != nil && code.SameAtoms(segs, p.segs)
}

// join makes the reader a segmented map if it has to know the segment.
func (in *inliner) join(p *producer, parts lcu.Parts, r *ownRead) {
	if _, ok := r.soac.(*lcu.Map); ok && p.segs != nil {
		in.joined[r.thunk] = p.segs
	}
}

func (in *inliner) take(p *producer, v *lcu.Var, k int) {
	if in.Rewrite("copy " + v.Name + " into what reads it") {
		p.result[v] = k
		in.made[v] = p
	}
}

func elemTypes(vs []*lcu.Var) []*types.Type {
	ts := make([]*types.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type.Elem()
	}
	return ts
}

// ownOnly reports whether every read is at the own position of a SOAC whose
// segments are now these.
func (x *uses) ownOnly(now func([]lcu.Expr) []lcu.Expr, segs []lcu.Expr) bool {
	for _, r := range x.own {
		if o := r.parts.Segs; o == nil || !code.SameAtoms(now(o), segs) {
			return false
		}
	}
	return len(x.own) == x.reads && x.onHost == 0
}

// written reports whether one that reads u writes in place to what t reads.
func (u *uses) written(t *lcu.Thunk) bool {
	return slices.ContainsFunc(u.own, func(r *ownRead) bool { return code.ReadsInto(r.soac, t) })
}

// planned reports whether plan-fusion can decide whether an array is stored or copied;
// planners that were asked for by name do not.
func (in *inliner) planned(u *uses) bool {
	return in.Fusion == "ilp" && !u.escapes && u.onHost == 0 && !u.far && !u.inLoop
}

// free reports whether an element is computed as soon as it is read: what to copy it
// costs need not be weighed.
func free(c code.Cost) bool {
	switch {
	case c.Loop:
		return false
	case c.Reads == 0:
		return c.Ops <= cheapOps
	}
	return c.Ops <= cheapLoopOps && c.Reads <= cheapLoopReads || c.Ops == 0 && c.Reads <= cheapReads
}

// cheap reports whether it is better to compute an element wherever it is read
// than to store it.
func (u *uses) cheap(c code.Cost) bool {
	switch {
	case !c.Loop && u.reads > 0 && u.rows == u.reads && !u.inLoop && !u.escapes && u.onHost == 0:
		return c.Ops <= cheapRowOps && c.Reads <= cheapRowReads
	case c.Loop || c.Ops > cheapOps || c.Reads > cheapReads:
		return false
	case c.Reads == 0:
		return true
	case u.escapes || u.onHost > 0 && c.Reads > 1:
		return false
	}
	return !u.inLoop || c.Ops <= cheapLoopOps && c.Reads <= cheapLoopReads
}
