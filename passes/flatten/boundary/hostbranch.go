package boundary

// What the branches of a conditional of the host yield. Of sequences in sequences of lengths that
// are known before it, they yield only the data:
//
//	if c then (starts, lens, data) ..    =>    sd = ..; if c then (data) ..
//
// Beside data that has room, they yield how much of it counts.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A HostBranch is a conditional of the host that is being translated: the components of what it
// yields.
type HostBranch []*BranchPart

// A BranchPart is a component of what a conditional yields. Copies notes that something would
// be copied if descriptors that are known before it stayed. If Room is set, data has room; Grows
// notes that a branch puts elements behind what a loop hands on, Lost that nobody knows how many
// elements count.
type BranchPart struct {
	Room                bool
	Copies, Grows, Lost func()
	ty                  *types.Type
	like                rep.Value // the descriptors that are known before it, or nil
	n                   fkl.Expr  // how many elements there are, if like is set
	leaves              []*types.Type
	rooms               int // how many data it has that can have room
	ends                []BranchEnd
}

// Open begins a part of type t, of which descriptors stay if they are known and keep is set. It
// returns the types of what branches yield of it.
func (p *BranchPart) Open(b *emit.Block, t *types.Type, keep bool) (all []*types.Type) {
	if p.ty = t; keep {
		p.like, p.n = regularLike(b, t)
	}
	if p.like == nil && t.Kind == types.KSeq {
		p.rooms = Rooms(t.Elem())
	}
	p.leaves = LoopTypes(t, p.like)
	all = append(all, p.leaves...)
	for range p.rooms {
		if p.Room {
			all = append(all, types.Int)
		}
	}
	return all
}

// End is what a branch yields that ends with r in b.
func (h HostBranch) End(b *emit.Block, r rep.Value) (out []fkl.Expr) {
	var flat []rep.Value
	ends := make([]int, len(h))
	for k, r := range rep.Parts(r) {
		LoopReps(b, r, h[k].like, h[k].Copies, &flat)
		ends[k] = len(flat)
	}
	vals, from := rep.Values(b, flat), 0
	for k, r := range rep.Parts(r) {
		out, from = append(out, vals[from:ends[k]]...), ends[k]
		if h[k].rooms == 0 {
			continue
		}
		elems := r.(rep.Seq).Elems
		h[k].ends = append(h[k].ends, BranchEnd{b, elems})
		if h[k].Room {
			out = append(out, UsedIn(b, elems, h[k].rooms, h[k].Lost)...)
		}
	}
	return out
}

// Value is what the conditional yields as vs, of type t.
func (h HostBranch) Value(b *emit.Block, t *types.Type, vs []fkl.Expr) rep.Value {
	out := make([]rep.Value, len(h))
	for k, p := range h {
		n := len(p.leaves)
		out[k] = FromLoop(b, p.ty, p.like, p.n, vs[:n])
		if vs = vs[n:]; p.rooms == 0 {
			continue
		}
		elems := out[k].(rep.Seq).Elems
		NoteCovers(elems, p.ends)
		datas := Roomy(elems)
		if NoteGrown(b, datas, p.ends) {
			p.Grows()
		}
		if p.Room {
			for i, data := range datas {
				rep.SetUsed(b, data, vs[i])
			}
			vs = vs[len(datas):]
		}
	}
	return Assemble(t, out)
}

// regularLike is a value like that of a value of type t, sequences in sequences, with regular
// descriptors and without data, and how many elements it has; nil if a length is not known.
func regularLike(b *emit.Block, t *types.Type) (like rep.Value, n fkl.Expr) {
	if rep.Nodes(t) < 2 || t.Kind != types.KSeq || len(t.Sizes) != 1 {
		return nil, nil
	}
	if n = rep.LengthOf(b, t.Sizes[0]); n == nil || !rep.LengthsKnown(b, t.Elem()) {
		return nil, nil
	}
	return regularElems(b, n, t.Elem()), n
}

// regularElems is count elements of type t, of lengths that are known.
func regularElems(b *emit.Block, count fkl.Expr, t *types.Type) rep.Value {
	switch t.Kind {
	case types.KTuple:
		out := make(rep.Tuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = regularElems(b, count, c)
		}
		return out
	case types.KSeq:
		sp := rep.RegularSpace(b, count, rep.LengthOf(b, t.Sizes[0]))
		return &rep.Nested{Packed: sp, Data: regularElems(b, sp.N, t.Elem())}
	}
	return rep.Vector{Type: t}
}
