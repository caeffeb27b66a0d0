package guards

// Comparisons that divide the elements of a loop: an int that grows by one with each
// element is below one that stays, equal to it, then above it. Loops over each part have
// the comparison decided, and so do loops on either side of a condition that stays.

import (
	"maps"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// An order is how two ints may compare: a set of below, equal and above.
type order uint8

const (
	below order = 1 << iota
	equal
	above
)

// orders is what the comparisons say.
var orders = map[prim.Code]order{prim.Lt: below, prim.Le: below | equal, prim.Eq: equal,
	prim.Ne: below | above, prim.Ge: equal | above, prim.Gt: above}

// mirrored is the order of y and x where o is that of x and y.
func mirrored(o order) order { return o&equal | o&below<<2 | o&above>>2 }

// A crossing is where idx, which grows by one with each element, meets than, which stays.
type crossing struct {
	idx, than *sum
	answers   order // all that comparisons ask, below and above one by one
}

func (c *crossing) key() string { return c.idx.key() + " " + c.than.key() }

// comparison is the cut of a comparison and when it holds; nil if it is none.
func (w *splitter) comparison(e kir.Expr) (*crossing, order) {
	p, ok := e.(*kir.Prim)
	if !ok || orders[p.Op.Code] == 0 || kir.TypeOf(p.Args[0]) != types.Int {
		return nil, 0
	}
	x, y, o := w.sumOf(p.Args[0]), w.sumOf(p.Args[1]), orders[p.Op.Code]
	if x != nil && y != nil && x.steps == 0 {
		x, y, o = y, x, mirrored(o)
	}
	if x == nil || y == nil || x.steps != 1 || y.steps != 0 {
		return nil, 0
	}
	return &crossing{idx: x, than: y}, o
}

// An assumption is what is known of conditions in part of a loop.
type assumption struct {
	holds map[*kir.Var]bool // conditions that stay
	where map[string]order  // of cuts, by key
}

// noAssumption is assumed of a whole loop.
func noAssumption() assumption { return assumption{map[*kir.Var]bool{}, map[string]order{}} }

// with is a, and that v holds or not.
func (a assumption) with(v *kir.Var, holds bool) assumption {
	out := assumption{maps.Clone(a.holds), a.where}
	out.holds[v] = holds
	return out
}

// at is a, and where elements are seen from x.
func (a assumption) at(x *crossing, o order) assumption {
	out := assumption{a.holds, maps.Clone(a.where)}
	out.where[x.key()] = o
	return out
}

// truth is whether cond holds, if that follows from what is assumed.
func (w *splitter) truth(a assumption, cond kir.Expr) (holds, known bool) {
	cond = w.defined(cond)
	switch e := cond.(type) {
	case *kir.Ref:
		holds, known = a.holds[e.Var]
	case *kir.Prim:
		if c, o := w.comparison(e); c != nil {
			at, ok := a.where[c.key()]
			return at&^o == 0, ok && (at&^o == 0 || at&o == 0)
		}
		switch op := e.Op.Code; op {
		case prim.Not:
			holds, known = w.truth(a, e.Args[0])
			holds = !holds
		case prim.And, prim.Or:
			x, kx := w.truth(a, e.Args[0])
			y, ky := w.truth(a, e.Args[1])
			decides := op == prim.Or // the value of one that decides alone
			if kx && x == decides || ky && y == decides {
				return decides, true
			}
			holds, known = !decides, kx && ky
		}
	}
	return holds, known
}

// assuming is a block with all conditionals decided that follow from a.
func (w *splitter) assuming(a assumption, block kir.Expr) kir.Expr {
	settled := decided{}
	eachConditional(block, func(form, cond kir.Expr) {
		if holds, known := w.truth(a, cond); known {
			settled[form] = holds
		}
	})
	return settled.simplified(block)
}

// eachConditional calls f for all conditionals in e.
func eachConditional(e kir.Expr, f func(form, cond kir.Expr)) {
	ir.Walk(e, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.If:
			f(e, e.Cond)
		case *kir.Choose:
			f(e, e.Cond)
		case *kir.Select:
			f(e, e.Cond)
		}
		return true
	})
}

// divisions lists what divides a loop with this body beyond what is assumed: conditions
// that stay, and cuts.
func (w *splitter) divisions(a assumption, body kir.Expr) (stay []*kir.Var, cuts []*crossing) {
	seen, found := maps.Clone(a.holds), map[string]*crossing{}
	var look func(cond kir.Expr)
	look = func(cond kir.Expr) {
		switch e := w.defined(cond).(type) {
		case *kir.Ref:
			if _, known := seen[e.Var]; !known && !w.inner[e.Var] {
				seen[e.Var] = true
				stay = append(stay, e.Var)
			}
		case *kir.Prim:
			c, o := w.comparison(e)
			if c == nil {
				if op := e.Op.Code; op == prim.Not || op == prim.And || op == prim.Or {
					for _, x := range e.Args {
						look(x)
					}
				}
				return
			}
			if a.where[c.key()] != 0 {
				return
			}
			if found[c.key()] == nil {
				found[c.key()] = c
				cuts = append(cuts, c)
			}
			found[c.key()].ask(o)
		}
	}
	eachConditional(body, func(_, cond kir.Expr) { look(cond) })
	return stay, cuts
}

// ask notes that a comparison asks for o: whether its answer differs between below and
// equal, and between equal and above.
func (c *crossing) ask(o order) {
	if o&below != 0 != (o&equal != 0) {
		c.answers |= below
	}
	if o&above != 0 != (o&equal != 0) {
		c.answers |= above
	}
}

// A divider emits the loops over the parts of a loop.
type divider struct {
	*splitter
	c      *build.Code
	budget int // nodes that copies of the body may have
}

// most of a body that is there for each part.
const maxParts = 800

// over emits the loop over elements from lo to before hi with this body, of which a is
// known, divided as long as there is room.
func (d *divider) over(lo, hi, body kir.Expr, a assumption) {
	body = d.assuming(a, body)
	size := 0
	ir.Walk(body, func(kir.Expr) bool { size++; return true })
	stay, cuts := d.divisions(a, body)
	switch {
	case len(stay) > 0 && d.budget >= size:
		d.budget -= size
		d.c.IfElse(kir.Use(stay[0]), func() { d.over(lo, hi, body, a.with(stay[0], true)) },
			func() { d.over(lo, hi, body, a.with(stay[0], false)) })
	case len(cuts) > 0 && d.budget >= 2*size:
		d.budget -= 2 * size
		d.divide(cuts[0], lo, hi, func(lo, hi kir.Expr, o order) { d.over(lo, hi, body, a.at(cuts[0], o)) })
	default:
		f := *d.loop
		f.Lo, f.Hi, f.Body = lo, hi, build.WithoutUnused(body)
		if s := copying(&f); s != nil {
			d.c.Put(s)
			return
		}
		d.c.Put(kir.Freshen(&f))
	}
}

// divide emits the loops on both sides of a cut, part by part.
func (d *divider) divide(x *crossing, lo, hi kir.Expr, part func(lo, hi kir.Expr, o order)) {
	before := func(strictly bool) kir.Expr { return d.c.Def("cut", d.firstAt(x, lo, hi, strictly)) }
	switch x.answers {
	case below:
		at := before(false)
		part(lo, at, below)
		part(at, hi, equal|above)
	case above:
		at := before(true)
		part(lo, at, below|equal)
		part(at, hi, above)
	default:
		at, behind := before(false), before(true)
		part(lo, at, below)
		part(at, behind, equal)
		part(behind, hi, above)
	}
}

// firstAt is the index of the first element, from lo to before hi, with x.idx >= x.than, or, strictly, with x.idx > x.than.
func (d *divider) firstAt(x *crossing, lo, hi kir.Expr, strictly bool) kir.Expr {
	c := d.c
	switch {
	case !x.idx.isIndex():
		count := c.Def("count", kir.Apply(prim.Sub, hi, lo))
		m := newMeeting(c, c.Atom("low", x.idx.at(lo)), x, count)
		return kir.Apply(prim.Add, lo, m.steps(strictly))
	case strictly:
		than := c.Atom("than", x.than.at(nil))
		next := kir.Apply(prim.Max, lo, kir.Apply(prim.Add, than, kir.N(1)))
		return &kir.Select{Cond: kir.Apply(prim.Lt, than, hi), Then: next, Else: hi}
	}
	return kir.Apply(prim.Max, lo, kir.Apply(prim.Min, hi, x.than.at(nil)))
}

// A meeting is where some elements from one on meet a crossing.
type meeting struct{ low, than, ahead, count kir.Expr }

// newMeeting looks at count elements from the one on where x.idx is low.
func newMeeting(c *build.Code, low kir.Expr, x *crossing, count kir.Expr) meeting {
	than := c.Atom("than", x.than.at(nil))
	return meeting{low, than, c.Def("ahead", kir.Apply(prim.Sub, than, low)), count} // ahead is an unsigned number, if than is not below low
}

// steps is how many elements come before the one with idx >= than, or, strictly, with idx > than.
func (m meeting) steps(strictly bool) kir.Expr {
	none, op, n := kir.Apply(prim.Le, m.than, m.low), prim.Gt, m.ahead
	if strictly {
		none, op, n = kir.Apply(prim.Lt, m.than, m.low), prim.Ge, kir.Apply(prim.Add, m.ahead, kir.N(1))
	}
	far := kir.Apply(prim.Or, kir.Apply(prim.Lt, m.ahead, kir.N(0)), kir.Apply(op, m.ahead, m.count))
	return &kir.Select{Cond: none, Then: kir.N(0), Else: &kir.Select{Cond: far, Then: m.count, Else: n}}
}
