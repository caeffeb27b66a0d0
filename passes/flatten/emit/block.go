// Package emit writes flat code: blocks of lets and checks, index spaces and their
// descriptors. It remembers what a block has computed, so that nothing is asked twice. It
// imports passes/sizes and ir.
package emit

// Emitting flat code: a list of lets that is wrapped around its result.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Block is the code of one block so far: host code, or element code when host
// is set. Materialised values are remembered per block, so that a value made
// in one branch is never used in another.
type Block struct {
	Parent *Block // the enclosing block of the same kind
	Host   *Block // element code: the host block that will hold the Map
	Space  *Space // element code: the space of that Map
	Pos    ir.Pos
	Steps  []step
	Memos  map[Key]any

	indices int // of spaces, that have a name; in the outermost block (levels.go)
}

// A step is a let, or a check when cond is set.
type step struct {
	pos   ir.Pos
	Binds []*fkl.Var
	Rhs   fkl.Expr
	check *fkl.Check
}

// Key is what a block remembers something under: a variable, a size or a value, and what of it.
type Key struct {
	Of   any
	What string
}

// Nested starts a nested block of the same kind (a branch, a loop body).
func (b *Block) Nested() *Block { return &Block{Parent: b, Host: b.Host, Space: b.Space, Pos: b.Pos} }

// Computes reports whether b binds the atom e.
func (b *Block) Computes(e fkl.Expr) bool {
	r, ok := e.(*fkl.Ref)
	return ok && slices.ContainsFunc(b.Steps, func(s step) bool { return slices.Contains(s.Binds, r.Var) })
}

// SetPos takes the position of e for what is emitted next, if it has one.
func (b *Block) SetPos(e nkl.Expr) {
	if e.Pos().IsValid() {
		b.Pos = e.Pos()
	}
}

// Memo returns what make made for key in this block or an enclosing one.
func Memo[T any](b *Block, key Key, make func() T) T {
	for o := b; o != nil; o = o.Parent {
		if v, ok := o.Memos[key]; ok {
			return v.(T)
		}
	}
	v := make()
	if b.Memos == nil {
		b.Memos = map[Key]any{}
	}
	b.Memos[key] = v
	return v
}

// In wraps the code of b around its result.
func (b *Block) In(body fkl.Expr) fkl.Expr {
	for i := len(b.Steps) - 1; i >= 0; i-- {
		s := b.Steps[i]
		if s.check != nil {
			c := *s.check
			c.Then = body
			body = &c
			continue
		}
		body = &fkl.Let{Node: ir.At(s.pos), Binds: s.Binds, Rhs: s.Rhs, Body: body}
	}
	return body
}

// Ret ends the block with the given results.
func (b *Block) Ret(vals ...fkl.Expr) fkl.Expr {
	return b.In(&fkl.Ret{Node: ir.At(b.Pos), Vals: vals})
}

// LetN binds the results of rhs.
func (b *Block) LetN(name string, ts []*types.Type, rhs fkl.Expr) []fkl.Expr {
	binds, refs := make([]*fkl.Var, len(ts)), make([]fkl.Expr, len(ts))
	for i, t := range ts {
		binds[i] = types.NewVar(name, t)
		refs[i] = Ref(binds[i])
	}
	b.Steps = append(b.Steps, step{pos: b.Pos, Binds: binds, Rhs: rhs})
	return refs
}

// Let binds the one result of rhs.
func (b *Block) Let(name string, t *types.Type, rhs fkl.Expr) fkl.Expr {
	return b.LetN(name, []*types.Type{t}, rhs)[0]
}

// Check emits a check of cond.
func (b *Block) Check(pos ir.Pos, cond fkl.Expr, text string) {
	b.Steps = append(b.Steps, step{check: &fkl.Check{Node: ir.At(pos), Cond: cond, Error: text}})
}

// Ref is a use of v, and Num the int n.
func Ref(v *fkl.Var) fkl.Expr { return &fkl.Ref{Var: v} }
func Num(n int64) fkl.Expr    { return &fkl.Int{Val: n} }

// IsInt reports whether e is the int n.
func IsInt(e fkl.Expr, n int64) bool {
	i, ok := e.(*fkl.Int)
	return ok && i.Val == n
}

// Prim applies a scalar primitive whose result has type t.
func (b *Block) Prim(code prim.Code, t *types.Type, args ...fkl.Expr) fkl.Expr {
	return b.Let(code.String(), t, &fkl.Prim{Node: ir.At(b.Pos), Op: code.Prim(), Args: args})
}

// Add is the sum of two ints; AddSize that of two lengths, which does not wrap.
func (b *Block) Add(x, y fkl.Expr) fkl.Expr     { return b.plus(prim.Add, x, y) }
func (b *Block) AddSize(x, y fkl.Expr) fkl.Expr { return b.plus(prim.AddSize, x, y) }

// plus is the sum of two ints by op.
func (b *Block) plus(op prim.Code, x, y fkl.Expr) fkl.Expr {
	if IsInt(x, 0) {
		return y
	}
	if IsInt(y, 0) {
		return x
	}
	return b.Prim(op, types.Int, x, y)
}

// Sub is the difference of two ints.
func (b *Block) Sub(x, y fkl.Expr) fkl.Expr {
	if IsInt(y, 0) {
		return x
	}
	return b.Prim(prim.Sub, types.Int, x, y)
}

// At is element i of vector v, of type t.
func (b *Block) At(t *types.Type, v, i fkl.Expr) fkl.Expr {
	return b.Let("e", t, &fkl.At{Node: ir.At(b.Pos), Vec: v, Idx: i})
}

// Length is the length of a vector, asked once per block.
func (b *Block) Length(v fkl.Expr) fkl.Expr {
	r, ok := v.(*fkl.Ref)
	if !ok {
		panic("flatten: length of a vector without a name")
	}
	return Memo(b, Key{r.Var, "length"}, func() fkl.Expr {
		return b.Let("n", types.Int, &fkl.Length{Vec: v})
	})
}

// total, starts and lens ask a descriptor once per block.
func (b *Block) total(sd fkl.Expr) fkl.Expr {
	return b.askDescriptor(sd, "total", types.Int, func() fkl.Expr { return &fkl.SdTotal{Sd: sd} })
}

// Starts is where the segments of a descriptor start, and Lens their lengths.
func (b *Block) Starts(sd fkl.Expr) fkl.Expr {
	sd = b.Representative(sd)
	return b.askDescriptor(sd, "starts", types.Vec(types.Int), func() fkl.Expr { return &fkl.SdStarts{Sd: sd} })
}

func (b *Block) Lens(sd fkl.Expr) fkl.Expr {
	sd = b.Representative(sd)
	return b.askDescriptor(sd, "lens", types.Vec(types.Int), func() fkl.Expr { return &fkl.SdLens{Sd: sd} })
}

// UniteDescriptors notes that the segments of two descriptors are equally long, which was
// checked: sd is asked for in place of other from here on.
func (b *Block) UniteDescriptors(other, sd fkl.Expr) {
	Memo(b, Key{other.(*fkl.Ref).Var, "alike"}, func() fkl.Expr { return sd })
}

// Representative is the descriptor that is asked for in place of sd.
func (b *Block) Representative(sd fkl.Expr) fkl.Expr {
	for o := b.HostOf(); o != nil; o = o.Parent {
		if other, ok := o.Memos[Key{sd.(*fkl.Ref).Var, "alike"}]; ok {
			return b.Representative(other.(fkl.Expr))
		}
	}
	return sd
}

func (b *Block) askDescriptor(sd fkl.Expr, what string, t *types.Type, form func() fkl.Expr) fkl.Expr {
	return Memo(b, Key{sd.(*fkl.Ref).Var, what}, func() fkl.Expr { return b.Let(what, t, form()) })
}

// SdMake makes the descriptor of segments with the lengths in vector v, whose
// sum is total; the device is asked for it when total is nil.
func (b *Block) SdMake(v, total fkl.Expr) *Space {
	return Memo(b, Key{v.(*fkl.Ref).Var, "sd"}, func() *Space {
		sd := b.Let("sd", types.Sd, &fkl.SdMake{Lens: v})
		b.noteLengths(sd, v)
		if total == nil {
			total = b.total(sd)
		}
		return &Space{N: total, Sd: sd}
	})
}

// SdGiven is SdMake where the packed sequences are known to start at starts.
func (b *Block) SdGiven(lens, starts, total fkl.Expr) *Space {
	return Memo(b, Key{lens.(*fkl.Ref).Var, "sd"}, func() *Space {
		sd := b.Let("sd", types.Sd, &fkl.SdGiven{Lens: lens, Starts: starts, Total: total})
		b.noteLengths(sd, lens)
		return &Space{N: total, Sd: sd}
	})
}

// noteLengths remembers that the segments of sd have the lengths in vector v: all
// sequences that are as long share that vector, and so what is made of it.
func (b *Block) noteLengths(sd, v fkl.Expr) {
	Memo(b, Key{sd.(*fkl.Ref).Var, "lens"}, func() fkl.Expr { return v })
}

// SdJoin is the space of the elements of inner, whose segments are the elements
// of outer, in the segments of outer.
func (b *Block) SdJoin(outer, inner *Space) *Space {
	sd := b.Let("sd", types.Sd, &fkl.SdJoin{Outer: outer.Sd, Inner: inner.Sd})
	return &Space{N: inner.N, Sd: sd, Regular: outer.Regular && inner.Regular}
}

// SdRegular makes the descriptor of count segments of length len.
func (b *Block) SdRegular(count, len fkl.Expr) *Space {
	sd := b.Let("sd", types.Sd, &fkl.SdRegular{Count: count, Len: len})
	return &Space{N: b.total(sd), Sd: sd, Regular: true, Each: len}
}

// HostOf is the host block that b belongs to: b itself, or the one that will hold the Map.
func (b *Block) HostOf() *Block {
	if b.Host != nil {
		return b.Host
	}
	return b
}
