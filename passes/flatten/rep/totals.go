package rep

// Totals: how many elements the sequences of a lifted value have in all. Whoever
// copies the sequences needs the number on the host, and who must ask the device
// waits for it. So totals are kept as sums of what is known, and lifted
// functions are told those of their arguments and tell those of their results.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// A Total is a total: a number, n or the sum of terms, multiplied by times unless
// that is nil; or one of the shares of another; or what a call hands over. nil is
// not known.
type Total struct {
	N          fkl.Expr
	DeviceOnly bool // nobody but who asks for n waits for the device to make it
	terms      []*Total
	times      fkl.Expr
	Of         *Nested // a share is every each-th of these sequences, from number share on
	Share      int64
	Each       int64
	param      *SizeParam
}

// Sequences is the total of the sequences of r, lifted over sp.
func Sequences(b *emit.Block, r Value, sp *emit.Space) *Total {
	switch r := r.(type) {
	case Seq:
		return &Total{N: r.N, times: sp.N}
	case *Concat:
		var parts []*Total
		for _, p := range r.Parts {
			parts = append(parts, Sequences(b, p, sp))
		}
		return SumOf(parts...)
	case *Nested:
		if r.Packed != nil {
			return &Total{N: r.Packed.N}
		}
		return r.Total
	}
	return nil
}

// AppendedTotal is the total of a concatenation: from the spaces of its parts if
// these are there, as others that are as long have it from there, too.
func AppendedTotal(b *emit.Block, a *Concat) *Total {
	var parts []*Total
	for _, p := range a.Parts {
		n := spaceMade(b, p)
		if n == nil {
			return Sequences(b, a, nil)
		}
		parts = append(parts, &Total{N: n})
	}
	return SumOf(parts...)
}

// spaceMade is the number of elements of the sequences of v, if their space has
// been made.
func spaceMade(b *emit.Block, v *Nested) fkl.Expr {
	if v.Packed != nil {
		return v.Packed.N
	}
	var lens fkl.Expr
	switch l := v.Lens.(type) {
	case Vector:
		lens = l.Vec
	case *Delayed:
		lens = Made(b, l)
	}
	for o := b; o != nil && lens != nil; o = o.Parent {
		if sp, ok := o.Memos[emit.Key{Of: lens.(*fkl.Ref).Var, What: "sd"}]; ok {
			return sp.(*emit.Space).N
		}
	}
	return nil
}

// SumOf is the sum of totals, if all may be known.
func SumOf(ts ...*Total) *Total {
	for _, t := range ts {
		if t == nil {
			return nil
		}
	}
	if len(ts) == 1 {
		return ts[0]
	}
	return &Total{terms: ts}
}

// OfAll is r, whose sequences are those of all parts, once each; the parts are
// lifted, or over the spaces sps.
func OfAll(b *emit.Block, r Value, parts []Value, sps ...*emit.Space) Value {
	switch r := r.(type) {
	case Tuple:
		for i, c := range r {
			of := make([]Value, len(parts))
			for k, p := range parts {
				of[k] = p.(Tuple)[i]
			}
			OfAll(b, c, of, sps...)
		}
	case *Nested:
		totals := make([]*Total, len(parts))
		for k, p := range parts {
			var sp *emit.Space
			if k < len(sps) {
				sp = sps[k]
			}
			totals[k] = Sequences(b, p, sp)
		}
		r.Total = SumOf(totals...)
	}
	return r
}

// timesOf is a total, times over.
func timesOf(t *Total, times fkl.Expr) *Total {
	if t == nil || t.Of != nil || times == nil {
		return nil
	}
	return &Total{terms: []*Total{t}, times: times}
}

// Known is the number that t stands for, nil if the host does not have it. What
// calls could hand over is asked for, if that would make it known. Late numbers
// are among those known if DeviceOnly is set.
func Known(b *emit.Block, t *Total, late bool) fkl.Expr {
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
	return number(b, t)
}

// Taken is t with numbers of the device made: somebody waits for them anyway.
func Taken(b *emit.Block, t *Total) *Total {
	if n := Known(b, t, true); n != nil {
		return &Total{N: n}
	}
	if missing, ok := t.unshared().missing(true); ok {
		return &Total{param: missing[0]}
	}
	return nil
}

// pending reports whether t will be known once calls hand over what they were
// asked for.
func (t *Total) pending() bool {
	missing, ok := t.unshared().missing(false)
	return ok && len(missing) > 0
}

// missing lists the size parameters that t needs; ok is false if those are not enough.
func (t *Total) missing(late bool) (out []*SizeParam, ok bool) {
	switch {
	case t == nil || t.Of != nil || t.DeviceOnly && !late:
		return nil, false
	case t.param != nil:
		return []*SizeParam{t.param}, !t.param.rejected
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
func (t *Total) unshared() *Total {
	if t == nil || t.terms == nil {
		return t
	}
	var terms []*Total
	shares := map[*Nested][]bool{}
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
	var out []*Total
	for _, x := range terms {
		if x.Of == nil {
			out = append(out, x)
			continue
		}
		if shares[x.Of] == nil {
			shares[x.Of] = make([]bool, x.Each)
		}
		if shares[x.Of][x.Share] {
			return nil
		}
		shares[x.Of][x.Share] = true
		if !slices.Contains(shares[x.Of], false) {
			if x.Of.Total == nil {
				return nil
			}
			out = append(out, x.Of.Total)
			delete(shares, x.Of)
		}
	}
	if len(shares) > 0 {
		return nil
	}
	return &Total{terms: out, times: t.times}
}

// number emits the code of a total that is known.
func number(b *emit.Block, t *Total) fkl.Expr {
	n := t.N
	if n == nil {
		n = emit.Num(0)
	}
	for _, x := range t.terms {
		n = b.AddSize(n, number(b, x))
	}
	switch {
	case t.times == nil || emit.IsInt(t.times, 1):
		return n
	case emit.IsInt(n, 1):
		return t.times
	}
	return b.Prim(prim.MulSize, types.Int, n, t.times)
}
