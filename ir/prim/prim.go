// Package prim is the table of primitives: the one place where a primitive is
// declared. Passes, evaluators, emitters and the documentation ask the table.
//
// A primitive is an operation that cannot be written in NESL (the rest is in
// the prelude). Scalar primitives work on base types on the host, in element
// blocks and in kernels; sequence primitives exist in NKL only and are removed
// by flattening; effects are host-only.
//
// Glossary of the package:
//
//	Prim     one entry of the table (prim.go); Table and Lookup find it (table.go)
//	Scheme   its type, over variables bounded by classes (scheme.go)
//	Shape    how the lengths of results follow from those of arguments (shape.go)
//	Check    a precondition: a Cond over some arguments (cond.go), with its message (errors.go)
//	Word     a scalar of any base type as 64 bits; Op, an operation on words (word.go, eval.go)
//	Rop      the operator of a reduction or scan (rop.go)
package prim

import (
	"nessiec/ir/types"
)

// A Class tells where a primitive may occur; languages filter by it.
type Class uint8

// The classes.
const (
	Scalar  Class = iota // base types to a base type; in every family
	Seq                  // on sequences; removed by flatten
	Generic              // type-directed (eql, hash_of, string, identity); removed by expand-type-cases
	Random               // draws from the hidden key; removed by thread-random
	Effect               // input, output, rand_seed, error: host only, never moved
)

var classNames = [...]string{"scalar", "seq", "generic", "random", "effect"}

func (c Class) String() string { return classNames[c] }

// A Prim is everything the compiler knows about one primitive.
type Prim struct {
	Code     Code // its place in Table; set when the table is made
	Name     string
	Doc      string
	Class    Class
	Type     string // scheme: "(a a) a; a:number"; see Scheme
	Shape    string // lengths of the sequences in Type, in order: "n n -> ?k"; see ParseShape
	Lift     Lift
	Lower    Lower
	Checks   []Check  // what insert-checks tests before it, in this order
	Serial   bool     // may not be called in parallel (reference section 6)
	Example  []string // "plus_scan([1,2,3]) = [0,1,3]", in NESL syntax; executed at every level
	Eval     Eval     // the operation itself, for scalar primitives
	Latency  Latency  // of scalar primitives
	Swapped  Code     // the primitive that does the same with exchanged operands; itself if it commutes
	Negation Code     // of a comparison: the one that holds where it does not, but for NaN
	scheme   *Scheme  // parsed Type; set when the table is made
}

// A Latency is how long a scalar primitive takes on processors and devices, roughly.
type Latency uint8

// The latencies, in increasing order.
const (
	Simple         Latency = iota // an instruction or a few
	Root                          // a square root
	Division                      // a quotient or remainder
	Mixing                        // a round of the generator of random numbers
	Transcendental                // a function of the mathematical library
)

// A Check is one precondition of a partial primitive: Cond over the arguments
// whose numbers are Args, in that order. Where it fails, the program stops with
// the run-time error Error.
type Check struct {
	Cond  Cond
	Args  []int
	Error string // the text after RUNTIME ERROR:
}

// A Lift says how flattening does the primitive for all active elements.
type Lift interface{ isLift() }

// A Lower says what a primitive becomes below NKL.
type Lower interface{ isLower() }

type (
	// Elementwise primitives are mapped over the data.
	Elementwise struct{}
	// Reduction primitives fold a sequence by Op; lifted, every segment.
	Reduction struct{ Op Rop }
	// Scanning primitives are the exclusive scan by Op; lifted, of every segment.
	Scanning struct{ Op Rop }
	// ByRule primitives have a flattening rule of their own in passes/flatten.
	ByRule struct{}
	// InOrder primitives are effects that the host does for one element after another.
	InOrder struct{}
	// Never marks primitives that are gone, or not allowed, before flattening.
	Never struct{ Why string }

	// ScalarOp is an operation of kernels and of the host; backends spell it.
	ScalarOp struct{}
	// Gone names the pass that removes the primitive.
	Gone struct{ Pass string }
	// Runtime is a routine of the host runtime that every backend provides.
	Runtime struct{ Fn string }
)

func (Elementwise) isLift() {}
func (Reduction) isLift()   {}
func (Scanning) isLift()    {}
func (ByRule) isLift()      {}
func (InOrder) isLift()     {}
func (Never) isLift()       {}
func (ScalarOp) isLower()   {}
func (Gone) isLower()       {}
func (Runtime) isLower()    {}

func (p *Prim) String() string { return p.Name }

// Scheme is the type of p.
func (p *Prim) Scheme() *Scheme { return p.scheme }

// ResultOf returns the result type of p for arguments of types args, or an
// error that says which argument does not fit. Sizes are ignored: the result
// has none.
func (p *Prim) ResultOf(args []*types.Type) (*types.Type, error) { return p.scheme.Apply(args) }

// IsEffect reports whether p does input or output, sets the generator or stops
// the program: no pass may drop, duplicate or move it.
func (p *Prim) IsEffect() bool { return p.Class == Effect || p.Serial }
