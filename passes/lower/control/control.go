// Package control translates the control flow of λcu. Lets become definitions,
// conditionals become Choose where their values are needed and If where they end a
// list of statements, loops become Loop. The same code serves element code and host
// code; what differs is behind the interface Dialect.
//
//	(let (x) (if c a b) e)  =>  (choose (x) c (block .. (yield a')) (block .. (yield b'))) e'
package control

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
)

// A Dialect is the part of the translation that kernels and host code do differently.
type Dialect interface {
	// Bind binds vs to the results of an operation and reports true, or leaves it to Op.
	Bind(vs []*lcu.Var, e lcu.Expr) bool
	// Op is the values of an operation, of types ts; names are for readers.
	Op(e lcu.Expr, ts []*types.Type, names []string) []kir.Expr
	// Check writes what a check does: in kernels, where it fails; on the host, where it stands.
	Check(e *lcu.Check)
	// Branch writes a branch of a conditional or the body of a loop.
	Branch(f func())
	// Loop notes what holds in every iteration of s, which is made of e. What it returns makes
	// the arguments of a next iteration such that it holds again.
	Loop(e *lcu.Loop, s *kir.Loop) (next func([]kir.Expr) []kir.Expr)
}

// A Writer translates what encloses operations.
type Writer struct {
	*build.Code
	Env            map[*lcu.Var]kir.Expr // values of variables
	dialect        Dialect
	checksContinue bool                        // element code: control goes on after a check that fails
	failed         *kir.Var                    // set when a check fails inside a loop of element code
	next           func([]kir.Expr) []kir.Expr // arguments of the next iteration of the loop around this
}

// New is a writer of host code, or of element code, in which control goes on after
// checks that fail.
func New(c *build.Code, d Dialect, checksGoOn bool) *Writer {
	return &Writer{Code: c, Env: map[*lcu.Var]kir.Expr{}, dialect: d, checksContinue: checksGoOn}
}

// NoteFailure notes in the loop around it, if there is one, that a check has failed.
func (c *Writer) NoteFailure() {
	if c.failed != nil {
		c.Set(c.failed, &kir.Bool{Val: true})
	}
}

// A Continuation is where the values of an expression in tail position go.
type Continuation struct {
	types []*types.Type
	stmt  func(vals []kir.Expr) kir.Expr
}

func yieldTo(ts []*types.Type) Continuation {
	return Continuation{ts, func(vals []kir.Expr) kir.Expr { return &kir.Yield{Vals: vals} }}
}

func exitTo(ts []*types.Type) Continuation {
	return Continuation{ts, func(vals []kir.Expr) kir.Expr { return &kir.Exit{Vals: vals} }}
}

// ReturnTo returns values from a function.
func ReturnTo(ts []*types.Type) Continuation {
	return Continuation{ts, func(vals []kir.Expr) kir.Expr { return &kir.Return{Vals: vals} }}
}

// Let binds vs to the results of e.
func (c *Writer) Let(vs []*lcu.Var, e lcu.Expr) {
	if c.dialect.Bind(vs, e) {
		return
	}
	ts, names := make([]*types.Type, len(vs)), make([]string, len(vs))
	for i, v := range vs {
		ts[i], names[i] = Type(v.Type), v.Name
	}
	for i, val := range c.Values(e, ts, names) {
		c.Env[vs[i]] = c.Named(names[i], val)
	}
}

// Type is the type in kir: arrays are buffers.
func Type(t *types.Type) *types.Type {
	if t.Kind == types.KVec {
		return kir.Global(t.Elem())
	}
	return t
}

// Types is Type for every type.
func Types(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		out[i] = Type(t)
	}
	return out
}

// Values writes e and returns the values of its results, which have types ts.
func (c *Writer) Values(e lcu.Expr, ts []*types.Type, names []string) []kir.Expr {
	switch e := e.(type) {
	case *lcu.Let:
		c.Let(e.Binds, e.Rhs)
		return c.Values(e.Body, ts, names)
	case *lcu.Ret:
		return c.Operands(e.Vals)
	case *lcu.If:
		return c.conditional(e, ts, names)
	case *lcu.Loop:
		return c.loop(e, ts, names)
	case *lcu.Check:
		return c.checked(e, ts, names)
	}
	return c.dialect.Op(e, ts, names)
}

// Operands is the value of every operand.
func (c *Writer) Operands(es []lcu.Expr) []kir.Expr {
	out := make([]kir.Expr, len(es))
	for i, e := range es {
		out[i] = c.Operand(e)
	}
	return out
}

// Operand is the value of an expression with one result.
func (c *Writer) Operand(e lcu.Expr) kir.Expr {
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
		if val, ok := c.Env[e.Var]; ok {
			return val
		}
	}
	return c.dialect.Op(e, nil, nil)[0]
}

// conditional is an If whose values are needed. Branches that are nothing but
// expressions of scalars are selected, and evaluated lazily all the same.
func (c *Writer) conditional(e *lcu.If, ts []*types.Type, names []string) []kir.Expr {
	cond := c.Operand(e.Cond)
	if b, ok := cond.(*kir.Bool); ok && c.checksContinue {
		if b.Val {
			return c.Values(e.Then, ts, names)
		}
		return c.Values(e.Else, ts, names)
	}
	s := &kir.Choose{Node: ir.At(e.P), Binds: Vars(ts, names), Cond: cond,
		Then: c.branch(e.Then, yieldTo(ts)), Else: c.branch(e.Else, yieldTo(ts))}
	then, els := pureBranch(s.Then), pureBranch(s.Else)
	if then == nil || els == nil {
		c.Put(s)
		return kir.Uses(s.Binds)
	}
	cond = c.Atom("c", s.Cond)
	out := make([]kir.Expr, len(then))
	for i := range then {
		out[i] = op.Select(cond, then[i], els[i])
	}
	return out
}

// pureBranch is the values of a branch that does nothing but yield scalars.
func pureBranch(e kir.Expr) []kir.Expr {
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

// Vars makes a variable of every type.
func Vars(ts []*types.Type, names []string) []*kir.Var {
	vs := make([]*kir.Var, len(ts))
	for i, t := range ts {
		name := "r"
		if i < len(names) {
			name = names[i]
		}
		vs[i] = kir.NewVar(name, t)
	}
	return vs
}

// branch is the block of a branch in tail position.
func (c *Writer) branch(e lcu.Expr, to Continuation) kir.Expr {
	return c.Block(func() { c.dialect.Branch(func() { c.Tail(e, to) }) })
}

// checked is a Check whose values are needed; where it fails they are zero.
func (c *Writer) checked(e *lcu.Check, ts []*types.Type, names []string) []kir.Expr {
	if !c.checksContinue {
		c.dialect.Check(e)
		return c.Values(e.Then, ts, names)
	}
	vs := Vars(ts, names)
	c.Put(&kir.Choose{Node: ir.At(e.P), Binds: vs, Cond: kir.Apply(prim.Not, c.Operand(e.Cond)),
		Then: c.failure(e, yieldTo(ts)), Else: c.branch(e.Then, yieldTo(ts))})
	return kir.Uses(vs)
}

// failure is the block for a check that fails. It comes first, so that the
// order of Fails in the text is that of the checks.
func (c *Writer) failure(e *lcu.Check, to Continuation) kir.Expr {
	return c.Block(func() {
		c.dialect.Check(e)
		c.Put(to.stmt(build.Zeros(to.types)))
	})
}

// loop is a Loop whose values are needed.
func (c *Writer) loop(e *lcu.Loop, ts []*types.Type, names []string) []kir.Expr {
	s := &kir.Loop{Node: ir.At(e.P), Inits: c.Operands(e.Inits), Binds: Vars(ts, names)}
	for _, v := range e.Binds {
		w := kir.NewVar(v.Name, Type(v.Type))
		c.Env[v] = kir.Use(w)
		s.Vars = append(s.Vars, w)
	}
	up, next := c.failed, c.next
	c.next = c.dialect.Loop(e, s)
	if c.checksContinue && up == nil && innerCheck(e.Body) {
		c.failed = c.Mut("failed", &kir.Bool{})
	}
	s.Body = c.branch(e.Body, exitTo(ts))
	c.failed, c.next = up, next
	c.Put(s)
	return kir.Uses(s.Binds)
}

// innerCheck reports whether a check of e may fail without ending e.
func innerCheck(e lcu.Expr) bool {
	switch e := e.(type) {
	case *lcu.Let:
		return Fallible(e.Rhs) || innerCheck(e.Body)
	case *lcu.If:
		return innerCheck(e.Then) || innerCheck(e.Else)
	case *lcu.Check:
		return innerCheck(e.Then)
	}
	return false
}

// Tail writes e, which ends a list of statements.
func (c *Writer) Tail(e lcu.Expr, to Continuation) {
	switch e := e.(type) {
	case *lcu.Let:
		c.Let(e.Binds, e.Rhs)
		c.Tail(e.Body, to)
	case *lcu.If:
		cond := c.Operand(e.Cond)
		c.Put(&kir.If{Node: ir.At(e.P), Cond: cond, Then: c.branch(e.Then, to), Else: c.branch(e.Else, to)})
	case *lcu.Check:
		c.checkedTail(e, to)
	case *lcu.Recur:
		c.recur(&kir.Recur{Node: ir.At(e.P), Args: c.next(c.Operands(e.Args))}, to)
	default:
		c.Put(to.stmt(c.Values(e, to.types, nil)))
	}
}

func (c *Writer) checkedTail(e *lcu.Check, to Continuation) {
	if !c.checksContinue {
		c.dialect.Check(e)
		c.Tail(e.Then, to)
		return
	}
	cond := kir.Apply(prim.Not, c.Operand(e.Cond))
	c.Put(&kir.If{Node: ir.At(e.P), Cond: cond, Then: c.failure(e, to), Else: c.branch(e.Then, to)})
}

// recur starts the next iteration, unless a check has failed: then what is
// computed is unspecified, and the loop might never end.
func (c *Writer) recur(s *kir.Recur, to Continuation) {
	if c.failed == nil {
		c.Put(s)
		return
	}
	c.Put(&kir.If{Cond: kir.Use(c.failed),
		Then: c.Block(func() { c.Put(to.stmt(build.Zeros(to.types))) }),
		Else: c.Block(func() { c.Put(s) })})
}

// Fallible reports whether e has a check.
func Fallible(e lcu.Expr) bool {
	return ir.Any(e, func(e lcu.Expr) bool { return e.Form() == lcu.FormCheck })
}
