package interp

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// do performs an effect whose arguments are written like an example of the
// table, and prints its result.
func do(t *testing.T, w *World, call string) string {
	t.Helper()
	name, args, _ := strings.Cut(call, "(")
	c, err := prim.Must(name).ParseCall(strings.TrimSuffix(args, ")"))
	if err != nil {
		t.Fatal(err)
	}
	v, fail := w.Do(c.Prim, value.Num{}, c.Args, c.Types, ir.Pos{})
	if fail != nil {
		return fail.Error()
	}
	return value.Printer{Limit: -1}.Text(v, c.Result)
}

// Streams: what programs read and write, call by call.
func TestStreams(t *testing.T) {
	var out strings.Builder
	w := &World{Stdin: strings.NewReader("in é\n"), Stdout: &out, Files: MemFiles{"a": "one two\nthree,four\nx"},
		Env: func(s string) string { return "<" + s + ">" }}
	for _, c := range []struct{ call, want string }{
		{`open_file("b",0)`, `(stream(-1), F, "ERROR: while trying to open b")`},
		{`open_file("a",0)`, `(stream(3), T, "")`},
		{`read_word(stream(3))`, "((\"one\", ` , F), T, \"\")"},
		{`read_line(stream(3))`, `(("two", F), T, "")`},
		{`read_string(",",-1,stream(3))`, `(("three", 44), T, "")`},
		{`read_string(",",3,stream(3))`, `(("fou", -2), T, "")`},
		{`read_char(stream(3))`, "(`r, T, \"\")"},
		{`read_word(stream(3))`, "((\"\", `\n, F), T, \"\")"},
		{`read_line(stream(3))`, `(("x", T), T, "")`},
		{`read_char(stream(3))`, "(` , F, \"End of File.\")"},
		{`write_char(` + "`" + `a,stream(3))`, `(F, "Not open for writing.")`},
		{`close_file(stream(3))`, `(T, "")`},
		{`close_file(stream(3))`, `(F, "No such stream.")`},
		{`open_file("c",1)`, `(stream(4), T, "")`},
		{`write_string("ab",stream(4))`, `(T, "")`},
		{`write_vector([1,2],stream(4))`, `(T, "")`},
		{`write_object([[1],[]],stream(4))`, `(T, "")`},
		{`read_char(stream(4))`, "(` , F, \"Not open for reading.\")"},
		{`close_file(stream(4))`, `(T, "")`},
		{`open_file("c",2)`, `(stream(5), T, "")`},
		{`write_lengths([7],stream(5))`, `(T, "")`},
		{`read_word(stream(0))`, "((\"in\", ` , F), T, \"\")"},
		{`read_char(stream(0))`, "(`\xc3, T, \"\")"},
		{`read_char(stream(0))`, "(`\xa9, T, \"\")"},
		{`print_string("hi")`, `T`},
		{`write_char(` + "`" + `!,stream(2))`, `(T, "")`},
		{`get_environment_variable("HOME")`, `"<HOME>"`},
		{`error("bad")`, "ERROR: bad"},
	} {
		if got := do(t, w, c.call); got != c.want {
			t.Errorf("%s is %s, want %s", c.call, got, c.want)
		}
	}
	if got := w.Files.(MemFiles)["c"]; got != "ab( 1 2 )\n[ 2 ]\n[ 1 0 ]\n( 1 )\n[ 7 ]\n" {
		t.Errorf("file c holds %q", got)
	}
	if out.String() != "hi!" {
		t.Errorf("printed %q", out.String())
	}
}

// What was written reads back, array by array or as an object.
func TestObjects(t *testing.T) {
	files := MemFiles{"a": "[ 2 ]\n[ 1 2 ]\n( 7 8 9 )\n( 1 ) x"}
	w := &World{Files: files}
	for _, c := range []struct{ call, want string }{
		{`open_file("a",0)`, `(stream(3), T, "")`},
		{`read_object([[1]],stream(3))`, `([[7], [8, 9]], T, "")`},
		{`read_vector([1.5],stream(3))`, `([1.0], T, "")`},
		{`read_lengths(stream(3))`, `([], F, "not in object format")`},
	} {
		if got := do(t, w, c.call); got != c.want {
			t.Errorf("%s is %s, want %s", c.call, got, c.want)
		}
	}
}

func TestRank(t *testing.T) {
	floats := func(xs ...float64) (ws []prim.Word) {
		for _, x := range xs {
			ws = append(ws, prim.FloatWord(x))
		}
		return ws
	}
	for _, c := range []struct {
		keys []prim.Word
		kind types.Kind
		down bool
		want string
	}{
		{[]prim.Word{3, 1, 2, 1}, types.KInt, false, "[3 0 2 1]"},
		{[]prim.Word{3, 1, 2, 1}, types.KInt, true, "[0 2 1 3]"},
		{[]prim.Word{-1 << 63, 1<<63 - 1, -1 << 63}, types.KInt, true, "[1 0 2]"},
		{floats(0.5, -1, 1e9, -1), types.KFloat, false, "[2 0 3 1]"},
		{nil, types.KInt, false, "[]"},
	} {
		if got := fmt.Sprint(Rank(c.keys, c.kind, c.down)); got != c.want {
			t.Errorf("rank of %v is %s, want %s", c.keys, got, c.want)
		}
	}
}
