package vcode

// Properties of whole programs: types through the stack, calls at the end of functions.

import (
	"errors"
	"fmt"
	"slices"

	"nessiec/ir/types"
)

// CheckTypes reports the first function with a stack that does not work on entries of the
// types that it says. Arities are known to be right.
func CheckTypes(m *Module) (err error) {
	defer func() {
		if e, ok := recover().(mistake); ok {
			err = errors.New(string(e))
		}
	}()
	for _, f := range m.Funcs {
		if len(f.Takes) != f.Inputs || f.Outputs >= 0 && len(f.Yields) != f.Outputs {
			return fmt.Errorf("%s has types for %d inputs and %d results instead of %d and %d", f.Name, len(f.Takes), len(f.Yields), f.Inputs, f.Outputs)
		}
	}
	for _, f := range m.Funcs {
		t := &Typing{
			Mistake: func(e Expr, message string) { panic(mistake(f.Name + ": " + message)) },
			Call: func(e *Invoke, stack []*types.Type) (Expr, []*types.Type, bool) {
				g := m.Find(e.Fn)
				at := len(stack) - g.Inputs
				if !fitAll(stack[at:], g.Takes) {
					panic(mistake(fmt.Sprintf("%s: a call of %s with %v instead of %v", f.Name, e.Fn, stack[at:], g.Takes)))
				}
				return e, push(stack[:at], g.Yields...), g.Outputs >= 0
			},
		}
		_, after, live := t.Code(f.Body, slices.Clone(f.Takes))
		if live && !fitAll(after, f.Yields) {
			return fmt.Errorf("%s leaves %v instead of %v", f.Name, after, f.Yields)
		}
	}
	return nil
}

type mistake string

func fitAll(got, want []*types.Type) bool {
	return slices.EqualFunc(got, want, Fits)
}

// TailCall is the call of f that e is, if what it yields is what e yields; nil if e is
// something else.
func TailCall(e Expr, f *Func) *Call {
	let, ok := e.(*Let)
	if !ok {
		return nil
	}
	c, ok := let.Rhs.(*Call)
	if !ok || c.Fn != f.Name || f.Outputs < 0 {
		return nil
	}
	ret, ok := let.Body.(*Ret)
	if !ok || !slices.EqualFunc(ret.Vals, let.Binds, func(x Expr, v *Var) bool {
		r, isRef := x.(*Ref)
		return isRef && r.Var == v
	}) {
		return nil
	}
	return c
}

// MapTail rewrites what code ends in: f gets the parts in tail position that are neither a
// conditional, nor a loop, nor a let that f leaves as it is.
func MapTail(e Expr, f func(Expr) Expr) Expr {
	if x := f(e); x != e {
		return x
	}
	switch e := e.(type) {
	case *Let:
		if body := MapTail(e.Body, f); body != e.Body {
			out := *e
			out.Body = body
			return &out
		}
	case *Loop:
		if body := MapTail(e.Body, f); body != e.Body {
			out := *e
			out.Body = body
			return &out
		}
	case *If:
		then, els := MapTail(e.Then, f), MapTail(e.Else, f)
		if then != e.Then || els != e.Else {
			out := *e
			out.Then, out.Else = then, els
			return &out
		}
	}
	return e
}

// CallsAtEnd reports whether f calls itself where nothing follows.
func (f *Func) CallsAtEnd() bool {
	found := false
	MapTail(f.Body, func(e Expr) Expr {
		found = found || TailCall(e, f) != nil
		return e
	})
	return found
}
