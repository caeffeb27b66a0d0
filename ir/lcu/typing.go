package lcu

// Types of expressions. An expression has any number of results.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Sigs is the result types of the functions and kernels of a module, by name.
type Sigs struct {
	Funcs, Kernels map[string][]*types.Type
}

// Sigs collects the result types of all functions and kernels.
func (m *Module) Sigs() Sigs {
	s := Sigs{make(map[string][]*types.Type, len(m.Funcs)), make(map[string][]*types.Type, len(m.Kernels))}
	for _, f := range m.Funcs {
		s.Funcs[f.Name] = types.Erased(f.Results)
	}
	for _, k := range m.Kernels {
		s.Kernels[k.Name] = k.Results
	}
	return s
}

// ResultTypes is the types of the results of a well-typed expression, without
// sizes; nil if every path through e ends in Recur.
func (s Sigs) ResultTypes(e Expr) []*types.Type {
	switch e := e.(type) {
	case *Let:
		return s.ResultTypes(e.Body)
	case *Check:
		return s.ResultTypes(e.Then)
	case *Cluster:
		return s.ResultTypes(e.Body)
	case *Loop:
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
		return s.Funcs[e.Fn]
	case *Run:
		return s.Kernels[e.Kernel]
	case *Copy:
		return s.Kernels[e.Kernel]
	case *Ret:
		return s.each(e.Vals)
	case *Prim:
		return primTypes(e.Op, s.each(e.Args))
	}
	if _, ok := PartsOf(e); ok {
		return s.soacTypes(e)
	}
	return []*types.Type{s.opType(e)}
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

// opType is the type of an operation with one result.
func (s Sigs) opType(e Expr) *types.Type {
	switch e := e.(type) {
	case *Ref:
		return e.Var.Type.Erase()
	case *Int, *Length:
		return types.Int
	case *Float:
		return types.Float
	case *Bool, *EvenRows:
		return types.Bool
	case *Char:
		return types.Char
	case *Str:
		return types.Vec(types.Char)
	case *Vec:
		return types.Vec(e.Elem)
	case *At:
		return s.TypeOf(e.Vec).Elem()
	case *Put:
		return s.TypeOf(e.Vec)
	}
	panic("lcu: no type of form " + Schema[e.Form()].Name)
}

// primTypes is the types of the results of a primitive of a checked program.
func primTypes(p *prim.Prim, args []*types.Type) []*types.Type {
	ts, err := p.FlatResults(args)
	if err != nil {
		panic("lcu: " + err.Error())
	}
	return ts
}

// soacTypes is the types of the results of a SOAC.
func (s Sigs) soacTypes(e Expr) []*types.Type {
	switch e := e.(type) {
	case *Once:
		return s.ResultTypes(e.T.Body)
	case *Reduce:
		ts := s.ResultTypes(e.T.Body)
		out := append([]*types.Type(nil), ts...)
		for i, op := range e.Ops {
			if op == prim.RId {
				out[i] = types.Vec(ts[i])
			}
		}
		return out
	case *Epilogue:
		return s.epilogueTypes(e)
	case *Staged:
		return s.soacTypes(e.Soac)
	case *Update:
		out := s.ResultTypes(e.T.Body)
		for i, t := range out {
			if t.Kind != types.KVec {
				out[i] = types.Vec(t)
			}
		}
		return out
	case *Rank:
		return []*types.Type{types.Vec(types.Int)}
	case *Compact:
		ts := s.ResultTypes(e.T.Body)
		out := make([]*types.Type, len(e.Sizes))
		for k, a := range e.Into {
			out[a] = types.Vec(ts[k])
		}
		return out
	case *Directory:
		out := vectorsOf(s.ResultTypes(e.T.Body))
		for k, op := range e.Ops {
			if op == prim.RRank {
				out[k] = types.Vec(types.Int)
			}
		}
		return out
	case *Filter:
		return append(vectorsOf(s.ResultTypes(e.T.Body)), types.Vec(types.Int))
	case *Partition:
		ts := vectorsOf(s.ResultTypes(e.T.Body))
		return append(append(ts, ts...), types.Vec(types.Int))
	}
	p, _ := PartsOf(e)
	return vectorsOf(s.ResultTypes(p.T.Body))
}

func vectorsOf(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = types.Vec(t)
	}
	return out
}

// epilogueTypes is what T makes, then what a Prefix combines, then what the operator
// id yields.
func (s Sigs) epilogueTypes(e *Epilogue) []*types.Type {
	out := s.ResultTypes(e.T.Body)
	if _, once := e.Soac.(*Reduce); !once {
		out = vectorsOf(out)
	}
	p, _ := PartsOf(e.Soac)
	ts := s.ResultTypes(p.T.Body)
	if e.Soac.Form() == FormPrefix {
		for _, k := range Combined(p.Ops) {
			out = append(out, types.Vec(ts[k]))
		}
	}
	for k, op := range p.Ops {
		if op == prim.RId {
			out = append(out, types.Vec(ts[k]))
		}
	}
	return out
}
