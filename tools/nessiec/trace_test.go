package main

// Where a program failed: calls through inlining, flattening and recursion, on
// every level and in a compiled program; elements of nests on the reference
// interpreter.

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const traced = `function pick(v, i) = v[i] + 1;
function row(v, k) = {pick(v, i + k) : i in [0:3]};
function deep(v, n) = if n == 0 then sum(row(v, 4)) else deep(v, n - 1) + (if n > 9 then deep(v, 0) else v[0]);
function walk(v, n) = if n == 0 then v[9] else walk(v, n - 1);
function outer(v, n) = walk(v, n) * 2;
`

func TestTraces(t *testing.T) {
	for _, c := range []struct{ expr, ref, compiled string }{
		{"{sum(row([1,2,3,4], k)) : k in [1, 0, 2]}",
			"at 1:24; called at 2:23; in element 2 of the apply-to-each at 2:22; called at 6:6; in element 2 of the apply-to-each at 6:1",
			"at 1:24; called at 2:23; called at 6:6"},
		{"{deep([1,2,3], n) : n in [5, 5]}",
			"at 1:24; called at 2:23; in element 0 of the apply-to-each at 2:22; called at 3:42; called at 3:58, 5 times; " +
				"called at 6:2; in element 0 of the apply-to-each at 6:1",
			"at 1:24; called at 2:23; called at 3:42; called at 3:58, 5 times; called at 6:2"},
		{"outer([1], 7)", "at 4:39; called at 5:24; called at 6:1", "at 4:39; called at 5:24; called at 6:1"},
		{"{{100 / x : x in r} : r in [[1], [2, 0], [0]]}",
			"at 6:7; in element 1 of the apply-to-each at 6:2; in element 1 of the apply-to-each at 6:1", "at 6:7"},
		{"{if x > 2 then {10 / (x - y) : y in [0:5]} else [0] : x in [1, 2, 4]}",
			"at 6:20; in element 4 of the apply-to-each at 6:16; in element 2 of the apply-to-each at 6:1", "at 6:20"},
	} {
		source := filepath.Join(t.TempDir(), "a.nesl")
		if err := os.WriteFile(source, []byte(traced+c.expr+";\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, level := range []struct{ flags, want string }{
			{"-to=nkl.elaborated", c.ref}, {"-to=nkl.shaped -O0", c.ref}, {"-O0", c.ref},
			{"-to=fkl.offsets", c.compiled}, {"-to=lcu.refit", c.compiled}, {"-to=kir.legal", c.compiled},
			{"-to=kir.legal -O0", c.compiled}, {"-to=kir.legal -O2", c.compiled}, {"-target=wasm", c.compiled}, {"-target=wasm -O2", c.compiled},
		} {
			if got := whereFailed(t, append(strings.Fields(level.flags), source)...); got != level.want {
				t.Errorf("%s, %s:\n%s\nwant\n%s", c.expr, level.flags, got, level.want)
			}
		}
	}
}

var parallel = regexp.MustCompile(`, in parallel element \d+`)

// whereFailed runs the command, and is the lines after the message.
func whereFailed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(args, strings.NewReader(""), &out, &errs); status != statusFailed {
		t.Errorf("%s: status %d\n%s", args, status, errs.String())
	}
	text := strings.ReplaceAll(errs.String(), args[len(args)-1]+":", "")
	_, text, _ = strings.Cut(strings.TrimSpace(text), "\n  ")
	return strings.ReplaceAll(parallel.ReplaceAllString(text, ""), "\n  ", "; ")
}

func TestLocateC(t *testing.T) { testLocate(t, "-target=c", "-run", "-g") }

func TestLocate(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	testLocate(t, "-target=opencl", "-run", "-g")
}

func TestLocateWasm(t *testing.T) { testLocate(t, "-target=wasm", "-g") }

func testLocate(t *testing.T, flags ...string) {
	t.Helper()
	source := filepath.Join(t.TempDir(), "a.nesl")
	if err := os.WriteFile(source, []byte(traced+"{deep([1,2,3], n) : n in [5, 5]};\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const chain = "at 1:24; called at 2:23; called at 3:42; called at 3:58, 5 times; called at 6:2"
	got := whereFailed(t, append(flags, source)...)
	want := chain + "\n-g: on the reference interpreter, RUNTIME ERROR: Sequence reference (a[i]) out of bounds.; " +
		"at 1:24; called at 2:23; in element 0 of the apply-to-each at 2:22; called at 3:42; called at 3:58, 5 times; " +
		"called at 6:2; in element 0 of the apply-to-each at 6:1"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
