package fkl

// Types of expressions. An expression has any number of results.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Sigs is the result types of the functions of a module, by name, and, by name behind a
// dot, the types of the columns of tables.
type Sigs map[string][]*types.Type

// Sigs collects the result types of all functions.
func (m *Module) Sigs() Sigs {
	s := make(Sigs, len(m.Funcs)+len(m.Tables))
	for _, f := range m.Funcs {
		s[f.Name] = types.Erased(f.Results)
	}
	for _, t := range m.Tables {
		s["."+t.Name] = t.Columns
	}
	return s
}

// Columns is the types of the columns of a table, nil if there is none of the name.
func (s Sigs) Columns(table string) []*types.Type { return s["."+table] }

// ResultTypes is the types of the results of a well-typed expression, without
// sizes; nil if every path through e ends in Recur.
func (s Sigs) ResultTypes(e Expr) []*types.Type {
	switch e := e.(type) {
	case *Let:
		return s.ResultTypes(e.Body)
	case *Check:
		return s.ResultTypes(e.Then)
	case *Loop:
		return s.ResultTypes(e.Body)
	case *Scope:
		return s.ResultTypes(e.Body)
	case *If:
		if ts := s.ResultTypes(e.Then); ts != nil {
			return ts
		}
		return s.ResultTypes(e.Else)
	case *Time:
		return append(append([]*types.Type(nil), s.ResultTypes(e.Body)...), types.Float)
	case *Recur:
		return nil
	case *Call:
		return s[e.Fn]
	case *Ret:
		return s.each(e.Vals)
	case *Prim:
		return primTypes(e.Op, s.each(e.Args))
	}
	return s.opTypes(e)
}

// TypeOf is the type of an expression with one result.
func (s Sigs) TypeOf(e Expr) *types.Type {
	if Schema[e.Form()].Atom {
		return s.opType(e)
	}
	return s.ResultTypes(e)[0]
}

func (s Sigs) each(es []Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = s.TypeOf(e)
	}
	return ts
}

// opTypes is ResultTypes of the forms that are neither control nor binding.
func (s Sigs) opTypes(e Expr) []*types.Type {
	switch e := e.(type) {
	case *Map:
		return vectorsOf(s.ResultTypes(e.Body))
	case *SegMap:
		return vectorsOf(s.ResultTypes(e.Body))
	case *Update:
		return vectorsOf(s.ResultTypes(e.Body))
	case *Fold:
		return s.foldTypes(e.Scan, false, e.Vecs)
	case *SegFold:
		return s.foldTypes(e.Scan, true, e.Vecs)
	case *Pack:
		return append(vectors(s.each(e.Vecs)), types.Vec(types.Int))
	case *Split:
		ts := vectors(s.each(e.Vecs))
		return append(append(ts, ts...), types.Vec(types.Int))
	}
	return []*types.Type{s.opType(e)}
}

// foldTypes is the types of the results of a fold: scalars if all is combined.
func (s Sigs) foldTypes(scan, segmented bool, vecs []Expr) []*types.Type {
	ts := s.each(vecs)
	for i, t := range ts {
		if ts[i] = t.Elem(); scan || segmented {
			ts[i] = types.Vec(ts[i])
		}
	}
	return ts
}

// opType is the type of an operation with one result.
func (s Sigs) opType(e Expr) *types.Type {
	switch e := e.(type) {
	case *Ref:
		return e.Var.Type.Erase()
	case *Int, *Length, *Extend, *Reserve, *SdCount, *SdTotal:
		return types.Int
	case *Float:
		return types.Float
	case *Bool, *Store:
		return types.Bool
	case *Char:
		return types.Char
	case *Str:
		return types.Vec(types.Char)
	case *Vec:
		return types.Vec(e.Elem)
	case *SdLens, *SdStarts, *Rank, *Offsets:
		return types.Vec(types.Int)
	case *SdMake, *SdGiven, *SdJoin, *SdRegular:
		return types.Sd
	case *At:
		return s.TypeOf(e.Vec).Elem()
	case *Reduce:
		return s.TypeOf(e.Vec).Elem()
	case *SegReduce:
		return types.Vec(s.TypeOf(e.Vec).Elem())
	case *Scan:
		return types.Vec(s.TypeOf(e.Vec).Elem())
	case *SegScan:
		return types.Vec(s.TypeOf(e.Vec).Elem())
	case *Scatter:
		return types.Vec(s.TypeOf(e.Into).Elem())
	case *Put:
		return s.TypeOf(e.Vec)
	case *Column:
		return types.Vec(s.Columns(e.Table)[e.Index])
	}
	panic("fkl: no type of form " + Schema[e.Form()].Name)
}

// primTypes is the types of the results of a primitive of a checked program.
func primTypes(p *prim.Prim, args []*types.Type) []*types.Type {
	ts, err := p.FlatResults(args)
	if err != nil {
		panic("fkl: " + err.Error())
	}
	return ts
}

// vectors forgets the sizes of vector types.
func vectors(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = types.Vec(t.Elem())
	}
	return out
}

// vectorsOf is the types of the results of a Map whose body yields these, or of an
// Update, where states stand for themselves.
func vectorsOf(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		if out[i] = t; t.Kind != types.KVec {
			out[i] = types.Vec(t)
		}
	}
	return out
}
