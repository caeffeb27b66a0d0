// Package property tests that a function of the library means the same
// everywhere: random well-typed arguments give the same value, or the same
// error, at every level of the pipeline, alone and for all elements of a map.
//
//	types_test.go    signatures, and types with their variables replaced
//	values_test.go   random values as literals
//	domains_test.go  arguments that fit the checks of a function
//	subjects_test.go what is tested: the library, the operators, some programs
//	levels_test.go   the test at every level that is executed
//	opencl_test.go   the test of compiled programs, many subjects in each
//	random_test.go   random numbers: distribution and independence
//
// Tests take a sample; all of it is taken when NESSIEC_LONG is set.
package property
