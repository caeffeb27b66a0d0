// Package transfers decides when the host reads what the device has made, and
// whether. Its passes, in order:
//
//	keep-counts         count*.go   sizes that the host can do without stay on the device
//	schedule-transfers  reads.go    read-backs are merged and as late as they can be
//	advance-reads       advancereads.go  callers read what functions read first
package transfers

// Scheduling of read-backs. A Read waits for the device, so there should be few
// of them: each is moved down to where its values are needed, and takes along
// all others that can be made by then, also if nobody needs them yet. To have more of them made by then,
// statements that do not need the values are moved up before it.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// ScheduleTransfers merges Reads and moves them down.
//
//	(launch f ..a..) (read (n) (a) (0)) (alloc x n) (launch g ..b..) (read (m) (b) (0)) (alloc y m)
//	=>
//	(launch f ..a..) (launch g ..b..) (read (n m) (a b) (0 0)) (alloc x n) (alloc y m)
//
// Checks keep their order: a launch that can fail is not moved before another, nor
// is one that stores at places that it loads, which checks may keep apart.
func ScheduleTransfers(c *pass.Ctx, m *kir.Module) *kir.Module {
	s := readSchedulerOf(c, m)
	funcs, changed := ir.MapSlice(m.Funcs, func(f *kir.Func) *kir.Func { return f.MapBodies(s.block) })
	out := m
	if changed {
		out = &kir.Module{Sites: m.Sites, Kernels: m.Kernels, Funcs: funcs, Actions: m.Actions}
	}
	c.Keep(out, s) // functions do what they did, in another order
	return out
}

// readSchedulerOf is that of m, if the pass before has kept it, or a new one.
func readSchedulerOf(c *pass.Ctx, m *kir.Module) *readScheduler {
	if s, ok := c.Kept(m).(*readScheduler); ok {
		return s
	}
	return newReadScheduler(m)
}

func newReadScheduler(m *kir.Module) *readScheduler {
	s := &readScheduler{written: writes(m), scattering: build.ScatteringKernels(m.Kernels)}
	return s.with(m)
}

// with is a scheduler for m, whose kernels are those of the module before.
func (s *readScheduler) with(m *kir.Module) *readScheduler {
	return &readScheduler{written: s.written, scattering: s.scattering, pure: pureFuncs(m), padFunctions: build.PadFunctions(m),
		scatters: build.Starting(s.scattering, m), copying: build.Starting(copyingFuncs(m), m), statements: map[kir.Expr]effects{}}
}

// writes tells, for every kernel, which of its parameters it writes.
func writes(m *kir.Module) map[string][]bool {
	out := map[string][]bool{}
	for _, k := range m.Kernels {
		for _, a := range k.Access {
			out[k.Name] = append(out[k.Name], a.Writes())
		}
	}
	return out
}

// copyingFuncs is the functions that copy buffers themselves.
func copyingFuncs(m *kir.Module) map[string]bool {
	out := map[string]bool{}
	for _, f := range m.Funcs {
		out[f.Name] = ir.Any(f.Body, isCopy)
	}
	return out
}

func isCopy(e kir.Expr) bool {
	_, ok := e.(*kir.Copy)
	return ok
}

// pureFuncs is the functions that only compute: they read nothing back, fail
// nowhere and have no effects.
func pureFuncs(m *kir.Module) map[string]bool {
	pure := map[string]bool{}
	for _, f := range m.Funcs {
		pure[f.Name] = true
	}
	for changed := true; changed; {
		changed = false
		for _, f := range m.Funcs {
			if pure[f.Name] && !computes(f.Body, pure) {
				pure[f.Name], changed = false, true
			}
		}
	}
	return pure
}

// computes reports whether a statement only computes.
func computes(e kir.Expr, pure map[string]bool) bool {
	ok := true
	ir.Walk(e, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Read, *kir.ReadCount, *kir.CallRuntime, *kir.CheckHost, *kir.LaunchBase, *kir.Loop:
			ok = false
		case *kir.CallHost:
			ok = ok && pure[e.Fn]
		}
		return ok
	})
	return ok
}

type readScheduler struct {
	written      map[string][]bool // by kernel
	scattering   map[string]bool   // by kernel
	pure         map[string]bool
	padFunctions map[string]bool
	scatters     map[string]bool      // by name of kernels and functions
	copying      map[string]bool      // functions that copy buffers, or call some that do
	statements   map[kir.Expr]effects // that were looked at
}

// An effects is what a statement does, as far as order matters. It does not change. A variable
// may be listed several times.
type effects struct {
	uses           []*kir.Var // variables it mentions
	writes         []*kir.Var // buffers it may change
	binds          []*kir.Var
	fails          bool // launches kernels that can fail
	reliesOnChecks bool // launches kernels that may rely on checks before them
	copies         bool // copies buffers, perhaps those that it uses
}

// effects is that of a statement, which is looked at after every wait and in several lists.
func (s *readScheduler) effects(e kir.Expr) effects {
	f, ok := s.statements[e]
	if !ok {
		f = s.effectsOf(e)
		s.statements[e] = f
	}
	return f
}

func (s *readScheduler) effectsOf(e kir.Expr) (f effects) {
	bind, use := func(v *kir.Var) { f.binds = append(f.binds, v) }, func(v *kir.Var) { f.uses = append(f.uses, v) }
	ir.Walk(e, func(e kir.Expr) bool {
		kir.EachBind(e, bind)
		kir.EachUse(e, use)
		f.reliesOnChecks = f.reliesOnChecks || s.scatters[build.Started(e)]
		f.copies = f.copies || isCopy(e) || s.copying[build.Started(e)]
		l, ok := e.(*kir.Launch)
		if !ok {
			return true
		}
		for i, w := range s.written[l.Kernel] {
			switch a := l.Args[i].(type) {
			case *kir.Ref:
				if w {
					f.writes = append(f.writes, a.Var)
				}
			case *kir.ErrorWord:
				f.fails = true
			}
		}
		return true
	})
	return f
}

// meet reports whether one of vs is in a set.
func meet(vs []*kir.Var, set map[*kir.Var]bool) bool {
	return slices.ContainsFunc(vs, func(v *kir.Var) bool { return set[v] })
}

// add adds variables to a set.
func add(set map[*kir.Var]bool, lists ...[]*kir.Var) {
	for _, vs := range lists {
		for _, v := range vs {
			set[v] = true
		}
	}
}

// movable reports whether a statement may change places with others, given its
// effects.
func (s *readScheduler) movable(e kir.Expr) bool {
	switch e := e.(type) {
	case *kir.Def, *kir.Alloc, *kir.AllocLoose, *kir.Copy, *kir.Const, *kir.ConstStr, *kir.Launch, *kir.CheckSize:
		return true
	case *kir.CallHost:
		return s.pure[e.Fn]
	case *kir.Choose, *kir.For, *kir.If:
		return computes(e, s.pure) && !ends(e)
	}
	return false
}

// ends reports whether a statement ends its list.
func ends(e kir.Expr) bool {
	switch e := e.(type) {
	case *kir.Return, *kir.Yield, *kir.Recur, *kir.Exit:
		return true
	case *kir.If:
		list := e.Then.(*kir.Block).Stmts
		return len(list) > 0 && ends(list[len(list)-1])
	}
	return false
}

// block schedules a block and those inside it.
func (s *readScheduler) block(e kir.Expr) kir.Expr {
	b := e.(*kir.Block)
	inner, _ := ir.MapSlice(b.Stmts, func(st kir.Expr) kir.Expr { return st.MapBodies(s.block) })
	stmts := s.late(s.list(plainReads(inner)))
	if slices.Equal(stmts, b.Stmts) {
		return b
	}
	return &kir.Block{Node: b.Node, Stmts: stmts}
}

// A schedule is a list being put in order: reads not yet placed, and
// statements that wait for them or for one another.
type schedule struct {
	*readScheduler
	out     []kir.Expr
	pending *kir.Read
	waiting []kir.Expr
	needs   map[*kir.Var]bool // bound by pending reads; bound or written by waiting statements
	keeps   map[*kir.Var]bool // read by pending reads and waiting statements
	fails   bool              // among those waiting
}

func (s *readScheduler) list(stmts []kir.Expr) []kir.Expr {
	var out []kir.Expr
	for len(stmts) > 0 {
		w := &schedule{readScheduler: s, needs: map[*kir.Var]bool{}, keeps: map[*kir.Var]bool{}}
		rest := w.take(stmts)
		out = append(out, w.out...)
		stmts = append(w.waiting, rest...)
		if len(stmts) > 0 && w.pending != nil {
			stmts = w.early(stmts)
			out = append(out, w.pending)
		}
	}
	return out
}

// early adds the reads among stmts to those that are pending whose values have
// been made by now, and returns the others. What a check guards is not read
// before it.
func (w *schedule) early(stmts []kir.Expr) (others []kir.Expr) {
	made := map[*kir.Var]bool{} // what the pending reads and others bind or write
	add(made, w.pending.Binds)
	for i, st := range stmts {
		f := w.effects(st)
		switch st := st.(type) {
		case *kir.Read:
			if !meet(f.uses, made) {
				w.postpone(st, f)
				add(made, f.binds)
				continue
			}
		case *kir.CheckHost, *kir.CallRuntime:
			return append(others, stmts[i:]...)
		}
		others = append(others, st)
		add(made, f.binds, f.writes)
	}
	return others
}

// take places statements until one cannot be placed or kept waiting. It returns
// that and those after it.
func (w *schedule) take(stmts []kir.Expr) []kir.Expr {
	for i, st := range stmts {
		f := w.effects(st)
		free := !meet(f.uses, w.needs) && !meet(f.writes, w.keeps) && !(f.copies && w.keepsBuffer(f.uses))
		r, isRead := st.(*kir.Read)
		switch {
		case isRead && free:
			w.postpone(r, f)
		case free && (len(w.waiting) == 0 || w.movable(st) && !((f.fails || f.reliesOnChecks) && w.fails)):
			w.out = append(w.out, st)
		case isRead || w.movable(st):
			w.wait(st, f)
		default:
			return stmts[i:]
		}
	}
	return nil
}

// keepsBuffer reports whether one of vs is a buffer that those that wait use: behind them, a copy of it may take its place.
func (w *schedule) keepsBuffer(vs []*kir.Var) bool {
	return slices.ContainsFunc(vs, func(v *kir.Var) bool { return kir.IsBuf(v.Type) && w.keeps[v] })
}

// postpone adds a read to those that are pending.
func (w *schedule) postpone(r *kir.Read, f effects) {
	if p := w.pending; p != nil {
		r = &kir.Read{Node: p.Node, Binds: slices.Concat(p.Binds, r.Binds),
			Bufs: slices.Concat(p.Bufs, r.Bufs), Idxs: slices.Concat(p.Idxs, r.Idxs)}
	}
	w.pending = r
	w.mark(f)
}

func (w *schedule) wait(st kir.Expr, f effects) {
	w.waiting = append(w.waiting, st)
	w.fails = w.fails || f.fails
	w.mark(f)
}

func (w *schedule) mark(f effects) {
	add(w.needs, f.binds, f.writes)
	add(w.keeps, f.uses)
}
