package intern

import (
	"strconv"
	"sync"
	"testing"
)

type word struct{ s string }

func newWords() (find func(s string) *word, table *Table[word]) {
	table = New(func(w *word) uint64 { return Hash(w.s) })
	return func(s string) *word {
		return table.Find(Hash(s), func(w *word) bool { return w.s == s }, func() *word { return &word{s} })
	}, table
}

// Equal ones are the same, whoever asks, and while others are made: what somebody holds stays
// what it is when it is no longer young.
func TestSame(t *testing.T) {
	find, table := newWords()
	held := find("held")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 2 * mostYoung {
				if s := strconv.Itoa(i); find(s) != find(s) {
					t.Errorf("%s is made twice", s)
				}
			}
		})
	}
	all.Wait()
	if table.age(); find("held") != held || find("other") == held {
		t.Error("what is held is made once more")
	}
}

// Objects with one hash are told apart, young and old.
func TestOneHash(t *testing.T) {
	table := New(func(*word) uint64 { return 1 })
	find := func(s string) *word {
		return table.Find(1, func(w *word) bool { return w.s == s }, func() *word { return &word{s} })
	}
	a, b := find("a"), find("b")
	if table.age(); a == b || find("a") != a || find("b") != b {
		t.Error("objects with one hash are confused")
	}
}
