package regions

// Which scalars of host code are equal: the sizes of index spaces. Every scalar
// has a class; operations on the same classes have the same class, and checks
// that compare scalars make classes equal for what follows them.

import (
	"fmt"
	"maps"
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
)

// facts is what is known at a place of host code.
type facts struct {
	class            map[string]int         // by what a scalar is
	of               map[*lcu.Var]int       // classes of variables
	size             map[*lcu.Var]lcu.Expr  // sizes of results of runs, as atoms
	spans            map[*lcu.Var]lcu.Expr  // how many elements scans with an entry for all of them go over
	sums             map[*lcu.Var]bool      // results whose sizes follow from offsets: not inside a kernel
	conds            map[*lcu.Var]*lcu.Prim // operations of the host, by their results
	selectedCounts   map[*lcu.Var]int       // the class of the number of selected elements, by results of filters
	equal            map[int]int            // towards the representative; never changed, only replaced
	equalUnlessEmpty map[int][][2]int       // classes that are equal unless a size is zero, by its class
}

func newFacts() *facts {
	return &facts{class: map[string]int{}, of: map[*lcu.Var]int{}, size: map[*lcu.Var]lcu.Expr{}, spans: map[*lcu.Var]lcu.Expr{}, sums: map[*lcu.Var]bool{},
		conds: map[*lcu.Var]*lcu.Prim{}, selectedCounts: map[*lcu.Var]int{}, equal: map[int]int{}, equalUnlessEmpty: map[int][][2]int{}}
}

// enter starts a body; the result ends it, and forgets what its checks say.
func (f *facts) enter() func() {
	equal, under := f.equal, maps.Clone(f.equalUnlessEmpty)
	return func() { f.equal, f.equalUnlessEmpty = equal, under }
}

// atom is the class of an atom or array.
func (f *facts) atom(e lcu.Expr) int {
	if r, ok := e.(*lcu.Ref); ok {
		c, ok := f.of[r.Var]
		if !ok {
			c = len(f.class)
			f.class[fmt.Sprintf("new %d", c)] = c
			f.of[r.Var] = c
		}
		return c
	}
	return f.known(lcu.Show(e))
}

// known is the class of what a text says.
func (f *facts) known(text string) int {
	c, ok := f.class[text]
	if !ok {
		c = len(f.class)
		f.class[text] = c
	}
	return c
}

// define notes what a let says about its variable.
func (f *facts) define(let *lcu.Let) {
	if len(let.Binds) != 1 {
		return
	}
	switch e := let.Rhs.(type) {
	case *lcu.Prim:
		if e.Op.Class != prim.Scalar {
			return
		}
		f.conds[let.Binds[0]] = e
		f.of[let.Binds[0]] = f.operation(e)
	case *lcu.At:
		f.of[let.Binds[0]] = f.known("at" + f.atoms([]lcu.Expr{e.Vec, e.Idx}))
	case *lcu.Vec:
		f.size[let.Binds[0]] = lcu.N(int64(len(e.Vals)))
	case *lcu.Length:
		if c, ok := f.selectedCounts[e.Vec.(*lcu.Ref).Var]; ok {
			f.of[let.Binds[0]] = c
		} else if n := f.size[e.Vec.(*lcu.Ref).Var]; n != nil {
			f.of[let.Binds[0]] = f.atom(n)
		} else {
			f.of[let.Binds[0]] = f.known("length" + f.atoms([]lcu.Expr{e.Vec}))
		}
	}
}

// operation is the class of what e yields: that of the same operation on operands which, as checks
// have said since, are equal. If it is a product of sizes and the first one is zero, the other does not matter.
func (f *facts) operation(e *lcu.Prim) int {
	what, args := "prim "+e.Op.Name, f.classes(e.Args)
	before := func(i, operand int) (c int, ok bool) {
		to := slices.Clone(args)
		to[i] = operand
		c, ok = f.class[applied(what, to)]
		return c, ok
	}
	for _, was := range slices.Sorted(maps.Keys(f.equal)) {
		for i, a := range args {
			if find(f.equal, was) != a {
				continue
			}
			if c, ok := before(i, was); ok {
				return c
			}
		}
	}
	if e.Op.Code == prim.MulSize {
		for _, ab := range f.equalUnlessEmpty[args[0]] {
			if by := args[1]; by == ab[0] || by == ab[1] {
				if c, ok := before(1, ab[0]+ab[1]-by); ok {
					return c
				}
			}
		}
	}
	return f.known(applied(what, args))
}

func (f *facts) atoms(es []lcu.Expr) string { return applied("", f.classes(es)) }

// classes is those of atoms or arrays, as checks have made them equal.
func (f *facts) classes(es []lcu.Expr) []int {
	out := make([]int, len(es))
	for i, e := range es {
		out[i] = find(f.equal, f.atom(e))
	}
	return out
}

// applied is the text of what is done to values of these classes.
func applied(what string, to []int) string {
	for _, c := range to {
		what += fmt.Sprintf(" %d", c)
	}
	return what
}

// results notes the sizes of what a run of a kernel makes.
func (f *facts) results(vs []*lcu.Var, soac lcu.Expr) {
	for k, v := range vs {
		if n := opt.ResultSize(soac, k, v); n != nil {
			f.size[v] = n
		} else if s, ok := lcu.Inner(soac).(*lcu.Prefix); ok {
			f.spans[v] = s.N
		} else if s, ok := lcu.Inner(soac).(*lcu.SegReduce); ok {
			if n := f.segments(s.Segs); n != nil {
				f.size[v], f.sums[v] = n, true
			}
		}
	}
}

// segments is the number of segments, one less than there are offsets, as an
// atom, or nil.
func (f *facts) segments(segs []lcu.Expr) lcu.Expr {
	if count, _, ok := lcu.Equal(segs); ok {
		return count
	}
	offs := segs[0].(*lcu.Ref).Var
	if n := f.spans[offs]; n != nil {
		return n
	}
	switch n := f.size[offs].(type) {
	case *lcu.Int:
		return lcu.N(n.Val - 1)
	case *lcu.Ref:
		if p := f.conds[n.Var]; p != nil && p.Op.Code == prim.Add && lcu.SameAtom(p.Args[1], lcu.N(1)) {
			return p.Args[0]
		}
	}
	return nil
}

// selectedCount makes the class of the number of selected elements of a filter.
func (f *facts) selectedCount(results []*lcu.Var) int {
	c := f.atom(lcu.Use(lcu.NewVar("kept", types.Int)))
	for _, v := range results[:len(results)-1] {
		f.selectedCounts[v] = c
	}
	return c
}

// hold notes that cond is true from here on.
func (f *facts) hold(cond lcu.Expr) {
	r, ok := cond.(*lcu.Ref)
	if !ok || f.conds[r.Var] == nil {
		return
	}
	switch e := f.conds[r.Var]; e.Op.Code {
	case prim.And:
		f.hold(e.Args[0])
		f.hold(e.Args[1])
	case prim.Or:
		f.holdUnless(e.Args[0], e.Args[1])
		f.holdUnless(e.Args[1], e.Args[0])
	case prim.Eq:
		a, b := f.operands(e)
		if a != b {
			f.equal = maps.Clone(f.equal)
			f.equal[b] = a
		}
	}
}

// operands is the classes of the operands of a comparison, the lower one first.
func (f *facts) operands(e *lcu.Prim) (a, b int) {
	a, b = find(f.equal, f.atom(e.Args[0])), find(f.equal, f.atom(e.Args[1]))
	return min(a, b), max(a, b)
}

// holdUnless notes that eq is true unless none is, which says that a number is zero.
func (f *facts) holdUnless(none, eq lcu.Expr) {
	of, p, q := f.definition(none, prim.Eq), f.definition(none, prim.Not), f.definition(eq, prim.Eq)
	if p != nil {
		of = f.definition(p.Args[0], prim.Gt)
	}
	if of == nil || q == nil || !lcu.SameAtom(of.Args[1], lcu.N(0)) {
		return
	}
	if a, b := f.operands(q); a != b {
		n := find(f.equal, f.atom(of.Args[0]))
		f.equalUnlessEmpty[n] = append(f.equalUnlessEmpty[n], [2]int{a, b})
	}
}

// definition is the operation that e names, if it is this one.
func (f *facts) definition(e lcu.Expr, op prim.Code) *lcu.Prim {
	r, ok := e.(*lcu.Ref)
	if !ok || f.conds[r.Var] == nil || f.conds[r.Var].Op.Code != op {
		return nil
	}
	return f.conds[r.Var]
}

func find(equal map[int]int, c int) int {
	for {
		d, ok := equal[c]
		if !ok {
			return c
		}
		c = d
	}
}
