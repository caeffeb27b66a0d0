// Package conformance compares with the recorded answers of the original NESL
// system: what it printed, its run-time errors, and what it rejected.
//
//	nesl.jsonl     the cases
//	different.txt  those that differ on purpose, each with its reason
//
// The tests answer every case with the evaluator of the first typed language,
// with the simulator of device programs, and with compiled programs: OpenCL, and
// CUDA on the processor.
package conformance
