// Package passes has the rows that end CUDA's pipeline, from kir.legal on: what the
// backend decides about launches and memory accesses, so that it only prints.
//
//	vectorise.go  vectorise-accesses: work-items of short kernels access several elements at a time
//	streams.go    assign-streams: launches that do not depend on each other run side by side
//	commands.go   what the commands of a straight run depend on, and streams for them
//	batches.go    batch-launches: launches that often come again are recorded and replayed
package passes

import (
	"embed"

	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// Rows are the passes, in order.
var Rows = []pass.Pass{
	pass.New("vectorise-accesses", "work-items of short kernels take several elements, and load and store them together",
		grammar.DeviceLegal, grammar.DeviceVectorised, VectoriseAccesses),
	pass.New("assign-streams", "launches of a straight run that do not depend on each other are on several streams",
		grammar.DeviceVectorised, grammar.DeviceStreamed, AssignStreams),
	pass.New("batch-launches", "launches in loops that the host does not look at between are batches",
		grammar.DeviceStreamed, grammar.DeviceBatched, BatchLaunches),
}

// Cases are their golden cases.
//
//go:embed testdata
var Cases embed.FS

// mapFuncs is m with f of the bodies of host functions.
func mapFuncs(m *kir.Module, f func(*kir.Func) kir.Expr) *kir.Module {
	out := *m
	out.Funcs = nil
	for _, fn := range m.Funcs {
		g := *fn
		g.Body = f(fn)
		out.Funcs = append(out.Funcs, &g)
	}
	return &out
}

// runs is block b with rewrite of the longest runs of statements that are in a run; next
// maps the others.
func runs(b *kir.Block, in func(kir.Expr) bool, rewrite func([]kir.Expr) []kir.Expr, next func(kir.Expr) kir.Expr) kir.Expr {
	var out, run []kir.Expr
	flush := func() {
		if len(run) > 0 {
			out, run = append(out, rewrite(run)...), nil
		}
	}
	for _, st := range b.Stmts {
		if in(st) {
			run = append(run, st)
			continue
		}
		flush()
		out = append(out, next(st))
	}
	flush()
	return &kir.Block{Node: b.Node, Stmts: out}
}

// isLoop reports whether a statement of the host repeats others.
func isLoop(st kir.Expr) bool {
	switch st.(type) {
	case *kir.Loop, *kir.For, *kir.While:
		return true
	}
	return false
}
