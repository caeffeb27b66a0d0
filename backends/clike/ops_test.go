package clike

// Every scalar primitive in C, and in OpenCL C, against its definition in
// ir/prim, on extreme operands.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An instance is a primitive at the types it has for one kind.
type instance struct {
	p      *prim.Prim
	kind   types.Kind // in place of the type variable
	params []types.Kind
	result types.Kind
}

// instances is all of them, in the order of the table.
func instances() []instance {
	kinds := map[types.Class][]types.Kind{
		types.Number: {types.KInt, types.KFloat}, types.Logical: {types.KInt, types.KBool},
		types.Ordinal: {types.KInt, types.KFloat, types.KChar}, types.Scalar: {types.KInt, types.KFloat, types.KBool, types.KChar},
	}
	var out []instance
	for _, p := range prim.Table {
		if p.Class != prim.Scalar {
			continue
		}
		s := p.Scheme()
		all := []types.Kind{types.KInt} // not used if nothing is overloaded
		if len(s.Vars) > 0 {
			all = kinds[s.Vars[0].Class]
		}
		for _, k := range all {
			at := func(t *types.Type) types.Kind {
				if t.Kind == types.KVar {
					return k
				}
				return t.Kind
			}
			i := instance{p: p, kind: k, result: at(s.Result)}
			for _, t := range s.Params {
				i.params = append(i.params, at(t))
			}
			out = append(out, i)
		}
	}
	return out
}

// words is C or OpenCL C text of what reads words as values and writes values as words.
const words = `
#ifdef __OPENCL_VERSION__
#define COPY_FLOAT 0
#else
#define COPY_FLOAT 1
#endif
NES_FN nes_int get_i(nes_u64 w) { return (nes_int)w; }
NES_FN nes_bool get_b(nes_u64 w) { return (nes_bool)w; }
NES_FN nes_char get_c(nes_u64 w) { return (nes_char)w; }
NES_FN nes_u64 put_i(nes_int x) { return (nes_u64)(nes_i64)x; }
NES_FN nes_u64 put_b(nes_bool x) { return x; }
NES_FN nes_u64 put_c(nes_char x) { return x; }
#if COPY_FLOAT
NES_FN nes_float get_d(nes_u64 w) { nes_float x; memcpy(&x, &w, sizeof x); return x; }
NES_FN nes_u64 put_d(nes_float x) { nes_u64 w = 0; memcpy(&w, &x, sizeof x); return w; }
#elif NES_FLOAT_BITS == 64
NES_FN nes_float get_d(nes_u64 w) { return as_double(w); }
NES_FN nes_u64 put_d(nes_float x) { return as_ulong(x); }
#else
NES_FN nes_float get_d(nes_u64 w) { return as_float((uint)w); }
NES_FN nes_u64 put_d(nes_float x) { return as_uint(x); }
#endif
`

// calls is C or OpenCL C text of call(k, a, b, c), which calls the k-th
// instance on words.
func calls() string {
	var b strings.Builder
	b.WriteString(words + `
NES_FN nes_u64 call(int k, nes_u64 a, nes_u64 b, nes_u64 c)
{
    switch (k) {
`)
	for k, i := range instances() {
		fmt.Fprintf(&b, "    case %d: return put_%c(%s);\n", k, letter(i.result), SpellPrim(i.p.Code, i.firstType(), i.args("get_%c(%c)")))
	}
	b.WriteString("    }\n    return a + b + c;\n}\n")
	return b.String()
}

// lanesCalls is calls for eight words at a time, in arrays: of one operand each, and of results.
func lanesCalls() string {
	var b strings.Builder
	b.WriteString(words)
	for _, k := range []types.Kind{types.KInt, types.KFloat, types.KBool, types.KChar} {
		each, all := "", ""
		for i := range 8 {
			each += fmt.Sprintf(", get_%c(w[%d])", letter(k), i)
			all += fmt.Sprintf(" r[%d] = put_%c(NES_LANE(%c, x, %d));", i, letter(k), letter(k), i)
		}
		if k == types.KBool {
			each, all = strings.ReplaceAll(each, "get_b", "-(nes_int)get_b"), strings.ReplaceAll(all, "(NES", "(1 & NES")
		}
		fmt.Fprintf(&b, "NES_LANES_OF(%c) gets_%c(const nes_u64 *w) { return NES_VECTOR(%c%s); }\n", letter(k), letter(k), letter(k), each)
		fmt.Fprintf(&b, "void puts_%c(nes_u64 *r, NES_LANES_OF(%c) x) {%s }\n", letter(k), letter(k), all)
	}
	b.WriteString(`
void calls(int k, const nes_u64 *a, const nes_u64 *b, const nes_u64 *c, nes_u64 *r)
{
    (void)b, (void)c;
    switch (k) {
`)
	for k, i := range instances() {
		call := SpellLanes(i.p.Code, []*types.Type{types.Int, types.Float, types.Bool, types.Char}[i.evalKind()-types.KInt], i.args("gets_%c(%c)"))
		fmt.Fprintf(&b, "    case %d: puts_%c(r, %s); break;\n", k, letter(i.result), call)
	}
	b.WriteString("    }\n}\n")
	return b.String()
}

// lanesOps does a case in one of the lanes, in a different one each time; the others have cases
// after it.
const lanesOps = `
{
    nes_u64 v[3][8], r[8];
    size_t j, m;
    for (j = 0; j < 8; j++) {
        m = i + (j + 8 - i % 8) % 8;
        if (m >= n || k[m] != k[i])
            m = i;
        v[0][j] = w[3 * m];
        v[1][j] = w[3 * m + 1];
        v[2][j] = w[3 * m + 2];
    }
    calls(k[i], v[0], v[1], v[2], r);
    out[i] = r[i % 8];
}
`

// args are the operands of an instance in words a, b and c, by a format that takes the letter of
// its kind and its name.
func (i instance) args(format string) []string {
	args := make([]string, len(i.params))
	for j, p := range i.params {
		args[j] = fmt.Sprintf(format, letter(p), "abc"[j])
	}
	return args
}

func letter(k types.Kind) byte { return "idbc"[k-types.KInt] }

// firstType is the type of the first operand.
func (i instance) firstType() *types.Type {
	return []*types.Type{types.Int, types.Float, types.Bool, types.Char}[i.params[0]-types.KInt]
}

// opCase is one call: instance number and operands, as words of ir/prim.
type opCase struct {
	k    int
	args []prim.Word
}

func opCases(n value.Num) []opCase {
	operands := map[types.Kind][]prim.Word{
		types.KInt: someInts(n), types.KFloat: someFloatWords(n), types.KBool: {0, 1}, types.KChar: {0, 97, 127, 128, 255},
	}
	var out []opCase
	for k, i := range instances() {
		for _, a := range operands[i.params[0]] {
			if len(i.params) == 1 {
				out = append(out, opCase{k, []prim.Word{a}})
				continue
			}
			for _, b := range operands[i.params[1]] {
				args := []prim.Word{a, b}
				if len(i.params) == 3 {
					args = append(args, operands[i.params[2]][0])
				}
				out = append(out, opCase{k, args})
			}
		}
	}
	return out
}

func someInts(n value.Num) []prim.Word {
	var out []prim.Word
	for _, x := range []int64{0, 1, -1, 2, 7, -7, 9, 31, 32, 63, 64, -31, 5001, 65536, 1<<24 + 1, 1<<53 + 1, 123456789,
		n.MaxInt(), n.MaxInt() - 1, n.MinInt(), n.MinInt() + 1, math.MaxInt32, math.MinInt32, math.MaxUint32, math.MaxInt64 - 511} {
		out = append(out, n.Wrap(x))
	}
	return out
}

func someFloatWords(n value.Num) []prim.Word {
	floats := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, -2.5, -2.6, 0.49999999999999994, 1e10, 2147483647.5, 2147483648, -2147483648.5,
		-2147483649, 9223372036854774784, 9223372036854775808, -9223372036854775808, 1e300, -1e300, 1e-300, 5e-324, 2.2250738585072014e-308, 1e-40,
		1e-45, 1.1754943508222875e-38, 3.4e38, math.Pi, 1.0 / 3, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 0.75, 1024, 16777217,
		9.9999999, 99999999.5, 999999999.5, 0.123456785, 1e15 - 0.5, 1e22, 123456785e-20}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		floats = append(floats, math.Float64frombits(r.Uint64()))
	}
	var out []prim.Word
	for _, x := range floats {
		out = append(out, prim.FloatWord(n.Round(x)))
	}
	return out
}

// narrow is the word of an operand as C has it: a single in 32 bits.
func narrow(n value.Num, k types.Kind, w prim.Word) uint64 {
	if k == types.KFloat && n.Float32 {
		return uint64(math.Float32bits(float32(prim.WordFloat(w))))
	}
	return uint64(w)
}

func widen(n value.Num, k types.Kind, w uint64) prim.Word {
	if k == types.KFloat && n.Float32 {
		return prim.FloatWord(float64(math.Float32frombits(uint32(w))))
	}
	return prim.Word(w)
}

func opInput(n value.Num, cases []opCase) string {
	var b strings.Builder
	all := instances()
	for _, c := range cases {
		var w [3]uint64
		for j, a := range c.args {
			w[j] = narrow(n, all[c.k].params[j], a)
		}
		fmt.Fprintf(&b, "%d %x %x %x\n", c.k, w[0], w[1], w[2])
	}
	return b.String()
}

// fromLibrary are the primitives whose last bits differ between libraries.
var fromLibrary = map[string]bool{"ln": true, "exp": true, "sin": true, "cos": true, "tan": true, "asin": true, "acos": true, "atan": true,
	"sinh": true, "cosh": true, "tanh": true}

func checkOps(t *testing.T, n value.Num, cases []opCase, output string) {
	t.Helper()
	lines := strings.Fields(output)
	if len(lines) != len(cases) {
		t.Fatalf("%d results of %d calls", len(lines), len(cases))
	}
	bad := 0
	all := instances()
	for i, c := range cases {
		in := all[c.k]
		w, err := strconv.ParseUint(lines[i], 16, 64)
		if err != nil {
			t.Fatal(err)
		}
		got, want := widen(n, in.result, w), in.p.Eval(n, in.evalKind()).Call(c.args)
		if got != want && !in.close(n, got, want) && bad < 10 {
			bad++
			t.Errorf("%s(%s) = %s, want %s", in.p.Name, in.show(c.args), text(n, in.result, got), text(n, in.result, want))
		}
	}
}

func (i instance) evalKind() types.Kind {
	if len(i.p.Scheme().Vars) > 0 {
		return i.kind
	}
	return i.params[0]
}

func (i instance) close(n value.Num, got, want prim.Word) bool {
	if i.result != types.KFloat {
		return false
	}
	x, y, tol := prim.WordFloat(got), prim.WordFloat(want), 0.0
	if fromLibrary[i.p.Name] {
		tol = map[bool]float64{false: 1e-12, true: 1e-5}[n.Float32]
	}
	return x != x && y != y || tol > 0 && value.Close(x, y, tol)
}

func (i instance) show(args []prim.Word) string {
	var s []string
	for j, a := range args {
		s = append(s, text(value.Num{}, i.params[j], a))
	}
	return strings.Join(s, ", ")
}

func text(n value.Num, k types.Kind, w prim.Word) string {
	if k == types.KFloat {
		return fmt.Sprintf("%v (%x)", prim.WordFloat(w), w)
	}
	return fmt.Sprint(w)
}

func testOps(t *testing.T, n value.Num, program string) {
	cases := opCases(n)
	checkOps(t, n, cases, run(t, []byte(opInput(n, cases)), program, "ops"))
}
