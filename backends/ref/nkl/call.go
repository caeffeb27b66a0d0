package nkl

// Calls, returns, tail calls and function values.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A site is a place where a function is called.
type site struct {
	callee *code
	pos    ir.Pos
	args   []reg // in the caller, leaf by leaf
	w, v   []int // the same, words and values apart
	dst    []reg // for the result, in the caller
}

func (s *site) setArgs(rs []reg) {
	for _, r := range rs {
		if boxed(r.kind) {
			s.v = append(s.v, r.at)
		} else {
			s.w = append(s.w, r.at)
		}
	}
	s.args = append(s.args, rs...)
}

// begin is what every call does first.
func (s *site) begin(m *machine) *code {
	m.limits(s.pos)
	m.calls++
	m.step(1)
	if s.callee.ins == nil {
		s.callee.make()
	}
	return s.callee
}

// call is the instruction of a call.
func (s *site) call(m *machine) {
	f := m.push(s.begin(m))
	for i, r := range s.w {
		f.w[i] = m.w[r]
	}
	for i, r := range s.v {
		f.v[i] = m.v[r]
	}
	up := m.f
	up.pc = m.pc
	f.up, f.site, f.key, f.tails = up, s, up.key, nil
	m.enter(f)
}

// tail is the instruction of a call whose result is the result of the caller:
// the new frame takes the place of the old one.
func (s *site) tail(m *machine) {
	c := s.begin(m)
	m.tailW, m.tailV = m.tailW[:0], m.tailV[:0]
	for _, r := range s.w {
		m.tailW = append(m.tailW, m.w[r])
	}
	for _, r := range s.v {
		m.tailV = append(m.tailV, m.v[r])
	}
	old := *m.f
	m.pop()
	f := m.push(c)
	copy(f.w, m.tailW)
	copy(f.v, m.tailV)
	clear(m.tailV)
	f.up, f.site, f.key = old.up, old.site, old.key
	f.tails = old.tails
	if c != old.code {
		f.tails = f.tails.then(s.pos)
	}
	m.enter(f)
}

// leave is the last instruction of every function.
func leave(m *machine) {
	f, up := m.f, m.f.up
	results := f.code.results
	for i, d := range f.site.dst {
		r := results[i]
		if boxed(d.kind) {
			up.v[d.at] = f.v[r.at]
		} else {
			up.w[d.at] = f.w[r.at]
		}
	}
	m.pop()
	m.enter(up)
	m.pc = up.pc
}

// callTo calls k with arguments that are in registers already.
func (c *compiler) callTo(k *code, pos ir.Pos, args [][]reg, dst []reg, tail bool) {
	s := &site{callee: k, pos: pos, dst: dst}
	for _, rs := range args {
		s.setArgs(rs)
	}
	if tail {
		c.emit(s.tail)
	} else {
		c.emit(s.call)
	}
}

func (c *compiler) callFn(e nkl.Expr, fn string, targs []*types.Type, args []nkl.Expr, dst []reg, tail bool) {
	ts := make([]*types.Type, len(targs))
	for i, t := range targs {
		ts[i] = c.typ(t)
	}
	c.callTo(c.p.function(fn, ts), e.Pos(), c.operands(args), dst, tail)
}

// lambda makes a function value.
func (c *compiler) lambda(e *nkl.Lambda, dst []reg) {
	d, label := dst[0].at, e.Label
	captures := make([][]reg, len(e.Captures))
	ts := make([]*types.Type, len(e.Captures))
	for i, v := range e.Captures {
		captures[i], ts[i] = c.env[v], c.typ(v.Type)
	}
	c.emit(func(m *machine) {
		m.step(1)
		f := &value.Fun{Label: label}
		for i, rs := range captures {
			f.Captures = append(f.Captures, box(m, ts[i], rs))
		}
		m.v[d] = f
	})
}

// apply calls the code that the type of the function names.
func (c *compiler) apply(e *nkl.Apply, dst []reg, tail bool) {
	t := c.typeOf(e.Fun)
	fun := c.operand(e.Fun)[0].at
	captures := make([][]reg, len(t.Elems[0].Elems))
	for i, u := range t.Elems[0].Elems {
		captures[i] = c.regs(u)
	}
	arg := c.operand(e.Arg)
	if len(captures) > 0 {
		c.emit(func(m *machine) {
			for i, v := range m.v[fun].(*value.Fun).Captures {
				unbox(m, v, captures[i])
			}
		})
	}
	k := c.p.value(t)
	if len(k.params) == 0 { // a constant as a function: the argument is not needed
		arg = nil
	}
	c.callTo(k, e.Pos(), append(captures, arg), dst, tail)
}
