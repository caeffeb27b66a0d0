package tables

// Regions, and which datatypes are in a type.

import (
	"sort"
	"strings"

	"nessiec/ir/types"
)

// A region is the values of one datatype that may meet. Regions are united: what is
// said of one is said of its root.
type region struct {
	up        *region
	of        *types.Type
	allocates bool
	uses      map[int]bool    // tables that are read or written
	reads     map[column]bool // columns, without the region
}

// A column is column index of table number table of a region.
type column struct {
	region       *region
	table, index int
}

func (r *region) root() *region {
	for r.up != nil {
		r = r.up
	}
	return r
}

// unite makes one region of two.
func unite(r, s *region) {
	r, s = r.root(), s.root()
	if r == s {
		return
	}
	s.up = r
	r.absorb(s)
}

// absorb notes what is done in s as done in r.
func (r *region) absorb(s *region) {
	r.allocates = r.allocates || s.allocates
	for t := range s.uses {
		r.uses[t] = true
	}
	for k := range s.reads {
		r.reads[k] = true
	}
}

// read notes that a column is read.
func (r *region) read(table, index int) {
	r = r.root()
	r.uses[table], r.reads[column{nil, table, index}] = true, true
}

func newRegion(t *types.Type) *region {
	return &region{of: t, uses: map[int]bool{}, reads: map[column]bool{}}
}

// regions are those of a value, one for every datatype that can be reached in it.
type regions map[*types.Type]*region

// uniteAll makes one of the regions that two values have for the same datatype.
func uniteAll(r, s regions) {
	for t, x := range r {
		if y := s[t]; y != nil {
			unite(x, y)
		}
	}
}

// columnsOf lists the columns of r that are read, in order.
func (b *builder) columnsOf(r *region) (out []column) {
	r = r.root()
	for k := range r.reads {
		out = append(out, column{r, k.table, k.index})
	}
	sort.Slice(out, func(i, j int) bool {
		return out[i].table < out[j].table || out[i].table == out[j].table && out[i].index < out[j].index
	})
	return out
}

func (b *builder) columnType(k column) *types.Type {
	return b.layout(k.region.of).tables[k.table].columns[k.index]
}

func (b *builder) columnHint(k column) string {
	name, _, _ := strings.Cut(b.layout(k.region.of).tables[k.table].name, ".") // text keeps no more of the name of a variable
	return name
}

// reached lists the datatypes in values of type t, at any depth.
func (a *analysis) reached(t *types.Type) []*types.Type {
	if t == nil || !t.Has(types.KRef) {
		return nil
	}
	if ts, ok := a.reach[t]; ok {
		return ts
	}
	var out []*types.Type
	seen := map[*types.Type]bool{}
	var visit func(t *types.Type)
	visit = func(t *types.Type) {
		if t.Kind == types.KRef {
			if seen[t] {
				return
			}
			seen[t] = true
			out = append(out, t)
			for _, c := range a.sigs.Cons(t) {
				visit(c)
			}
		}
		for _, e := range t.Elems {
			visit(e)
		}
	}
	visit(t)
	a.reach[t] = out
	return out
}

// fresh are new regions for a value of type t.
func (a *analysis) fresh(t *types.Type) regions {
	ts := a.reached(t)
	if len(ts) == 0 {
		return nil
	}
	out := regions{}
	for _, t := range ts {
		out[t] = newRegion(t)
	}
	return out
}
