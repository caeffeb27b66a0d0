package fkl

// From trees to code: binding, control and scalar operations, on the host and
// in element code.

import (
	"nessiec/backends/ref/vm"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A compiler compiles one function.
type compiler struct {
	fn    *vm.Func
	code  *vm.Code
	funcs map[string]*vm.Func
	sigs  fkl.Sigs
	regs  map[*fkl.Var]vm.Reg

	claims *vm.Claims // that types of the host make

	scopes []string // tables of the scopes around the code at hand
	looped int      // scopes around the innermost loop

	watch *watch // nil: nobody watches
}

// literalOf is the kind and the word of a literal.
func literalOf(e fkl.Expr) (types.Kind, prim.Word, bool) {
	switch e := e.(type) {
	case *fkl.Int:
		return types.KInt, e.Val, true
	case *fkl.Float:
		return types.KFloat, prim.FloatWord(e.Val), true
	case *fkl.Bool:
		return types.KBool, prim.BoolWord(e.Val), true
	case *fkl.Char:
		return types.KChar, prim.Word(e.Val), true
	}
	return 0, 0, false
}

// addLiterals gives every literal of e a register of fn.
func addLiterals(fn *vm.Func, e fkl.Expr) {
	ir.Walk(e, func(e fkl.Expr) bool {
		if k, w, ok := literalOf(e); ok {
			fn.AddLiteral(k, w)
		}
		return true
	})
}

func newCompiler(f *fkl.Func, sigs fkl.Sigs, num value.Num, funcs map[string]*vm.Func) *compiler {
	fn := vm.NewFunc(f.Name, num)
	addLiterals(fn, f.Body)
	c := &compiler{fn: fn, code: fn.Body(), funcs: funcs, sigs: sigs, regs: map[*fkl.Var]vm.Reg{}}
	fn.Params = c.bind(f.Params)
	c.claims = c.code.Claims()
	c.claims.Bound(f.Pos(), f.Params, fn.Params)
	return c
}

func (c *compiler) function(f *fkl.Func) {
	results := c.fn.Regs(f.Results)
	c.expr(c.code, f.Body, results)
	c.code.End(results)
}

// bind gives variables registers.
func (c *compiler) bind(vs []*fkl.Var) []vm.Reg {
	rs := make([]vm.Reg, len(vs))
	for i, v := range vs {
		rs[i] = c.fn.Reg(v.Type)
		c.regs[v] = rs[i]
	}
	return rs
}

// bound tests what the types of vs say, which e binds on the host.
func (c *compiler) bound(host bool, e fkl.Expr, vs []*fkl.Var) {
	if !host {
		return
	}
	regs := make([]vm.Reg, len(vs))
	for i, v := range vs {
		regs[i] = c.regs[v]
	}
	c.claims.Bound(e.Pos(), vs, regs)
}

// operand is the register of an operand, which is evaluated now if it is not a
// name or a literal.
func (c *compiler) operand(em vm.Emitter, e fkl.Expr) vm.Reg {
	if r, ok := e.(*fkl.Ref); ok {
		return c.regs[r.Var]
	}
	if k, w, ok := literalOf(e); ok {
		return c.fn.Literal(k, w)
	}
	dst := c.fn.Regs(c.sigs.ResultTypes(e))
	c.expr(em, e, dst)
	return dst[0]
}

func (c *compiler) operands(em vm.Emitter, es []fkl.Expr) []vm.Reg {
	rs := make([]vm.Reg, len(es))
	for i, e := range es {
		rs[i] = c.operand(em, e)
	}
	return rs
}

// expr emits dst = the results of e.
func (c *compiler) expr(em vm.Emitter, e fkl.Expr, dst []vm.Reg) {
	switch e := e.(type) {
	case *fkl.Let:
		_, host := em.(*vm.Code)
		if host && c.watch != nil {
			c.watched(em, e)
		} else {
			c.expr(em, e.Rhs, c.bind(e.Binds))
		}
		c.bound(host, e, e.Binds)
		c.expr(em, e.Body, dst)
	case *fkl.If:
		arm := func(e fkl.Expr) func(vm.Emitter) {
			return func(em vm.Emitter) { c.fn.Scope(func() { c.claims.Scope(func() { c.expr(em, e, dst) }) }) }
		}
		em.If(c.operand(em, e.Cond), arm(e.Then), arm(e.Else))
	case *fkl.Check:
		em.Check(c.operand(em, e.Cond), e.Pos(), e.Error)
		c.expr(em, e.Then, dst)
	case *fkl.Loop:
		inits := c.operands(em, e.Inits)
		outer := c.looped
		c.looped = len(c.scopes)
		em.Loop(c.bind(e.Binds), inits, func(em vm.Emitter) {
			c.claims.Scope(func() {
				_, host := em.(*vm.Code)
				c.bound(host, e, e.Binds)
				c.expr(em, e.Body, dst)
			})
		})
		c.looped = outer
	case *fkl.Recur:
		c.code.CloseTables(c.scopes[c.looped:])
		em.Recur(c.operands(em, e.Args))
	case *fkl.Scope:
		c.code.OpenTable(e.Table, c.sigs.Columns(e.Table), c.operands(em, e.Rows))
		c.scopes = append(c.scopes, e.Table)
		c.expr(em, e.Body, dst)
		c.scopes = c.scopes[:len(c.scopes)-1]
		c.code.CloseTables([]string{e.Table})
	case *fkl.Ret:
		em.Move(dst, c.operands(em, e.Vals))
	case *fkl.Ref, *fkl.Int, *fkl.Float, *fkl.Bool, *fkl.Char:
		em.Move(dst, []vm.Reg{c.operand(em, e)})
	default:
		c.op(em, e, dst)
	}
}

// op emits the operations that host code and element code share.
func (c *compiler) op(em vm.Emitter, e fkl.Expr, dst []vm.Reg) {
	switch e := e.(type) {
	case *fkl.Prim:
		args := c.operands(em, e.Args)
		if e.Op.Class == prim.Effect {
			c.code.Effect(e.Op, e.Pos(), dst, args)
		} else {
			c.fn.Prim(em, e.Op, dst[0], args)
		}
	case *fkl.At:
		vm.At(em, dst[0], c.operand(em, e.Vec), c.operand(em, e.Idx))
	case *fkl.Put:
		vm.Put(em, dst[0], c.operand(em, e.Vec), c.operand(em, e.Idx), c.operand(em, e.Val))
	case *fkl.Length:
		vm.Length(em, dst[0], c.operand(em, e.Vec))
	default:
		c.host(e, dst)
	}
}

// host emits the operations that only host code has.
func (c *compiler) host(e fkl.Expr, dst []vm.Reg) {
	switch e := e.(type) {
	case *fkl.Call:
		c.code.Call(c.funcs[e.Fn], e.P, dst, c.operands(c.code, e.Args))
	case *fkl.Time:
		last := len(dst) - 1
		c.code.Time(dst[last], func(em vm.Emitter) { c.expr(em, e.Body, dst[:last]) })
	case *fkl.Vec:
		c.code.Vector(dst[0], c.operands(c.code, e.Vals))
	case *fkl.Str:
		c.code.String(dst[0], e.Val)
	case *fkl.Extend:
		n := c.operand(c.code, e.N)
		c.code.Extend(dst[0], e.Table, n, c.operands(c.code, e.Vals))
	case *fkl.Reserve:
		c.code.Extend(dst[0], e.Table, c.operand(c.code, e.N), nil)
	case *fkl.Store:
		rows := c.operand(c.code, e.Rows)
		c.code.Store(dst[0], e.Table, rows, c.operands(c.code, e.Vals))
	case *fkl.Column:
		c.code.Column(dst[0], e.Table, e.Index)
	case *fkl.SdMake:
		c.code.Offsets(dst[0], c.operand(c.code, e.Lens))
	case *fkl.SdGiven:
		lens := c.operand(c.code, e.Lens)
		starts := c.operand(c.code, e.Starts)
		c.code.Given(dst[0], lens, starts, c.operand(c.code, e.Total))
	case *fkl.SdJoin:
		outer := c.operand(c.code, e.Outer)
		c.code.Join(dst[0], outer, c.operand(c.code, e.Inner))
	case *fkl.SdRegular:
		count := c.operand(c.code, e.Count)
		c.code.Regular(dst[0], count, c.operand(c.code, e.Len))
	case *fkl.SdLens:
		c.code.Lens(dst[0], c.operand(c.code, e.Sd))
	case *fkl.SdStarts:
		c.code.Starts(dst[0], c.operand(c.code, e.Sd))
	case *fkl.SdCount:
		c.code.Count(dst[0], c.operand(c.code, e.Sd))
	case *fkl.SdTotal:
		c.code.Total(dst[0], c.operand(c.code, e.Sd))
	default:
		c.code.Kernel()
		c.fn.Scope(func() { c.vector(e, dst) })
	}
}
