// Package counted finds loops that count.
package counted

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// CountLoops makes loops of element code that count up to a number, and do nothing else to leave, loops over these
// numbers, as those over elements are: so they can go without guards, by runs of elements, and in lanes.
//
//	(loop (i:int acc:int) (0 z)
//	  (block (def more:bool (prim lt (i n)))
//	    (if more (block (def y:int (prim add (acc i))) (def next:int (prim add (i 1))) (recur next y)) (block (exit acc))))
//	  (r:int))
//	=>
//	(mut acc z)
//	(for i:int 0 n 1 (block (def acc.1:int acc) (def y:int (prim add (acc.1 i))) (set acc y)))
//	(def r:int acc)
func CountLoops(c *pass.Ctx, m *kir.Module) *kir.Module {
	return build.Bodies(c, m, func(c *pass.Ctx, k *kir.Kernel) kir.Expr {
		return build.Spliced(k.Body, func(s kir.Expr) []kir.Expr {
			l, ok := s.(*kir.Loop)
			if !ok {
				return nil
			}
			n := counting(l)
			if n == nil || !c.Rewrite(fmt.Sprintf("count in a loop of %s", k.Name)) {
				return nil
			}
			return n.stmts()
		})
	})
}

// A counter is a loop that counts.
type counter struct {
	loop  *kir.Loop
	i     int        // which variable counts
	to    kir.Expr   // up to this number
	body  []kir.Expr // of an iteration, without its end
	recur *kir.Recur
	exit  *kir.Exit
}

// counting is l as a loop that counts, or nil.
func counting(l *kir.Loop) *counter {
	b, ok := l.Body.(*kir.Block)
	if !ok || len(b.Stmts) != 2 {
		return nil
	}
	more, isDef := b.Stmts[0].(*kir.Def)
	branch, isIf := b.Stmts[1].(*kir.If)
	if !isDef || !isIf || kir.VarOf(branch.Cond) != more.Bind {
		return nil
	}
	test, ok := more.Rhs.(*kir.Prim)
	if !ok || test.Op.Code != prim.Lt {
		return nil
	}
	then, els := branch.Then.(*kir.Block).Stmts, branch.Else.(*kir.Block).Stmts
	n := &counter{loop: l, i: slices.Index(l.Vars, kir.VarOf(test.Args[0])), to: test.Args[1]}
	if n.i < 0 || l.Vars[n.i].Type != types.Int || len(then) == 0 || len(els) != 1 {
		return nil
	}
	n.body = then[:len(then)-1]
	n.recur, _ = then[len(then)-1].(*kir.Recur)
	n.exit, _ = els[0].(*kir.Exit)
	if n.recur == nil || n.exit == nil || !n.simple() {
		return nil
	}
	return n
}

// simple reports whether the number stays the same, the variable counts, nothing needs it behind the loop, and iterations have
// one end.
func (n *counter) simple() bool {
	i := n.loop.Vars[n.i]
	isI := func(e kir.Expr) bool { return kir.VarOf(e) == i }
	for _, e := range n.exit.Vals {
		if ir.Any(e, isI) {
			return false
		}
	}
	next, oneEnd := n.recur.Args[n.i], true
	for _, s := range n.body {
		if d, ok := s.(*kir.Def); ok && d.Bind == kir.VarOf(next) {
			next = d.Rhs
		}
		kir.EachEnd(s, func(kir.Expr) { oneEnd = false })
	}
	plus, ok := next.(*kir.Prim)
	if !oneEnd || !ok || plus.Op.Code != prim.Add || !isI(plus.Args[0]) || !kir.IsInt(plus.Args[1], 1) {
		return false
	}
	v := kir.VarOf(n.to)
	if v == nil {
		_, constant := n.to.(*kir.Int)
		return constant
	}
	return !slices.Contains(n.loop.Vars, v) && !ir.Any(n.loop.Body, func(e kir.Expr) bool {
		set, ok := e.(*kir.Set)
		return ok && set.Var == v
	})
}

// stmts is the loop over the numbers.
func (n *counter) stmts() []kir.Expr {
	var c build.Code
	now := map[*kir.Var]kir.Expr{} // behind the loop
	var muts []*kir.Var
	for k, v := range n.loop.Vars {
		var m *kir.Var
		if k != n.i {
			m = c.Mut(v.Name, n.loop.Inits[k])
			now[v] = kir.Use(m)
		}
		muts = append(muts, m)
	}
	body := c.Block(func() {
		for k, v := range n.loop.Vars {
			if k != n.i {
				c.Put(&kir.Def{Bind: v, Rhs: kir.Use(muts[k])})
			}
		}
		c.Stmts = append(c.Stmts, n.body...)
		for k, e := range n.recur.Args {
			if k != n.i && kir.VarOf(e) != n.loop.Vars[k] {
				c.Set(muts[k], e)
			}
		}
	})
	c.Put(&kir.For{Node: n.loop.Node, Var: n.loop.Vars[n.i], Lo: n.loop.Inits[n.i], Hi: n.to, Step: kir.N(1), Body: body})
	for k, v := range n.loop.Binds {
		c.Put(&kir.Def{Bind: v, Rhs: kir.Replace(n.exit.Vals[k], now)})
	}
	return c.Stmts
}
