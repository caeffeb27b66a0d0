package clike

// What generated programs do beside values: failing, options, the stack; and
// how constants are spelled.

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/ir/value"
)

func TestProgram(t *testing.T) {
	t.Parallel()
	program := build(t, value.Num{})
	out, errors, status := start(nil, program, "fail")
	if out != "earlier output\n" || errors != "RUNTIME ERROR: Divide by zero.\n  at a.nesl:3:5\n  called at a.nesl:9:1\n" || status != 1 {
		t.Errorf("%q %q %d", out, errors, status)
	}
	out, errors, status = start(nil, program, "error", "no é")
	if out != "earlier output\n" || errors != "ERROR: no é\n  at a.nesl:3:5\n" || status != 1 {
		t.Errorf("%q %q %d", out, errors, status)
	}
	if out := run(t, nil, program, "deep", "10000000"); out != "2\n" {
		t.Errorf("10,000,000 calls give %q", out)
	}
	small := "ulimit -v 400000; exec " + program + " deep 1000000000"
	if _, errors, status := start(nil, "/bin/sh", "-c", small); status != 1 || errors != "RUNTIME ERROR: stack overflow: the recursion is too deep\n" {
		t.Errorf("endless recursion: status %d, %s", status, errors)
	}
	if out := run(t, nil, program, "options", "-arg", "a", "--arg=b", "-seed=-3", "-stats"); out != fmt.Sprintf("2 b -3 1 0 %d\n", value.Mix(value.SeedKey(-3), 0)) {
		t.Errorf("options %q", out)
	}
	if out := run(t, nil, program, "options", "-memory=3G", "-device", "cpu"); !strings.HasSuffix(out, fmt.Sprintf("\ncpu %d\n", 3<<30)) {
		t.Errorf("memory %q", out)
	}
	out, errors, _ = start(nil, program, "options", "-bench=20")
	if !strings.HasPrefix(out, "0  7 0 20 ") || !strings.HasPrefix(errors, "bench none runs 20 min 0.0") {
		t.Errorf("bench %q %q", out, errors)
	}
	for _, c := range [][2]string{
		{"-nope", "error[E0051]: unknown flag `-nope`; known are -arg FILE, -output FILE, -bare, -seed N, -memory N, -device D, -devices, -stats, -bench=N\n"},
		{"-seed=x", "error[E0051]: flag -seed needs a number, found `x`\n"},
		{"-arg", "error[E0051]: flag -arg needs a value\n"},
		{"-memory=9T", "error[E0051]: flag -memory needs a number of bytes, as 512M or 2G, found `9T`\n"},
		{"x", "error[E0051]: unexpected argument `x`\n"},
	} {
		if _, errors, status := start(nil, program, "options", c[0]); errors != c[1] || status != 2 {
			t.Errorf("%s: status %d, %s", c[0], status, errors)
		}
	}
}

// Commands for the driver, VERB|STREAM|TEXT|TEXT, and what they answer: results,
// the stream that was opened, the status.
var script = [][2]string{
	{"write|2|hello é|", "hello é-7 t write<> "},
	{"put|1|\xf0x|", "\xf0-7 t put<> "},
	{"write|0|x|", "-7 f write<Not open for writing.> "},
	{"write|9|x|", "-7 f write<No such stream.> "},
	{"close|1||", "-7 f close<No such stream.> "},
	{"close|-4||", "-7 f close<No such stream.> "},
	{"open|0|DIR/none|", "-1 f open<ERROR: while trying to open DIR/none> "},
	{"open|0|DIR|", "-1 f open<ERROR: while trying to open DIR> "},
	{"open|1|DIR/no/file|", "-1 f open<ERROR: while trying to open DIR/no/file> "},
	{"open|0|DIR/text|", "3 t open<> "},
	{"char|3||", "char<> 97 f 0 -7 t char<> "},
	{"line|3||", "line<é first> 0 f 0 -7 t line<> "},
	{"word|3||", "word<> 10 f 0 -7 t word<> "},
	{"word|3||", "word<> 32 f 0 -7 t word<> "},
	{"word|3||", "word<word> 9 f 0 -7 t word<> "},
	{"string|3|,;|-1", "string<tab.x> 0 f 44 -7 t string<> "},
	{"string|3|,;|3", "string<y> 0 f 59 -7 t string<> "},
	{"string|3||2", "string<ab> 0 f -2 -7 t string<> "},
	{"string|3||0", "string<> 0 f -2 -7 t string<> "},
	{"line|3||", "line<c\xffg> 0 f 0 -7 t line<> "},
	{"line|3||", "line<last> 0 t 0 -7 t line<> "},
	{"word|3||", "word<> 32 t 0 -7 t word<> "},
	{"char|3||", "char<> 32 f 0 -7 f char<End of File.> "},
	{"string|3|x|-1", "string<> 0 f -1 -7 t string<> "},
	{"write|3|x|", "-7 f write<Not open for writing.> "},
	{"close|3||", "-7 t close<> "},
	{"line|3||", "line<> 0 t 0 -7 f line<No such stream.> "},
	{"open|0|DIR/numbers|", "4 t open<> "},
	{"open|1|DIR/new|", "5 t open<> "},
	{"char|5||", "char<> 32 f 0 -7 f char<Not open for reading.> "},
	{"array|4|i|", "( 1 -2 3 )\n-7 t array<> "},
	{"array|4|d|", "( 1.50000000000000e+00 2.00000000000000e+00 1.00000000000000e+03 )\n-7 t array<> "},
	{"array|4|[|", "[ 2 0 ]\n-7 t array<> "},
	{"array|4|b|", "( T F )\n-7 t array<> "},
	{"array|4|c|", "( 3 )\né)\n-7 t array<> "},
	{"array|4|i|", "( )\n-7 f array<not in object format> "},
	{"array|4|[|", "[ ]\n-7 f array<not in object format> "},
	{"array|4|d|", "( )\n-7 t array<> "},
	{"array|4|d|", "( )\n-7 f array<not in object format> "},
	{"array|9|d|", "( )\n-7 f array<No such stream.> "},
	{"write|5|one|", "-7 t write<> "},
	{"close|5||", "-7 t close<> "},
	{"open|2|DIR/new|", "6 t open<> "},
	{"put|6|\xe9|", "-7 t put<> "},
	{"close|6||", "-7 t close<> "},
	{"open|0|DIR/new|", "7 t open<> "},
	{"line|7||", "line<one\xe9> 0 t 0 -7 t line<> "},
	{"char|0||", "char<> 233 f 0 -7 t char<> "},
	{"line|0||", "line<line> 0 f 0 -7 t line<> "},
	{"line|0||", "line<rest> 0 t 0 -7 t line<> "},
	{"env||NESSIEC_TEST_VARIABLE|", "env<set é> -7 t env<> "},
	{"env||NESSIEC_NO_SUCH_VARIABLE|", "env<> -7 t env<> "},
}

func TestStreams(t *testing.T) {
	program, dir := build(t, value.Num{}), t.TempDir()
	for name, text := range map[string]string{
		"text":    "aé first\n\n word\ttab.x,y;abc\xffg\nlast",
		"numbers": "( 1 -2\n3 )\n(1.5 2 1e3)[2 0](T f) ( 3 )\né)\n( 1 x[ -1 () (1.5",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("NESSIEC_TEST_VARIABLE", "set é")
	args, want := []string{"script"}, ""
	for _, c := range script {
		args = append(args, strings.ReplaceAll(c[0], "DIR", dir))
		want += c[1] + "\n"
	}
	got := strings.ReplaceAll(run(t, []byte("\xe9line\nrest"), program, args...), dir, "DIR")
	compareLines(t, strings.Join(args[1:], "\n"), got, want)
}

// The argument of the entry point from files, one per component.
func TestArguments(t *testing.T) {
	t.Parallel()
	program, dir := build(t, value.Num{}), t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	for name, text := range map[string]string{a: "(1, 2)\n", b: " [t, f] x"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out := run(t, nil, program, "arguments", "((i,i),(i,i))", a, a); out != "it = ((1, 2), (1, 2)) : \n" {
		t.Error(out)
	}
	for _, c := range [][]string{
		{b + ":1:9: error[E0050]: unexpected text after the last value: found `x`\n", "((i,i),[b])", a, b},
		{"error[E0051]: the entry point takes 2 arguments, but -arg was given 1 times\n", "(i,i)", a},
		{dir + "/none: error[E0050]: cannot be read\n", "i", dir + "/none"},
	} {
		if _, errors, status := start(nil, program, append([]string{"arguments"}, c[1:]...)...); errors != c[0] || status != 2 {
			t.Errorf("status %d, %s", status, errors)
		}
	}
}

func TestConstants(t *testing.T) {
	single, long := value.Num{Float32: true}, value.Num{Int64: true}
	for _, c := range [][2]string{
		{Float(value.Num{}, 0.1), "0.1"}, {Float(value.Num{}, 2), "2.0"}, {Float(value.Num{}, -1e300), "(-1e+300)"},
		{Float(single, float64(float32(0.1))), "0.1f"}, {Float(value.Num{}, math.Copysign(0, -1)), "(-0.0)"},
		{Float(value.Num{}, math.Inf(-1)), "(-(nes_float)INFINITY)"}, {Float(single, 1e100), "((nes_float)INFINITY)"}, {Float(single, math.NaN()), "((nes_float)NAN)"},
		{Int(value.Num{}, -5), "(-5)"}, {Int(value.Num{}, math.MinInt32), "NES_MIN_INT"}, {Int(long, 1<<40), "1099511627776L"},
		{Quote("a\"\\?\né\n"), "\"a\\\"\\\\\\?\\n\"\n\"\\303\\251\\n\""},
	} {
		if c[0] != c[1] {
			t.Errorf("%s, want %s", c[0], c[1])
		}
	}
}

// Every part comes once, after those it needs, and none is left out.
func TestSource(t *testing.T) {
	s := Source(Object, Main, Num, Print, Entry)
	if strings.Contains(s, `#include "nes_`) {
		t.Error("an include is left")
	}
	at := -1
	for _, guard := range []string{"NUM", "CALL", "TRACE", "BASE", "SHAPE", "READ", "DECIMAL", "PRIM", "STREAM", "TEXT", "OBJECT", "MAIN", "PRINT", "ENTRY"} {
		define := "#define NES_" + guard + "_H\n"
		if i := strings.Index(s, define); i < at || strings.Count(s, define) != 1 {
			t.Errorf("%s at %d after %d", guard, i, at)
		} else {
			at = i
		}
	}
}
