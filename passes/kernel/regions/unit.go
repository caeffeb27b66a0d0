package regions

// What stands together in the code of a region: a cluster, or an operation alone.

import (
	"slices"

	"nessiec/passes/kernel/fusion"
)

// A unit is statements in program order; some may be copied into it.
type unit struct {
	stmts  []*stmt
	copied map[*stmt]bool
}

func (u *unit) has(it *stmt) bool { return slices.Contains(u.stmts, it) }

// newUnit is the cluster of these runs, with copies.
func (r *region) newUnit(g, copies []*stmt) *unit {
	u := &unit{stmts: slices.Concat(r.withCounts(g), copies), copied: map[*stmt]bool{}}
	for _, it := range copies {
		u.copied[it] = true
	}
	slices.SortFunc(u.stmts, func(a, b *stmt) int { return a.at - b.at })
	return u
}

// units is the clusters, and all others alone, by the first statement of each. What is
// copied wherever it is read stands nowhere else.
func (r *region) units(clusters []*unit) []*unit {
	r.unitsOf = map[*stmt][]*unit{}
	main := map[*stmt]*unit{}
	for _, u := range clusters {
		for _, it := range u.stmts {
			r.unitsOf[it] = append(r.unitsOf[it], u)
			if !u.copied[it] {
				main[it] = u
			}
		}
	}
	for _, it := range slices.Backward(r.stmts) {
		if main[it] == nil && (!r.copied[it] || r.missed(it, main)) {
			main[it] = &unit{stmts: []*stmt{it}}
			r.unitsOf[it] = append(r.unitsOf[it], main[it])
		}
	}
	var out []*unit
	for _, it := range r.stmts {
		if u := main[it]; u != nil && !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}

// missed reports whether somebody reads it who has no copy; later statements have their units.
func (r *region) missed(it *stmt, main map[*stmt]*unit) bool {
	return slices.ContainsFunc(r.stmts, func(x *stmt) bool { return x.reads(it) && main[x] != nil && !main[x].has(it) })
}

// outside reports whether a statement stands anywhere but in u.
func (r *region) outside(it *stmt, u *unit) bool {
	return slices.ContainsFunc(r.unitsOf[it], func(h *unit) bool { return h != u })
}

// noteCopied notes what a plan copies.
func (r *region) noteCopied(plan fusion.Plan) {
	r.copied = map[*stmt]bool{}
	for i, c := range plan {
		if c == fusion.Copied {
			r.copied[r.invocations[i].stmt] = true
		}
	}
}
