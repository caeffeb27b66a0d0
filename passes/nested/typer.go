package nested

// Types of expressions, each found once: asking for the type of every part of
// a deep expression stays linear.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A typer knows the functions of one module. The expressions it is asked about
// may be new, as long as their calls are of these functions.
type typer struct {
	sigs    *nkl.Sigs
	memo    map[nkl.Expr]*types.Type
	streams bool // streams are still a type of their own
}

// newTyper is for programs with datatypes.
func newTyper(m *nkl.Module) *typer {
	return &typer{m.Sigs(), map[nkl.Expr]*types.Type{}, true}
}

// newErasedTyper is for programs in which a stream is an int.
func newErasedTyper(m *nkl.Module) *typer {
	return &typer{m.Sigs(), map[nkl.Expr]*types.Type{}, false}
}

// of is the type of e.
func (t *typer) of(e nkl.Expr) *types.Type {
	if nkl.IsAtom(e) {
		return t.sigs.TypeOf(e)
	}
	u := t.memo[e]
	if u == nil {
		u = t.find(e)
		t.memo[e] = u
	}
	return u
}

func (t *typer) find(e nkl.Expr) *types.Type {
	switch e := e.(type) {
	case *nkl.Prim:
		u, err := e.Op.ResultOf(t.all(e.Args))
		if err != nil {
			panic("nested: primitive " + e.Op.Name + ": " + err.Error())
		}
		if !t.streams && e.Op.Class == prim.Effect {
			u = eraseStreams(u)
		}
		return u
	case *nkl.Tuple:
		return types.Tuple(t.all(e.Elems)...)
	case *nkl.Proj:
		return t.of(e.Of).Elems[e.Index]
	case *nkl.Apply:
		return t.of(e.Fun).Elems[2]
	case *nkl.Uncon:
		return contents(t.of(e.Of))
	case *nkl.Lambda:
		return types.Fun(types.Clo(e.Label, typesOf(e.Captures)...), e.Param.Type, t.of(e.Body))
	case *nkl.Let:
		return t.of(e.Body)
	case *nkl.Check:
		return t.of(e.Then)
	case *nkl.If:
		return t.of(e.Then)
	case *nkl.Each:
		return types.Seq(t.of(e.Body))
	case *nkl.EachIf:
		return types.Seq(t.of(e.Body))
	case *nkl.Time:
		return types.Tuple(t.of(e.Body), types.Float)
	}
	return t.sigs.TypeOf(e)
}

func (t *typer) all(es []nkl.Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = t.of(e)
	}
	return ts
}

func eraseStreams(t *types.Type) *types.Type {
	if t == types.Stream {
		return types.Int
	}
	return mapElems(t, eraseStreams)
}

// typesOf is the types of variables.
func typesOf(vs []*nkl.Var) []*types.Type {
	ts := make([]*types.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type
	}
	return ts
}
