// Package heap suits the heap of Go to a process that compiles one program and then runs it.
package heap

import (
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"

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

// Pages are brought so many ahead of those that the heap uses, at least batch at a time.
const (
	ahead = 8
	batch = 2
)

var brought atomic.Int64 // pages

// Populate has the memory brought that is needed next while a program is compiled, as others go on.
// Passes touch most of it once, and to get it when they do takes a tenth of their time. It is called
// again as the heap grows.
func Populate() {
	objects := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(objects)
	first, end := brought.Load(), early.Used(objects[0].Value.Uint64())+ahead
	if end >= first+batch && brought.CompareAndSwap(first, end) {
		go early.Populate(first, end)
	}
}
