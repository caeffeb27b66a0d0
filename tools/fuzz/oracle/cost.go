package oracle

// Cost as an oracle: a program at several sizes. What its compiled form moves must
// grow as its work, and what it holds as its live data; and neither may be more than
// a constant times as much.

import (
	"errors"
	"fmt"
	"slices"

	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/cost"
)

// Costs asks what programs with a function main(n, k) cost.
type Costs struct {
	Passes  []pass.Pass
	Device  string // for which they are compiled
	MaxWork int64  // of the larger runs; programs that take more are not tested
	Shares  bool   // work is that of a program that shares sequences in sequences
	Gaps    bool   // known gaps are failures, too
}

// An axis is a way to grow: arguments of main, each twice as far as the one before. The
// first three are asked, and others as long as it looks as if the promise were broken: what
// a loop carries may grow for a while before it is compacted.
type axis struct {
	name string
	args []string
}

var axes = []axis{
	{"by steps", []string{"12 6", "12 12", "12 24", "12 48", "12 96", "12 192"}},
	{"by size", []string{"6 6", "12 12", "24 24", "48 48"}},
}

// A bound on a counter. What it grows by from one point to the next, for what work
// or data grows by, is its slope. A slope of at most floor is good, and one above most
// is not; in between it may not be more than steeper times the one before.
type bound struct {
	name        string
	floor, most float64
	of          func(cost.Point) (cost, base int64)
}

const (
	steeper  = 1.4
	inclined = 1.15 // where a family is asked whether it counts too much, too
)

// slopes are those between points. A twentieth of the base, and a few units, are what
// costs may vary by anyway.
func (b bound) slopes(pts []cost.Point) (out []float64) {
	for i := range pts[1:] {
		c0, b0 := b.of(pts[i])
		c1, b1 := b.of(pts[i+1])
		out = append(out, float64(c1-c0)/(float64(max(b1-b0, 0))+float64(b1)/20+20))
	}
	return out
}

// broken reports whether the last slope is too steep, or steeper than the one before
// by more than a factor.
func (b bound) broken(slopes []float64, by float64) bool {
	n := len(slopes)
	return slopes[n-1] > b.floor && (slopes[n-1] > b.most || slopes[n-1] > by*slopes[n-2])
}

// tile is what a launch on a GPU accesses however small the data is: scans of whole
// groups, in local memory.
const tile = 4096

// bounds are the promises.
func (c Costs) bounds() []bound {
	moved := func(p cost.Point) (int64, int64) {
		base := p.Unshared
		if c.Shares {
			base = p.Work
		}
		if c.Device == "gpu" {
			base += tile * p.Launches
		}
		return p.Moved, base
	}
	return []bound{
		{"moves more", 2, 60, moved},
		{"holds more", 2, 20, func(p cost.Point) (int64, int64) { return p.Peak, p.Live }},
	}
}

// Test measures m. The error says that it is too big, or cannot be measured.
func (c Costs) Test(m *nesl.Module) (*Failure, error) {
	before := driver.Program{Lang: grammar.NeslParsed.Language, Module: m}
	p, err := cost.Prepare(c.Passes, cost.Options(c.Device), m)
	if f := internal(before, err); f != nil || err != nil {
		return f, err
	}
	for _, a := range axes {
		if f, err := c.along(p, a); f != nil || err != nil {
			if f != nil {
				f.Before = before
			}
			return f, err
		}
	}
	return nil, nil
}

// along measures p along an axis.
func (c Costs) along(p *cost.Program, a axis) (*Failure, error) {
	var pts []cost.Point
	for i, arg := range a.args {
		if i >= 3 && !c.suspect(pts) {
			return nil, nil
		}
		if i > 3 && pts[i-1].Unshared > c.MaxWork/4 {
			break
		}
		most := c.MaxWork
		if i >= 3 { // it is worth it
			most *= 4
		}
		pt, err := p.At(arg, most)
		switch {
		case errors.Is(err, cost.ErrExplodes):
			return c.unlessKnown(p, explodes(p, a, arg, pt)), nil
		case errors.Is(err, cost.ErrDevice):
			return &Failure{Pass: grammar.KIR.Name, Kind: "value", Msg: err.Error()}, nil
		case err != nil:
			return nil, err
		}
		pts = append(pts, pt)
	}
	return c.verdict(p, a, pts), nil
}

// verdict is the failure that the points of an axis show.
func (c Costs) verdict(p *cost.Program, a axis, pts []cost.Point) *Failure {
	for _, b := range c.bounds() {
		slopes := b.slopes(pts)
		n := len(slopes)
		if !b.broken(slopes, steeper) || !b.broken(slopes[:n-1], steeper) {
			continue
		}
		msg := fmt.Sprintf("%.1f, %.1f, %.1f times as much", slopes[n-3], slopes[n-2], slopes[n-1])
		for i, pt := range pts {
			msg += fmt.Sprintf("\n\tmain(%s): %v", a.args[i], pt)
		}
		if f := c.unlessKnown(p, &Failure{Pass: b.first(p, a, pts), Kind: b.name + " " + a.name, Msg: msg}); f != nil {
			return f
		}
	}
	return nil
}

// unlessKnown is f, or nil if a known gap explains it.
func (c Costs) unlessKnown(p *cost.Program, f *Failure) *Failure {
	if !c.Gaps && known(p.Nested(), f) {
		return nil
	}
	return f
}

// explodes is the failure of a program that makes far too large an array.
func explodes(p *cost.Program, a axis, arg string, pt cost.Point) *Failure {
	f := &Failure{Pass: grammar.KIR.Name, Kind: "explodes " + a.name, Msg: fmt.Sprintf("%v\n\tmain(%s): %v", cost.ErrExplodes, arg, pt)}
	for _, g := range cost.Families()[:2] {
		if _, _, err := p.Flat(g, arg, maxGrowth*pt.Unshared); err != nil {
			f.Pass = g.Name
			break
		}
	}
	return f
}

// suspect reports whether a bound seems to be broken.
func (c Costs) suspect(pts []cost.Point) bool {
	return slices.ContainsFunc(c.bounds(), func(b bound) bool { return b.broken(b.slopes(pts), steeper) })
}

// internal is the failure of a pass, if err is one.
func internal(before driver.Program, err error) *Failure {
	var ice *pass.ICE
	if errors.As(err, &ice) {
		return failed(before, err)
	}
	return nil
}

// first names the first family whose evaluator counts too much, too.
func (b bound) first(p *cost.Program, a axis, pts []cost.Point) string {
	for _, f := range cost.Families() {
		flat := slices.Clone(pts)
		for i := range flat {
			moved, peak, err := p.Flat(f, a.args[i], maxSteps*pts[i].Unshared)
			if err != nil {
				return f.Name
			}
			flat[i].Moved, flat[i].Peak = moved, peak
		}
		if b.broken(b.slopes(flat), inclined) {
			return f.Name
		}
	}
	return grammar.KIR.Name
}
