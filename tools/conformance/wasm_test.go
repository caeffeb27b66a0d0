package conformance

// Answers of programs as WebAssembly, each case a module of its own.

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

func TestConformanceWasm(t *testing.T) {
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	o := pass.DefaultOptions()
	o.Target = "wasm"
	y := tally{t: t, target: o.Target}
	for _, c := range sameOnPurpose(t, "value", "runtime") {
		p, a := compile(t, o, passes.Table(), c.source(), grammar.DeviceLegal.Language)
		if a.kind == "" {
			a = executeWasm(o, p)
		}
		y.add(c, a)
	}
	y.report()
}

// Wrong: elements whose loops had ended took one more step, since wazero compiles a
// choice of vectors wrongly whose operands are on the stack (asm.Where).
func TestLoopsInLanes(t *testing.T) {
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	o := pass.DefaultOptions()
	o.Target = "wasm"
	const src = "function down(k) = if k <= 0 then k else down(k - 1);\nfunction downs(n) = {down(e) : e in index(n)};\ndowns(8);\n"
	p, a := compile(t, o, passes.Table(), src, grammar.DeviceLegal.Language)
	if a.kind == "" {
		a = executeWasm(o, p)
	}
	if a.kind != "value" || !strings.HasSuffix(a.text, "it = [0, 0, 0, 0, 0, 0, 0, 0] : [int]\n") {
		t.Errorf("%+v", a)
	}
}

// executeWasm executes a program that reads nothing as a module, by two workers that
// take the last groups first. Results are decoded as far as they are printed, as for the
// command.
func executeWasm(o pass.Options, p driver.Program) answer {
	run, err := wasm.RunWith(o, p.Module.(*kir.Module), 2, engine.Options{Prefix: true, Order: func(i, n uint64) uint64 { return n - 1 - i }})
	if err != nil {
		return answer{"rejected", err.Error()}
	}
	var out bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &out, Files: interp.MemFiles{}}
	_, failed := run(o, w, nil, levels.NewPrinter(o, w).Emit)
	return answerOf(out.String(), failed)
}

// mostBytes is how large the module of an example may be.
const mostBytes = 200_000

// Modules of examples are small: the larger they are, the longer wazero takes.
func TestModuleSizes(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.nesl")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples", err)
	}
	o := pass.DefaultOptions()
	o.Target = "wasm"
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, a := compile(t, o, passes.Table(), string(src), grammar.DeviceLegal.Language)
		if a.kind != "" {
			t.Fatal(file, a)
		}
		m, err := emit.Emit(p.Module.(*kir.Module), o.Num())
		if err != nil {
			t.Fatal(err)
		}
		if n := len(m.Bytes()); n > mostBytes {
			t.Errorf("%s: %d bytes", file, n)
		}
	}
}
