// Package heap suits the heap of Go to a process that compiles one program and then runs it.
package heap

import (
	"os"
	"runtime/debug"
)

// At what growth of the heap, in percent, garbage is collected: compiling makes much of
// it in a short time.
const (
	Rarely  = 800
	AsUsual = 100
)

// Collect collects garbage at such growth from now on, unless the user has said when.
func Collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
