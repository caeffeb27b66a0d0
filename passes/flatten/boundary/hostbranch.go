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

// A HostBranch is a conditional of the host, or the ways out of a loop, that is being translated: the
// components of what it yields.
type HostBranch []*BranchPart

// A BranchPart is a component of what a conditional yields. Copies notes that something would
// be copied if descriptors that are known before it stayed. If Room is set, data has room; Grows
// notes that a branch puts elements behind what a loop hands on, Lost that nobody knows how many
// elements count. Window tells how the sequence itself is handed on. Compacts is set for a loop that
// leaves elements out of data, up to a limit of its own: who goes on with what it yields looks after that.
type BranchPart struct {
	Compacts            bool
	Window              WindowPart
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
	return p.open()
}

// OpenLike begins a part of type t, which has the descriptors of like and n elements, unless like is nil.
func (p *BranchPart) OpenLike(t *types.Type, like rep.Value, n fkl.Expr) []*types.Type {
	p.ty, p.like, p.n = t, like, n
	return p.open()
}

func (p *BranchPart) open() (all []*types.Type) {
	numbers := 0
	if p.like == nil && p.ty.Kind == types.KSeq {
		p.rooms, numbers = Rooms(p.ty.Elem()), p.Window.numbers()
	}
	p.leaves = LoopTypes(p.ty, p.like)
	all = append(all, p.leaves...)
	if p.Room {
		numbers += p.rooms
	}
	for range numbers {
		all = append(all, types.Int)
	}
	return all
}

// views reports whether the part is a sequence without descriptors that are known before.
func (p *BranchPart) views() bool { return p.like == nil && p.ty.Kind == types.KSeq }

// End is what a branch yields that ends with r in b.
func (h HostBranch) End(b *emit.Block, r rep.Value) (out []fkl.Expr) {
	var flat []rep.Value
	parts := rep.Parts(r)
	ends, numbers := make([]int, len(h)), make([][]fkl.Expr, len(h))
	for k, r := range parts {
		if h[k].views() {
			u := r.(rep.Seq)
			h[k].Window.note(b, u)
			r, numbers[k] = h[k].Window.Give(b, u)
		}
		LoopReps(b, r, h[k].like, h[k].Copies, &flat)
		ends[k] = len(flat)
	}
	vals, from := rep.Values(b, flat), 0
	for k, r := range parts {
		out, from = append(out, vals[from:ends[k]]...), ends[k]
		if !h[k].views() {
			continue
		}
		u := r.(rep.Seq)
		h[k].ends = append(h[k].ends, BranchEnd{b, u})
		if h[k].Room {
			out = append(out, UsedIn(b, u.Elems, h[k].rooms, h[k].Lost)...)
		}
		out = append(out, numbers[k]...)
	}
	return out
}

// Value is what the conditional yields as vs, of type t.
func (h HostBranch) Value(b *emit.Block, t *types.Type, vs []fkl.Expr) rep.Value {
	out := make([]rep.Value, len(h))
	for k, p := range h {
		n := len(p.leaves)
		out[k] = FromLoop(b, p.ty, p.like, p.n, vs[:n])
		if vs = vs[n:]; !p.views() {
			continue
		}
		used := vs
		if p.Room {
			vs = vs[p.rooms:]
		}
		n = p.Window.numbers()
		u := p.Window.Take(b, out[k].(rep.Seq), vs[:n])
		out[k], vs = u, vs[n:]
		NoteHandedOn(b, u, p.ends)
		if !p.Compacts {
			NoteCovers(u.Elems, p.ends)
		}
		datas := Roomy(u.Elems)
		if NoteGrown(b, datas, p.ends) || haveRoom(p.ends) {
			p.Grows()
		}
		if p.Room {
			for i, data := range datas {
				rep.SetUsed(b, data, used[i])
			}
		}
	}
	return Assemble(t, out)
}

// Pass adds to out what r, an argument or a result, is handed over as. again is whether the recursion
// goes on with it: a result that grew in b from what a call has returned grows with the recursion. Other arguments
// are windows if the caller has them.
func (p *BranchPart) Pass(b *emit.Block, r rep.Value, result, again bool, out *[]rep.Value) {
	u, ok := r.(rep.Seq)
	if !ok {
		rep.Flatten(b, r, out)
		return
	}
	datas := Roomy(u.Elems)
	if result || again || u.Window != nil {
		p.Window.note(b, u)
	}
	for _, data := range datas {
		if base := rep.GrownFrom(b, data); result && base != nil && !rep.SameData(base, data) || !result && rep.HasRoom(b, data) {
			p.Grows()
		}
	}
	data, numbers := p.Window.Give(b, u)
	rep.Flatten(b, data, out)
	if p.Room {
		numbers = append(UsedIn(b, u.Elems, p.rooms, p.Lost), numbers...)
	}
	for _, n := range numbers {
		*out = append(*out, rep.Scalar{Atom: n})
	}
}

// Passed is an argument, or the result of a call, handed over as leaves in b. again is whether the call
// belongs to the recursion that is translated.
func (p *BranchPart) Passed(b *emit.Block, leaves []fkl.Expr, again bool) rep.Value {
	n := len(p.leaves)
	u, ok := rep.FromLeaves(b, p.ty, false, leaves[:n]).(rep.Seq)
	if !ok {
		return rep.FromLeaves(b, p.ty, false, leaves)
	}
	used := leaves[n:]
	numbers := used
	if p.Room {
		numbers = used[p.rooms:]
	}
	u = p.Window.Take(b, u, numbers)
	if again {
		u.SetHandedOn(b, false)
	}
	for k, data := range Roomy(u.Elems) {
		if p.Room {
			rep.SetUsed(b, data, used[k])
		}
		if again {
			rep.SetCarried(b, data)
		}
	}
	return u
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
