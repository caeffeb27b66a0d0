package kir

// From a kernel to closures.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A program is a compiled kernel.
type program struct {
	name            string
	local           int
	params          []int // slots: of buffers or of registers
	slots, bufSlots int
	arrays          []localArray
	access          []kir.Access
	limit           *limit // nil if there is none
	kernel          *kir.Kernel
	division        *kir.Division // how groups divide the work; nil if the kernel does not say
	body            *stmt
	chain           *chain // then there is no body
	fails           int64
	constants       map[prim.Word]int // the registers that have them
	left            *group            // of an earlier launch; nil if there is none
}

type localArray struct {
	name string
	kind types.Kind
	size int // all work-items together
	slot int
}

// An evaluator computes an expression for a work-item: a scalar, or the
// current lane.
type evaluator func(*item) prim.Word

// A compiler compiles one kernel.
type compiler struct {
	*program
	num      value.Num
	opts     Options
	slot     map[*kir.Var]int
	own      map[int]int64      // sizes of private arrays, by slot
	accessOf map[int]kir.Access // of parameters that are buffers, by slot
	yield    []registers        // that Yield sets
	vars     []registers        // that Recur sets
	exit     []registers        // that Exit sets
}

// registers are those of one variable: one, or one for each lane.
type registers struct{ first, count int }

func compile(k *kir.Kernel, num value.Num, o Options) *program {
	c := &compiler{program: &program{name: k.Name, local: k.Local, access: k.Access, kernel: k, division: kir.DivisionOf(k), constants: map[prim.Word]int{}}, num: num, opts: o, slot: map[*kir.Var]int{}, own: map[int]int64{}, accessOf: map[int]kir.Access{}}
	for i, p := range k.Params {
		slot := c.bind(p)
		c.params = append(c.params, slot)
		if kir.IsBuf(p.Type) {
			c.accessOf[slot] = k.Access[i]
		}
	}
	c.body = c.chained(c.limited(k.Body))
	return c.program
}

// bind gives a variable a slot, the first of those for its lanes.
func (c *compiler) bind(v *kir.Var) int {
	n := &c.slots
	if kir.IsBuf(v.Type) {
		n = &c.bufSlots
	}
	s := *n
	*n += span(v)
	c.slot[v] = s
	return s
}

// array adds a local array. The private ones of the work-items stand one after another.
func (c *compiler) array(s *kir.LocalArray) {
	a := localArray{s.Bind.Name, s.Bind.Type.Elem().Kind, s.Size, c.bind(s.Bind)}
	if !s.Shared() {
		c.own[a.slot] = int64(s.Size)
		a.size *= c.local
	}
	c.arrays = append(c.arrays, a)
}

// placed is where index idx of a buffer is: in a private array, among those of all
// work-items.
func (c *compiler) placed(slot int, idx evaluator) evaluator {
	n, private := c.own[slot]
	if !private {
		return idx
	}
	return func(it *item) prim.Word {
		i := idx(it)
		if i < 0 || i >= n {
			it.fail("index %d of a private array of %d elements", i, n)
		}
		return it.id*n + i
	}
}

// span is how many slots v takes.
func span(v *kir.Var) int { return max(1, kir.LanesOf(v.Type)) }

func (c *compiler) bindAll(vs []*kir.Var) []registers {
	out := make([]registers, len(vs))
	for i, v := range vs {
		out[i] = registers{c.bind(v), span(v)}
	}
	return out
}

// constant is the word of a literal or identity.
func constant(e kir.Expr, num value.Num) (prim.Word, bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, true
	case *kir.Float:
		return prim.FloatWord(num.Round(e.Val)), true
	case *kir.Bool:
		return prim.BoolWord(e.Val), true
	case *kir.Char:
		return prim.Word(e.Val), true
	case *kir.Unit:
		return e.Op.Identity(num, e.Type.Kind), true
	}
	return 0, false
}

func (c *compiler) exprs(es []kir.Expr) []evaluator {
	out := make([]evaluator, len(es))
	for i, e := range es {
		out[i] = c.expr(e)
	}
	return out
}

func (c *compiler) expr(e kir.Expr) evaluator {
	if w, ok := constant(e, c.num); ok {
		return func(*item) prim.Word { return w }
	}
	switch e := e.(type) {
	case *kir.Ref:
		s := c.slot[e.Var]
		if kir.LanesOf(e.Var.Type) > 0 {
			return func(it *item) prim.Word { return it.regs[s+it.lane] }
		}
		return func(it *item) prim.Word { return it.regs[s] }
	case *kir.Prim:
		return c.prim(e)
	case *kir.Select:
		cond, then, els := c.expr(e.Cond), c.expr(e.Then), c.expr(e.Else)
		return c.guarded(e, func(it *item) prim.Word {
			if cond(it) != 0 {
				return then(it)
			}
			return els(it)
		})
	case *kir.InRange:
		idx, size := c.expr(e.Idx), c.expr(e.Size)
		return func(it *item) prim.Word {
			i, n := idx(it), size(it)
			if n < 0 {
				it.fail("a range of %d indices", n)
			}
			return prim.BoolWord(0 <= i && i < n)
		}
	case *kir.Load:
		b, idx := c.slot[kir.VarOf(e.Buf)], c.expr(e.Idx)
		idx = c.within(b, c.placed(b, idx))
		return func(it *item) prim.Word { return it.group.bufs[b].load(idx(it), it) }
	case *kir.Digit:
		val, idx, k, num := c.expr(e.Val), c.expr(e.Index), kir.TypeOf(e.Val).Kind, c.num
		return func(it *item) prim.Word { return prim.Digit(num, k, val(it), idx(it)) }
	case *kir.GroupId:
		return func(it *item) prim.Word { return it.group.id }
	case *kir.NumGroups:
		return func(it *item) prim.Word { return it.group.groups }
	case *kir.LocalId:
		return func(it *item) prim.Word { return it.id }
	}
	return c.lanes(e)
}

func (c *compiler) prim(e *kir.Prim) evaluator {
	args := c.exprs(e.Args)
	op := evalOf(e, c.num)
	switch {
	case op.One != nil:
		x := args[0]
		return func(it *item) prim.Word { return op.One(x(it)) }
	case op.Two != nil:
		return c.two(op.Two, e.Args, args)
	}
	x, y, z := args[0], args[1], args[2]
	return func(it *item) prim.Word { return op.Three(x(it), y(it), z(it)) }
}

// two applies f. Most operands are in registers, which takes no call to find out.
func (c *compiler) two(f func(x, y prim.Word) prim.Word, es []kir.Expr, args []evaluator) evaluator {
	x, y := args[0], args[1]
	r, inX := c.register(es[0])
	s, inY := c.register(es[1])
	switch {
	case inX && inY:
		return func(it *item) prim.Word { return f(it.regs[r], it.regs[s]) }
	case inX:
		return func(it *item) prim.Word { return f(it.regs[r], y(it)) }
	case inY:
		return func(it *item) prim.Word { return f(x(it), it.regs[s]) }
	}
	return func(it *item) prim.Word { return f(x(it), y(it)) }
}

// register is the one that holds a scalar variable, or a constant.
func (c *compiler) register(e kir.Expr) (int, bool) {
	if w, ok := constant(e, c.num); ok {
		s, known := c.constants[w]
		if !known {
			s = c.slots
			c.slots++
			c.constants[w] = s
		}
		return s, true
	}
	ref, ok := e.(*kir.Ref)
	if !ok || kir.LanesOf(ref.Var.Type) > 0 {
		return 0, false
	}
	return c.slot[ref.Var], true
}

func evalOf(e *kir.Prim, num value.Num) prim.Op {
	k := types.KInt
	if len(e.Args) > 0 {
		k = kir.Base(kir.TypeOf(e.Args[0])).Kind
	}
	return e.Op.Eval(num, k)
}
