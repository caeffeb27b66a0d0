package anf

// Tuples with sequences in them, which loops carry: their parts become variables of the
// loop.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// LoopParts is the loop l with the parts of tuples for these, which b takes apart before it;
// nil if l carries no tuples with sequences.
//
//	(loop (p) (q) (if c p (.. p .. (recur r))))
//	=> (let x (proj 0 q) (let y (proj 1 q)
//	   (loop (v w) (x y) (let p (tuple v w) (if c p (.. p .. (let s (proj 0 r) (let t (proj 1 r) (recur s t)))))))))
func LoopParts(b *Block, l *nkl.Loop) *nkl.Loop {
	if !slices.ContainsFunc(l.Binds, func(v *nkl.Var) bool { return hasParts(v.Type) }) {
		return nil
	}
	out := &nkl.Loop{Node: l.Node}
	var body Block
	for i, v := range l.Binds {
		out.Inits = append(out.Inits, partsOf(b, l.Inits[i], v.Type)...)
		if !hasParts(v.Type) {
			out.Binds = append(out.Binds, v)
			continue
		}
		var whole func(t *types.Type) nkl.Expr
		whole = func(t *types.Type) nkl.Expr {
			if !hasParts(t) {
				part := types.NewVar(v.Name, t)
				out.Binds = append(out.Binds, part)
				return nkl.Use(part)
			}
			e := &nkl.Tuple{}
			for _, c := range t.Elems {
				part := whole(c)
				if hasParts(c) {
					part = body.Name(v.Name, c, part)
				}
				e.Elems = append(e.Elems, part)
			}
			return e
		}
		body.Let(v, whole(v.Type))
	}
	out.Body = body.In(recurWithParts(l.Body, l.Binds))
	return out
}

// hasParts reports whether t is a tuple with a sequence in it.
func hasParts(t *types.Type) bool { return t.Kind == types.KTuple && t.Has(types.KSeq) }

// partsOf lists the parts of e, which has type t.
func partsOf(b *Block, e nkl.Expr, t *types.Type) []nkl.Expr {
	if !hasParts(t) {
		return []nkl.Expr{e}
	}
	var out []nkl.Expr
	for i, c := range t.Elems {
		out = append(out, partsOf(b, b.Name("part", c, Part(i, e)), c)...)
	}
	return out
}

// recurWithParts is e, which ends an iteration of a loop of vars, with parts handed on.
func recurWithParts(e nkl.Expr, vars []*nkl.Var) nkl.Expr {
	return AtRecurs(e, func(e *nkl.Recur) nkl.Expr {
		var b Block
		out := &nkl.Recur{Node: e.Node}
		for i, v := range vars {
			out.Args = append(out.Args, partsOf(&b, e.Args[i], v.Type)...)
		}
		return b.In(out)
	})
}
