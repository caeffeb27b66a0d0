package updates

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/lift/recursion"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// LoopRecursions makes two loops of a function that calls itself once at most, whichever way
// it takes: one down to the end of the recursion, and one back (package recursion). It does
// where these are to be update blocks, or scalar code: a list that is taken apart and made element
// by element is then one launch, or a few, and takes no call for each.
//
//	(func f () (v) [int] (if c e (let x .. (let w .. (let r (call f () (w)) (append r x))))))
//	=> (func f () (v) [int]
//	     (let end (loop (v saved) (v (seq ())) (if c (tuple e saved) (.. (recur w (append saved x)))))
//	     (loop (r i) (end.0 #end.1) (if (i == 0) r (.. (recur (append r x) (i - 1)))))))
func LoopRecursions(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	u := newUpdates(c, m)
	under := anf.UnderMaps(m, func(string) bool { return false })
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		if g := u.loops(f, !under[f.Name]); g != nil && c.Rewrite("loops for "+f.Name) {
			return g
		}
		return f
	})
	if !changed {
		return m
	}
	return m.WithFuncs(funcs)
}

// loops is f as two loops, or nil. On the host, one of them at least is to be a block.
func (u *updates) loops(f *nkl.Func, host bool) *nkl.Func {
	r := recursion.Of(f)
	if r == nil {
		return nil
	}
	blocks := !host
	fits := func(l *nkl.Loop) bool {
		if u.blockOf(l, host) != nil {
			blocks = true
			return true
		}
		return u.OK(l) || u.exitsBehind(l, host, func(l *nkl.Loop) nkl.Expr {
			if u.OK(l) {
				return l
			}
			return nil
		}) != nil
	}
	var b anf.Block
	down := r.Down(&b)
	ended := b.Name("ended", r.Type(), down)
	value := b.Name("value", f.Result, anf.Part(0, ended))
	saved := b.Name("saved", r.Type().Elems[1], anf.Part(1, ended))
	up := r.Up(&b, value, saved)
	if !fits(down) || !fits(up) || !blocks {
		return nil
	}
	g := *f
	g.Body = nkl.Freshen(b.In(up))
	return &g
}
