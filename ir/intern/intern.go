// Package intern keeps one object for equal ones. Its tables drop what died, but for the
// youngest, so that a process that compiles for hours stays small.
package intern

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"weak"
)

// A Table holds the live objects by hash; where that is taken by another, at
// the next number that is free. It is a cache: its contents never change the
// meaning of a program.
type Table[T any] struct {
	recent [1 << recentBits]atomic.Pointer[T] // what was found last, by the first bits of hashes: asking costs little
	sync.Mutex
	hash  func(*T) uint64 // follows from its parts
	young map[uint64]*T   // those made last; a program has no more, as a rule
	old   map[uint64]weak.Pointer[T]
}

const (
	recentBits = 12
	mostYoung  = 1 << 15
)

// New is an empty table of objects that have these hashes.
func New[T any](hash func(*T) uint64) *Table[T] {
	return &Table[T]{hash: hash, young: map[uint64]*T{}, old: map[uint64]weak.Pointer[T]{}}
}

// Find returns the object with hash h that is equal to the one asked for, or
// what make makes. Neither function is kept, so what they use costs nothing.
func (t *Table[T]) Find(h uint64, equal func(*T) bool, make func() *T) *T {
	recent := &t.recent[h>>(64-recentBits)]
	if x := recent.Load(); x != nil && equal(x) {
		return x
	}
	x := t.findSlot(h, equal, make)
	recent.Store(x)
	return x
}

// findSlot is Find in the slots.
func (t *Table[T]) findSlot(h uint64, equal func(*T) bool, make func() *T) *T {
	t.Lock()
	defer t.Unlock()
	at := h
	for x := t.young[at]; x != nil; x = t.young[at] {
		if equal(x) {
			return x
		}
		at++
	}
	for next := h; ; next++ {
		w, taken := t.old[next]
		if !taken {
			break
		}
		if x := w.Value(); x != nil && equal(x) {
			return x
		}
	}
	if len(t.young) >= mostYoung {
		t.age()
		at = h
	}
	x := make()
	t.young[at] = x
	return x
}

// age makes the young ones old, of which the dead are dropped.
func (t *Table[T]) age() {
	old := t.old
	t.old = map[uint64]weak.Pointer[T]{}
	for _, w := range old {
		if x := w.Value(); x != nil {
			t.add(x, w)
		}
	}
	for _, x := range t.young {
		t.add(x, weak.Make(x))
	}
	t.young = map[uint64]*T{}
}

// add adds an old object.
func (t *Table[T]) add(x *T, w weak.Pointer[T]) {
	h := t.hash(x)
	for _, taken := t.old[h]; taken; _, taken = t.old[h] {
		h++
	}
	t.old[h] = w
}

var seed = maphash.MakeSeed()

// Hash is a hash of s, the same throughout the process.
func Hash(s string) uint64 { return maphash.String(seed, s) }

// Mix is the hash of h and then x.
func Mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}
