package lcu

// What steps do, and what part of the index space their groups have.

import "strings"

// A Grid divides an index space among groups and their work-items.
type Grid uint8

// The grids.
const (
	Single Grid = iota
	OneGroup
	Chunks
	Words
	Items
	MergePath
	Located
	WholeRows
	ItemRows
	WarpRows
	GroupRows
	Tiles
	Chain
	Digits
)

// grids has the name of every grid, the numbers it takes, and what it means.
var grids = [...]struct{ name, args, doc string }{
	Single:    {"single", "", "one work-item"},
	OneGroup:  {"onegroup", "", "one group has all"},
	Chunks:    {"chunks", "GRAIN [BOUND]", "a group has a run of elements, GRAIN at least; a loop below BOUND, and one from there"},
	Words:     {"words", "GRAIN", "a group has a run of the ints that hold the flags of 32 elements each, GRAIN at least"},
	Items:     {"items", "", "a work-item has one element"},
	MergePath: {"mergepath", "GRAIN", "a group has a run of the merge of elements and ends of segments"},
	Located:   {"located", "GRAIN", "a group has a run of elements, and finds their segments tile by tile"},
	WholeRows: {"wholerows", "", "a group has whole rows, one after another"},
	ItemRows:  {"itemrows", "", "a work-item has a row"},
	WarpRows:  {"warprows", "", "a warp has a row"},
	GroupRows: {"grouprows", "PIECES", "so many groups have a row"},
	Tiles:     {"tiles", "ROWS COLS STEPS DOWN ACROSS", "a group has the outputs of tiles, a work-item DOWN by ACROSS of them at a time; STEPS indices are in local memory"},
	Digits:    {"digits", "", "a group has what groups have counted of a digit; one has all if only one has counted, or groups are serial"},
	Chain:     {"chain", "TILE", "a group has a tile, and waits for what those before hand on"},
}

func (g Grid) String() string { return grids[g].name }

// Args names the numbers that a step with this grid takes, Doc says what it means.
func (g Grid) Args() string { return grids[g].args }
func (g Grid) Doc() string  { return grids[g].doc }

// Numbers is how many numbers a step with this grid takes, at least and at most.
func (g Grid) Numbers() (least, most int) {
	names := strings.Fields(grids[g].args)
	for _, name := range names {
		if name[0] != '[' {
			least++
		}
	}
	return least, len(names)
}

// Grids lists all of them.
func Grids() (out []Grid) {
	for g := range grids {
		out = append(out, Grid(g))
	}
	return out
}

// ParseGrid reads the name of a grid.
func ParseGrid(s string) (Grid, bool) {
	for g, x := range grids {
		if x.name == s {
			return Grid(g), true
		}
	}
	return 0, false
}

// A Work is what a step does with the elements of a grid.
type Work uint8

// What steps do.
const (
	All Work = iota
	Selected
	Fold
	FoldStoring
	Combine
	ScanParts
	ScanFrom
	ScanStored
	Complete
	Join
	Finish
	FoldOpen
	ScanCarries
	Keys
	CountDigits
	ScanDigits
	MoveDigits
	BySegment
	Place
)

// works has the name of every work and what it means.
var works = [...]struct{ name, doc string }{
	All:         {"all", "all that the SOAC makes"},
	Selected:    {"selected", "make results of the elements that flags select; the bits of an int are the flags of 32"},
	Fold:        {"fold", "fold the own part; of segments that lie in it, or rows, these are the results"},
	FoldStoring: {"foldstoring", "fold, and store what elements are, which is expensive"},
	Combine:     {"combine", "fold what groups have folded, if there are several"},
	ScanParts:   {"scanparts", "scan what groups have folded, if there are several"},
	ScanFrom:    {"scanfrom", "scan the own part from what precedes it"},
	ScanStored:  {"scanstored", "scan the own part, of stored elements but for the last"},
	Complete:    {"complete", "combine segments of which several groups have folded a piece"},
	Join:        {"join", "fold the pieces of rows, if there are several"},
	Finish:      {"finish", "the epilogue, in a launch of its own: it has several checks, whose order counts"},
	FoldOpen:    {"foldopen", "fold the piece of the segment that goes on in the next part, but in the last"},
	ScanCarries: {"scancarries", "scan these pieces by segment"},
	Keys:        {"keys", "evaluate the keys"},
	CountDigits: {"countdigits", "count how often digits occur; this and the next two, for every byte of the keys"},
	ScanDigits:  {"scandigits", "find where keys with a digit go"},
	MoveDigits:  {"movedigits", "move keys there"},
	BySegment:   {"bysegment", "if there are several segments: list those of the keys in order, to be sorted in turn"},
	Place:       {"place", "store what the order of the keys says; of rows alone, what comparing their elements says"},
}

func (w Work) String() string { return works[w].name }

// Doc says what it means.
func (w Work) Doc() string { return works[w].doc }

// Works lists all of them.
func Works() (out []Work) {
	for w := range works {
		out = append(out, Work(w))
	}
	return out
}

// ParseWork reads the name of a work.
func ParseWork(s string) (Work, bool) {
	for w, x := range works {
		if x.name == s {
			return Work(w), true
		}
	}
	return 0, false
}
