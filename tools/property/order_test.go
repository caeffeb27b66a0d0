package property

// The order of sequences that begin alike, which decides how often sort and
// rank look at more elements: the other tests make too short ones.

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// alike makes a sequence of n parts that are put together from few pieces, so
// that many begin alike, some with long pieces.
func alike(r *rand.Rand, n int, pieces []string, join func(parts []string) string) string {
	var all []string
	for range n {
		var parts []string
		for range r.IntN(6) {
			for range 1 << r.IntN(6) {
				parts = append(parts, pieces[0])
			}
			parts = append(parts, pieces[r.IntN(len(pieces))])
		}
		all = append(all, join(parts))
	}
	return "[" + strings.Join(all, ", ") + "]"
}

func list(parts []string) string { return "[" + strings.Join(parts, ", ") + "]" }

func text(parts []string) string { return strconv.Quote(strings.Join(parts, "")) }

func TestOrder(t *testing.T) {
	rounds, names := 1, []string{"rank", "rank_down"}
	if long() {
		rounds = 8
	}
	for i, c := range []struct {
		elem   string
		pieces []string
		join   func([]string) string
	}{
		{"[char]", []string{"a", "ab", "b", "abc", ""}, text},
		{"[char]", []string{"x"}, text},
		{"[char]", []string{"0", "~", "€", " "}, text},
		{"[int]", []string{"0", "1", "-1"}, list},
		{"[int]", []string{"0", "2147483647", "-2147483648"}, list},
		{"[float]", []string{"0.0", "-0.0", "1.5", "-inf"}, list},
		{"[bool]", []string{"t", "f"}, list},
		{"[[char]]", []string{`"ab"`, `"a"`, `""`, `"abaaaaaaaaaaaaaaaaaaaaaaab"`}, list},
		{"[(int, char)]", []string{"(1, `a)", "(1, `b)", "(0, `b)"}, list},
	} {
		if i%2 == 1 && !long() {
			continue
		}
		name := names[i/2%2]
		s := subject{name, name + "(a)", signature{arg: mustType("[" + c.elem + "]"), res: mustType("[int]")}}
		x := newTrial(t, s, nil, widths(i), map[string]bool{})
		r := rand.New(rand.NewPCG(uint64(i), 5))
		for range rounds {
			make := func(n int) string { return alike(r, r.IntN(n), c.pieces, c.join) }
			x.try(make(30), list([]string{make(8), make(1), make(14), make(6)}))
		}
	}
}
