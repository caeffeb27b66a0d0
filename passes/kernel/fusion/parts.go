package fusion

// Regions in parts. Invocations that no chain of pairs which may be fused
// connects are in different clusters in any plan, and every cost is that of one
// part, so parts are planned alone; what may be copied is in that of its readers. Only circles of clusters, and ways with too
// many waits, may go through several: parts on one of these become one.

import "slices"

// parts is the connected components of the pairs that may be fused, in the
// order of their first members; incompatible is pairs as in the model.
func parts(p *Problem, incompatible []bool) [][]int {
	n := p.N
	of, with := make([]int, n), make([]bool, n*n)
	for _, c := range p.Copies {
		for _, j := range p.readersOf(c.Of) {
			with[c.Of*n+j] = true
		}
	}
	var out [][]int
	for i := range n {
		of[i] = -1
	}
	for i := range n {
		if of[i] >= 0 {
			continue
		}
		of[i] = len(out)
		members := []int{i}
		for k := 0; k < len(members); k++ {
			for j := range n {
				if a, b := min(members[k], j), max(members[k], j); of[j] < 0 && (!incompatible[a*n+b] || with[a*n+b]) {
					of[j] = of[i]
					members = append(members, j)
				}
			}
		}
		slices.Sort(members)
		out = append(out, members)
	}
	return out
}

// part is the problem of some invocations of p. Whatever of them is ordered by
// way of others is ordered, and waits for what these wait for; what others read is
// stored.
func (p *Problem) part(members []int, path [][]bool, incompatible []bool, sure [][]int) *Problem {
	at := map[int]int{}
	for k, i := range members {
		at[i] = k
	}
	q := New(len(members))
	for a, i := range members {
		for b := a + 1; b < len(members); b++ {
			j := members[b]
			if path[i][j] {
				q.Edges = append(q.Edges, Edge{a, b})
			}
			if incompatible[i*p.N+j] {
				q.Forbid(a, b, Because(Implied))
			}
		}
	}
	kept := map[int]int{}
	for k := range p.Arrays {
		if a, ok := p.Arrays[k].part(at); ok {
			kept[k] = len(q.Arrays)
			q.Arrays = append(q.Arrays, a)
		}
	}
	for _, w := range p.Temporaries {
		k, ok := kept[w.Array]
		if with := within(at, w.With); ok && len(with) == len(w.With) && q.Arrays[k].Maker >= 0 {
			q.Temporaries = append(q.Temporaries, Temporary{k, with})
		}
	}
	for _, b := range p.OnlyWith {
		if ij := within(at, []int{b.I, b.J}); len(ij) == 2 {
			q.OnlyWith = append(q.OnlyWith, OnlyWith{ij[0], ij[1], within(at, b.By)})
		}
	}
	for _, c := range p.Copies {
		if k, ok := at[c.Of]; ok {
			q.Copies = append(q.Copies, Copy{k, c.Work, within(at, c.Own), within(at, c.Near), within(at, c.Far)})
		}
	}
	if sure != nil {
		p.syncs(q, at, members, sure)
	}
	return q
}

// syncs adds the waits among some invocations of p to their problem.
func (p *Problem) syncs(q *Problem, at map[int]int, members []int, sure [][]int) {
	q.maxSyncs = p.maxSyncs
	add := func(a, b, times int) {
		if times > 0 {
			q.Syncs = append(q.Syncs, Sync{a, b, times})
		}
	}
	for a, i := range members {
		add(-1, a, sure[p.N][i])
		add(a, -1, sure[i][p.N])
		for b := a + 1; b < len(members); b++ {
			add(a, b, sure[i][members[b]])
		}
	}
	for _, x := range p.Syncs {
		if ij := within(at, []int{x.From, x.To}); len(ij) == 2 {
			add(ij[0], ij[1], x.Times) // unless they are fused
		}
	}
}

// part is an array as a part sees it, if it does.
func (a *Array) part(at map[int]int) (Array, bool) {
	out := Array{Maker: -1, Readers: within(at, a.Readers), Stored: a.Stored, Weight: a.Weight}
	if k, ok := at[a.Maker]; ok {
		out.Maker = k
		out.Stored = a.Stored || len(out.Readers) < len(a.Readers)
	}
	return out, out.Maker >= 0 || len(out.Readers) > 0
}

// within is the members among some invocations, by their numbers in the part.
func within(at map[int]int, is []int) (out []int) {
	for _, i := range is {
		if k, ok := at[i]; ok {
			out = append(out, k)
		}
	}
	return out
}

// circular is the parts on a circle of clusters of a plan, or on a slow way, or nil.
func circular(p *Problem, plan Plan, parts [][]int) []int {
	of := make([]int, p.N)
	for k, members := range parts {
		for _, i := range members {
			of[i] = k
		}
	}
	var out []int
	part := func(i int) int {
		if i < 0 {
			return -1 // an end of a slow way
		}
		return of[i]
	}
	var way []Edge
	p = p.without(plan)
	if circles := findCircles(p, plan); len(circles) > 0 {
		way = circles[0]
	} else {
		way = p.slow(plan)
	}
	for _, e := range way {
		for _, k := range []int{part(e.From), part(e.To)} {
			if k >= 0 && !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	slices.Sort(out)
	return out
}

// unite makes these parts, of which there are two at least, one.
func unite(parts [][]int, ks []int) [][]int {
	var out [][]int
	var all []int
	for k, members := range parts {
		if slices.Contains(ks, k) {
			all = append(all, members...)
		}
		switch {
		case k == ks[0]:
			out = append(out, nil)
		case !slices.Contains(ks, k):
			out = append(out, members)
		}
	}
	slices.Sort(all)
	out[ks[0]] = all
	return out
}
