// Package passes is the pipeline: the table of passes in order, from the tree
// of the parser to device programs. What a backend adds to its end is in
// backends/*; the driver runs it.
package passes

import (
	"nessiec/grammar"
	"nessiec/passes/device/carried"
	"nessiec/passes/device/counted"
	"nessiec/passes/device/failures"
	"nessiec/passes/device/fetches"
	"nessiec/passes/device/guards"
	"nessiec/passes/device/invariants"
	"nessiec/passes/device/lanes"
	"nessiec/passes/device/legal"
	"nessiec/passes/device/memory"
	"nessiec/passes/device/series"
	"nessiec/passes/device/stops"
	"nessiec/passes/device/transfers"
	"nessiec/passes/flat"
	flatsimplify "nessiec/passes/flat/simplify"
	"nessiec/passes/flatten"
	"nessiec/passes/front"
	"nessiec/passes/front/names"
	"nessiec/passes/front/sugar"
	"nessiec/passes/harlan"
	"nessiec/passes/harlan/assign"
	"nessiec/passes/harlan/lowering"
	"nessiec/passes/harlan/typing"
	"nessiec/passes/kernel"
	"nessiec/passes/kernel/appends"
	"nessiec/passes/kernel/clusters"
	"nessiec/passes/kernel/regions"
	"nessiec/passes/lift"
	"nessiec/passes/lift/pieces"
	"nessiec/passes/lift/reserve"
	"nessiec/passes/lift/sequential"
	"nessiec/passes/lift/updates"
	"nessiec/passes/lower"
	"nessiec/passes/lower/strategy"
	"nessiec/passes/nested"
	"nessiec/passes/nested/batch"
	"nessiec/passes/nested/conditional"
	"nessiec/passes/nested/simplify"
	"nessiec/passes/nested/tables"
	"nessiec/passes/nested/typecases"
	"nessiec/passes/pass"
	"nessiec/passes/shape"
	"nessiec/passes/vcode"
)

// optional passes run from -O1 on.
var optional = pass.Opts{Optional: true, Level: 1}

// checked holds unless checks are left out.
func checked(o pass.Options) bool { return !o.Unsafe }

// neslRows take NESL from the tree of its parser to where the trunk begins.
func neslRows() []pass.Pass {
	return []pass.Pass{
		pass.New("resolve-names", "every name refers to one binder, function version or constructor",
			grammar.NeslParsed, grammar.NeslResolved, names.ResolveNames),
		pass.New("expand-sugar", "operators, subscripts and generator shorthand are applications",
			grammar.NeslResolved, grammar.NeslCore, sugar.ExpandSugar),
		pass.New("compile-patterns", "patterns are variables and selectors",
			grammar.NeslCore, grammar.NeslSimple, sugar.CompilePatterns),
		pass.New("infer-types", "find the type of everything, link versions, globals and the library",
			grammar.NeslSimple, grammar.NestedElaborated, front.InferTypes),
	}
}

// harlanRows take Harlan from the data of its reader to where the trunk begins.
func harlanRows() []pass.Pass {
	return []pass.Pass{
		pass.New("splice-imports", "imported declarations stand in front of those of the program, as far as it reaches them",
			grammar.HarlanRead, grammar.HarlanSpliced, harlan.SpliceImports),
		pass.New("expand-macros", "templates stand in place of the uses of macros, and every variable has a name of its own",
			grammar.HarlanSpliced, grammar.HarlanExpanded, harlan.ExpandMacros),
		pass.New("parse-forms", "data are forms, whose names refer to one thing",
			grammar.HarlanExpanded, grammar.HarlanParsed, harlan.ParseForms),
		pass.New("infer-harlan", "find the type of everything, and which procedures may meet where",
			grammar.HarlanParsed, grammar.HarlanTyped, typing.InferHarlan),
		pass.New("assign-once", "assignments are bindings, loops carry what they assign",
			grammar.HarlanTyped, grammar.HarlanPure, assign.AssignOnce),
		pass.New("choose-reductions", "reductions with known operators name them",
			grammar.HarlanPure, grammar.HarlanFolded, lowering.ChooseReductions),
		pass.New("defunctionalise", "a procedure is a value of the datatype of those that it may meet, applied by their function",
			grammar.HarlanFolded, grammar.HarlanFirstOrder, lowering.Defunctionalise),
		pass.New("elaborate", "kernels are apply-to-each, printing is an effect, loops are functions",
			grammar.HarlanFirstOrder, grammar.NestedElaborated, lowering.Elaborate, pass.Opts{Inexact: true}),
	}
}

// vcodeRows take VCODE from the functions of its reader to where flat programs enter the trunk.
func vcodeRows() []pass.Pass {
	return []pass.Pass{
		pass.New("find-arities", "every function says how many entries of the stack it takes and leaves",
			grammar.VcodeRead, grammar.VcodeBalanced, vcode.FindArities),
		pass.New("infer-entries", "find the types of entries, and which vectors have one element",
			grammar.VcodeBalanced, grammar.VcodeTyped, vcode.InferEntries),
		pass.New("name-entries", "names stand in place of the stack",
			grammar.VcodeTyped, grammar.VcodeNamed, vcode.NameEntries),
		pass.New("inline-functions", "small functions stand where they are called",
			grammar.VcodeNamed, grammar.VcodeNamed, vcode.InlineFunctions, optional),
		pass.New("jump-tail-calls", "functions that call themselves at their end are loops",
			grammar.VcodeNamed, grammar.VcodeLooped, vcode.JumpTailCalls),
		pass.New("expand-instructions", "instructions are vector operations, what they left unchecked is checked",
			grammar.VcodeLooped, grammar.FlatUnzipped, vcode.ExpandInstructions),
	}
}

// trunk lists the passes of all fronts in pipeline order, from nkl.elaborated.
func trunk() []pass.Pass {
	return []pass.Pass{
		pass.New("monomorphise", "make an instance of a function for every vector of types it is used at",
			grammar.NestedElaborated, grammar.NestedMono, nested.Monomorphise),
		pass.New("represent-sums", "a value of a datatype with alternatives is a tag and slots",
			grammar.NestedMono, grammar.NestedTagged, typecases.RepresentSums),
		pass.New("expand-type-cases", "equality, hashing, text and zero of any type become functions of that type",
			grammar.NestedTagged, grammar.NestedBased, typecases.ExpandTypeCases),
		pass.New("convert-functions", "a function value is the tuple of its captures, applied by a direct call",
			grammar.NestedBased, grammar.NestedFirstOrder, nested.ConvertFunctions),
		pass.New("erase-datatypes", "a value of a datatype is its contents",
			grammar.NestedFirstOrder, grammar.NestedStructural, nested.EraseDatatypes),
		pass.New("thread-random", "random numbers come from keys that functions hand on",
			grammar.NestedStructural, grammar.NestedDeterministic, nested.ThreadRandom),
		pass.New("expand-comprehensions", "filters are packs of the generators that the body uses",
			grammar.NestedDeterministic, grammar.NestedUnfiltered, nested.ExpandComprehensions),
		pass.New("insert-checks", "what can fail is an explicit check",
			grammar.NestedUnfiltered, grammar.NestedChecked, nested.InsertChecks),
		pass.New("infer-regions", "a value of a recursive datatype is the number of a row of a table",
			grammar.NestedChecked, grammar.NestedRegioned, tables.InferRegions),
		pass.New("normalise", "operands are atoms, in order of evaluation",
			grammar.NestedRegioned, grammar.NestedNamed, nested.Normalise),
		pass.New("find-mismatches", "lengths that never agree and indices that are never in range are reported",
			grammar.NestedNamed, grammar.NestedNamed, shape.FindMismatches, pass.Opts{Optional: true, When: checked, Reports: true}),
		pass.New("order-effects", "what a map does to the world, it does element by element",
			grammar.NestedNamed, grammar.NestedNamed, nested.OrderEffects),
		pass.New("simplify-nkl", "inline, fold, propagate, share and drop",
			grammar.NestedNamed, grammar.NestedNamed, simplify.NKL, optional),
		pass.New("test-existence", "whether there is an element is asked without counting",
			grammar.NestedNamed, grammar.NestedNamed, nested.TestExistence, optional),
		pass.New("accumulate-calls", "what a function adds to its own result goes into an accumulator",
			grammar.NestedNamed, grammar.NestedNamed, nested.AccumulateCalls, optional),
		pass.New("loop-tail-calls", "tail recursion is a loop",
			grammar.NestedNamed, grammar.NestedLooped, nested.LoopTailCalls),
		pass.New("inline-calls", "functions that are called once stand where they are called",
			grammar.NestedLooped, grammar.NestedLooped, simplify.InlineCalls, optional),
		pass.New("hand-literals", "literals that scalar functions read are handed to them",
			grammar.NestedLooped, grammar.NestedLooped, lift.HandLiterals, optional),
		pass.New("stack-recursion", "recursive scalar code under maps is a loop with a stack",
			grammar.NestedLooped, grammar.NestedInPlace, lift.StackRecursion),
		pass.New("loop-recursions", "a function that calls itself once, on parts of scalar code, is a loop to the end and a loop back",
			grammar.NestedInPlace, grammar.NestedInPlace, updates.LoopRecursions, optional),
		pass.New("thread-tables", "loops and recursions that add rows to tables one by one are blocks that carry the tables",
			grammar.NestedInPlace, grammar.NestedInPlace, updates.ThreadTables, optional),
		pass.New("settle-tables", "rows that no block collects stay where they are",
			grammar.NestedInPlace, grammar.NestedSettled, updates.SettleTables),
		pass.New("thread-recursions", "a recursive function that hands sequences from call to call is a loop with a stack",
			grammar.NestedSettled, grammar.NestedSettled, updates.ThreadRecursions, optional),
		pass.New("stack-host-calls", "calls of recursive scalar code on the host, which would wait for elements, run a loop with a stack",
			grammar.NestedSettled, grammar.NestedSettled, lift.StackHostCalls),
		pass.New("batch-calls", "calls of a recursive function that need not wait for each other are made at once",
			grammar.NestedSettled, grammar.NestedSettled, batch.Calls, optional),
		pass.New("distribute-conditionals", "a conditional of maps over one sequence is a map of conditionals",
			grammar.NestedSettled, grammar.NestedSettled, conditional.DistributeConditionals, optional),
		pass.New("search-filters", "the first and the last element that a filter in a map or a loop keeps are searched",
			grammar.NestedSettled, grammar.NestedSettled, nested.SearchFilters, optional),
		pass.New("advance-reductions", "what branches reduce is reduced before them, if they are scalar code then",
			grammar.NestedSettled, grammar.NestedSettled, conditional.AdvanceReductions, optional),
		pass.New("sequentialise-folds", "a reduction of a few elements, known in number, is scalar code",
			grammar.NestedSettled, grammar.NestedSettled, sequential.Folds, optional),
		pass.New("end-tests", "a conditional that tests elements of rows looks at no more than decide",
			grammar.NestedSettled, grammar.NestedSettled, sequential.Tests, optional),
		pass.New("hand-literals-2", "literals that scalar functions read are handed to them, with those of loops that reductions have become",
			grammar.NestedSettled, grammar.NestedSettled, lift.HandLiterals, optional),
		pass.New("hoist-invariants", "what is the same for all elements of a map moves out of it",
			grammar.NestedSettled, grammar.NestedSettled, nested.HoistInvariants, optional),

		pass.New("write-pieces", "rows that maps put together of pieces are written piece by piece",
			grammar.NestedSettled, grammar.NestedSettled, pieces.Write, optional),
		pass.New("form-updates", "loops that replace elements of sequences one by one are blocks that write in place",
			grammar.NestedSettled, grammar.NestedSettled, updates.FormUpdates),
		pass.New("share-tables", "tables that ways of the same scalar code add rows to are one",
			grammar.NestedSettled, grammar.NestedSettled, reserve.ShareTables, pass.Opts{Optional: true, Level: 1, When: parallelGroups}),
		pass.New("reserve-rows", "rows that branches of scalar code add are reserved before it",
			grammar.NestedSettled, grammar.NestedSettled, reserve.ReserveRows, pass.Opts{Optional: true, Level: 1, When: parallelGroups}),
		pass.New("divide-maps", "a map whose elements make and store long sequences goes in halves where these are large together",
			grammar.NestedSettled, grammar.NestedSettled, lift.DivideMaps, optional),
		pass.New("prelift-functions", "make lifted versions of the functions that are called under maps",
			grammar.NestedSettled, grammar.NestedPrelifted, lift.PreliftFunctions),
		pass.New("form-element-blocks", "scalar code under maps stays scalar, in blocks",
			grammar.NestedPrelifted, grammar.NestedBlocked, lift.FormElementBlocks),
		pass.New("mark-captures", "every map lists what it captures",
			grammar.NestedBlocked, grammar.NestedCaptured, lift.MarkCaptures),

		pass.New("infer-shapes", "find the sizes of all sequences",
			grammar.NestedCaptured, grammar.NestedShaped, shape.InferShapes),
		pass.New("specialise-regular", "recursions on parts of one length have a version for such",
			grammar.NestedShaped, grammar.NestedShaped, shape.SpecialiseRegular, optional),
		pass.New("discharge-checks", "drop checks that sizes and intervals prove",
			grammar.NestedShaped, grammar.NestedShaped, shape.DischargeChecks, optional),

		pass.New("flatten", "maps become operations on whole vectors",
			grammar.NestedShaped, grammar.FlatRegioned, flatten.Flatten),
		pass.New("thread-regions", "tables are vectors, which functions that add rows hand on",
			grammar.FlatRegioned, grammar.FlatUnzipped, flat.ThreadRegions),
		pass.New("merge-functions", "functions that do the same are one",
			grammar.FlatUnzipped, grammar.FlatUnzipped, flat.MergeFunctions, optional),
		pass.New("choose-descriptors", "a segment descriptor is the vector of its offsets",
			grammar.FlatUnzipped, grammar.FlatOffsets, flat.ChooseDescriptors),
		pass.New("simplify-fkl", "propagate, share, fold and drop",
			grammar.FlatOffsets, grammar.FlatOffsets, flatsimplify.FKL, optional),
		pass.New("cut-recursions", "what follows a recursive call is a function of little, which alone is held meanwhile",
			grammar.FlatOffsets, grammar.FlatOffsets, flat.CutRecursions, optional),

		pass.New("select-combinators", "vector operations are SOACs with thunks",
			grammar.FlatOffsets, grammar.KernelSoacs, kernel.SelectCombinators),
		pass.New("merge-filters", "filters by the same flags are one",
			grammar.KernelSoacs, grammar.KernelSoacs, kernel.MergeFilters, optional),
		pass.New("merge-scatters", "scatters to the same places are one",
			grammar.KernelSoacs, grammar.KernelSoacs, kernel.MergeScatters, optional),
		pass.New("select-sorts", "a vector that is scattered by its own ranks is sorted",
			grammar.KernelSoacs, grammar.KernelSoacs, kernel.SelectSorts, optional),
		pass.New("append-rows", "rows are made where they are put behind or in front of another one",
			grammar.KernelSoacs, grammar.KernelSoacs, appends.AppendRows, optional),
		pass.New("inline-producers", "cheap arrays are computed where they are read",
			grammar.KernelSoacs, grammar.KernelSoacs, kernel.InlineProducers, optional),
		pass.New("reduce-survivors", "what filters keep of rows is reduced where it is",
			grammar.KernelSoacs, grammar.KernelSoacs, clusters.ReduceSurvivors, optional),
		pass.New("lift-scalars", "scalars that only the device needs are computed there",
			grammar.KernelSoacs, grammar.KernelSoacs, kernel.LiftScalars, optional),
		pass.New("outline-kernels", "the host runs kernels, equal ones once",
			grammar.KernelSoacs, grammar.KernelOutlined, kernel.OutlineKernels),
		pass.New("plan-fusion", "runs that become one kernel stand together",
			grammar.KernelOutlined, grammar.KernelClustered, regions.PlanFusion),
		pass.New("rewrite-fusion", "a cluster of runs is one kernel",
			grammar.KernelClustered, grammar.KernelFused, clusters.RewriteFusion),
		pass.New("decompose-filters", "filters are scans and compactions",
			grammar.KernelFused, grammar.KernelDecomposed, kernel.DecomposeFilters),
		pass.New("place-appends", "what compactions make and appends copy is made in its place",
			grammar.KernelDecomposed, grammar.KernelDecomposed, appends.PlaceAppends, optional),
		pass.New("plan-fusion-2", "runs that become one kernel stand together, with those that filters have become",
			grammar.KernelDecomposed, grammar.KernelReclustered, regions.PlanFusion),
		pass.New("rewrite-fusion-2", "a cluster of runs is one kernel",
			grammar.KernelReclustered, grammar.KernelRefit, clusters.RewriteFusion),

		pass.New("choose-strategies", "every SOAC says by which launches it is executed, and how the host chooses",
			grammar.KernelRefit, grammar.KernelStaged, strategy.ChooseStrategies, pass.Opts{Inexact: true}),
		pass.New("lower-kernels", "steps are loops over memory",
			grammar.KernelStaged, grammar.DeviceLoops, lower.LowerKernels),
		pass.New("carry-loads", "what loops of element code load where a variable says is a variable, too, if it changes with that",
			grammar.DeviceLoops, grammar.DeviceLoops, carried.CarryLoads, pass.Opts{Optional: true, Level: 1}),
		pass.New("widen-loops", "loops whose elements cost much take several at a time, in lanes",
			grammar.DeviceLoops, grammar.DeviceLoops, lanes.WidenLoops, pass.Opts{Optional: true, Level: 1, When: lanes.Lanes, Inexact: true}),
		pass.New("count-loops", "loops of element code that count are loops over numbers",
			grammar.DeviceLoops, grammar.DeviceLoops, counted.CountLoops, pass.Opts{Optional: true, Level: 1, When: guards.Applies}),
		pass.New("split-loops", "loops have no guards and checks for the elements that need none",
			grammar.DeviceLoops, grammar.DeviceLoops, guards.SplitLoops, pass.Opts{Optional: true, Level: 1, When: guards.Applies}),
		pass.New("stop-reductions", "reductions of truth values end where no element can change the result",
			grammar.DeviceLoops, grammar.DeviceLoops, stops.StopReductions, pass.Opts{Optional: true, Level: 1}),
		pass.New("widen-plain-loops", "loops that move, add and compare elements take several at a time where no compiler does it",
			grammar.DeviceLoops, grammar.DeviceLoops, lanes.WidenPlainLoops, pass.Opts{Optional: true, Level: 1, When: lanes.Plain}),
		pass.New("insert-error-protocol", "a failed check is recorded in the error word",
			grammar.DeviceLoops, grammar.DeviceGuarded, failures.InsertErrorProtocol),
		pass.New("keep-counts", "what filters and conditionals count stays on the device where a bound will do",
			grammar.DeviceGuarded, grammar.DeviceGuarded, transfers.KeepCounts, pass.Opts{Optional: true, Level: 1, When: onOneRank}),
		pass.New("schedule-transfers", "several values come to the host in one read, as late as they can",
			grammar.DeviceGuarded, grammar.DeviceScheduled, transfers.ScheduleTransfers),
		pass.New("advance-reads", "callers read what functions read first, where they read something anyway",
			grammar.DeviceScheduled, grammar.DeviceScheduled, transfers.AdvanceReads, pass.Opts{Optional: true, Level: 1}),
		pass.New("join-launches", "launches that follow each other are one, if sizes are small or neither needs the other",
			grammar.DeviceScheduled, grammar.DeviceScheduled, series.JoinLaunches, pass.Opts{Optional: true, Level: 2, When: onOneRank}),
		pass.New("plan-memory", "buffers are retained and released, and reused in place",
			grammar.DeviceScheduled, grammar.DeviceManaged, memory.PlanMemory),
		pass.New("plan-fetches", "ranks send the elements that launches gather and scatter, and no others",
			grammar.DeviceManaged, grammar.DeviceManaged, fetches.PlanFetches, pass.Opts{Optional: true, Level: 1, When: onRanks}),
		pass.New("hoist-loop-invariants", "what loops of kernels compute alike in every iteration comes before them where no compiler moves it",
			grammar.DeviceManaged, grammar.DeviceManaged, invariants.HoistLoopInvariants, pass.Opts{Optional: true, Level: 1, When: invariants.Applies}),
		pass.New("legalise-target", "what the target cannot spell is replaced",
			grammar.DeviceManaged, grammar.DeviceLegal, legal.LegaliseTarget),
	}
}

// parallelGroups reports whether a program is for a GPU, where launches and waits cost more
// than work that is done twice.
func parallelGroups(o pass.Options) bool { return !o.Desc().Serial() }

// onOneRank reports whether a program runs on one device. Ranks divide launches by sizes
// that the host knows, and a launch made of several is not divided.
func onOneRank(o pass.Options) bool { return !o.Ranks }

// onRanks reports the opposite.
func onRanks(o pass.Options) bool { return o.Ranks }
