package stack

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
func (m *Machine) scratchSize() int {
	most, times := 0, 1
	for _, b := range m.blocks {
		most = max(most, len(leavesOf(b.saved)))
	}
	if m.serial {
		times = serialTimes
	}
	return times * max(leastScratch, shallowCalls*(most+1))
}

// A Machine is what the machines of a function have in common.
type Machine struct {
	*Code
	registers
	serial bool       // groups are serial
	empty  []*nkl.Var // parameters of the root function that begin as empty sequences
	more   bool       // the root function yields sequences behind its value
}

// Of is the machine of f, or nil if f is no recursive scalar code.
func Of(x *scalars.Code, f *nkl.Func) *Machine { return machineOf(codeOf(x, f)) }

func machineOf(s *Code) *Machine {
	if s == nil {
		return nil
	}
	m := &Machine{Code: s, registers: registers{versions: s.seqs}}
	for _, b := range s.blocks {
		if len(leavesOf(b.saved)) > maxFrame {
			return nil
		}
		m.file(b.params)
	}
	if !m.planSaved() {
		return nil
	}
	if m.file([]*nkl.Var{m.result()}); m.clash {
		return nil
	}
	return m
}

// result is what stands for the value of the root function.
func (m *Machine) result() *nkl.Var { return m.results[m.root.Name] }

// leavesOf is the types of the leaves of variables.
func leavesOf(vs []*nkl.Var) (out []*types.Type) {
	for _, v := range vs {
		out = append(out, types.Leaves(v.Type)...)
	}
	return out
}

// A run is one loop that runs the machine. Stacks are in step: a slot has an
// element of each.
type run struct {
	*Machine
	grows   bool // stacks are sequences of what is on them, which grow
	pc, sp  *nkl.Var
	regs    []*nkl.Var
	stacks  []*nkl.Var      // of ints, which stand for bools and chars too; and of floats, if any are saved
	data    []*nkl.Var      // elements of sequences that are saved, for each type
	size    nkl.Expr        // of the stacks
	end     func() nkl.Expr // the value at the end
	full    func() nkl.Expr // the value where a stack is full
	numbers map[*block]int  // of blocks with which iterations begin, from 1; 0 is the end
	begin   []*block        // these blocks
	room    int             // nodes of an iteration, branches sharing what comes before them
	env     map[*nkl.Var]nkl.Expr
}

// newRun makes the variables of a run.
func (m *Machine) newRun() *run {
	r := &run{Machine: m, pc: types.NewVar("pc", types.Int), sp: types.NewVar("sp", types.Int)}
	for _, t := range m.types() {
		r.regs = append(r.regs, types.NewVar("reg", t))
	}
	r.stacks = m.stacks()
	for _, b := range m.blocks {
		for _, v := range sequences(b.saved) {
			if r.dataOf(v.Type) < 0 {
				r.data = append(r.data, types.NewVar("saved", flat(v.Type)))
			}
		}
	}
	return r
}

// stacks makes variables for the stacks.
func (m *Machine) stacks() []*nkl.Var {
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
func (m *Machine) start(l *nkl.Lets) []nkl.Expr {
	b := m.blocks[0]
	out := []nkl.Expr{&nkl.Int{Val: 1}, &nkl.Int{Val: 1}}
	for _, t := range m.types() {
		out = append(out, l.Name("none", t, nkl.Zero(t)))
	}
	of := m.of(b.params)
	for i, e := range m.split(l, nkl.Uses(b.params), types.OfVars(b.params)) {
		out[2+of[i]] = e
	}
	return out
}

// A place is where in an iteration code stands.
type place struct {
	sp     nkl.Expr   // the elements on the stack
	latest []nkl.Expr // of what is in registers
	data   []nkl.Expr // elements of saved sequences
	popped []popped   // sequences that are not copied back yet
	calls  []saved    // calls in progress that are not on the stack, outer ones first
	within []*block
	room   int // nodes that may follow in this iteration
}

// saved is a block to return to and the values of what it saved.
type saved struct {
	to   *block
	vals []nkl.Expr
}

// loop runs blocks until the end, or until a stack is full.
func (r *run) loop(inits []nkl.Expr) nkl.Expr {
	r.numbers, r.env = map[*block]int{}, map[*nkl.Var]nkl.Expr{}
	codes := []nkl.Expr{r.end()}
	r.number(r.blocks[0])
	for len(codes) <= len(r.begin) {
		codes = append(codes, r.block(len(codes)))
	}
	binds := []*nkl.Var{r.pc, r.sp}
	if r.grows {
		binds = binds[:1]
	}
	return &nkl.Loop{Binds: slices.Concat(binds, r.regs, r.stacks, r.data), Inits: inits, Body: r.among(codes, 0)}
}

// number is that of a block with which an iteration begins.
func (r *run) number(b *block) nkl.Expr {
	if r.numbers[b] == 0 {
		r.begin = append(r.begin, b)
		r.numbers[b] = len(r.begin)
	}
	return &nkl.Int{Val: int64(r.numbers[b])}
}

// among is the code of the block pc, one of codes, the first of which has this number.
func (r *run) among(codes []nkl.Expr, first int) nkl.Expr {
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
func (r *run) block(number int) nkl.Expr {
	var l nkl.Lets
	b, p := r.begin[number-1], &place{sp: nkl.Use(r.sp), room: r.room}
	p.latest, p.data = nkl.Uses(r.regs), nkl.Uses(r.data)
	if r.grows {
		p.sp = l.Name("sp", types.Int, r.op(prim.Length, nkl.Use(r.stacks[0])))
	}
	kept, k := leavesOf(b.saved), 0
	if len(kept) > 0 {
		p.sp = l.Name("sp", types.Int, r.int(prim.Sub, p.sp, len(kept)))
	}
	lengths := map[*nkl.Var]nkl.Expr{}
	for _, v := range b.saved {
		val := joined(&l, v.Type, func() nkl.Expr {
			k++
			return r.restored(&l, kept[k-1], l.Name("at", types.Int, r.int(prim.Add, p.sp, k-1)))
		})
		if v.Type.Kind == types.KSeq {
			lengths[v] = val
			delete(r.env, v) // until it is copied back
		} else {
			r.env[v] = val
		}
	}
	for _, v := range slices.Backward(sequences(b.saved)) {
		r.pop(&l, v, lengths[v], p)
	}
	for _, v := range b.held {
		r.env[v] = nkl.Use(r.regs[r.registerOf(v)])
	}
	of, n := r.of(b.params), 0
	for _, v := range b.params {
		r.env[v] = joined(&l, v.Type, func() nkl.Expr {
			n++
			return nkl.Use(r.regs[of[n-1]])
		})
	}
	return l.In(r.code(b.code, p.inside(b)))
}

// branch is p where code branches.
func (p *place) branch() *place {
	q := *p
	q.latest = slices.Clone(p.latest)
	return &q
}

// inside is p in the code of a block.
func (p *place) inside(b *block) *place {
	q := p.branch()
	q.within, q.room = append(slices.Clone(p.within), b), p.room-b.size
	return q
}

// now is e with the values that variables have here.
func (r *run) now(e nkl.Expr) nkl.Expr { return nkl.Replace(nkl.Freshen(e), r.env) }

func (r *run) allNow(es []nkl.Expr) []nkl.Expr {
	out := make([]nkl.Expr, len(es))
	for i, e := range es {
		out[i] = r.now(e)
	}
	return out
}

// code is the code of a block with what its transfers do.
func (r *run) code(e nkl.Expr, p *place) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		var l nkl.Lets
		r.restore(&l, p, nkl.FreeVars(e.Rhs))
		out := &nkl.Let{Node: e.Node, Bind: types.NewVar(e.Bind.Name, e.Bind.Type), Rhs: r.now(e.Rhs)}
		r.env[e.Bind] = nkl.Use(out.Bind)
		if k := r.registerOf(e.Bind); k >= 0 {
			p.latest[k] = nkl.Use(out.Bind)
		}
		out.Body = r.code(e.Body, p)
		return l.In(out)
	case *nkl.Check:
		out := *e
		out.Cond, out.Then = r.now(e.Cond), r.code(e.Then, p)
		return &out
	case *nkl.If:
		out, env := *e, maps.Clone(r.env)
		then, els := p.branch(), p.branch()
		then.room, els.room = p.room/2, p.room/2
		out.Cond, out.Then = r.now(e.Cond), r.code(e.Then, then)
		r.env = env
		out.Else = r.code(e.Else, els)
		return &out
	case *nkl.Recur:
		var l nkl.Lets
		r.restore(&l, p, r.transfers[e].needs())
		return l.In(r.transfer(r.transfers[e], p))
	}
	panic("stack: a block ends in " + nkl.Show(e))
}
