// Package division says what ranks do with the launches of a program (-ranks,
// docs/ranks.md): which are divided among ranks and which every rank runs whole, why, and
// what has to be sent before each.
//
//	division.go   what is known of a launch, and of each array that it uses
//	flow.go       where arrays are, through host code
//	text.go       a Report for people
package division

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/target"
)

// A Why is the reason that every rank runs the whole of a launch, or none.
type Why uint8

// The reasons.
const (
	Divided  Why = iota // it is divided
	OneGroup            // it has one group at most, whatever the size of the data
	Computed            // it writes to computed places
	Counted             // the device decides how many groups it has
	Unknown             // the kernel does not say which elements a group has
)

var reasons = [...]string{
	OneGroup: "it has one group",
	Computed: "it writes to computed places",
	Counted:  "the device decides how many groups it has",
	Unknown:  "it does not say which elements a group has",
}

func (w Why) String() string { return reasons[w] }

// A Report is the launches of a program in the order of host code, and what is sent for
// the world outside.
type Report struct {
	Launches []*Launch
	Results  []*Result

	device target.Desc
}

// A Result is an array that is brought everywhere as it leaves the program: it is printed,
// or a routine of the runtime takes it.
type Result struct {
	Pos   ir.Pos // where it was made, or of the call that takes it
	Place Place
	Bytes int
}

// A Launch is a launch in host code.
type Launch struct {
	Kernel *kir.Kernel
	Func   string // that launches it
	Pos    ir.Pos
	Why    Why
	Uses   []*Use
}

// A Use is an array that a launch uses.
type Use struct {
	Name   string // of the parameter
	Access kir.Access
	Place  Place // where the array is before the launch
	Made   ir.Pos
	Bytes  int   // of an element
	Count  int64 // elements, if known; else -1
}

// Place says where the elements of an array may be, a set: what differs between runs of a
// launch is both.
type Place uint8

// The places. An array that nobody has written is nowhere.
const (
	Everywhere Place = 1 << iota // every rank has all elements
	Few                          // each rank has the numbers of its groups, as many as groups
	Blocks                       // each rank has a block of the elements
)

// divided reports whether ranks may have parts of it.
func (p Place) divided() bool { return p&(Few|Blocks) != 0 }

// Moved is what a launch needs of an array that is not where it is.
type Moved uint8

// What may have to be sent: nothing, blocks between neighbours if they differ from those
// of the launch, a number for each group to all, or all elements to all.
const (
	Nothing Moved = iota
	Own
	Partials
	Read    // the elements that a rank reads
	Written // the elements that a rank writes and others have
	All
)

// Moved is what has to be sent for a use in a launch.
func (l *Launch) Moved(u *Use) Moved {
	switch {
	case u.Access.Delivers() && l.Why == Divided:
		return Written
	case !u.Place.divided() || u.Access == kir.Amended || u.Access.WriteOnly() && l.Why == Divided:
		return Nothing
	case l.Why == Divided && u.Access.Divided():
		return Own
	case u.Place&Blocks != 0 && u.Access == kir.Fetched:
		return Read
	case u.Place&Blocks != 0:
		return All
	}
	return Partials
}

// Small reports whether an array is known to have at most limit elements.
func (u *Use) Small(limit int64) bool { return u.Count >= 0 && u.Count <= limit }

// Replicates reports whether the launch wants an array everywhere that may be large and in blocks.
func (r *Report) Replicates(l *Launch) bool {
	return slices.ContainsFunc(l.Uses, func(u *Use) bool { return l.Moved(u) == All && !u.Small(int64(r.device.Grain)) })
}

// Kernels counts the kernels by what ranks do with their launches, and those of which one needs an
// array everywhere that may be large. A kernel that is divided in some launches only counts
// with the others.
func (r *Report) Kernels() (by map[Why]int, replicating int) {
	whys, wants := map[*kir.Kernel]Why{}, map[*kir.Kernel]bool{}
	for _, l := range r.Launches {
		whys[l.Kernel] = max(whys[l.Kernel], l.Why)
		wants[l.Kernel] = wants[l.Kernel] || r.Replicates(l)
	}
	by = map[Why]int{}
	for k, why := range whys {
		by[why]++
		if wants[k] {
			replicating++
		}
	}
	return by, replicating
}

// why decides what ranks do with the launch of a kernel with arguments.
func why(k *kir.Kernel, launch *kir.Launch) Why {
	if atMostOne(launch.Groups) {
		return OneGroup
	}
	for i, a := range k.Access {
		if a == kir.Scatter && launch.Args[i].Form() != kir.FormErrorWord {
			return Computed
		}
	}
	if kir.DivisionOf(k) != nil || kir.AnyGroups(k) {
		return Divided
	}
	if ir.Any(k.Body, func(e kir.Expr) bool { return e.Form() == kir.FormLimit }) {
		return Counted
	}
	return Unknown
}

// atMostOne reports whether a number of groups is 1 at most.
func atMostOne(e kir.Expr) bool {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val <= 1
	case *kir.Select:
		return atMostOne(e.Then) && atMostOne(e.Else)
	case *kir.Prim:
		return e.Op.Code == prim.Min && slices.ContainsFunc(e.Args, atMostOne)
	}
	return false
}
