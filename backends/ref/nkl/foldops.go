package nkl

// Reductions and scans, from left to right.

import (
	"nessiec/ir/prim"
	"nessiec/ir/value"
)

// fold applies the operator of a reduction.
func (c *compiler) fold(a *application, r prim.Rop) {
	k := a.res.Kind
	f, unit := r.Combine(c.p.opts.Num, k), r.Identity(c.p.opts.Num, k)
	d := a.dst[0].at
	c.emit(func(m *machine) {
		s := a.seq(m, 0)
		m.work += int64(s.Len())
		m.step(1)
		total := unit
		for i := range s.Len() {
			total = f(total, wordAt(s, i))
		}
		m.w[d] = total
	})
}

// scan applies the operator of an exclusive scan.
func (c *compiler) scan(a *application, r prim.Rop) {
	k := a.res.Elem().Kind
	f, unit := r.Combine(c.p.opts.Num, k), r.Identity(c.p.opts.Num, k)
	d := a.dst[0].at
	c.emit(func(m *machine) {
		s := a.seq(m, 0)
		n := s.Len()
		m.work += 2 * int64(n)
		m.step(1)
		out := newColumn(m, a.pos, k, n)
		total := unit
		for i := range n {
			setWord(out, i, total)
			total = f(total, wordAt(s, i))
		}
		m.v[d] = out
	})
}

// wordAt is element i of a sequence of scalars.
func wordAt(s value.Seq, i int) prim.Word {
	switch s := s.(type) {
	case value.Ints:
		return s[i]
	case value.Floats:
		return prim.FloatWord(s[i])
	case value.Bools:
		return prim.BoolWord(s[i])
	}
	return int64(s.(value.Chars)[i])
}

// setWord sets element i of a sequence of scalars.
func setWord(s value.Seq, i int, w prim.Word) {
	switch s := s.(type) {
	case value.Ints:
		s[i] = w
	case value.Floats:
		s[i] = prim.WordFloat(w)
	case value.Bools:
		s[i] = w != 0
	case value.Chars:
		s[i] = byte(w)
	}
}

// words is the elements of a sequence of scalars.
func words(s value.Seq) []prim.Word {
	if s, ok := s.(value.Ints); ok {
		return s
	}
	ws := make([]prim.Word, s.Len())
	for i := range ws {
		ws[i] = wordAt(s, i)
	}
	return ws
}
