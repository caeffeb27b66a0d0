package interp

// Cost counters. Work and span are those of NESL's cost model (reference
// section 14): a scalar operation costs 1 and 1; a sequence operation the
// lengths of arguments and result, and 1; an apply-to-each the sum of its
// bodies plus its length, and the largest of its bodies plus 1; a conditional
// its condition and the arm that is taken. The others count what compiled
// programs would do; a level counts what it knows.

import (
	"fmt"
	"strings"
)

// Counters is what an evaluation cost.
type Counters struct {
	Work, Span   int64
	Calls        int64 // functions called
	Kernels      int64 // kernels launched
	Arrays       int64 // arrays allocated
	Reads        int64 // elements read
	Writes       int64 // elements written
	Copies       int64 // elements written that were read as they are
	Peak         int64 // most bytes of arrays that variables held at a time
	HostTransfer int64 // values moved between host and device
}

// Describe lists the counters that are not zero, for people, with their units.
func (c Counters) Describe() string {
	var b strings.Builder
	for _, x := range c.all() {
		switch {
		case x.n == 0:
		case x.unit == "":
			fmt.Fprintf(&b, ", %s %d", x.name, x.n)
		default:
			fmt.Fprintf(&b, ", %s %d %s", x.name, x.n, x.unit)
		}
	}
	return strings.TrimPrefix(b.String(), ", ")
}

// String lists the counters that are not zero.
func (c Counters) String() string {
	var b strings.Builder
	for _, x := range c.all() {
		if x.n != 0 {
			fmt.Fprintf(&b, " %s=%d", x.name, x.n)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// A counter is one of Counters; the unit of those that count what they are called is "".
type counter struct {
	name string
	n    int64
	unit string
}

func (c Counters) all() []counter {
	return []counter{{"work", c.Work, "operations"}, {"span", c.Span, "steps"}, {"calls", c.Calls, ""}, {"kernels", c.Kernels, "launches"}, {"arrays", c.Arrays, ""},
		{"reads", c.Reads, "elements"}, {"writes", c.Writes, "elements"}, {"copies", c.Copies, "elements"}, {"peak", c.Peak, "bytes"}, {"transfers", c.HostTransfer, "values"}}
}
