package vm

// Tables of rows.

import (
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// rows is a table: its columns so far.
type rows struct {
	n       int
	columns []*Vector
	up      *rows // of the scope around this one
}

// OpenTable emits the start of a scope of a table with the rows whose columns are first;
// there may be none.
func (c *Code) OpenTable(name string, columns []*types.Type, first []Reg) {
	c.Do(func(f *Frame) {
		t := &rows{up: f.run.tables[name]}
		for i, k := range columns {
			v := &Vector{Kind: k.Kind, table: true}
			if len(first) > 0 {
				v.Words = slices.Clone(f.vecs[first[i].at].Words)
				t.n = len(v.Words)
			}
			t.columns = append(t.columns, v)
		}
		f.run.tables[name] = t
	})
}

// CloseTables emits the end of scopes of tables.
func (c *Code) CloseTables(names []string) {
	for _, name := range names {
		c.Do(func(f *Frame) { f.run.tables[name] = f.run.tables[name].up })
	}
}

// Extend emits dst = the number of the first of n rows that are added. They have vals, or
// zeros for now.
func (c *Code) Extend(dst Reg, name string, n Reg, vals []Reg) {
	c.Do(func(f *Frame) {
		t, k := f.run.tables[name], int(f.words[n.at])
		f.words[dst.at] = prim.Word(t.n)
		if k <= 0 {
			return
		}
		f.run.spend(k)
		t.n += k
		for i, v := range vals {
			ws := append(t.columns[i].Words, f.vecs[v.at].Words[:k]...) // those that are read end before
			t.columns[i] = &Vector{Kind: t.columns[i].Kind, Words: ws, table: true}
		}
		if len(vals) == 0 {
			for i, v := range t.columns {
				t.columns[i] = &Vector{Kind: v.Kind, Words: append(v.Words, make([]prim.Word, k)...), table: true}
			}
		}
	})
}

// Store emits dst = true, and that the rows of a table get vals, negative ones nothing.
// Vectors that share their memory end before them.
func (c *Code) Store(dst Reg, name string, rows Reg, vals []Reg) {
	c.Do(func(f *Frame) {
		t := f.run.tables[name]
		f.words[dst.at] = 1
		f.run.spend(len(f.vecs[rows.at].Words))
		for j, row := range f.vecs[rows.at].Words {
			for i, v := range vals {
				if row >= 0 {
					t.columns[i].Words[row] = f.vecs[v.at].Words[j]
				}
			}
		}
	})
}

// Column emits dst = a column as it is.
func (c *Code) Column(dst Reg, name string, index int) {
	c.Do(func(f *Frame) { f.Hold(dst, f.run.tables[name].columns[index]) })
}
