package nkl

// Code of primitives: their checks, then the operation.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An application is a primitive with its operands in registers.
type application struct {
	op    *prim.Prim
	pos   ir.Pos
	args  [][]reg
	types []*types.Type // of args
	res   *types.Type
	dst   []reg
}

// arg is the register of operand i, which has one leaf.
func (a *application) arg(i int) int { return a.args[i][0].at }

// seq is operand i, a sequence.
func (a *application) seq(m *machine, i int) value.Seq { return m.v[a.args[i][0].at].(value.Seq) }

func (c *compiler) prim(e *nkl.Prim, dst []reg) {
	if e.Op.Class == prim.Scalar && c.withLiteral(e, dst[0]) {
		return
	}
	a := &application{op: e.Op, pos: e.Pos(), args: c.operands(e.Args), dst: dst, res: c.typeOf(e)}
	for _, x := range e.Args {
		a.types = append(a.types, c.typeOf(x))
	}
	c.checks(a)
	switch e.Op.Class {
	case prim.Scalar:
		c.scalar(a)
	case prim.Seq:
		c.seqOp(a)
	case prim.Random:
		c.random(a)
	case prim.Effect:
		c.effect(a)
	default:
		c.generic(a)
	}
}

// scalar applies a scalar primitive to registers.
func (c *compiler) scalar(a *application) {
	op := a.op.Eval(c.p.opts.Num, a.args[0][0].kind)
	d, x := a.dst[0].at, a.arg(0)
	switch len(a.args) {
	case 1:
		c.emit(func(m *machine) {
			m.step(1)
			m.w[d] = op.One(m.w[x])
		})
	case 2:
		y, f := a.arg(1), op.Two
		c.emit(func(m *machine) {
			m.step(1)
			m.w[d] = f(m.w[x], m.w[y])
		})
	default:
		y, z := a.arg(1), a.arg(2)
		c.emit(func(m *machine) {
			m.step(1)
			m.w[d] = op.Three(m.w[x], m.w[y], m.w[z])
		})
	}
}

// withLiteral compiles a primitive of two operands the second of which is a
// literal that passes its checks; it reports whether e is one.
func (c *compiler) withLiteral(e *nkl.Prim, dst reg) bool {
	if len(e.Args) != 2 {
		return false
	}
	y, ok := c.literal(e.Args[1])
	for _, k := range e.Op.Checks {
		ok = ok && k.Args[0] == 1 && k.Cond.HoldsFor(prim.FromWord(c.typeOf(e.Args[1]).Kind, y))
	}
	if !ok {
		return false
	}
	arg := c.operand(e.Args[0])[0]
	f := e.Op.Eval(c.p.opts.Num, arg.kind).Two
	d, x := dst.at, arg.at
	c.emit(func(m *machine) {
		m.step(1)
		m.w[d] = f(m.w[x], y)
	})
	return true
}

// checks compiles the checks of a primitive.
func (c *compiler) checks(a *application) {
	if c.p.opts.Guard == Total {
		return
	}
	for _, k := range a.op.Checks {
		fail := c.failure(a, k)
		switch k.Cond {
		case prim.NonZero, prim.NotNegative, prim.Positive:
			r := a.args[k.Args[0]][0]
			c.emit(func(m *machine) {
				if !k.Cond.HoldsFor(prim.FromWord(r.kind, m.w[r.at])) {
					fail()
				}
			})
		case prim.IndexIn:
			i, xs := a.arg(k.Args[0]), a.arg(k.Args[1])
			c.emit(func(m *machine) {
				if uint64(m.w[i]) >= uint64(m.v[xs].(value.Seq).Len()) {
					fail()
				}
			})
		default:
			c.emit(func(m *machine) {
				m.work += checkWork(m, a, k)
				if !k.Holds(boxArgs(m, a)) {
					fail()
				}
			})
		}
	}
}

// checkWork is what a check of whole sequences costs.
func checkWork(m *machine, a *application, k prim.Check) int64 {
	if k.Cond == prim.SameLength {
		return 1
	}
	return int64(a.seq(m, k.Args[0]).Len())
}

func (c *compiler) failure(a *application, k prim.Check) func() {
	if c.p.opts.Guard == Assert {
		return func() { panic(interp.Bug(a.pos, "primitive %s is not guarded: %s", a.op.Name, k.Cond)) }
	}
	return func() { panic(interp.Fail(a.pos, k.Error)) }
}

// boxArgs is the operands as values.
func boxArgs(m *machine, a *application) []value.Value {
	vs := make([]value.Value, len(a.args))
	for i, rs := range a.args {
		vs[i] = box(m, a.types[i], rs)
	}
	return vs
}

// random draws with the key of the function, or of the element.
func (c *compiler) random(a *application) {
	d, v, n := a.dst[0].at, a.arg(0), c.p.opts.Num
	f := func(key uint64, limit prim.Word) prim.Word { return n.RandInt(key, limit) }
	if a.res == types.Float {
		f = func(key uint64, limit prim.Word) prim.Word {
			return prim.FloatWord(n.RandFloat(key, prim.WordFloat(limit)))
		}
	}
	c.emit(func(m *machine) {
		m.step(1)
		m.w[d] = f(m.f.key, m.w[v])
	})
}

// effect performs an effect in the world.
func (c *compiler) effect(a *application) {
	c.emit(func(m *machine) {
		m.step(1)
		for i, rs := range a.args {
			if rs[0].kind == types.KSeq {
				m.work += int64(a.seq(m, i).Len())
			}
		}
		v, err := m.world.Do(a.op, m.num, boxArgs(m, a), a.types, a.pos)
		if err != nil {
			panic(err)
		}
		unbox(m, v, a.dst)
	})
}
