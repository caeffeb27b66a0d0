package anf

// Types of expressions, each found once: asking for the type of every part of
// a deep expression stays linear.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Typer knows the functions of one module. The expressions it is asked about
// may be new, as long as their calls are of these functions.
type Typer struct {
	sigs    *nkl.Sigs
	memo    map[nkl.Expr]*types.Type
	streams bool // streams are still a type of their own
}

// NewTyper is for programs with datatypes.
func NewTyper(m *nkl.Module) *Typer {
	return &Typer{m.Sigs(), map[nkl.Expr]*types.Type{}, true}
}

// NewErasedTyper is for programs in which a stream is an int.
func NewErasedTyper(m *nkl.Module) *Typer {
	return &Typer{m.Sigs(), map[nkl.Expr]*types.Type{}, false}
}

// Of is the type of e.
func (t *Typer) Of(e nkl.Expr) *types.Type {
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

// Cons are the constructors of u, a sum or a recursive datatype.
func (t *Typer) Cons(u *types.Type) []*types.Type { return t.sigs.Cons(u) }

func (t *Typer) find(e nkl.Expr) *types.Type {
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
		return t.Of(e.Of).Elems[e.Index]
	case *nkl.Apply:
		return t.Of(e.Fun).Elems[2]
	case *nkl.FoldBy:
		return t.Of(e.Else)
	case *nkl.Uncon:
		return Contents(t.Of(e.Of))
	case *nkl.Lambda:
		return types.Fun(types.Clo(e.Label, types.OfVars(e.Captures)...), e.Param.Type, t.Of(e.Body))
	case *nkl.Let:
		return t.Of(e.Body)
	case *nkl.Check:
		return t.Of(e.Then)
	case *nkl.Case:
		return t.Of(e.Arms[0].(*nkl.Arm).Body)
	case *nkl.Scope:
		return t.Of(e.Body)
	case *nkl.If:
		return t.Of(e.Then)
	case *nkl.Each:
		return types.Seq(t.Of(e.Body))
	case *nkl.EachIf:
		return types.Seq(t.Of(e.Body))
	case *nkl.FoldIn:
		return t.Of(e.Body)
	case *nkl.NewKey:
		return t.Of(e.Body)
	case *nkl.Time:
		return types.Tuple(t.Of(e.Body), types.Float)
	}
	return t.sigs.TypeOf(e)
}

func (t *Typer) all(es []nkl.Expr) []*types.Type {
	ts := make([]*types.Type, len(es))
	for i, e := range es {
		ts[i] = t.Of(e)
	}
	return ts
}

func eraseStreams(t *types.Type) *types.Type {
	if t == types.Stream {
		return types.Int
	}
	return MapElems(t, eraseStreams)
}

// Contents is the type of the contents of a datatype; streams hold an int.
func Contents(t *types.Type) *types.Type {
	if t.Kind == types.KStream {
		return types.Int
	}
	return t.Elems[0]
}

// MapElems applies f to the components of t.
func MapElems(t *types.Type, f func(*types.Type) *types.Type) *types.Type {
	if es, changed := ir.MapSlice(t.Elems, f); changed {
		return t.WithElems(es)
	}
	return t
}
