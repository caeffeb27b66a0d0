// Package invariants moves what a loop of a kernel computes alike in every iteration before it,
// for targets whose code no compiler sees that does so. Loads move only under the guard of their
// index, so they do no harm where the loop has no iteration.
package invariants

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vars"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// HoistLoopInvariants computes before a loop what it computes alike in every iteration.
//
//	(for p:int lo hi 1
//	  (block
//	    (def x:int (select (inrange s n) (load a s) 0))
//	    (store r p (prim add (x p)))))
//	=>
//	(def x:int (select (inrange s n) (load a s) 0))
//	(for p:int lo hi 1 (block (store r p (prim add (x p)))))
func HoistLoopInvariants(c *pass.Ctx, m *kir.Module) *kir.Module {
	return build.Bodies(c, m, func(c *pass.Ctx, k *kir.Kernel) kir.Expr {
		h := hoister{read: map[*kir.Var]bool{}}
		for i, p := range k.Params {
			h.read[p] = k.Access[i].Gathers()
		}
		body := h.expr(k.Body)
		if !h.moved || !c.Rewrite("hoist what loops of "+k.Name+" compute alike in every iteration") {
			return k.Body
		}
		return body
	})
}

// Applies reports whether loops of a target are compiled as they stand.
func Applies(o pass.Options) bool { return o.Desc().Serial() && !o.Desc().Vectorised }

// A hoister moves computations out of the loops of a kernel.
type hoister struct {
	read  map[*kir.Var]bool // arrays that nothing writes
	moved bool              // something has
}

// expr moves computations out of the loops of e, inner ones first.
func (h *hoister) expr(e kir.Expr) kir.Expr {
	e = e.MapChildren(h.expr)
	b, ok := e.(*kir.Block)
	if !ok {
		return e
	}
	var stmts []kir.Expr
	for _, s := range b.Stmts {
		before, s := h.loop(s)
		stmts = append(append(stmts, before...), s)
	}
	return &kir.Block{Node: b.Node, Stmts: stmts}
}

// loop is what is computed before s, if s is a loop, and the rest of it.
func (h *hoister) loop(s kir.Expr) (before []kir.Expr, _ kir.Expr) {
	var body kir.Expr
	switch s := s.(type) {
	case *kir.For:
		body = s.Body
	case *kir.While:
		body = s.Body
	case *kir.Loop:
		body = s.Body
	default:
		return nil, s
	}
	x := &iteration{hoister: h, varies: kir.BoundVars(s)}
	ir.Walk(body, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Set:
			x.varies[e.Var] = true
		case *kir.Store, *kir.Arbitrary, *kir.Atomic, *kir.CopyRange:
			x.stores = true
		}
		return true
	})
	before = x.sizes(body)
	x.always(body)
	for _, s := range x.worthwhile() {
		before = append(before, x.rest(s))
	}
	if len(before) == 0 {
		return nil, s
	}
	h.moved = true
	return before, s.MapChildren(func(e kir.Expr) kir.Expr {
		if e == body {
			return x.rest(e)
		}
		return e
	})
}

// An iteration of a loop.
type iteration struct {
	*hoister
	varies map[*kir.Var]bool // variables that may differ from one to the next
	stores bool              // memory may, too
	same   []kir.Expr        // statements that do the same in each
	worth  map[kir.Expr]bool // those that are worth it
	ranges map[kir.Expr]kir.Expr
}

// sizes defines what indices are compared with, where it is more than a variable.
func (x *iteration) sizes(body kir.Expr) (defs []kir.Expr) {
	made, nameOf := map[string]*kir.Var{}, vars.Numbers{}.Name
	x.ranges = map[kir.Expr]kir.Expr{}
	ir.Walk(body, func(e kir.Expr) bool {
		r, ok := e.(*kir.InRange)
		if !ok || kir.IsAtom(r.Size) || kir.LanesOf(kir.TypeOf(r.Size)) > 0 || !x.invariant(r.Size) {
			return true
		}
		text := kir.Alike(r.Size, nameOf)
		if made[text] == nil {
			made[text] = kir.NewVar("size", types.Int)
			defs = append(defs, &kir.Def{Bind: made[text], Rhs: r.Size})
		}
		x.ranges[r] = &kir.InRange{Node: r.Node, Idx: r.Idx, Size: kir.Use(made[text])}
		return true
	})
	return defs
}

// always collects the statements of a block, which every iteration does, that do the same;
// those that do not end a Loop are in the arm of its last conditional that does not.
func (x *iteration) always(block kir.Expr) {
	stmts := block.(*kir.Block).Stmts
	for i, s := range stmts {
		switch s := s.(type) {
		case *kir.Def, *kir.Choose:
			if x.invariant(s) {
				x.same = append(x.same, s)
				for v := range kir.BoundVars(s) {
					delete(x.varies, v)
				}
			}
		case *kir.If:
			switch {
			case i < len(stmts)-1:
			case kir.Exits(s.Then):
				x.always(s.Else)
			case kir.Exits(s.Else):
				x.always(s.Then)
			}
		}
	}
}

// invariant reports whether e has one value in all iterations, not in lanes, and may be computed
// even if there is none.
func (x *iteration) invariant(e kir.Expr) bool {
	for _, v := range kir.FreeVars(e) {
		if x.varies[v] {
			return false
		}
	}
	for v := range kir.BoundVars(e) {
		if kir.LanesOf(v.Type) > 0 {
			return false
		}
	}
	return build.Harmless(e, func(array *kir.Var) bool { return !x.stores || x.read[array] })
}

// worthwhile is the statements that do more than one instruction, and those that they need.
func (x *iteration) worthwhile() (moved []kir.Expr) {
	x.worth = map[kir.Expr]bool{}
	needed := map[*kir.Var]bool{}
	for _, s := range slices.Backward(x.same) {
		worth := !simple(s)
		kir.EachBind(s, func(v *types.Var) { worth = worth || needed[v] })
		if !worth {
			continue
		}
		x.worth[s] = true
		for _, v := range kir.FreeVars(s) {
			needed[v] = true
		}
		moved = append(moved, s)
	}
	slices.Reverse(moved)
	return moved
}

// simple reports whether a definition is one instruction.
func simple(s kir.Expr) bool {
	d, ok := s.(*kir.Def)
	if !ok {
		return false
	}
	p, ok := d.Rhs.(*kir.Prim)
	if !ok {
		return kir.IsAtom(d.Rhs)
	}
	switch p.Op.Code {
	case prim.Mul, prim.Div, prim.Rem, prim.Max, prim.Min:
		return false
	}
	return kir.TypeOf(p).Kind != types.KFloat && !slices.ContainsFunc(p.Args, func(e kir.Expr) bool { return !kir.IsAtom(e) })
}

// rest is e without what has moved.
func (x *iteration) rest(e kir.Expr) kir.Expr {
	if r := x.ranges[e]; r != nil {
		return r
	}
	b, ok := e.(*kir.Block)
	if ok {
		e = &kir.Block{Node: b.Node, Stmts: slices.DeleteFunc(slices.Clone(b.Stmts), func(s kir.Expr) bool { return x.worth[s] })}
	}
	return e.MapChildren(x.rest)
}
