package regions

// What stands together in the code of a region: a cluster, or an operation alone.

import (
	"slices"

	"nessiec/passes/kernel/fusion"
)

// A unit is items in program order; some may be copied into it.
type unit struct {
	items  []*item
	copied map[*item]bool
}

func (u *unit) has(it *item) bool { return slices.Contains(u.items, it) }

// newUnit is the cluster of these runs, with copies.
func (r *region) newUnit(g, copies []*item) *unit {
	u := &unit{items: slices.Concat(r.withCounts(g), copies), copied: map[*item]bool{}}
	for _, it := range copies {
		u.copied[it] = true
	}
	slices.SortFunc(u.items, func(a, b *item) int { return a.at - b.at })
	return u
}

// units is the clusters, and all others alone, by the first item of each. What is
// copied wherever it is read stands nowhere else.
func (r *region) units(clusters []*unit) []*unit {
	r.homes = map[*item][]*unit{}
	main := map[*item]*unit{}
	for _, u := range clusters {
		for _, it := range u.items {
			r.homes[it] = append(r.homes[it], u)
			if !u.copied[it] {
				main[it] = u
			}
		}
	}
	for _, it := range slices.Backward(r.items) {
		if main[it] == nil && (!r.gone[it] || r.missed(it, main)) {
			main[it] = &unit{items: []*item{it}}
			r.homes[it] = append(r.homes[it], main[it])
		}
	}
	var out []*unit
	for _, it := range r.items {
		if u := main[it]; u != nil && !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return out
}

// missed reports whether somebody reads it who has no copy; later items have their units.
func (r *region) missed(it *item, main map[*item]*unit) bool {
	return slices.ContainsFunc(r.items, func(x *item) bool { return x.reads(it) && main[x] != nil && !main[x].has(it) })
}

// outside reports whether an item stands anywhere but in u.
func (r *region) outside(it *item, u *unit) bool {
	return slices.ContainsFunc(r.homes[it], func(h *unit) bool { return h != u })
}

// noteGone notes what a plan copies.
func (r *region) noteGone(plan fusion.Plan) {
	r.gone = map[*item]bool{}
	for i, c := range plan {
		if c == fusion.Copied {
			r.gone[r.runs[i].item] = true
		}
	}
}
