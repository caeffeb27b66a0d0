package rep

// Values that a conditional of the host chooses: each branch ends in the leaves of its own.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
)

// Parts lists the components of a lifted value.
func Parts(r Value) []Value {
	t, ok := r.(Tuple)
	if !ok {
		return []Value{r}
	}
	var out []Value
	for _, c := range t {
		out = append(out, Parts(c)...)
	}
	return out
}

// A BranchJoin is what the branches of a plain branch under a map have in common: their
// vectors, and how to build the value from those that the branch yields. Data
// that both branches share stays outside.
type BranchJoin struct{ One, Two []Value }

// Plan lists the vectors of two values and returns how to build either
// from the results.
func (j *BranchJoin) Plan(b1, b2 *emit.Block, x, y Value) func(next func() fkl.Expr) Value {
	if xt, ok := x.(Tuple); ok {
		cs := make([]func(func() fkl.Expr) Value, len(xt))
		for i := range xt {
			cs[i] = j.Plan(b1, b2, xt[i], y.(Tuple)[i])
		}
		return func(next func() fkl.Expr) Value {
			out := make(Tuple, len(cs))
			for i, c := range cs {
				out[i] = c(next)
			}
			return out
		}
	}
	if one, ok := x.(Scalar); ok && x == y { // one for all elements, made before
		return func(func() fkl.Expr) Value { return one }
	}
	if t := BaseType(x); t != nil {
		j.One, j.Two = append(j.One, x), append(j.Two, y)
		return func(next func() fkl.Expr) Value { return Vector{next(), t} }
	}
	if u, ok := x.(Seq); ok && SameData(u.Elems, y.(Seq).Elems) { // one for all elements, made before
		return func(func() fkl.Expr) Value { return u }
	}
	xv, yv := x.(*Nested), y.(*Nested)
	if xv.Packed != nil && xv.Packed == yv.Packed {
		data := j.Plan(b1, b2, xv.Data, yv.Data)
		return func(next func() fkl.Expr) Value { return &Nested{Data: data(next), Packed: xv.Packed} }
	}
	j.One = append(j.One, StartsOf(b1, xv), LensOf(b1, xv))
	j.Two = append(j.Two, StartsOf(b2, yv), LensOf(b2, yv))
	data := func(func() fkl.Expr) Value { return xv.Data }
	if !SameData(xv.Data, yv.Data) {
		data = j.Plan(b1, b2, xv.Data, yv.Data)
	}
	return func(next func() fkl.Expr) Value {
		s := Vector{next(), types.Int}
		l := Vector{next(), types.Int}
		return &Nested{Starts: s, Lens: l, Data: data(next)}
	}
}

// LeafTypesOf is the types of the vectors of base values.
func LeafTypesOf(rs []Value) []*types.Type {
	out := make([]*types.Type, len(rs))
	for i, r := range rs {
		out[i] = types.Vec(BaseType(r))
	}
	return out
}

// Joined is x if cond holds, made in then, and otherwise y, made in els; name is that
// of the variables. How much of the data of sequences counts is a number beside it, if it has room.
func Joined(b *emit.Block, name string, pos ir.Pos, cond fkl.Expr, then, els *emit.Block, x, y Value) Value {
	j := &BranchJoin{}
	build := j.Plan(then, els, x, y)
	ts, ones, twos := LeafTypesOf(j.One), Values(then, j.One), Values(els, j.Two)
	one, ok := x.(*Nested)
	two, also := y.(*Nested)
	if ok && also && IsBase(one.Data) && IsBase(two.Data) && !SameData(one.Data, two.Data) && (HasRoom(then, one.Data) || HasRoom(els, two.Data)) {
		ts, ones, twos = append(ts, types.Int), append(ones, UsedOf(then, one.Data)), append(twos, UsedOf(els, two.Data))
	}
	vs := b.LetN(name, ts, &fkl.If{Node: ir.At(pos), Cond: cond, Then: then.Ret(ones...), Else: els.Ret(twos...)})
	out := build(func() (v fkl.Expr) {
		v, vs = vs[0], vs[1:]
		return v
	})
	if len(vs) > 0 {
		SetUsed(b, out.(*Nested).Data, vs[0])
	}
	return out
}

// Anywhere is whether flags, of one element or of all of them, hold for any.
func Anywhere(b *emit.Block, flags Value) Value {
	if _, one := flags.(Scalar); one {
		return flags
	}
	return Scalar{b.Let("some", types.Bool, &fkl.Reduce{Node: ir.At(b.Pos), Op: prim.ROr, Vec: Vec(b, flags)})}
}

// Choose is the sequences that one or two makes, as cond says.
func Choose(b *emit.Block, cond fkl.Expr, one, two func(b *emit.Block) *Nested) *Nested {
	then, els := b.Nested(), b.Nested()
	return Joined(b, "own", b.Pos, cond, then, els, one(then), two(els)).(*Nested)
}
