//go:build unix

package nkl

import (
	"math"
	"syscall"
)

// addressSpace is the limit of the process on its address space, of which the
// Go runtime reserves some for itself.
func addressSpace() int64 {
	const reserved = 1 << 30
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &r); err != nil || r.Cur > math.MaxInt64 {
		return math.MaxInt64
	}
	return max(int64(r.Cur)-reserved, 64<<20)
}
