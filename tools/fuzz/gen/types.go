package gen

// Which types occur: base types, pairs, sequences up to three levels deep, and
// what the language has besides: datatypes, sums, type variables.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// maxLevels bounds how deep sequences nest.
const maxLevels = 4

// base is a base type, mostly int, or a type variable.
func (g *generator) base() *types.Type {
	if len(g.tvars) > 0 && g.chance(3) {
		return g.tvars[g.r.IntN(len(g.tvars))]
	}
	switch g.r.IntN(8) {
	case 0:
		return types.Bool
	case 1:
		if g.c.Floats {
			return types.Float
		}
	case 2:
		return types.Char
	}
	return types.Int
}

// typ is a type of at most this many levels of sequences.
func (g *generator) typ(levels int) *types.Type {
	switch k := g.r.IntN(20); {
	case k == 0 && g.lang.HasKind(types.KData):
		return g.data(levels)
	case k == 1 && g.lang.HasKind(types.KSum):
		return g.sum(levels)
	case k < 8 || levels == 0 && k < 17:
		return g.base()
	case k < 10 || levels == 0:
		return types.Tuple(g.typ(min(levels, 1)), g.typ(min(levels, 1)))
	}
	return g.seqType(levels)
}

// seqType is a sequence type of at most this many levels.
func (g *generator) seqType(levels int) *types.Type {
	if levels <= 1 {
		return types.Seq(g.typ(0))
	}
	return types.Seq(g.typ(levels - 1))
}

// data is a datatype.
func (g *generator) data(levels int) *types.Type {
	if levels > 0 && g.chance(2) {
		return types.Data("node", types.Tuple(types.Int, types.Seq(types.Int)))
	}
	return types.Data("box", types.Int)
}

// inClass is a type of a class, for a type variable that nothing decides.
func (g *generator) inClass(c types.Class) *types.Type {
	if c == types.Any {
		return g.typ(1)
	}
	for range 20 {
		if t := g.base(); prim.InClass(t, c) {
			return t
		}
	}
	return types.Int
}

// levels is how deep sequences nest in t.
func levels(t *types.Type) int {
	n := 0
	for _, e := range t.Elems {
		n = max(n, levels(e))
	}
	if t.Kind == types.KSeq {
		n++
	}
	return n
}

// firstOrder reports whether t is a type of plain values: no function in it.
func firstOrder(t *types.Type) bool { return !t.Has(types.KFun) }
