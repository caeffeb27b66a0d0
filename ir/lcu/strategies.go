package lcu

// The table of strategies: by which steps SOACs may be executed.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/target"
)

// A Strategy is steps that execute SOACs of some forms on some kinds of devices.
type Strategy struct {
	Soacs []ir.Form
	On    Devices
	Steps []Launch
	Doc   string // when it is taken
}

// A Launch is what a step does on which grid.
type Launch struct {
	Does Work
	Grid Grid
}

// Devices is kinds of devices, by their groups.
type Devices string

const (
	Any      Devices = "any"
	Serial   Devices = "serial"   // a group is a loop
	Parallel Devices = "parallel" // a group has several work-items
	Chained  Devices = "chained"  // groups may wait for others
)

// Covers reports whether these are devices like t.
func (d Devices) Covers(t target.Desc) bool {
	switch d {
	case Serial:
		return t.Serial()
	case Parallel:
		return !t.Serial()
	case Chained:
		return t.Chains
	}
	return true
}

// Strategies is all of them.
var Strategies = slices.Concat(elementwise, folds, scans, rows, sorts)

func on(d Devices, doc string, soacs []ir.Form, steps ...Launch) Strategy {
	return Strategy{soacs, d, steps, doc}
}

var (
	plain  = []ir.Form{FormMap, FormScatter, FormCompact, FormUpdate, FormReduce, FormScan, FormPrefix}
	inSegs = []ir.Form{FormSegMap, FormSegReduce, FormSegScan}
)

var elementwise = []Strategy{
	on(Any, "always", []ir.Form{FormOnce}, Launch{All, Single}),
	on(Serial, "nothing is combined", plain, Launch{All, Chunks}),
	on(Serial, "there are flags, and elements are cheap and cannot fail", []ir.Form{FormCompact}, Launch{Selected, Chunks}),
	on(Serial, "there are directories", []ir.Form{FormCompact}, Launch{Selected, Words}),
	on(Parallel, "nothing is combined", plain, Launch{All, Items}),
	on(Serial, "nothing is combined", inSegs, Launch{All, MergePath}),
	on(Parallel, "nothing is combined", inSegs, Launch{All, Located}),
	on(Parallel, "nothing is combined, and segments have the same length", inSegs, Launch{All, Items}),
}

var folds = []Strategy{
	on(Any, "always", []ir.Form{FormReduce}, Launch{Fold, Chunks}, Launch{Combine, OneGroup}),
	on(Serial, "segments may lie in several groups", []ir.Form{FormSegReduce}, Launch{Fold, MergePath}, Launch{Complete, OneGroup}),
	on(Serial, "the same, and the epilogue has several checks", []ir.Form{FormSegReduce}, Launch{Fold, MergePath}, Launch{Complete, OneGroup}, Launch{Finish, Chunks}),
	on(Parallel, "segments may lie in several groups", []ir.Form{FormSegReduce}, Launch{Fold, Located}, Launch{Complete, OneGroup}),
	on(Parallel, "the same, and the epilogue has several checks", []ir.Form{FormSegReduce}, Launch{Fold, Located}, Launch{Complete, OneGroup}, Launch{Finish, Items}),
}

var scans = []Strategy{
	on(Any, "elements are cheap", []ir.Form{FormScan, FormPrefix}, Launch{Fold, Chunks}, Launch{ScanFrom, Chunks}),
	on(Any, "elements are expensive", []ir.Form{FormScan, FormPrefix}, Launch{FoldStoring, Chunks}, Launch{ScanStored, Chunks}),
	on(Serial, "always", []ir.Form{FormDirectory}, Launch{FoldStoring, Words}, Launch{ScanStored, Words}),
	on(Parallel, "elements are cheap, and functions combine", []ir.Form{FormScan, FormPrefix}, Launch{Fold, Chunks}, Launch{ScanParts, OneGroup}, Launch{ScanFrom, Chunks}),
	on(Parallel, "elements are expensive, and functions combine", []ir.Form{FormScan, FormPrefix}, Launch{FoldStoring, Chunks}, Launch{ScanParts, OneGroup}, Launch{ScanStored, Chunks}),
	on(Chained, "primitives combine", []ir.Form{FormScan, FormPrefix, FormSegScan}, Launch{ScanFrom, Chain}),
	on(Serial, "segments may lie in several groups", []ir.Form{FormSegScan}, Launch{FoldOpen, MergePath}, Launch{ScanCarries, OneGroup}, Launch{ScanFrom, MergePath}),
	on(Parallel, "segments may lie in several groups", []ir.Form{FormSegScan}, Launch{FoldOpen, Located}, Launch{ScanCarries, OneGroup}, Launch{ScanFrom, Located}),
}

var rows = []Strategy{
	on(Serial, "there are enough rows for all groups, or more elements in all than an int counts", []ir.Form{FormSegReduce}, Launch{Fold, WholeRows}),
	on(Serial, "there are enough rows for all groups", []ir.Form{FormSegScan}, Launch{ScanFrom, WholeRows}),
	on(Parallel, "rows have few elements", []ir.Form{FormSegReduce}, Launch{Fold, ItemRows}),
	on(Parallel, "rows are many, or not long, or have more elements in all than an int counts", []ir.Form{FormSegReduce}, Launch{Fold, WarpRows}),
	on(Parallel, "rows are few and long", []ir.Form{FormSegReduce}, Launch{Fold, GroupRows}, Launch{Join, Items}),
	on(Any, "rows of a product that keeps all groups busy", []ir.Form{FormSegReduce}, Launch{Fold, Tiles}),
}

// sorting is the steps of a radix sort.
func sorting(d Devices, when string, soac ir.Form, keys, scan Grid, rest ...Launch) Strategy {
	return on(d, when, []ir.Form{soac}, slices.Concat([]Launch{{Keys, keys}, {CountDigits, Chunks}, {ScanDigits, scan}, {MoveDigits, Chunks}}, rest)...)
}

const (
	oneDevice = "no ranks divide launches"
	ranks     = "ranks divide launches"
	waits     = "the host waits for the device, and no ranks divide launches"
	atOnce    = "the host need not wait, or ranks divide launches"
)

// MostRanked is the most elements of rows that are ranked by comparing their elements.
const MostRanked = 32

var sorts = []Strategy{
	on(Serial, "rows have few elements", []ir.Form{FormRank}, Launch{Place, WholeRows}),
	on(Parallel, "rows have few elements", []ir.Form{FormRank}, Launch{Place, ItemRows}),
	sorting(Serial, waits, FormRank, MergePath, Digits, Launch{BySegment, Chunks}, Launch{Place, MergePath}),
	sorting(Parallel, oneDevice, FormRank, Located, Digits, Launch{BySegment, Items}, Launch{Place, Located}),
	sorting(Parallel, oneDevice, FormRank, Items, Digits, Launch{BySegment, Items}, Launch{Place, Items}),
	sorting(Serial, waits, FormSort, Chunks, Digits, Launch{Place, Chunks}),
	sorting(Parallel, oneDevice, FormSort, Items, Digits, Launch{Place, Items}),
	sorting(Serial, atOnce, FormRank, MergePath, OneGroup, Launch{BySegment, Chunks}, Launch{Place, MergePath}),
	sorting(Parallel, ranks, FormRank, Located, OneGroup, Launch{BySegment, Items}, Launch{Place, Located}),
	sorting(Parallel, ranks, FormRank, Items, OneGroup, Launch{BySegment, Items}, Launch{Place, Items}),
	sorting(Serial, atOnce, FormSort, Chunks, OneGroup),
	sorting(Parallel, ranks, FormSort, Items, OneGroup),
}

// StrategyOf is the strategy of steps for a SOAC on a kind of device; false if there is none.
func StrategyOf(soac ir.Form, t target.Desc, steps []*Step) (Strategy, bool) {
	for _, s := range Strategies {
		if s.On.Covers(t) && slices.Contains(s.Soacs, soac) && slices.EqualFunc(s.Steps, steps, func(l Launch, s *Step) bool { return l == Launch{s.Does, s.Grid} }) {
			return s, true
		}
	}
	return Strategy{}, false
}
