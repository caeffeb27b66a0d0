package order

import (
	"sort"

	"nessiec/ir/target"
)

// chunkSize is how many of n elements a group takes.
func chunkSize(t target.Desc, n int) int {
	return max(t.Grain, t.Local*ceilDiv(n, t.Chunks*t.Local))
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// chunks is the bounds of the parts of n elements.
func chunks(t target.Desc, n int) (out [][2]int) {
	size := chunkSize(t, n)
	for lo := 0; lo < n; lo += size {
		out = append(out, [2]int{lo, min(n, lo+size)})
	}
	return out
}

// A space is segments: where they start, and the end of the last.
type space []int

func (s space) count() int     { return len(s) - 1 }
func (s space) positions() int { return s[s.count()] }

// at is the segment of a position, the last that starts there or before.
func (s space) at(p int) int { return sort.SearchInts(s, p+1) - 1 }

// A cut is where the merge of positions and ends of segments is cut: so many segments
// have ended, so many positions are behind.
type cut struct{ seg, pos int }

// cut is the one after d steps. The end of s comes before position p if s[s+1] <= p.
func (s space) cut(d int) cut {
	lo, hi := max(0, d-s.positions()), min(d, s.count())
	seg := lo + sort.Search(hi-lo, func(i int) bool { return s[lo+i+1] >= d-(lo+i) })
	return cut{seg, d - seg}
}

// A piece is positions of a segment that a part has.
type piece struct {
	seg, from, to int
	ends          bool // the segment ends in the part
}

// pieces lists those of the merge between two cuts, and the segment that goes on.
func (s space) pieces(from, to cut) (out []piece, open int) {
	p := from.pos
	for seg := from.seg; seg < min(to.seg+1, s.count()); seg++ {
		end := min(to.pos, s[seg+1])
		out = append(out, piece{seg, p, max(p, end), seg < to.seg})
		p = max(p, end)
	}
	return out, to.seg
}
