package boundary

// Room in what loops and conditionals of the host hand on: how many elements of data count is a
// number beside it.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// Roomy lists the data in r that can have room: that of the innermost sequences.
func Roomy(r rep.Value) (datas []rep.Value) {
	EachDepth(r, nil, func(v *rep.Nested, _ rep.Value) {
		if rep.IsBase(v.Data) {
			datas = append(datas, v.Data)
		}
	})
	return datas
}

// Rooms is how many data with room elements of type t have.
func Rooms(t *types.Type) (n int) {
	switch {
	case t.Kind == types.KTuple:
		for _, c := range t.Elems {
			n += Rooms(c)
		}
	case t.Kind == types.KSeq && rep.Nodes(t) == 1:
		return 1
	case t.Kind == types.KSeq:
		return Rooms(t.Elem())
	}
	return n
}

// appendsTo reports whether data of innermost sequences in r is that of before with more behind it.
func appendsTo(b *emit.Block, r, before rep.Value) bool {
	was := Roomy(before)
	for k, data := range Roomy(r) {
		if k < len(was) && rep.AppendsTo(b, data, was[k]) {
			return true
		}
	}
	return false
}

// enterRoom adds how many elements of data with room count, in b; the loop begins with init.
func (x *LoopVar) enterRoom(before, b *emit.Block, elems, init rep.Value) {
	first := UsedIn(before, init, len(Roomy(elems)), x.Lost)
	for k, data := range Roomy(elems) {
		n := types.NewVar("used", types.Int)
		x.used, x.firstUsed = append(x.used, n), append(x.firstUsed, first[k])
		rep.SetUsed(b, data, emit.Ref(n))
	}
}

// usedNext is how many elements of data with room count in the next iteration.
func (x *LoopVar) usedNext(b *emit.Block, r rep.Value) []fkl.Expr {
	for _, data := range Roomy(r) {
		if !rep.HasRoom(b, data) {
			x.Lost()
		}
	}
	return UsedIn(b, r, len(x.used), x.Lost)
}

// UsedIn is how many elements count of each of the n data of r that can have room. It calls
// lost, and has other numbers, if r is no views of so many.
func UsedIn(b *emit.Block, r rep.Value, n int, lost func()) []fkl.Expr {
	used := make([]fkl.Expr, n)
	datas := Roomy(r)
	if len(datas) != n {
		lost()
	}
	for k := range used {
		used[k] = emit.Num(0)
		if k < len(datas) {
			used[k] = rep.UsedOf(b, datas[k])
		}
	}
	return used
}

// A BranchEnd is a sequence that a branch yields, made in a block.
type BranchEnd struct {
	Block *emit.Block
	rep.Seq
}

// haveRoom reports whether data that a branch yields has room, of which nobody would know how much counts.
func haveRoom(ends []BranchEnd) bool {
	return slices.ContainsFunc(ends, func(e BranchEnd) bool {
		return slices.ContainsFunc(Roomy(e.Elems), func(data rep.Value) bool { return rep.HasRoom(e.Block, data) })
	})
}

// NoteHandedOn notes that u, what branches yield, is handed on by a loop if that of a branch is.
func NoteHandedOn(b *emit.Block, u rep.Seq, ends []BranchEnd) {
	any, resized := false, false
	for _, e := range ends {
		is, more := e.HandedOn(e.Block)
		any, resized = any || is, resized || more
		if u.Window != nil && e.Window != nil && e.Window.Narrowed {
			u.Window.Narrowed = true
		}
	}
	if any {
		u.SetHandedOn(b, resized)
	}
}

// NoteGrown notes which of datas, of what branches yield, grew from data that a loop hands on
// in all of them. It reports whether a branch has put elements behind such data.
func NoteGrown(b *emit.Block, datas []rep.Value, ends []BranchEnd) (grown bool) {
	for k, data := range datas {
		var base rep.Value
		same, more := true, false
		for _, e := range ends {
			ds := Roomy(e.Elems)
			if len(ds) != len(datas) {
				return false
			}
			from := rep.GrownFrom(e.Block, ds[k])
			if base == nil {
				base = from
			}
			same = same && from != nil && rep.SameData(from, base)
			more = more || from != nil && !rep.SameData(ds[k], from)
		}
		if same && base != nil {
			rep.SetGrown(b, data, base)
			grown = grown || more
		}
	}
	return grown
}

// NoteCovers notes which sequences of r, of what branches yield, have all elements of their data
// in all of them.
func NoteCovers(r rep.Value, ends []BranchEnd) {
	covers := map[int]int{}
	for _, e := range ends {
		depth := 0
		EachDepth(e.Elems, nil, func(v *rep.Nested, _ rep.Value) {
			if v.Covers() {
				covers[depth]++
			}
			depth++
		})
	}
	depth := 0
	EachDepth(r, nil, func(v *rep.Nested, _ rep.Value) {
		v.CoversData = covers[depth] == len(ends)
		depth++
	})
}
