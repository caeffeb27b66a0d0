package ranges

// What is known of results.

// A known is what is known of a result: the largest gaps from zero to it, and
// from it to others. It is nil if nothing is.
type known struct {
	low          int64
	isLowerBound bool
	high         gaps
}

// either is what is known of results that are those of one branch or the other.
func either(as, bs []*known) []*known {
	switch {
	case as == nil:
		return bs
	case bs == nil:
		return as
	case len(as) != len(bs): // one may fail
		return unknown
	}
	out := make([]*known, len(as))
	for i, a := range as {
		b := bs[i]
		if a == nil || b == nil {
			continue
		}
		k := &known{low: min(a.low, b.low), isLowerBound: a.isLowerBound && b.isLowerBound}
		for _, d := range a.high {
			if gap, ok := b.high.to(d.to); ok {
				k.high = append(k.high, difference{d.to, min(d.gap, gap)})
			}
		}
		out[i] = k
	}
	return out
}

// assume adds that k is known of a.
func (r *ranges) assume(a *amount, k *known) {
	if k.isLowerBound {
		r.add(r.zero, a, k.low)
	}
	for _, d := range k.high {
		r.add(a, d.to, d.gap)
	}
}

// equal adds that a = b + more.
func (r *ranges) equal(a, b *amount, more int64) {
	r.add(a, b, -more)
	r.add(b, a, more)
}

// unknown is the results of what may fail.
var unknown = []*known{}

// known is what is known of a + more.
func (r *ranges) known(a *amount, more int64) *known {
	k := &known{}
	if k.low, k.isLowerBound = r.atLeast(a); k.isLowerBound {
		k.low += more
	}
	for _, d := range r.reach(a) {
		k.high = append(k.high, difference{d.to, d.gap - more})
	}
	return k
}
