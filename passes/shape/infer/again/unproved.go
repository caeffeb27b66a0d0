package again

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
)

// Unproved are the loops of m with checks that are not among those proved, and the functions
// that have such loops. Nothing has to be guessed of the others.
func Unproved(m *nkl.Module, proved map[*nkl.Check]bool) (loops map[*nkl.Loop]bool, fns map[string]bool) {
	loops, fns = map[*nkl.Loop]bool{}, map[string]bool{}
	find := func(fn string, body nkl.Expr) {
		ir.Walk(body, func(e nkl.Expr) bool {
			if l, ok := e.(*nkl.Loop); ok && Checks(l.Body, proved) {
				loops[l], fns[fn] = true, true
			}
			return true
		})
	}
	for _, f := range m.Funcs {
		find(f.Name, f.Body)
	}
	for _, l := range m.Lifteds {
		find(l.Of, l.Body)
	}
	return loops, fns
}

// Checks reports whether e makes a check that is not among those proved.
func Checks(e nkl.Expr, proved map[*nkl.Check]bool) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		c, is := e.(*nkl.Check)
		return is && !proved[c]
	})
}
