package fusion

// Greedy planners: they go through the pairs of invocations in some order and
// fuse their clusters if they can. Fusing never makes a plan dearer. Pairs
// that save an array come before those that save a read, and these before
// those that save a launch only.

import "slices"

// Down starts at the first invocation: each is fused with what comes before it,
// the nearest first.
func Down(p *Problem) Plan { return down(p, None(p)) }

func down(p *Problem, start Plan) Plan {
	g := newMerger(p, start)
	for _, wanted := range g.phases() {
		for j := range p.N {
			for i := j - 1; i >= 0; i-- {
				g.merge(i, j, wanted)
			}
		}
	}
	return g.plan.named()
}

// Vertical goes down and fuses what makes an array with what reads it, and nothing else:
// no two invocations become one kernel because they read the same.
func Vertical(p *Problem) Plan {
	g := newMerger(p, None(p))
	for j := range p.N {
		for i := j - 1; i >= 0; i-- {
			g.merge(i, j, func(e Edge) bool { return g.depends[e] })
		}
	}
	return g.plan.named()
}

// Up starts at the last invocation: each is fused with what comes after it, the
// nearest first.
func Up(p *Problem) Plan { return up(p, None(p)) }

func up(p *Problem, start Plan) Plan {
	g := newMerger(p, start)
	for _, wanted := range g.phases() {
		for i := p.N - 1; i >= 0; i-- {
			for j := i + 1; j < p.N; j++ {
				g.merge(i, j, wanted)
			}
		}
	}
	return g.plan.named()
}

// Greedy is the better of both, and of what they do if invocations are copied:
// all that may be, or one after another as long as it pays.
func Greedy(p *Problem) Plan {
	best := p.copying(nil)
	if len(p.Copies) == 0 {
		return best
	}
	var all []int
	for _, c := range p.byNumber() {
		all = append(all, c.Of)
	}
	best = Best(p, best, p.copying(all))
	if len(all)*p.N > mostTried {
		return best
	}
	for _, i := range slices.Backward(all) {
		var some []int
		for _, j := range all {
			if (best[j] == Copied) != (i == j) {
				some = append(some, j)
			}
		}
		best = Best(p, best, p.copying(some))
	}
	return best
}

// mostTried limits for how many invocations, times all, Greedy asks whether to
// copy one of them.
const mostTried = 600

// copying is the better plan of going down and up if these are copied.
func (p *Problem) copying(is []int) Plan {
	start := None(p)
	for _, i := range is {
		start[i] = Copied
	}
	q := p.without(start)
	if q.slow(start) != nil {
		return None(p)
	}
	a, b := down(q, start), up(q, start)
	return either(q.cost(b).Less(q.cost(a)), b, a)
}

// A merger fuses clusters as long as the plan stays valid.
type merger struct {
	p       *Problem
	plan    Plan
	succs   [][]int
	depends map[Edge]bool // one makes what the other reads
	share   map[Edge]bool // both read an array
	merges  int           // so far
	failed  map[Edge]int  // by two clusters: how many merges there were when they were tried last

	members [][]int // scratch of circular, by cluster
	seen    []bool
	walk    walk
}

// newMerger begins with a plan without clusters; p is without what it copies.
func newMerger(p *Problem, start Plan) *merger {
	g := &merger{p: p, plan: slices.Clone(start), succs: make([][]int, p.N), depends: map[Edge]bool{}, share: map[Edge]bool{},
		failed: map[Edge]int{}, members: make([][]int, p.N), seen: make([]bool, p.N)}
	for _, e := range p.Edges {
		g.succs[e.From] = append(g.succs[e.From], e.To)
	}
	for _, a := range p.Arrays {
		for n, j := range a.Readers {
			if a.Maker >= 0 {
				g.depends[Edge{a.Maker, j}] = true
			}
			for _, i := range a.Readers[:n] {
				g.share[Edge{i, j}] = true
			}
		}
	}
	return g
}

// phases is which pairs are wanted, one after another.
func (g *merger) phases() []func(Edge) bool {
	return []func(Edge) bool{
		func(e Edge) bool { return g.depends[e] },
		func(e Edge) bool { return g.share[e] },
		func(Edge) bool { return true },
		func(Edge) bool { return true }, // what later merges have made possible
	}
}

// merge fuses the clusters of i and j if the pair is wanted and it is possible. What has failed
// is not tried again before other clusters have been fused.
func (g *merger) merge(i, j int, wanted func(Edge) bool) {
	a, b := g.plan[i], g.plan[j]
	if a == b || a == Copied || b == Copied || g.p.Incompatible(i, j).Why != Compatible || !wanted(Edge{i, j}) {
		return
	}
	pair := Edge{min(a, b), max(a, b)}
	if last, tried := g.failed[pair]; tried && last == g.merges {
		return
	}
	g.failed[pair] = g.merges
	for k, c := range g.plan {
		if c == a && !g.compatible(k, b) {
			return
		}
	}
	old := slices.Clone(g.plan)
	for k, c := range g.plan {
		if c == b {
			g.plan[k] = a
		}
	}
	if !g.allowed(a) || g.circular(a) || g.walk.slow(g.p, g.plan) != nil {
		g.plan = old
		return
	}
	g.merges++
}

// compatible reports whether i can be in a cluster with its members.
func (g *merger) compatible(i, cluster int) bool {
	for j, c := range g.plan {
		if c == cluster && g.p.Incompatible(i, j).Why != Compatible {
			return false
		}
	}
	return true
}

// allowed reports whether a cluster keeps wholes and bridges.
func (g *merger) allowed(cluster int) bool {
	in := func(i int) bool { return i < len(g.plan) && g.plan[i] == cluster }
	for _, w := range g.p.Temporaries {
		a := &g.p.Arrays[w.Array]
		if in(a.Maker) && !slices.ContainsFunc(w.With, func(j int) bool { return !in(j) }) && a.stored(g.plan) {
			return false
		}
	}
	for _, b := range g.p.OnlyWith {
		if in(b.I) && in(b.J) && !slices.ContainsFunc(b.By, in) {
			return false
		}
	}
	return true
}

// circular reports whether a cluster waits for itself by way of another. The
// plan may be one of the first invocations only.
func (g *merger) circular(cluster int) bool {
	for c := range g.members {
		g.members[c], g.seen[c] = g.members[c][:0], false
	}
	for i, c := range g.plan {
		if c == Copied {
			continue
		}
		g.members[c] = append(g.members[c], i)
	}
	return g.reaches(cluster, cluster)
}

// reaches reports whether a cluster that was not seen before waits for c.
func (g *merger) reaches(c, cluster int) bool {
	for _, i := range g.members[c] {
		for _, j := range g.succs[i] {
			if j >= len(g.plan) {
				continue
			}
			d := g.plan[j]
			if d == c || g.seen[d] {
				continue
			}
			if g.seen[d] = true; d == cluster || g.reaches(d, cluster) {
				return true
			}
		}
	}
	return false
}
