package prim

// The texts of run-time errors, all of them: those of the primitives below,
// and those of forms that carry checks of their own. Texts are NESL's where
// NESL has one (reference sections 5 and 8).

// Errors of primitives.
const (
	ErrDivide      = "Divide by zero."
	ErrRem         = "Divide by zero in function REM."
	ErrSqrt        = "Sqrt of negative number."
	ErrLn          = "Ln of negative number."
	ErrRand        = "Rand only works with positive numbers."
	ErrElt         = "Sequence reference (a[i]) out of bounds."
	ErrGet         = "Index out of bounds for function ->."
	ErrWrite       = "Index out of bounds for function <-."
	ErrWriteLength = "Length mismatch in function <-."
	ErrPermute     = "Bad arguments to function PERMUTE."
	ErrPartition   = "Length mismatch in function PARTITION."
	ErrPack        = "Length mismatch in function PACK."
	ErrIndex       = "Negative length in function INDEX."
	ErrDist        = "Negative length in function DIST."
)

// Errors of forms.
const (
	ErrEach  = "Length mismatch in an apply-to-each."
	ErrRange = "In [s:e:l], e must be >= to s, and l must be positive."
)

// ErrMemory is the error of a program that needs more memory than there is.
const ErrMemory = "Out of memory."

// ErrSize is the error of a program that works on more elements at a time than
// an int can count, in memory or not.
const ErrSize = "Out of memory: too many elements at a time for an int (-int=64 counts more)."
