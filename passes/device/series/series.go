// Package series fuses launches that follow each other into one launch.
package series

// Series of launches. Kernels wait for each other by being launches of their own,
// which costs more than they do where elements are few: then each has a single group,
// and if that is one work-item, the kernels may be one that does what they do in turn.
// What need not wait is side by side in one launch, of any size (stages.go).

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// JoinLaunches launches kernels that follow each other, whose groups are work-items,
// as one if none of them has more than one group.
//
//	(alloc b n) (launch f g (n a b)) (alloc c n) (launch h g (n b c)) ..c..
//	=>
//	(def small (prim le (g 1)))
//	(alloc b n)
//	(choose (c) small
//	  (block (alloc c n) (launch f+h g (n a b c)) (yield c))
//	  (block (launch f g (n a b)) (alloc c n) (launch h g (n b c)) (yield c)))
//
// A series is what stands between statements that wait for the device, call, or
// decide. Its scalars are computed before it: lengths of what it allocates are known.
// Kernels that can fail are in one launch only if their sites have the order
// of the launches, since the error of the first launch counts; what such a kernel may
// guard, sizes behind it, then has to be small as well.
func JoinLaunches(c *pass.Ctx, m *kir.Module) *kir.Module {
	j := &launchFuser{Ctx: c, kernels: map[string]*kir.Kernel{}, equal: map[string]string{}, names: pass.NewNames(), padFunctions: build.PadFunctions(m)}
	for _, k := range m.Kernels {
		j.kernels[k.Name] = k
		j.names.Take(k.Name)
	}
	funcs, changed := ir.MapSlice(m.Funcs, func(f *kir.Func) *kir.Func {
		j.fn, j.defs, j.values, j.mayBe = f.Name, map[*kir.Var]kir.Expr{}, map[*kir.Var]build.Memo[int64]{}, map[*kir.Var][]*kir.Var{}
		ir.Walk(f.Body, func(e kir.Expr) bool {
			switch e := e.(type) {
			case *kir.Def:
				j.defs[e.Bind] = e.Rhs
			case *kir.CallHost:
				if j.padFunctions[e.Fn] {
					j.isMaybe(e.Binds[0], e.Args[0])
				}
			case *kir.Choose:
				j.yielded(e)
			}
			return true
		})
		return f.MapBodies(j.block)
	})
	if !changed {
		return m
	}
	return &kir.Module{Sites: m.Sites, Kernels: kir.Launched(append(m.Kernels[:len(m.Kernels):len(m.Kernels)], j.made...), funcs),
		Funcs: funcs, Actions: m.Actions}
}

// A launchFuser rewrites one function after another.
type launchFuser struct {
	*pass.Ctx
	kernels      map[string]*kir.Kernel
	made         []*kir.Kernel
	equal        map[string]string // names of those made, by the keys of their chains
	names        *pass.Names
	padFunctions map[string]bool // functions that make buffers long enough
	fn           string
	defs         map[*kir.Var]kir.Expr
	values       map[*kir.Var]build.Memo[int64] // of ints that were asked for
	mayBe        map[*kir.Var][]*kir.Var        // what a buffer is if that is long enough, or if a branch yields it
}

// isMaybe notes that v may be e, if that is a variable.
func (j *launchFuser) isMaybe(v *kir.Var, e kir.Expr) {
	if w := kir.VarOf(e); w != nil {
		j.mayBe[v] = append(j.mayBe[v], w)
	}
}

// yielded notes what the results of c may be.
func (j *launchFuser) yielded(c *kir.Choose) {
	for _, branch := range []kir.Expr{c.Then, c.Else} {
		ir.Walk(branch, func(e kir.Expr) bool {
			if y, ok := e.(*kir.Yield); ok {
				for i, v := range c.Binds {
					j.isMaybe(v, y.Vals[i])
				}
			}
			return e.Form() != kir.FormChoose
		})
	}
}

func (j *launchFuser) block(e kir.Expr) kir.Expr {
	b := e.(*kir.Block)
	stmts, changed := ir.MapSlice(b.Stmts, func(s kir.Expr) kir.Expr { return s.MapBodies(j.block) })
	out, joined := j.list(stmts)
	if !changed && !joined {
		return e
	}
	return &kir.Block{Node: b.Node, Stmts: out}
}

// list is a list with its series joined.
func (j *launchFuser) list(rest []kir.Expr) (out []kir.Expr, joined bool) {
	for len(rest) > 0 {
		s, n := newCandidate(j), 0
		for n < len(rest) && s.add(rest[n], rest[n+1:]) {
			n++
		}
		stmts, left, done := s.code(rest[n:])
		if n == 0 {
			stmts, left = left[:1], left[1:]
		}
		out, rest, joined = append(out, stmts...), left, joined || done
	}
	return out, joined
}

// known is the value of an int of the host, if literals say it.
func (j *launchFuser) known(e kir.Expr) (val int64, ok bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, build.Small(e.Val)
	case *kir.Ref:
		return build.MemoisedOf(j.values, j.defs, e.Var, j.known)
	case *kir.Prim:
		return build.Fold(e, j.known)
	}
	return 0, false
}
