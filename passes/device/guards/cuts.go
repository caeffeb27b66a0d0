package guards

// Comparisons that divide the elements of a loop: an int that grows by one with each
// element is below one that stays, equal to it, then above it. Loops over each part have
// the comparison decided, and so do loops on either side of a condition that stays.

import (
	"maps"

	"nessiec/ir"
	"nessiec/ir/kir"
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
var orders = map[string]order{"lt": below, "le": below | equal, "eq": equal,
	"ne": below | above, "ge": equal | above, "gt": above}

// mirrored is the order of y and x where o is that of x and y.
func mirrored(o order) order { return o&equal | o&below<<2 | o&above>>2 }

// A cut is where idx, which grows by one with each element, meets than, which stays.
type cut struct {
	idx, than *sum
	says      order // all that comparisons ask, below and above one by one
}

func (c *cut) key() string { return c.idx.key() + " " + c.than.key() }

// comparison is the cut of a comparison and when it holds; nil if it is none.
func (w *splitter) comparison(e kir.Expr) (*cut, order) {
	p, ok := e.(*kir.Prim)
	if !ok || orders[p.Op.Name] == 0 || kir.TypeOf(p.Args[0]) != types.Int {
		return nil, 0
	}
	x, y, o := w.sumOf(p.Args[0]), w.sumOf(p.Args[1]), orders[p.Op.Name]
	if x != nil && y != nil && x.steps == 0 {
		x, y, o = y, x, mirrored(o)
	}
	if x == nil || y == nil || x.steps != 1 || y.steps != 0 {
		return nil, 0
	}
	return &cut{idx: x, than: y}, o
}

// An assumption is what is known of conditions in part of a loop.
type assumption struct {
	holds map[*kir.Var]bool // conditions that stay
	where map[string]order  // of cuts, by key
}

// nothing is assumed of a whole loop.
func nothing() assumption { return assumption{map[*kir.Var]bool{}, map[string]order{}} }

// with is a, and that v holds or not.
func (a assumption) with(v *kir.Var, holds bool) assumption {
	out := assumption{maps.Clone(a.holds), a.where}
	out.holds[v] = holds
	return out
}

// at is a, and where elements are seen from x.
func (a assumption) at(x *cut, o order) assumption {
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
		switch op := e.Op.Name; op {
		case "not":
			holds, known = w.truth(a, e.Args[0])
			holds = !holds
		case "and", "or":
			x, kx := w.truth(a, e.Args[0])
			y, ky := w.truth(a, e.Args[1])
			decides := op == "or" // the value of one that decides alone
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
	return settled.bare(block)
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
func (w *splitter) divisions(a assumption, body kir.Expr) (stay []*kir.Var, cuts []*cut) {
	seen, found := maps.Clone(a.holds), map[string]*cut{}
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
				if op := e.Op.Name; op == "not" || op == "and" || op == "or" {
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
func (c *cut) ask(o order) {
	if o&below != 0 != (o&equal != 0) {
		c.says |= below
	}
	if o&above != 0 != (o&equal != 0) {
		c.says |= above
	}
}

// A divider emits the loops over the parts of a loop.
type divider struct {
	*splitter
	c    *build.Code
	room int // nodes that copies of the body may have
}

// most of a body that is there for each part.
const mostParts = 800

// over emits the loop over elements from lo to before hi with this body, of which a is
// known, divided as long as there is room.
func (d *divider) over(lo, hi, body kir.Expr, a assumption) {
	body = d.assuming(a, body)
	size := 0
	ir.Walk(body, func(kir.Expr) bool { size++; return true })
	stay, cuts := d.divisions(a, body)
	switch {
	case len(stay) > 0 && d.room >= size:
		d.room -= size
		d.c.IfElse(kir.Use(stay[0]), func() { d.over(lo, hi, body, a.with(stay[0], true)) },
			func() { d.over(lo, hi, body, a.with(stay[0], false)) })
	case len(cuts) > 0 && d.room >= 2*size:
		d.room -= 2 * size
		d.divide(cuts[0], lo, hi, func(lo, hi kir.Expr, o order) { d.over(lo, hi, body, a.at(cuts[0], o)) })
	default:
		f := *d.loop
		f.Lo, f.Hi, f.Body = lo, hi, build.WithoutUnused(body)
		d.c.Put(kir.Freshen(&f))
	}
}

// divide emits the loops on both sides of a cut, part by part.
func (d *divider) divide(x *cut, lo, hi kir.Expr, part func(lo, hi kir.Expr, o order)) {
	c := d.c
	count := c.Def("count", kir.Apply("sub", hi, lo))
	low, than := c.Atom("low", x.idx.at(lo)), c.Atom("than", x.than.at(nil))
	ahead := c.Def("ahead", kir.Apply("sub", than, low)) // as an unsigned number, if than is not below low
	far := func(op string) kir.Expr {
		return kir.Apply("or", kir.Apply("lt", ahead, kir.N(0)), kir.Apply(op, ahead, count))
	}
	// before is the element with idx >= than, or with idx > than
	before := func(strictly bool) kir.Expr {
		none, op, n := kir.Apply("le", than, low), "gt", ahead
		if strictly {
			none, op, n = kir.Apply("lt", than, low), "ge", kir.Apply("add", ahead, kir.N(1))
		}
		steps := &kir.Select{Cond: none, Then: kir.N(0), Else: &kir.Select{Cond: far(op), Then: count, Else: n}}
		return c.Def("cut", kir.Apply("add", lo, steps))
	}
	switch x.says {
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
