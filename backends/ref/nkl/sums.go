package nkl

// Values of sums: the registers of the tuple that stands for them.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// variant puts the fields of a constructor into their slots, and zeros into the
// others.
func (c *compiler) variant(e *nkl.Variant, dst []reg) {
	t := c.typ(e.Type)
	if t.Kind == types.KRef {
		c.recursive(e, t, dst[0])
		return
	}
	tag := t.Tag(e.Con)
	var fields []reg
	for _, a := range e.Args {
		fields = append(fields, c.operand(a)...)
	}
	slots := slotRegs(t, dst)
	used := make([]bool, len(slots))
	for _, slot := range t.Slots(tag) {
		used[slot] = true
		c.move(slots[slot], fields[:len(slots[slot])])
		fields = fields[len(slots[slot]):]
	}
	c.constant(dst[0], int64(tag))
	for slot, u := range used[1:] {
		if !u {
			c.zero(slots[slot+1], t.Tagged().Elems[slot+1])
		}
	}
}

// slotRegs are the registers of the tag and the slots of a value of type t in rs.
func slotRegs(t *types.Type, rs []reg) [][]reg {
	whole := t.Tagged()
	if whole == types.Int {
		return [][]reg{rs}
	}
	var out [][]reg
	for _, s := range whole.Elems {
		n := len(leaves(s))
		out = append(out, rs[:n])
		rs = rs[n:]
	}
	return out
}

// zero puts the zero of type t, which has one leaf, into dst.
func (c *compiler) zero(dst []reg, t *types.Type) {
	if boxed(dst[0].kind) {
		c.boxedConstant(dst[0], value.Zero(t))
	} else {
		c.constant(dst[0], 0)
	}
}

// caseOf jumps to the arm of the tag.
func (c *compiler) caseOf(e *nkl.Case, dst []reg, tail bool) {
	t := c.typeOf(e.Of)
	if t.Kind == types.KRef {
		c.caseOfRecursive(e, t, dst, tail)
		return
	}
	v := c.operand(e.Of)
	slots := slotRegs(t, v)
	var end label
	for _, a := range e.Arms {
		arm := a.(*nkl.Arm)
		var next label
		c.jumpUnlessTag(v[0].at, t.Cons(), arm.Cons, &next)
		if len(arm.Binds) > 0 {
			at := t.Slots(t.Tag(arm.Cons[0]))
			for _, x := range arm.Binds {
				var rs []reg
				for range types.Leaves(c.typ(x.Type)) {
					rs = append(rs, slots[at[0]]...)
					at = at[1:]
				}
				c.env[x] = rs
			}
		}
		c.expr(arm.Body, dst, tail)
		c.jump(&end)
		c.here(&next)
	}
	c.here(&end)
}

// jumpUnlessTag goes to l if the tag in word register r is of none of the constructors
// called names.
func (c *compiler) jumpUnlessTag(r int, cons []*types.Type, names []string, l *label) {
	in := make([]bool, len(cons))
	for i, con := range cons {
		in[i] = slices.Contains(names, con.Name)
	}
	c.emit(func(m *machine) {
		if !in[m.w[r]] {
			m.pc = l.pc
		}
	})
}

// recursive makes a value of the recursive datatype t.
func (c *compiler) recursive(e *nkl.Variant, t *types.Type, dst reg) {
	tag := c.p.sigs.Tag(t, e.Con)
	con := c.p.sigs.Cons(t)[tag]
	fields := con.Elems
	args := c.operands(e.Args)
	d, pos := dst.at, e.Pos()
	c.emit(func(m *machine) {
		m.mem.seq(pos, 1+len(fields), valueBytes)
		v := &value.Rec{Tag: tag, Con: con, Fields: make([]value.Value, len(fields))}
		for i, f := range fields {
			v.Fields[i] = box(m, f, args[i])
		}
		m.v[d] = v
	})
}

// caseOfRecursive jumps to the arm of the tag.
func (c *compiler) caseOfRecursive(e *nkl.Case, t *types.Type, dst []reg, tail bool) {
	v, tagAt := c.operand(e.Of)[0].at, c.word()
	c.emit(func(m *machine) { m.w[tagAt] = prim.Word(m.v[v].(*value.Rec).Tag) })
	var end label
	for _, a := range e.Arms {
		arm := a.(*nkl.Arm)
		var next label
		c.jumpUnlessTag(tagAt, c.p.sigs.Cons(t), arm.Cons, &next)
		for i, x := range arm.Binds {
			rs := c.bind(x)
			c.emit(func(m *machine) { unbox(m, m.v[v].(*value.Rec).Fields[i], rs) })
		}
		c.expr(arm.Body, dst, tail)
		c.jump(&end)
		c.here(&next)
	}
	c.here(&end)
}
