package lcu

// The SOACs.

import (
	"nessiec/backends/ref/vm"
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

func (c *compiler) soac(e lcu.Expr, dst []vm.Reg) {
	p, ok := lcu.PartsOf(e)
	if !ok {
		panic("lcu: no code for form " + lcu.Schema[e.Form()].Name)
	}
	s := c.space(p, lcu.CountsRows(lcu.Inner(e)))
	if x, ok := e.(*lcu.Staged); ok {
		s.Order = c.order(x, s)
	}
	if u, ok := lcu.Inner(e).(*lcu.Update); ok {
		c.update(u, s, dst)
		return
	}
	t := c.thunk(p.T)
	then := c.epilogue(p)
	switch e := lcu.Inner(e).(type) {
	case *lcu.Once:
		c.code.Once(dst, t)
	case *lcu.Map, *lcu.SegMap:
		c.code.Map(dst, s, t)
	case *lcu.Reduce, *lcu.SegReduce:
		c.code.Reduce(dst, p.Ops, c.joiners(p), s, t, then)
	case *lcu.Scan:
		c.code.Scan(dst, p.Ops, c.joiners(p), e.Incl, s, t, then)
	case *lcu.Prefix:
		c.code.Prefix(dst, p.Ops, s, t, then)
	case *lcu.Directory:
		passed := make([]bool, len(e.Ops))
		for k, op := range e.Ops {
			passed[k] = op == prim.RId
		}
		c.code.Directory(dst, passed, s, t)
	case *lcu.SegScan:
		c.code.Scan(dst, p.Ops, c.joiners(p), e.Incl, s, t, then)
	case *lcu.Filter:
		c.code.Filter(dst, s, t, c.second(t, p.Fun, t.Out), false, e.Loose)
	case *lcu.Partition:
		c.code.Filter(dst, s, t, c.second(t, p.Fun, t.Out), true, false)
	case *lcu.Compact:
		c.code.Compact(dst, s, c.operands(c.code, e.Sizes), e.Loose, t, c.parts(e), c.ends(e))
	case *lcu.Scatter:
		into := c.operands(c.code, e.Into)
		c.code.Scatter(dst, e.Op, s, into, t, c.places(t, p.Fun))
	case *lcu.Rank:
		c.code.Rank(dst[0], e.Down, s, t)
	case *lcu.Sort:
		c.code.Sort(dst[0], e.Down, s, t)
	}
}

func (c *compiler) update(e *lcu.Update, s vm.Space, dst []vm.Reg) {
	u := vm.Update{Into: c.operands(c.code, e.Into), Segs: c.operands(c.code, e.Segs), States: c.bind(e.States()), Scratch: c.bind(e.Scratch()), Sizes: e.Sizes}
	t := &vm.Thunk{Index: c.bind(e.T.Params[len(e.T.Params)-1:]), Body: c.fn.NewElem()}
	states := c.fn.NewUpdate(u, t)
	outcome, _ := e.Outcome()
	c.code.Update(dst, s, states, c.body(e.T, t), outcome)
}

func (c *compiler) parts(e *lcu.Compact) []vm.Part {
	out := make([]vm.Part, len(e.Into))
	for k := range out {
		out[k] = vm.Part{Into: e.Into[k], Start: c.operand(c.code, e.Start[k]), Ranks: c.operand(c.code, e.Selects(k)),
			Directory: e.Directories != nil, Rest: e.Rest[k]}
		if e.Flagged() {
			out[k].Flag = e.FlagOf(k)
		}
	}
	return out
}

func (c *compiler) ends(e *lcu.Compact) []vm.End {
	out := make([]vm.End, len(e.Ends))
	for k := range out {
		out[k] = vm.End{Into: e.Ends[k], Val: c.operand(c.code, e.Last[k])}
	}
	return out
}

// space is the index space of a SOAC. If byRows, what must not be too large for an
// int are the number of rows and their lengths.
func (c *compiler) space(p lcu.Parts, byRows bool) vm.Space {
	if p.N == nil {
		return vm.Space{}
	}
	s := vm.Space{N: c.operand(c.code, p.N)}
	if !byRows {
		c.code.Bounded(s.N)
	}
	if p.Segmented() {
		segs := c.operands(c.code, p.Segs)
		s.Seg, s.Offs, s.Long = true, segs[0], byRows
		_, _, s.Equal = lcu.Equal(p.Segs)
		switch {
		case s.Equal:
			if s.Len = segs[1]; byRows {
				c.code.Bounded(segs[0])
				c.code.Bounded(segs[1])
			}
		case byRows:
			c.code.Divisible(s)
		}
		total := c.fn.Reg(types.Int)
		c.code.Positions(total, s)
		c.code.Assume(s.N, total, ir.Pos{}, "size of a segmented operation")
	}
	return s
}

func (c *compiler) thunk(t *lcu.Thunk) *vm.Thunk {
	return c.body(t, &vm.Thunk{Index: c.bind(t.Params), Body: c.fn.NewElem()})
}

// epilogue compiles the thunk that comes after a reduction or scan, if there is one.
func (c *compiler) epilogue(p lcu.Parts) *vm.Epilogue {
	if p.Out == nil {
		return nil
	}
	rs := c.bind(p.Out.Params)
	index := len(rs) - len(lcu.Combined(p.Ops))
	t := &vm.Thunk{Index: rs[:index], Body: c.fn.NewElem()}
	e := vm.NewEpilogue(t, rs[index:])
	c.body(p.Out, t)
	return e
}

// joiners compiles the thunks that combine tuples.
func (c *compiler) joiners(p lcu.Parts) (out []*vm.Joiner) {
	for _, t := range p.Joins {
		rs, body := c.bind(t.Params), &vm.Thunk{Body: c.fn.NewElem()}
		c.body(t, body)
		k := len(rs) / 2
		out = append(out, &vm.Joiner{X: rs[:k], Y: rs[k:], Body: body.Body, Out: body.Out})
	}
	return out
}

// body compiles what a thunk does, behind what out does already.
func (c *compiler) body(t *lcu.Thunk, out *vm.Thunk) *vm.Thunk {
	out.Out = c.fn.Regs(c.sigs.ResultTypes(t.Body))
	for _, read := range reads(t.Body, map[*lcu.Var]bool{}) {
		if read {
			out.Copies++
		}
	}
	c.expr(out.Body, t.Body, out.Out)
	return out
}

// second compiles the second thunk of a SOAC behind the first one, applied to
// args, and returns the register of its result.
func (c *compiler) second(t *vm.Thunk, fun *lcu.Thunk, args []vm.Reg) vm.Reg {
	t.Body.Move(c.bind(fun.Params), args)
	out := c.fn.Reg(c.sigs.TypeOf(fun.Body))
	c.expr(t.Body, fun.Body, []vm.Reg{out})
	return out
}

// places emits the destinations of a scatter.
func (c *compiler) places(t *vm.Thunk, dest *lcu.Thunk) (out []vm.Reg) {
	t.Body.Move(c.bind(dest.Params), t.Index)
	for _, k := range c.sigs.ResultTypes(dest.Body) {
		out = append(out, c.fn.Reg(k))
	}
	c.expr(t.Body, dest.Body, out)
	return out
}

// reads tells of every result of a thunk whether it is an element of an array,
// unchanged; copied holds the variables that are.
func reads(e lcu.Expr, copied map[*lcu.Var]bool) []bool {
	switch e := e.(type) {
	case *lcu.Let:
		for i, read := range reads(e.Rhs, copied) {
			if read {
				copied[e.Binds[i]] = true
			}
		}
		return reads(e.Body, copied)
	case *lcu.Check:
		return reads(e.Then, copied)
	case *lcu.At:
		return []bool{true}
	case *lcu.Ref:
		return []bool{copied[e.Var]}
	case *lcu.Ret:
		var out []bool
		for _, v := range e.Vals {
			out = append(out, reads(v, copied)...)
		}
		return out
	case *lcu.If:
		then, els := reads(e.Then, copied), reads(e.Else, copied)
		for i := 0; i < len(then) && i < len(els); i++ {
			then[i] = then[i] && els[i]
		}
		return then
	}
	return nil
}
