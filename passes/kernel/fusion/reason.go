package fusion

import "strings"

// A Why is a kind of reason for which two invocations are in different kernels.
type Why uint8

// The reasons. Compatible is none.
const (
	Compatible Why = iota
	SizesDiffer
	SegmentsDiffer
	NeedsSegments
	KeepsOthers
	KindsDiffer
	NeedsAll
	NotYetKnown
	NeedsWhole
	NeedsFirst
	NeedsCount
	HostBetween
	UpdateAlone
	WritesInPlace
	EndsInNone
	FailsTwice
	FailsUnselected
	FailsInFilter
	ExpensiveTwice
	RecomputesExpensive
	InclusiveDiffers
	TotalsDiffer
	NeedsPlaces
	UsesPositions
	ReadsPlaces
	KeepsSize
	NeedsRanks
	StoresSelected
	NeededElsewhere
	ReadsCopied
	IncompatibleCopy
	TooWide
	Implied // by reasons of other pairs
)

// texts say the reasons to people, % being what a Reason is about.
var texts = [...]string{
	SizesDiffer:         "their sizes differ",
	SegmentsDiffer:      "their segments differ",
	NeedsSegments:       "one needs segments, the other must not have them",
	KeepsOthers:         "they keep different elements",
	KindsDiffer:         "they do different things with their elements",
	NeedsAll:            "one needs all of %, which the other makes",
	NotYetKnown:         "the elements of % are not known until all are",
	NeedsWhole:          "one needs all that the other makes",
	NeedsFirst:          "one needs what the other makes first",
	NeedsCount:          "one needs to know how many elements the other keeps",
	HostBetween:         "the host comes between them",
	UpdateAlone:         "an update is a kernel by itself",
	WritesInPlace:       "one reads what the other writes to in place",
	EndsInNone:          "one makes scalars, the other does not end in any",
	FailsTwice:          "one fails, the other looks at elements twice",
	FailsUnselected:     "one fails, the other looks at selected elements only",
	FailsInFilter:       "one fails, and filters look at elements twice",
	ExpensiveTwice:      "one is dear, the other looks at elements twice",
	RecomputesExpensive: "one would compute again what is dear",
	InclusiveDiffers:    "one scan is inclusive, the other is not",
	TotalsDiffer:        "one scan has an entry for all elements, the other has not",
	NeedsPlaces:         "one needs the places of the elements that the other keeps",
	UsesPositions:       "one uses positions among the elements that the other keeps",
	ReadsPlaces:         "one reads % at places among the elements that the other keeps",
	KeepsSize:           "the other keeps the size",
	NeedsRanks:          "the ranks of what the first filter keeps are needed",
	StoresSelected:      "one makes an array of elements that the other keeps",
	NeededElsewhere:     "% is needed elsewhere, and a kernel of both cannot make it",
	ReadsCopied:         "one reads other elements of what the other makes, in what is copied",
	IncompatibleCopy:    "what is copied there cannot be with the other",
	TooWide:             "a kernel of both has more parameters than drivers take",
	Implied:             "others that have to be with them cannot be together",
}

// A Reason says why two invocations are in different kernels; the zero Reason is none.
type Reason struct {
	Why Why
	Of  string // the name of the array or scalar that it is about
}

// Because is a reason that is about nothing in particular.
func Because(w Why) Reason { return Reason{Why: w} }

// String is the reason for people, "" of none.
func (r Reason) String() string { return strings.Replace(texts[r.Why], "%", r.Of, 1) }
