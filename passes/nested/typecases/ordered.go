package typecases

// Ranks by type: of base types a primitive; of others by codes, ints in the
// order of the values, which functions of the prelude make.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// Operations besides the primitives: the codes of the elements of a sequence, and those of
// many sequences, which are made together.
const (
	codesOf    = "codes"
	allCodesOf = "all_codes"
)

// The prelude functions that make codes, and the order of pairs.
const (
	floatCodes = "__float_codes"
	pairPlaces = "__pair_places"
	pairCodes  = "__pair_codes"
	rowCodes   = "__row_codes"
)

// rank is the place of every element of v, an atom of type [t]; op is rank or
// rank_down.
//
//	tuple     by one component after another, from the last; every order is stable
//	sequence  by codes
func (c *typeCases) rank(t *types.Type, op prim.Code, v nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KSeq:
		return anf.Op(op, c.codes(t, v))
	case types.KTuple:
		if len(t.Elems) > 0 {
			return c.rankTuples(t, op, v)
		}
		return anf.Op(prim.Index, anf.Op(prim.Length, v))
	}
	return anf.Op(op, c.keysOf(t, v))
}

// isKey reports whether the primitive ranks values of type t.
func isKey(t *types.Type) bool { return t == types.Int || t == types.Float || t == types.Char }

// keysOf is v, of type [t], as something that the primitive ranks.
func (c *typeCases) keysOf(t *types.Type, v nkl.Expr) nkl.Expr {
	if isKey(t) {
		return v
	}
	return c.codes(t, v)
}

func (c *typeCases) rankTuples(t *types.Type, op prim.Code, v nkl.Expr) nkl.Expr {
	var b anf.Block
	last := len(t.Elems) - 1
	places := b.Name("places", types.Seq(types.Int), c.rankOf(t.Elems[last], op, b.Name("part", types.Seq(t.Elems[last]), component(t, last, v))))
	for i := last - 1; i >= 0; i-- {
		part := b.Name("part", types.Seq(t.Elems[i]), component(t, i, v))
		keys := b.Name("keys", keyType(t.Elems[i]), c.keysOf(t.Elems[i], part))
		moved := b.Name("moved", keyType(t.Elems[i]), anf.Op(prim.Permute, keys, places))
		places = b.Name("places", types.Seq(types.Int), anf.Op(prim.Get, anf.Op(op, moved), places))
	}
	return b.In(places)
}

// rankOf is rank where the type may be any.
func (c *typeCases) rankOf(t *types.Type, op prim.Code, v nkl.Expr) nkl.Expr {
	return c.at(ir.Pos{}, generic[op], types.Seq(t), v)
}

// keyType is the type of the keys for elements of type t.
func keyType(t *types.Type) *types.Type {
	if isKey(t) {
		return types.Seq(t)
	}
	return types.Seq(types.Int)
}

// component is component i of every element of v, which are of tuple type t.
func component(t *types.Type, i int, v nkl.Expr) nkl.Expr {
	return Each(v, t, func(x nkl.Expr) nkl.Expr { return &nkl.Proj{Index: i, Of: x} })
}

// codes is the codes of the elements of v, an atom of type [t].
func (c *typeCases) codes(t *types.Type, v nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KInt:
		return v
	case types.KBool:
		return Each(v, t, func(x nkl.Expr) nkl.Expr { return anf.Op(prim.Btoi, x) })
	case types.KChar:
		return Each(v, t, func(x nkl.Expr) nkl.Expr { return anf.Op(prim.CharCode, x) })
	case types.KFloat:
		return &nkl.Call{Fn: floatCodes, Args: []nkl.Expr{v}}
	}
	return &nkl.Call{Fn: c.fn(codesOf, types.Seq(t)), Args: []nkl.Expr{v}}
}

// codesBody is the codes of the elements of v, an atom of type [t], by the
// structure of t.
func (c *typeCases) codesBody(t *types.Type, v nkl.Expr) nkl.Expr {
	var b anf.Block
	ints := types.Seq(types.Int)
	if t.Kind == types.KSeq {
		elems := b.Name("elems", types.Seq(t.Elem()), anf.Op(prim.Flatten, v))
		data := b.Name("data", ints, c.codes(t.Elem(), elems))
		lens := Each(v, t, func(x nkl.Expr) nkl.Expr { return anf.Op(prim.Length, x) })
		return b.In(&nkl.Call{Fn: rowCodes, Args: []nkl.Expr{data, lens}})
	}
	if len(t.Elems) == 0 {
		return Each(v, t, func(nkl.Expr) nkl.Expr { return anf.Integer(0) })
	}
	var all nkl.Expr
	for i := len(t.Elems) - 1; i >= 0; i-- {
		part := b.Name("part", types.Seq(t.Elems[i]), component(t, i, v))
		all = pairOf(&b, b.Name("codes", ints, c.codes(t.Elems[i], part)), all)
	}
	return b.In(all)
}

// allCodesBody is the codes of the elements of every sequence in v, of type [[t]]: codes
// that order all of them order those of each.
func (c *typeCases) allCodesBody(t *types.Type, v nkl.Expr) nkl.Expr {
	var b anf.Block
	elems := b.Name("elems", t, anf.Op(prim.Flatten, v))
	data := b.Name("data", types.Seq(types.Int), &nkl.Call{Fn: c.fn(codesOf, t), Args: []nkl.Expr{elems}})
	lens := b.Name("lens", types.Seq(types.Int), Each(v, t, func(x nkl.Expr) nkl.Expr { return anf.Op(prim.Length, x) }))
	return b.In(anf.Op(prim.Partition, data, lens))
}

// pairOf is the codes of pairs of which a and rest are the codes; rest may be
// nil.
func pairOf(b *anf.Block, a, rest nkl.Expr) nkl.Expr {
	if rest == nil {
		return a
	}
	return b.Name("codes", types.Seq(types.Int), &nkl.Call{Fn: pairCodes, Args: []nkl.Expr{a, rest}})
}
