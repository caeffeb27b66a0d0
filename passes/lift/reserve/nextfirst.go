package reserve

// Loops under maps that make what the next iteration gets before they decide whether there is
// one.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// nextFirst is a loop that adds rows in each iteration, whose conditions decide before whether
// there is one, with the arguments of the next iteration made before that:
//
//	(loop (x) (a) (if c v (recur (step x))))
//	=> (loop (x) (a) (let y (if c x (step x)) (if c v (recur y))))
//
// An element that has ended adds no rows if it takes part in more iterations, so those that
// go on need not part from it in each. It is e itself if the step is no code whose rows can
// be reserved.
func (x *reserver) nextFirst(e *nkl.Loop) *nkl.Loop {
	body := x.stepFirst(e, e.Body)
	if body == e.Body {
		return e
	}
	return &nkl.Loop{Node: e.Node, Binds: e.Binds, Inits: e.Inits, Body: body}
}

// stepFirst is nextFirst for e, a tail of the body of loop l.
func (x *reserver) stepFirst(l *nkl.Loop, e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		s := &scalarCode{reserver: x, known: map[*nkl.Var]int{}}
		if adds, ok := s.let(e, path{}); adds || !ok {
			return e // elements that have ended would do more than compute
		}
		if body := x.stepFirst(l, e.Body); body != e.Body {
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: body}
		}
	case *nkl.Check:
		if then := x.stepFirst(l, e.Then); then != e.Then {
			return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: then}
		}
	case *nkl.If:
		if b := x.step(l, e.Else, func(same, step nkl.Expr) *nkl.If {
			return &nkl.If{Node: e.Node, Cond: e.Cond, Then: same, Else: step}
		}); b != nil {
			return b.in(func(again nkl.Expr) nkl.Expr {
				return &nkl.If{Node: e.Node, Cond: e.Cond, Then: e.Then, Else: again}
			})
		}
		if b := x.step(l, e.Then, func(same, step nkl.Expr) *nkl.If {
			return &nkl.If{Node: e.Node, Cond: e.Cond, Then: step, Else: same}
		}); b != nil {
			return b.in(func(again nkl.Expr) nkl.Expr {
				return &nkl.If{Node: e.Node, Cond: e.Cond, Then: again, Else: e.Else}
			})
		}
	}
	return e
}

// A nextStep is the arguments of the next iteration, and the call that takes them.
type nextStep struct {
	block anf.Block
	again nkl.Expr
}

func (n *nextStep) in(end func(again nkl.Expr) nkl.Expr) nkl.Expr { return n.block.In(end(n.again)) }

// step is what the next iteration of l gets where again, an arm of a conditional, goes on:
// either makes a conditional of what it gets where it does not, and where it does. It is nil
// if again may end the loop, or if that is no code whose rows can be reserved.
func (x *reserver) step(l *nkl.Loop, again nkl.Expr, either func(same, step nkl.Expr) *nkl.If) *nextStep {
	var ends []nkl.Expr
	anf.AtEnds(again, func(end nkl.Expr) nkl.Expr { ends = append(ends, end); return end })
	changes, all := make([]bool, len(l.Binds)), true
	for _, end := range ends {
		r, ok := end.(*nkl.Recur)
		for i := 0; ok && i < len(changes); i++ {
			a, same := r.Args[i].(*nkl.Ref)
			changes[i] = changes[i] || !same || a.Var != l.Binds[i]
		}
		all = all && ok
	}
	var changed []int
	var ts []*types.Type
	for i, v := range l.Binds {
		if changes[i] {
			all = all && v.Type.IsScalar()
			changed, ts = append(changed, i), append(ts, v.Type)
		}
	}
	if !all || len(changed) == 0 || !ir.Any(again, allocates) {
		return nil
	}
	tuple := func(vals []nkl.Expr) nkl.Expr {
		var out []nkl.Expr
		for _, i := range changed {
			out = append(out, vals[i])
		}
		if len(out) == 1 {
			return out[0]
		}
		return &nkl.Tuple{Node: ir.At(again.Pos()), Elems: out}
	}
	step := anf.AtEnds(again, func(end nkl.Expr) nkl.Expr { return tuple(end.(*nkl.Recur).Args) })
	next := either(tuple(nkl.Uses(l.Binds)), step)
	if s := x.scalar(next); s == nil {
		return nil
	}
	n, args := &nextStep{}, nkl.Uses(l.Binds)
	if len(changed) == 1 {
		v := types.NewVar(l.Binds[changed[0]].Name, ts[0])
		n.block.Let(v, next)
		args[changed[0]] = nkl.Use(v)
	} else {
		v := types.NewVar("next", types.Tuple(ts...))
		n.block.Let(v, next)
		for k, i := range changed {
			args[i] = n.block.Name(l.Binds[i].Name, ts[k], &nkl.Proj{Node: ir.At(again.Pos()), Index: k, Of: nkl.Use(v)})
		}
	}
	n.again = &nkl.Recur{Node: ir.At(again.Pos()), Args: args}
	return n
}
