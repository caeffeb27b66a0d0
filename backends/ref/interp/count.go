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

// String lists the counters that are not zero.
func (c Counters) String() string {
	var b strings.Builder
	for _, x := range []struct {
		name string
		n    int64
	}{
		{"work", c.Work}, {"span", c.Span}, {"calls", c.Calls}, {"kernels", c.Kernels}, {"arrays", c.Arrays},
		{"reads", c.Reads}, {"writes", c.Writes}, {"copies", c.Copies}, {"peak", c.Peak}, {"transfers", c.HostTransfer},
	} {
		if x.n != 0 {
			fmt.Fprintf(&b, " %s=%d", x.name, x.n)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}
