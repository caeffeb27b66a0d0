//go:build !unix

package nkl

import "math"

// addressSpace is the limit of the process on its address space: elsewhere there is none.
func addressSpace() int64 { return math.MaxInt64 }
