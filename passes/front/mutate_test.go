package front_test

import (
	"math/rand"
	"strings"
	"testing"

	"nessiec/passes/pass"
)

// Recorded programs with words changed, dropped, swapped and mixed are rejected
// or make good modules; nothing panics.
func TestMutations(t *testing.T) {
	var programs [][]string
	var words []string
	for _, c := range readRecorded(t) {
		p := split(strings.Join(append(c.Defs, c.In), " ; ") + " ;")
		programs = append(programs, p)
		words = append(words, p...)
	}
	r := rand.New(rand.NewSource(1))
	accepted := 0
	for range 4000 {
		p := append([]string(nil), programs[r.Intn(len(programs))]...)
		if r.Intn(3) == 0 {
			p = append(p, programs[r.Intn(len(programs))]...)
		}
		for range 1 + r.Intn(3) {
			i, j := r.Intn(len(p)), r.Intn(len(p))
			switch r.Intn(4) {
			case 0:
				p[i] = words[r.Intn(len(words))]
			case 1:
				p[i], p[j] = p[j], p[i]
			case 2:
				p[i] = p[j]
			case 3:
				p[i] = ""
			}
		}
		if _, ok := compile(t, pass.NewCtx(pass.DefaultOptions()), strings.Join(p, " "), nil); ok {
			accepted++
		}
	}
	if accepted < 300 {
		t.Errorf("only %d mutations are programs", accepted)
	}
}

// split separates words and brackets.
func split(s string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", ",", " , ", "{", " { ", "}", " } ").Replace(s))
}
