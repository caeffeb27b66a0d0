package lift

// The blocks of recursive scalar code as one loop. An iteration runs a block and those
// that follow it, as far as that is known: pc says which is the first, sp how many
// elements are on the stack. What a call saves is put there only if its end is not in
// the same iteration; on top is the number of the block to return to.

import (
	"maps"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
)

// shallowCalls is how many calls in progress a scratch stack has room for, if all save as
// much as any may, and leastScratch the least elements of one. Where a group is one work-item, which
// has the stack for all elements of the group, it is so many times as long.
const shallowCalls, leastScratch, serialTimes = 24, 64, 16

// scratchSize is the elements of a scratch stack.
func (m *stackMachine) scratchSize() int {
	most, times := 0, 1
	for _, b := range m.blocks {
		most = max(most, len(leavesOf(b.saved)))
	}
	if m.serial {
		times = serialTimes
	}
	return times * max(leastScratch, shallowCalls*(most+1))
}

// A stackMachine is what the machines of a function have in common.
type stackMachine struct {
	*stackCode
	banks  []*types.Type // of the registers, in order
	serial bool          // groups are serial
}

// newMachine is the machine of f, or nil if f is no recursive scalar code.
func newMachine(x *scalars.Code, f *nkl.Func) *stackMachine {
	s := stackCodeOf(x, f)
	if s == nil {
		return nil
	}
	m := &stackMachine{stackCode: s}
	most := map[*types.Type]int{}
	file := func(ts []*types.Type) {
		n := map[*types.Type]int{}
		for _, t := range ts {
			if n[t]++; n[t] > most[t] {
				most[t] = n[t]
				m.banks = append(m.banks, t)
			}
		}
	}
	for _, b := range s.blocks {
		if file(leavesOf(b.params)); len(leavesOf(b.saved)) > maxFrame {
			return nil
		}
	}
	file(leaves(f.Result))
	return m
}

// leavesOf is the base types of scalar variables.
func leavesOf(vs []*nkl.Var) (out []*types.Type) {
	for _, v := range vs {
		out = append(out, leaves(v.Type)...)
	}
	return out
}

// register is which of the registers has the value of leaf i of values of types ts.
func (m *stackMachine) register(ts []*types.Type, i int) int {
	nth := 0
	for _, t := range ts[:i] {
		if t == ts[i] {
			nth++
		}
	}
	for k, t := range m.banks {
		if t == ts[i] {
			if nth == 0 {
				return k
			}
			nth--
		}
	}
	panic("lift: no register of type " + ts[i].String())
}

// A stackRun is one loop that runs the machine. Stacks are in step: a slot has an
// element of each.
type stackRun struct {
	*stackMachine
	pc, sp  *nkl.Var
	regs    []*nkl.Var
	stacks  []*nkl.Var          // of ints, which stand for bools and chars too; and of floats, if any are saved
	size    nkl.Expr            // of the stacks
	end     func() nkl.Expr     // the value at the end
	full    func() nkl.Expr     // the value where a stack is full
	numbers map[*stackBlock]int // of blocks with which iterations begin, from 1; 0 is the end
	begin   []*stackBlock       // these blocks
	room    int                 // nodes of an iteration, branches sharing what comes before them
	env     map[*nkl.Var]nkl.Expr
}

// run makes the variables of a run.
func (m *stackMachine) run() *stackRun {
	r := &stackRun{stackMachine: m, pc: types.NewVar("pc", types.Int), sp: types.NewVar("sp", types.Int)}
	for _, t := range m.banks {
		r.regs = append(r.regs, types.NewVar("reg", t))
	}
	r.stacks = m.stacks()
	return r
}

// stacks makes variables for the stacks.
func (m *stackMachine) stacks() []*nkl.Var {
	out := []*nkl.Var{types.NewVar("stack", types.Seq(types.Int))}
	for _, b := range m.blocks {
		if slices.Contains(leavesOf(b.saved), types.Float) {
			return append(out, types.NewVar("floats", types.Seq(types.Float)))
		}
	}
	return out
}

// start is the values of pc, sp and registers where the root function begins, with the
// number of the end on the stack.
func (m *stackMachine) start(l *nkl.Lets) []nkl.Expr {
	b := m.blocks[0]
	ts := leavesOf(b.params)
	out := []nkl.Expr{&nkl.Int{Val: 1}, &nkl.Int{Val: 1}}
	for _, t := range m.banks {
		out = append(out, nkl.Zero(t))
	}
	for i, e := range m.split(l, nkl.Uses(b.params), types.OfVars(b.params)) {
		out[2+m.register(ts, i)] = e
	}
	return out
}

// A stackPlace is where in an iteration code stands.
type stackPlace struct {
	sp     nkl.Expr // the elements on the stack
	calls  []saved  // calls in progress that are not on the stack, outer ones first
	within []*stackBlock
	room   int // nodes that may follow in this iteration
}

// saved is a block to return to and the values of what it saved.
type saved struct {
	to   *stackBlock
	vals []nkl.Expr
}

// loop runs blocks until the end, or until a stack is full.
func (r *stackRun) loop(inits []nkl.Expr) nkl.Expr {
	r.numbers, r.env = map[*stackBlock]int{}, map[*nkl.Var]nkl.Expr{}
	codes := []nkl.Expr{r.end()}
	r.number(r.blocks[0])
	for len(codes) <= len(r.begin) {
		codes = append(codes, r.block(len(codes)))
	}
	binds := slices.Concat([]*nkl.Var{r.pc, r.sp}, r.regs, r.stacks)
	return &nkl.Loop{Binds: binds, Inits: inits, Body: r.among(codes, 0)}
}

// number is that of a block with which an iteration begins.
func (r *stackRun) number(b *stackBlock) nkl.Expr {
	if r.numbers[b] == 0 {
		r.begin = append(r.begin, b)
		r.numbers[b] = len(r.begin)
	}
	return &nkl.Int{Val: int64(r.numbers[b])}
}

// among is the code of the block pc, one of codes, the first of which has this number.
func (r *stackRun) among(codes []nkl.Expr, first int) nkl.Expr {
	if len(codes) == 1 {
		return codes[0]
	}
	var l nkl.Lets
	mid := len(codes) / 2
	below := l.Name("below", types.Bool, r.op(prim.Lt, nkl.Use(r.pc), &nkl.Int{Val: int64(first + mid)}))
	return l.In(&nkl.If{Cond: below, Then: r.among(codes[:mid], first), Else: r.among(codes[mid:], first+mid)})
}

// block is an iteration that begins with the block of this number: it takes what the
// block saved off the stack.
func (r *stackRun) block(number int) nkl.Expr {
	var l nkl.Lets
	b, p := r.begin[number-1], &stackPlace{sp: nkl.Use(r.sp), room: r.room}
	kept, k := leavesOf(b.saved), 0
	if len(kept) > 0 {
		p.sp = l.Name("sp", types.Int, r.int(prim.Sub, p.sp, len(kept)))
	}
	for _, v := range b.saved {
		r.env[v] = joined(&l, v.Type, func() nkl.Expr {
			k++
			return r.restored(&l, kept[k-1], l.Name("at", types.Int, r.int(prim.Add, p.sp, k-1)))
		})
	}
	ts, n := leavesOf(b.params), 0
	for _, v := range b.params {
		r.env[v] = joined(&l, v.Type, func() nkl.Expr {
			n++
			return nkl.Use(r.regs[r.register(ts, n-1)])
		})
	}
	return l.In(r.code(b.code, p.inside(b)))
}

// inside is p in the code of a block.
func (p *stackPlace) inside(b *stackBlock) *stackPlace {
	q := *p
	q.within, q.room = append(slices.Clone(p.within), b), p.room-b.size
	return &q
}

// now is e with the values that variables have here.
func (r *stackRun) now(e nkl.Expr) nkl.Expr { return nkl.Replace(nkl.Freshen(e), r.env) }

func (r *stackRun) allNow(es []nkl.Expr) []nkl.Expr {
	out := make([]nkl.Expr, len(es))
	for i, e := range es {
		out[i] = r.now(e)
	}
	return out
}

// code is the code of a block with what its transfers do.
func (r *stackRun) code(e nkl.Expr, p *stackPlace) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		out := &nkl.Let{Node: e.Node, Bind: types.NewVar(e.Bind.Name, e.Bind.Type), Rhs: r.now(e.Rhs)}
		r.env[e.Bind] = nkl.Use(out.Bind)
		out.Body = r.code(e.Body, p)
		return out
	case *nkl.Check:
		out := *e
		out.Cond, out.Then = r.now(e.Cond), r.code(e.Then, p)
		return &out
	case *nkl.If:
		out, branch, env := *e, *p, maps.Clone(r.env)
		branch.room = p.room / 2
		out.Cond, out.Then = r.now(e.Cond), r.code(e.Then, &branch)
		r.env = env
		out.Else = r.code(e.Else, &branch)
		return &out
	case *nkl.Recur:
		return r.transfer(r.transfers[e], p)
	}
	panic("lift: a block ends in " + nkl.Show(e))
}

// transfer goes on with another block.
func (r *stackRun) transfer(t *transfer, p *stackPlace) nkl.Expr {
	args, q := r.allNow(t.args), *p
	switch n := len(p.calls); {
	case t.to != nil && t.after != nil:
		q.calls = append(slices.Clone(p.calls), saved{t.after, r.allNow(nkl.Uses(t.after.saved))})
		return r.enter(saved{to: t.to}, args, &q)
	case t.to != nil:
		return r.enter(saved{to: t.to}, args, p)
	case n > 0:
		q.calls = p.calls[:n-1]
		return r.enter(p.calls[n-1], args, &q)
	}
	var l nkl.Lets
	top := l.Name("sp", types.Int, r.int(prim.Sub, p.sp, 1))
	pc := l.Name("pc", types.Int, r.op(prim.Elt, nkl.Use(r.stacks[0]), top))
	return l.In(&nkl.Recur{Args: slices.Concat([]nkl.Expr{pc, top}, r.filed(&l, t.types, args), nkl.Uses(r.stacks))})
}

// filed is the registers with args of these types in them.
func (r *stackRun) filed(l *nkl.Lets, of []*types.Type, args []nkl.Expr) []nkl.Expr {
	regs := nkl.Uses(r.regs)
	var ts []*types.Type
	for _, t := range of {
		ts = append(ts, leaves(t)...)
	}
	for i, e := range r.split(l, args, of) {
		regs[r.register(ts, i)] = e
	}
	return regs
}

// enter goes on with a block, in this iteration or the next one.
func (r *stackRun) enter(s saved, args []nkl.Expr, p *stackPlace) nkl.Expr {
	b := s.to
	if b.size > p.room || slices.Contains(p.within, b) {
		return r.next(s, args, p)
	}
	for i, v := range b.saved {
		r.env[v] = s.vals[i]
	}
	for i, v := range b.params {
		r.env[v] = args[i]
	}
	return r.code(b.code, p.inside(b))
}

// next begins the next iteration, with a block; calls in progress are saved.
func (r *stackRun) next(s saved, args []nkl.Expr, p *stackPlace) nkl.Expr {
	var l, puts nkl.Lets
	regs := r.filed(&l, types.OfVars(s.to.params), args)
	stacks, n := nkl.Uses(r.stacks), 0
	put := func(k int, e nkl.Expr) {
		at := puts.Name("at", types.Int, r.int(prim.Add, p.sp, n))
		stacks[k] = puts.Name("stack", r.stacks[k].Type, &nkl.Put{Seq: stacks[k], Idx: at, Val: e})
		n++
	}
	save := func(s saved) {
		ts := leavesOf(s.to.saved)
		for i, e := range r.split(&puts, s.vals, types.OfVars(s.to.saved)) {
			put(r.kept(&puts, ts[i], e))
		}
	}
	for _, c := range p.calls {
		save(c)
		put(0, r.number(c.to))
	}
	save(s)
	on := func(sp nkl.Expr) nkl.Expr {
		return &nkl.Recur{Args: slices.Concat([]nkl.Expr{r.number(s.to), sp}, regs, stacks)}
	}
	if n == 0 {
		return l.In(on(p.sp))
	}
	top := l.Name("sp", types.Int, r.int(prim.Add, p.sp, n))
	fits := l.Name("fits", types.Bool, r.op(prim.Le, top, r.size))
	return l.In(&nkl.If{Cond: fits, Then: puts.In(on(top)), Else: r.full()})
}
