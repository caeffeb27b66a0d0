package types

// Interning of types and sizes by structure: one object for equal ones. The tables drop what died,
// but for the youngest, so that a process that compiles for hours stays small.

import (
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"
	"weak"
)

// A table holds the live objects by hash; where that is taken by another, at
// the next number that is free. It is a cache: its contents never change the
// meaning of a program.
type table[T any] struct {
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

func newTable[T any](hash func(*T) uint64) *table[T] {
	return &table[T]{hash: hash, young: map[uint64]*T{}, old: map[uint64]weak.Pointer[T]{}}
}

// find returns the object with hash h that is equal to the one asked for, or
// what make makes. Neither function is kept, so what they use costs nothing.
func (t *table[T]) find(h uint64, equal func(*T) bool, make func() *T) *T {
	recent := &t.recent[h>>(64-recentBits)]
	if x := recent.Load(); x != nil && equal(x) {
		return x
	}
	x := t.findSlot(h, equal, make)
	recent.Store(x)
	return x
}

// findSlot is find in the slots.
func (t *table[T]) findSlot(h uint64, equal func(*T) bool, make func() *T) *T {
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
func (t *table[T]) age() {
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
func (t *table[T]) add(x *T, w weak.Pointer[T]) {
	h := t.hash(x)
	for _, taken := t.old[h]; taken; _, taken = t.old[h] {
		h++
	}
	t.old[h] = w
}

var (
	typeTable = newTable(func(t *Type) uint64 { return t.hash })
	sizeTable = newTable(func(s *Size) uint64 { return s.hash })
	hashSeed  = maphash.MakeSeed()
)

// intern returns the type like t that has these parts; it keeps nothing of the slices.
func intern(t Type, elems []*Type, sizes ...*Size) *Type {
	hash := mix(maphash.String(hashSeed, t.Name), uint64(t.Kind)<<16|uint64(t.Class)<<8|uint64(t.N))
	for _, e := range elems {
		hash = mix(hash, e.hash)
	}
	for _, s := range sizes {
		hash = mix(hash, s.hash)
	}
	equal := func(u *Type) bool {
		return u.hash == hash && u.Kind == t.Kind && u.Class == t.Class && u.N == t.N && u.Name == t.Name &&
			slices.Equal(u.Elems, elems) && slices.Equal(u.Sizes, sizes)
	}
	return typeTable.find(hash, equal, func() *Type {
		u := &Type{Kind: t.Kind, Class: t.Class, N: t.N, Name: t.Name, Elems: clone(elems), Sizes: append([]*Size(nil), sizes...), hash: hash}
		u.key = u.text()
		if len(sizes) > 0 || slices.ContainsFunc(elems, func(e *Type) bool { return e.erased != nil }) {
			u.erased = new(atomic.Pointer[Type])
		}
		if t.Kind == KSum || slices.ContainsFunc(elems, (*Type).HasSum) {
			u.tagged = new(atomic.Pointer[Type])
		}
		return u
	})
}

// internSize returns the size of these parts; it keeps nothing of args but the elements.
func internSize(op SizeOp, n int64, name string, args ...*Size) *Size {
	hash := mix(maphash.String(hashSeed, name), uint64(n)<<4|uint64(op))
	for _, a := range args {
		hash = mix(hash, a.hash)
	}
	equal := func(s *Size) bool {
		return s.hash == hash && s.Op == op && s.N == n && s.Name == name && slices.Equal(s.Args, args)
	}
	return sizeTable.find(hash, equal, func() *Size {
		s := &Size{Op: op, N: n, Name: name, Args: append([]*Size(nil), args...), hash: hash}
		s.key = s.text()
		return s
	})
}

// mix is the hash of h and then x.
func mix(h, x uint64) uint64 {
	h = (h ^ x) * 0x9E3779B97F4A7C15
	return h ^ h>>29
}
