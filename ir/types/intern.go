package types

// Interning of types and sizes by structure: one object for equal ones.

import (
	"slices"
	"sync/atomic"

	"nessiec/ir/intern"
)

var (
	typeTable = intern.New(func(t *Type) uint64 { return t.hash })
	sizeTable = intern.New(func(s *Size) uint64 { return s.hash })
)

// internType returns the type like t that has these parts; it keeps nothing of the slices.
func internType(t Type, elems []*Type, sizes ...*Size) *Type {
	hash := intern.Mix(intern.Hash(t.Name), uint64(t.Kind)<<16|uint64(t.Class)<<8|uint64(t.N))
	for _, e := range elems {
		hash = intern.Mix(hash, e.hash)
	}
	for _, s := range sizes {
		hash = intern.Mix(hash, s.hash)
	}
	equal := func(u *Type) bool {
		return u.hash == hash && u.Kind == t.Kind && u.Class == t.Class && u.N == t.N && u.Name == t.Name &&
			slices.Equal(u.Elems, elems) && slices.Equal(u.Sizes, sizes)
	}
	return typeTable.Find(hash, equal, func() *Type {
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
	hash := intern.Mix(intern.Hash(name), uint64(n)<<4|uint64(op))
	for _, a := range args {
		hash = intern.Mix(hash, a.hash)
	}
	equal := func(s *Size) bool {
		return s.hash == hash && s.Op == op && s.N == n && s.Name == name && slices.Equal(s.Args, args)
	}
	return sizeTable.Find(hash, equal, func() *Size {
		s := &Size{Op: op, N: n, Name: name, Args: append([]*Size(nil), args...), hash: hash}
		s.key = s.text()
		return s
	})
}
