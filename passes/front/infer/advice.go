package infer

// What to do about type errors: hints.

import (
	"nessiec/ir/nesl"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/names"
)

// operandHint is advice about an operand, "" if there is none.
func operandHint(e *nesl.Apply, name string, op names.Operator, a *arguments, i int, f *hm.Failure) string {
	left, right := a.types[0].Find(), a.types[len(a.types)-1].Find()
	bad := a.types[i].Find()
	switch {
	case op.Compares && chained(e) && right.Kind != hm.Bool:
		return "comparisons cannot be chained: write a < b and b < c"
	case op.Compares && (bad.Kind == hm.Bool || bad.Kind == hm.Seq || bad.Kind == hm.Pair || bad.Kind == hm.Data):
		switch name {
		case "==":
			return "eql(a, b) compares values of any type"
		case "/=":
			return "not(eql(a, b)) compares values of any type"
		}
		return "only numbers and characters are ordered"
	case name == "+" && isString(left) && f.Kind == hm.BadClass:
		return "++ appends strings"
	case op.Likes == "numbers" && bad.Kind == hm.Seq && f.Kind == hm.BadClass:
		return "{a " + name + " b : a in xs; b in ys} works element by element, ++ appends"
	case op.Likes == "numbers" && bad.Kind == hm.Bool:
		return "btoi(b) is 1 for t and 0 for f"
	case name == "||" && i == 0 && bad.Kind == hm.Bool:
		return "the operator is called or; || fills a string up to a width"
	case name == "++" && (left.Kind != hm.Seq || right.Kind != hm.Seq):
		return appendHint(left, right)
	case f.Kind == hm.Mismatch && i == 1:
		return conversionHint(left, right)
	}
	return ""
}

// appendHint advises about a string that is appended to what is none.
func appendHint(left, right *hm.Type) string {
	for _, t := range []*hm.Type{left, right} {
		switch t.Kind {
		case hm.Char:
			return "[c] is the string with the one character c"
		case hm.Int, hm.Float, hm.Bool:
			if isString(left) || isString(right) {
				return "@x is the text of a value x"
			}
			return "[x] is the sequence with the one element x"
		}
	}
	return ""
}

func isString(t *hm.Type) bool {
	return t.Kind == hm.Seq && t.Args[0].Find().Kind == hm.Char
}

// chained reports whether the left operand of a comparison is one itself.
func chained(e *nesl.Apply) bool {
	pair, ok := e.Arg.(*nesl.Pair)
	if !ok {
		return false
	}
	inner, ok := pair.Left.(*nesl.Apply)
	if !ok {
		return false
	}
	g, ok := inner.Fn.(*nesl.Global)
	return ok && g.Version == 0 && names.Operators[g.Name].Compares
}

// conversionHint advises about an int where a float is wanted, and the other
// way round.
func conversionHint(a, b *hm.Type) string {
	for a, b = a.Find(), b.Find(); a.Kind == hm.Seq && b.Kind == hm.Seq; {
		a, b = a.Args[0].Find(), b.Args[0].Find()
	}
	if a.Kind == hm.Int && b.Kind == hm.Float || a.Kind == hm.Float && b.Kind == hm.Int {
		return "there is no implicit conversion: float(i) makes a float of an int, round(x) and trunc(x) an int; 2 is an int, 2.0 a float"
	}
	return ""
}

// classHint names the members of the class that was wanted.
func classHint(f *hm.Failure) string {
	for _, t := range []*hm.Type{f.B, f.A} {
		if t = t.Find(); t.Kind == hm.Var && members[t.Class.String()] != "" {
			return "the class " + t.Class.String() + " has the types " + members[t.Class.String()]
		}
	}
	return ""
}

var members = map[string]string{
	"number":  "int and float",
	"ordinal": "int, float and char",
	"logical": "int and bool",
	"scalar":  "int, float, bool and char",
	"ordered": "int, float, bool and char, and sequences and tuples of its types",
}
