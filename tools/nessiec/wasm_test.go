package main

// -target=wasm: what is written, limits, and comparing with the simulator.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/wasm/engine"
)

func needWasm(t *testing.T) {
	t.Helper()
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
}

// outcomeOf runs the command; it is its status and what it prints.
func outcomeOf(stdin string, args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = run(args, strings.NewReader(stdin), &o, &e)
	return status, o.String(), e.String()
}

func TestModule(t *testing.T) {
	dir := t.TempDir()
	bin, text := filepath.Join(dir, "a.wasm"), filepath.Join(dir, "a.wat")
	for _, name := range []string{bin, text} {
		if status, _, errs := outcomeOf("", "-target=wasm", "-e", "sum([0:10])", "-o", name); status != statusGood {
			t.Fatal(errs)
		}
	}
	b, err := os.ReadFile(bin)
	if err != nil || !bytes.HasPrefix(b, []byte("\x00asm\x01\x00\x00\x00")) {
		t.Errorf("%v: %.20q", err, b)
	}
	w, err := os.ReadFile(text)
	if err != nil || !bytes.HasPrefix(w, []byte("(module\n")) {
		t.Errorf("%v: %.20q", err, w)
	}
	if _, out, _ := outcomeOf("", "-target=wasm", "-e", "sum([0:10])", "-dump=wasm"); out != string(w) {
		t.Errorf("-dump=wasm prints\n%s", out)
	}
	if status, _, errs := outcomeOf("", "-target=wasm", "-e", "1", "-o", filepath.Join(dir, "no", "a.wasm")); status != statusEnvironment {
		t.Errorf("status %d: %s", status, errs)
	}
}

func TestWasmEntry(t *testing.T) {
	needWasm(t)
	file := filepath.Join(t.TempDir(), "a.nesl")
	if err := os.WriteFile(file, []byte("function main(rows, k) = {sum(r) * k : r in rows};\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	status, out, errs := outcomeOf("[[1, 2], [], [5]] 3", "-target=wasm", "-entry=main : ([[int]], int) -> [int]", file)
	if status != statusGood || !strings.HasSuffix(out, "it = [9, 0, 15] : [int]\n") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	if status, _, errs = outcomeOf("[[1, 2", "-target=wasm", "-entry=main : ([[int]], int) -> [int]", file); status != statusRejected || !strings.Contains(errs, "E0050") {
		t.Errorf("status %d\n%s", status, errs)
	}
}

// What does not fit says how much there is.
func TestMemoryFlag(t *testing.T) {
	needWasm(t)
	const expr = "sort(reverse([0:1000000]))[7]"
	if status, out, errs := outcomeOf("", "-target=wasm", "-memory=1G", "-e", expr); status != statusGood || !strings.Contains(out, "it = 7 : int") {
		t.Errorf("status %d\n%s%s", status, out, errs)
	}
	status, _, errs := outcomeOf("", "-target=wasm", "-memory=6M", "-e", expr)
	if status != statusFailed || !strings.HasPrefix(errs, "RUNTIME ERROR: Out of memory.\n") ||
		!strings.Contains(errs, "for an array of 4000000 bytes; the program may have 6291456 bytes, and has ") {
		t.Errorf("status %d\n%s", status, errs)
	}
	for _, flags := range [][]string{{"-target=ref", "-memory=1G"}, {"-target=wasm", "-memory=lots"}, {"-target=wasm", "-memory=0"}, {"-target=wasm", "-memory=1T"},
		{"-target=ref", "-threads=2"}, {"-target=wasm", "-threads=-1"}, {"-target=wasm", "-threads=257"},
		{"-target=wasm", "-memory=100"}, {"-target=wasm", "-device=gpu"}, {"-target=wasm", "-build"}} {
		if status, _, errs := outcomeOf("", append(flags, "-e", "1")...); status != statusRejected {
			t.Errorf("%v: status %d\n%s", flags, status, errs)
		}
	}
}

// Results are the same on any number of threads, and so are failures.
func TestThreadsFlag(t *testing.T) {
	needWasm(t)
	for _, expr := range []string{"sum({float(x) / 7.0 : x in [0:2000000]})", "[3, 4][sum({if x == 1999999 then 5 else 0 : x in [0:2000000]})]"} {
		wantStatus, want, wantErrs := outcomeOf("", "-target=wasm", "-threads=1", "-e", expr)
		for _, threads := range []string{"0", "2", "5"} {
			if status, out, errs := outcomeOf("", "-target=wasm", "-threads="+threads, "-e", expr); status != wantStatus || out != want || errs != wantErrs {
				t.Errorf("%s threads: status %d\n%s%s\nwant %d\n%s%s", threads, status, out, errs, wantStatus, want, wantErrs)
			}
		}
	}
}

// -exec-check compares the module, too; with inputs that are made up.
func TestExecCheckWasm(t *testing.T) {
	needWasm(t)
	for _, f := range []string{"../../examples/quicksort.nesl", "../../examples/spmv.nesl"} {
		if status, _, errs := outcomeOf("", "-target=wasm", "-exec-check", f); status != statusGood {
			t.Errorf("%s: status %d\n%s", f, status, errs)
		}
	}
	if status, _, errs := outcomeOf("", "-target=wasm", "-exec-check", "-entry=main : [float] -> float", "-e", "1", "../../examples/mean.nesl"); status == statusInternal {
		t.Errorf("status %d\n%s", status, errs)
	}
}

// Programs that are only run are compiled, and nobody sees it: failures have their
// elements. What looks at programs in another way does so on the interpreter.
func TestDefaultTarget(t *testing.T) {
	needWasm(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-e", "{{100 / x : x in r} : r in [[1], [2, 0], [0]]}"},
			"RUNTIME ERROR: Divide by zero.\n  at -e:1:7\n  in element 1 of the apply-to-each at -e:1:2\n  in element 1 of the apply-to-each at -e:1:1\n"},
		{[]string{"-e", "{error(\"no\") : x in [1, 2]}"}, "ERROR: no\n  at -e:1:2\n  in element 0 of the apply-to-each at -e:1:1\n"},
		// what prints is not done twice
		{[]string{"-e", "let x = print_string(\"p\") in {100 / x : x in [1, 0]}"}, "RUNTIME ERROR: Divide by zero.\n  at -e:1:35\n"},
	} {
		ref := append([]string{"-target=ref"}, c.args...)
		status, out, errs := outcomeOf("", c.args...)
		if refStatus, refOut, _ := outcomeOf("", ref...); status != refStatus || out != refOut {
			t.Errorf("%v: status %d, prints %q; ref: status %d, prints %q", c.args, status, out, refStatus, refOut)
		}
		if errs != c.want {
			t.Errorf("%v:\n%swant\n%s", c.args, errs, c.want)
		}
	}
	if _, _, errs := outcomeOf("", "-memory=2M", "-e", "sort(reverse([0:1000000]))[7]"); !strings.Contains(errs, "-target=ref may have room for it") {
		t.Error(errs)
	}
	if _, _, errs := outcomeOf("", "-stats", "-e", "sum([1, 2])"); !strings.Contains(errs, "work 7 operations") {
		t.Errorf("-stats tells no work:\n%s", errs)
	}
	if _, _, errs := outcomeOf("", "-target=wasm", "-stats", "-e", "sum([0:100000])"); !strings.Contains(errs, "kernels 2 launches") {
		t.Errorf("-stats of a module tells no kernels:\n%s", errs)
	}
}

// The entry reads its input once, though a failure is looked for again.
func TestFailureOfEntry(t *testing.T) {
	needWasm(t)
	file := filepath.Join(t.TempDir(), "a.nesl")
	if err := os.WriteFile(file, []byte("function main(xs) : [int] -> [int] = {100 / x : x in xs};\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	status, _, errs := outcomeOf("[5, 2, 0, 1]", "-entry=main", file)
	if want := "RUNTIME ERROR: Divide by zero.\n  at " + file + ":1:43\n  in element 2 of the apply-to-each at " + file + ":1:38\n"; status != statusFailed || errs != want {
		t.Errorf("status %d\n%swant\n%s", status, errs, want)
	}
}
