package kir

// Fetching what the next launch gathers (kir.Fetch): each rank marks the elements that its
// groups will read, and gets those that others have. What it costs is decided as by the
// runtime (nes_fetch.h).

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// inspects reports whether a kernel marks what another one reads.
func inspects(p *program) bool { return slices.Contains(p.access, kir.Marked) }

// fetches does a Fetch.
func (x *Machine) fetches(p *program, groups int64, args, bufs []val) {
	if !slices.ContainsFunc(bufs, func(b val) bool { return b.buf.place != nil }) {
		return
	}
	marks := make([]*buffer, len(bufs))
	for i, b := range bufs {
		marks[i] = x.unmarked(max(1, len(b.buf.words)))
		args = append(args, val{buf: marks[i]})
	}
	x.run(p, groups, args)
	for i, b := range bufs {
		x.exchange(b.buf, marks[i])
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
	n, size := int64(len(b.words)), width(b.kind, x.num)
	wants := make([][]int64, x.opts.Ranks)
	bytes := int64(0)
	for r := range wants {
		asked := make([]asked, x.opts.Ranks)
		before := make([]int64, x.opts.Ranks)
		for k, has := range b.place {
			for i, end := has.start, b.place.end(k, n); i < end; i++ {
				if has.rank != r && marks.view(r).words[i] != 0 {
					asked[has.rank].add(before[has.rank])
					wants[r] = append(wants[r], i)
				}
				before[has.rank]++
			}
		}
		for _, a := range asked {
			bytes += a.bytes() + a.count*size
		}
	}
	if bytes == 0 {
		return
	}
	if b.asked += bytes; b.asked >= n*size*int64(x.opts.Ranks-1) {
		x.everywhere(b)
		return
	}
	for r, list := range wants {
		for _, i := range list {
			b.view(r).receive(b.view(b.owner(i)), i, i+1)
		}
	}
	x.Traffic.Fetches++
	x.Traffic.Sent += bytes
}

// asked is what a rank wants of the elements that another one has: count of those from lo on
// that come before hi.
type asked struct{ lo, hi, count int64 }

// add adds element i, which comes behind the others.
func (a *asked) add(i int64) {
	if a.count == 0 {
		a.lo = i
	}
	a.hi = i + 1
	a.count++
}

// bytes is how many bytes say which elements these are: none if they are all.
func (a asked) bytes() int64 {
	if a.count == a.hi-a.lo {
		return 0
	}
	return (a.hi - a.lo + 7) / 8
}
