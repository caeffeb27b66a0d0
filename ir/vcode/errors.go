package vcode

// What stops a program, beside the errors of primitives. The machine that executed VCODE
// checked none of it unless it was asked to.

// Run-time errors.
const (
	ErrLengths     = "Vectors of different lengths."
	ErrOne         = "A vector with one element is expected."
	ErrDescriptor  = "A segment descriptor has another number of elements than its vector."
	ErrSegments    = "A vector has another number of elements than there are segments."
	ErrCounts      = "Segment descriptors with different numbers of segments."
	ErrNegative    = "A segment of negative length."
	ErrIndex       = "Index out of bounds of its segment."
	ErrPermutation = "Places that are no permutation of their segment."
	ErrMode        = "The mode of FOPEN is 1 to read, 2 to write, or 3 to append."
	ErrExit        = "The program ended at EXIT."
)

// Stderr is the stream that WRITE writes to.
const Stderr = 2
