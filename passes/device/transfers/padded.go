package transfers

// Buffers that are known to be long enough where a function is cut in two: its
// callers know more of its arguments than it did.

import (
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
)

// padded is stmts without calls that make buffers of before long enough that are,
// and what their results are then.
func (r *readScheduler) padded(before, stmts []kir.Expr) (out []kir.Expr, same map[*kir.Var]kir.Expr) {
	count := map[*kir.Var]kir.Expr{}
	for _, s := range before {
		switch s := s.(type) {
		case *kir.Alloc:
			count[s.Bind] = s.Count
		case *kir.AllocLoose:
			count[s.Bind] = s.Count
		case *kir.Const:
			count[s.Bind] = kir.N(int64(len(s.Vals)))
		}
	}
	same = map[*kir.Var]kir.Expr{}
	for _, s := range stmts {
		if c, ok := s.(*kir.CallHost); ok && r.padFunctions[c.Fn] && covers(count[kir.VarOf(c.Args[0])], c.Args[1]) {
			same[c.Binds[0]] = c.Args[0]
			continue
		}
		out = append(out, s)
	}
	return out, same
}

// covers reports whether a buffer that is given count elements has n.
func covers(count, n kir.Expr) bool {
	if count == nil {
		return false
	}
	has, ok := kir.Literal(count)
	needs, also := kir.Literal(n)
	return build.Same(count, n) || ok && also && has >= needs
}
