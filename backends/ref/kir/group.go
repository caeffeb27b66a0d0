package kir

// Execution of a launch: groups one after another, work-items in step at
// barriers.

import (
	"fmt"

	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
)

// A group is a work-group being executed.
type group struct {
	machine *Machine
	prog    *program
	launch  int64
	id      int64
	groups  int64 // of the launch
	phase   int64
	items   []*item
	order   []int
	bufs    []*buffer // by slot: parameters, local arrays
	errors  *buffer   // the error word, if there is one
	share   share
	reads   int64
	writes  int64
	changes int64 // elements that have got another value

	pause   func()    // with a schedule: stops the group
	waiting []*thread // its items that have stopped before an atomic
	turn    int       // the one of them that goes on next
}

// An item is a work-item.
type item struct {
	group   *group
	id      int64
	regs    []prim.Word // scalars, and lanes one after another
	lane    int         // the one being computed
	failing bool        // a check has failed, and its results have not been made yet
	pause   func()      // with a schedule: stops before an atomic
}

func (it *item) owner() owner {
	return owner{int32(it.group.launch), int32(it.group.id), int32(it.group.phase), int32(it.id)}
}

func (it *item) fail(format string, args ...any) {
	panic(interp.Bug(ir.Pos{}, "kernel %s, group %d, item %d: %s", it.group.prog.name, it.group.id, it.id, fmt.Sprintf(format, args...)))
}

// race reports two accesses that nothing orders. Behind a failed check indices
// may be equal that the check says are not.
func (it *item) race(b *buffer, i int64, does string, with owner) {
	if it.group.failed() {
		return
	}
	it.fail("race: %s element %d of %s, which group %d, item %d has touched", does, i, b.name, with.group, with.item)
}

// failed reports whether a check has failed, after which there may be unspecified values.
func (g *group) failed() bool { return g.machine.hasFailed() }

// all runs f for every work-item, in an order that the seed or the schedule
// decides.
func (g *group) all(f func(*item) flow) {
	if g.machine.opts.Schedule != nil {
		g.interleave(f)
		return
	}
	if len(g.items) > 1 {
		g.machine.rng.Shuffle(len(g.order), func(i, j int) { g.order[i], g.order[j] = g.order[j], g.order[i] })
	}
	for _, i := range g.order {
		f(g.items[i])
	}
}

// uniform is the value of e, which all work-items must agree on.
func (g *group) uniform(what string, e evaluator) prim.Word {
	first := e(g.items[0])
	for _, it := range g.items {
		if w := e(it); w != first {
			it.fail("a barrier stands in control flow that is not uniform: %s is %d here, %d for item 0", what, w, first)
		}
	}
	return first
}

// run executes all groups of a launch.
func (x *Machine) run(p *program, groups int64, args []val) {
	x.Stats.Launches++
	x.Cost.Kernels++
	if x.opts.Watch != nil {
		before := x.Cost.Reads + x.Cost.Writes
		defer func() { x.opts.Watch(p.name, x.Cost.Reads+x.Cost.Writes-before) }()
	}
	x.sharing(p, args)
	if x.opts.Ranks == 1 {
		x.groups(p, 0, groups, groups, args)
	} else {
		x.divided(p, groups, args)
	}
}

// groups executes those groups of a launch from first on that come before last.
func (x *Machine) groups(p *program, first, last, groups int64, args []val) {
	if p.limit != nil {
		if groups = p.limit.of(x.newGroup(p, groups), groups, args); groups <= 0 {
			return
		}
		last = min(last, groups)
	}
	if p.chain != nil {
		x.together(p, groups, args)
		return
	}
	if x.opts.Schedule != nil {
		x.interleaved(p, first, last, groups, args)
		return
	}
	g := x.newGroup(p, groups)
	for _, id := range x.rng.Perm(int(last - first)) {
		g.start(first+int64(id), args)
		p.body.together(g)
	}
	g.count()
}

// newGroup makes a group with its work-items, of what a group of an earlier launch leaves if there is one.
func (x *Machine) newGroup(p *program, groups int64) *group {
	g := &group{machine: x, prog: p, launch: x.Stats.Launches, groups: groups}
	if x.errors != nil {
		g.errors = x.errors.view(x.rank)
	}
	if left := p.left; left != nil {
		g.items, g.order, g.bufs, p.left = left.items, left.order, left.bufs, nil
		for _, it := range g.items {
			*it = item{group: g, id: it.id, regs: it.regs}
		}
		return g
	}
	items, regs := make([]item, p.local), make([]prim.Word, p.local*p.slots)
	g.items, g.order = make([]*item, p.local), make([]int, p.local)
	for i := range items {
		items[i] = item{group: g, id: int64(i), regs: regs[i*p.slots : (i+1)*p.slots]}
		g.items[i], g.order[i] = &items[i], i
		for w, slot := range p.constants {
			items[i].regs[slot] = w
		}
	}
	return g
}

// count adds what g did to the cost. The next launch of its kernel may have what it leaves.
func (g *group) count() {
	g.prog.left = g
	g.machine.Cost.Reads += g.reads
	g.machine.Cost.Writes += g.writes
}

// start prepares a group: parameters, fresh local arrays.
func (g *group) start(id int64, args []val) {
	g.id, g.phase, g.share = id, 0, share{}
	if g.bufs == nil {
		g.bufs = make([]*buffer, g.prog.bufSlots)
	}
	for i, p := range g.prog.params {
		if args[i].buf != nil {
			g.bufs[p] = args[i].buf
			continue
		}
		for _, it := range g.items {
			it.regs[p] = args[i].word
		}
	}
	for _, a := range g.prog.arrays {
		if b := g.bufs[a.slot]; b != nil { // of the group before
			clear(b.words)
			clear(b.known)
			clear(b.trace)
		} else {
			g.bufs[a.slot] = g.machine.shadowed(&buffer{name: a.name, kind: a.kind, words: make([]prim.Word, a.size)})
		}
		g.machine.poison(g.bufs[a.slot])
	}
}

// A failure is a failed check before insert-error-protocol: the earliest
// launch wins, then the first check of the kernel, then the lowest element.
type failure struct {
	launch, ordinal, elem int64
	err                   *interp.Error
	calls                 *calls
}

func (it *item) record(ordinal, elem int64, pos ir.Pos, msg string) {
	x := it.group.machine
	it.failing = true
	f := &failure{it.group.launch, ordinal, elem, interp.Fail(pos, msg), x.calls}
	if old := x.failure; old != nil && (old.launch < f.launch || old.launch == f.launch &&
		(old.ordinal < f.ordinal || old.ordinal == f.ordinal && old.elem <= f.elem)) {
		return
	}
	x.failure = f
}

func (x *Machine) hasFailed() bool {
	return x.failure != nil || x.errors != nil && x.firstFailure() != x.num.MaxInt()
}

// firstFailure is the error word, the least of all ranks.
func (x *Machine) firstFailure() prim.Word {
	word := x.errors.words[0]
	for _, v := range x.errors.others {
		word = min(word, v.words[0])
	}
	return word
}

// sync waits for the device and stops the program if a check has failed there.
func (x *Machine) sync() {
	x.Stats.Syncs++
	log := x.log
	x.seq, x.log = 0, nil
	if x.failure != nil {
		x.calls = x.failure.calls
		panic(x.failure.err)
	}
	if x.errors == nil || x.firstFailure() == x.num.MaxInt() {
		return
	}
	n := int64(len(x.sites))
	launch, site := x.firstFailure()/n, x.firstFailure()%n
	s := x.sites[site]
	x.calls = log[launch-1]
	panic(interp.Fail(s.P, s.Error))
}
