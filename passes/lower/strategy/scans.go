package strategy

import (
	"nessiec/ir/lcu"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/fold"
	"nessiec/passes/lower/group"
	"nessiec/passes/lower/segmented"
)

// scan: groups fold what groups before them have folded, which is little. Parallel ones
// cannot fold fast what functions combine.
func (p chooser) scan(r element.Results) *lcu.Plan {
	if len(r.Monoids) == 0 {
		return p.everyElement()
	}
	if p.chains(r) {
		t := p.t
		if p.src.Out == nil && fold.Plain(p.src.Parts().T) {
			t.Items = max(t.Items, t.Plain)
		}
		return p.otherwise(step(lcu.ScanFrom, lcu.Chain, number(fold.TileSize(t, r.Monoids))))
	}
	first, last := lcu.Fold, lcu.ScanFrom
	if fold.Expensive(p.src.Parts().T.Body) {
		first, last = lcu.FoldStoring, lcu.ScanStored
	}
	steps := []*lcu.Step{p.chunks(first, p.t.Grain)}
	if p.kind.scanParts && group.Ordered(r.Monoids) {
		steps = append(steps, step(lcu.ScanParts, lcu.OneGroup))
	}
	return p.otherwise(append(steps, p.chunks(last, p.t.Grain))...)
}

// chains reports whether groups hand on what they have scanned: primitives combine it.
func (p chooser) chains(r element.Results) bool { return p.t.Chains && !group.Ordered(r.Monoids) }

func (p chooser) segScan(r element.Results) *lcu.Plan {
	if len(r.Monoids) == 0 {
		return p.everyElement()
	}
	if p.chains(r) {
		return p.otherwise(step(lcu.ScanFrom, lcu.Chain, number(segmented.TileSize(p.t, r.Monoids))))
	}
	if p.length != nil && p.kind.wholeRows {
		p.when(p.let("enough", p.enoughRows(p.t)), step(lcu.ScanFrom, lcu.WholeRows))
	}
	return p.otherwise(p.segments(lcu.FoldOpen), step(lcu.ScanCarries, lcu.OneGroup), p.segments(lcu.ScanFrom))
}
