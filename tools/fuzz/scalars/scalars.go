// Package scalars chooses scalar primitives for random programs: by the type of
// their results, with types for their arguments.
package scalars

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// Bases is the base types.
var Bases = []*types.Type{types.Int, types.Bool, types.Char, types.Float}

// Char is one of few chars, so that equal ones occur, the first and the last
// among them: n draws one of so many.
func Char(n func(int) int) byte {
	const chars = "abcde\x00\x80\xff"
	return chars[n(len(chars))]
}

// A Table lists primitives by the kind of a result that they can have.
type Table map[types.Kind][]*prim.Prim

// Of is the scalar primitives that suit.
func Of(suits func(*prim.Prim) bool) Table {
	out := Table{}
	for _, p := range prim.Table {
		if p.Class != prim.Scalar || !suits(p) {
			continue
		}
		for _, t := range Bases {
			if s := p.Scheme(); s.Result == t || s.Result.Kind == types.KVar && prim.InClass(t, s.Result.Class) {
				out[t.Kind] = append(out[t.Kind], p)
			}
		}
	}
	return out
}

// Arguments is types of arguments with which p has a result of type t, those that
// t leaves open drawn by base; nil if they are not all base types, or if some are
// floats and these are not wanted.
func Arguments(p *prim.Prim, t *types.Type, base func() *types.Type, floats bool) []*types.Type {
	s, at := p.Scheme(), map[*types.Type]*types.Type{}
	if s.Result.Kind == types.KVar {
		at[s.Result] = t
	}
	ts := make([]*types.Type, len(s.Params))
	for i, u := range s.Params {
		if u.Kind == types.KVar {
			for at[u] == nil {
				if b := base(); prim.InClass(b, u.Class) {
					at[u] = b
				}
			}
			u = at[u]
		}
		if !u.IsBase() || u == types.Float && !floats {
			return nil
		}
		ts[i] = u
	}
	return ts
}
