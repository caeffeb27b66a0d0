package conformance

// More elements than an int of 32 bits counts, of rows of any length, none of which is stored.

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"nessiec/backends/c"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	"nessiec/ir/prim"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/testcommand"
)

// longRows looks at 3,500,000,010 elements. On a processor it ends a row where it has found what it looks for, which
// is among the first ones.
const longRows = "{any({j == 10 - i : j in index(700000000 + i)}) : i in index(5)};\n"

const foundInAll = "it = [T, T, T, T, T] : [bool]\n"

// Sums of row lengths stayed at the largest int, so all pairs of 65,600 elements were too many.
func TestLongRows(t *testing.T) {
	m := parseCase(t, longRows)
	o, p := forRanks(t, m, kinds[0], 2)
	if a, _ := onRanks(t, o, p, "", 3); a.text != foundInAll {
		t.Errorf("on ranks: %s %s", a.kind, a.text)
	}
	for _, level := range []int{1, 2} {
		lowered(m, kinds[:1], level, func(k kind, o pass.Options, p driver.Program, a answer) {
			if a.kind == "" {
				a = execute(o, p)
			}
			if a.text != foundInAll {
				t.Errorf("%s at -O%d: %s %s", k.name, level, a.kind, a.text)
			}
		})
	}
}

// Without fusion, the elements are stored: that is said of the expression that makes them.
func TestLongRowsStored(t *testing.T) {
	lowered(parseCase(t, longRows), kinds, 0, func(k kind, o pass.Options, p driver.Program, a answer) {
		if a.kind == "" {
			a = execute(o, p)
		}
		if !strings.HasPrefix(a.text, "RUNTIME ERROR: "+prim.ErrSize) {
			t.Errorf("%s: %s %s", k.name, a.kind, a.text)
		}
	})
}

func TestLongRowsCompiled(t *testing.T) {
	targets := map[string]compiler{"C": {c.Backend, false}, "CUDA": {cuda.Backend, true}}
	if _, err := os.Stat("/etc/OpenCL/vendors"); err == nil {
		targets["OpenCL"] = compiler{opencl.Backend, false}
	}
	for name, x := range targets {
		exe, err := x.build(t, longRows)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if out, err := exec.Command(exe).CombinedOutput(); err != nil || string(out) != foundInAll {
			t.Errorf("%s: %v %s", name, err, out)
		}
	}
	out, err := exec.Command(testcommand.Nessiec(t), "-e", strings.TrimSuffix(longRows, ";\n")).CombinedOutput()
	if err != nil || string(out) != foundInAll {
		t.Errorf("WebAssembly: %v %s", err, out)
	}
}
