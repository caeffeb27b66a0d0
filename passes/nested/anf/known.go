package anf

// What is known of ints and of the lengths of sequences at a place of a function: package
// sizes, told how variables are made.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/sizes"
)

// Known answers questions about atoms. Every int has a name; what follows from its
// definition is learnt when it is first asked about, and again where more is known of its
// operands. Lengths are expressions, which need no such thing.
type Known struct {
	*sizes.Known

	// Def is the right-hand side of a variable, where that is known. Operands are atoms
	// where it matters. Code is below the checks of its primitives.
	Def map[*nkl.Var]nkl.Expr

	size    map[*nkl.Var]*types.Size
	counts  map[*nkl.Var]*types.Size // of set flags
	defined map[*nkl.Var]definition
	trail   []attempt
}

// A definition says whether what follows from that of a variable was learnt.
type definition struct {
	tried bool
	facts sizes.Mark // how many there were then
	done  bool       // there is nothing to add if there are more
}

// An attempt is one to learn what follows from the definition of v.
type attempt struct {
	v   *nkl.Var
	at  sizes.Mark
	was definition
}

// maxDefinitions limits how many definitions a question follows.
const maxDefinitions = 4

// NewKnown is nothing known of a function.
func NewKnown(num value.Num) *Known {
	return &Known{Known: sizes.New(num), Def: map[*nkl.Var]nkl.Expr{}, size: map[*nkl.Var]*types.Size{},
		counts: map[*nkl.Var]*types.Size{}, defined: map[*nkl.Var]definition{}}
}

// Undo forgets what was learnt since m.
func (k *Known) Undo(m sizes.Mark) {
	k.Known.Undo(m)
	for n := len(k.trail) - 1; n >= 0 && k.trail[n].at >= m; n-- {
		k.defined[k.trail[n].v] = k.trail[n].was
		k.trail = k.trail[:n]
	}
}

// Value is the value of the int e: an atom, or the length of a sequence. It is nil for
// other expressions.
func (k *Known) Value(e nkl.Expr) *types.Size { return k.value(e, maxDefinitions) }

func (k *Known) value(e nkl.Expr, depth int) *types.Size {
	switch e := e.(type) {
	case *nkl.Int:
		return sizes.Const(e.Val)
	case *nkl.Ref:
		return k.valueOf(e.Var, depth)
	case *nkl.Prim:
		if e.Op.Code == prim.Length {
			return k.Length(e.Args[0])
		}
	}
	return nil
}

// valueOf is the value of the int v: its name, unless it is the length of a sequence.
func (k *Known) valueOf(v *nkl.Var, depth int) *types.Size {
	if n := k.size[v]; n == nil && k.Def[v] != nil {
		k.size[v] = k.value(k.Def[v], depth)
	}
	if depth > 0 && v.Type == types.Int {
		k.define(v, depth-1)
	}
	return k.named(v, sizes.Int)
}

// named is the value or length of v, which is a name if nothing else.
func (k *Known) named(v *nkl.Var, kind sizes.Kind) *types.Size {
	n := k.size[v]
	if n == nil {
		n = k.Introduce(v.Name, kind)
		k.size[v] = n
	}
	return n
}

// Length is the length of the sequence e.
func (k *Known) Length(e nkl.Expr) *types.Size {
	r, ok := e.(*nkl.Ref)
	if !ok {
		return k.lengthOf(e)
	}
	if n := k.size[r.Var]; n != nil {
		return n
	}
	if made := k.Def[r.Var]; made != nil {
		k.size[r.Var] = k.lengthOf(made)
	}
	return k.named(r.Var, sizes.Length)
}

// lengthOf is how many elements e makes; nil if that is not known.
func (k *Known) lengthOf(e nkl.Expr) *types.Size {
	switch e := e.(type) {
	case *nkl.Ref:
		return k.Length(e)
	case *nkl.Each:
		return k.Length(e.Seqs[0])
	case *nkl.Seq:
		return sizes.Const(int64(len(e.Elems)))
	case *nkl.Str:
		return sizes.Const(int64(len(e.Val)))
	case *nkl.Prim:
		return k.lengthOfPrim(e)
	}
	return nil
}

func (k *Known) lengthOfPrim(e *nkl.Prim) *types.Size {
	switch e.Op.Code {
	case prim.Index:
		return k.natural(e.Args[0])
	case prim.Dist:
		return k.natural(e.Args[1])
	case prim.Pack:
		return k.count(e.Args[1])
	case prim.Get:
		return k.Length(e.Args[1])
	case prim.Permute, prim.Write, prim.Rank, prim.RankDown, prim.PlusScan, prim.MultScan, prim.MaxScan, prim.MinScan, prim.AndScan, prim.OrScan, prim.XorScan:
		return k.Length(e.Args[0])
	}
	return nil
}

// natural is how many elements are made of n, which a check has shown not to be negative.
func (k *Known) natural(n nkl.Expr) *types.Size { return k.value(n, 0) }

// count is the number of set flags in the sequence e.
func (k *Known) count(e nkl.Expr) *types.Size {
	r, ok := e.(*nkl.Ref)
	if !ok {
		return nil
	}
	if k.counts[r.Var] == nil {
		k.counts[r.Var] = k.Introduce(r.Var.Name, sizes.Length)
	}
	return k.counts[r.Var]
}
