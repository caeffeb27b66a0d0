package kernel

// Which producers are copied into which readers.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// Limits of what is copied into every reader: operations, and elements read,
// per element. What reads nothing is copied even if the array must exist, but not divisions into
// readers of other elements than their own.
const (
	cheapOps       = 4
	cheapReads     = 2
	cheapLoopOps   = 2 // where the reader reads in a loop
	cheapLoopReads = 1
	cheapRowOps    = 6 // where the reader needs the element of its segment, once for a row, or the host needs one element
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
func (p *producer) readable(at inlineSite, idx lcu.Expr) bool {
	return p.segs == nil || at.segs != nil && opt.SameAtoms(at.segs, p.segs) && lcu.SameAtom(idx, lcu.Use(at.pos))
}

// produce decides which results of a SOAC are copied into their readers; it
// reports whether the SOAC has moved, checks and all, to its only reader.
func (in *inliner) produce(vs []*lcu.Var, e lcu.Expr) (moved bool) {
	switch e.(type) {
	case *lcu.Map, *lcu.SegMap:
	default:
		return false
	}
	if slices.ContainsFunc(vs, func(v *lcu.Var) bool { return in.uses.of(v).timed }) {
		return false
	}
	p, _ := lcu.PartsOf(e)
	if slices.ContainsFunc(vs, func(v *lcu.Var) bool { return in.uses.written(v, p.T) || in.keepsFromPlace(v, p) }) {
		return false
	}
	made := &producer{thunk: p.T, types: elemTypes(vs), result: map[*lcu.Var]int{}}
	if p.Segmented() && slices.Contains(lcu.FreeVars(p.T.Body), p.T.Params[0]) {
		made.segs = p.Segs
	}
	if lcu.HasCheck(p.T) {
		return in.moveChecks(made, vs, p)
	}
	var once, kept []int // results that are copied if all of these have one reader, and that stay
	for k, v := range vs {
		u, c := in.uses.of(v), opt.CostOf(p.T.Body, k)
		c.Divides = c.Divides && !in.Ranks // to send an element takes longer than to divide
		switch r := u.single(); {
		case u.reads+u.onHost == 0 && u.escapes:
		case u.cheap(c) && (costless(c) || !in.leftToFusion(u)) && (made.segs == nil || u.ownOnly(in.segments, made.segs)):
			in.take(made, v, k)
		case r != nil && (c.Expensive() || !in.leftToFusion(u)) && !(c.Loop && opt.EvaluatesTwice(r.soac)) && in.reaches(made, p, r):
			once = append(once, k)
			continue
		}
		if _, taken := made.result[v]; u.used() && !taken {
			kept = append(kept, k)
		}
	}
	if len(once) > 0 && in.singleReader(vs, once) && (len(kept) == 0 || !opt.SharedCost(p.T.Body, once, kept).Expensive()) {
		for _, k := range once {
			in.join(made, p, in.uses.of(vs[k]).single())
			in.take(made, vs[k], k)
		}
	}
	return false
}

// singleReader reports whether these results have the same reader.
func (in *inliner) singleReader(vs []*lcu.Var, ks []int) bool {
	for _, k := range ks {
		if in.uses.of(vs[k]).single().thunk != in.uses.of(vs[ks[0]]).single().thunk {
			return false
		}
	}
	return true
}

// moveChecks decides whether a producer with checks goes where all its results are
// read: by one thunk that runs for the same elements, next after it but for
// operations that neither fail nor show.
func (in *inliner) moveChecks(p *producer, vs []*lcu.Var, parts lcu.Parts) bool {
	var ks []int
	first := 0
	for k, v := range vs {
		u := in.uses.of(v)
		if !u.used() {
			continue
		}
		r := u.single()
		if r == nil || !r.unconditional || r.at != u.at || !lcu.SameAtom(in.uses.size(r.parts.N), in.uses.size(parts.N)) ||
			opt.EvaluatesTwice(r.soac) || !in.reaches(p, parts, r) {
			return false
		}
		if ks = append(ks, k); len(ks) == 1 || r.order < first {
			first = r.order
		}
	}
	if len(ks) == 0 || !in.singleReader(vs, ks) {
		return false
	}
	r := in.uses.of(vs[ks[0]]).single()
	if first <= in.checked[r.thunk] || !in.inOrder(vs, r, first) || !in.Rewrite("move "+vs[ks[0]].Name+" to what reads it") {
		return false
	}
	in.checked[r.thunk] = first
	in.Verdict(pass.Verdict{Of: opt.Places(parts.T), With: opt.Places(r.soac), Fused: true, Why: "computed where it is read, at one place"})
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
		case f.inlineSite >= to.inlineSite:
			return true
		case !after:
			after = len(f.vs) > 0 && f.vs[0] == vs[0]
		case !in.movesWith(f, to, first):
			return false
		default:
			first = in.firstRead(f.vs)
		}
	}
	return true
}

// movesWith reports whether a map is certain to move to a reader, to reads after
// one of them.
func (in *inliner) movesWith(f *failing, to *ownRead, after int) bool {
	return !f.parts.Segmented() && lcu.SameAtom(in.uses.size(to.parts.N), in.uses.size(f.parts.N)) && in.firstRead(f.vs) > after &&
		!slices.ContainsFunc(f.vs, func(v *lcu.Var) bool {
			u := in.uses.of(v)
			r := u.single()
			return u.used() && (r == nil || !r.unconditional || r.at != u.at || r.thunk != to.thunk)
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
	if m, ok := r.soac.(*lcu.Map); ok && lcu.SameAtom(in.uses.size(m.N), in.uses.size(parts.N)) {
		if segs = in.joined[r.thunk]; segs == nil {
			return true
		}
	}
	return segs != nil && opt.SameAtoms(segs, p.segs)
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
		why := "computed where it is read: it costs little"
		if in.uses.of(v).single() != nil {
			why = "computed where it is read, at one place"
		}
		in.Verdict(pass.Verdict{Of: opt.Places(p.thunk), Fused: true, Why: why})
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
		if o := r.parts.Segs; o == nil || !opt.SameAtoms(now(o), segs) {
			return false
		}
	}
	return len(x.own) == x.reads && x.onHost == 0
}

// written reports whether one that reads v writes in place to what t reads, or to what
// conditionals and scatters have made of it.
func (u *usage) written(v *lcu.Var, t *lcu.Thunk) bool {
	free := lcu.FreeVars(t.Body)
	var read func(v *lcu.Var) bool
	read = func(v *lcu.Var) bool { return slices.Contains(free, v) || slices.ContainsFunc(u.versions[v], read) }
	return slices.ContainsFunc(u.of(v).own, func(r *ownRead) bool { return slices.ContainsFunc(opt.Updated(r.soac), read) })
}

// leftToFusion reports whether plan-fusion can decide whether an array is stored or copied;
// planners that were asked for by name do not.
func (in *inliner) leftToFusion(u *uses) bool {
	return in.Fusion == "ilp" && !u.escapes && u.onHost == 0 && !u.otherRegion && !u.inLoop
}

// costless reports whether an element is computed as soon as it is read: what to copy it
// costs need not be weighed.
func costless(c opt.Cost) bool {
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
func (u *uses) cheap(c opt.Cost) bool {
	switch {
	case !c.Loop && u.reads+u.onHost > 0 && u.rows == u.reads && !u.inLoop && !u.escapes && u.onHost <= 1:
		return c.Ops <= cheapRowOps && c.Reads <= cheapRowReads
	case c.Loop || c.Ops > cheapOps || c.Reads > cheapReads:
		return false
	case c.Reads == 0:
		return !c.Divides || len(u.own) == u.reads // else elements may be read many times
	case u.escapes:
		return false
	}
	return !u.inLoop || c.Ops <= cheapLoopOps && c.Reads <= cheapLoopReads
}

// keepsFromPlace reports whether one that reads v could not make its result in the place of an
// array if it computed the elements of v itself.
func (in *inliner) keepsFromPlace(v *lcu.Var, p lcu.Parts) bool {
	return slices.ContainsFunc(in.uses.of(v).readers, func(r arrayReader) bool { return in.uses.last.KeepsFromPlace(r.made, r.soac, p.N, p.T) })
}
