package ranges

// What the forms of a thunk tell about ints.

import (
	"math"

	"nessiec/ir/lcu"
	"nessiec/ir/types"
)

// A known is what is known of a result: the largest gaps from zero to it, and
// from it to others. It is nil if nothing is.
type known struct {
	low   int64
	isLow bool
	high  gaps
}

// unknown is the results of what may fail.
var unknown = []*known{}

// walk notes the bounds of the reads in e, and returns what is known of its
// results; nil where e has none.
func (r *ranges) walk(e lcu.Expr) []*known {
	switch e := e.(type) {
	case *lcu.Let:
		var vals []*known
		r.scope(func() { vals = r.walk(e.Rhs) })
		r.define(e, vals)
		return r.walk(e.Body)
	case *lcu.Ret:
		return r.each(e.Vals)
	case *lcu.If:
		return either(r.branch(e.Cond, true, e.Then), r.branch(e.Cond, false, e.Else))
	case *lcu.Check:
		r.branch(e.Cond, true, e.Then)
		return unknown
	case *lcu.Loop:
		return r.loopOf(e)
	case *lcu.Recur:
		r.each(e.Args)
		r.loop.recur(r, e.Args)
		return nil
	}
	return []*known{r.value(e)}
}

// branch walks e, where cond is so.
func (r *ranges) branch(cond lcu.Expr, so bool, e lcu.Expr) (vals []*known) {
	r.value(cond)
	r.scope(func() {
		r.learn(cond, so)
		vals = r.walk(e)
	})
	return vals
}

func (r *ranges) each(es []lcu.Expr) []*known {
	vals := make([]*known, len(es))
	for i, e := range es {
		vals[i] = r.value(e)
	}
	return vals
}

// value is what is known of an operand; reads in it are noted.
func (r *ranges) value(e lcu.Expr) *known {
	if a, more, ok := r.amount(e); ok {
		k := &known{}
		if k.low, k.isLow = r.atLeast(a); k.isLow {
			k.low += more
		}
		for _, d := range r.reach(a) {
			k.high = append(k.high, difference{d.to, d.gap - more})
		}
		return k
	}
	e.Children(func(_ int, e lcu.Expr) { r.value(e) })
	if r.trials > 0 {
		return nil
	}
	switch e := e.(type) {
	case *lcu.At:
		if v := e.Vec.(*lcu.Ref).Var; r.src.States.Has(v) {
			r.within(e, v, e.Idx)
		} else {
			r.read(e)
		}
	case *lcu.Put:
		r.within(e, e.Vec.(*lcu.Ref).Var, e.Idx)
	}
	return nil
}

// within notes whether e, at this and all other places where it stands, has an index of
// state v.
func (r *ranges) within(e lcu.Expr, v *lcu.Var, idx lcu.Expr) {
	a, more, ok := r.amount(idx)
	if ok = ok && r.natural(a, more); ok {
		gap, near := r.reach(a).to(Amount{v, true})
		ok = near && gap-more >= 1
	}
	safe := r.src.States.Safe
	if old, seen := safe[e]; seen {
		ok = ok && old
	}
	safe[e] = ok
}

// read notes the bounds of a read, those of all places if it stands in several.
func (r *ranges) read(at *lcu.At) {
	var now []Bound
	if a, more, ok := r.amount(at.Idx); ok {
		now = r.boundsOf(a, more)
	}
	old, seen := r.found.Of[at]
	if seen {
		now = common(old, now)
	} else {
		r.found.Reads = append(r.found.Reads, at)
	}
	r.found.Of[at] = now
}

// common is the bounds that follow from both lists.
func common(as, bs []Bound) (out []Bound) {
	for _, a := range as {
		for _, b := range bs {
			if a.Size == b.Size {
				out = append(out, Bound{a.Size, min(a.Gap, b.Gap)})
			}
		}
	}
	return out
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
		k := &known{low: min(a.low, b.low), isLow: a.isLow && b.isLow}
		for _, d := range a.high {
			if gap, ok := b.high.to(d.to); ok {
				k.high = append(k.high, difference{d.to, min(d.gap, gap)})
			}
		}
		out[i] = k
	}
	return out
}

// define adds what is known of the variables that a let binds.
func (r *ranges) define(let *lcu.Let, vals []*known) {
	if len(let.Binds) == 1 {
		r.defs[let.Binds[0]] = let.Rhs
	}
	for i, v := range let.Binds {
		if v.Type.Kind == types.KInt && i < len(vals) && vals[i] != nil {
			r.assume(Amount{V: v}, vals[i])
		}
	}
	if p, ok := let.Rhs.(*lcu.Prim); ok && len(let.Binds) > 0 && let.Binds[0].Type.Kind == types.KInt {
		r.compute(Amount{V: let.Binds[0]}, p)
	}
	if l, ok := let.Rhs.(*lcu.Length); ok {
		to, _, _ := r.amount(l)
		r.equal(Amount{V: let.Binds[0]}, to, 0)
	}
}

// assume adds that k is known of a.
func (r *ranges) assume(a Amount, k *known) {
	if k.isLow {
		r.add(zero, a, k.low)
	}
	for _, d := range k.high {
		r.add(a, d.to, d.gap)
	}
}

// equal adds that a = b + more.
func (r *ranges) equal(a, b Amount, more int64) {
	r.add(a, b, -more)
	r.add(b, a, more)
}

// learn adds what follows if cond is so.
func (r *ranges) learn(cond lcu.Expr, so bool) {
	if v, ok := cond.(*lcu.Ref); ok && r.defs[v.Var] != nil {
		cond = r.defs[v.Var]
	}
	p, ok := cond.(*lcu.Prim)
	if !ok {
		return
	}
	switch p.Op.Name {
	case "not":
		r.learn(p.Args[0], !so)
		return
	case "and", "or":
		if so == (p.Op.Name == "and") {
			r.learn(p.Args[0], so)
			r.learn(p.Args[1], so)
		}
		return
	}
	if len(p.Args) == 2 {
		r.compared(p.Op.Name, p.Args[0], p.Args[1], so)
	}
}

// compared adds what follows if the comparison is so.
func (r *ranges) compared(op string, x, y lcu.Expr, so bool) {
	a, i, isInt := r.amount(x)
	b, j, alsoInt := r.amount(y)
	if !isInt || !alsoInt {
		return
	}
	less := func(a, b Amount, gap int64) { r.add(a, b, gap) }
	switch {
	case op == "lt" && so, op == "ge" && !so:
		less(a, b, i+1-j)
	case op == "le" && so, op == "gt" && !so:
		less(a, b, i-j)
	case op == "gt" && so, op == "le" && !so:
		less(b, a, j+1-i)
	case op == "ge" && so, op == "lt" && !so:
		less(b, a, j-i)
	case op == "eq" && so, op == "ne" && !so:
		r.equal(a, b, j-i)
	}
}

// compute adds what a primitive tells about its result x.
func (r *ranges) compute(x Amount, p *lcu.Prim) {
	if p.Op.Name == "btoi" {
		r.add(zero, x, 0)
		r.add(x, zero, -1)
		return
	}
	if len(p.Args) != 2 {
		return
	}
	a, i, ok := r.amount(p.Args[0])
	b, j, alsoOk := r.amount(p.Args[1])
	if !ok || !alsoOk {
		return
	}
	switch p.Op.Name {
	case "add":
		if a == zero {
			a, i, b, j = b, j, a, i
		}
		if b == zero {
			r.moved(x, a, i+j)
		}
	case "sub":
		r.minus(x, a, i, b, j)
	case "min":
		r.add(x, a, -i)
		r.add(x, b, -j)
		r.oneOf(x, p.Args)
	case "max":
		r.add(a, x, i)
		r.add(b, x, j)
		r.oneOf(x, p.Args)
	case "and":
		r.masked(x, a, i)
		r.masked(x, b, j)
	case "rem":
		r.remainder(x, a, i, b, j)
	case "div", "shr":
		if r.natural(a, i) && b == zero && (j > 0 || p.Op.Name == "shr") {
			r.add(zero, x, 0)
			r.add(x, a, -i)
		}
	}
}

// moved is x = a + n, unless that wraps around.
func (r *ranges) moved(x, a Amount, n int64) {
	low, isLow := r.atLeast(a)
	if n < 0 && isLow && low+n >= math.MinInt32 || n >= 0 && r.below(a, n) {
		r.equal(x, a, n)
	}
}

// below reports whether a + n is certainly at most some int.
func (r *ranges) below(a Amount, n int64) bool {
	for _, d := range r.reach(a) {
		if d.gap >= n || d.to == zero && n-d.gap <= math.MaxInt32 {
			return true
		}
	}
	return false
}

// minus is x = (a + i) - (b + j).
func (r *ranges) minus(x, a Amount, i int64, b Amount, j int64) {
	if b == zero {
		r.moved(x, a, i-j)
		return
	}
	if !r.natural(b, j) || !r.natural(a, i) {
		return
	}
	low, _ := r.atLeast(b)
	r.add(x, a, low+j-i)
	if gap, ok := r.reach(b).to(a); ok {
		r.add(zero, x, gap+i-j)
	}
}

// oneOf is x = one of two operands.
func (r *ranges) oneOf(x Amount, es []lcu.Expr) {
	vals := r.each(es)
	r.assume(x, either(vals[:1], vals[1:])[0])
}

// masked is x = some int and (a + i).
func (r *ranges) masked(x, a Amount, i int64) {
	if r.natural(a, i) {
		r.add(zero, x, 0)
		r.add(x, a, -i)
	}
}

// remainder is x = (a + i) rem (b + j), which is zero if b + j is.
func (r *ranges) remainder(x, a Amount, i int64, b Amount, j int64) {
	if !r.natural(a, i) {
		return
	}
	r.add(zero, x, 0)
	r.add(x, a, -i)
	if r.natural(b, j-1) {
		r.add(x, b, 1-j)
	}
}
