// Package device turns kernels of λcu into programs with memory and work-items
// (PASSES section D): lower-kernels. The passes after it are packages below:
//
//	lanes      widen-loops: loops take several elements at a time
//	guards     split-loops: loops have a part without guards and checks
//	failures   insert-error-protocol: failures become words in memory
//	transfers  keep-counts, schedule-transfers, advance-reads: what the host reads, and when
//	series     join-launches: launches that follow each other are one
//	memory     plan-memory: owners of buffers, reuse in place
//	legal      legalise-target: names that C, OpenCL and CUDA accept
//	code       writing statements, for all of them
//	facts      what the host knows about lengths
//
// Files of lower-kernels:
//
//	module, host, control, cells, fit, decide           host code: functions, control flow, scalars, lengths
//	plan, run, kernel, elements, split, hoist, unused   a kernel and its launches, the code of thunks
//	ranges, rangewalk, rangeloop, sight                 which loads need no guard
//	maps, reduce, scan, scandear, compact, rank, sort   flat combinators; epilogue: maps of their results
//	segments, segscan, rows, rowreduce, walk, finder    segmented ones
//	grid, tiles, tiler, tileloops, facets               products of rows, in tiles
//	chunk, tile, warp                                   what groups do with their part
//	target, arith                                       kinds of device; short names for arithmetic
//
// Glossary of lower-kernels:
//
//	Target     the constants of a kind of device (target.go)
//	control    Let, If, Loop, Check of λcu as statements, in kernels and on the host (control.go)
//	kernelGen  one kernel being written; its parameters appear as thunks need them (kernel.go)
//	shared     a finished kernel and what it must be given; equal kernels are one (module.go)
//	hostGen    one host function being written (host.go)
//	chunk      the elements or merge steps of one group; tile, those of a group at one time
//	walk       the pieces of segments in a chunk, one after another (walk.go)
//	cell       a scalar that stays on the device, as an element of a buffer (cells.go)
//
// Loads: element code may index arrays anywhere and out-of-range reads are
// zero. A load at the thunk's own index that every element makes is not
// guarded: the host passes a buffer that is long enough (fit.go). All other
// loads compare the index with the length. So no data, not even the junk
// behind a failed check, leads outside a buffer.
//
// Float order: how elements are grouped depends on the constants of the Target
// and on the number of elements, never on the machine.
package device
