package kir

// Ranks. With Options.Ranks, a program runs as on so many processes, each with a device of
// its own (docs/ranks.md): all execute the host program, which one interpreter does for
// all of them, since they may not differ. Each rank has its own view of every buffer, and
// groups of a launch see the view of the rank that runs them. Which groups these are, and
// what is brought where (place.go), is decided as by the runtime (nes_ranks.h). Elements
// that a rank does not have are as if nobody had written them; so a group that reads one is
// found.

import (
	"slices"

	"nessiec/backends/ref/kir/blocks"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// Traffic is what ranks do and send, as -stats of a program on real ranks counts it.
type Traffic struct {
	Divided, Repeated int64   // launches
	Moves             int64   // of arrays to other blocks
	Everywhere        int64   // arrays that were brought to all ranks
	EverywhereBytes   int64   // their sizes
	Fetches           int64   // of elements that a launch gathers
	Deliveries        int64   // of elements that it scatters
	Sent              int64   // bytes of arrays that all ranks sent
	Work              []int64 // accesses of kernels to memory, by rank
}

// A division is how ranks divide the groups of a launch.
type division struct {
	parts, size, length int64   // none: every rank runs all groups
	first               []int64 // group of each rank, and the number of groups
	rows, elems         []int64 // of a merge: those of each rank, and their numbers
}

// divide decides which groups each rank runs.
func (x *Machine) divide(p *program, groups int64, args []val) division {
	d := division{}
	if p.division != nil && x.divisible(p, args) {
		h := x.scalars(p, args)
		size, count := h.word(p.division.Size), h.word(p.division.Count)
		if d.length = h.word(p.division.Length); d.length >= 0 && size > 0 && count > size && groups > 1 {
			d.parts, d.size = (count+size-1)/size, size
		}
	}
	if groups > 1 && kir.AnyGroups(p.kernel) && x.divisible(p, args) {
		d.parts, d.size, d.length = groups, 1, 1
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
	if p.division != nil && p.division.Merge != nil {
		x.merged(&d, p, args)
	}
	return d
}

// merged finds which elements and rows ranks have of a merge.
func (x *Machine) merged(d *division, p *program, args []val) {
	h, m := x.scalars(p, args), p.division.Merge
	n, count, offs := h.word(m.N), h.word(m.Count), h.env[kir.VarOf(m.Offs)].buf
	whole := &buffer{words: make([]prim.Word, len(offs.words))}
	for i := range whole.words {
		whole.words[i] = offs.view(offs.owner(int64(i))).words[i]
	}
	for r := range int64(x.opts.Ranks) + 1 {
		at := n + count
		if r < int64(x.opts.Ranks) {
			at = min(at, d.parts*r/int64(x.opts.Ranks)*d.size)
		}
		row := whole.ended(at, n, 0, count)
		elem := at - row
		if r > 0 { // behind a failed check they may be anything
			row, elem = max(row, d.rows[r-1]), max(elem, d.elems[r-1])
		}
		d.rows, d.elems = append(d.rows, row), append(d.elems, elem)
	}
}

// scalars is a host that knows the parameters of a kernel.
func (x *Machine) scalars(p *program, args []val) *host {
	h := &host{Machine: x, env: make(map[*kir.Var]val, len(args))}
	for i, v := range p.kernel.Params {
		h.env[v] = args[i]
	}
	return h
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

// wanted is the blocks in which a launch has an array of n elements, and what each rank
// reads of it; nil: everything.
func (x *Machine) wanted(d division, a kir.Access, n int64) (at blocks.Place, reads []blocks.Range) {
	if d.parts == 0 || !a.Divided() || a == kir.Packed || a == kir.Alone {
		return nil, nil
	}
	scale, borders := int64(1), d.elems
	switch {
	case a == kir.Own || a == kir.Write:
		scale = d.size * d.length
	case a == kir.RowOwn || a == kir.RowWrite || a == kir.OwnNext:
		scale, borders = d.size, d.rows
	case a == kir.Partial:
		scale, borders = max(n/d.parts, 1), nil
	}
	ranks := x.opts.Ranks
	for r := range ranks {
		start := func(r int) int64 {
			switch {
			case r == ranks:
				return n
			case borders != nil:
				return min(borders[r], n)
			}
			return min(d.parts*int64(r)/int64(ranks)*scale, n)
		}
		at, reads = append(at, blocks.Piece{Start: start(r), Rank: r}), append(reads, blocks.Range{Lo: start(r), Hi: start(r + 1), Rank: r})
		switch {
		case a == kir.OwnNext && reads[r].Lo < reads[r].Hi:
			reads[r].Hi = min(reads[r].Hi+1, n)
		case a == kir.RowOwn && d.rows != nil: // with the next row, and where that ends
			reads[r].Hi = min(reads[r].Hi+2, n)
		}
	}
	if x.opts.Blocks != nil {
		x.opts.Blocks(at)
	}
	return at, reads
}

// scattered is the blocks in which an array of n elements is that a launch writes anywhere: those of
// the launch, or as many.
func (x *Machine) scattered(d division, n int64) (at blocks.Place) {
	scale := d.size * d.length
	if scale <= 0 || (n+scale-1)/scale != d.parts {
		scale = (n + d.parts - 1) / d.parts
	}
	for r := range x.opts.Ranks {
		at = append(at, blocks.Piece{Start: min(d.parts*int64(r)/int64(x.opts.Ranks)*scale, n), Rank: r})
	}
	return at
}

// bring brings the arguments of a launch where it reads them, and returns the blocks
// in which it has them.
func (x *Machine) bring(p *program, d division, args []val) []blocks.Place {
	out := make([]blocks.Place, len(args))
	for i, a := range args {
		if a.buf == nil || a.buf == x.errors || p.access[i] == kir.Packed && d.parts > 0 {
			continue
		}
		at, reads := x.wanted(d, p.access[i], int64(len(a.buf.words)))
		out[i] = at
		switch {
		case p.access[i] == kir.Alone && d.parts > 0:
		case p.access[i].Delivers() && d.parts > 0:
			if a.buf.place == nil {
				a.buf.place = x.scattered(d, int64(len(a.buf.words)))
			}
			if out[i] = a.buf.place; p.access[i] == kir.Maxima {
				x.lower(a.buf)
			}
		case a.buf.fresh || a.buf.place == nil:
		case p.access[i] == kir.Amended:
			out[i] = a.buf.place
		case p.access[i] == kir.Fetched: // a Fetch has brought what is read
		case at == nil:
			x.everywhere(a.buf)
		default:
			x.move(a.buf, at, reads)
		}
	}
	return out
}

// packed is where a launch writes the elements of its windows, by argument.
func (x *Machine) packed(p *program, d division, args []val, out []blocks.Place) {
	if p.division == nil {
		return
	}
	h, ranges := x.scalars(p, args), map[*kir.Var][]blocks.Range{}
	for _, w := range p.division.Windows {
		starts, base := h.env[kir.VarOf(w.Starts)].buf, h.word(w.Base)
		at := make([]int64, x.opts.Ranks+1)
		for r := range at {
			i := int64(len(starts.words)) - 1
			if r < x.opts.Ranks {
				i = min(i, d.parts*int64(r)/int64(x.opts.Ranks)*d.size)
			}
			if i >= 0 {
				at[r] = base + starts.view(starts.owner(i)).started(w.Rest, i)
			}
		}
		for r := range x.opts.Ranks {
			ranges[kir.VarOf(w.Buf)] = append(ranges[kir.VarOf(w.Buf)], blocks.Range{Lo: at[r], Hi: at[r+1], Rank: r})
		}
	}
	for i, v := range p.kernel.Params {
		if p.access[i] == kir.Packed {
			out[i] = blocks.Of(ranges[v], int64(len(args[i].buf.words)), x.opts.Ranks-1)
		}
	}
}

// divided runs a launch on all ranks.
func (x *Machine) divided(p *program, groups int64, args []val) {
	d := x.divide(p, groups, args)
	blocks := x.bring(p, d, args)
	if d.parts > 0 {
		x.packed(p, d, args, blocks)
		x.cut = d.rows
	}
	for r := range x.opts.Ranks {
		x.rank = r
		x.Traffic.Work[r] -= x.Cost.Reads + x.Cost.Writes
		mine := viewed(args, r)
		x.amend(p, mine, true)
		if d.parts == 0 {
			x.groups(p, 0, groups, groups, mine)
		} else {
			x.groups(p, d.first[r], d.first[r+1], groups, mine)
		}
		x.amend(p, mine, false)
		x.Traffic.Work[r] += x.Cost.Reads + x.Cost.Writes
	}
	x.rank, x.cut = 0, nil
	if inspects(p) { // ranks keep what they have, for the launch after it
		return
	}
	for i, a := range args {
		switch {
		case a.buf == nil || a.buf == x.errors || p.access[i] == kir.Alone && d.parts > 0:
		case p.access[i] == kir.Fetched:
			x.settle(a.buf, a.buf.place)
		case p.access[i].Writes():
			a.buf.fresh, a.buf.asked = false, 0
			if p.access[i].Delivers() && d.parts > 0 {
				x.delivered(a.buf, p.access[i] == kir.Maxima)
			}
			x.settle(a.buf, blocks[i])
		case blocks[i] != nil && a.buf.place != nil: // what was read beyond the block
			x.settle(a.buf, blocks[i])
		}
	}
}

// amend begins or ends that a launch amends what a rank has of its arguments.
func (x *Machine) amend(p *program, args []val, begins bool) {
	for i, a := range args {
		if a.buf != nil && p.access[i] == kir.Amended {
			a.buf.amending = begins && a.buf.lacks
		}
	}
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
