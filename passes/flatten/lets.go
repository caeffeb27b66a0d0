package flatten

// Emitting flat code: a list of lets that is wrapped around its result.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// lets is the code of one block so far: host code, or element code when host
// is set. Materialised values are remembered per block, so that a value made
// in one branch is never used in another.
type lets struct {
	parent *lets  // the enclosing block of the same kind
	host   *lets  // element code: the host block that will hold the Map
	sp     *space // element code: the space of that Map
	pos    ir.Pos
	steps  []step
	memos  map[memoKey]any
}

// A step is a let, or a check when cond is set.
type step struct {
	binds []*fkl.Var
	rhs   fkl.Expr
	check *fkl.Check
}

type memoKey struct {
	of   any
	what string
}

// block starts a nested block of the same kind (an arm, a loop body).
func (b *lets) block() *lets { return &lets{parent: b, host: b.host, sp: b.sp, pos: b.pos} }

// stands takes the position of e for what is emitted next, if it has one.
func (b *lets) stands(e nkl.Expr) {
	if e.Pos().IsValid() {
		b.pos = e.Pos()
	}
}

// memo returns what make made for key in this block or an enclosing one.
func memo[T any](b *lets, key memoKey, make func() T) T {
	for o := b; o != nil; o = o.parent {
		if v, ok := o.memos[key]; ok {
			return v.(T)
		}
	}
	v := make()
	if b.memos == nil {
		b.memos = map[memoKey]any{}
	}
	b.memos[key] = v
	return v
}

// in wraps the code of b around its result.
func (b *lets) in(body fkl.Expr) fkl.Expr {
	for i := len(b.steps) - 1; i >= 0; i-- {
		s := b.steps[i]
		if s.check != nil {
			c := *s.check
			c.Then = body
			body = &c
			continue
		}
		body = &fkl.Let{Node: ir.At(b.pos), Binds: s.binds, Rhs: s.rhs, Body: body}
	}
	return body
}

// ret ends the block with the given results.
func (b *lets) ret(vals ...fkl.Expr) fkl.Expr {
	return b.in(&fkl.Ret{Node: ir.At(b.pos), Vals: vals})
}

// letN binds the results of rhs.
func (b *lets) letN(name string, ts []*types.Type, rhs fkl.Expr) []fkl.Expr {
	binds, refs := make([]*fkl.Var, len(ts)), make([]fkl.Expr, len(ts))
	for i, t := range ts {
		binds[i] = types.NewVar(name, t)
		refs[i] = ref(binds[i])
	}
	b.steps = append(b.steps, step{binds: binds, rhs: rhs})
	return refs
}

// let binds the one result of rhs.
func (b *lets) let(name string, t *types.Type, rhs fkl.Expr) fkl.Expr {
	return b.letN(name, []*types.Type{t}, rhs)[0]
}

// check emits a check of cond.
func (b *lets) check(pos ir.Pos, cond fkl.Expr, text string) {
	b.steps = append(b.steps, step{check: &fkl.Check{Node: ir.At(pos), Cond: cond, Error: text}})
}

func ref(v *fkl.Var) fkl.Expr { return &fkl.Ref{Var: v} }
func num(n int64) fkl.Expr    { return &fkl.Int{Val: n} }

func isInt(e fkl.Expr, n int64) bool {
	i, ok := e.(*fkl.Int)
	return ok && i.Val == n
}

// prim applies a scalar primitive whose result has type t.
func (b *lets) prim(name string, t *types.Type, args ...fkl.Expr) fkl.Expr {
	return b.let(name, t, &fkl.Prim{Node: ir.At(b.pos), Op: prim.Lookup(name), Args: args})
}

func (b *lets) add(x, y fkl.Expr) fkl.Expr     { return b.plus("add", x, y) }
func (b *lets) addSize(x, y fkl.Expr) fkl.Expr { return b.plus("add_size", x, y) }

// plus is the sum of two ints by op.
func (b *lets) plus(op string, x, y fkl.Expr) fkl.Expr {
	if isInt(x, 0) {
		return y
	}
	if isInt(y, 0) {
		return x
	}
	return b.prim(op, types.Int, x, y)
}

func (b *lets) sub(x, y fkl.Expr) fkl.Expr {
	if isInt(y, 0) {
		return x
	}
	return b.prim("sub", types.Int, x, y)
}

func (b *lets) at(t *types.Type, v, i fkl.Expr) fkl.Expr {
	return b.let("e", t, &fkl.At{Node: ir.At(b.pos), Vec: v, Idx: i})
}

// length is the length of a vector, asked once per block.
func (b *lets) length(v fkl.Expr) fkl.Expr {
	r, ok := v.(*fkl.Ref)
	if !ok {
		panic("flatten: length of a vector without a name")
	}
	return memo(b, memoKey{r.Var, "length"}, func() fkl.Expr {
		return b.let("n", types.Int, &fkl.Length{Vec: v})
	})
}

// total, starts and lens ask a descriptor once per block.
func (b *lets) total(sd fkl.Expr) fkl.Expr {
	return b.askSd(sd, "total", types.Int, func() fkl.Expr { return &fkl.SdTotal{Sd: sd} })
}

func (b *lets) starts(sd fkl.Expr) fkl.Expr {
	sd = b.alike(sd)
	return b.askSd(sd, "starts", types.Vec(types.Int), func() fkl.Expr { return &fkl.SdStarts{Sd: sd} })
}

func (b *lets) lens(sd fkl.Expr) fkl.Expr {
	sd = b.alike(sd)
	return b.askSd(sd, "lens", types.Vec(types.Int), func() fkl.Expr { return &fkl.SdLens{Sd: sd} })
}

// setAlike notes that the segments of two descriptors are equally long, which was
// checked: sd is asked for in place of other from here on.
func (b *lets) setAlike(other, sd fkl.Expr) {
	memo(b, memoKey{other.(*fkl.Ref).Var, "alike"}, func() fkl.Expr { return sd })
}

// alike is the descriptor that is asked for in place of sd.
func (b *lets) alike(sd fkl.Expr) fkl.Expr {
	for o := b.hostOf(); o != nil; o = o.parent {
		if other, ok := o.memos[memoKey{sd.(*fkl.Ref).Var, "alike"}]; ok {
			return b.alike(other.(fkl.Expr))
		}
	}
	return sd
}

func (b *lets) askSd(sd fkl.Expr, what string, t *types.Type, form func() fkl.Expr) fkl.Expr {
	return memo(b, memoKey{sd.(*fkl.Ref).Var, what}, func() fkl.Expr { return b.let(what, t, form()) })
}

// sdMake makes the descriptor of segments with the lengths in vector v, whose
// sum is total; the device is asked for it when total is nil.
func (b *lets) sdMake(v, total fkl.Expr) *space {
	return memo(b, memoKey{v.(*fkl.Ref).Var, "sd"}, func() *space {
		sd := b.let("sd", types.Sd, &fkl.SdMake{Lens: v})
		b.madeOf(sd, v)
		if total == nil {
			total = b.total(sd)
		}
		return &space{n: total, sd: sd}
	})
}

// sdGiven is sdMake where the packed sequences are known to start at starts.
func (b *lets) sdGiven(lens, starts, total fkl.Expr) *space {
	return memo(b, memoKey{lens.(*fkl.Ref).Var, "sd"}, func() *space {
		sd := b.let("sd", types.Sd, &fkl.SdGiven{Lens: lens, Starts: starts, Total: total})
		b.madeOf(sd, lens)
		return &space{n: total, sd: sd}
	})
}

// madeOf remembers that the segments of sd have the lengths in vector v: all
// sequences that are as long share that vector, and so what is made of it.
func (b *lets) madeOf(sd, v fkl.Expr) {
	memo(b, memoKey{sd.(*fkl.Ref).Var, "lens"}, func() fkl.Expr { return v })
}

// sdJoin is the space of the elements of inner, whose segments are the elements
// of outer, in the segments of outer.
func (b *lets) sdJoin(outer, inner *space) *space {
	sd := b.let("sd", types.Sd, &fkl.SdJoin{Outer: outer.sd, Inner: inner.sd})
	return &space{n: inner.n, sd: sd, regular: outer.regular && inner.regular}
}

// sdRegular makes the descriptor of count segments of length len.
func (b *lets) sdRegular(count, len fkl.Expr) *space {
	sd := b.let("sd", types.Sd, &fkl.SdRegular{Count: count, Len: len})
	return &space{n: b.total(sd), sd: sd, regular: true, each: len}
}

// zero is the zero of a base type.
func zero(t *types.Type) fkl.Expr {
	switch t.Kind {
	case types.KFloat:
		return &fkl.Float{}
	case types.KBool:
		return &fkl.Bool{}
	case types.KChar:
		return &fkl.Char{}
	}
	return num(0)
}
