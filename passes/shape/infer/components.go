package infer

// Who calls whom.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// calls reports whether the body of f calls fn.
func calls(f *nkl.Func, fn string) bool {
	found := false
	eachCall(f, func(g string) { found = found || g == fn })
	return found
}

func eachCall(f *nkl.Func, visit func(string)) {
	ir.Walk(f.Body, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Call:
			visit(e.Fn)
		case *nkl.CallLifted:
			visit(e.Fn)
		}
		return true
	})
}

// components groups functions that call each other, callees first (Tarjan).
func components(m *nkl.Module) (out [][]*nkl.Func) {
	byName := map[string]*nkl.Func{}
	for _, f := range m.Funcs {
		byName[f.Name] = f
	}
	num, low, onStack := map[*nkl.Func]int{}, map[*nkl.Func]int{}, map[*nkl.Func]bool{}
	var stack []*nkl.Func
	var visit func(f *nkl.Func)
	visit = func(f *nkl.Func) {
		num[f] = len(num) + 1
		low[f], onStack[f] = num[f], true
		stack = append(stack, f)
		eachCall(f, func(name string) {
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
				out = append(out, append([]*nkl.Func(nil), stack[i:]...))
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
