package flatten

// Emitting flat code: a list of lets that is wrapped around its result.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// block is the code of one block so far: host code, or element code when host
// is set. Materialised values are remembered per block, so that a value made
// in one branch is never used in another.
type block struct {
	parent *block      // the enclosing block of the same kind
	host   *block      // element code: the host block that will hold the Map
	sp     *indexSpace // element code: the space of that Map
	pos    ir.Pos
	steps  []step
	memos  map[memoKey]any

	indices int // of spaces, that have a name; in the outermost block (levels.go)
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

// nested starts a nested block of the same kind (a branch, a loop body).
func (b *block) nested() *block { return &block{parent: b, host: b.host, sp: b.sp, pos: b.pos} }

// setPos takes the position of e for what is emitted next, if it has one.
func (b *block) setPos(e nkl.Expr) {
	if e.Pos().IsValid() {
		b.pos = e.Pos()
	}
}

// memo returns what make made for key in this block or an enclosing one.
func memo[T any](b *block, key memoKey, make func() T) T {
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
func (b *block) in(body fkl.Expr) fkl.Expr {
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
func (b *block) ret(vals ...fkl.Expr) fkl.Expr {
	return b.in(&fkl.Ret{Node: ir.At(b.pos), Vals: vals})
}

// letN binds the results of rhs.
func (b *block) letN(name string, ts []*types.Type, rhs fkl.Expr) []fkl.Expr {
	binds, refs := make([]*fkl.Var, len(ts)), make([]fkl.Expr, len(ts))
	for i, t := range ts {
		binds[i] = types.NewVar(name, t)
		refs[i] = ref(binds[i])
	}
	b.steps = append(b.steps, step{binds: binds, rhs: rhs})
	return refs
}

// let binds the one result of rhs.
func (b *block) let(name string, t *types.Type, rhs fkl.Expr) fkl.Expr {
	return b.letN(name, []*types.Type{t}, rhs)[0]
}

// check emits a check of cond.
func (b *block) check(pos ir.Pos, cond fkl.Expr, text string) {
	b.steps = append(b.steps, step{check: &fkl.Check{Node: ir.At(pos), Cond: cond, Error: text}})
}

func ref(v *fkl.Var) fkl.Expr { return &fkl.Ref{Var: v} }
func num(n int64) fkl.Expr    { return &fkl.Int{Val: n} }

func isInt(e fkl.Expr, n int64) bool {
	i, ok := e.(*fkl.Int)
	return ok && i.Val == n
}

// prim applies a scalar primitive whose result has type t.
func (b *block) prim(code prim.Code, t *types.Type, args ...fkl.Expr) fkl.Expr {
	return b.let(code.String(), t, &fkl.Prim{Node: ir.At(b.pos), Op: code.Prim(), Args: args})
}

func (b *block) add(x, y fkl.Expr) fkl.Expr     { return b.plus(prim.Add, x, y) }
func (b *block) addSize(x, y fkl.Expr) fkl.Expr { return b.plus(prim.AddSize, x, y) }

// plus is the sum of two ints by op.
func (b *block) plus(op prim.Code, x, y fkl.Expr) fkl.Expr {
	if isInt(x, 0) {
		return y
	}
	if isInt(y, 0) {
		return x
	}
	return b.prim(op, types.Int, x, y)
}

func (b *block) sub(x, y fkl.Expr) fkl.Expr {
	if isInt(y, 0) {
		return x
	}
	return b.prim(prim.Sub, types.Int, x, y)
}

func (b *block) at(t *types.Type, v, i fkl.Expr) fkl.Expr {
	return b.let("e", t, &fkl.At{Node: ir.At(b.pos), Vec: v, Idx: i})
}

// length is the length of a vector, asked once per block.
func (b *block) length(v fkl.Expr) fkl.Expr {
	r, ok := v.(*fkl.Ref)
	if !ok {
		panic("flatten: length of a vector without a name")
	}
	return memo(b, memoKey{r.Var, "length"}, func() fkl.Expr {
		return b.let("n", types.Int, &fkl.Length{Vec: v})
	})
}

// total, starts and lens ask a descriptor once per block.
func (b *block) total(sd fkl.Expr) fkl.Expr {
	return b.askDescriptor(sd, "total", types.Int, func() fkl.Expr { return &fkl.SdTotal{Sd: sd} })
}

func (b *block) starts(sd fkl.Expr) fkl.Expr {
	sd = b.representative(sd)
	return b.askDescriptor(sd, "starts", types.Vec(types.Int), func() fkl.Expr { return &fkl.SdStarts{Sd: sd} })
}

func (b *block) lens(sd fkl.Expr) fkl.Expr {
	sd = b.representative(sd)
	return b.askDescriptor(sd, "lens", types.Vec(types.Int), func() fkl.Expr { return &fkl.SdLens{Sd: sd} })
}

// uniteDescriptors notes that the segments of two descriptors are equally long, which was
// checked: sd is asked for in place of other from here on.
func (b *block) uniteDescriptors(other, sd fkl.Expr) {
	memo(b, memoKey{other.(*fkl.Ref).Var, "alike"}, func() fkl.Expr { return sd })
}

// representative is the descriptor that is asked for in place of sd.
func (b *block) representative(sd fkl.Expr) fkl.Expr {
	for o := b.hostOf(); o != nil; o = o.parent {
		if other, ok := o.memos[memoKey{sd.(*fkl.Ref).Var, "alike"}]; ok {
			return b.representative(other.(fkl.Expr))
		}
	}
	return sd
}

func (b *block) askDescriptor(sd fkl.Expr, what string, t *types.Type, form func() fkl.Expr) fkl.Expr {
	return memo(b, memoKey{sd.(*fkl.Ref).Var, what}, func() fkl.Expr { return b.let(what, t, form()) })
}

// sdMake makes the descriptor of segments with the lengths in vector v, whose
// sum is total; the device is asked for it when total is nil.
func (b *block) sdMake(v, total fkl.Expr) *indexSpace {
	return memo(b, memoKey{v.(*fkl.Ref).Var, "sd"}, func() *indexSpace {
		sd := b.let("sd", types.Sd, &fkl.SdMake{Lens: v})
		b.noteLengths(sd, v)
		if total == nil {
			total = b.total(sd)
		}
		return &indexSpace{n: total, sd: sd}
	})
}

// sdGiven is sdMake where the packed sequences are known to start at starts.
func (b *block) sdGiven(lens, starts, total fkl.Expr) *indexSpace {
	return memo(b, memoKey{lens.(*fkl.Ref).Var, "sd"}, func() *indexSpace {
		sd := b.let("sd", types.Sd, &fkl.SdGiven{Lens: lens, Starts: starts, Total: total})
		b.noteLengths(sd, lens)
		return &indexSpace{n: total, sd: sd}
	})
}

// noteLengths remembers that the segments of sd have the lengths in vector v: all
// sequences that are as long share that vector, and so what is made of it.
func (b *block) noteLengths(sd, v fkl.Expr) {
	memo(b, memoKey{sd.(*fkl.Ref).Var, "lens"}, func() fkl.Expr { return v })
}

// sdJoin is the space of the elements of inner, whose segments are the elements
// of outer, in the segments of outer.
func (b *block) sdJoin(outer, inner *indexSpace) *indexSpace {
	sd := b.let("sd", types.Sd, &fkl.SdJoin{Outer: outer.sd, Inner: inner.sd})
	return &indexSpace{n: inner.n, sd: sd, regular: outer.regular && inner.regular}
}

// sdRegular makes the descriptor of count segments of length len.
func (b *block) sdRegular(count, len fkl.Expr) *indexSpace {
	sd := b.let("sd", types.Sd, &fkl.SdRegular{Count: count, Len: len})
	return &indexSpace{n: b.total(sd), sd: sd, regular: true, each: len}
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
