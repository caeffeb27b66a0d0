package flat

// A minimum cut between what is given and what is needed: by Ford and Fulkerson,
// along shortest paths. The graphs have some dozens of values.

const unlimited = 1 << 40

// A cut is a graph of values, each of which may be cut at its weight: an edge of
// that capacity from node 2n, where it is computed, to 2n+1, where it is used.
type cut struct {
	to   []int
	left []int // capacity of edges; that of the reverse of edge e is at e^1
	out  [][]int
	size int // values
}

const source, sink = 0, 1

func newCut() *cut { return &cut{out: make([][]int, 2), size: 1} }

func (g *cut) edge(from, to, capacity int) {
	g.out[from] = append(g.out[from], len(g.to))
	g.out[to] = append(g.out[to], len(g.to)+1)
	g.to, g.left = append(g.to, to, from), append(g.left, capacity, 0)
}

// value adds a value of this weight.
func (g *cut) value(weight int) int {
	n := g.size
	g.size++
	g.out = append(g.out, nil, nil)
	g.edge(2*n, 2*n+1, weight)
	return n
}

func (g *cut) given(n int)   { g.edge(source, 2*n, unlimited) }
func (g *cut) needed(n int)  { g.edge(2*n+1, sink, unlimited) }
func (g *cut) from(u, n int) { g.edge(2*u+1, 2*n, unlimited) }

// minCut is the values of a cut of least weight that is as near to what is needed as
// it can be, so that little is computed again, and the weight.
func (g *cut) minCut() (map[int]bool, int) {
	weight := 0
	for {
		path := g.path()
		if path == nil {
			break
		}
		flow := unlimited
		for _, e := range path {
			flow = min(flow, g.left[e])
		}
		for _, e := range path {
			g.left[e] -= flow
			g.left[e^1] += flow
		}
		weight += flow
	}
	reaches := map[int]bool{sink: true} // the sink, in what is left
	for todo := []int{sink}; len(todo) > 0; todo = todo[1:] {
		for _, e := range g.out[todo[0]] {
			if from := g.to[e]; g.left[e^1] > 0 && !reaches[from] {
				reaches[from] = true
				todo = append(todo, from)
			}
		}
	}
	out := map[int]bool{}
	for n := 1; n < g.size; n++ {
		if !reaches[2*n] && reaches[2*n+1] {
			out[n] = true
		}
	}
	return out, weight
}

// path is the edges of a shortest path from the source to the sink, nil if there is
// none.
func (g *cut) path() []int {
	by := map[int]int{}
	for todo := []int{source}; len(todo) > 0; todo = todo[1:] {
		for _, e := range g.out[todo[0]] {
			n := g.to[e]
			if _, seen := by[n]; seen || n == source || g.left[e] == 0 {
				continue
			}
			by[n] = e
			if n == sink {
				var out []int
				for n != source {
					out = append(out, by[n])
					n = g.to[by[n]^1]
				}
				return out
			}
			todo = append(todo, n)
		}
	}
	return nil
}
