package value

// Comparing values: NESL's eql, and the comparison of tests, which knows
// tolerance and says where the difference is.

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Equal is NESL's eql on two values of one type: same lengths and elements,
// floats by ==, function values of one type always equal.
func Equal(a, b Value) bool {
	switch a := a.(type) {
	case Tuple:
		b := b.(Tuple)
		for i := range a {
			if !Equal(a[i], b[i]) {
				return false
			}
		}
		return true
	case *Fun:
		return true
	case *Rec:
		return a.equal(b.(*Rec))
	case Seq:
		b := b.(Seq)
		return a.Len() == b.Len() && equalSeqs(a, b)
	}
	return a == b
}

// equal compares constructors and fields; what a list continues with is its last field.
func (r *Rec) equal(s *Rec) bool {
	for {
		last := len(r.Fields) - 1
		if r.Tag != s.Tag {
			return false
		}
		for i, f := range r.Fields {
			if i < last && !Equal(f, s.Fields[i]) {
				return false
			}
		}
		if last < 0 {
			return true
		}
		x, ok := r.Fields[last].(*Rec)
		if !ok {
			return Equal(r.Fields[last], s.Fields[last])
		}
		r, s = x, s.Fields[last].(*Rec)
	}
}

// equalSeqs compares the elements of two sequences of one length.
func equalSeqs(a, b Seq) bool {
	switch a := a.(type) {
	case Ints:
		return equalSlices(a, b.(Ints))
	case Floats:
		return equalSlices(a, b.(Floats))
	case Bools:
		return equalSlices(a, b.(Bools))
	case Chars:
		return equalSlices(a, b.(Chars))
	case *Rows:
		for k, c := range a.Cols {
			if !equalSeqs(c, b.(*Rows).Cols[k]) {
				return false
			}
		}
		return true
	}
	for i := range a.Len() {
		if !Equal(a.At(i), b.At(i)) {
			return false
		}
	}
	return true
}

func equalSlices[T comparable](a, b []T) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Close reports whether two floats are the same number, both NaN, or differ by
// at most tol relative to the larger one.
func Close(x, y, tol float64) bool {
	if x == y || x != x && y != y {
		return true
	}
	big := math.Max(math.Abs(x), math.Abs(y))
	return !math.IsInf(big, 0) && math.Abs(x-y) <= tol*big
}

// Diff says where a and b differ, as a path and the two values, or is "" when
// they agree, floats within relative tolerance tol.
func Diff(a, b Value, tol float64) string {
	switch a := a.(type) {
	case Float:
		if b, ok := b.(Float); ok && Close(float64(a), float64(b), tol) {
			return ""
		}
	case Tuple:
		if b, ok := b.(Tuple); ok && len(a) == len(b) {
			return diffEach(a, b, tol, ".%d")
		}
	case *Fun:
		if b, ok := b.(*Fun); ok && a.Label == b.Label && len(a.Captures) == len(b.Captures) {
			return diffEach(a.Captures, b.Captures, tol, ".%d")
		}
	case Seq:
		if b, ok := b.(Seq); ok {
			return diffSeq(a, b, tol)
		}
	case Char:
		if b, ok := b.(Char); ok {
			if a == b {
				return ""
			}
			return fmt.Sprintf(": `%c, not `%c", a, b)
		}
	default:
		if a == b {
			return ""
		}
	}
	return fmt.Sprintf(": %v, not %v", a, b)
}

func diffEach(a, b []Value, tol float64, step string) string {
	for i := range a {
		if d := Diff(a[i], b[i], tol); d != "" {
			return fmt.Sprintf(step, i) + d
		}
	}
	return ""
}

func diffSeq(a, b Seq, tol float64) string {
	if a.Len() != b.Len() {
		return fmt.Sprintf(": length %d, not %d", a.Len(), b.Len())
	}
	for i := range a.Len() {
		if d := Diff(a.At(i), b.At(i), tol); d != "" {
			return fmt.Sprintf("[%d]", i) + d
		}
	}
	return ""
}

// CloseText reports whether two outputs agree: the same words after collapsing
// white space, where numbers that are not both ints may differ by relative tol.
func CloseText(a, b string, tol float64) bool {
	x, y := words(a), words(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && !closeNumbers(x[i], y[i], tol) {
			return false
		}
	}
	return true
}

func closeNumbers(a, b string, tol float64) bool {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	isFloat := func(s string) bool { return strings.ContainsAny(s, ".eEn") }
	return err1 == nil && err2 == nil && isFloat(a) && isFloat(b) && Close(x, y, tol)
}

// words splits text into numbers, names and single other characters.
func words(s string) []string {
	var out []string
	start := -1
	for i, r := range s {
		// A sign belongs to a number after a blank, a bracket or an exponent.
		sign := (r == '-' || r == '+') && i+1 < len(s) && (start < 0 || strings.IndexByte("eE", s[i-1]) >= 0)
		inside := unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '_' || sign
		if inside {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			out, start = append(out, s[start:i]), -1
		}
		if !unicode.IsSpace(r) {
			out = append(out, string(r))
		}
	}
	if start >= 0 {
		out = append(out, s[start:])
	}
	return out
}
