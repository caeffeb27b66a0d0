package nkl

// Code of expressions: one case per form. An expression is compiled either
// into given registers (expr) or to wherever its value is (operand).

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// expr compiles e so that its value ends in dst. tail says that nothing of the
// function comes after it.
//
//nessiec:exhaustive nkl
func (c *compiler) expr(e nkl.Expr, dst []reg, tail bool) {
	at := c.mark()
	switch e := e.(type) {
	case *nkl.Ref, *nkl.Tuple, *nkl.Proj, *nkl.Con, *nkl.Uncon:
		c.move(dst, c.operand(e))
	case *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		w, _ := c.literal(e)
		c.constant(dst[0], w)
	case *nkl.Str:
		c.boxedConstant(dst[0], value.String(e.Val))
	case *nkl.FunVal:
		c.boxedConstant(dst[0], &value.Fun{Label: e.Fn})
	case *nkl.Lambda:
		c.lambda(e, dst)
	case *nkl.Prim:
		c.prim(e, dst)
	case *nkl.Call:
		c.callFn(e, e.Fn, e.TypeArgs, e.Args, dst, tail)
	case *nkl.CallLifted:
		c.callFn(e, e.Fn, nil, e.Args, dst, tail)
	case *nkl.Apply:
		c.apply(e, dst, tail)
	case *nkl.Variant:
		c.variant(e, dst)
	case *nkl.Case:
		c.caseOf(e, dst, tail)
	case *nkl.Scope:
		c.scope(e, dst)
	case *nkl.Alloc:
		c.alloc(e, dst[0])
	case *nkl.AllocAll:
		c.allocAll(e, dst[0])
	case *nkl.Reserve:
		c.reserve(e, dst[0])
	case *nkl.Store:
		c.store(e, dst[0])
	case *nkl.Column:
		c.column(e, dst[0])
	case *nkl.Seq:
		c.seq(e, dst)
	case *nkl.Range:
		c.rangeOf(e, dst)
	case *nkl.Let:
		c.let(e, dst, tail)
	case *nkl.If:
		c.branch(e, dst, tail)
	case *nkl.Check:
		c.check(e)
		c.expr(e.Then, dst, tail)
	case *nkl.FoldIn:
		c.underKey(func(m *machine) uint64 { return prim.FoldKey(m.f.key, e.Num) }, e.Body, dst, tail)
	case *nkl.NewKey:
		c.underKey(func(m *machine) uint64 { return m.world.Key() }, e.Body, dst, tail)
	case *nkl.Time:
		c.time(e, dst)
	case *nkl.Loop:
		c.loopOf(e, dst, tail)
	case *nkl.Recur:
		c.recur(e)
	case *nkl.Collect: // nothing has to go
		c.expr(nkl.Pair(e.Inits...), dst, tail)
	case *nkl.Elem:
		c.expr(e.Body, dst, tail)
	case *nkl.Update:
		for i, v := range e.Binds {
			c.expr(e.Inits[i], c.bind(v), false)
		}
		c.counting(0, func() { // nothing is made
			for k, v := range e.Scratch {
				size := &nkl.Int{Val: int64(e.Sizes[k])}
				c.expr(nkl.Op(e.P, prim.Dist, nkl.Zero(v.Type.Elem()), size), c.bind(v), false)
			}
		})
		c.expr(e.Body, dst, tail)
	case *nkl.Put:
		one := func(t *types.Type, x nkl.Expr) nkl.Expr { return &nkl.Seq{Elem: t, Elems: []nkl.Expr{x}} }
		c.counting(1, func() {
			c.expr(&nkl.Prim{Node: e.Node, Op: prim.Write.Prim(), Args: []nkl.Expr{
				e.Seq, one(types.Int, e.Idx), one(c.typeOf(e.Seq).Elem(), e.Val)}}, dst, false)
		})
	case *nkl.Each:
		c.each(e, e.Binds, e.Seqs, e.Body, dst)
	case *nkl.EachCaptured:
		c.each(e, e.Binds, e.Seqs, e.Body, dst)
	case *nkl.EachIf:
		c.eachIf(e, dst)
	case *nkl.Unused:
		c.zero(dst, c.typ(e.Type))
	case *nkl.Anywhere:
		c.expr(e.Cond, dst, false)
	case *nkl.Regular:
		c.expr(&nkl.Bool{Node: e.Node, Val: true}, dst, false)
	case *nkl.FoldBy:
		c.operands([]nkl.Expr{e.Fun, e.Seq, e.Then})
		c.expr(e.Else, dst, tail)
	case *nkl.Fold:
		c.foldOf(e, dst)
	case *nkl.Arm:
		panic("nkl: an arm outside of a case")
	default:
		panic("nkl: unknown form")
	}
	c.release(at)
}

// counting is the code that f emits, which counts as this much work.
func (c *compiler) counting(work int64, f func()) {
	before := c.regs(types.Int)[0].at
	c.emit(func(m *machine) { m.w[before] = m.work })
	f()
	c.emit(func(m *machine) { m.work = m.w[before] + work })
}

// operand compiles e and returns the registers that hold its value. They are
// free again when the caller goes back to a mark it made before.
func (c *compiler) operand(e nkl.Expr) []reg {
	switch e := e.(type) {
	case *nkl.Ref:
		return c.env[e.Var]
	case *nkl.Con:
		return c.operand(e.Of)
	case *nkl.Uncon:
		return c.operand(e.Of)
	case *nkl.Tuple:
		var rs []reg
		for _, x := range e.Elems {
			rs = append(rs, c.operand(x)...)
		}
		return rs
	case *nkl.Proj:
		return c.component(c.operand(e.Of), c.typeOf(e.Of), e.Index)
	}
	dst := c.regs(c.typeOf(e))
	c.expr(e, dst, false)
	return dst
}

func (c *compiler) operands(es []nkl.Expr) [][]reg {
	out := make([][]reg, len(es))
	for i, e := range es {
		out[i] = c.operand(e)
	}
	return out
}

// component selects the registers of a component of a tuple of type t.
func (c *compiler) component(rs []reg, t *types.Type, index int) []reg {
	start := 0
	for i, u := range components(t) {
		n := len(leaves(u))
		if i == index {
			return rs[start : start+n]
		}
		start += n
	}
	panic("nkl: no such component")
}

// literal is the word of a literal.
func (c *compiler) literal(e nkl.Expr) (prim.Word, bool) {
	switch e := e.(type) {
	case *nkl.Int:
		return c.p.opts.Num.Wrap(e.Val), true
	case *nkl.Float:
		return prim.FloatWord(c.p.opts.Num.Round(e.Val)), true
	case *nkl.Bool:
		return prim.BoolWord(e.Val), true
	case *nkl.Char:
		return prim.Word(e.Val), true
	}
	return 0, false
}

func (c *compiler) constant(dst reg, w prim.Word) {
	d := dst.at
	c.emit(func(m *machine) { m.w[d] = w })
}

func (c *compiler) boxedConstant(dst reg, v value.Value) {
	d := dst.at
	c.emit(func(m *machine) { m.v[d] = v })
}

// let gives the variable registers of its own, except where its value is in
// registers already.
func (c *compiler) let(e *nkl.Let, dst []reg, tail bool) {
	switch e.Rhs.(type) {
	case *nkl.Ref, *nkl.Proj, *nkl.Uncon, *nkl.Con:
		c.env[e.Bind] = c.operand(e.Rhs)
	default:
		c.expr(e.Rhs, c.bind(e.Bind), false)
	}
	c.expr(e.Body, dst, tail)
}

// underKey compiles e, which runs with the random key that next yields.
func (c *compiler) underKey(next func(m *machine) uint64, e nkl.Expr, dst []reg, tail bool) {
	saved := c.word()
	c.emit(func(m *machine) {
		m.w[saved] = int64(m.f.key)
		m.f.key = next(m)
	})
	c.expr(e, dst, tail)
	c.emit(func(m *machine) { m.f.key = uint64(m.w[saved]) })
}

func (c *compiler) branch(e *nkl.If, dst []reg, tail bool) {
	var els, end label
	at := c.mark()
	cond := c.operand(e.Cond)[0]
	c.release(at)
	c.jumpUnless(cond, &els)
	c.expr(e.Then, dst, tail)
	c.jump(&end)
	c.here(&els)
	c.expr(e.Else, dst, tail)
	c.here(&end)
}

func (c *compiler) check(e *nkl.Check) {
	cond := c.operand(e.Cond)[0].at
	pos, msg := e.Pos(), e.Error
	c.emit(func(m *machine) {
		if m.w[cond] == 0 {
			panic(interp.Fail(pos, msg))
		}
	})
}

func (c *compiler) time(e *nkl.Time, dst []reg) {
	last := len(dst) - 1
	start, seconds := c.word(), dst[last].at
	c.emit(func(m *machine) { m.w[start] = prim.FloatWord(m.world.Now()) })
	c.expr(e.Body, dst[:last], false)
	c.emit(func(m *machine) {
		m.w[seconds] = prim.FloatWord(m.num.FSub(m.num.Round(m.world.Now()), m.num.Round(prim.WordFloat(m.w[start]))))
	})
}

// A loop is what a Recur needs to know.
type loop struct {
	start  label
	regs   []reg // of the variables
	pos    ir.Pos
	scopes int // around it
}

func (c *compiler) loopOf(e *nkl.Loop, dst []reg, tail bool) {
	l := &loop{pos: e.Pos(), scopes: len(c.scopes)}
	for i, v := range e.Binds {
		rs := c.bind(v)
		c.expr(e.Inits[i], rs, false)
		l.regs = append(l.regs, rs...)
	}
	outer := c.loop
	c.loop = l
	c.here(&l.start)
	c.expr(e.Body, dst, tail)
	c.loop = outer
}

// recur computes all new values before it assigns the first one.
func (c *compiler) recur(e *nkl.Recur) {
	l := c.loop
	var args []reg
	for _, a := range e.Args {
		args = append(args, c.operand(a)...)
	}
	for i, a := range args {
		if overwritten(a, l.regs[:i]) {
			copied := c.reg(a.kind)
			c.move1(copied, a)
			args[i] = copied
		}
	}
	c.move(l.regs, args)
	c.leaveScopes(c.scopes[l.scopes:])
	c.emit(func(m *machine) {
		m.step(1)
		m.limits(l.pos)
		m.pc = l.start.pc
	})
}

// overwritten reports whether r is one of those that are assigned before it is
// read.
func overwritten(r reg, assigned []reg) bool {
	for _, d := range assigned {
		if d == r {
			return true
		}
	}
	return false
}
