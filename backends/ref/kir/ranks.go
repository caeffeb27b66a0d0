package kir

// Ranks. With Options.Ranks, a program runs as on so many processes, each with a device of
// its own (docs/ranks.md): all execute the host program, which one interpreter does for
// all of them, since they may not differ. Each rank has its own view of every buffer, and
// groups of a launch see the view of the rank that runs them. Which groups these are, and
// what is brought where, is decided as by the runtime (nes_ranks.h). Elements that a rank
// does not have are as if nobody had written them; so a group that reads one is found.

import (
	"slices"

	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/kir"
)

// Traffic is what ranks do and send, as -stats of a program on real ranks counts it.
type Traffic struct {
	Divided, Repeated int64   // launches
	Moves             int64   // of arrays to other blocks
	Everywhere        int64   // arrays that were brought to all ranks
	EverywhereBytes   int64   // their sizes
	Sent              int64   // bytes of arrays that all ranks sent
	Work              []int64 // accesses of kernels to memory, by rank
}

// view is the buffer as rank r has it.
func (b *buffer) view(r int) *buffer {
	if r == 0 {
		return b
	}
	return b.others[r-1]
}

// viewed is arguments as rank r has them.
func viewed(args []val, r int) []val {
	out := slices.Clone(args)
	for i := range out {
		if out[i].buf != nil {
			out[i].buf = out[i].buf.view(r)
		}
	}
	return out
}

// owner is the rank that has element i.
func (b *buffer) owner(i int64) int {
	r := 0
	for b.borders != nil && i >= b.borders[r+1] {
		r++
	}
	return r
}

// lose makes a rank have no elements but those of a range.
func (x *Machine) lose(b *buffer, lo, hi int64) {
	b.lacks = true
	if !x.opts.Trust && b.known == nil {
		b.known = slices.Repeat([]bool{true}, len(b.words))
	}
	for i := range b.words {
		if int64(i) < lo || int64(i) >= hi {
			b.words[i] = x.unspecified(b.kind)
			if b.known != nil {
				b.known[i] = false
			}
		}
	}
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
	if b.borders == nil {
		return
	}
	for to := range x.opts.Ranks {
		for from := range x.opts.Ranks {
			if to != from {
				b.view(to).receive(b.view(from), b.borders[from], b.borders[from+1])
			}
		}
		b.view(to).lacks = false
	}
	b.borders = nil
	bytes := int64(len(b.words)) * width(b.kind, x.num)
	if bytes > 0 {
		x.Traffic.Everywhere++
		x.Traffic.EverywhereBytes += bytes
		x.Traffic.Sent += bytes * int64(x.opts.Ranks-1)
	}
}

// move brings a buffer from the blocks where it is to others.
func (x *Machine) move(b *buffer, borders []int64) {
	if slices.Equal(b.borders, borders) {
		return
	}
	for to := range x.opts.Ranks {
		for from := range x.opts.Ranks {
			lo, hi := max(borders[to], b.borders[from]), min(borders[to+1], b.borders[from+1])
			if to != from && lo < hi {
				b.view(to).receive(b.view(from), lo, hi)
				x.Traffic.Sent += (hi - lo) * width(b.kind, x.num)
			}
		}
	}
	x.Traffic.Moves++
	x.settle(b, borders)
}

// settle notes that ranks have blocks of a buffer, and no more.
func (x *Machine) settle(b *buffer, borders []int64) {
	b.borders = borders
	for r := range x.opts.Ranks {
		x.lose(b.view(r), borders[r], borders[r+1])
	}
}

// agree checks that all ranks, which have an element, have the same one.
func (x *Machine) agree(b *buffer, i int64, pos ir.Pos) {
	for r := 1; r < x.opts.Ranks && b.borders == nil; r++ {
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

// A division is how ranks divide the groups of a launch.
type division struct {
	parts, size, length int64   // none: every rank runs all groups
	first               []int64 // group of each rank, and the number of groups
}

// divide decides which groups each rank runs.
func (x *Machine) divide(p *program, groups int64, args []val) division {
	d := division{}
	if s := p.shares; s != nil && x.divisible(p, args) {
		h := &host{Machine: x, env: make(map[*kir.Var]val, len(args))}
		for i, v := range p.kernel.Params {
			h.env[v] = args[i]
		}
		size, count := h.word(s.Size), h.word(s.Count)
		if d.length = h.word(s.Length); d.length >= 0 && size > 0 && count > size {
			d.parts, d.size = (count+size-1)/size, size
		}
	}
	if d.parts == 0 {
		x.Traffic.Repeated++
		return d
	}
	x.Traffic.Divided++
	n := int64(x.opts.Ranks)
	for r := range n {
		d.first = append(d.first, min(d.parts*r/n, groups))
	}
	d.first = append(d.first, groups)
	return d
}

// divisible reports whether groups write only what their numbers say.
func (x *Machine) divisible(p *program, args []val) bool {
	for i, a := range args {
		if a.buf != nil && p.access[i] == kir.Scatter && a.buf != x.errors {
			return false
		}
	}
	return true
}

// wanted is the blocks in which a launch has an array of n elements; nil: everywhere.
func (x *Machine) wanted(d division, a kir.Access, n int64) []int64 {
	scale := int64(1)
	switch {
	case d.parts == 0 || !a.Divided():
		return nil
	case a == kir.Own || a == kir.Write:
		scale = d.size * d.length
	case a == kir.RowOwn || a == kir.RowWrite:
		scale = d.size
	}
	ranks := int64(x.opts.Ranks)
	borders := make([]int64, ranks+1)
	for r := range ranks {
		borders[r] = min(d.parts*r/ranks*scale, n)
	}
	borders[ranks] = n
	if x.opts.Blocks != nil {
		x.opts.Blocks(borders)
	}
	return borders
}

// divided runs a launch on all ranks.
func (x *Machine) divided(p *program, groups int64, args []val) {
	d := x.divide(p, groups, args)
	blocks := make([][]int64, len(args))
	for i, a := range args {
		if a.buf == nil || a.buf == x.errors {
			continue
		}
		blocks[i] = x.wanted(d, p.access[i], int64(len(a.buf.words)))
		switch {
		case a.buf.fresh || a.buf.borders == nil:
		case blocks[i] == nil:
			x.everywhere(a.buf)
		default:
			x.move(a.buf, blocks[i])
		}
	}
	for r := range x.opts.Ranks {
		x.rank = r
		x.Traffic.Work[r] -= x.Cost.Reads + x.Cost.Writes
		if d.parts == 0 {
			x.groups(p, 0, groups, groups, viewed(args, r))
		} else {
			x.groups(p, d.first[r], d.first[r+1], groups, viewed(args, r))
		}
		x.Traffic.Work[r] += x.Cost.Reads + x.Cost.Writes
	}
	x.rank = 0
	for i, a := range args {
		if a.buf == nil || a.buf == x.errors || !p.access[i].Writes() {
			continue
		}
		a.buf.fresh = false
		if blocks[i] != nil {
			x.settle(a.buf, blocks[i])
		} else {
			a.buf.borders = nil
		}
	}
}
