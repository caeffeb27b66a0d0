package kernel

// Which scalars of host code are equal: the sizes of index spaces. Every scalar
// has a class; operations on the same classes have the same class, and checks
// that compare scalars make classes equal for what follows them.

import (
	"fmt"
	"maps"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// fusFacts is what is known at a place of host code.
type fusFacts struct {
	class map[string]int         // by what a scalar is
	of    map[*lcu.Var]int       // classes of variables
	size  map[*lcu.Var]lcu.Expr  // sizes of results of runs, as atoms
	spans map[*lcu.Var]lcu.Expr  // how many elements scans with an entry for all of them go over
	sums  map[*lcu.Var]bool      // results whose sizes follow from offsets: not inside a kernel
	conds map[*lcu.Var]*lcu.Prim // operations of the host, by their results
	kept  map[*lcu.Var]int       // the class of the number of survivors, by results of filters
	equal map[int]int            // towards the representative; never changed, only replaced
	under map[int][][2]int       // classes that are equal unless a size is zero, by its class
}

func newFusFacts() *fusFacts {
	return &fusFacts{class: map[string]int{}, of: map[*lcu.Var]int{}, size: map[*lcu.Var]lcu.Expr{}, spans: map[*lcu.Var]lcu.Expr{}, sums: map[*lcu.Var]bool{},
		conds: map[*lcu.Var]*lcu.Prim{}, kept: map[*lcu.Var]int{}, equal: map[int]int{}, under: map[int][][2]int{}}
}

// enter starts a body; the result ends it, and forgets what its checks say.
func (f *fusFacts) enter() func() {
	equal, under := f.equal, maps.Clone(f.under)
	return func() { f.equal, f.under = equal, under }
}

// atom is the class of an atom or array.
func (f *fusFacts) atom(e lcu.Expr) int {
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
func (f *fusFacts) known(text string) int {
	c, ok := f.class[text]
	if !ok {
		c = len(f.class)
		f.class[text] = c
	}
	return c
}

// define notes what a let says about its variable.
func (f *fusFacts) define(let *lcu.Let) {
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
		if c, ok := f.kept[e.Vec.(*lcu.Ref).Var]; ok {
			f.of[let.Binds[0]] = c
		} else if n := f.size[e.Vec.(*lcu.Ref).Var]; n != nil {
			f.of[let.Binds[0]] = f.atom(n)
		} else {
			f.of[let.Binds[0]] = f.known("length" + f.atoms([]lcu.Expr{e.Vec}))
		}
	}
}

// operation is the class of what e yields. If it is a product of sizes and the first
// one is zero, the other does not matter.
func (f *fusFacts) operation(e *lcu.Prim) int {
	what := "prim " + e.Op.Name
	if e.Op.Name == "mul_size" {
		n, by := fusFind(f.equal, f.atom(e.Args[0])), fusFind(f.equal, f.atom(e.Args[1]))
		for _, ab := range f.under[n] {
			if other := ab[0] + ab[1] - by; by == ab[0] || by == ab[1] {
				if c, ok := f.class[fmt.Sprintf("%s %d %d", what, n, other)]; ok {
					return c
				}
			}
		}
	}
	return f.known(what + f.atoms(e.Args))
}

func (f *fusFacts) atoms(es []lcu.Expr) (s string) {
	for _, e := range es {
		s += fmt.Sprintf(" %d", fusFind(f.equal, f.atom(e)))
	}
	return s
}

// results notes the sizes of what a run of a kernel makes.
func (f *fusFacts) results(vs []*lcu.Var, soac lcu.Expr) {
	for k, v := range vs {
		if n := fusSize(soac, k, v); n != nil {
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
func (f *fusFacts) segments(segs []lcu.Expr) lcu.Expr {
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
		if p := f.conds[n.Var]; p != nil && p.Op.Name == "add" && sameAtom(p.Args[1], lcu.N(1)) {
			return p.Args[0]
		}
	}
	return nil
}

// survivors makes the class of the number of survivors of a filter.
func (f *fusFacts) survivors(results []*lcu.Var) int {
	c := f.atom(lcu.Use(lcu.NewVar("kept", types.Int)))
	for _, v := range results[:len(results)-1] {
		f.kept[v] = c
	}
	return c
}

// fusSize is the number of elements of result k, v, as an atom, or nil.
func fusSize(soac lcu.Expr, k int, v *lcu.Var) lcu.Expr {
	if v.Type.Kind != types.KVec {
		return nil
	}
	switch e := soac.(type) {
	case *lcu.Compact:
		return e.Sizes[k]
	case *lcu.Reduce:
		return e.N
	case *lcu.SegReduce:
		if e.Ops[k] == prim.RId {
			return e.N
		}
	case *lcu.Epilogue:
		p, _ := lcu.PartsOf(e)
		switch e.Soac.(type) {
		case *lcu.SegReduce:
			if k < fusWritten(e) {
				return nil
			}
		case *lcu.Prefix:
			if k >= fusMade(e) && k < fusWritten(e) {
				return nil
			}
		}
		return p.N
	case *lcu.Prefix:
		if e.Ops[k] == prim.RId {
			return e.N
		}
	}
	return sizeOf(soac)
}

// fusMade is how many results of an epilogue, which come first, it makes.
func fusMade(e *lcu.Epilogue) int { return len(lcu.Sigs{}.ResultTypes(e.T.Body)) }

// fusWritten is how many results come before those with the operator id.
func fusWritten(e *lcu.Epilogue) int {
	p, _ := lcu.PartsOf(e)
	return len(lcu.Sigs{}.ResultTypes(e)) - len(p.Ops) + len(lcu.Combined(p.Ops))
}

// hold notes that cond is true from here on.
func (f *fusFacts) hold(cond lcu.Expr) {
	r, ok := cond.(*lcu.Ref)
	if !ok || f.conds[r.Var] == nil {
		return
	}
	switch e := f.conds[r.Var]; e.Op.Name {
	case "and":
		f.hold(e.Args[0])
		f.hold(e.Args[1])
	case "or":
		f.holdUnless(e.Args[0], e.Args[1])
		f.holdUnless(e.Args[1], e.Args[0])
	case "eq":
		a, b := f.operands(e)
		if a != b {
			f.equal = maps.Clone(f.equal)
			f.equal[b] = a
		}
	}
}

// operands is the classes of the operands of a comparison, the lower one first.
func (f *fusFacts) operands(e *lcu.Prim) (a, b int) {
	a, b = fusFind(f.equal, f.atom(e.Args[0])), fusFind(f.equal, f.atom(e.Args[1]))
	return min(a, b), max(a, b)
}

// holdUnless notes that eq is true unless none is, which says that a number is zero.
func (f *fusFacts) holdUnless(none, eq lcu.Expr) {
	of, p, q := f.definition(none, "eq"), f.definition(none, "not"), f.definition(eq, "eq")
	if p != nil {
		of = f.definition(p.Args[0], "gt")
	}
	if of == nil || q == nil || !sameAtom(of.Args[1], lcu.N(0)) {
		return
	}
	if a, b := f.operands(q); a != b {
		n := fusFind(f.equal, f.atom(of.Args[0]))
		f.under[n] = append(f.under[n], [2]int{a, b})
	}
}

// definition is the operation that e names, if it is this one.
func (f *fusFacts) definition(e lcu.Expr, op string) *lcu.Prim {
	r, ok := e.(*lcu.Ref)
	if !ok || f.conds[r.Var] == nil || f.conds[r.Var].Op.Name != op {
		return nil
	}
	return f.conds[r.Var]
}

func fusFind(equal map[int]int, c int) int {
	for {
		d, ok := equal[c]
		if !ok {
			return c
		}
		c = d
	}
}
