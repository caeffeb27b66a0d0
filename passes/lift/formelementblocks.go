package lift

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/lift/steps"
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
	var done []steps.Step
	var run []steps.Step
	flush := func(rest nkl.Expr) {
		done = append(done, x.block(run, rest)...)
		run = nil
	}
	for {
		if _, trivial := e.(*nkl.Ref); !trivial && x.OK(e) && (len(run) > 0 || !plumbing(e)) {
			return steps.Join(done, x.elem(run, e))
		}
		s, rest := steps.Cut(e)
		if rest == nil {
			break
		}
		kind := x.classify(s, vs)
		if s.Bind != nil && (vs.any(s.Expr) || kind == inBlock) {
			vs.vars[s.Bind] = true
		}
		switch {
		case kind == inBlock, kind == carried && s.Bind.Type.IsScalar() && dependsOn(s.Expr, run):
			run = append(run, s)
		case (kind == carried || kind == uniformPure) && !dependsOn(s.Expr, run):
			done = append(done, s)
		default:
			flush(e)
			s.Expr = x.inner(s.Expr, vs)
			done = append(done, s)
		}
		e = rest
	}
	flush(e)
	return steps.Join(done, x.inner(e, vs))
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

func (x *blocks) classify(s steps.Step, vs *varying) kind {
	switch {
	case s.Bind == nil && vs.any(s.Expr):
		return inBlock
	case s.Bind == nil:
		return standsAlone
	case plumbing(s.Expr):
		return carried
	case !s.Bind.Type.IsScalar() || !x.OK(s.Expr):
		return standsAlone
	case vs.any(s.Expr) || readsMemory(s.Expr):
		return inBlock
	case x.total(s.Expr):
		return uniformPure
	}
	if _, loop := s.Expr.(*nkl.Loop); loop { // flatten knows no other loops under a map
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
func (x *blocks) elem(run []steps.Step, e nkl.Expr) nkl.Expr {
	return &nkl.Elem{Node: at(e), Body: x.Inline(steps.Join(run, e))}
}

// block makes one element block of run; the variables that rest needs are
// taken out of its value. Steps that only regroup values stay as they are.
func (x *blocks) block(run []steps.Step, rest nkl.Expr) []steps.Step {
	work := false
	for _, s := range run {
		work = work || s.Bind == nil || !plumbing(s.Expr)
	}
	if !work {
		return run
	}
	needed := map[*nkl.Var]bool{}
	for _, v := range nkl.FreeVars(rest) {
		needed[v] = true
	}
	var outs []steps.Step
	for _, s := range run {
		if s.Bind != nil && needed[s.Bind] {
			outs = append(outs, s)
		}
	}
	vars := make([]nkl.Expr, len(outs))
	ts := make([]*types.Type, len(outs))
	for i, s := range outs {
		vars[i], ts[i] = ref(s.Bind), s.Bind.Type
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
	elem := nkl.Freshen(&nkl.Elem{Node: at(run[0].Expr), Body: x.Inline(steps.Join(run, value))})
	if len(outs) == 1 {
		return []steps.Step{{Bind: outs[0].Bind, Expr: elem}}
	}
	v := types.NewVar("blk", t)
	out := []steps.Step{{Bind: v, Expr: elem}}
	for i, s := range outs {
		out = append(out, steps.Step{Bind: s.Bind, Expr: &nkl.Proj{Node: at(s.Expr), Index: i, Of: ref(v)}})
	}
	return out
}

// dependsOn reports whether e uses a variable bound by run.
func dependsOn(e nkl.Expr, run []steps.Step) bool {
	bound := map[*nkl.Var]bool{}
	for _, s := range run {
		if s.Bind != nil {
			bound[s.Bind] = true
		}
	}
	for _, v := range nkl.FreeVars(e) {
		if bound[v] {
			return true
		}
	}
	return false
}

// prune drops the lifted functions that nothing calls any more.
func prune(m *nkl.Module) *nkl.Module {
	used := map[string]bool{}
	var todo []nkl.Expr
	for _, f := range m.Funcs {
		todo = append(todo, f.Body)
	}
	byName := map[string]*nkl.Lifted{}
	for _, l := range m.Lifteds {
		byName[l.Name] = l
	}
	for len(todo) > 0 {
		e := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c, ok := e.(*nkl.CallLifted); ok && !used[c.Target] {
			used[c.Target] = true
			if l := byName[c.Target]; l != nil {
				todo = append(todo, l.Body)
			}
		}
		e.Children(func(_ int, c nkl.Expr) { todo = append(todo, c) })
	}
	out := m.WithFuncs(m.Funcs)
	for _, l := range m.Lifteds {
		if used[l.Name] {
			out.Lifteds = append(out.Lifteds, l)
		}
	}
	if len(out.Lifteds) == len(m.Lifteds) {
		return m
	}
	return out
}
