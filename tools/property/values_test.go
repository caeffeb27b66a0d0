package property

// Random values, as the literals that an entry reads.

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"nessiec/passes/pass"
)

// A maker makes random literals.
type maker struct {
	r       *rand.Rand
	wide    bool // ints have 64 bits
	narrow  bool // floats have 32 bits
	extreme bool // numbers may be anything; else they are small, and floats have few digits
}

func newMaker(r *rand.Rand, o pass.Options) *maker {
	return &maker{r: r, wide: o.IntBits == 64, narrow: o.FloatBits == 32}
}

// literal makes a value of type t.
func (m *maker) literal(t *typ) string {
	switch t.kind {
	case 's':
		return m.seq(t, m.length(t))
	case 't':
		var parts []string
		for _, e := range t.elems {
			parts = append(parts, m.literal(e))
		}
		return tuple(parts...)
	}
	switch t.name {
	case "int":
		return strconv.Itoa(m.int())
	case "float":
		return m.float()
	case "bool":
		return m.bool()
	}
	return m.char()
}

// length is that of a random sequence: often nothing or one, now and then long.
func (m *maker) length(t *typ) int {
	switch m.r.IntN(10) {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		if t.depth() == 1 {
			return 250 + m.r.IntN(100)
		}
	}
	return m.r.IntN(9)
}

// seq makes a sequence of type t with n elements.
func (m *maker) seq(t *typ, n int) string {
	if t.elems[0].name == "char" {
		var b strings.Builder
		for range n {
			b.WriteByte(letter(m.r))
		}
		return strconv.Quote(b.String())
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = m.literal(t.elems[0])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

var extremeInts = []int{-1 << 31, 1<<31 - 1, 1 - 1<<31, -1, 0, 1, 65536, 46341, 1 << 30, 32, 31}

var wideInts = []int{-1 << 63, 1<<63 - 1, 1 << 32, 1<<31 + 5, -1<<40 - 1, 3037000500}

func (m *maker) int() int {
	if m.extreme && m.wide && m.r.IntN(5) == 0 {
		return wideInts[m.r.IntN(len(wideInts))]
	}
	if m.extreme && m.r.IntN(3) == 0 {
		return extremeInts[m.r.IntN(len(extremeInts))]
	}
	return m.r.IntN(41) - 20
}

var extremeFloats = []string{"0.0", "-0.0", "1.0e300", "-1.0e300", "1.0e-300", "5.0e-324", "1.7976931348623157e308", "inf", "-inf",
	"0.1", "0.5", "-0.5", "2.5", "-2.5", "-2.6", "4503599627370497.5", "2147483648.0", "-2147483649.0", "9999999.0", "0.001", "1.0e15"}

var narrowFloats = []string{"0.0", "-0.0", "3.0e38", "-3.0e38", "1.0e-38", "1.5e-45", "inf", "-inf", "0.1", "0.5", "-2.5", "-2.6", "8388609.0",
	"16777217.0", "2147483648.0", "-2147483649.0", "9.3e18", "9999999.0", "0.001"}

func (m *maker) float() string {
	if m.extreme && m.narrow && m.r.IntN(3) == 0 {
		return narrowFloats[m.r.IntN(len(narrowFloats))]
	}
	if m.extreme && !m.narrow && m.r.IntN(3) == 0 {
		return extremeFloats[m.r.IntN(len(extremeFloats))]
	}
	return strconv.FormatFloat(float64(m.r.IntN(161)-80)/4, 'f', 2, 64)
}

func (m *maker) bool() string { return []string{"t", "f"}[m.r.IntN(2)] }

func (m *maker) char() string { return "`" + string(letter(m.r)) }

// letter has few values, so that words and duplicates occur.
func letter(r *rand.Rand) byte { return "ab c9-.Xz"[r.IntN(9)] }

func tuple(parts ...string) string { return "(" + strings.Join(parts, ", ") + ")" }

// ints makes a sequence of ints.
func ints(xs []int) string { return strings.ReplaceAll(fmt.Sprint(xs), " ", ", ") }

// bools makes a sequence of bools.
func bools(xs []bool) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = map[bool]string{true: "t", false: "f"}[x]
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
