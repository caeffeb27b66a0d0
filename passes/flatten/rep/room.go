package rep

// Room: data that a loop appends to has room behind the elements that count, so that a
// step writes what it appends and nothing else.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// What is noted of data, by its first vector.
const (
	partsNote    = "parts"     // concatenated: what has been put together
	usedNote     = "used"      // fkl.Expr: how many elements count, if there is room behind them
	carriedNote  = "carried"   // Value: the data itself, which a loop hands on
	grownNote    = "grown"     // Value: what a loop hands on, with elements behind it, or as it was
	handedOnNote = "handed on" // handedOn: what a loop hands on as the elements of a sequence
	runsNote     = "runs"      // Runs: consecutive ints, and how to make the first
)

// UsedOf is how many elements of data count: those before its room, and all if it has none.
func UsedOf(b *emit.Block, data Value) fkl.Expr {
	if n, ok := noted[fkl.Expr](b, data, usedNote); ok {
		return n
	}
	return Count(b, data)
}

// HasRoom reports whether it is known how many elements of data count.
func HasRoom(b *emit.Block, data Value) bool {
	_, ok := noted[fkl.Expr](b, data, usedNote)
	return ok
}

// SetUsed says that the first n elements of data, which has vectors, count.
func SetUsed(b *emit.Block, data Value, n fkl.Expr) { note(b, data, usedNote, n) }

// SetCarried says that a loop hands on data.
func SetCarried(b *emit.Block, data Value) { note(b, data, carriedNote, data) }

// SetGrown says that data, which branches yield, grew from base in all of them.
func SetGrown(b *emit.Block, data, base Value) { note(b, data, grownNote, base) }

// GrownFrom is the data that a loop hands on if data is that, perhaps with elements behind it,
// and else nil.
func GrownFrom(b *emit.Block, data Value) Value {
	first := partsOf(b, data)[0].data
	for _, what := range []string{grownNote, carriedNote} {
		if base, ok := noted[Value](b, first, what); ok {
			return base
		}
	}
	return nil
}

// AppendsTo reports whether data is before, which a loop hands on, with elements behind it.
func AppendsTo(b *emit.Block, data, before Value) bool {
	base := GrownFrom(b, data)
	return base != nil && SameData(base, GrownFrom(b, before)) && !SameData(data, before)
}

func note(b *emit.Block, data Value, what string, x any) {
	if b.Memos == nil {
		b.Memos = map[emit.Key]any{}
	}
	b.Memos[emit.Key{Of: leafOf(data), What: what}] = x
}

func noted[T any](b *emit.Block, data Value, what string) (x T, ok bool) {
	leaf := leafOf(data)
	for o := b; o != nil && leaf != nil; o = o.Parent {
		if x, ok := o.Memos[emit.Key{Of: leaf, What: what}].(T); ok {
			return x, true
		}
	}
	return x, false
}

// IsBase reports whether r is vectors, without sequences.
func IsBase(r Value) bool {
	if t, ok := r.(Tuple); ok {
		for _, c := range t {
			if !IsBase(c) {
				return false
			}
		}
		return len(t) > 0
	}
	return BaseType(r) != nil
}

// together is the elements of all datas, one after another: behind those of the first that
// count, if it has room.
func together(b *emit.Block, datas []Value) Value {
	if !HasRoom(b, datas[0]) || len(datas) == 1 {
		return AppendAll(b, datas)
	}
	used, more := UsedOf(b, datas[0]), AppendAll(b, datas[1:])
	n := Count(b, more)
	end := b.AddSize(used, n)
	data := Placed(b, datas[0], used, end, more, n)
	SetUsed(b, data, end)
	return data
}

// Slack is how many elements more than twice what it has data may have in any case.
const Slack = 64

// Placed is data, of which the first used elements count, with the n elements of more behind
// them, up to end: in place if there is room, and else in a copy with room for as many
// again as there were. Sequences in more are views of the data that results have.
func Placed(b *emit.Block, data Value, used, end fkl.Expr, more Value, n fkl.Expr) Value {
	var new Tuple
	Outer(b, more, (*[]Value)(&new))
	Force(b, data)
	news := Vecs(b, new...)
	fits := b.Prim(prim.Le, types.Bool, end, Count(b, data))
	roomy, _ := withRoom(b, data, fits, emit.Num(0), used, func(b *emit.Block) (size, to fkl.Expr) {
		return b.AddSize(b.AddSize(end, used), emit.Num(Slack)), emit.Num(0)
	})
	idx := MapOver(b, &emit.Space{N: n}, []*types.Type{types.Int}, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
		return []fkl.Expr{eb.Add(used, i)}
	})[0]
	var leaves Tuple
	Outer(b, roomy, (*[]Value)(&leaves))
	vs := make([]fkl.Expr, len(leaves))
	for k, v := range leaves {
		vs[k] = b.Let("data", types.Vec(BaseType(v)), &fkl.Scatter{Node: ir.At(b.Pos), Op: prim.RSet, Into: Vec(b, v), Idx: idx, Vals: news[k]})
	}
	at := 0
	return Rebuild(b, more, vs, &at)
}

// withRoom is data, of which the elements from one place up to another count, if it fits, and else
// a copy: it has size elements, and those that count begin at to. start is where they begin.
func withRoom(b *emit.Block, data Value, fits, from, upTo fkl.Expr, copy func(b *emit.Block) (size, to fkl.Expr)) (roomy Value, start fkl.Expr) {
	var old Tuple
	Outer(b, data, (*[]Value)(&old))
	olds := Vecs(b, old...)
	ts := make([]*types.Type, len(old))
	for k, v := range old {
		ts[k] = BaseType(v)
	}
	here, moved := b.Nested(), b.Nested()
	size, to := copy(moved)
	moves := !emit.IsInt(to, 0) || !emit.IsInt(from, 0)
	copied := MapOver(moved, &emit.Space{N: size}, ts, func(eb *emit.Block, _, i fkl.Expr) []fkl.Expr {
		i = eb.Add(eb.Sub(i, to), from)
		counts := eb.Prim(prim.Lt, types.Bool, i, upTo)
		if moves {
			counts = eb.Prim(prim.And, types.Bool, eb.Prim(prim.Ge, types.Bool, i, from), counts)
		}
		then, els := eb.Nested(), eb.Nested()
		is, zeros := make([]fkl.Expr, len(ts)), make([]fkl.Expr, len(ts))
		for k, v := range old {
			is[k], zeros[k] = ReadAt(then, v, i), fkl.Zero(ts[k])
		}
		return eb.LetN("c", ts, &fkl.If{Cond: counts, Then: then.Ret(is...), Else: els.Ret(zeros...)})
	})
	results, start := LeafTypesOf(old), from
	if moves {
		results, olds, copied = append(results, types.Int), append(olds, from), append(copied, to)
	}
	vs := b.LetN("roomy", results, &fkl.If{Node: ir.At(b.Pos), Cond: fits, Then: here.Ret(olds...), Else: moved.Ret(copied...)})
	if len(vs) > len(old) {
		start = vs[len(old)]
	}
	at := 0
	return Rebuild(b, data, vs, &at), start
}
