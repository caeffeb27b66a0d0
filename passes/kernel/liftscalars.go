package kernel

// Scalars that only the device needs are computed there.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// LiftScalars makes operations of the host, on scalars that the device makes for
// kernels, a Once: the host need not wait for them.
//
//	(let (s) (reduce (add) n (thunk (i) ...)) (let (m) (prim div (s k)) (map n (thunk (i) ... m ...))))
//	=>  ... (let (m) (once (thunk () (let (x) (prim div (s k)) (ret x)))) (map n ...))
//
// So fusion plans them: a Once is best where a reduction ends whose result it
// needs. Operations that wait for the same scalars are one Once. A check is one
// too if the host needs what it is about for nothing else, and that is reductions
// or elements that kernels need, too. What is lifted is in liftneeds.go. [lcu §8]
func LiftScalars(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	before := c.LastRewrite().N
	out := opt.Bodies(c, m, func(c *pass.Ctx, e lcu.Expr) lcu.Expr {
		if n := scalarNeeds(e); n.any() {
			return (&scalarLifter{Ctx: c, needs: n}).body(e)
		}
		return e
	})
	if c.LastRewrite().N == before {
		return m
	}
	return out
}

// A scalarLifter rewrites one body: group is the operations of the next Once,
// out what comes before it.
type scalarLifter struct {
	*pass.Ctx
	needs *needs
	out   lcu.Lets
	group []*scalarOp
}

// body lifts what stands in a body, group by group.
func (l *scalarLifter) body(e lcu.Expr) lcu.Expr {
	in := &scalarLifter{Ctx: l.Ctx, needs: l.needs}
	for {
		op, rest := l.needs.opOf(e)
		switch {
		case op != nil && op.lifted:
			if len(in.group) > 0 && !slices.Equal(in.group[0].waits, op.waits) {
				in.flush()
			}
			in.group = append(in.group, op)
		case op != nil && op.check == nil && !op.uses(in.group): // it may come first
			set(&in.out, op.let, op.let.Rhs)
		default:
			in.flush()
			if rest == nil {
				return in.out.In(e.MapBodies(l.body))
			}
			in.keep(e)
		}
		e = rest
	}
}

// keep leaves a let or a check where it is.
func (l *scalarLifter) keep(e lcu.Expr) {
	if let, ok := e.(*lcu.Let); ok {
		set(&l.out, let, let.Rhs.MapBodies(l.body))
	} else {
		guard(&l.out, e.(*lcu.Check), e.(*lcu.Check).Cond)
	}
}

// set adds a let with another operation, guard a check of another condition.
func set(out *lcu.Lets, let *lcu.Let, rhs lcu.Expr) {
	out.Wrap(func(then lcu.Expr) lcu.Expr {
		return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs, Body: then}
	})
}

func guard(out *lcu.Lets, c *lcu.Check, cond lcu.Expr) {
	out.Wrap(func(then lcu.Expr) lcu.Expr {
		return &lcu.Check{Node: c.Node, Cond: cond, Error: c.Error, Then: then}
	})
}

// flush adds a Once of the group.
func (l *scalarLifter) flush() {
	group := l.group
	l.group = nil
	switch {
	case len(group) == 0:
	case l.Rewrite(fmt.Sprintf("lift %d scalar operations", len(group))):
		at := ir.At(group[0].pos())
		binds, t := l.thunk(group)
		t.Node = at
		l.Verdict(pass.Verdict{Of: opt.Places(t), Fused: true, Why: "scalars that only kernels need are computed on the device, at the end of a kernel where that can be"})
		set(&l.out, &lcu.Let{Node: at, Binds: binds}, &lcu.Once{Node: at, T: t})
	default:
		for _, o := range group {
			if o.check != nil {
				l.keep(o.check)
			} else {
				l.keep(o.let)
			}
		}
	}
}

// thunk is the code of a group, and what its results are bound to: those that
// others use.
func (l *scalarLifter) thunk(group []*scalarOp) ([]*lcu.Var, *lcu.Thunk) {
	env := map[*lcu.Var]lcu.Expr{}
	var inner lcu.Lets
	var binds []*lcu.Var
	var vals []lcu.Expr
	for _, o := range group {
		if o.check != nil {
			guard(&inner, o.check, lcu.Replace(o.check.Cond, env))
			continue
		}
		v := o.let.Binds[0]
		x := lcu.NewVar(v.Name, v.Type)
		set(&inner, &lcu.Let{Node: o.let.Node, Binds: []*lcu.Var{x}}, lcu.Replace(o.let.Rhs, env))
		env[v] = lcu.Use(x)
		if l.needs.outside(v, group) {
			binds, vals = append(binds, v), append(vals, lcu.Use(x))
		}
	}
	if len(binds) == 0 { // only checks
		binds = []*lcu.Var{lcu.NewVar("holds", types.Bool)}
		vals = []lcu.Expr{lcu.Replace(group[len(group)-1].check.Cond, env)}
	}
	return binds, &lcu.Thunk{Body: inner.In(lcu.Results(vals...))}
}
