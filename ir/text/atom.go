package text

// Literals and names as atoms. What an atom is can be told from its text:
//
//	12 -3              an integer
//	1.5 1e+20 inf nan  a float (shortest text that reads back; nan:BITS for odd NaNs)
//	true false         a truth value
//	char:97            a character
//	@0:3:7             a position
//	"a b"              a string; without quotes where it looks like a name
//	x x.1              a variable

import (
	"math"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/sexp"
)

// A Sort tells literals and variables apart by their text.
type Sort uint8

// The sorts of atoms that stand for an expression.
const (
	SortVar Sort = iota
	SortInt
	SortFloat
	SortBool
	SortChar
	SortStr
)

// SortOf is the sort of an atom that stands for an expression.
func SortOf(s string) Sort {
	switch {
	case s == "true" || s == "false":
		return SortBool
	case s == "inf" || s == "-inf" || s == "nan" || strings.HasPrefix(s, "nan:"):
		return SortFloat
	case strings.HasPrefix(s, "char:"):
		return SortChar
	case s != "" && s[0] == '"':
		return SortStr
	case s != "" && (isDigit(s[0]) || s[0] == '-' && len(s) > 1):
		if strings.ContainsAny(s, ".e") {
			return SortFloat
		}
		return SortInt
	}
	return SortVar
}

// Int writes an integer of any width.
func Int[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](i T) *sexp.Node {
	return sexp.A(strconv.FormatInt(int64(i), 10))
}

// ReadInt reads what Int wrote.
func ReadInt[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32](n *sexp.Node) T {
	i, err := strconv.ParseInt(atom(n, "an integer"), 10, 64)
	if err != nil || int64(T(i)) != i {
		Fail(n, "expected an integer, found %s", n.Atom)
	}
	return T(i)
}

// Float writes f so that ReadFloat gives the same bits.
func Float(f float64) *sexp.Node { return sexp.A(FormatFloat(f)) }

// FormatFloat is the text of Float.
func FormatFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f) && math.Float64bits(f) == math.Float64bits(math.NaN()):
		return "nan"
	case math.IsNaN(f):
		return "nan:" + strconv.FormatUint(math.Float64bits(f), 16)
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// ReadFloat reads what Float wrote.
func ReadFloat(n *sexp.Node) float64 {
	s := atom(n, "a float")
	switch s {
	case "inf":
		return math.Inf(1)
	case "-inf":
		return math.Inf(-1)
	case "nan":
		return math.NaN()
	}
	if hex, ok := strings.CutPrefix(s, "nan:"); ok {
		if u, err := strconv.ParseUint(hex, 16, 64); err == nil {
			return math.Float64frombits(u)
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || SortOf(s) != SortFloat {
		Fail(n, "expected a float, found %s", s)
	}
	return f
}

// Bool writes true or false.
func Bool(b bool) *sexp.Node { return sexp.A(strconv.FormatBool(b)) }

// ReadBool reads what Bool wrote.
func ReadBool(n *sexp.Node) bool {
	s := atom(n, "true or false")
	if s != "true" && s != "false" {
		Fail(n, "expected true or false, found %s", s)
	}
	return s == "true"
}

// Char writes a char.
func Char(c byte) *sexp.Node { return sexp.A("char:" + strconv.Itoa(int(c))) }

// ReadChar reads what Char wrote.
func ReadChar(n *sexp.Node) byte {
	s, ok := strings.CutPrefix(atom(n, "a character"), "char:")
	i, err := strconv.ParseUint(s, 10, 8)
	if !ok || err != nil {
		Fail(n, "expected char:N with N below 256, found %s", n.Atom)
	}
	return byte(i)
}

// Pos writes a position.
func Pos(p ir.Pos) *sexp.Node {
	if !p.IsValid() {
		return sexp.A("_")
	}
	return sexp.A(p.String())
}

// ReadPos reads what Pos wrote.
func ReadPos(n *sexp.Node) ir.Pos {
	s := atom(n, "a position")
	if s == "_" {
		return ir.Pos{}
	}
	p, ok := ir.ParsePos(s)
	if !ok {
		Fail(n, "expected @file:line:col, found %s", s)
	}
	return p
}

// Str writes a string or a name: bare if it looks like a symbol.
func Str(s string) *sexp.Node {
	if isSymbol(s) {
		return sexp.A(s)
	}
	return sexp.A(strconv.Quote(s))
}

// Quoted writes a string with quotes, whatever it is; Name reads it too.
func Quoted(s string) *sexp.Node { return sexp.A(strconv.Quote(s)) }

// Name reads what Str wrote.
func Name(n *sexp.Node) string {
	s := atom(n, "a name or a string")
	if s[0] != '"' {
		return s
	}
	u, err := strconv.Unquote(s)
	if err != nil {
		Fail(n, "bad string %s", s)
	}
	return u
}

// isSymbol reports whether s can stand without quotes: it starts with a letter
// or one of _+*/=!?^ and goes on with these, digits and '-.:$#%&|~,
func isSymbol(s string) bool {
	if s == "" || s == "_" {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || strings.IndexByte("_+*/=!?^", c) >= 0
		if !letter && (i == 0 || !isDigit(c) && strings.IndexByte("'-.:$#%&|~,", c) < 0) {
			return false
		}
	}
	return true
}
