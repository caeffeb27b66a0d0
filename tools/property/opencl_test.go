package property

// The test of compiled programs. A program takes a second or more to make, so
// one holds many subjects: its entry takes arguments for all of them. A run in
// which one argument is bad must give the error of that argument.

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"nessiec/backends"
	"nessiec/backends/opencl"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// perProgram is how many subjects a program holds.
const perProgram = 8

func TestOpenCL(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	all := subjects(t)
	r := rand.New(rand.NewPCG(3, 3))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for i := 0; i < len(all); i += perProgram {
		if i > 0 && !long() {
			break
		}
		newBatch(t, all[i:min(i+perProgram, len(all))], widths(1+i/perProgram), r).test()
	}
}

// A batch is a program of several subjects, with arguments for each.
type batch struct {
	t      *testing.T
	src    string
	parts  []part
	opts   pass.Options
	nested driver.Program
	exe    string
}

// A part is a subject with its arguments; good and bad ones.
type part struct {
	s         subject
	good, bad []string
}

func newBatch(t *testing.T, subjects []subject, o pass.Options, r *rand.Rand) *batch {
	t.Helper()
	b := &batch{t: t, opts: o}
	var params, args, results, calls []string
	src := "set print_length 100000;\n"
	for i, s := range subjects {
		arg, res := s.sig.instance(s.instances(r, false)[0])
		b.parts = append(b.parts, arguments(t, s, arg, res, o, r))
		src += fmt.Sprintf("function subject%[1]d(a) : %[3]s -> %[4]s = %[2]s;\n", i, s.body, arg, res)
		params = append(params, fmt.Sprintf("one%[1]d, all%[1]d", i))
		args = append(args, fmt.Sprintf("%[1]s, [%[1]s]", arg))
		results = append(results, fmt.Sprintf("(%[1]s, [%[1]s])", res))
		calls = append(calls, fmt.Sprintf("(subject%[1]d(one%[1]d), {subject%[1]d(a) : a in all%[1]d})", i))
	}
	list := func(s []string) string { return "(" + strings.Join(s, ", ") + ")" }
	b.src = fmt.Sprintf("%sfunction test%s : %s -> %s =\n  %s;\n", src, list(params), list(args), list(results), list(calls))
	b.nested = b.compile("ref", passes.Table(), grammar.NestedElaborated.Language)
	b.build()
	return b
}

// arguments finds good and bad arguments of s.
func arguments(t *testing.T, s subject, arg, res *typ, o pass.Options, r *rand.Rand) (p part) {
	t.Helper()
	p.s = s
	d := &driver.Driver{Passes: passes.Table(), Levels: levels.All()}
	x := &trial{t: t, s: s, arg: arg, opts: o, d: d}
	first := x.run(x.opts, parse(t, x.opts, s.source(arg, res)), d.Reach(grammar.NestedElaborated.Language))
	m := newMaker(r, o)
	for range cases() {
		a := m.argument(s.name, arg)
		if out, _ := d.Exec(x.opts, first, driver.Input{Args: []string{a, "[]"}}); out.Error == "" {
			p.good = append(p.good, a)
		} else {
			p.bad = append(p.bad, a)
		}
	}
	return p
}

// compile runs passes until the program is in l.
func (b *batch) compile(target string, ps []pass.Pass, l *grammar.Language) driver.Program {
	b.t.Helper()
	o := b.opts
	o.Target = target
	c := pass.NewCtx(o)
	d := &driver.Driver{Passes: ps, Levels: levels.All()}
	p, err := d.Run(c, parse(b.t, o, b.src), d.Reach(l))
	if err != nil {
		b.t.Fatalf("%v %s\n%s", err, c.Diags.String(nil), b.src)
	}
	return p
}

// build makes the executable.
func (b *batch) build() {
	b.t.Helper()
	p := b.compile(opencl.Backend.Name, append(passes.Table(), opencl.Backend.Passes...), grammar.DeviceLegal.Language)
	o := b.opts
	o.Target = opencl.Backend.Name
	exe, err := opencl.Backend.Executable(pass.NewCtx(o), p.Module.(*kir.Module), []string{"cases.nesl"}, false, b.t.TempDir())
	var rejected *backends.CompileError
	switch {
	case errors.As(err, &rejected):
		b.t.Fatal(err)
	case err != nil:
		b.t.Skip(err)
	}
	b.exe = exe
}

// test runs the program with good arguments, and with bad ones.
func (b *batch) test() {
	inputs := make([]string, 2*len(b.parts))
	for i, p := range b.parts {
		inputs[2*i], inputs[2*i+1] = p.good[0], "["+strings.Join(p.good, ", ")+"]"
	}
	b.try("good", inputs)
	for i, p := range b.parts {
		if len(p.bad) == 0 || i%5 != 0 && !long() {
			continue
		}
		for k, bad := range []string{p.bad[0], "[" + strings.Join(append(p.good[:len(p.good):len(p.good)], p.bad[0]), ", ") + "]"} {
			kept := inputs[2*i+k]
			inputs[2*i+k] = bad
			b.try(p.s.name, inputs)
			inputs[2*i+k] = kept
		}
	}
}

// try compares the compiled program with the evaluator of its source.
func (b *batch) try(what string, inputs []string) {
	b.t.Helper()
	d := &driver.Driver{Levels: levels.All()}
	want, _ := d.Exec(b.opts, b.nested, driver.Input{Args: inputs})
	cmd := exec.Command(b.exe)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(strings.Join(inputs, "\n")), &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		b.t.Fatal(err)
	}
	message, _, _ := strings.Cut(errs.String(), "\n")
	if got := strings.TrimPrefix(message, "RUNTIME ERROR: "); got != want.Error {
		b.t.Errorf("%s: error %q, want %q", what, got, want.Error)
	}
	tolerance := driver.Tolerance(b.opts, true)
	if !value.CloseText(want.Output, out.String(), tolerance) {
		b.t.Errorf("%s: %s", what, firstDifference(want.Output, out.String(), tolerance))
	}
}

// firstDifference is where two outputs part, with what stands around.
func firstDifference(a, b string, tolerance float64) string {
	x, y := strings.Fields(a), strings.Fields(b)
	for i := range min(len(x), len(y)) {
		if !value.CloseText(x[i], y[i], tolerance) {
			from, to := max(0, i-8), i+8
			return fmt.Sprintf("word %d:\n%s\nwant\n%s", i, strings.Join(y[from:min(to, len(y))], " "), strings.Join(x[from:min(to, len(x))], " "))
		}
	}
	return fmt.Sprintf("%d words, want %d", len(y), len(x))
}
