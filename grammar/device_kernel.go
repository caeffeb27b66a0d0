package grammar

// Invariants of kernels.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/kir"
)

// honestAccess compares the declared accesses of a kernel with its body.
func honestAccess(k *kir.Kernel) error {
	access := map[*kir.Var]kir.Access{}
	for i, p := range k.Params {
		access[p] = k.Access[i]
	}
	var err error
	check := func(buf kir.Expr, bad func(kir.Access) bool, does string) {
		v := kir.VarOf(buf)
		if a, isParam := access[v]; isParam && bad(a) && err == nil {
			err = fmt.Errorf("%s is %s, but its access is %v", v.Name, does, a)
		}
	}
	walkKir(k.Body, func(e kir.Expr) {
		switch e := e.(type) {
		case *kir.Load:
			check(e.Buf, kir.Access.WriteOnly, "read")
		case *kir.MaskedLoad:
			check(e.Buf, kir.Access.WriteOnly, "read")
		case *kir.Store:
			check(e.Buf, kir.Access.ReadOnly, "written")
		case *kir.CopyRange:
			check(e.Dst, kir.Access.ReadOnly, "written")
			check(e.Src, kir.Access.WriteOnly, "read")
		case *kir.Atomic:
			check(e.Buf, kir.Access.ReadOnly, "written")
		case *kir.Arbitrary:
			check(e.Buf, kir.Access.ReadOnly, "written")
		}
	})
	return err
}

// uniformBarriers finds the variables that may differ between the work-items
// of a group, and then barriers under conditions that do.
func uniformBarriers(k *kir.Kernel) error {
	if !ir.Any(k.Body, meets) {
		return nil
	}
	u := &uniformity{differs: map[*kir.Var]bool{}}
	for changed := true; changed; {
		before := len(u.differs)
		u.stmt(k.Body, false)
		changed = len(u.differs) > before
	}
	return u.err
}

// meets reports whether e is where work-items of a group meet.
func meets(e kir.Expr) bool {
	switch e.(type) {
	case *kir.Barrier, *kir.Shuffle, *kir.WarpCount, *kir.Vote, *kir.Chain:
		return true
	}
	return false
}

// uniformity is a set of variables that may differ. Element loads at uniform
// indices are uniform: all work-items read the same element, and nobody writes
// it until the next barrier.
type uniformity struct {
	differs map[*kir.Var]bool
	err     error
}

func (u *uniformity) mark(v *kir.Var, differs bool) {
	if differs {
		u.differs[v] = true
	}
}

func (u *uniformity) expr(e kir.Expr) bool {
	found := false
	walkKir(e, func(e kir.Expr) {
		switch e := e.(type) {
		case *kir.LocalId:
			found = true
		case *kir.Ref:
			found = found || u.differs[e.Var]
		}
	})
	return found
}

// stmt visits a statement; varies tells that only some work-items may get there.
func (u *uniformity) stmt(s kir.Expr, varies bool) {
	switch s := s.(type) {
	case *kir.Block:
		for _, s := range s.Stmts {
			u.stmt(s, varies)
		}
	case *kir.Def:
		u.mark(s.Bind, u.expr(s.Rhs))
	case *kir.Mut:
		u.mark(s.Bind, u.expr(s.Init))
	case *kir.Set:
		u.mark(s.Var, varies || u.expr(s.Rhs))
	case *kir.Atomic:
		u.mark(s.Bind, true)
	case *kir.If:
		varies = varies || u.expr(s.Cond)
		u.stmt(s.Then, varies)
		u.stmt(s.Else, varies)
	case *kir.For:
		varies = varies || u.expr(s.Lo) || u.expr(s.Hi) || u.expr(s.Step)
		u.mark(s.Var, varies)
		u.stmt(s.Body, varies)
	case *kir.ForItem:
		u.mark(s.Var, true)
		u.stmt(s.Body, true)
	case *kir.While:
		varies = varies || u.expr(s.Cond)
		u.stmt(s.Body, varies)
	case *kir.Barrier:
		u.meet("a barrier", varies)
	case *kir.Shuffle:
		u.meet("a shuffle", varies || u.expr(s.Delta))
		for _, v := range s.Binds {
			u.mark(v, true)
		}
	case *kir.WarpCount:
		u.meet("a count in warps", varies)
		u.mark(s.Bind, true)
	case *kir.Vote:
		u.meet("a vote", varies)
	case *kir.Chain:
		for _, v := range s.Vals {
			u.meet("a chain of these values", u.expr(v))
		}
	case *kir.Choose, *kir.Loop:
		u.opaque(s)
	}
}

// meet is where all work-items must come together, which varies denies.
func (u *uniformity) meet(what string, varies bool) {
	if varies && u.err == nil {
		u.err = fmt.Errorf("not all work-items may reach %s", what)
	}
}

// opaque visits a statement that yields values: they are taken to differ if
// anything in it does. Barriers cannot stand in it.
func (u *uniformity) opaque(s kir.Expr) {
	differs := u.expr(s)
	walkKir(s, func(e kir.Expr) {
		if _, ok := e.(*kir.Chain); meets(e) && !ok {
			u.meet("a barrier in a statement that yields values", true)
		}
		if a, ok := e.(*kir.Atomic); ok {
			differs = true
			u.differs[a.Bind] = true
		}
		kir.EachBind(e, func(v *kir.Var) { u.mark(v, differs) })
		if set, ok := e.(*kir.Set); ok {
			u.mark(set.Var, true)
		}
	})
}
