package kir

// Checking of statements.

import (
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// stmt checks a statement and reports whether control never goes on after it.
func (c *checker) stmt(s Expr, to ends) bool {
	switch s := s.(type) {
	case *Block:
		return c.block(s, to)
	case *Def:
		c.scalar("definition", s.Rhs, s.Bind)
		c.bind(isFixed, s.Bind)
	case *If:
		c.want("condition", s.Cond, types.Bool)
		then, els := c.block(s.Then, to), c.block(s.Else, to)
		if then != els {
			c.errorf("one arm of an if ends and the other does not")
		}
		return then
	case *Choose:
		c.choose(s)
	case *Loop:
		c.loop(s)
	case *For:
		c.forLoop(s)
	case *Yield:
		return c.end("yield", s.Vals, to.yield)
	case *Recur:
		return c.end("recur", s.Args, to.recur)
	case *Exit:
		return c.end("exit", s.Vals, to.exit)
	case *Return:
		return c.end("return", s.Vals, to.ret)
	default:
		if c.inner {
			c.kernelStmt(s)
		} else {
			c.hostStmt(s)
		}
	}
	return false
}

// end checks a statement that hands values over; to is nil where it may not.
func (c *checker) end(what string, vals []Expr, to *[]*types.Type) bool {
	if to == nil {
		c.errorf("%s has nowhere to go", what)
		return true
	}
	c.same(what, c.each(vals), *to)
	return true
}

func (c *checker) choose(s *Choose) {
	c.want("condition", s.Cond, types.Bool)
	ts := types.OfVars(s.Binds)
	if !c.block(s.Then, ends{yield: &ts}) || !c.block(s.Else, ends{yield: &ts}) {
		c.errorf("an arm of a choose does not end in yield")
	}
	c.buffersOnHost(s.Binds)
	c.bind(isFixed, s.Binds...)
}

func (c *checker) loop(s *Loop) {
	vars, results := types.OfVars(s.Vars), types.OfVars(s.Binds)
	c.same("loop", c.each(s.Inits), vars)
	c.buffersOnHost(s.Vars)
	c.bind(isFixed, s.Vars...)
	if !c.block(s.Body, ends{recur: &vars, exit: &results}) {
		c.errorf("the body of a loop ends neither in recur nor in exit")
	}
	c.unbind(s.Vars...)
	c.buffersOnHost(s.Binds)
	c.bind(isFixed, s.Binds...)
}

// buffersOnHost: kernels do not compute with buffers.
func (c *checker) buffersOnHost(vs []*Var) {
	for _, v := range vs {
		if c.inner && IsBuf(v.Type) {
			c.errorf("a kernel computes the buffer %s", v.Name)
		}
	}
}

func (c *checker) forLoop(s *For) {
	c.want("bound", s.Lo, types.Int)
	c.want("bound", s.Hi, types.Int)
	c.want("step", s.Step, types.Int)
	c.want("counter", Use(c.counter(s.Var)), types.Int)
	if c.block(s.Body, ends{}) {
		c.errorf("the body of a for ends")
	}
	c.unbind(s.Var)
}

func (c *checker) counter(v *Var) *Var {
	c.bind(isFixed, v)
	return v
}

// kernelStmt checks the statements that only kernels have.
func (c *checker) kernelStmt(s Expr) {
	switch s := s.(type) {
	case *Mut:
		c.scalar("variable", s.Init, s.Bind)
		c.bind(isMutable, s.Bind)
	case *Set:
		if c.scope[s.Var] != isMutable {
			c.errorf("%s cannot be set", s.Var.Name)
		}
		c.want("assignment", s.Rhs, s.Var.Type)
	case *While:
		c.want("condition", s.Cond, types.Bool)
		if c.block(s.Body, ends{}) {
			c.errorf("the body of a while ends")
		}
	case *Store:
		elem := c.buf(s.Buf)
		c.want("stored value", s.Val, Like(c.index(s.Idx), elem))
	case *Arbitrary:
		elem := c.buf(s.Buf)
		c.want("stored value", s.Val, Like(c.index(s.Idx), elem))
	case *CopyRange:
		to, from := c.expr(s.Dst), c.expr(s.Src)
		if elem := c.buf(s.Dst); c.err == nil && (to != Global(elem) || from != to) {
			c.errorf("a copy of %v to %v", from, to)
		}
		c.want("first index", s.Lo, types.Int)
		c.want("end", s.Hi, types.Int)
		c.want("offset", s.Off, types.Int)
	case *Barrier:
	case *Shuffle:
		c.shuffle(s)
	case *WarpCount:
		c.warpCount(s)
	case *Vote:
		c.warps(s.Width)
		c.want("condition", s.Cond, types.Bool)
		c.bind(isFixed, s.Bind)
		c.want("votes", Use(s.Bind), types.Int)
	case *Atomic:
		c.atomic(s)
	case *Fail:
		c.want("element", s.Elem, types.Int)
	default:
		c.errorf("%s in a kernel", Show(s))
	}
}

func (c *checker) atomic(s *Atomic) {
	if c.buf(s.Buf) != types.Int || s.Op != prim.RAdd && s.Op != prim.RMax && s.Op != prim.RMin {
		c.errorf("atomic %v of %s", s.Op, Show(s.Buf))
	}
	c.want("index", s.Idx, types.Int)
	c.want("operand", s.Val, types.Int)
	c.want("result", Use(c.counter(s.Bind)), types.Int)
}

// hostStmt checks the statements that only host code has.
func (c *checker) hostStmt(s Expr) {
	switch s := s.(type) {
	case *Alloc:
		c.alloc(s.Bind, s.Count, nil)
	case *AllocLoose:
		c.alloc(s.Bind, s.Count, nil)
	case *AllocOver:
		c.alloc(s.Bind, s.Count, s.From)
	case *Copy:
		c.alloc(s.Bind, nil, s.From)
	case *CopyOver:
		c.alloc(s.Bind, nil, s.From)
	case *Const:
		for _, v := range s.Vals {
			c.want("element", v, s.Bind.Type.Elem())
		}
		c.alloc(s.Bind, nil, nil)
	case *ConstStr:
		c.alloc(s.Bind, nil, nil)
	case *Retain:
		c.buf(s.Buf)
	case *Release:
		c.buf(s.Buf)
	case *CheckHost:
		c.want("condition", s.Cond, types.Bool)
	case *CheckSize:
		c.want("size", s.Count, types.Int)
	case *Read:
		c.read(s)
	case *ReadCount:
		c.want("index", s.Idx, types.Int)
		c.want("bound", s.Most, types.Int)
		if c.buf(s.Buf) != types.Int {
			c.errorf("a count in %s", Show(s.Buf))
		}
		c.want("count", Use(c.counter(s.Bind)), types.Int)
	default:
		c.call(s)
	}
}

// alloc checks the parts that statements making buffers have, and binds v.
func (c *checker) alloc(v *Var, count, from Expr) {
	if !IsBuf(v.Type) || v.Type.Name != "global" {
		c.errorf("buffer %s has type %v", v.Name, v.Type)
	}
	if count != nil {
		c.want("count", count, types.Int)
	}
	if from != nil {
		c.want("source", from, v.Type)
	}
	c.bind(isFixed, v)
}

func (c *checker) read(s *Read) {
	if len(s.Bufs) != len(s.Binds) || len(s.Idxs) != len(s.Binds) {
		c.errorf("a read of %d elements at %d places into %d variables", len(s.Bufs), len(s.Idxs), len(s.Binds))
		return
	}
	for i, v := range s.Binds {
		c.want("index", s.Idxs[i], types.Int)
		if t := c.buf(s.Bufs[i]); c.err == nil && t != v.Type {
			c.errorf("read of %v into %s of type %v", t, v.Name, v.Type)
		}
	}
	c.bind(isFixed, s.Binds...)
}

// call checks what calls by name.
func (c *checker) call(s Expr) {
	switch s := s.(type) {
	case *Launch:
		c.want("groups", s.Groups, types.Int)
		k := c.kernels[s.Kernel]
		if k == nil {
			c.errorf("unknown kernel %s", s.Kernel)
			return
		}
		c.same("arguments of "+s.Kernel, c.each(s.Args), types.OfVars(k.Params))
	case *Fetch:
		c.fetch(s)
	case *CallHost:
		f := c.funcs[s.Fn]
		if f == nil {
			c.errorf("unknown function %s", s.Fn)
			return
		}
		c.same("arguments of "+s.Fn, c.each(s.Args), types.OfVars(f.Params))
		c.same("results of "+s.Fn, types.OfVars(s.Binds), f.Results)
		c.bind(isFixed, s.Binds...)
	case *CallRuntime:
		if p := prim.Lookup(s.Fn); s.Fn != Clock && (p == nil || p.Class != prim.Effect) {
			c.errorf("unknown routine %s", s.Fn)
		}
		c.each(s.Args)
		c.bind(isFixed, s.Binds...)
	default:
		c.stream(s)
	}
}

// fetch checks a Fetch: its inspector takes arguments, and then marks.
func (c *checker) fetch(s *Fetch) {
	c.want("groups", s.Groups, types.Int)
	k := c.kernels[s.Kernel]
	if k == nil {
		c.errorf("unknown kernel %s", s.Kernel)
		return
	}
	args := c.each(s.Args)
	for _, t := range append(c.each(s.Bufs), c.each(s.Dests)...) {
		if args = append(args, Global(types.Bool)); c.err == nil && (!IsBuf(t) || len(args) > len(k.Params) || k.Access[len(args)-1] != Marked) {
			c.errorf("%s does not mark elements for argument %d of type %v", s.Kernel, len(args), t)
		}
	}
	c.same("arguments of "+s.Kernel, args, types.OfVars(k.Params))
}

// Clock is the routine of the runtime that tells the time; the others are
// named like the primitives with an effect.
const Clock = "clock"
