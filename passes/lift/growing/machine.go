package growing

import (
	"maps"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// A machine runs blocks: a loop that appends is one, and what follows it another one. Each
// iteration runs the block pc. What blocks need of others is in registers. A block begins
// where there is room in the buffers for all that it may append: otherwise the machine
// leaves off, and goes on with this block when buffers are larger. It leaves off for code of the host, too.
type machine struct {
	pc     *nkl.Var
	blocks []*block
	hosts  []*block                // of the host
	file   map[*nkl.Var][]*nkl.Var // the registers of variables
	regs   []*nkl.Var
	at     *block // whose code is made
	moves  []move
	leaves []leave
	most   int // elements that a block may append to a buffer
}

// A block is code that finds the values of variables in registers.
type block struct {
	number int
	needs  []*nkl.Var // variables of code around it
	again  []*nkl.Var // with sequences that are only read: they are found again
	holds  []*nkl.Var // registers in which it finds variables
	code   nkl.Expr
	host   bool // it runs between two runs of the machine
}

// A move goes on with another block: regs are set, before at ends the iteration.
type move struct {
	at   *nkl.Recur
	from *block
	to   *block
	bufs []nkl.Expr
	regs map[*nkl.Var]nkl.Expr
}

// A leave ends the run of the machine: with the result, or where block from has no room
// in some buffers, full says in which, or for block to of the host, for which regs are set.
type leave struct {
	at     *nkl.Tuple
	in     *block
	from   *block
	to     *block
	bufs   []nkl.Expr
	regs   map[*nkl.Var]nkl.Expr
	lacks  []*class // in whose buffers there may be no room
	full   nkl.Expr // the bits of those in which there is none
	result []nkl.Expr
}

// registers is those of a variable.
func (x *translation) registers(v *nkl.Var) []*nkl.Var {
	rs, known := x.file[v]
	if !known {
		for _, t := range numberTypes(v.Type, x.shapes[v]) {
			rs = append(rs, types.NewVar(v.Name, t))
		}
		x.file[v], x.regs = rs, append(x.regs, rs...)
	}
	return rs
}

// blockLoop goes on with a block for the iterations of a loop.
func (x *translation) blockLoop(e *nkl.Loop, k rest) nkl.Expr {
	b := x.block(e.Body, k, e.Binds...)
	k.needs = slices.Concat(b.needs, b.again)
	k.again = func(vs []value) nkl.Expr { return x.move(b, e.Binds, vs) }
	x.fill(b, e.Binds, e.Body, k)
	return x.move(b, e.Binds, x.atoms(e.Inits))
}

// blockBehind is what follows the value of a binding: a block.
func (x *translation) blockBehind(e *nkl.Let, k rest) rest {
	b := x.block(e.Body, k, e.Bind)
	x.fill(b, []*nkl.Var{e.Bind}, e.Body, k)
	k.to = func(v value) nkl.Expr { return x.move(b, []*nkl.Var{e.Bind}, []value{v}) }
	k.needs = slices.Concat(b.needs, b.again)
	return k
}

// block is a block for e with k after it, but for its code.
func (x *translation) block(e nkl.Expr, k rest, bound ...*nkl.Var) *block {
	b := x.needing(e, k, bound...)
	b.number = len(x.blocks)
	x.blocks = append(x.blocks, b)
	return b
}

// needing is a block for e with k after it that knows what it needs.
func (x *translation) needing(e nkl.Expr, k rest, bound ...*nkl.Var) *block {
	b := &block{}
	var need func(v *nkl.Var)
	need = func(v *nkl.Var) {
		switch {
		case !x.bound[v] || slices.Contains(bound, v) || slices.Contains(b.needs, v) || slices.Contains(b.again, v):
		case !x.shapes[v].inBuffers():
			for _, w := range nkl.FreeVars(x.defs[v]) {
				need(w)
			}
			b.again = append(b.again, v)
		default:
			b.needs = append(b.needs, v)
		}
	}
	for _, v := range slices.Concat(nkl.FreeVars(e), k.needs) {
		need(v)
	}
	return b
}

// fill makes the code of a block, which begins with values of binds.
func (x *translation) fill(b *block, binds []*nkl.Var, e nkl.Expr, k rest) {
	env, latest, room, at := x.env, x.latest, x.room, x.at
	x.at = b
	x.env, x.latest, x.room = map[*nkl.Var]value{}, maps.Clone(latest), map[*class]int{}
	for _, c := range x.states {
		x.latest[c] = c.buf
	}
	for _, v := range slices.Concat(binds, b.needs) {
		b.holds = append(b.holds, x.registers(v)...)
		uses := nkl.Uses(x.registers(v))
		x.env[v] = x.rebuilt(x.shapes[v], &uses)
	}
	begin := maps.Clone(x.env)
	var found anf.Block
	for _, v := range b.again {
		x.env[v] = x.operation(x.defs[v], v, &found)
	}
	code := found.In(x.tail(e, k))
	b.code = x.roomFor(b, begin, slices.Concat(binds, b.needs), code)
	x.env, x.latest, x.room, x.at = env, latest, room, at
}

// roomFor is the code of a block with a test of whether there is room for what it appends.
func (x *translation) roomFor(b *block, begin map[*nkl.Var]value, vs []*nkl.Var, code nkl.Expr) nkl.Expr {
	var steps anf.Block
	l := leave{in: b, from: b}
	var fits nkl.Expr
	lacking := map[*class]nkl.Expr{}
	var test func(v value)
	test = func(v value) {
		for _, p := range v.parts {
			test(p)
		}
		if v.view == nil || x.room[v.view.class] == 0 {
			return
		}
		c := v.view.class
		size := capacity(&steps, nkl.Use(c.buf))
		most := plus(&steps, v.view.count, anf.Integer(int64(x.room[c])))
		ok := op(&steps, types.Bool, prim.Le, most, size)
		full := op(&steps, types.Bool, prim.Not, ok)
		if lacking[c] != nil {
			full = op(&steps, types.Bool, prim.Or, full, lacking[c])
		}
		lacking[c], fits = full, steps.Both(fits, ok)
	}
	for _, v := range vs {
		test(begin[v])
	}
	for _, n := range x.room {
		x.most = max(x.most, n)
	}
	if fits == nil {
		return code
	}
	l.at = &nkl.Tuple{}
	var room anf.Block
	for k, c := range x.states {
		l.bufs = append(l.bufs, nkl.Use(c.buf))
		if lacking[c] == nil {
			continue
		}
		if l.lacks = append(l.lacks, c); len(x.states) > 1 {
			bit := room.Name("full", types.Int, &nkl.If{Cond: lacking[c], Then: anf.Integer(1 << k), Else: anf.Integer(0)})
			l.full = room.Sum(l.full, bit)
		}
	}
	x.leaves = append(x.leaves, l)
	return steps.In(&nkl.If{Cond: fits, Then: code, Else: room.In(l.at)})
}

// move goes on with block b, whose variables binds get these values.
func (x *translation) move(b *block, binds []*nkl.Var, vals []value) nkl.Expr {
	steps, regs := anf.Block{}, map[*nkl.Var]nkl.Expr{}
	set := func(v *nkl.Var, val value) {
		for i, e := range x.numbers(&steps, val, x.shapes[v]) {
			regs[x.registers(v)[i]] = e
		}
	}
	for i, v := range binds {
		set(v, vals[i])
	}
	for _, v := range b.needs {
		val, known := x.env[v]
		if !known {
			x.bad = true
			break
		}
		set(v, val)
	}
	switch bufs := x.buffers(x.states); {
	case x.bad:
		return &nkl.Recur{}
	case b.host:
		l := leave{at: &nkl.Tuple{}, in: x.at, to: b, bufs: bufs, regs: regs}
		x.leaves = append(x.leaves, l)
		return steps.In(l.at)
	default:
		m := move{at: &nkl.Recur{}, from: x.at, to: b, bufs: bufs, regs: regs}
		x.moves = append(x.moves, m)
		return steps.In(m.at)
	}
}

// yield ends the run of the machine with a result of this shape.
func (x *translation) yield(v value, s *shape) nkl.Expr {
	l, steps := leave{at: &nkl.Tuple{}, in: x.at}, anf.Block{}
	l.result = x.numbers(&steps, v, s)
	l.bufs = x.buffers(x.states)
	x.leaves = append(x.leaves, l)
	return steps.In(l.at)
}
