package lift

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/pass"
)

// FormElementBlocks marks the scalar code under maps, so that it stays scalar:
// one block becomes one Map, and an if or a loop in it a branch or a loop in
// the kernel. (Vectorisation avoidance.)
//
//	(each (x) (xs) (let y (mul x x) (let s (f ys y) (add s 1))))
//	=> (each (x) (xs) (let y (elem (mul x x)) (let s (f ys y) (elem (add s 1)))))
//
// What combines the elements of a fold is a block, too. Calls of elementary functions
// are inlined into the blocks. Scalar code that is the same for all elements stays
// outside, where it is done once.
func FormElementBlocks(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	x := &blocks{Code: scalars.Of(m)}
	var host func(e nkl.Expr) nkl.Expr
	host = func(e nkl.Expr) nkl.Expr {
		switch e := e.(type) {
		case *nkl.Each:
			return x.each(e, nil)
		case *nkl.Fold:
			return x.fold(e)
		}
		return e.MapChildren(host)
	}
	return prune(m.MapBodies(host))
}

type blocks struct{ *scalars.Code }

// A varying set knows which variables differ by element; those not in it are
// uniform in the map at hand.
type varying struct {
	vars   map[*nkl.Var]bool
	parent *varying
}

func (v *varying) has(x *nkl.Var) bool {
	for ; v != nil; v = v.parent {
		if v.vars[x] {
			return true
		}
	}
	return false
}

func (v *varying) any(e nkl.Expr) bool {
	for _, x := range nkl.FreeVars(e) {
		if v.has(x) {
			return true
		}
	}
	return false
}

func (x *blocks) each(e *nkl.Each, outer *varying) nkl.Expr {
	vs := &varying{map[*nkl.Var]bool{}, outer}
	for _, v := range e.Binds {
		vs.vars[v] = true
	}
	return e.MapBodies(func(b nkl.Expr) nkl.Expr { return x.body(b, vs) })
}

// fold makes one block of what combines elements.
func (x *blocks) fold(e *nkl.Fold) nkl.Expr {
	return e.MapBodies(func(b nkl.Expr) nkl.Expr { return x.elem(nil, b) })
}

// body translates straight-line code under a map.
func (x *blocks) body(e nkl.Expr, vs *varying) nkl.Expr {
	var done []step
	var run []step
	flush := func(rest nkl.Expr) {
		done = append(done, x.block(run, rest)...)
		run = nil
	}
	for {
		if _, trivial := e.(*nkl.Ref); !trivial && x.OK(e) && (len(run) > 0 || !plumbing(e)) {
			return join(done, x.elem(run, e))
		}
		s, rest := cut(e)
		if rest == nil {
			break
		}
		kind := x.classify(s, vs)
		if s.bind != nil && (vs.any(s.expr) || kind == inBlock) {
			vs.vars[s.bind] = true
		}
		switch {
		case kind == inBlock, kind == carried && s.bind.Type.IsScalar() && dependsOn(s.expr, run):
			run = append(run, s)
		case (kind == carried || kind == uniformPure) && !dependsOn(s.expr, run):
			done = append(done, s)
		default:
			flush(e)
			s.expr = x.inner(s.expr, vs)
			done = append(done, s)
		}
		e = rest
	}
	flush(e)
	return join(done, x.inner(e, vs))
}

// inner translates what is inside a form that is no element code.
func (x *blocks) inner(e nkl.Expr, vs *varying) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		return x.each(e, vs)
	case *nkl.Fold:
		return x.fold(e)
	case *nkl.If:
		return e.MapBodies(func(b nkl.Expr) nkl.Expr { return x.body(b, &varying{map[*nkl.Var]bool{}, vs}) })
	case *nkl.Let, *nkl.Check:
		return x.body(e, vs)
	case *nkl.Update:
		return e
	}
	return e.MapBodies(func(b nkl.Expr) nkl.Expr { return x.body(b, &varying{map[*nkl.Var]bool{}, vs}) })
}

// A kind says what to do with a step.
type kind int

const (
	standsAlone kind = iota // not element code
	inBlock                 // element code that differs by element
	carried                 // renames values; costs nothing anywhere
	uniformPure             // the same for all elements, cannot fail: done once, before the block
)

func (x *blocks) classify(s step, vs *varying) kind {
	switch {
	case s.bind == nil && vs.any(s.expr):
		return inBlock
	case s.bind == nil:
		return standsAlone
	case plumbing(s.expr):
		return carried
	case !s.bind.Type.IsScalar() || !x.OK(s.expr):
		return standsAlone
	case vs.any(s.expr) || readsMemory(s.expr):
		return inBlock
	case x.total(s.expr):
		return uniformPure
	}
	if _, loop := s.expr.(*nkl.Loop); loop { // flatten knows no other loops under a map
		return inBlock
	}
	return standsAlone
}

// plumbing is code that only regroups values.
func plumbing(e nkl.Expr) bool {
	switch e.(type) {
	case *nkl.Ref, *nkl.Tuple, *nkl.Proj, *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char:
		return true
	}
	return false
}

// readsMemory reports whether e reads an element of a sequence: better done by
// each element in its kernel than by the host, which would have to wait.
func readsMemory(e nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	return ok && p.Op.Code == prim.Elt
}

// total reports whether element code can neither fail nor run forever.
func (x *blocks) total(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Check, *nkl.Loop, *nkl.Recur, *nkl.Call, *nkl.CallLifted:
		return false
	default:
		ok := true
		e.Children(func(_ int, c nkl.Expr) { ok = ok && x.total(c) })
		return ok
	}
}

// elem is the block of the steps of run with value e.
func (x *blocks) elem(run []step, e nkl.Expr) nkl.Expr {
	return &nkl.Elem{Node: at(e), Body: x.Inline(join(run, e))}
}

// block makes one element block of run; the variables that rest needs are
// taken out of its value. Steps that only regroup values stay as they are.
func (x *blocks) block(run []step, rest nkl.Expr) []step {
	work := false
	for _, s := range run {
		work = work || s.bind == nil || !plumbing(s.expr)
	}
	if !work {
		return run
	}
	needed := map[*nkl.Var]bool{}
	for _, v := range nkl.FreeVars(rest) {
		needed[v] = true
	}
	var outs []step
	for _, s := range run {
		if s.bind != nil && needed[s.bind] {
			outs = append(outs, s)
		}
	}
	vars := make([]nkl.Expr, len(outs))
	ts := make([]*types.Type, len(outs))
	for i, s := range outs {
		vars[i], ts[i] = ref(s.bind), s.bind.Type
	}
	var value nkl.Expr
	var t *types.Type
	switch len(outs) {
	case 0:
		value, t = &nkl.Bool{}, types.Bool
	case 1:
		value, t = vars[0], ts[0]
	default:
		value, t = &nkl.Tuple{Elems: vars}, types.Tuple(ts...)
	}
	elem := nkl.Freshen(&nkl.Elem{Node: at(run[0].expr), Body: x.Inline(join(run, value))})
	if len(outs) == 1 {
		return []step{{bind: outs[0].bind, expr: elem}}
	}
	v := types.NewVar("blk", t)
	steps := []step{{bind: v, expr: elem}}
	for i, s := range outs {
		steps = append(steps, step{bind: s.bind, expr: &nkl.Proj{Node: at(s.expr), Index: i, Of: ref(v)}})
	}
	return steps
}
