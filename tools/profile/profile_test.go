package profile_test

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/engine"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
	"nessiec/tools/profile"
	"nessiec/tools/session"
)

// record runs a program as WebAssembly, on one thread, and says what its lines took.
func record(t *testing.T, name, source string) *profile.Report {
	t.Helper()
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	ses := session.New()
	ses.Read = func(string) ([]byte, error) { return []byte(source), nil }
	o := pass.DefaultOptions()
	o.Target, o.Profile = "wasm", true
	c := pass.NewCtx(o)
	p, err := ses.Parse(c, session.Source{Files: []string{name}})
	if err != nil {
		t.Fatal(err, c.Diags.String(ses.Files))
	}
	d := ses.Driver("wasm")
	if p, err = d.Run(c, p, len(d.Passes)); err != nil {
		t.Fatal(err, c.Diags.String(ses.Files))
	}
	m := p.Module.(*kir.Module)
	prog, err := emit.EmitProfiled(m, o.Num(), 1)
	if err != nil {
		t.Fatal(err)
	}
	rec := profile.NewRecorder(m)
	x, err := engine.New(prog, engine.Options{Profile: rec.Step})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	w := interp.NewWorld()
	w.Stdout = io.Discard
	if failed := x.Run(context.Background(), w, nil, func(interp.Result) {}); failed != nil {
		t.Fatal(failed)
	}
	return profile.New(m, ses.Files).Report(rec.Events)
}

// slowest marks the line of a program without which it takes the least time, and has
// another line for it.
var slowest = regexp.MustCompile(`(?m)^.*?( *)% slowest; instead: (.*) %$`)

// TestSlowestLine profiles programs of which is known which line is slowest: it is among
// the first three. What is known was found by timing them with the other line in its
// place, which NESSIEC_LONG=1 does again.
func TestSlowestLine(t *testing.T) {
	files, err := filepath.Glob("testdata/*.nesl")
	if err != nil || len(files) < 10 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			at := slowest.FindStringSubmatchIndex(string(text))
			if at == nil {
				t.Fatal("no line is marked")
			}
			line := 1 + strings.Count(string(text[:at[0]]), "\n")
			r := record(t, file, string(text))
			var first []int
			for _, l := range r.Lines[:min(3, len(r.Lines))] {
				first = append(first, l.Line)
			}
			found := false
			for _, n := range first {
				found = found || n == line
			}
			if !found {
				t.Errorf("line %d is slowest, but the first are %v", line, first)
			}
			if os.Getenv("NESSIEC_LONG") == "" {
				return
			}
			without := record(t, file, string(text[:at[0]])+string(text[at[4]:at[5]])+string(text[at[1]:]))
			if without.Kernels > 0.6*r.Kernels {
				t.Errorf("line %d is not slowest: without it %.3f s, with it %.3f s", line, without.Kernels, r.Kernels)
			}
		})
	}
}

// TestLibrary holds that what functions of the library do is of the line that calls them;
// it was of none where they were not put in its place, and where passes make code of their
// own: offsets of descriptors, arrays that are padded. Nobody has less than no memory.
func TestLibrary(t *testing.T) {
	r := record(t, "totals.nesl", "rows = {(@rem(i * 7919, 101), i) : i in [0:2000]};\nshops = {#k : (k, v) in collect(rows)};\nsum(shops);\n")
	if r.Elsewhere.Launches > 0 || r.Elsewhere.Peak < 0 {
		t.Errorf("%d launches and %d bytes are of no line", r.Elsewhere.Launches, r.Elsewhere.Peak)
	}
	for _, l := range r.Lines {
		if l.Line == 2 && l.Launches < 20 {
			t.Errorf("line 2 has only %d launches", l.Launches)
		}
	}
}

// TestReport adds up what a compiled program could have written.
func TestReport(t *testing.T) {
	ses := session.New()
	ses.Read = func(string) ([]byte, error) {
		return []byte("function main(n) : int -> [int] =\n  let v = {i * i : i in [0:n]};\n      s = sum(v)\n  in {x * s : x in v};\n"), nil
	}
	o := pass.DefaultOptions()
	o.Target, o.Profile = "opencl", true
	c := pass.NewCtx(o)
	p, err := ses.Parse(c, session.Source{Files: []string{"a.nesl"}, Entry: "main"})
	if err != nil {
		t.Fatal(err)
	}
	d := ses.Driver("opencl")
	if p, err = d.Run(c, p, len(d.Passes)); err != nil {
		t.Fatal(err)
	}
	m := p.Module.(*kir.Module)
	steps, _ := kir.Steps(m)
	var b strings.Builder
	at := 100.0
	allocs := 0
	for i, s := range steps { // every launch takes two seconds, every array has 1000 bytes
		switch s.(type) {
		case *kir.Launch:
			fmt.Fprintf(&b, "K %d %.1f %.1f\nW %d %.1f %.1f\n", i, at, at+2, i, at+1, at+2)
			at += 2
		case *kir.Alloc, *kir.AllocLoose, *kir.AllocOver:
			allocs++
			fmt.Fprintf(&b, "A %d %.1f 1000\n", i, at)
		}
	}
	fmt.Fprintf(&b, "F %d %.1f 1000\nR -1 %.1f 40\n", 0, at, at)
	events, err := profile.Read(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	r := profile.New(m, ses.Files).Report(events)
	launches, lines, peak := 0, 0.0, int64(0)
	for _, l := range r.Lines {
		if l.Line < 2 || l.Line > 4 {
			t.Errorf("line %d: %+v", l.Line, l)
		}
		lines += l.Time
		peak += l.Peak
	}
	for _, k := range r.ByKernel {
		launches += k.Launches
		sum := 0.0
		for _, s := range k.Shares {
			sum += s.Part
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: shares are %v", k.Name, k.Shares)
		}
	}
	if launches != r.Launches || math.Abs(lines-2*float64(launches)) > 1e-9 || r.Kernels != lines || r.Waits != float64(launches) {
		t.Errorf("%d launches of %d, %v of %v seconds, waits %v", launches, r.Launches, lines, r.Kernels, r.Waits)
	}
	if want := int64(1000 * allocs); r.Peak != want || peak+r.Elsewhere.Peak != want || r.Elsewhere.Bytes != 40 {
		t.Errorf("peak %d, of lines %d, want %d; elsewhere %d", r.Peak, peak, want, r.Elsewhere.Bytes)
	}
	for _, wrong := range []string{"K 1\n", "Q 1 2 3\n", "x\n"} {
		if _, err := profile.Read(strings.NewReader(wrong)); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}

// A program without launches had a table without lines.
func TestNothingRuns(t *testing.T) {
	var b strings.Builder
	(&profile.Report{}).Write(&b)
	if got := b.String(); !strings.Contains(got, "profile FILE NAME=VALUE") || strings.Contains(got, "line") {
		t.Errorf("the report is\n%s", got)
	}
}
