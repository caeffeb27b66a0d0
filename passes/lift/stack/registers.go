package stack

// The registers of a machine. Scalars of a type share a bank of them: the n-th of a block is in the n-th
// of the bank. Versions of a sequence have a register of their own, so that there need be only the latest.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
)

type registers struct {
	versions
	banks []*types.Type // of scalars, in order
	kept  []leaves.Leaf // of the versions of each sequence, one
	clash bool          // two versions of a sequence are needed at once
}

// file makes registers for variables that are needed at once.
func (r *registers) file(vs []*nkl.Var) {
	n, here := map[*types.Type]int{}, []leaves.Leaf{}
	for _, l := range leaves.In(vs...) {
		if t := l.Type(); t.Kind != types.KSeq {
			if n[t]++; n[t] > r.count(t) {
				r.banks = append(r.banks, t)
			}
			continue
		}
		l = r.Find(l)
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
		ts = append(ts, l.Type())
	}
	return ts
}

// of is the registers of the leaves of variables.
func (r *registers) of(vs []*nkl.Var) (out []int) {
	next := map[*types.Type]int{}
	for _, l := range leaves.In(vs...) {
		t := l.Type()
		if t.Kind == types.KSeq {
			out = append(out, len(r.banks)+slices.Index(r.kept, r.Find(l)))
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
	if k := slices.Index(r.kept, r.Find(leaves.At(v, 0))); k >= 0 {
		return len(r.banks) + k
	}
	return -1
}

// versions is which leaves are versions of one sequence.
type versions struct {
	leaves.Classes
	literals map[*nkl.Var]bool
}

func newVersions() versions { return versions{leaves.Classes{}, map[*nkl.Var]bool{}} }

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
		x.Join(v, from, n, e.Var, 0)
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
			x.Join(v, from, n, r.Var, k)
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
