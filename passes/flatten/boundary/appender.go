package boundary

// Results of elements that leave a loop, at any depth: they are added to those before, in
// place if there is room.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// OwnNodes is how many sequences of a type have data of their own.
func OwnNodes(t *types.Type, from []DataAlias) int {
	n := 0
	switch t.Kind {
	case types.KTuple:
		for _, c := range t.Elems {
			n += OwnNodes(c, from)
			from = from[rep.Nodes(c):]
		}
	case types.KSeq:
		if from[0] == NoAlias {
			n = 1 + OwnNodes(t.Elem(), from[1:])
		}
	}
	return n
}

// Counts lists how many elements the data of sequences in r has that is their own.
func Counts(b *emit.Block, r rep.Value, from []DataAlias) (out []fkl.Expr) {
	node := 0
	var walk func(r rep.Value)
	walk = func(r rep.Value) {
		switch r := r.(type) {
		case rep.Tuple:
			for _, c := range r {
				walk(c)
			}
		case *rep.Nested:
			if from[node] != NoAlias {
				node += depths(r)
				return
			}
			node++
			out = append(out, rep.Count(b, r.Data))
			walk(r.Data)
		}
	}
	walk(r)
	return out
}

// depths is the number of sequences in r.
func depths(r rep.Value) int {
	n := 0
	EachDepth(r, nil, func(*rep.Nested, rep.Value) { n++ })
	return n
}

// An Appender adds elements to data of which the first ones count. from and used are those of
// the sequences that come next, ends how many elements count afterwards.
type Appender struct {
	B    *emit.Block
	From []DataAlias
	Used []fkl.Expr
	Ends []fkl.Expr
}

// Add is data with the n elements of more behind those that count, whose sequences get
// places in the data of those in data.
func (x *Appender) Add(data, more rep.Value, n fkl.Expr) rep.Value {
	used := x.Used[0]
	x.Used, x.Ends = x.Used[1:], append(x.Ends, x.B.AddSize(used, n))
	end := x.Ends[len(x.Ends)-1]
	more = x.inner(data, more)
	return rep.Placed(x.B, data, used, end, more, n)
}

// inner is more, elements whose sequences are views of what those of data are views of.
func (x *Appender) inner(data, more rep.Value) rep.Value {
	switch more := more.(type) {
	case rep.Tuple:
		out := make(rep.Tuple, len(more))
		for i, c := range more {
			out[i] = x.inner(data.(rep.Tuple)[i], c)
		}
		return out
	case *rep.Nested:
		if x.From[0] != NoAlias {
			x.From = x.From[depths(more):]
			return more
		}
		x.From = x.From[1:]
		b, v := x.B, more
		if !v.Covers() {
			v = gatherData(b, v)
		}
		starts, off := rep.StartsOf(b, v), x.Used[0]
		rep.Force(b, v.Data)
		shifted := &rep.Delayed{Type: types.Int, Pos: b.Pos, Space: &emit.Space{N: rep.Count(b, v)}, Gen: func(eb *emit.Block, _, i fkl.Expr) fkl.Expr {
			return eb.Add(rep.ReadAt(eb, starts, i), off)
		}}
		return &rep.Nested{Starts: shifted, Lens: rep.LensOf(b, v), Data: x.Add(data.(*rep.Nested).Data, v.Data, rep.Count(b, v.Data))}
	}
	return more
}
