package stack

// Sequences that a function makes and needs behind calls: the moves of a player. They lie on a stack that calls hand on.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// asidesOf is what f, and the functions that it calls, make, read, and need behind calls; nil if there is nothing of the kind, or some calls
// can be made at once. The functions hand a sequence on, for each type of elements, on which they put that. It is put there once, where it is made, and taken
// off where the function, or the step of a loop that made it, ends.
//
//	(func f () (i:int) int (let ms (pack ..) (let a (call f () (j)) (elt ms a))))
//	=> (func f.aside () (i:int on:[int]) <int [int]>
//	     (let n (length on) (let ms (pack ..) (let on (append on ms) (let did (call f.aside () (j on))
//	       (let on did.1 (let ms (get on (n ..)) (tuple (elt ms did.0) (get on (index n)))))))))
func asidesOf(x *scalars.Code, between Between, f *nkl.Func) *asides {
	a := &asides{Code: x, between: between, calling: map[nkl.Expr]bool{}, made: map[*nkl.Var]bool{}, literals: map[*nkl.Var]*nkl.Seq{}}
	for all := []*nkl.Func{f}; len(all) > 0; all = all[1:] {
		g := all[0]
		if slices.ContainsFunc(a.funcs, func(o *nkl.Func) bool { return o.Name == g.Name }) {
			continue
		}
		if a.funcs = append(a.funcs, g); anf.IndependentCalls(g.Body, a.calls) {
			return nil
		}
		a.find(g.Body)
		ir.Walk(g.Body, func(e nkl.Expr) bool {
			if g := x.Funcs[anf.CalledBy(e)]; g != nil && !between.Inlines(g.Name) {
				all = append(all, g)
			}
			return true
		})
	}
	a.findTrails(f)
	if len(a.types) == 0 {
		return nil
	}
	for _, g := range a.funcs {
		x.Funcs[asideName(g.Name)] = a.function(g)
	}
	if a.failed {
		return nil
	}
	return a
}

func asideName(fn string) string { return fn + ".aside" }

// asides are sequences that are put aside.
type asides struct {
	*scalars.Code
	between  Between
	calling  map[nkl.Expr]bool // code that was asked for calls
	funcs    []*nkl.Func
	made     map[*nkl.Var]bool // the sequences
	types    []*types.Type     // of those on which they are put, and of those that have trails
	trails   []*trail
	literals map[*nkl.Var]*nkl.Seq
	failed   bool // code goes back to what it does not know any more
}

// calls reports whether e calls functions that are no part of code.
func (a *asides) calls(e nkl.Expr) bool {
	does, known := a.calling[e]
	if !known {
		does = callsOthers(a.between, e)
		a.calling[e] = does
	}
	return does
}

// find notes which sequences that e makes are put aside.
func (a *asides) find(e nkl.Expr) {
	ir.Walk(e, func(e nkl.Expr) bool {
		let, ok := e.(*nkl.Let)
		if !ok {
			return true
		}
		if s, ok := let.Rhs.(*nkl.Seq); ok {
			a.literals[let.Bind] = s
		}
		if let.Bind.Type.Kind == types.KSeq && let.Bind.Type.Elem().IsScalar() && !a.calls(let.Rhs) &&
			a.behind(let.Body, let.Bind) && a.reads(let.Body, let.Bind) && isMade(a.Inline(nkl.Freshen(let.Rhs)), map[*nkl.Var]nkl.Expr{}) {
			a.made[let.Bind] = true
			if !slices.Contains(a.types, let.Bind.Type) {
				a.types = append(a.types, let.Bind.Type)
			}
		}
		return true
	})
}

// behind reports whether e needs v behind a call.
func (a *asides) behind(e nkl.Expr, v *nkl.Var) bool {
	needs := func(e nkl.Expr) bool { return slices.Contains(nkl.FreeVars(e), v) }
	switch e := e.(type) {
	case *nkl.Let:
		return a.calls(e.Rhs) && needs(e.Body) || a.behind(e.Rhs, v) || a.behind(e.Body, v)
	case *nkl.Check:
		return a.behind(e.Then, v)
	case *nkl.If:
		return a.behind(e.Then, v) || a.behind(e.Else, v)
	case *nkl.Loop:
		return a.calls(e.Body) && needs(e.Body)
	}
	return false
}

// reads reports whether e, which calls functions, only reads v between calls.
func (a *asides) reads(e nkl.Expr, v *nkl.Var) bool {
	switch e := e.(type) {
	case *nkl.Let:
		_, isTuple := e.Rhs.(*nkl.Tuple)
		between := !a.calls(e.Rhs) && !isTuple && !nkl.IsAtom(e.Rhs)
		return (between || a.reads(e.Rhs, v)) && a.reads(e.Body, v)
	case *nkl.Check:
		return a.reads(e.Then, v)
	case *nkl.If:
		return a.reads(e.Then, v) && a.reads(e.Else, v)
	case *nkl.Loop:
		return !slices.ContainsFunc(e.Inits, func(e nkl.Expr) bool { return nkl.IsUse(e, v) }) && a.reads(e.Body, v)
	}
	return isRead(e) || !slices.Contains(nkl.FreeVars(e), v)
}

// isRead reports whether e asks a sequence for something.
func isRead(e nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	return ok && (p.Op.Code == prim.Elt || p.Op.Code == prim.Length || anf.Combining[p.Op.Code] != 0)
}

// isMade reports whether the sequence that e yields is no version and no part of another one.
func isMade(e nkl.Expr, defs map[*nkl.Var]nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Let:
		defs[e.Bind] = e.Rhs
		return isMade(e.Body, defs)
	case *nkl.Check:
		return isMade(e.Then, defs)
	case *nkl.If:
		return isMade(e.Then, defs) && isMade(e.Else, defs)
	case *nkl.Ref:
		return defs[e.Var] != nil && isMade(defs[e.Var], defs)
	case *nkl.Each, *nkl.Seq:
		return true
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Pack, prim.Dist, prim.Index:
			return true
		case prim.Append, prim.Write, prim.Get:
			return isMade(e.Args[0], defs)
		}
	}
	return false
}

// result is the type of what a function yields whose result has type t.
func (a *asides) result(t *types.Type) *types.Type {
	return types.Tuple(append([]*types.Type{t}, a.types...)...)
}
