package fkl

// The operations on whole vectors. Those that take vectors become the general
// ones of package vm with thunks that read them.

import (
	"slices"

	"nessiec/backends/ref/vm"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

func (c *compiler) vector(e fkl.Expr, dst []vm.Reg) {
	switch e := e.(type) {
	case *fkl.Map:
		n := c.operand(c.code, e.N)
		c.code.Bounded(n)
		c.code.Map(dst, vm.Space{N: n}, c.thunk(e.Body, e.Idx))
	case *fkl.SegMap:
		c.code.Map(dst, c.segments(e.Sd, c.operand(c.code, e.N)), c.thunk(e.Body, e.Seg, e.Idx))
	case *fkl.Reduce:
		s, t := c.reader(nil, e.Vec)
		c.code.Reduce(dst, []prim.Rop{e.Op}, nil, s, t, nil)
	case *fkl.SegReduce:
		s, t := c.reader(e.Sd, e.Vec)
		c.code.Reduce(dst, []prim.Rop{e.Op}, nil, s, t, nil)
	case *fkl.Scan:
		s, t := c.reader(nil, e.Vec)
		c.code.Scan(dst, []prim.Rop{e.Op}, nil, false, s, t, nil)
	case *fkl.Offsets:
		s, t := c.reader(nil, e.Vec)
		c.code.Prefix(dst, []prim.Rop{e.Op}, s, t, nil)
	case *fkl.SegScan:
		s, t := c.reader(e.Sd, e.Vec)
		c.code.Scan(dst, []prim.Rop{e.Op}, nil, false, s, t, nil)
	case *fkl.Fold:
		s, t := c.reader(nil, e.Vecs...)
		c.fold(dst, e.Scan, s, t, e.Params, e.Body)
	case *fkl.SegFold:
		s, t := c.reader(e.Sd, e.Vecs...)
		c.fold(dst, e.Scan, s, t, e.Params, e.Body)
	case *fkl.Pack:
		c.filter(dst, e.Flags, e.Vecs, false, e.Loose)
	case *fkl.Split:
		c.filter(dst, e.Flags, e.Vecs, true, false)
	case *fkl.Scatter:
		into := c.operand(c.code, e.Into)
		s, t := c.reader(nil, e.Idx, e.Vals)
		to := t.Out[0]
		t.Out = t.Out[1:]
		c.code.Scatter(dst, e.Op, s, []vm.Reg{into}, t, []vm.Reg{to})
	case *fkl.Update:
		c.update(e, dst)
	case *fkl.Rank:
		s, t := c.reader(e.Sd, e.Keys)
		c.code.Rank(dst[0], e.Down, s, t)
	default:
		panic("fkl: no code for form " + fkl.Schema[e.Form()].Name)
	}
}

func (c *compiler) update(e *fkl.Update, dst []vm.Reg) {
	s := vm.Space{N: c.operand(c.code, e.N)}
	c.code.Bounded(s.N)
	u := vm.Update{Into: c.operands(c.code, e.Into), Segs: c.operands(c.code, e.Sds), States: c.bind(e.States), Scratch: c.bind(e.Scratch), Sizes: e.Sizes}
	t := &vm.Thunk{Index: c.bind([]*fkl.Var{e.Idx}), Body: c.fn.NewElem()}
	states := c.fn.NewUpdate(u, t)
	t.Out = c.fn.Regs(c.sigs.ResultTypes(e.Body))
	c.expr(t.Body, e.Body, t.Out)
	c.code.Update(dst, s, states, t, e.Outcome())
}

// fold combines the tuples that t reads.
func (c *compiler) fold(dst []vm.Reg, scan bool, s vm.Space, t *vm.Thunk, params []*fkl.Var, body fkl.Expr) {
	j := c.thunk(body, params...)
	k := len(params) / 2
	joins := []*vm.Joiner{{X: j.Index[:k], Y: j.Index[k:], Body: j.Body, Out: j.Out}}
	ops := slices.Repeat([]prim.Rop{prim.RJoin}, k)
	if scan {
		c.code.Scan(dst, ops, joins, false, s, t, nil)
	} else {
		c.code.Reduce(dst, ops, joins, s, t, nil)
	}
}

func (c *compiler) filter(dst []vm.Reg, flags fkl.Expr, vecs []fkl.Expr, split, loose bool) {
	s, t := c.reader(nil, append([]fkl.Expr{flags}, vecs...)...)
	keep := t.Out[0]
	t.Out = t.Out[1:]
	c.code.Filter(dst, s, t, keep, split, loose)
}

// segments is the space of sd, which has n positions.
func (c *compiler) segments(sd fkl.Expr, n vm.Reg) vm.Space {
	s := vm.Space{Seg: true, N: n, Offs: c.operand(c.code, sd)}
	if c.watch != nil {
		c.code.Tell(s, func(n int) { c.watch.segments = n })
	}
	total := c.fn.Reg(types.Int)
	c.code.Bounded(n)
	c.code.Positions(total, s)
	c.code.Assume(n, total, ir.Pos{}, "size of a segmented operation")
	return s
}

// thunk compiles element code.
func (c *compiler) thunk(body fkl.Expr, idx ...*fkl.Var) *vm.Thunk {
	t := &vm.Thunk{Index: c.bind(idx), Body: c.fn.NewElem()}
	t.Out = c.fn.Regs(c.sigs.ResultTypes(body))
	for _, read := range reads(body, map[*fkl.Var]bool{}) {
		if read {
			t.Copies++
		}
	}
	c.expr(t.Body, body, t.Out)
	return t
}

// reader is the space of sd, or if that is nil of the indices of the first of
// vecs, and the thunk that reads all of vecs there.
func (c *compiler) reader(sd fkl.Expr, vecs ...fkl.Expr) (vm.Space, *vm.Thunk) {
	regs := c.operands(c.code, vecs)
	s := vm.Space{N: c.fn.Reg(types.Int)}
	vm.Length(c.code, s.N, regs[0])
	t := &vm.Thunk{Index: []vm.Reg{c.fn.Reg(types.Int)}, Body: c.fn.NewElem(), Copies: len(vecs)}
	if sd != nil {
		s = c.segments(sd, s.N)
		t.Index = append(t.Index, c.fn.Reg(types.Int))
	}
	for i, e := range vecs {
		out := c.fn.Reg(c.sigs.TypeOf(e).Elem())
		t.Out = append(t.Out, out)
		vm.At(t.Body, out, regs[i], t.Index[len(t.Index)-1])
	}
	return s, t
}

// reads tells of every result of element code whether it is an element of a
// vector, unchanged; copied holds the variables that are.
func reads(e fkl.Expr, copied map[*fkl.Var]bool) []bool {
	switch e := e.(type) {
	case *fkl.Let:
		for i, read := range reads(e.Rhs, copied) {
			if read {
				copied[e.Binds[i]] = true
			}
		}
		return reads(e.Body, copied)
	case *fkl.Check:
		return reads(e.Then, copied)
	case *fkl.At:
		return []bool{true}
	case *fkl.Ref:
		return []bool{copied[e.Var]}
	case *fkl.Ret:
		var out []bool
		for _, v := range e.Vals {
			out = append(out, reads(v, copied)...)
		}
		return out
	case *fkl.If:
		then, els := reads(e.Then, copied), reads(e.Else, copied)
		for i := 0; i < len(then) && i < len(els); i++ {
			then[i] = then[i] && els[i]
		}
		return then
	}
	return nil
}
