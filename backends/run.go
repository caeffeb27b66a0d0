package backends

// Running programs in this process.

import (
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// A Runner executes the actions of a program in a world, on the values that it reads.
// emit is told every result as soon as it is there. The error is how the program failed.
type Runner func(o pass.Options, w *interp.World, inputs []value.Value, emit func(interp.Result)) (interp.Counters, *interp.Error)

// An Execution says how a program is run.
type Execution struct {
	Threads int    // that run kernels; 0: as many as there are cores
	Memory  int64  // bytes that it may have; 0: as many as there can be
	Prefix  bool   // of results, no more is needed than what is printed
	Bench   *Bench // measures actions; nil: does not
	// Keep finds the directory with what earlier runs have compiled and kept for a key, "" if
	// there is no place, and what keeps what is there now. nil: nothing is kept.
	Keep func(key ...string) (dir string, keep func())
}

// A Bench says what is measured: one cold run and so many more of every action that
// has a name, or of those that are called Name.
type Bench struct {
	Runs   int
	Name   string
	Report func(Measured)
}

// Measured is the times of an action; there are none if it cannot be done again.
type Measured struct {
	Name string
	Cold time.Duration
	Runs []time.Duration
	Once interp.Counters // of one run; the peak is that of the program so far
}
