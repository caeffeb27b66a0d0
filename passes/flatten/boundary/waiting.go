package boundary

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

// A WaitingEnd is the end of an iteration that only says which elements go on, behind all that
// it computes: then elements can take part in more iterations once they have ended, with what
// they had. They cost no launches then, and add no rows.
type WaitingEnd struct {
	*nkl.If
	Again *nkl.CallLifted // one branch
	Args  []int           // of it that change
}

// WaitingEndOf is end, behind what body, an iteration of the function fn, binds and checks, as
// such an end, nil if it is none; changes says which arguments change.
func WaitingEndOf(fn string, body, end nkl.Expr, changes func(arg int) bool) *WaitingEnd {
	e, ok := end.(*nkl.If)
	if !ok {
		return nil
	}
	call := func(e nkl.Expr) (*nkl.CallLifted, bool) {
		c, ok := e.(*nkl.CallLifted)
		return c, ok && c.Fn == fn
	}
	w, value := &WaitingEnd{If: e}, e.Then
	if w.Again, ok = call(e.Else); !ok {
		w.Again, ok = call(e.Then)
		value = e.Else
	}
	if !ok || ir.Any(value, func(e nkl.Expr) bool { _, again := call(e); return again }) || !w.idle(body, value == e.Then) {
		return nil
	}
	used := nkl.FreeVars(value)
	for i, a := range w.Again.Args {
		if !changes(i) {
			continue
		}
		if r, ok := a.(*nkl.Ref); !ok || slices.Contains(used, r.Var) {
			return nil
		}
		w.Args = append(w.Args, i)
	}
	return w
}

// idle reports whether an element for which the condition is ended does nothing in body but
// element code.
func (w *WaitingEnd) idle(body nkl.Expr, ended bool) bool {
	var conds []nkl.Expr
	d := &decided{defs: map[*nkl.Var]nkl.Expr{}}
	for body != nkl.Expr(w.If) {
		switch e := body.(type) {
		case *nkl.Let:
			switch rhs := e.Rhs.(type) {
			case *nkl.Reserve:
				conds = append(conds, rhs.Cond)
			case *nkl.Elem, *nkl.Store, *nkl.Column, *nkl.Ref, *nkl.Tuple, *nkl.Proj:
			case *nkl.Prim:
				if rhs.Op.Class == prim.Effect {
					return false
				}
			default:
				return false
			}
			d.defs[e.Bind], body = e.Rhs, e.Body
		case *nkl.Check:
			body = e.Then
		default:
			return false
		}
	}
	if r, ok := d.value(w.Cond).(*nkl.Ref); ok {
		d.defs[r.Var] = &nkl.Bool{Val: ended}
	}
	return !slices.ContainsFunc(conds, func(c nkl.Expr) bool {
		b, ok := d.value(c).(*nkl.Bool)
		return !ok || b.Val
	})
}

// decided is what variables are, by name.
type decided struct{ defs map[*nkl.Var]nkl.Expr }

// value is what e is: a literal, a tuple or a variable, if that is known.
func (d *decided) value(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Ref:
		if def := d.defs[e.Var]; def != nil {
			switch v := d.value(def).(type) {
			case *nkl.Bool, *nkl.Tuple, *nkl.Ref:
				return v
			}
		}
	case *nkl.Elem:
		return d.value(e.Body)
	case *nkl.Let:
		if d.defs[e.Bind] == nil {
			d.defs[e.Bind] = e.Rhs
		}
		return d.value(e.Body)
	case *nkl.Proj:
		if t, ok := d.value(e.Of).(*nkl.Tuple); ok {
			return d.value(t.Elems[e.Index])
		}
	case *nkl.If:
		if c, ok := d.value(e.Cond).(*nkl.Bool); ok && c.Val {
			return d.value(e.Then)
		} else if ok {
			return d.value(e.Else)
		}
	}
	return e
}
