package gen

// Which types occur: base types, pairs, sequences up to three levels deep.

import "nessiec/ir/types"

// base is a base type, mostly int.
func (g *generator) base() *types.Type {
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
	switch k := g.r.IntN(10); {
	case k < 4 || levels == 0 && k < 8:
		return g.base()
	case k == 4 || levels == 0:
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
