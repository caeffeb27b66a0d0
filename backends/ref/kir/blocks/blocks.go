// Package blocks says which ranks have which elements of an array, as nes_blocks.h does for
// programs on real ranks.
//
//	blocks.go  pieces of an array, and who has them
//	marks.go   elements that a rank has marked and others have
package blocks

import (
	"cmp"
	"slices"
	"sort"
)

// A Place is where the elements of an array are: pieces in order, of which the first
// begins at 0, and the last ends where the array does. Nil: every rank has all elements.
type Place []Piece

// A Piece begins at an element, and a rank has it.
type Piece struct {
	Start int64
	Rank  int
}

// End is where piece k of an array of n elements ends.
func (p Place) End(k int, n int64) int64 {
	if k+1 < len(p) {
		return p[k+1].Start
	}
	return n
}

// A Range is a range of elements that a rank writes.
type Range struct {
	Lo, Hi int64
	Rank   int
}

// Of is where ranks have written an array of n elements; other has what none has.
// Behind a failed check, ranges are anything.
func Of(ws []Range, n int64, other int) (out Place) {
	slices.SortStableFunc(ws, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	add := func(at int64, rank int) {
		if len(out) == 0 || out[len(out)-1].Rank != rank {
			out = append(out, Piece{at, rank})
		}
	}
	at := int64(0)
	for _, w := range ws {
		lo, hi := max(w.Lo, at), min(w.Hi, n)
		if lo >= hi {
			continue
		}
		if at < lo {
			add(at, other)
		}
		add(lo, w.Rank)
		at = hi
	}
	if at < n || len(out) == 0 {
		add(at, other)
	}
	return out
}

// Owner is the rank that has element i.
func (p Place) Owner(i int64) int {
	return p[sort.Search(len(p), func(k int) bool { return p[k].Start > i })-1].Rank
}
