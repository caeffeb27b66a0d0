// Package grid is the templates of tiled products: reductions of rows of one length
// whose rows are numbered by two numbers, as every output of a matrix product is by its
// row and column.
//
//	product     the thunk, sorted by the numbers that its parts depend on
//	roles       which numbers of the product variables are
//	classify    taking a thunk apart
//	shape       how big tiles are
//	tiling      what serial and parallel groups do differently
//	tilewriter  the kernel: what tiles hold, and the steps of an output
//	numbers     the numbers of the product at a place
//	serial      columns of tiles in a serial group
//	parallel    tiles in a parallel group
//
// What does not depend on both numbers is the same for many outputs, and is computed
// once for a tile of them. Every output is summed in the order of its indices, as where
// nothing is shared.
package grid

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// A deps is the numbers that a value of a thunk depends on.
type deps byte

const (
	onIndex deps = 1 << iota // the index in the row that is summed
	onRow                    // the output's row
	onCol                    // the output's column
)

const (
	onOutput = onRow | onCol
	onAll    = onIndex | onOutput
)

// A Product is a thunk of s and i taken apart, for outputs s = row * cols + col. All
// pairs have one column: rows whose elements are computed from what belongs to
// the row and what belongs to the index, as forces between bodies are.
type Product struct {
	Length   lcu.Expr   // nil if the host has to see whether all are the same
	Cols     lcu.Expr   // how many columns
	AsCols   []*lcu.Var // parameters that an epilogue takes for Cols, as the host has to see
	thunk    *lcu.Thunk
	offs     *lcu.Var // of the segments, if Length is nil
	allPairs bool
	roles    map[*lcu.Var]role
	depends  map[*lcu.Var]deps
	lets     []*lcu.Let
	ret      *lcu.Ret
	staged   map[deps][]*lcu.Var // what tiles hold, by what it depends on
	inner    lcu.Expr            // what is computed for every output and index
	ops      int                 // in inner
}

// whole is what everything that is computed for every output and index depends on.
func (g *Product) whole() deps {
	if g.allPairs {
		return onRow | onIndex
	}
	return onOutput
}

func (g *Product) defined(v *lcu.Var) bool {
	_, ok := g.depends[v]
	return ok
}

func (g *Product) roleOf(e lcu.Expr) role {
	if r, ok := e.(*lcu.Ref); ok {
		return g.roles[r.Var]
	}
	return noRole
}

// depsOf is what e depends on.
func (g *Product) depsOf(e lcu.Expr) (d deps) {
	for _, v := range lcu.FreeVars(e) {
		d |= g.depends[v]
	}
	return d
}

// slice is the operations that vs need, of those that depend on d and no more,
// in order. What has a role in the product is not computed, nor what depends on
// nothing, unless d is nothing.
func (g *Product) slice(vs []*lcu.Var, d deps) []*lcu.Let {
	need := map[*lcu.Var]bool{}
	for _, v := range vs {
		need[v] = true
	}
	var out []*lcu.Let
	for i := len(g.lets) - 1; i >= 0; i-- {
		let := g.lets[i]
		if v := let.Binds[0]; g.roles[v] != noRole || g.depends[v] == 0 && d != 0 ||
			!slices.ContainsFunc(let.Binds, func(v *lcu.Var) bool { return need[v] }) {
			continue
		}
		for _, v := range lcu.FreeVars(let.Rhs) {
			need[v] = true
		}
		out = append(out, let)
	}
	slices.Reverse(out)
	return out
}

// invariants is the operations that depend on nothing.
func (g *Product) invariants() (out []*lcu.Let) {
	for _, let := range g.lets {
		if g.depends[let.Binds[0]] == 0 {
			out = append(out, let)
		}
	}
	return out
}

// inOrder reports whether what tiles hold of those that depend on d is read at
// successive places for successive values of an axis.
func (g *Product) inOrder(of, d deps) (found bool) {
	step := map[*lcu.Var]bool{}
	for _, let := range g.lets {
		p, ok := let.Rhs.(*lcu.Prim)
		if !ok {
			continue
		}
		steps := func(e lcu.Expr) bool { r, ok := e.(*lcu.Ref); return ok && (step[r.Var] || g.isIndexRole(r.Var, d)) }
		still := func(e lcu.Expr) bool { return g.depsOf(e)&d == 0 }
		switch {
		case p.Op.Code == prim.Add && steps(p.Args[0]) && still(p.Args[1]), p.Op.Code == prim.Add && still(p.Args[0]) && steps(p.Args[1]),
			p.Op.Code == prim.Sub && steps(p.Args[0]) && still(p.Args[1]):
			step[let.Binds[0]] = true
		}
	}
	for _, let := range g.slice(g.staged[of], of) {
		if at, ok := let.Rhs.(*lcu.At); ok {
			r, ok := at.Idx.(*lcu.Ref)
			found = found || ok && (step[r.Var] || g.isIndexRole(r.Var, d))
		}
	}
	return found
}

// isIndexRole reports whether v is the number of an axis.
func (g *Product) isIndexRole(v *lcu.Var, d deps) bool {
	p := g.roles[v]
	return p == roleIndex && d == onIndex || p == roleRow && d == onRow || p == roleCol && d == onCol
}

// A role is what a variable of a thunk is known to be.
type role byte

const (
	noRole       role = iota
	roleSegment       // s
	rolePosition      // i
	roleStart         // s * length
	roleIndex         // i - s * length
	roleRow           // s / cols
	roleRowStart      // s / cols * cols
	roleCol           // s - s / cols * cols
)

var roleDeps = [...]deps{roleSegment: onOutput, rolePosition: onAll, roleStart: onOutput, roleIndex: onIndex,
	roleRow: onRow, roleRowStart: onRow, roleCol: onCol}

// depsOfRole is what a number of the product depends on.
func (g *Product) depsOfRole(f role) deps {
	if g.allPairs {
		return roleDeps[f] &^ onCol
	}
	return roleDeps[f]
}
