package oracle

import (
	"nessiec/grammar"
	"nessiec/passes/flat"
	"nessiec/passes/flatten"
	"nessiec/passes/kernel"
	"nessiec/passes/lift"
	"nessiec/passes/nested"
	"nessiec/passes/pass"
)

// Table is the passes.
func Table() []pass.Pass {
	opt := pass.Opts{Optional: true, Level: 1}
	return []pass.Pass{
		pass.New("monomorphise", "x", grammar.NestedElaborated, grammar.NestedMono, nested.Monomorphise),
		pass.New("expand-type-cases", "x", grammar.NestedMono, grammar.NestedBased, nested.ExpandTypeCases),
		pass.New("convert-functions", "x", grammar.NestedBased, grammar.NestedFirstOrder, nested.ConvertFunctions),
		pass.New("erase-datatypes", "x", grammar.NestedFirstOrder, grammar.NestedStructural, nested.EraseDatatypes),
		pass.New("thread-random", "x", grammar.NestedStructural, grammar.NestedDeterministic, nested.ThreadRandom),
		pass.New("expand-comprehensions", "x", grammar.NestedDeterministic, grammar.NestedUnfiltered, nested.ExpandComprehensions),
		pass.New("insert-checks", "x", grammar.NestedUnfiltered, grammar.NestedChecked, nested.InsertChecks),
		pass.New("normalise", "x", grammar.NestedChecked, grammar.NestedNamed, nested.Normalise),
		pass.New("simplify-nkl", "x", grammar.NestedNamed, grammar.NestedNamed, nested.SimplifyNKL, opt),
		pass.New("loop-tail-calls", "x", grammar.NestedNamed, grammar.NestedLooped, nested.LoopTailCalls),
		pass.New("batch-calls", "x", grammar.NestedLooped, grammar.NestedLooped, nested.BatchCalls, opt),
		pass.New("hoist-invariants", "x", grammar.NestedLooped, grammar.NestedLooped, nested.HoistInvariants, opt),
		pass.New("prelift-functions", "x", grammar.NestedLooped, grammar.NestedPrelifted, lift.PreliftFunctions),
		pass.New("form-element-blocks", "x", grammar.NestedPrelifted, grammar.NestedBlocked, lift.FormElementBlocks),
		pass.New("mark-captures", "x", grammar.NestedBlocked, grammar.NestedCaptured, lift.MarkCaptures),
		pass.New("flatten", "x", grammar.NestedCaptured, grammar.FlatUnzipped, flatten.Flatten),
		pass.New("choose-descriptors", "x", grammar.FlatUnzipped, grammar.FlatOffsets, flat.ChooseDescriptors),
		pass.New("simplify-fkl", "x", grammar.FlatOffsets, grammar.FlatOffsets, flat.SimplifyFKL, opt),
		pass.New("select-combinators", "x", grammar.FlatOffsets, grammar.KernelSoacs, kernel.SelectCombinators),
		pass.New("inline-producers", "x", grammar.KernelSoacs, grammar.KernelSoacs, kernel.InlineProducers, opt),
	}
}
