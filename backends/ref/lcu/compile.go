package lcu

// From trees to code: binding, control and scalar operations, on the host, in
// kernels and in thunks.

import (
	"nessiec/backends/ref/vm"
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An env is what the compilers of one module share.
type env struct {
	funcs, kernels map[string]*vm.Func
	sigs           lcu.Sigs
	target         target.Desc // of plans
	num            value.Num
}

// A compiler compiles one function or kernel.
type compiler struct {
	*env
	fn       *vm.Func
	code     *vm.Code
	regs     map[*lcu.Var]vm.Reg
	inKernel bool
	claims   *vm.Claims // that types of the host make
}

// literalOf is the kind and the word of a literal.
func literalOf(e lcu.Expr) (types.Kind, prim.Word, bool) {
	switch e := e.(type) {
	case *lcu.Int:
		return types.KInt, e.Val, true
	case *lcu.Float:
		return types.KFloat, prim.FloatWord(e.Val), true
	case *lcu.Bool:
		return types.KBool, prim.BoolWord(e.Val), true
	case *lcu.Char:
		return types.KChar, prim.Word(e.Val), true
	}
	return 0, 0, false
}

// addLiterals gives every literal of e a register of fn.
func addLiterals(fn *vm.Func, e lcu.Expr) {
	ir.Walk(e, func(e lcu.Expr) bool {
		if k, w, ok := literalOf(e); ok {
			fn.AddLiteral(k, w)
		}
		return true
	})
}

func (v *env) compiler(name string, params []*lcu.Var, body lcu.Expr) *compiler {
	fn := vm.NewFunc(name, v.num)
	addLiterals(fn, body)
	c := &compiler{env: v, fn: fn, code: fn.Body(), regs: map[*lcu.Var]vm.Reg{}}
	fn.Params = c.bind(params)
	c.claims = c.code.Claims()
	c.claims.Bound(ir.Pos{}, params, fn.Params)
	return c
}

func (c *compiler) function(body lcu.Expr, results []*types.Type) {
	out := c.fn.Regs(results)
	c.expr(c.code, body, out)
	c.code.End(out)
}

// bind gives variables registers.
func (c *compiler) bind(vs []*lcu.Var) []vm.Reg {
	rs := make([]vm.Reg, len(vs))
	for i, v := range vs {
		rs[i] = c.fn.Reg(v.Type)
		c.regs[v] = rs[i]
	}
	return rs
}

// bound tests what the types of vs say, which e has bound on the host.
func (c *compiler) bound(em vm.Emitter, e lcu.Expr, vs []*lcu.Var, regs []vm.Reg) {
	if _, host := em.(*vm.Code); host && !c.inKernel {
		c.claims.Bound(e.Pos(), vs, regs)
	}
}

// operand is the register of an operand, which is evaluated now if it is not a
// name or a literal.
func (c *compiler) operand(em vm.Emitter, e lcu.Expr) vm.Reg {
	if r, ok := e.(*lcu.Ref); ok {
		return c.regs[r.Var]
	}
	if k, w, ok := literalOf(e); ok {
		return c.fn.Literal(k, w)
	}
	dst := c.fn.Regs(c.sigs.ResultTypes(e))
	c.expr(em, e, dst)
	return dst[0]
}

func (c *compiler) operands(em vm.Emitter, es []lcu.Expr) []vm.Reg {
	rs := make([]vm.Reg, len(es))
	for i, e := range es {
		rs[i] = c.operand(em, e)
	}
	return rs
}

// expr emits dst = the results of e.
func (c *compiler) expr(em vm.Emitter, e lcu.Expr, dst []vm.Reg) {
	switch e := e.(type) {
	case *lcu.Let:
		regs := c.bind(e.Binds)
		c.expr(em, e.Rhs, regs)
		c.bound(em, e, e.Binds, regs)
		c.expr(em, e.Body, dst)
	case *lcu.If:
		arm := func(e lcu.Expr) func(vm.Emitter) {
			return func(em vm.Emitter) { c.fn.Scope(func() { c.claims.Scope(func() { c.expr(em, e, dst) }) }) }
		}
		em.If(c.operand(em, e.Cond), arm(e.Then), arm(e.Else))
	case *lcu.Check:
		em.Check(c.operand(em, e.Cond), e.Pos(), e.Error)
		c.expr(em, e.Then, dst)
	case *lcu.Loop:
		inits := c.operands(em, e.Inits)
		regs := c.bind(e.Binds)
		em.Loop(regs, inits, func(em vm.Emitter) {
			c.claims.Scope(func() {
				c.bound(em, e, e.Binds, regs)
				c.expr(em, e.Body, dst)
			})
		})
	case *lcu.Recur:
		em.Recur(c.operands(em, e.Args))
	case *lcu.Ret:
		em.Move(dst, c.operands(em, e.Vals))
	case *lcu.Ref, *lcu.Int, *lcu.Float, *lcu.Bool, *lcu.Char:
		em.Move(dst, []vm.Reg{c.operand(em, e)})
	default:
		c.op(em, e, dst)
	}
}

// op emits the operations that host code and thunks share.
func (c *compiler) op(em vm.Emitter, e lcu.Expr, dst []vm.Reg) {
	switch e := e.(type) {
	case *lcu.Prim:
		args := c.operands(em, e.Args)
		if e.Op.Class == prim.Effect {
			c.code.Effect(e.Op, e.Pos(), dst, args)
		} else {
			c.fn.Prim(em, e.Op, dst[0], args)
		}
	case *lcu.At:
		vm.At(em, dst[0], c.operand(em, e.Vec), c.operand(em, e.Idx))
	case *lcu.Put:
		vm.Put(em, dst[0], c.operand(em, e.Vec), c.operand(em, e.Idx), c.operand(em, e.Val))
	case *lcu.Length:
		vm.Length(em, dst[0], c.operand(em, e.Vec))
	default:
		c.host(e, dst)
	}
}

// host emits the operations that only host code and kernels have.
func (c *compiler) host(e lcu.Expr, dst []vm.Reg) {
	switch e := e.(type) {
	case *lcu.Call:
		c.code.Call(c.funcs[e.Fn], e.P, dst, c.operands(c.code, e.Args))
	case *lcu.Run:
		c.code.Run(c.kernels[e.Kernel], dst, c.operands(c.code, e.Args))
	case *lcu.Copy:
		c.code.Run(c.kernels[e.Kernel], dst, c.operands(c.code, e.Args))
	case *lcu.Time:
		last := len(dst) - 1
		c.code.Time(dst[last], func(em vm.Emitter) { c.expr(em, e.Body, dst[:last]) })
	case *lcu.Cluster:
		c.fn.Scope(func() { c.claims.Scope(func() { c.expr(c.code, e.Body, dst) }) })
	case *lcu.Vec:
		c.code.Vector(dst[0], c.operands(c.code, e.Vals))
	case *lcu.Str:
		c.code.String(dst[0], e.Val)
	default:
		if !c.inKernel {
			c.code.Kernel()
		}
		c.fn.Scope(func() { c.soac(e, dst) })
	}
}
