package front_test

import (
	"math/rand"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"nessiec/passes/pass"
)

// slow is how long no program may take.
const slow = 10 * time.Second

// Recorded programs and examples with words changed, dropped, swapped and
// mixed, and with characters changed, are rejected or make good modules; nothing
// panics or hangs. The long test goes on for ten minutes, with a new seed.
func TestMutations(t *testing.T) {
	seed := int64(1)
	if os.Getenv("NESSIEC_LONG") != "" {
		seed = time.Now().UnixNano()
	}
	t.Logf("seed %d", seed)
	m := newMutator(t, seed)
	deadline := time.Now().Add(10 * time.Minute)
	accepted := 0
	for n := 0; n < 4000 || os.Getenv("NESSIEC_LONG") != "" && time.Now().Before(deadline); n++ {
		src := m.program()
		if n%4 == 3 {
			src = m.characters(src)
		}
		if survives(t, src) {
			accepted++
		}
		if t.Failed() {
			return
		}
	}
	if accepted < 300 {
		t.Errorf("only %d mutations are programs", accepted)
	}
}

// survives compiles src and reports whether it is a program.
func survives(t *testing.T, src string) (ok bool) {
	t.Helper()
	start := time.Now()
	defer func() {
		if r := recover(); r != nil {
			t.Errorf("%v\n%s\n%s", r, src, debug.Stack())
		}
		if d := time.Since(start); d > slow {
			t.Errorf("takes %v:\n%s", d, src)
		}
	}()
	_, ok = compile(t, pass.NewCtx(pass.DefaultOptions()), src, nil)
	return ok
}

// A mutator makes programs of those that were recorded.
type mutator struct {
	r        *rand.Rand
	programs [][]string
	words    []string
}

func newMutator(t *testing.T, seed int64) *mutator {
	t.Helper()
	m := &mutator{r: rand.New(rand.NewSource(seed))}
	for _, c := range readRecorded(t) {
		p := split(strings.Join(append(c.Defs, c.In), " ; ") + " ;")
		m.programs = append(m.programs, p)
		m.words = append(m.words, p...)
	}
	examples, err := filepath.Glob("../../examples/*.nesl")
	if err != nil || len(examples) == 0 {
		t.Fatal("no examples", err)
	}
	for _, file := range examples {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p := split(string(src))
		m.programs = append(m.programs, p)
		m.words = append(m.words, p...)
	}
	return m
}

// program changes the words of one or two programs.
func (m *mutator) program() string {
	r := m.r
	p := append([]string(nil), m.programs[r.Intn(len(m.programs))]...)
	if r.Intn(3) == 0 {
		p = append(p, m.programs[r.Intn(len(m.programs))]...)
	}
	for range 1 + r.Intn(3) {
		i, j := r.Intn(len(p)), r.Intn(len(p))
		switch r.Intn(4) {
		case 0:
			p[i] = m.words[r.Intn(len(m.words))]
		case 1:
			p[i], p[j] = p[j], p[i]
		case 2:
			p[i] = p[j]
		case 3:
			p[i] = ""
		}
	}
	return strings.Join(p, " ")
}

// characters changes, drops, inserts and moves bytes.
func (m *mutator) characters(src string) string {
	const odd = "%\"`\\()[]{};:=<>,@#^.0e\n\x00\xff_$|-"
	b := []byte(src)
	for range 1 + m.r.Intn(4) {
		i := m.r.Intn(len(b))
		c := odd[m.r.Intn(len(odd))]
		switch m.r.Intn(4) {
		case 0:
			b[i] = c
		case 1:
			b = slices.Delete(b, i, i+1)
		case 2:
			b = slices.Insert(b, i, c)
		case 3:
			b = slices.Insert(b, i, b[:m.r.Intn(len(b))]...)
		}
		if len(b) == 0 || len(b) > 5000 {
			break
		}
	}
	return string(b)
}

// split separates words and brackets.
func split(s string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", "[", " [ ", "]", " ] ", ",", " , ", "{", " { ", "}", " } ").Replace(s))
}
