package stack

// The registers of a machine. Scalars of a type share a bank of them: the n-th of a block is in the n-th
// of the bank. Versions of a sequence have a register of their own, so that there need be only the latest.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

type registers struct {
	versions
	banks []*types.Type // of scalars, in order
	kept  []leaf        // of the versions of each sequence, one
	clash bool          // two versions of a sequence are needed at once
}

// file makes registers for variables that are needed at once.
func (r *registers) file(vs []*nkl.Var) {
	n, here := map[*types.Type]int{}, []leaf{}
	for _, l := range leavesIn(vs) {
		if t := l.typ(); t.Kind != types.KSeq {
			if n[t]++; n[t] > r.count(t) {
				r.banks = append(r.banks, t)
			}
			continue
		}
		l = r.find(l)
		if !slices.Contains(r.kept, l) {
			r.kept = append(r.kept, l)
		}
		r.clash = r.clash || slices.Contains(here, l)
		here = append(here, l)
	}
}

// count is how many registers scalars of a type have.
func (r *registers) count(t *types.Type) (n int) {
	for _, u := range r.banks {
		if u == t {
			n++
		}
	}
	return n
}

// types is those of all registers.
func (r *registers) types() []*types.Type {
	ts := slices.Clone(r.banks)
	for _, l := range r.kept {
		ts = append(ts, l.typ())
	}
	return ts
}

// of is the registers of the leaves of variables.
func (r *registers) of(vs []*nkl.Var) (out []int) {
	next := map[*types.Type]int{}
	for _, l := range leavesIn(vs) {
		t := l.typ()
		if t.Kind == types.KSeq {
			out = append(out, len(r.banks)+slices.Index(r.kept, r.find(l)))
			continue
		}
		k := next[t]
		for r.banks[k] != t {
			k++
		}
		next[t] = k + 1
		out = append(out, k)
	}
	return out
}

// registerOf is the register of sequence v, or -1.
func (r *registers) registerOf(v *nkl.Var) int {
	if v.Type.Kind != types.KSeq {
		return -1
	}
	if k := slices.Index(r.kept, r.find(leaf{v, 0})); k >= 0 {
		return len(r.banks) + k
	}
	return -1
}

// A leaf is that of a variable with this number, from left to right.
type leaf struct {
	of *nkl.Var
	n  int
}

func (l leaf) typ() *types.Type { return types.Leaves(l.of.Type)[l.n] }

// leavesIn is the leaves of variables.
func leavesIn(vs []*nkl.Var) (out []leaf) {
	for _, v := range vs {
		for n := range types.Leaves(v.Type) {
			out = append(out, leaf{v, n})
		}
	}
	return out
}

// versions is which leaves are versions of one sequence.
type versions struct {
	to       map[leaf]leaf
	literals map[*nkl.Var]bool
}

func (x versions) find(l leaf) leaf {
	for {
		to, ok := x.to[l]
		if !ok {
			return l
		}
		l = to
	}
}

// same notes that two leaves are versions of one sequence, if they are sequences.
func (x versions) same(a, b leaf) {
	if a, b = x.find(a), x.find(b); a != b && a.typ().Kind == types.KSeq {
		x.to[b] = a
	}
}

// flow notes what v, which becomes the value of e, is a version of.
func (x versions) flow(v *nkl.Var, e nkl.Expr) {
	if v.Type.Has(types.KSeq) {
		x.into(v, 0, len(types.Leaves(v.Type)), e, nil)
	}
}

// into notes that n leaves of v, from this one on, become those of e; loop is the variables of
// the loop around.
func (x versions) into(v *nkl.Var, from, n int, e nkl.Expr, loop []*nkl.Var) {
	switch e := e.(type) {
	case *nkl.Ref:
		x.leaves(v, from, n, e.Var, 0)
	case *nkl.Tuple:
		for _, y := range e.Elems {
			k := 1
			if r, ok := y.(*nkl.Ref); ok {
				k = len(types.Leaves(r.Var.Type))
			}
			x.into(v, from, k, y, nil)
			from += k
		}
	case *nkl.Proj:
		if r, ok := e.Of.(*nkl.Ref); ok {
			k := 0
			for _, t := range r.Var.Type.Elems[:e.Index] {
				k += len(types.Leaves(t))
			}
			x.leaves(v, from, n, r.Var, k)
		}
	case *nkl.Seq:
		x.literals[v] = true
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Append:
			if r, ok := e.Args[0].(*nkl.Ref); ok && x.literals[r.Var] {
				x.into(v, from, n, e.Args[1], nil)
				return
			}
			x.into(v, from, n, e.Args[0], nil)
		case prim.Write, prim.Get:
			x.into(v, from, n, e.Args[0], nil)
		}
	case *nkl.Let:
		x.flow(e.Bind, e.Rhs)
		x.into(v, from, n, e.Body, loop)
	case *nkl.Check:
		x.into(v, from, n, e.Then, loop)
	case *nkl.If:
		x.into(v, from, n, e.Then, loop)
		x.into(v, from, n, e.Else, loop)
	case *nkl.Loop:
		for i, w := range e.Binds {
			x.flow(w, e.Inits[i])
		}
		x.into(v, from, n, e.Body, e.Binds)
	case *nkl.Recur:
		for i, w := range loop {
			x.flow(w, e.Args[i])
		}
	}
}

// leaves notes that n leaves of v, from this one on, are those of w from another one on.
func (x versions) leaves(v *nkl.Var, from, n int, w *nkl.Var, at int) {
	for k := range n {
		x.same(leaf{v, from + k}, leaf{w, at + k})
	}
}
