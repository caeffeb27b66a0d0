package lowering

// Looks at the clock, for elaborate. What stands between two of them in the lets of a
// function is one Time, so that nothing moves out of it; the second look is later than the
// first by as much. Elsewhere a look is an effect, which comes in the order of effects; what
// has none may move across it.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// clockOf is the call of a function that looks at the clock, nil if e is something else.
func clockOf(e harlan.Expr) *harlan.Call {
	if c, ok := e.(*harlan.Call); ok && (c.Fn == "nanotime" || c.Fn == "time-s") {
		return c
	}
	return nil
}

// look binds what a look at the clock gives and goes on up to the next one. since is the
// seconds of the look before, nil for the first one.
func (x *translator) look(e *harlan.Let, since nkl.Expr) nkl.Expr {
	var lets nkl.Lets
	now := types.NewVar("now", types.Float)
	at := e.Pos()
	if since == nil {
		since = nkl.Op(at, prim.Clock)
	}
	lets.Bind(now, since)
	value := nkl.Use(now)
	if clockOf(e.Rhs).Fn == "nanotime" {
		value = x.nanoseconds(at, value)
	}
	lets.Bind(x.bind(e.Bind), value)
	steps, next := between(e.Body)
	if next == nil {
		return lets.In(x.expr(e.Body))
	}
	var vars []*harlan.Var
	for _, s := range steps {
		if s.v != nil {
			vars = append(vars, s.v)
		}
	}
	timed, t := x.timed(steps, vars)
	pair := types.NewVar("timed", types.Tuple(t, types.Float))
	lets.Bind(pair, &nkl.Time{Node: ir.At(at), Body: timed})
	for i, v := range vars {
		var part nkl.Expr = &nkl.Proj{Index: 0, Of: nkl.Use(pair)}
		if len(vars) > 1 {
			part = &nkl.Proj{Index: i, Of: part}
		}
		lets.Bind(x.bind(v), part)
	}
	later := nkl.Op(at, prim.Add, nkl.Use(now), &nkl.Proj{Index: 1, Of: nkl.Use(pair)})
	return lets.In(x.look(next, later))
}

// A step binds a variable, or is evaluated for its effect: then v is nil.
type step struct {
	v *harlan.Var
	e harlan.Expr
}

// between is the steps of e up to the next look at the clock; nil if there is none in the
// lets of e.
func between(e harlan.Expr) (steps []step, next *harlan.Let) {
	for {
		switch l := e.(type) {
		case *harlan.Let:
			if clockOf(l.Rhs) != nil {
				return steps, l
			}
			steps = append(steps, step{l.Bind, l.Rhs})
			e = l.Body
		case *harlan.Begin:
			last := len(l.Steps) - 1
			for _, s := range l.Steps[:last] {
				steps = append(steps, step{nil, s})
			}
			e = l.Steps[last]
		default:
			return nil, nil
		}
	}
}

// timed is steps with the values of the variables that they bind, and the type of these.
func (x *translator) timed(steps []step, vars []*harlan.Var) (nkl.Expr, *types.Type) {
	var lets nkl.Lets
	for _, s := range steps {
		rhs := x.expr(s.e)
		if s.v != nil {
			lets.Bind(x.bind(s.v), rhs)
		} else {
			lets.Bind(types.NewVar("done", x.rep(x.sigs.TypeOf(s.e))), rhs)
		}
	}
	if len(vars) == 0 {
		return lets.In(&nkl.Bool{Val: true}), types.Bool
	}
	var parts []nkl.Expr
	var ts []*types.Type
	for _, v := range vars {
		parts, ts = append(parts, nkl.Use(x.vars[v])), append(ts, x.vars[v].Type)
	}
	if len(ts) == 1 {
		return lets.In(parts[0]), ts[0]
	}
	return lets.In(nkl.Pair(parts...)), types.Tuple(ts...)
}
