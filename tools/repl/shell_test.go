package repl

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/passes/pass"
)

// enter enters inputs and returns what is printed.
func enter(t *testing.T, target string, inputs ...string) string {
	t.Helper()
	o := pass.DefaultOptions()
	o.Target = target
	var out strings.Builder
	x, err := New(o, interp.AllFiles, &out, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		if err := x.Enter(context.Background(), in); err != nil && err != ErrExit {
			t.Fatal(err)
		}
	}
	return out.String()
}

// What is entered is evaluated after all before it, on the targets that need no compiler.
func TestEnter(t *testing.T) {
	for _, c := range []struct {
		name   string
		inputs []string
		want   string
	}{
		{"variables keep their values", []string{"x = [3, 1, 2];", "y = sort(x);", "y -> [0];"},
			"x = [3, 1, 2] : [int]\ny = [1, 2, 3] : [int]\nit = [1] : [int]\n"},
		{"what prints does so once", []string{`n = let u = print_string("once\n") in 5;`, "n; n + 1"},
			"once\nn = 5 : int\nit = 5 : int\nit = 6 : int\n"},
		{"random numbers stay, and others come", []string{"a = rand(1000000);", "b = rand(1000000);", "a == b; a == a"},
			""},
		{"functions use what is there when they are called", []string{"k = 2;", "function g(x) = x * k;", "k = 10;", "g(3); k"},
			"k = 2 : int\ng = fn : int -> int\nk = 10 : int\nit = 30 : int\nit = 10 : int\n"},
		{"function values are made again", []string{"k = 2;", "h = (x => x + k);", "{h(i) : i in [0:3]}"},
			"k = 2 : int\nh = fn : int -> int\nit = [2, 3, 4] : [int]\n"},
		{"datatypes", []string{"datatype shape = disc(float) | none;", "s = [disc(1.0), none];", "#s; s[0]"},
			"disc = fn : float -> shape\nnone = none : shape\ns = [disc(1.0), none] : [shape]\nit = 2 : int\nit = disc(1.0) : shape\n"},
		{"datatypes that contain themselves", []string{"datatype list = nil | item(int, list);", "x = item(2, item(1, nil));",
			"function tail(l) = case l of nil => l | item(n, r) => r;", "y = tail(x);", "(y, tail(y)); x"},
			"nil = nil : list\nitem = fn : (int, list) -> list\nx = item(2, item(1, nil)) : list\ntail = fn : list -> list\ny = item(1, nil) : list\n" +
				"it = (item(1, nil), nil) : list, list\nit = item(2, item(1, nil)) : list\n"},
		{"a form that fails is forgotten", []string{"x = 1;", "x = [1][x];", "x"},
			"x = 1 : int\nRUNTIME ERROR: Sequence reference (a[i]) out of bounds.\n  at input 2:1:8\nit = 1 : int\n"},
		{"a form with a mistake is forgotten", []string{"x = 1;", "x = y;", "x"},
			"x = 1 : int\ninput 2:1:5: error[E0201]: y is not defined\n    1 | x = y;\n      |     ^\nit = 1 : int\n"},
		{"how much is printed stays", []string{"set print_length 2;", "[1, 2, 3]"}, "it = [1, 2,...] : [int]\n"},
		{"types", []string{"x = 1.5;", ":type {x : i in [0:3]}"}, "x = 1.5 : float\n[float]\n"},
		{"code", []string{"function g(x) =\n  x + 1;", "show_code g", "show code nosuch;"},
			"g = fn : int -> int\nfunction g(x) =\n  x + 1;\nnosuch was not defined here; describe nosuch says what the library knows\n"},
		{"reset", []string{"x = 1;", ":reset", "x"}, "x = 1 : int\ninput 2:1:1: error[E0201]: x is not defined\n    1 | x\n      | ^\n"},
		{"commands that are none", []string{":nope", ":target pascal", ":dump nopass 1", ":type function g(x) = x;"},
			"there is no command :nope; help lists them\nthere is no target pascal; there are ref, c, cuda, opencl, wasm\nthere is no pass nopass\nexpected an expression\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, target := range []string{"wasm", "ref"} {
				got := enter(t, target, c.inputs...)
				if c.want == "" {
					if !strings.HasSuffix(got, "it = F : bool\nit = T : bool\n") {
						t.Errorf("%s: %s", target, got)
					}
				} else if got != c.want {
					t.Errorf("%s\n got %q\nwant %q", target, got, c.want)
				}
			}
		})
	}
}

// Commands that say what the library knows, and what a program is and takes.
func TestCommands(t *testing.T) {
	for command, want := range map[string]string{
		"describe sum":               "sum : [a] -> a :: (a in number)\n  The sum of all elements",
		":doc sun":                   "did you mean sin?",
		"apropos histogram":          "Every value with how often it is there",
		"apropos nothinglikethis":    "nothing has to do with nothinglikethis",
		"help":                       ":type EXPR",
		":cost sum([1, 2, 3])":       "it = 6 : int\nwork ",
		":time sum([1, 2, 3])":       "it = 6 : int\ncompiled in ",
		":dump flatten {1 : i in x}": "(func main",
		":dump resolve-names 1 + #x": "(eval",
		":target":                    "wasm\n",
	} {
		if got := enter(t, "wasm", "x = [1, 2];", command); !strings.Contains(got, want) {
			t.Errorf("%s: %q does not contain %q", command, got, want)
		}
	}
	if err := func() error {
		x, _ := New(pass.DefaultOptions(), interp.AllFiles, new(strings.Builder), new(strings.Builder))
		return x.Enter(context.Background(), "exit;")
	}(); err != ErrExit {
		t.Errorf("exit: %v", err)
	}
}

// A context ends an evaluation, after which the session goes on.
func TestInterrupted(t *testing.T) {
	o := pass.DefaultOptions()
	o.Target = "wasm"
	var out strings.Builder
	x, err := New(o, interp.AllFiles, &out, &out)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	for _, in := range []string{"function forever(x) = if x < 0 then x else forever(rem(x + 1, 5));", "forever(1);"} {
		if err := x.Enter(ctx, in); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Enter(context.Background(), "1 + 1"); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "nterrupt") || !strings.HasSuffix(got, "it = 2 : int\n") {
		t.Error(got)
	}
}

func TestComplete(t *testing.T) {
	for in, want := range map[string]bool{
		"1 + 2":                     true,
		"1 +":                       false,
		"function g(x) =":           false,
		"function g(x) =\n  x;":     true,
		"{x : x in [1, 2]":          false,
		"\"open":                    false,
		"% a comment":               false,
		"1 + ) 2":                   true,
		"describe sum":              true,
		":type x +":                 true,
		"let x = 3 in":              false,
		"datatype p(int, int); p(1": false,
	} {
		if Complete(in) != want {
			t.Errorf("%q: complete is %v", in, !want)
		}
	}
}

func TestCompletions(t *testing.T) {
	x, err := New(pass.DefaultOptions(), interp.AllFiles, new(strings.Builder), new(strings.Builder))
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Enter(context.Background(), "permutation_of_mine = 3;"); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(x.Completions("perm"), " "); got != "permutation_of_mine permute" && !strings.Contains(got, "permute") || !strings.Contains(got, "permutation_of_mine") {
		t.Error(got)
	}
	if got := strings.Join(x.Completions(":ty"), " "); got != ":type" {
		t.Error(got)
	}
}

// A session opens the files that it is granted, on targets that can hold the others back.
func TestGrant(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("in.txt", []byte("hello"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"ref", "wasm"} {
		o := pass.DefaultOptions()
		o.Target = target
		var out strings.Builder
		x, err := New(o, interp.NoFiles, &out, &out)
		if err != nil {
			t.Fatal(err)
		}
		for _, in := range []string{`read_string_from_file("in.txt");`, ":target opencl"} {
			if err := x.Enter(context.Background(), in); err != nil {
				t.Fatal(err)
			}
		}
		if got := out.String(); strings.Contains(got, "hello") || !strings.Contains(got, "on opencl programs open any files, and this session has -files=none") {
			t.Errorf("%s: %s", target, got)
		}
		if x.Options.Target != target {
			t.Errorf("the target is %s", x.Options.Target)
		}
	}
}
