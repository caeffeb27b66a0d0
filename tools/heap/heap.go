// Package heap suits the heap of Go to a process that compiles one program and then runs it.
package heap

import (
	"os"
	"runtime/debug"

	"nessiec/tools/heap/early"
)

// At what growth of the heap, in percent, garbage is collected: compiling makes much of
// it in a short time.
const (
	Rarely  = 100 * (early.Share - 1)
	AsUsual = 100
)

// Collect collects garbage at such growth from now on, unless the user has said when.
func Collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// Populate has the memory that a program of usual size needs to be compiled brought while others
// go on. Passes touch most of it once, and to get that page by page of 4 kB takes a tenth of
// their time.
func Populate() { go early.Populate() }
