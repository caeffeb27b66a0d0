package passes

// batch-launches: in loops, straight runs of launches that the host does not look at
// become batches, which the runtime replays as graphs: they come again and again, mostly
// with the same sizes.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// minBatch is the launches that make a batch: with fewer, a graph saves the
// host nothing.
const minBatch = 3

// BatchLaunches puts the ends of batches around launches in loops. A profile times each
// launch alone, so it has none; several ranks send messages between launches.
//
//	(launch k ..) (alloc b n) (launch k ..) (launch k ..)
//	=> (beginbatch 0) (launch k ..) (alloc b n) (launch k ..) (launch k ..) (endbatch)
func BatchLaunches(c *pass.Ctx, m *kir.Module) *kir.Module {
	if c.Profile || c.Ranks {
		return m
	}
	b := &batcher{funcs: map[string]*kir.Func{}}
	for _, f := range m.Funcs {
		b.funcs[f.Name] = f
	}
	return mapFuncs(m, func(f *kir.Func) kir.Expr { return b.block(f.Body, false) })
}

type batcher struct {
	funcs map[string]*kir.Func
	made  int
}

// block makes the batches of a block, and of those in it.
func (b *batcher) block(e kir.Expr, inLoop bool) kir.Expr {
	list, ok := e.(*kir.Block)
	if !ok {
		return e
	}
	return runs(list, func(st kir.Expr) bool { return inLoop && b.noSync(st) }, b.batch, func(st kir.Expr) kir.Expr {
		return st.MapBodies(func(e kir.Expr) kir.Expr { return b.block(e, inLoop || isLoop(st)) })
	})
}

// noSync reports whether the host goes on after a statement without having
// learnt anything from the device, whatever is in it.
func (b *batcher) noSync(st kir.Expr) bool {
	quiet := true
	ir.Walk(st, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Read, *kir.CallRuntime, *kir.Loop, *kir.For, *kir.While, *kir.Return, *kir.Recur, *kir.Exit:
			quiet = false
		case *kir.CallHost:
			quiet = quiet && b.simple(e.Fn)
		}
		return quiet
	})
	return quiet
}

// simple reports whether a function makes a few launches at most and calls none.
func (b *batcher) simple(fn string) bool {
	return !ir.Any(b.funcs[fn].Body, func(e kir.Expr) bool {
		switch e.(type) {
		case *kir.Read, *kir.CallRuntime, *kir.CallHost:
			return true
		}
		return isLoop(e)
	})
}

// batch makes the launches of a run a batch, from the first to the last, if there are
// enough of them.
func (b *batcher) batch(run []kir.Expr) []kir.Expr {
	first, last, n := -1, -1, 0
	for i, st := range run {
		if st.Form() == kir.FormLaunch {
			if first < 0 {
				first = i
			}
			last, n = i, n+1
		}
	}
	if n < minBatch {
		return run
	}
	out := append(run[:first:first], &kir.BeginBatch{Number: b.made})
	out = append(append(out, run[first:last+1]...), &kir.EndBatch{})
	b.made++
	return append(out, run[last+1:]...)
}
