package flatten

// Totals: how many elements the sequences of a lifted value have in all. Whoever
// copies the sequences needs the number on the host, and who must ask the device
// waits for it. So totals are kept as sums of what is known, and lifted
// functions are told those of their arguments and tell those of their results.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A totalSize is a total: a number, n or the sum of terms, multiplied by times unless
// that is nil; or one of the shares of another; or what a call hands over. nil is
// not known.
type totalSize struct {
	n          fkl.Expr
	deviceOnly bool // nobody but who asks for n waits for the device to make it
	terms      []*totalSize
	times      fkl.Expr
	of         *nestedSeq // a share is every each-th of these sequences, from number share on
	share      int64
	each       int64
	param      *sizeParam
}

// sequences is the total of the sequences of r, lifted over sp.
func (b *block) sequences(r rep, sp *indexSpace) *totalSize {
	switch r := r.(type) {
	case uniformSeq:
		return &totalSize{n: r.n, times: sp.n}
	case *concat:
		var parts []*totalSize
		for _, p := range r.parts {
			parts = append(parts, b.sequences(p, sp))
		}
		return sumOf(parts...)
	case *nestedSeq:
		if r.packed != nil {
			return &totalSize{n: r.packed.n}
		}
		return r.total
	}
	return nil
}

// appendedTotal is the total of a concatenation: from the spaces of its parts if
// these are there, as others that are as long have it from there, too.
func (b *block) appendedTotal(a *concat) *totalSize {
	var parts []*totalSize
	for _, p := range a.parts {
		n := b.spaceMade(p)
		if n == nil {
			return b.sequences(a, nil)
		}
		parts = append(parts, &totalSize{n: n})
	}
	return sumOf(parts...)
}

// spaceMade is the number of elements of the sequences of v, if their space has
// been made.
func (b *block) spaceMade(v *nestedSeq) fkl.Expr {
	if v.packed != nil {
		return v.packed.n
	}
	var lens fkl.Expr
	switch l := v.lens.(type) {
	case vector:
		lens = l.v
	case *delayed:
		lens = b.made(l)
	}
	for o := b; o != nil && lens != nil; o = o.parent {
		if sp, ok := o.memos[memoKey{lens.(*fkl.Ref).Var, "sd"}]; ok {
			return sp.(*indexSpace).n
		}
	}
	return nil
}

// sumOf is the sum of totals, if all may be known.
func sumOf(ts ...*totalSize) *totalSize {
	for _, t := range ts {
		if t == nil {
			return nil
		}
	}
	if len(ts) == 1 {
		return ts[0]
	}
	return &totalSize{terms: ts}
}

// ofAll is r, whose sequences are those of all parts, once each; the parts are
// lifted, or over the spaces sps.
func (b *block) ofAll(r rep, parts []rep, sps ...*indexSpace) rep {
	switch r := r.(type) {
	case tuple:
		for i, c := range r {
			of := make([]rep, len(parts))
			for k, p := range parts {
				of[k] = p.(tuple)[i]
			}
			b.ofAll(c, of, sps...)
		}
	case *nestedSeq:
		totals := make([]*totalSize, len(parts))
		for k, p := range parts {
			var sp *indexSpace
			if k < len(sps) {
				sp = sps[k]
			}
			totals[k] = b.sequences(p, sp)
		}
		r.total = sumOf(totals...)
	}
	return r
}

// timesOf is a total, times over.
func timesOf(t *totalSize, times fkl.Expr) *totalSize {
	if t == nil || t.of != nil || times == nil {
		return nil
	}
	return &totalSize{terms: []*totalSize{t}, times: times}
}

// known is the number that t stands for, nil if the host does not have it. What
// calls could hand over is asked for, if that would make it known. Late numbers
// are among those known if deviceOnly is set.
func (b *block) known(t *totalSize, late bool) fkl.Expr {
	t = t.unshared()
	missing, ok := t.missing(late)
	if !ok {
		return nil
	}
	for _, s := range missing {
		s.request()
	}
	if len(missing) > 0 {
		return nil
	}
	return b.number(t)
}

// taken is t with numbers of the device made: somebody waits for them anyway.
func (b *block) taken(t *totalSize) *totalSize {
	if n := b.known(t, true); n != nil {
		return &totalSize{n: n}
	}
	if missing, ok := t.unshared().missing(true); ok {
		return &totalSize{param: missing[0]}
	}
	return nil
}

// pending reports whether t will be known once calls hand over what they were
// asked for.
func (t *totalSize) pending() bool {
	missing, ok := t.unshared().missing(false)
	return ok && len(missing) > 0
}

// missing lists the size parameters that t needs; ok is false if those are not enough.
func (t *totalSize) missing(late bool) (out []*sizeParam, ok bool) {
	switch {
	case t == nil || t.of != nil || t.deviceOnly && !late:
		return nil, false
	case t.param != nil:
		return []*sizeParam{t.param}, !t.param.rejected
	}
	for _, x := range t.terms {
		more, ok := x.missing(late)
		if !ok {
			return nil, false
		}
		out = append(out, more...)
	}
	return out, true
}

// unshared is t, with the total of all sequences in place of all shares of it.
func (t *totalSize) unshared() *totalSize {
	if t == nil || t.terms == nil {
		return t
	}
	var terms []*totalSize
	shares := map[*nestedSeq][]bool{}
	for _, x := range t.terms {
		x = x.unshared()
		if x == nil {
			return nil
		}
		if x.terms != nil && x.times == nil {
			terms = append(terms, x.terms...)
		} else {
			terms = append(terms, x)
		}
	}
	var out []*totalSize
	for _, x := range terms {
		if x.of == nil {
			out = append(out, x)
			continue
		}
		if shares[x.of] == nil {
			shares[x.of] = make([]bool, x.each)
		}
		if shares[x.of][x.share] {
			return nil
		}
		shares[x.of][x.share] = true
		if !slices.Contains(shares[x.of], false) {
			if x.of.total == nil {
				return nil
			}
			out = append(out, x.of.total)
			delete(shares, x.of)
		}
	}
	if len(shares) > 0 {
		return nil
	}
	return &totalSize{terms: out, times: t.times}
}

// number emits the code of a total that is known.
func (b *block) number(t *totalSize) fkl.Expr {
	n := t.n
	if n == nil {
		n = num(0)
	}
	for _, x := range t.terms {
		n = b.addSize(n, b.number(x))
	}
	switch {
	case t.times == nil || isInt(t.times, 1):
		return n
	case isInt(n, 1):
		return t.times
	}
	return b.prim(prim.MulSize, types.Int, n, t.times)
}
