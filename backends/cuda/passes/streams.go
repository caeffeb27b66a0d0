package passes

// assign-streams: which stream a launch goes to. The runtime knows which commands use
// which memory and makes streams wait for each other where they must
// (nes_cuda_order.h): what is decided here is only what pays. Outside of loops, launches
// of a straight run that do not depend on each other are spread over streams, if two or
// more of them may be large.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// maxStreams is the streams that launches are spread over.
const maxStreams = 4

// AssignStreams puts launches on streams of their own, where that pays, with the
// releases of the run behind them: memory that is used again at once would tie streams
// to each other. Several ranks have one stream each, since they wait for messages between.
//
//	(launch k g (x a)) (release x) (launch k g (y b))
//	=> (fork) (launch k g (x a)) (onstream 1 (launch k g (y b))) (release x)
func AssignStreams(c *pass.Ctx, m *kir.Module) *kir.Module {
	if c.Ranks {
		return m
	}
	s := &streams{kernels: map[string]*kir.Kernel{}}
	for _, k := range m.Kernels {
		s.kernels[k.Name] = k
	}
	return mapFuncs(m, func(f *kir.Func) kir.Expr {
		s.defs = map[*kir.Var]kir.Expr{}
		ir.Walk(f.Body, func(e kir.Expr) bool {
			if e, ok := e.(*kir.Def); ok {
				s.defs[e.Bind] = e.Rhs
			}
			return true
		})
		return s.block(f.Body)
	})
}

// streams is what the pass knows.
type streams struct {
	kernels map[string]*kir.Kernel
	defs    map[*kir.Var]kir.Expr // of the function at hand
}

// block assigns streams to the runs of a block, and of those in it that are no loops.
func (s *streams) block(e kir.Expr) kir.Expr {
	b, ok := e.(*kir.Block)
	if !ok {
		return e
	}
	return runs(b, onlyLaunches, s.spread, func(st kir.Expr) kir.Expr {
		if isLoop(st) {
			return st
		}
		return st.MapBodies(s.block)
	})
}

// onlyLaunches reports whether a statement only gives the device something to do.
func onlyLaunches(st kir.Expr) bool {
	switch st.(type) {
	case *kir.Def, *kir.Alloc, *kir.AllocLoose, *kir.AllocOver, *kir.Copy, *kir.CopyOver, *kir.Const, *kir.ConstStr,
		*kir.Retain, *kir.Release, *kir.Launch, *kir.CheckSize, *kir.CheckHost:
		return true
	}
	return false
}

// spread gives launches of a run streams of their own, if that pays, and then
// returns it with its releases last.
func (s *streams) spread(run []kir.Expr) []kir.Expr {
	ns := s.commands(run)
	if !s.assign(ns) {
		return run
	}
	at := map[*kir.Launch]int{}
	for i, n := range ns {
		if n.launch != nil {
			at[n.launch] = i
		}
	}
	var out []kir.Expr
	forked := false
	for _, st := range releasedLast(run) {
		l, ok := st.(*kir.Launch)
		if !ok {
			out = append(out, st)
			continue
		}
		if !forked {
			out, forked = append(out, &kir.Fork{}), true
		}
		n := at[l]
		stream := ns[n].stream
		if stream > 0 {
			st = &kir.OnStream{Node: l.Node, Number: stream, Launch: l}
		}
		out = append(out, st)
		if overtaken(ns, n) {
			out = append(out, &kir.Mark{Number: stream})
		}
	}
	return out
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
