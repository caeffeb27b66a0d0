package kir

// Where the elements of arrays are that ranks have in parts, and how they are brought
// elsewhere.

import (
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/kir/blocks"
	"nessiec/ir"
)

// view is the buffer as rank r has it.
func (b *buffer) view(r int) *buffer {
	if r == 0 {
		return b
	}
	return b.others[r-1]
}

// owner is the rank that has element i.
func (b *buffer) owner(i int64) int {
	if b.place == nil {
		return 0
	}
	return b.place.Owner(i)
}

// receive gives view to what view from has of elements lo up to hi.
func (b *buffer) receive(from *buffer, lo, hi int64) {
	for i := lo; i < hi; i++ {
		b.words[i] = from.words[i]
		if b.known != nil {
			b.known[i] = from.known == nil || from.known[i]
		}
	}
}

// everywhere brings a buffer to all ranks.
func (x *Machine) everywhere(b *buffer) {
	if b.place == nil {
		return
	}
	n := int64(len(b.words))
	for to := range x.opts.Ranks {
		for k, from := range b.place {
			if to != from.Rank {
				b.view(to).receive(b.view(from.Rank), from.Start, b.place.End(k, n))
			}
		}
		b.view(to).lacks = false
	}
	b.place = nil
	if bytes := n * width(b.kind, x.num); bytes > 0 {
		x.Traffic.Everywhere++
		x.Traffic.EverywhereBytes += bytes
		x.Traffic.Sent += bytes * int64(x.opts.Ranks-1)
	}
}

// move brings to each rank what it reads of a buffer, whose place is then another one.
func (x *Machine) move(b *buffer, to blocks.Place, reads []blocks.Range) {
	n, moves := int64(len(b.words)), false
	for _, want := range reads {
		for j, has := range b.place {
			lo, hi := max(want.Lo, has.Start), min(want.Hi, b.place.End(j, n))
			if want.Rank != has.Rank && lo < hi {
				b.view(want.Rank).receive(b.view(has.Rank), lo, hi)
				x.Traffic.Sent += (hi - lo) * width(b.kind, x.num)
				moves = true
			}
		}
	}
	if moves {
		x.Traffic.Moves++
	}
	b.place = to
}

// settle notes that ranks have what a place says of a buffer, and no more.
func (x *Machine) settle(b *buffer, p blocks.Place) {
	b.place = p
	if p == nil {
		return
	}
	n := int64(len(b.words))
	for r := range x.opts.Ranks {
		v := b.view(r)
		v.lacks = true
		if !x.opts.Trust && v.known == nil {
			v.known = slices.Repeat([]bool{true}, int(n))
		}
		for k, has := range p {
			if has.Rank != r {
				x.lose(v, has.Start, p.End(k, n))
			}
		}
	}
}

// lose makes elements of a rank as if nobody had written them.
func (x *Machine) lose(v *buffer, lo, hi int64) {
	for i := lo; i < hi; i++ {
		v.words[i] = x.unspecified(v.kind)
		if v.known != nil {
			v.known[i] = false
		}
	}
}

// agree checks that all ranks, which have an element, have the same one.
func (x *Machine) agree(b *buffer, i int64, pos ir.Pos) {
	for r := 1; r < x.opts.Ranks && b.place == nil; r++ {
		v := b.view(r)
		if v.words[i] != b.words[i] || (v.known == nil || v.known[i]) != (b.known == nil || b.known[i]) {
			panic(interp.Bug(pos, "element %d of %s is %d on rank 0, %d on rank %d", i, b.name, b.words[i], v.words[i], r))
		}
	}
}

// fetch brings a buffer to the host of every rank.
func (x *Machine) fetch(b *buffer) {
	if x.opts.Ranks == 1 {
		return
	}
	x.everywhere(b)
	for i := range b.words {
		x.agree(b, int64(i), ir.Pos{})
	}
}
