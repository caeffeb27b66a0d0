package infer

// Guesses of postconditions, from values that are returned without a recursive
// call: sizes of parameters and their sums, numbers, and what is written there.

import (
	"slices"

	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// candidate adds to a what the size n may be in general; once there has been another
// return, it drops what is not true of n.
func (r *returned) candidate(a *postcondition, n *Size, isInt bool) {
	if r.nothing {
		return
	}
	if a.seen {
		a.may = slices.DeleteFunc(a.may, func(m *Size) bool { return !r.isSize(n, m) })
		return
	}
	a.seen = true
	is := r.CanonInt(n)
	params := r.paramSizes(len(r.levels))
	for _, p := range params {
		if is == r.CanonInt(p) {
			r.add(a, p)
		}
	}
	if len(r.levels) == 0 {
		r.candidateEarlier(a, n)
	}
	if is.Op != types.SizeConst && r.speaksOf(is, params) {
		r.add(a, is)
	}
	for i, p := range params {
		for _, q := range params[:i] {
			if r.CanonInt(sizes.Add(p, q)) == is && !r.isZeroForAll(q) {
				r.add(a, sizes.Add(p, q))
			}
		}
	}
	for _, p := range params {
		if d := r.CanonInt(sizes.Sub(n, p)); d.Op == types.SizeConst {
			r.add(a, sizes.Add(p, d))
		}
	}
	if is.Op == types.SizeConst {
		r.candidateNumber(a, is, params)
	}
}

// isZeroForAll reports whether n is 0 here, and no size of the elements at hand: what they are is hardly
// the sum of it and something else.
func (r *returned) isZeroForAll(n *Size) bool {
	return len(r.levels) > 0 && slices.Contains(r.sizes, n) && sizes.IsConst(r.CanonInt(n), 0)
}

// candidateEarlier adds the sizes of the result before n that n equals.
func (r *returned) candidateEarlier(a *postcondition, n *Size) {
	k := 0
	r.result.EachSize(func(name *Size) {
		if k < len(r.are)-1 && name.Op == types.SizeVar && r.Same(r.are[k], n) {
			r.add(a, name)
		}
		k++
	})
}

// candidateNumber adds the number n, and the larger one of it and an int that is no
// larger: {e : i in index(k)} is empty if k is negative.
func (r *returned) candidateNumber(a *postcondition, n *Size, params []*Size) {
	for _, p := range params {
		if i := slices.Index(r.sizes, p); i >= 0 && r.ints[i] && r.NotNegative(sizes.Sub(n, p)) {
			r.add(a, sizes.Max(p, n))
		}
	}
	r.add(a, n)
}

// paramSizes lists the sizes of parameters, and those of the elements at hand,
// which are under depth levels.
func (r *returned) paramSizes(depth int) []*Size {
	out := slices.Clone(r.sizes)
	if depth == 0 || depth > len(r.inner) {
		return out
	}
	for _, n := range r.inner[depth-1] {
		out = append(out, r.opened(n))
	}
	return out
}

// speaksOf reports whether n has no names but those in params, and no indices but
// those of the elements at hand.
func (r *returned) speaksOf(n *Size, params []*Size) bool {
	ok := true
	sizes.Subst(n, func(t *Size) *Size {
		switch {
		case t.IsOpenIndex():
			ok = ok && slices.Contains(r.levels, t)
		case r.IsName(t):
			ok = ok && slices.Contains(params, t)
		}
		return t
	})
	return ok
}

// add adds m, which is about the elements at hand, to what a may be.
func (r *returned) add(a *postcondition, m *Size) {
	for i := len(r.levels) - 1; i >= 0; i-- {
		m = sizes.Close(m, r.levels[i])
	}
	if len(a.may) < maxCandidates && sizes.Weight(m) <= maxCandidateWeight && !slices.Contains(a.may, m) {
		a.may = append(a.may, m)
	}
}

// settle ends the guessing. Elements of which none has been returned may be as long as
// those of parameters, or as parameters; what their ints are is anybody's guess.
func (p *postconditions) settle() {
	if !p.generating {
		return
	}
	p.generating = false
	k := 0
	p.result.EachSize(func(n *Size) {
		if a, depth := p.at[k], len(n.Args); !a.seen && !a.int && k < maxPostconditions && depth > 0 && depth <= len(p.inner) {
			a.may = slices.Concat(p.inner[depth-1], p.sizes)
		}
		k++
	})
}
