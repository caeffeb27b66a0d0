package fusion

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// planners by name, which all must give valid plans.
var planners = []struct {
	name string
	plan func(p *Problem) Plan
}{
	{"none", None}, {"vertical", Vertical}, {"down", Down}, {"up", Up}, {"greedy", Greedy},
	{"ilp", func(p *Problem) Plan { return ILP(p).Plan }},
}

func TestValid(t *testing.T) {
	for seed := range uint64(200) {
		p := Random(2+int(seed%11), seed)
		none := p.Cost(None(p))
		for _, x := range planners {
			plan := x.plan(p)
			if err := Verify(p, plan); err != nil {
				t.Fatalf("%s, seed %d: %v", x.name, seed, err)
			}
			if none.Less(p.Cost(plan)) {
				t.Errorf("%s, seed %d: costs %v, nothing fused %v", x.name, seed, p.Cost(plan), none)
			}
			if again := x.plan(Random(2+int(seed%11), seed)); !slices.Equal(plan, again) {
				t.Errorf("%s, seed %d: %v, then %v", x.name, seed, plan, again)
			}
		}
	}
}

// TestBrute compares the exact planners with all partitions and all that can be copied.
func TestBrute(t *testing.T) {
	copied, chosen := 0, 0
	for seed := range uint64(150) {
		p := Random(3+int(seed%6), seed)
		want := brute(t, p)
		plan, all := Search(p, None(p), 1_000_000)
		if !all || p.Cost(plan) != want {
			t.Fatalf("search, seed %d: %v, want %v", seed, p.Cost(plan), want)
		}
		if r := ILP(p); !r.Proved || p.Cost(r.Plan) != want {
			t.Fatalf("ilp, seed %d: %v by %s, want %v", seed, p.Cost(r.Plan), r.How, want)
		} else if r.Plan.copies() {
			copied++
		}
		if len(p.Copies) > 0 {
			chosen++
		}
		if Solver == "" {
			continue
		}
		if r := solved(newModel(p), None(p), solverSeconds); !r.Proved || p.Cost(r.Plan) != want || Verify(p, r.Plan) != nil {
			t.Fatalf("%s, seed %d: %v by %s, want %v", Solver, seed, p.Cost(r.Plan), r.How, want)
		}
	}
	if chosen < 50 || copied < 20 {
		t.Errorf("%d regions in which something may be copied, it is in %d", chosen, copied)
	}
}

// brute is the least cost of all valid plans, by trying them all. None costs less than the
// bound, in any part.
func brute(t *testing.T, p *Problem) Cost {
	best, floor := p.Cost(None(p)), p.floor().parts()
	plan := make(Plan, 0, p.N)
	var try func()
	try = func() {
		i := len(plan)
		if i == p.N {
			if Verify(p, plan) != nil {
				return
			}
			cost := p.Cost(plan)
			for k, n := range cost.parts() {
				if n < floor[k] {
					t.Errorf("%v costs %v, and every plan %v at least", plan, cost, p.floor())
				}
			}
			if cost.Less(best) {
				best = cost
			}
			return
		}
		for c := Copied; c <= i; c++ {
			if c == i || c == Copied && p.copyOf(i) != nil || c >= 0 && plan[c] == c {
				plan = append(plan, c)
				try()
				plan = plan[:i]
			}
		}
	}
	try()
	return best
}

// TestNotDearer: the exact planner is never worse than the greedy ones, and
// sometimes better.
func TestNotDearer(t *testing.T) {
	better, proved := 0, 0
	regions := uint64(60)
	if os.Getenv("NESSIEC_LONG") != "" {
		regions = 1000
	}
	for seed := range regions {
		p := Random(6+int(seed%20), 1000+seed)
		greedy, r := p.Cost(Greedy(p)), ILP(p)
		if greedy.Less(p.Cost(r.Plan)) {
			t.Errorf("seed %d: %v, greedy %v", seed, p.Cost(r.Plan), greedy)
		}
		if p.Cost(r.Plan).Less(greedy) {
			better++
		}
		if r.Proved {
			proved++
		}
	}
	t.Logf("solver %q: better than greedy in %d of %d regions, proved in %d", Solver, better, regions, proved)
	if better < 3 {
		t.Errorf("better than greedy in %d regions only", better)
	}
	if Solver != "" && proved < int(regions) {
		t.Errorf("proved in %d of %d regions only", proved, regions)
	}
}

// Large regions have a plan that is no worse than greedy ones, and a bound.
func TestLarge(t *testing.T) {
	regions := uint64(2)
	if os.Getenv("NESSIEC_LONG") != "" {
		regions = 4
	}
	for seed := range regions {
		p := Random(90+int(seed)*70, 9000+seed)
		r := ILP(p)
		if err := Verify(p, r.Plan); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		cost := p.Cost(r.Plan)
		if p.Cost(Greedy(p)).Less(cost) || cost.Less(r.Bound) || r.Proved && cost != r.Bound {
			t.Errorf("seed %d: %v, bound %v, greedy %v", seed, cost, r.Bound, p.Cost(Greedy(p)))
		}
		t.Logf("%d invocations: %v, at least %v; %s", p.N, cost, r.Bound, r.How)
	}
}

// A plan of parts is a plan of the whole: the bound of a region is never more
// than what the search finds.
func TestParts(t *testing.T) {
	for seed := range uint64(60) {
		p := Random(6+int(seed%6), 6000+seed)
		path, incompatible := closure(p)
		groups := parts(p, incompatible)
		if len(groups) < 2 {
			continue
		}
		n := 0
		for _, members := range groups {
			n += len(members)
			if q := p.part(members, path, incompatible, p.sure(path, incompatible)); Verify(q, Greedy(q)) != nil {
				t.Errorf("seed %d: plan of a part: %v", seed, Verify(q, Greedy(q)))
			}
		}
		plan, all := Search(p, Greedy(p), 3_000_000)
		if r := ILP(p); n != p.N || all && (p.Cost(plan).Less(r.Bound) || r.Proved && p.Cost(plan) != p.Cost(r.Plan)) {
			t.Errorf("seed %d: %v, bound %v (%s), search %v", seed, p.Cost(r.Plan), r.Bound, r.How, p.Cost(plan))
		}
	}
}

// A solver agrees with the search.
func TestSolver(t *testing.T) {
	if Solver == "" {
		t.Skip("no solver is linked in")
	}
	for seed := range uint64(30) {
		p := Random(9+int(seed%4), 4000+seed)
		plan, all := Search(p, Greedy(p), 3_000_000)
		if r := solved(newModel(p), None(p), solverSeconds); !all || !r.Proved || p.Cost(r.Plan) != p.Cost(plan) {
			t.Errorf("seed %d: %v by %s, search %v (all: %v)", seed, p.Cost(r.Plan), r.How, p.Cost(plan), all)
		}
	}
}

// A dense program, on which a solver spends minutes, is not given to it.
func TestDense(t *testing.T) {
	p := New(solverSize - 2)
	for i := range p.N {
		a := Array{Maker: i, Weight: 1 + i%4}
		for j := i + 1; j < min(i+4, p.N); j++ {
			a.Readers, p.Edges = append(a.Readers, j), append(p.Edges, Edge{i, j})
		}
		p.Arrays = append(p.Arrays, a)
		if i >= 16 {
			p.Forbid(i-16, i, Reason{Why: SizesDiffer})
		}
	}
	if n := newModel(p).entries(); n <= solverEntries {
		t.Fatalf("the program has only %d entries", n)
	}
	if r := exact(p); Verify(p, r.Plan) != nil || strings.Contains(r.How, "HiGHS") {
		t.Errorf("planned by %s", r.How)
	}
}

// Four invocations in a row, of which only neighbours can be fused. The array
// in the middle is the largest, but going down and going up both begin at an end.
func ExampleILP() {
	p := New(4)
	p.Edges = []Edge{{0, 1}, {1, 2}, {2, 3}}
	p.Arrays = []Array{
		{Maker: 0, Readers: []int{1}, Weight: 1},
		{Maker: 1, Readers: []int{2}, Weight: 4},
		{Maker: 2, Readers: []int{3}, Weight: 1},
		{Maker: 3, Stored: true, Weight: 1},
	}
	for _, e := range []Edge{{0, 2}, {0, 3}, {1, 3}} {
		p.Forbid(e.From, e.To, Reason{Why: NeedsAll, Of: "it"})
	}
	for _, plan := range []Plan{None(p), Vertical(p), Down(p), Up(p), ILP(p).Plan} {
		fmt.Println(p.Cost(plan), plan.Clusters())
	}
	// Output:
	// {7 0 6 4} [[0] [1] [2] [3]]
	// {5 0 4 2} [[0 1] [2 3]]
	// {5 0 4 2} [[0 1] [2 3]]
	// {5 0 4 2} [[0 1] [2 3]]
	// {3 0 2 3} [[0] [1 2] [3]]
}

// Two invocations that read one array share no kernel vertically.
func TestVertical(t *testing.T) {
	p := New(3)
	p.Edges = []Edge{{1, 2}}
	p.Arrays = []Array{{Maker: -1, Readers: []int{0, 1}, Weight: 1}, {Maker: 1, Readers: []int{2}, Weight: 1}}
	if got := fmt.Sprint(Vertical(p).Clusters(), Down(p).Clusters()); got != "[[0] [1 2]] [[0 1 2]]" {
		t.Error(got)
	}
}

func TestVerifyRejects(t *testing.T) {
	p := New(3)
	p.Edges = []Edge{{0, 1}, {1, 2}}
	p.Forbid(1, 2, Because(SizesDiffer))
	for _, plan := range []Plan{{0, 1}, {0, 1, 1}, {0, 1, 0}, {0, 0, 1}, {1, 1, 2}} {
		if Verify(p, plan) == nil {
			t.Errorf("%v is accepted", plan)
		}
	}
}

func BenchmarkILP(b *testing.B) {
	for _, n := range []int{10, 20, 30, 40, 60, 300} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var times []time.Duration
			proved := 0
			for k := 0; b.Loop(); k++ {
				p := Random(n, 7000+uint64(k%40))
				start := processorTime()
				if ILP(p).Proved {
					proved++
				}
				times = append(times, processorTime()-start)
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
			b.ReportMetric(float64(proved)/float64(len(times)), "proved")
		})
	}
}

// processorTime is how long this process has run, whatever else does.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
