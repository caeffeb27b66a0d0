package repl

import (
	"context"
	"strings"
	"testing"
	"time"

	"nessiec/backends/ref/interp"
	"nessiec/passes/pass"
)

// Values go from executables to WebAssembly and back; what cannot is made again.
func TestExecutables(t *testing.T) {
	got := enter(t, "opencl",
		"x = [3.1, 1.0, 2.0 / 3.0];",
		":target wasm", "y = {sqrt(a) : a in sort(x)};", ":target opencl", "y -> [0];",
		`n = let u = print_string("once\n") in 5;`, "n + 1",
		"k = 2;", "h = (x => x + k);", "({h(i) : i in [0:3]}, h)",
		"a = rand(1000000);", "(rand(1000000) == a, a == a);",
		"datatype list = nil | item(int, list); function after(l) = case l of nil => l | item(n, r) => r;",
		"after(item(2, item(1, nil)))",
		"set print_length 2;", "[1][3]", "[[1, 2, 3], [] int]")
	want := "x = [3.1, 1.0, 0.666666666666667] : [float]\ny = [0.816496580927726, 1.0, 1.7606816861659] : [float]\n" +
		"it = [0.816496580927726] : [float]\nonce\nn = 5 : int\nit = 6 : int\nk = 2 : int\nh = fn : int -> int\n" +
		"it = ([2, 3, 4], fn) : [int], int -> int\n"
	got, ok := strings.CutPrefix(got, want)
	if !ok {
		t.Fatalf("got %q\nwant %q...", got, want)
	}
	_, got, _ = strings.Cut(got, "\n") // the random number
	want = "it = (F, T) : bool, bool\nnil = nil : list\nitem = fn : (int, list) -> list\nafter = fn : list -> list\nit = item(1, nil) : list\n" +
		"RUNTIME ERROR: Sequence reference (a[i]) out of bounds.\n  at input 14:1:4\nit = [[1, 2,...], []] : [[int]]\n"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if got := enter(t, "opencl", ":cost sum({i : i in [0:1000]})"); !strings.Contains(got, "it = 499500 : int\nwork ") || strings.Contains(got, " 0 kernels") {
		t.Error(got)
	}
}

// An executable is interrupted as everything else, and one that cannot be made ends no session.
func TestExecutableEnds(t *testing.T) {
	var out strings.Builder
	o := pass.DefaultOptions()
	o.Target = "opencl"
	x, err := New(o, interp.AllFiles, &out, &out)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
	defer cancel()
	for _, in := range []string{"function forever(x) = if x < 0 then x else forever(rem(x + 1, 5));", "forever(1);"} {
		if err := x.Enter(ctx, in); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, in := range []string{"2 + 2", ":target wasm", "1 + 1"} {
		if err := x.Enter(context.Background(), in); err != nil {
			t.Fatal(err)
		}
	}
	if got := out.String(); strings.Contains(got, "it = 4") || !strings.Contains(got, "executable file not found") || !strings.HasSuffix(got, "it = 2 : int\n") {
		t.Error(got)
	}
}
