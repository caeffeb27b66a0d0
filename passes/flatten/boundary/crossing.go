// Package boundary is how values cross calls, branches and loops: which vectors a function,
// a branch or an iteration takes and returns, which of them are shared, which are views of
// others, and when views are compacted.
//
//	recursion, aliases, sharing                    what is known of functions before they are translated
//	crossing, results, regularvalues, regularity   what functions take and yield
//	branchviews, joinbranches, concat, hostbranch  what branches yield
//	loopvars, loopdescriptors, appender            what loops carry, and what leaves them
//	compact, room, extent                          copies of views that hold too much; data with room to append to; how much there is
//
// It imports rep, emit and ir, and knows no rule of the pass.
package boundary

// What parameters and results of lifted functions are handed over as. Sequences are views: where
// they start, their lengths, and data that others may share. In a regular version of a function
// (pass specialise-regular), sequences of one length are their data and the lengths as numbers.
//
//	f^(n, starts, lens, data)    f.regular^(n, length, data)

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A Crossing is a parameter or the result of a lifted function.
type Crossing struct {
	Regular []bool           // which components go as data and lengths
	From    []DataAlias      // of each sequence
	Totals  []*rep.SizeParam // of each component
}

// OneLength says which components of a parameter or result of type ty of the lifted function l go as
// data and lengths.
func OneLength(l *nkl.Lifted, ty *types.Type) []bool {
	cs := types.Leaves(ty)
	out := make([]bool, len(cs))
	for k, c := range cs {
		out[k] = c.Kind == types.KSeq && c.OneLength() && IsRegularVersion(l)
	}
	return out
}

// IsRegularVersion reports whether l takes sequences of lengths that are the same for all elements,
// and that nobody knows before.
func IsRegularVersion(l *nkl.Lifted) bool {
	for _, p := range l.Params[1:] {
		for _, c := range types.Leaves(p.Type.Elem()) {
			if c.Kind == types.KSeq && c.Sizes[0].Op == types.SizeVar && !c.Sizes[0].Varies() && c.Sizes[0] != p.Type.Sizes[0] {
				return true
			}
		}
	}
	return false
}

// each calls f with the number, the type and the aliases of every component of type ty.
func (x *Crossing) each(ty *types.Type, f func(k int, c *types.Type, from []DataAlias)) {
	node := 0
	for k, c := range types.Leaves(ty) {
		n := rep.Nodes(c)
		f(k, c, x.From[node:node+n])
		node += n
	}
}

// Types lists the types of what a value of type ty is handed over as.
func (x *Crossing) Types(ty *types.Type) []*types.Type {
	var out []*types.Type
	x.each(ty, func(k int, c *types.Type, from []DataAlias) {
		if !x.Regular[k] {
			out = append(out, ResultTypes(c, from, x.Totals[k:k+1])...)
			return
		}
		out = append(out, RegularLeafTypes(c)...)
	})
	return out
}

// Build makes a value of type ty, for n elements, from what was handed over.
func (x *Crossing) Build(b *emit.Block, n fkl.Expr, ty *types.Type, vs []fkl.Expr, params []rep.Value) rep.Value {
	out := make([]rep.Value, len(x.Regular))
	x.each(ty, func(k int, c *types.Type, from []DataAlias) {
		if !x.Regular[k] {
			size := len(ResultTypes(c, from, x.Totals[k:k+1]))
			out[k] = FromResults(c, vs[:size], from, x.Totals[k:k+1], params)
			vs = vs[size:]
			return
		}
		seqs, data := RegularTypes(c)
		lengths := Taking(vs[:len(seqs)])
		out[k] = RegularFrom(b, n, c, lengths, Taking(vs[len(seqs):len(seqs)+len(data)]))
		vs = vs[len(seqs)+len(data):]
	})
	return Assemble(ty, out)
}

// Leaves lists what r, a value lifted over sp that has type ty where it comes from, is handed over
// as; data that has an alias must be that of params, else missing is told which sequence has
// other data.
func (x *Crossing) Leaves(b *emit.Block, r rep.Value, ty *types.Type, sp *emit.Space, params []rep.Value, missing func(node int)) (flat []rep.Value) {
	rs, node := rep.Parts(r), 0
	x.each(ty, func(k int, c *types.Type, from []DataAlias) {
		first := node
		node += len(from)
		if x.Regular[k] {
			var data []rep.Value
			RegularData(b, rep.WithRegular(b, sp.N, c, rs[k]), sp.N, &flat, &data)
			flat = append(flat, data...)
			return
		}
		Own(b, rs[k], c, from, params, &flat, func(k int) { missing(first + k) })
		if x.Totals[k].Open() {
			flat = append(flat, rep.Scalar{Atom: rep.PassTotal(b, x.Totals[k], rs[k], sp)})
		}
	})
	return flat
}
