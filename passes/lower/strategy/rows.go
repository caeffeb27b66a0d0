package strategy

// Segmented reductions. Rows, segments of one length, may be whole in a group; other
// segments may lie in several.

import (
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/passes/lower/element"
	"nessiec/passes/pass"
)

func (p chooser) segReduce(o pass.Options, r element.Results) *lcu.Plan {
	if len(r.Monoids) == 0 {
		return p.everyElement()
	}
	p.tiles(r, p.t, p.kind)
	if p.length != nil && !p.kind.wholeRows {
		return p.rowsInParallel()
	}
	counts := o.IntBits <= 32 && lcu.CountsRows(p.src.SOAC) // else there are few enough positions
	tooMany := func() lcu.Expr { return lcu.Apply(prim.Gt, lcu.Use(p.n), number(p.t.MostElements())) }
	switch {
	case p.length != nil && counts:
		p.when(p.let("enough", either(p.enoughRows(p.t), tooMany())), step(lcu.Fold, lcu.WholeRows))
	case p.length != nil:
		p.when(p.let("enough", p.enoughRows(p.t)), step(lcu.Fold, lcu.WholeRows))
	case counts:
		p.when(p.let("long", tooMany()), step(lcu.Fold, p.kind.longRow))
	}
	steps := []*lcu.Step{p.segments(lcu.Fold), step(lcu.Complete, lcu.OneGroup)}
	if p.src.Out != nil && (p.t.Ranks || checks(p.src.Out) > 1) { // their order would change in two launches
		steps = append(steps, p.plainEach(lcu.Finish))
	}
	return p.otherwise(steps...)
}

// rowsInParallel gives rows to work-items if they have too few elements for a warp, and
// to warps if that keeps the device busy, or if they have no more than a group would
// have; else to groups, several for one where rows are few and long.
func (p chooser) rowsInParallel() *lcu.Plan {
	t := p.t
	short := p.let("short", atMost(lcu.Use(p.length), number(t.Warp/4)))
	many := p.let("many", either(atLeast(lcu.Use(p.count), number(2*t.Chunks)), atMost(lcu.Use(p.length), number(t.Local))))
	p.when(short, step(lcu.Fold, lcu.ItemRows))
	p.when(many, step(lcu.Fold, lcu.WarpRows))
	most := ceilDiv(number(t.Chunks), func() lcu.Expr { return positive(p.count) })
	pieces := p.let("pieces", higher(number(1), lower(most, ceilDiv(lcu.Use(p.length), by(t.Grain)))))
	return p.otherwise(step(lcu.Fold, lcu.GroupRows, lcu.Use(pieces)), step(lcu.Join, lcu.Items))
}
