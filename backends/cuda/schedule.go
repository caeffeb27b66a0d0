package cuda

// Which stream a launch goes to, and which launches are one graph. The runtime
// knows which commands use which memory and makes streams wait for each other
// where they must (nes_cuda_order.h): what is decided here is only what pays.
//
// In loops, straight runs of launches that the host does not look at become
// batches, replayed as graphs: they come again and again, mostly with the same
// sizes. Elsewhere, launches of a straight run that do not depend on each other
// are spread over streams, if two or more of them may be large.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// maxStreams is the streams that launches are spread over.
const maxStreams = 4

// minBatch is the launches that make a batch: with fewer, a graph saves the
// host nothing.
const minBatch = 3

// A schedule is what launches are printed with.
type schedule struct {
	timed        bool // every launch is timed alone: there are no batches
	kernels      map[string]*kir.Kernel
	funcs        map[string]*kir.Func
	stream       map[*kir.Launch]int
	waitEvents   map[*kir.Launch]bool // other streams may start from what was done before
	recordEvents map[*kir.Launch]bool // others may start from here
	begins       map[*kir.Launch]int  // number of the batch
	ends         map[*kir.Launch]bool
	errors       map[string]int // by kernel, the number of its parameter for the error word
	streams      int            // streams in use
	batches      int
	defs         map[*kir.Var]kir.Expr // of the function at hand
}

// scheduled plans the launches of a program and returns it with the releases of
// spread runs behind them: memory that is used again at once would tie streams
// to each other.
func scheduled(m *kir.Module) (*schedule, *kir.Module) {
	s := &schedule{kernels: map[string]*kir.Kernel{}, funcs: map[string]*kir.Func{}, stream: map[*kir.Launch]int{}, waitEvents: map[*kir.Launch]bool{},
		recordEvents: map[*kir.Launch]bool{}, begins: map[*kir.Launch]int{}, ends: map[*kir.Launch]bool{}, errors: map[string]int{}, streams: 1}
	for _, k := range m.Kernels {
		s.kernels[k.Name] = k
	}
	for _, f := range m.Funcs {
		s.funcs[f.Name] = f
	}
	out := *m
	out.Funcs = nil
	for _, f := range m.Funcs {
		s.defs = map[*kir.Var]kir.Expr{}
		ir.Walk(f.Body, func(e kir.Expr) bool {
			switch e := e.(type) {
			case *kir.Def:
				s.defs[e.Bind] = e.Rhs
			case *kir.Launch:
				s.findError(e)
			}
			return true
		})
		g := *f
		g.Body = s.block(f.Body, false)
		out.Funcs = append(out.Funcs, &g)
	}
	return s, &out
}

// findError notes which argument of a launch is the error word. Kernels change it
// in no order, so it makes none wait for another.
func (s *schedule) findError(l *kir.Launch) {
	for i, a := range l.Args {
		if _, ok := a.(*kir.ErrorWord); ok {
			s.errors[l.Kernel] = i + 1
		}
	}
}

// block plans the runs of a block, and of those in it.
func (s *schedule) block(e kir.Expr, inLoop bool) kir.Expr {
	b, ok := e.(*kir.Block)
	if !ok {
		return e.MapBodies(func(e kir.Expr) kir.Expr { return s.block(e, inLoop) })
	}
	var out, run []kir.Expr
	flush := func() {
		if !inLoop {
			run = s.assignStreams(run)
		} else {
			s.batch(run)
		}
		out, run = append(out, run...), nil
	}
	for _, st := range b.Stmts {
		if inLoop && s.noSync(st) || !inLoop && onlyLaunches(st) {
			run = append(run, st)
			continue
		}
		flush()
		switch st.(type) {
		case *kir.Loop, *kir.For, *kir.While:
			st = st.MapBodies(func(e kir.Expr) kir.Expr { return s.block(e, true) })
		default:
			st = st.MapBodies(func(e kir.Expr) kir.Expr { return s.block(e, inLoop) })
		}
		out = append(out, st)
	}
	flush()
	return &kir.Block{Node: b.Node, Stmts: out}
}

// ---- batches

// noSync reports whether the host goes on after a statement without having
// learnt anything from the device, whatever is in it.
func (s *schedule) noSync(st kir.Expr) bool {
	quiet := true
	ir.Walk(st, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Read, *kir.CallRuntime, *kir.Loop, *kir.For, *kir.While, *kir.Return, *kir.Recur, *kir.Exit:
			quiet = false
		case *kir.CallHost:
			quiet = quiet && s.simple(e.Fn)
		}
		return quiet
	})
	return quiet
}

// simple reports whether a function makes a few launches at most and calls none.
func (s *schedule) simple(fn string) bool {
	simple := true
	ir.Walk(s.funcs[fn].Body, func(e kir.Expr) bool {
		switch e.(type) {
		case *kir.Read, *kir.CallRuntime, *kir.Loop, *kir.For, *kir.While, *kir.CallHost:
			simple = false
		}
		return simple
	})
	return simple
}

// batch makes the launches of a run a batch, from the first to the last.
func (s *schedule) batch(run []kir.Expr) {
	var launches []*kir.Launch
	for _, st := range run {
		if l, ok := st.(*kir.Launch); ok {
			launches = append(launches, l)
		}
	}
	if n := len(launches); n >= minBatch {
		s.begins[launches[0]] = s.batches
		s.ends[launches[n-1]] = true
		s.batches++
	}
}

// ---- streams

// onlyLaunches reports whether a statement only gives the device something to do.
func onlyLaunches(st kir.Expr) bool {
	switch st.(type) {
	case *kir.Def, *kir.Alloc, *kir.AllocLoose, *kir.AllocOver, *kir.Copy, *kir.CopyOver, *kir.Const, *kir.ConstStr,
		*kir.Retain, *kir.Release, *kir.Launch, *kir.CheckSize, *kir.CheckHost:
		return true
	}
	return false
}

// assignStreams gives launches of a run streams of their own, if that pays, and then
// returns it with its releases last.
func (s *schedule) assignStreams(run []kir.Expr) []kir.Expr {
	ns := s.commands(run)
	if !s.assign(ns) {
		return run
	}
	first := true
	for i, n := range ns {
		if n.launch == nil {
			continue
		}
		s.stream[n.launch] = n.stream
		s.streams = max(s.streams, n.stream+1)
		s.waitEvents[n.launch], first = first, false
		s.recordEvents[n.launch] = overtaken(ns, i)
	}
	return releasedLast(run)
}

// overtaken reports whether another stream waits for command i, which its own
// stream has left behind by then.
func overtaken(ns []*command, i int) bool {
	next := false
	for _, n := range ns[i+1:] {
		if n.stream == ns[i].stream {
			next = true
		} else if n.preds[ns[i]] && next {
			return true
		}
	}
	return false
}

// releasedLast moves releases to the end, but for those that decide whether
// later statements work in place.
func releasedLast(run []kir.Expr) []kir.Expr {
	var out, last []kir.Expr
	over := map[*kir.Var]bool{}
	for i := len(run) - 1; i >= 0; i-- {
		switch st := run[i].(type) {
		case *kir.AllocOver:
			over[kir.VarOf(st.From)] = true
		case *kir.CopyOver:
			over[kir.VarOf(st.From)] = true
		case *kir.Release:
			if !over[kir.VarOf(st.Buf)] {
				last = append(last, st)
				continue
			}
		}
		out = append(out, run[i])
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	for i := len(last) - 1; i >= 0; i-- {
		out = append(out, last[i])
	}
	return out
}
