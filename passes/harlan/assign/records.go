package assign

// Vectors in data. (match p ((Box v n) ..)) binds v to a vector that the value of p has. If the arms assign elements
// of it, and do nothing else with p, p gets a value with the new vector behind them. So v is another name of a part
// of p; what is a level of v is one more of p.

import (
	"slices"

	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// dataWithVectors is the datatypes of m whose values have vectors.
func dataWithVectors(m *harlan.Module) map[string]bool {
	data := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, d := range m.Datatypes {
			for _, c := range d.Cons {
				if !data[d.Name] && slices.ContainsFunc(c.Fields, inouts{data: data}.holds) {
					data[d.Name], changed = true, true
				}
			}
		}
	}
	return data
}

// holds reports whether values of a type are vectors or have some.
func (m inouts) holds(t *types.Type) bool {
	return t != nil && (t.Kind == types.KSeq || t.Kind == types.KData && m.data[t.Name])
}

// parts is the variables of arms that hold vectors.
func (m inouts) parts(arms ...harlan.Expr) (out []*harlan.Var) {
	for _, a := range arms {
		for _, v := range a.(*harlan.Arm).Binds {
			if m.holds(v.Type) {
				out = append(out, v)
			}
		}
	}
	return out
}

// A restoration is what restored says.
type restoration struct {
	v       *harlan.Var
	indices []harlan.Expr
	level   int
}

// restored is the place of what e matches, if it gets a value with other vectors behind the arms, and the deepest
// level of which elements are assigned then; or nothing.
func (m inouts) restored(e *harlan.Match) (v *harlan.Var, indices []harlan.Expr, level int) {
	r, known := m.found[e]
	if !known {
		r.v, r.indices, r.level = m.findRestored(e)
		m.found[e] = r
	}
	return r.v, slices.Clone(r.indices), r.level
}

func (m inouts) findRestored(e *harlan.Match) (v *harlan.Var, indices []harlan.Expr, level int) {
	v, indices = place(e.Of)
	parts := m.parts(e.Arms...)
	if v == nil || len(parts) == 0 {
		return nil, nil, 0
	}
	for _, a := range e.Arms {
		m.eachAssignment(a, func(_ harlan.Expr, a assignment) {
			if slices.Contains(parts, a.v) && a.level > 0 {
				level = max(level, 1+len(indices)+a.level)
			}
		})
		if uses(a, v) > 0 || m.assignmentTo(v, a) != nil {
			return nil, nil, 0
		}
	}
	if level == 0 || slices.ContainsFunc(parts, func(x *harlan.Var) bool { return m.sets(x, e.Arms...) }) {
		return nil, nil, 0
	}
	return v, indices, min(level, maxLevel)
}

// maxLevel is as deep as levels are told apart: data may have any number of them.
const maxLevel = 20

// sets reports whether v gets another value in es.
func (m inouts) sets(v *harlan.Var, es ...harlan.Expr) (sets bool) {
	for _, e := range es {
		m.eachAssignment(e, func(_ harlan.Expr, a assignment) { sets = sets || a.v == v && a.level == 0 })
	}
	return sets
}

// match walks a match: its arms first, which say what is read of the parts of its value.
func (o *owners) match(e *harlan.Match, at, only int) {
	v, _ := place(e.Of)
	of, before := o.n, o.levelsKept(v)
	delete(o.kept, v)
	o.skip(e.Of)
	for _, a := range e.Arms {
		o.walk(a, only)
	}
	behind := o.n
	restored, indices, _ := o.inouts.restored(e)
	reads, given := allLevels, 0 // of the value; as gives
	for _, x := range o.inouts.parts(e.Arms...) {
		reads = min(reads, below(min(o.levelsRead(x), o.levelsKept(x)), 1))
		if g := o.gives[x]; g == 1 || g > 0 && (!isRef(e.Of, v) || usedIn(e.Arms, v)) || restored == nil && o.depth[x] > 0 {
			reads = 0 // the result has it without what it was in, or twice
		} else if g > 1 && (given == 0 || g-1 < given) {
			given = g - 1
		}
	}
	var site harlan.Expr = e
	o.n = of
	switch {
	case restored != nil:
		o.walk(e.Of, allLevels) // as of a variable
		o.use(restored, e, at, below(reads, len(indices)))
	case v != nil:
		if o.levelsKept(v) < allLevels || slices.ContainsFunc(e.Arms, func(a harlan.Expr) bool { return o.assignsOf(v, a) }) {
			reads = 0
		}
		site = e.Of
		o.walk(e.Of, reads)
	default:
		o.walk(e.Of, 0)
	}
	o.n = behind
	if v != nil {
		if given > 0 {
			o.use(v, site, at, -given)
			o.wrapped[v] = true
		}
		o.kept[v] = min(before, o.levelsKept(v))
	}
}

func usedIn(arms []harlan.Expr, v *harlan.Var) bool {
	return slices.ContainsFunc(arms, func(a harlan.Expr) bool { return uses(a, v) > 0 })
}

// ownParts notes what the variables of arms get, and what the value of a match is left with.
func (o *owners) ownParts(e *harlan.Match) {
	v, indices, _ := o.inouts.restored(e)
	whole, left := o.madeBy(e.Of), allLevels
	if v != nil {
		whole = o.whole(v)
	}
	for _, x := range o.inouts.parts(e.Arms...) {
		o.gets(x, above(whole, 1+len(indices)))
		left = min(left, o.left(x))
	}
	if v != nil {
		o.gets(v, below(left, 1+len(indices)))
	}
}

// above is levels of a value, as levels of what is so much below it.
func above(levels, below int) int {
	if levels == allLevels {
		return levels
	}
	return max(levels-below, 0)
}
