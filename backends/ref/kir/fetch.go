package kir

// Fetching what the next launch gathers (kir.Fetch): each rank marks the elements that its
// groups will read, and gets those that others have. What they write is marked, too, and goes to
// those that have it after the launch. What it costs is decided as by the runtime (nes_fetch.h).

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// inspects reports whether a kernel marks what another one reads.
func inspects(p *program) bool { return slices.Contains(p.access, kir.Marked) }

// fetches does a Fetch.
func (x *Machine) fetches(p *program, groups int64, args, bufs, dests []val) {
	if !slices.ContainsFunc(bufs, func(b val) bool { return b.buf.place != nil }) && (len(dests) == 0 || groups == 1) {
		return
	}
	first := len(args)
	for _, b := range append(bufs[:len(bufs):len(bufs)], dests...) {
		args = append(args, val{buf: x.unmarked(max(1, len(b.buf.words)))})
	}
	x.run(p, groups, args)
	for i, b := range bufs {
		x.exchange(b.buf, args[first+i].buf)
	}
	for i, b := range dests {
		b.buf.marks = args[first+len(bufs)+i].buf
	}
}

// unmarked is marks of n elements, of all ranks.
func (x *Machine) unmarked(n int) *buffer {
	b := x.viewless("marks", types.KBool, int64(n))
	for range x.opts.Ranks - 1 {
		b.others = append(b.others, x.viewless("marks", types.KBool, int64(n)))
	}
	b.fill(make([]int64, n))
	return b
}

// exchange gives each rank the elements of b that it has marked. If that, with what was fetched
// since b was written, takes as many bytes as bringing it everywhere, it is brought there.
func (x *Machine) exchange(b, marks *buffer) {
	if b.place == nil {
		return
	}
	lists, bytes := x.marked(b, marks)
	if bytes == 0 {
		return
	}
	if b.asked += bytes; b.asked >= int64(len(b.words))*width(b.kind, x.num)*int64(x.opts.Ranks-1) {
		x.everywhere(b)
		return
	}
	for r, list := range lists {
		for _, i := range list {
			b.view(r).receive(b.view(b.owner(i)), i, i+1)
		}
	}
	x.Traffic.Fetches++
	x.Traffic.Sent += bytes
}

// lower makes the elements of b that others have, and ranks are about to raise, the least ints.
func (x *Machine) lower(b *buffer) {
	lists, _ := x.marked(b, b.marks)
	for r, list := range lists {
		v := b.view(r)
		for _, i := range list {
			v.words[i] = x.num.MinInt()
			if v.known != nil {
				v.known[i] = true
			}
		}
	}
}

// delivered gives what ranks have written of b to those that have it, as it is or as maxima.
func (x *Machine) delivered(b *buffer, maxima bool) {
	lists, bytes := x.marked(b, b.marks)
	for r, list := range lists {
		for _, i := range list {
			if to := b.view(b.owner(i)); !maxima || to.words[i] < b.view(r).words[i] {
				to.receive(b.view(r), i, i+1)
			}
		}
	}
	x.Traffic.Deliveries++
	x.Traffic.Sent += bytes
}

// marked is the elements of b that each rank has marked and others have, and how many bytes send them.
func (x *Machine) marked(b, marks *buffer) (lists [][]int64, bytes int64) {
	for r := range x.opts.Ranks {
		list, bits := b.place.Marked(r, int64(len(b.words)), func(i int64) bool { return marks.view(r).words[i] != 0 })
		lists = append(lists, list)
		bytes += bits + int64(len(list))*width(b.kind, x.num)
	}
	return lists, bytes
}
