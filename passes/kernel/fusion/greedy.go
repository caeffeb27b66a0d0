package fusion

// Greedy planners: they go through the pairs of invocations in some order and
// fuse their clusters if they can. Fusing never makes a plan dearer. Pairs
// that save an array come before those that save a read, and these before
// those that save a launch only.

import "slices"

// Down starts at the first invocation: each is fused with what comes before it,
// the nearest first.
func Down(p *Problem) Plan { return newMerger(p).down(None(p)) }

func (g *merger) down(start Plan) Plan {
	g.begin(start)
	for _, wanted := range phases {
		for j := range g.p.N {
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
	g := newMerger(p)
	g.begin(None(p))
	for j := range p.N {
		for i := j - 1; i >= 0; i-- {
			g.merge(i, j, depends)
		}
	}
	return g.plan.named()
}

// Up starts at the last invocation: each is fused with what comes after it, the
// nearest first.
func Up(p *Problem) Plan { return newMerger(p).up(None(p)) }

func (g *merger) up(start Plan) Plan {
	g.begin(start)
	for _, wanted := range phases {
		for i := g.p.N - 1; i >= 0; i-- {
			for j := i + 1; j < g.p.N; j++ {
				g.merge(i, j, wanted)
			}
		}
	}
	return g.plan.named()
}

// Greedy is the better of both, and of what they do if invocations are copied:
// all that may be, or one after another as long as it pays.
func Greedy(p *Problem) Plan {
	best, cost := p.copying(nil)
	try := func(is []int) {
		if plan, c := p.copying(is); c.Less(cost) {
			best, cost = plan, c
		}
	}
	if len(p.Copies) == 0 {
		return best
	}
	var all []int
	for _, c := range p.byNumber() {
		all = append(all, c.Of)
	}
	try(all)
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
		try(some)
	}
	return best
}

// mostTried limits for how many invocations, times all, Greedy asks whether to
// copy one of them.
const mostTried = 3000

// copying is the better plan of going down and up if these are copied, and its cost.
func (p *Problem) copying(is []int) (Plan, Cost) {
	start := None(p)
	for _, i := range is {
		start[i] = Copied
	}
	q := p.without(start)
	if q.slow(start) != nil {
		return None(p), p.cost(None(p))
	}
	g := newMerger(q)
	a, b := g.down(start), g.up(start)
	cost, other := q.cost(a), q.cost(b)
	if other.Less(cost) {
		return b, other
	}
	return a, cost
}

// A merger fuses clusters as long as the plan stays valid.
type merger struct {
	p      *Problem
	succs  [][]int    // of the edges that no others imply
	edges  []Edge     // the same
	common []relation // of two invocations, by i*N+j

	plan   Plan
	old    Plan  // before the merge that is tried
	merges int   // so far
	failed []int // by two clusters: one more than how many merges there were when they were tried last

	members [][]int // scratch of circular, by cluster
	seen    []bool
	walk    walk
}

// A relation is what two invocations have to do with each other.
type relation uint8

const (
	depends relation = 1 << iota // one makes what the other reads
	share                        // both read an array
	whatever
)

// phases is which pairs are wanted, one after another; the last is for what later merges have
// made possible.
var phases = []relation{depends, share, whatever, whatever}

// newMerger is a merger for p, which is without what plans copy.
func newMerger(p *Problem) *merger {
	g := &merger{p: p, succs: p.successors(), common: make([]relation, p.N*p.N),
		members: make([][]int, p.N), seen: make([]bool, p.N)}
	for i, js := range g.succs {
		for _, j := range js {
			g.edges = append(g.edges, Edge{i, j})
		}
	}
	for _, a := range p.Arrays {
		for n, j := range a.Readers {
			if a.Maker >= 0 {
				g.common[a.Maker*p.N+j] |= depends
			}
			for _, i := range a.Readers[:n] {
				g.common[i*p.N+j] |= share
			}
		}
	}
	return g
}

// successors are the ends of the edges from each invocation, in order, without those to which
// others lead: clusters are ordered alike by these.
func (p *Problem) successors() [][]int {
	succs, behind := make([][]int, p.N), make([][]bool, p.N)
	for _, e := range p.Edges {
		succs[e.From] = append(succs[e.From], e.To)
	}
	for i := p.N - 1; i >= 0; i-- {
		slices.Sort(succs[i])
		behind[i] = make([]bool, p.N)
		succs[i] = slices.DeleteFunc(succs[i], func(j int) bool {
			if behind[i][j] {
				return true
			}
			behind[i][j] = true
			for k, is := range behind[j] {
				behind[i][k] = behind[i][k] || is
			}
			return false
		})
	}
	return succs
}

// begin begins with a plan without clusters.
func (g *merger) begin(start Plan) {
	g.plan, g.merges, g.failed = slices.Clone(start), 0, zeros(g.failed, g.p.N*g.p.N)
}

// merge fuses the clusters of i and j if the pair is wanted and it is possible. What has failed
// is not tried again before other clusters have been fused.
func (g *merger) merge(i, j int, wanted relation) {
	a, b := g.plan[i], g.plan[j]
	if a == b || a == Copied || b == Copied || (whatever|g.common[i*g.p.N+j])&wanted == 0 || g.p.forbidden(i, j) {
		return
	}
	last := &g.failed[min(a, b)*g.p.N+max(a, b)]
	if *last == g.merges+1 {
		return
	}
	*last = g.merges + 1
	for k, c := range g.plan {
		if c == a && !g.compatible(k, b) {
			return
		}
	}
	g.old = append(g.old[:0], g.plan...)
	for k, c := range g.plan {
		if c == b {
			g.plan[k] = a
		}
	}
	if !g.allowed(a) || g.circular(a) || g.walk.slow(g.p, g.edges, g.plan) != nil {
		copy(g.plan, g.old)
		return
	}
	g.merges++
}

// compatible reports whether i can be in a cluster with its members.
func (g *merger) compatible(i, cluster int) bool {
	for j, c := range g.plan {
		if c == cluster && g.p.forbidden(i, j) {
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
