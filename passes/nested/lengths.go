package nested

// What the text of a program tells about lengths: which sequences are made
// with equal lengths, and which ints cannot be negative.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/nested/code"
)

// lengthFacts remembers how variables are made. Two sequences have equal
// lengths for sure when their marks meet; a mark is a variable (or the literal
// number of elements) that a length is known to come from.
type lengthFacts struct {
	made  map[*nkl.Var]nkl.Expr
	marks map[*nkl.Var][]mark
}

// A mark is a source of lengths.
type mark struct {
	kind markKind
	v    *nkl.Var
	n    int64
}

type markKind uint8

const (
	ofSeq    markKind = iota // the length of sequence v
	ofCount                  // the value of int v
	ofFlags                  // the number of set flags in v
	ofNumber                 // n
)

// maxMarks bounds the marks of one variable, so that work stays linear.
const maxMarks = 8

func newLengthFacts() *lengthFacts {
	return &lengthFacts{made: map[*nkl.Var]nkl.Expr{}, marks: map[*nkl.Var][]mark{}}
}

// learn records that v is bound to the value of e, whose operands are atoms
// where it matters.
func (f *lengthFacts) learn(v *nkl.Var, e nkl.Expr) {
	f.made[v] = e
	marks := append([]mark{{kind: ofSeq, v: v}}, f.sources(e)...)
	if len(marks) > maxMarks {
		marks = marks[:maxMarks]
	}
	f.marks[v] = marks
}

// sources are the marks of a sequence made by e.
func (f *lengthFacts) sources(e nkl.Expr) []mark {
	switch e := e.(type) {
	case *nkl.Ref:
		return f.of(e)
	case *nkl.Each:
		var out []mark
		for _, s := range e.Seqs {
			out = append(out, f.of(s)...)
		}
		return out
	case *nkl.Seq:
		return []mark{{kind: ofNumber, n: int64(len(e.Elems))}}
	case *nkl.Prim:
		return f.ofPrim(e)
	}
	return nil
}

func (f *lengthFacts) ofPrim(e *nkl.Prim) []mark {
	switch e.Op.Name {
	case "index":
		return f.count(e.Args[0])
	case "dist":
		return f.count(e.Args[1])
	case "pack":
		if r, ok := e.Args[1].(*nkl.Ref); ok {
			return []mark{{kind: ofFlags, v: r.Var}}
		}
	case "get":
		return f.of(e.Args[1])
	case "permute", "write", "rank", "rank_down", "plus_scan", "mult_scan", "max_scan", "min_scan", "and_scan", "or_scan", "xor_scan":
		return f.of(e.Args[0])
	}
	return nil
}

// of is the marks of a sequence that is an atom.
func (f *lengthFacts) of(e nkl.Expr) []mark {
	r, ok := e.(*nkl.Ref)
	if !ok {
		return nil
	}
	if ms := f.marks[r.Var]; ms != nil {
		return ms
	}
	return []mark{{kind: ofSeq, v: r.Var}}
}

// count is the marks of a sequence of n elements.
func (f *lengthFacts) count(n nkl.Expr) []mark {
	switch n := n.(type) {
	case *nkl.Int:
		return []mark{{kind: ofNumber, n: n.Val}}
	case *nkl.Prim:
		if n.Op.Name == "length" {
			return f.of(n.Args[0])
		}
	case *nkl.Ref:
		own := mark{kind: ofCount, v: n.Var}
		if l, ok := f.made[n.Var].(*nkl.Prim); ok && l.Op.Name == "length" {
			return append([]mark{own}, f.of(l.Args[0])...)
		}
		return []mark{own}
	}
	return nil
}

// sameLength reports whether two sequences, atoms, are known to be of equal
// length.
func (f *lengthFacts) sameLength(a, b nkl.Expr) bool {
	for _, m := range f.of(a) {
		for _, n := range f.of(b) {
			if m == n {
				return true
			}
		}
	}
	return false
}

// evident reports whether a check always holds for these arguments, atoms.
func (f *lengthFacts) evident(ch prim.Check, args []nkl.Expr) bool {
	arg := args[ch.Args[0]]
	switch ch.Cond {
	case prim.NonZero:
		return literalSign(arg) != 0
	case prim.Positive:
		return literalSign(arg) > 0
	case prim.NotNegative:
		return f.notNegative(arg)
	case prim.SameLength:
		return f.sameLength(arg, args[ch.Args[1]])
	}
	return false
}

// literalSign is the sign of a literal number, 0 if e is none.
func literalSign(e nkl.Expr) int {
	switch e := e.(type) {
	case *nkl.Int:
		return sign(e.Val)
	case *nkl.Float:
		return sign(e.Val)
	}
	return 0
}

func sign[T int64 | float64](x T) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// notNegative reports whether e cannot be negative: a literal, a length, a
// number of set flags.
func (f *lengthFacts) notNegative(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Int:
		return e.Val >= 0
	case *nkl.Float:
		return e.Val >= 0
	case *nkl.Ref:
		return f.made[e.Var] != nil && f.notNegative(f.made[e.Var])
	case *nkl.Prim:
		switch e.Op.Name {
		case "length", "btoi":
			return true
		case "sum":
			return f.countsFlags(e.Args[0])
		}
	}
	return false
}

// countsFlags reports whether e is a sequence of 0s and 1s.
func (f *lengthFacts) countsFlags(e nkl.Expr) bool {
	if r, ok := e.(*nkl.Ref); ok {
		e = f.made[r.Var]
	}
	x, ok := e.(*nkl.Each)
	return ok && code.IsOp(x.Body, "btoi")
}
