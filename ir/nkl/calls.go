package nkl

// Who calls whom.

import (
	"nessiec/ir"
	"nessiec/ir/program"
)

// Calls reports whether the body of f calls fn.
func Calls(f *Func, fn string) bool {
	found := false
	EachCall(f.Body, func(g string) { found = found || g == fn })
	return found
}

// EachCall visits the names of the functions that e calls, in its order.
func EachCall(e Expr, visit func(string)) {
	ir.Walk(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Call:
			visit(e.Fn)
		case *CallLifted:
			visit(e.Fn)
		}
		return true
	})
}

// Entries are the functions that actions call.
func Entries(m *Module) map[string]bool {
	out := map[string]bool{}
	for _, a := range m.Actions {
		if a.Kind == program.Eval {
			out[a.Fn] = true
		}
	}
	return out
}

// Groups groups functions that call each other, callees first (Tarjan).
func Groups(m *Module) (out [][]*Func) {
	byName := map[string]*Func{}
	for _, f := range m.Funcs {
		byName[f.Name] = f
	}
	num, low, onStack := map[*Func]int{}, map[*Func]int{}, map[*Func]bool{}
	var stack []*Func
	var visit func(f *Func)
	visit = func(f *Func) {
		num[f] = len(num) + 1
		low[f], onStack[f] = num[f], true
		stack = append(stack, f)
		EachCall(f.Body, func(name string) {
			switch g := byName[name]; {
			case num[g] == 0:
				visit(g)
				low[f] = min(low[f], low[g])
			case onStack[g]:
				low[f] = min(low[f], num[g])
			}
		})
		if low[f] != num[f] {
			return
		}
		for i := len(stack) - 1; ; i-- {
			onStack[stack[i]] = false
			if stack[i] == f {
				out = append(out, append([]*Func(nil), stack[i:]...))
				stack = stack[:i]
				return
			}
		}
	}
	for _, f := range m.Funcs {
		if num[f] == 0 {
			visit(f)
		}
	}
	return out
}

// Reachable is m with the functions that its actions need: m itself, if these are all.
func (m *Module) Reachable() *Module {
	r := reachable{need: map[string]bool{}, bodies: map[string]Expr{}, others: map[string]string{}}
	for _, f := range m.Funcs {
		r.bodies[f.Name] = f.Body
	}
	for _, l := range m.Lifteds {
		r.bodies[l.Name], r.others[l.Name] = l.Body, l.Of
	}
	for _, l := range m.Liftings {
		r.others[l.Fn] = l.By
	}
	for _, a := range m.Actions {
		r.reach(a.Fn)
	}
	if len(r.need) == len(r.bodies) {
		return m
	}
	out := m.WithFuncs(nil)
	for _, f := range m.Funcs {
		if r.need[f.Name] {
			out.Funcs = append(out.Funcs, f)
		}
	}
	out.Liftings = LiftingsOf(m.Liftings, r.need)
	for _, l := range m.Lifteds {
		if r.need[l.Name] {
			out.Lifteds = append(out.Lifteds, l)
		}
	}
	return out
}

// A reachable is what is needed of a module, as far as was looked at.
type reachable struct {
	need   map[string]bool
	bodies map[string]Expr   // of functions
	others map[string]string // what a function needs besides those it calls
}

// reach notes that a function is needed, and what that needs.
func (r *reachable) reach(fn string) {
	body, is := r.bodies[fn]
	if !is || r.need[fn] {
		return
	}
	r.need[fn] = true
	r.reach(r.others[fn])
	ir.Walk(body, func(e Expr) bool {
		switch e := e.(type) {
		case *Call:
			r.reach(e.Fn)
		case *CallLifted:
			r.reach(e.Fn)
			r.reach(e.Target)
		case *FunVal:
			r.reach(e.Fn)
		}
		return true
	})
}

// LiftingsOf is those of all whose functions are needed.
func LiftingsOf(all []*Lifting, need map[string]bool) (out []*Lifting) {
	for _, l := range all {
		if need[l.Fn] {
			out = append(out, l)
		}
	}
	return out
}

// Globals lists, for the functions that one action calls and nothing else, whose results
// their parameters are; "" is a value from outside.
func Globals(m *Module) map[string][]string {
	uses := map[string]int{}
	for _, f := range m.Funcs {
		EachCall(f.Body, func(g string) { uses[g]++ })
	}
	for _, a := range m.Actions {
		uses[a.Fn]++
	}
	makes, out := map[string]string{}, map[string][]string{}
	for _, a := range m.Actions {
		if a.Kind == program.Eval && uses[a.Fn] == 1 {
			for _, arg := range a.Args {
				out[a.Fn] = append(out[a.Fn], makes[arg])
			}
		}
		if a.Result != "" {
			makes[a.Result] = ""
			if a.Kind == program.Eval {
				makes[a.Result] = a.Fn
			}
		}
	}
	return out
}
