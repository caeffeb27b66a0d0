package nkl

// Apply-to-each: a loop over columns. With a filter, the condition is
// evaluated for all elements first, then the body for the survivors.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A sweep is one loop over the elements of sequences.
type sweep struct {
	pos        ir.Pos
	k, n       int   // word registers: elements done, elements to do
	i          int   // word register: index of the current element in its sequences
	index      instr // sets i, unless that is k
	base, deep int   // word registers: span at the start, largest span of an element
	key        int   // word register: random key outside; -1 if the body draws nothing
	head       label
	end        label
}

func (c *compiler) newSweep(pos ir.Pos, draws bool) *sweep {
	s := &sweep{pos: pos, k: c.word(), n: c.word(), base: c.word(), deep: c.word(), key: -1}
	s.i = s.k
	c.loops = append(c.loops, s)
	if draws {
		s.key = c.word()
	}
	return s
}

// start begins a loop over n elements.
func (s *sweep) start(m *machine, n int) {
	m.work += int64(n)
	m.limits(s.pos)
	m.w[s.k], m.w[s.n] = 0, int64(n)
	m.w[s.base], m.w[s.deep] = m.span, m.span
	if s.key >= 0 {
		m.w[s.key] = int64(m.f.key)
	}
	if n == 0 {
		m.span++
		m.pc = s.end.pc
	}
}

// next ends an element; it is the last instruction of the loop.
func (s *sweep) next(m *machine) {
	if m.span > m.w[s.deep] {
		m.w[s.deep] = m.span
	}
	m.w[s.k]++
	if m.w[s.k] < m.w[s.n] {
		m.limits(s.pos)
		m.span = m.w[s.base]
		m.pc = s.head.pc
		return
	}
	m.span = m.w[s.deep] + 1
	if s.key >= 0 {
		m.f.key = uint64(m.w[s.key])
	}
}

// elementKey sets the random key of the current element.
func (s *sweep) elementKey(m *machine) {
	m.f.key = value.Mix(uint64(m.w[s.key]), uint64(m.w[s.i]))
}

// A source is the sequences that a sweep goes over.
type source struct {
	seqs []int   // value registers
	cols [][]int // value registers for the columns of each
	vars [][]reg // of the bound variables
}

// source compiles the sequences and binds the variables.
func (c *compiler) source(binds []*nkl.Var, seqs []nkl.Expr) *source {
	s := &source{}
	for _, e := range seqs {
		s.seqs = append(s.seqs, c.operand(e)[0].at)
	}
	for _, v := range binds {
		rs := c.bind(v)
		s.vars = append(s.vars, rs)
		s.cols = append(s.cols, c.columns(len(rs)))
	}
	return s
}

func (c *compiler) columns(n int) []int {
	cols := make([]int, n)
	for i := range cols {
		cols[i] = c.val()
	}
	return cols
}

// open checks that lengths agree, splits the sequences and returns the length.
func (s *source) open(m *machine, pos ir.Pos, guard Guard) int {
	n := m.v[s.seqs[0]].(value.Seq).Len()
	for i, r := range s.seqs {
		seq := m.v[r].(value.Seq)
		if seq.Len() != n {
			n = differentLengths(guard, pos, n, seq.Len())
		}
		split(m, seq, s.cols[i])
	}
	return n
}

// differentLengths fails; outside its check, an apply-to-each goes over the
// shorter one.
func differentLengths(guard Guard, pos ir.Pos, n, k int) int {
	switch guard {
	case Raise:
		panic(interp.Fail(pos, prim.ErrEach))
	case Assert:
		panic(interp.Bug(pos, "apply-to-each over %d and %d elements is not guarded", n, k))
	}
	return min(n, k)
}

// loads compiles the loading of the current element.
func (c *compiler) loads(s *source, i int) {
	for j, rs := range s.vars {
		for l, r := range rs {
			c.emit(load(r, s.cols[j][l], i))
		}
	}
}

// A sink is the sequence that a sweep makes.
type sink struct {
	elem *types.Type
	cols []int
	dst  int
}

func (c *compiler) sink(elem *types.Type, dst []reg) *sink {
	return &sink{elem, c.columns(len(leaves(elem))), dst[0].at}
}

// open makes room for n elements.
func (s *sink) open(m *machine, pos ir.Pos, n int) {
	for i, k := range leaves(s.elem) {
		m.v[s.cols[i]] = newColumn(m, pos, k, n)
	}
}

// close makes the sequence; n is the word register that holds the length.
func (c *compiler) close(pos ir.Pos, s *sink, n int) {
	c.emit(func(m *machine) {
		made := join(m, s.elem, int(m.w[n]), s.cols)
		m.copies(pos, made)
		m.v[s.dst] = made
	})
}

// body compiles the loop itself: load, evaluate e, store.
func (c *compiler) body(s *sweep, from *source, e nkl.Expr, to *sink) {
	outer := c.loop
	c.loop = nil
	c.here(&s.head)
	if s.index != nil {
		c.emit(s.index)
	}
	if s.key >= 0 {
		c.emit(s.elementKey)
	}
	c.loads(from, s.i)
	at := c.mark()
	for i, r := range c.operand(e) {
		c.emit(store(r, to.cols[i], s.k))
	}
	c.release(at)
	c.emit(s.next)
	c.loop = outer
}

func (c *compiler) each(e nkl.Expr, binds []*nkl.Var, seqs []nkl.Expr, body nkl.Expr, dst []reg) {
	pos, guard := e.Pos(), c.p.opts.Guard
	from := c.source(binds, seqs)
	to := c.sink(c.typeOf(body), dst)
	s := c.newSweep(pos, c.p.draws.Expr(body))
	c.emit(func(m *machine) {
		n := from.open(m, pos, guard)
		to.open(m, pos, n)
		s.start(m, n)
	})
	c.body(s, from, body, to)
	c.here(&s.end)
	c.close(pos, to, s.n)
}

func (c *compiler) eachIf(e *nkl.EachIf, dst []reg) {
	pos, guard := e.Pos(), c.p.opts.Guard
	from := c.source(e.Binds, e.Seqs)
	to := c.sink(c.typeOf(e.Body), dst)
	draws := c.p.draws.Expr(e.Cond) || c.p.draws.Expr(e.Body)
	kept := c.val() // indices of survivors

	filter := c.newSweep(pos, draws)
	flags := &sink{types.Bool, c.columns(1), kept}
	c.emit(func(m *machine) {
		n := from.open(m, pos, guard)
		flags.open(m, pos, n)
		filter.start(m, n)
	})
	c.body(filter, from, e.Cond, flags)
	c.here(&filter.end)

	s := c.newSweep(pos, draws)
	s.i = c.word()
	s.index = load(reg{types.KInt, s.i}, kept, s.k)
	c.emit(func(m *machine) {
		idx := trueIndices(m.v[flags.cols[0]].(value.Bools))
		m.v[kept] = idx
		to.open(m, pos, len(idx))
		s.start(m, len(idx))
	})
	c.body(s, from, e.Body, to)
	c.here(&s.end)
	c.close(pos, to, s.n)
}

func trueIndices(flags value.Bools) value.Ints {
	n := 0
	for _, f := range flags {
		if f {
			n++
		}
	}
	idx := make(value.Ints, 0, n)
	for i, f := range flags {
		if f {
			idx = append(idx, int64(i))
		}
	}
	return idx
}

// seq makes a sequence of given elements.
func (c *compiler) seq(e *nkl.Seq, dst []reg) {
	elem := c.typ(e.Elem)
	d, n, pos := dst[0].at, len(e.Elems), e.Pos()
	rows := c.operands(e.Elems)
	to := c.sink(elem, dst)
	c.emit(func(m *machine) {
		m.work += int64(n)
		m.step(1)
		to.open(m, pos, n)
		for i, rs := range rows {
			for j, r := range rs {
				setLeaf(m, m.v[to.cols[j]].(value.Seq), i, r)
			}
		}
		m.v[d] = join(m, elem, n, to.cols)
	})
}

// rangeOf makes Lo, Lo+Step, ... below Hi.
func (c *compiler) rangeOf(e *nkl.Range, dst []reg) {
	lo, hi, step := c.operand(e.Lo)[0].at, c.operand(e.Hi)[0].at, c.operand(e.Step)[0].at
	d, pos, guard := dst[0].at, e.Pos(), c.p.opts.Guard
	c.emit(func(m *machine) {
		s, h, l := m.w[lo], m.w[hi], m.w[step]
		if h < s || l <= 0 {
			m.v[d] = emptyRange(guard, pos)
			return
		}
		n := int((uint64(h-s) + uint64(l) - 1) / uint64(l))
		m.work += int64(n)
		m.step(1)
		m.mem.seq(pos, n, wordBytes)
		out := make(value.Ints, n)
		for i := range out {
			out[i] = s + int64(i)*l
		}
		m.v[d] = out
	})
}

func emptyRange(guard Guard, pos ir.Pos) value.Value {
	switch guard {
	case Raise:
		panic(interp.Fail(pos, prim.ErrRange))
	case Assert:
		panic(interp.Bug(pos, "a range is not guarded"))
	}
	return value.Ints{}
}
