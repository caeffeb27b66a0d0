package fusion

// Random regions, for tests and measurements, like those of programs: maps, reductions, scans, filters and
// permutations over three sizes, each reading what a few before it made. Maps of
// what scans make may go with these; some maps may be copied.

import (
	"math/rand/v2"
	"slices"
)

const (
	rMap = iota
	rReduce
	rScan
	rFilter
	rPermute
)

type node struct{ kind, size int }

// Random makes a problem of n invocations.
func Random(n int, seed uint64) *Problem {
	r := rand.New(rand.NewPCG(seed, 11))
	p := New(n)
	nodes := make([]node, n)
	for i := range n {
		nodes[i] = node{[]int{rMap, rMap, rMap, rMap, rMap, rReduce, rScan, rFilter, rPermute}[r.IntN(9)], r.IntN(3)}
		p.Arrays = append(p.Arrays, Array{Maker: i, Stored: r.IntN(8) == 0, Weight: 1 + 3*r.IntN(2)})
		for range 1 + r.IntN(2) {
			if i == 0 {
				break
			}
			from := max(0, i-8) + r.IntN(min(i, 8))
			if a := &p.Arrays[from]; !slices.Contains(a.Readers, i) {
				a.Readers = append(a.Readers, i)
				p.Edges = append(p.Edges, Edge{from, i})
			}
			if r.IntN(4) > 0 && nodes[from].kind == rMap {
				nodes[i].size = nodes[from].size
			}
		}
	}
	for range n / 4 { // arrays from outside
		a := Array{Maker: -1, Weight: 1}
		for i := range n {
			if r.IntN(n/2+1) == 0 {
				a.Readers = append(a.Readers, i)
			}
		}
		p.Arrays = append(p.Arrays, a)
	}
	path, _ := closure(p)
	other := map[Edge]bool{} // edges of reads elsewhere
	for j, b := range nodes {
		for i, a := range nodes[:j] {
			if a.kind == rScan && b.kind == rScan && path[i][j] {
				p.Forbid(i, j, Because(NeedsWhole))
			}
			elsewhere := r.IntN(5) == 0
			other[Edge{i, j}] = elsewhere
			p.separate(i, j, a, b, elsewhere)
		}
	}
	p.mixed(r)
	p.reads(r, nodes)
	p.mayCopy(r, nodes, other)
	return p
}

// reads adds waits: for what the host reads of some that makes two incompatible, or is
// the size of one that may go with a filter, and at both ends.
func (p *Problem) reads(r *rand.Rand, nodes []node) {
	for _, e := range p.Edges {
		if r.IntN(3) == 0 && (p.Incompatible(e.From, e.To).Why != Compatible || nodes[e.From].kind == rFilter) {
			p.Syncs = append(p.Syncs, Sync{e.From, e.To, 1 + r.IntN(2)})
		}
	}
	for i := range p.N {
		switch r.IntN(8) {
		case 0:
			p.Syncs = append(p.Syncs, Sync{-1, i, 1})
		case 1:
			p.Syncs = append(p.Syncs, Sync{i, -1, 1})
		}
	}
	p.LimitSyncs()
}

// mixed adds some constraints of three: maps that store nothing between two
// others, and pairs that need a third.
func (p *Problem) mixed(r *rand.Rand) {
	for range p.N / 4 {
		i, j, k := r.IntN(p.N), r.IntN(p.N), r.IntN(p.N)
		if i == j || j == k || i == k {
			continue
		}
		if r.IntN(2) == 0 {
			p.Temporaries = append(p.Temporaries, Temporary{i, []int{j, k}})
		} else {
			p.OnlyWith = append(p.OnlyWith, OnlyWith{i, j, []int{k}})
		}
	}
}

// separate says what i and j may do; elsewhere: an edge that reads at another
// index.
func (p *Problem) separate(i, j int, a, b node, elsewhere bool) {
	edge := slices.Contains(p.Edges, Edge{i, j})
	switch {
	case a.size != b.size:
		p.Forbid(i, j, Because(SizesDiffer))
	case edge && (elsewhere || a.kind != rMap && (a.kind != rScan || b.kind != rMap)):
		p.Forbid(i, j, Because(NeedsAll))
	case a.kind != b.kind && a.kind != rMap && b.kind != rMap:
		p.Forbid(i, j, Because(KindsDiffer))
	case a.kind == b.kind && a.kind >= rFilter && (i+j)%3 > 0:
		p.Forbid(i, j, Because(NeedsPlaces))
	case a.kind == rMap && b.kind >= rFilter:
		p.Temporaries = append(p.Temporaries, Temporary{i, []int{j}}) // its array has the same number
	case b.kind == rMap && a.kind >= rFilter:
		p.Temporaries = append(p.Temporaries, Temporary{j, []int{i}})
	}
}

// mayCopy lets some maps be copied whose results nothing else needs.
func (p *Problem) mayCopy(r *rand.Rand, nodes []node, elsewhere map[Edge]bool) {
	for i, x := range nodes {
		if x.kind != rMap || p.Arrays[i].Stored || len(p.Arrays[i].Readers) == 0 || p.needed(i) || r.IntN(3) == 0 {
			continue
		}
		c := Copy{Of: i, Work: 1 + r.IntN(StoreWork)}
		for _, j := range p.Arrays[i].Readers {
			if !elsewhere[Edge{i, j}] && nodes[j].size == x.size {
				c.Own = append(c.Own, j)
			}
		}
		for _, e := range p.Edges {
			switch {
			case e.To != i:
			case nodes[e.From].kind == rMap && p.Incompatible(e.From, i).Why == Compatible:
				c.Near = append(c.Near, e.From)
			default:
				c.Far = append(c.Far, e.From)
			}
		}
		p.Copies = append(p.Copies, c)
	}
}

// needed reports whether i is what the host, or two others, need.
func (p *Problem) needed(i int) bool {
	return slices.ContainsFunc(p.Syncs, func(x Sync) bool {
		return x.From == i || x.To == i && x.From >= 0 && p.Incompatible(x.From, i).Why == Compatible
	}) ||
		slices.ContainsFunc(p.Temporaries, func(w Temporary) bool { return slices.Contains(w.With, i) }) ||
		slices.ContainsFunc(p.OnlyWith, func(b OnlyWith) bool { return slices.Contains(b.By, i) })
}
