package nkl

// Tables of rows, which stand for values of recursive datatypes.

import (
	"math/bits"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A table is the rows that a Scope has allocated so far, by column.
type table struct {
	rows int
	cols []value.Seq
	up   *table // of the scope around this one
}

func newTable(columns []*types.Type, up *table) *table {
	t := &table{up: up}
	for _, c := range columns {
		t.cols = append(t.cols, value.Empty(c))
	}
	return t
}

// scope evaluates the body with a new table.
func (c *compiler) scope(e *nkl.Scope, dst []reg) {
	columns := c.p.sigs.Tables[e.Table].Columns
	args, pos := c.operands(e.Rows), e.Pos()
	c.emit(func(m *machine) {
		t := newTable(columns, m.tables[e.Table])
		for i, a := range args {
			s := m.v[a[0].at].(value.Seq)
			m.mem.seq(pos, s.Len(), wordBytes)
			t.rows = s.Len()
			for k := range t.rows {
				t.cols[i] = appended(t.cols[i], s.At(k))
			}
		}
		m.tables[e.Table] = t
	})
	c.scopes = append(c.scopes, e.Table)
	c.expr(e.Body, dst, false)
	c.scopes = c.scopes[:len(c.scopes)-1]
	c.leaveScopes([]string{e.Table})
}

// leaveScopes ends the scopes of these tables.
func (c *compiler) leaveScopes(names []string) {
	for _, name := range names {
		c.emit(func(m *machine) { m.tables[name] = m.tables[name].up })
	}
}

// alloc adds a row.
func (c *compiler) alloc(e *nkl.Alloc, dst reg) {
	args := c.operands(e.Vals)
	c.emit(func(m *machine) {
		m.w[dst.at] = m.row(e.P, e.Table, func(i int) value.Value { return prim.FromWord(args[i][0].kind, m.w[args[i][0].at]) })
	})
}

// reserve adds a row, which has zeros for now.
func (c *compiler) reserve(e *nkl.Reserve, dst reg) {
	cond, columns := c.operand(e.Cond)[0].at, c.p.sigs.Tables[e.Table].Columns
	c.emit(func(m *machine) {
		if m.w[dst.at] = -1; m.w[cond] != 0 {
			m.w[dst.at] = m.row(e.P, e.Table, func(i int) value.Value { return prim.FromWord(columns[i].Kind, 0) })
		}
	})
}

// row adds a row to a table, with these contents, and returns its number.
func (m *machine) row(pos ir.Pos, table string, contents func(i int) value.Value) prim.Word {
	t := m.tables[table]
	if m.step(1); t.rows == rowsAtOnce(t.rows) {
		m.mem.seq(pos, t.rows*len(t.cols), wordBytes)
	}
	for i := range t.cols {
		t.cols[i] = appended(t.cols[i], contents(i))
	}
	t.rows++
	m.limits(pos)
	return prim.Word(t.rows - 1)
}

// allocAll adds rows of the elements of sequences.
func (c *compiler) allocAll(e *nkl.AllocAll, dst reg) {
	args := c.operands(e.Seqs)
	d, pos := dst.at, e.Pos()
	c.emit(func(m *machine) {
		t := m.tables[e.Table]
		m.w[d] = prim.Word(t.rows)
		n := m.v[args[0][0].at].(value.Seq).Len()
		m.step(int64(n))
		m.mem.seq(pos, n*len(t.cols), wordBytes)
		for i, a := range args {
			for k := range n {
				t.cols[i] = appended(t.cols[i], m.v[a[0].at].(value.Seq).At(k))
			}
		}
		t.rows += n
		m.limits(pos)
	})
}

// store sets what is in a row. Sequences that share its memory end before it.
func (c *compiler) store(e *nkl.Store, dst reg) {
	row, cond, args, d := c.operand(e.Row)[0].at, c.operand(e.Cond)[0].at, c.operands(e.Vals), dst.at
	c.emit(func(m *machine) {
		m.step(1)
		for i := 0; i < len(args) && m.w[cond] != 0; i++ {
			setLeaf(m, m.tables[e.Table].cols[i], int(m.w[row]), args[i][0])
		}
		m.w[d] = 1
	})
}

// rowsAtOnce is the power of two from n on: tables grow by doubling.
func rowsAtOnce(n int) int { return 1 << bits.Len(uint(max(n, 1)-1)) }

// appended is s with v behind it. Sequences that share the memory of s end before v.
func appended(s value.Seq, v value.Value) value.Seq {
	switch s := s.(type) {
	case value.Ints:
		return append(s, int64(v.(value.Int)))
	case value.Floats:
		return append(s, float64(v.(value.Float)))
	case value.Bools:
		return append(s, bool(v.(value.Bool)))
	case value.Chars:
		return append(s, byte(v.(value.Char)))
	}
	panic("nkl: a column of no base type")
}

// column is a column as it is now.
func (c *compiler) column(e *nkl.Column, dst reg) {
	d := dst.at
	c.emit(func(m *machine) { m.v[d] = m.tables[e.Table].cols[e.Index] })
}

// forget ends all scopes, after a failure.
func (m *machine) forget() { m.tables = map[string]*table{} }
