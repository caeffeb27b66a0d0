package device

// Control flow. Lets become definitions, conditionals become Choose where
// their values are needed and If where they end a list of statements, loops
// become Loop. The same code serves element code and host code; what differs
// is behind the interface side.
//
//	(let (x) (if c a b) e)  =>  (choose (x) c (block .. (yield a')) (block .. (yield b'))) e'

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A side is the part of the translation that kernels and host code do differently.
type side interface {
	// bind binds vs to the results of an operation and reports true, or leaves it to op.
	bind(vs []*lcu.Var, e lcu.Expr) bool
	// op is the values of an operation, of types ts; names are for readers.
	op(e lcu.Expr, ts []*types.Type, names []string) []expr
	// check writes what a check does: in kernels, where it fails; on the host, where it stands.
	check(e *lcu.Check)
	// arm writes an arm of a conditional or the body of a loop.
	arm(f func())
}

// control translates what encloses operations.
type control struct {
	build.Code
	side
	env    map[*lcu.Var]expr
	goesOn bool  // element code: control goes on after a check that fails
	failed *kvar // set when a check fails inside a loop of element code
}

// An end is where the values of an expression in tail position go.
type end struct {
	types []*types.Type
	stmt  func(vals []expr) expr
}

func yieldTo(ts []*types.Type) end {
	return end{ts, func(vals []expr) expr { return &kir.Yield{Vals: vals} }}
}

func exitTo(ts []*types.Type) end {
	return end{ts, func(vals []expr) expr { return &kir.Exit{Vals: vals} }}
}

func returnTo(ts []*types.Type) end {
	return end{ts, func(vals []expr) expr { return &kir.Return{Vals: vals} }}
}

// let binds vs to the results of e.
func (c *control) let(vs []*lcu.Var, e lcu.Expr) {
	if c.side.bind(vs, e) {
		return
	}
	ts, names := make([]*types.Type, len(vs)), make([]string, len(vs))
	for i, v := range vs {
		ts[i], names[i] = lowerType(v.Type), v.Name
	}
	for i, val := range c.values(e, ts, names) {
		c.env[vs[i]] = c.named(names[i], val)
	}
}

// named gives a value a name if it is worth one.
func (c *control) named(name string, val expr) expr {
	if kir.IsAtom(val) {
		return val
	}
	return c.Def(name, val)
}

// lowerType is the type in kir: arrays are buffers.
func lowerType(t *types.Type) *types.Type {
	if t.Kind == types.KVec {
		return kir.Global(t.Elem())
	}
	return t
}

func lowerTypes(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = lowerType(t)
	}
	return out
}

// values writes e and returns the values of its results, which have types ts.
func (c *control) values(e lcu.Expr, ts []*types.Type, names []string) []expr {
	switch e := e.(type) {
	case *lcu.Let:
		c.let(e.Binds, e.Rhs)
		return c.values(e.Body, ts, names)
	case *lcu.Ret:
		return c.operands(e.Vals)
	case *lcu.If:
		return c.conditional(e, ts, names)
	case *lcu.Loop:
		return c.loop(e, ts, names)
	case *lcu.Check:
		return c.checked(e, ts, names)
	}
	return c.side.op(e, ts, names)
}

// operands is the value of every operand.
func (c *control) operands(es []lcu.Expr) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = c.operand(e)
	}
	return out
}

// operand is the value of an expression with one result.
func (c *control) operand(e lcu.Expr) expr {
	switch e := e.(type) {
	case *lcu.Int:
		return &kir.Int{Node: ir.At(e.P), Val: e.Val}
	case *lcu.Float:
		return &kir.Float{Node: ir.At(e.P), Val: e.Val}
	case *lcu.Bool:
		return &kir.Bool{Node: ir.At(e.P), Val: e.Val}
	case *lcu.Char:
		return &kir.Char{Node: ir.At(e.P), Val: e.Val}
	case *lcu.Ref:
		if val, ok := c.env[e.Var]; ok {
			return val
		}
	}
	return c.side.op(e, nil, nil)[0]
}

// conditional is an If whose values are needed. Arms that are nothing but
// expressions of scalars are selected, and evaluated lazily all the same.
func (c *control) conditional(e *lcu.If, ts []*types.Type, names []string) []expr {
	cond := c.operand(e.Cond)
	if b, ok := cond.(*kir.Bool); ok && c.goesOn {
		if b.Val {
			return c.values(e.Then, ts, names)
		}
		return c.values(e.Else, ts, names)
	}
	s := &kir.Choose{Node: ir.At(e.P), Binds: named(ts, names), Cond: cond,
		Then: c.arms(e.Then, yieldTo(ts)), Else: c.arms(e.Else, yieldTo(ts))}
	then, els := pureArm(s.Then), pureArm(s.Else)
	if then == nil || els == nil {
		c.Put(s)
		return kir.Uses(s.Binds)
	}
	cond = c.Atom("c", s.Cond)
	out := make([]expr, len(then))
	for i := range then {
		out[i] = pick(cond, then[i], els[i])
	}
	return out
}

// pureArm is the values of an arm that does nothing but yield scalars.
func pureArm(e expr) []expr {
	list := e.(*kir.Block).Stmts
	y, ok := list[0].(*kir.Yield)
	if !ok {
		return nil
	}
	for _, v := range y.Vals {
		if kir.IsBuf(kir.TypeOf(v)) {
			return nil
		}
	}
	return y.Vals
}

func named(ts []*types.Type, names []string) []*kvar {
	vs := make([]*kvar, len(ts))
	for i, t := range ts {
		name := "r"
		if i < len(names) {
			name = names[i]
		}
		vs[i] = kir.NewVar(name, t)
	}
	return vs
}

// arms is the block of an arm in tail position.
func (c *control) arms(e lcu.Expr, to end) expr {
	return c.Block(func() { c.side.arm(func() { c.tail(e, to) }) })
}

// checked is a Check whose values are needed; where it fails they are zero.
func (c *control) checked(e *lcu.Check, ts []*types.Type, names []string) []expr {
	if !c.goesOn {
		c.side.check(e)
		return c.values(e.Then, ts, names)
	}
	vs := named(ts, names)
	c.Put(&kir.Choose{Node: ir.At(e.P), Binds: vs, Cond: kir.Apply("not", c.operand(e.Cond)),
		Then: c.failure(e, yieldTo(ts)), Else: c.arms(e.Then, yieldTo(ts))})
	return kir.Uses(vs)
}

// failure is the block for a check that fails. It comes first, so that the
// order of Fails in the text is that of the checks.
func (c *control) failure(e *lcu.Check, to end) expr {
	return c.Block(func() {
		c.side.check(e)
		c.Put(to.stmt(build.Zeros(to.types)))
	})
}

// loop is a Loop whose values are needed.
func (c *control) loop(e *lcu.Loop, ts []*types.Type, names []string) []expr {
	s := &kir.Loop{Node: ir.At(e.P), Inits: c.operands(e.Inits), Binds: named(ts, names)}
	for _, v := range e.Binds {
		w := kir.NewVar(v.Name, lowerType(v.Type))
		c.env[v] = kir.Use(w)
		s.Vars = append(s.Vars, w)
	}
	up := c.failed
	if c.goesOn && up == nil && innerCheck(e.Body) {
		c.failed = c.Mut("failed", &kir.Bool{})
	}
	s.Body = c.arms(e.Body, exitTo(ts))
	c.failed = up
	c.Put(s)
	return kir.Uses(s.Binds)
}

// innerCheck reports whether a check of e may fail without ending e.
func innerCheck(e lcu.Expr) bool {
	switch e := e.(type) {
	case *lcu.Let:
		return fallible(e.Rhs) || innerCheck(e.Body)
	case *lcu.If:
		return innerCheck(e.Then) || innerCheck(e.Else)
	case *lcu.Check:
		return innerCheck(e.Then)
	}
	return false
}

// tail writes e, which ends a list of statements.
func (c *control) tail(e lcu.Expr, to end) {
	switch e := e.(type) {
	case *lcu.Let:
		c.let(e.Binds, e.Rhs)
		c.tail(e.Body, to)
	case *lcu.If:
		cond := c.operand(e.Cond)
		c.Put(&kir.If{Node: ir.At(e.P), Cond: cond, Then: c.arms(e.Then, to), Else: c.arms(e.Else, to)})
	case *lcu.Check:
		c.checkedTail(e, to)
	case *lcu.Recur:
		c.recur(&kir.Recur{Node: ir.At(e.P), Args: c.operands(e.Args)}, to)
	default:
		c.Put(to.stmt(c.values(e, to.types, nil)))
	}
}

func (c *control) checkedTail(e *lcu.Check, to end) {
	if !c.goesOn {
		c.side.check(e)
		c.tail(e.Then, to)
		return
	}
	cond := kir.Apply("not", c.operand(e.Cond))
	c.Put(&kir.If{Node: ir.At(e.P), Cond: cond, Then: c.failure(e, to), Else: c.arms(e.Then, to)})
}

// recur starts the next iteration, unless a check has failed: then what is
// computed is junk, and the loop might never end.
func (c *control) recur(s *kir.Recur, to end) {
	if c.failed == nil {
		c.Put(s)
		return
	}
	c.Put(&kir.If{Cond: kir.Use(c.failed),
		Then: c.Block(func() { c.Put(to.stmt(build.Zeros(to.types))) }),
		Else: c.Block(func() { c.Put(s) })})
}
