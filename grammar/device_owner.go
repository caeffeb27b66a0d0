package grammar

// The invariant freed-once: host functions interpreted with counts of owners
// in place of buffers (kir/host.go says who owns what).

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/kir"
)

// owners counts, for every buffer variable in scope, how many owners it stands for.
type owners map[*kir.Var]int

func (o owners) copy() owners {
	c := owners{}
	for v, n := range o {
		c[v] = n
	}
	return c
}

type ownerCheck struct {
	err error
	// The counts that must hold outside when control leaves: of Yield (set by
	// the first one), of Recur and Exit.
	yield *owners
	loop  owners
}

func freedOnce(f *kir.Func) error {
	c := &ownerCheck{}
	o := owners{}
	c.bind(o, f.Params)
	c.block(o, f.Body)
	return c.err
}

func (c *ownerCheck) errorf(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

func (c *ownerCheck) bind(o owners, vs []*kir.Var) {
	for _, v := range vs {
		if kir.IsBuf(v.Type) {
			o[v] = 1
		}
	}
}

// take ends one ownership of v.
func (c *ownerCheck) take(o owners, v *kir.Var, why string) {
	if o[v] < 1 {
		c.errorf("%s of %s, which is not owned any more", why, v.Name)
	}
	o[v]--
}

func (c *ownerCheck) give(o owners, vals []kir.Expr, why string) {
	for _, e := range vals {
		if v := kir.VarOf(e); v != nil && kir.IsBuf(v.Type) {
			c.take(o, v, why)
		}
	}
}

// borrow checks that all buffers in e are owned.
func (c *ownerCheck) borrow(o owners, e kir.Expr) {
	ir.Walk(e, func(e kir.Expr) bool {
		if v := kir.VarOf(e); v != nil && kir.IsBuf(v.Type) && o[v] < 1 {
			c.errorf("use of %s, which is not owned any more", v.Name)
		}
		return true
	})
}

// block interprets a block; what it binds is owned no more at its end. It
// reports whether control leaves it otherwise.
func (c *ownerCheck) block(o owners, e kir.Expr) bool {
	outer := o.copy()
	for _, s := range e.(*kir.Block).Stmts {
		if c.stmt(o, s) {
			return true
		}
	}
	c.closed(o, outer)
	return false
}

// closed checks that variables that are not in outer own nothing.
func (c *ownerCheck) closed(o, outer owners) {
	c.first(o, "%s is not released", func(v *kir.Var, n int) bool {
		_, ok := outer[v]
		return !ok && n != 0
	})
}

// agree checks that two ways to one place own the same.
func (c *ownerCheck) agree(a, b owners) {
	c.first(a, "%s has more owners on one path than on another", func(v *kir.Var, n int) bool {
		m, ok := b[v]
		return ok && m != n
	})
}

// first complains of the first variable, by name, that is bad.
func (c *ownerCheck) first(o owners, format string, bad func(v *kir.Var, n int) bool) {
	name, found := "", false
	for v, n := range o {
		if bad(v, n) && (!found || v.Name < name) {
			name, found = v.Name, true
		}
	}
	if found {
		c.errorf(format, name)
	}
}

func (c *ownerCheck) stmt(o owners, s kir.Expr) bool {
	switch s := s.(type) {
	case *kir.Block:
		return c.block(o, s)
	case *kir.If:
		return c.branch(o, s)
	case *kir.Choose:
		c.choose(o, s)
	case *kir.Loop:
		c.repeat(o, s)
	case *kir.For:
		c.borrow(o, s.Lo)
		c.borrow(o, s.Hi)
		before := o.copy()
		c.block(o, s.Body)
		c.agree(before, o)
	case *kir.Return:
		c.give(o, s.Vals, "return")
		c.closed(o, owners{})
		return true
	case *kir.Yield:
		c.give(o, s.Vals, "yield")
		c.leave(o)
		return true
	case *kir.Recur:
		c.give(o, s.Args, "recur")
		c.again(o)
		return true
	case *kir.Exit:
		c.give(o, s.Vals, "exit")
		c.again(o)
		return true
	default:
		c.simple(o, s)
	}
	return false
}

func (c *ownerCheck) branch(o owners, s *kir.If) bool {
	c.borrow(o, s.Cond)
	other := o.copy()
	ended := c.block(o, s.Then)
	c.block(other, s.Else)
	if !ended {
		c.agree(o, other)
	}
	return ended
}

// leave compares the counts at a Yield with those at the others.
func (c *ownerCheck) leave(o owners) {
	if *c.yield == nil {
		*c.yield = o.copy()
	}
	c.agree(*c.yield, o)
	c.closed(o, *c.yield)
}

func (c *ownerCheck) choose(o owners, s *kir.Choose) {
	c.borrow(o, s.Cond)
	up := c.yield
	var after owners
	c.yield = &after
	c.block(o.copy(), s.Then)
	c.block(o.copy(), s.Else)
	c.yield = up
	c.closed(after, o)
	for v := range o {
		o[v] = after[v]
	}
	c.bind(o, s.Binds)
}

// again checks the counts at a Recur or Exit: outside nothing has changed.
func (c *ownerCheck) again(o owners) {
	c.agree(c.loop, o)
	c.closed(o, c.loop)
}

func (c *ownerCheck) repeat(o owners, s *kir.Loop) {
	c.give(o, s.Inits, "loop")
	up := c.loop
	c.loop = o.copy()
	inside := o.copy()
	c.bind(inside, s.Vars)
	c.block(inside, s.Body)
	c.loop = up
	c.bind(o, s.Binds)
}

// simple is a statement that binds owned buffers and borrows or changes counts.
func (c *ownerCheck) simple(o owners, s kir.Expr) {
	switch s := s.(type) {
	case *kir.Retain:
		c.borrow(o, s.Buf)
		o[kir.VarOf(s.Buf)]++
	case *kir.Release:
		c.take(o, kir.VarOf(s.Buf), "release")
	case *kir.CallHost:
		c.give(o, s.Args, "call")
		c.bind(o, s.Binds)
	default:
		s.Children(func(_ int, e kir.Expr) { c.borrow(o, e) })
		kir.EachBind(s, func(v *kir.Var) { c.bind(o, []*kir.Var{v}) })
	}
}
