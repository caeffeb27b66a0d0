package conformance

// Answers of compiled programs: C, OpenCL, and CUDA on the processor. A program takes a second to make, so many cases
// go into one: the values of the top level are separated by a line that names
// the case, and a case that fails at run time is the last of its program. If a
// program cannot be made or ends early, its halves are tried.

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"nessiec/backends"
	"nessiec/backends/c"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
)

func TestConformanceOpenCL(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	answerBatches(t, compiler{opencl.Backend, false}, 5, 0)
}

// Compilers of drivers warned of lanes that are wider than the vectors of the processor, on
// stderr, whenever kernels were compiled for the first time.
func TestFirstRunIsQuiet(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	exe, err := compiler{opencl.Backend, false}.build(t, "{ln(float(i + 1)) * exp(float(i)) : i in index(100)}[0];\n")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+t.TempDir(), "POCL_CACHE_DIR="+t.TempDir())
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if out, err := cmd.Output(); err != nil || string(out) != "it = 0.0 : float\n" || errs.Len() > 0 {
		t.Errorf("%v %s%s", err, out, errs.Bytes())
	}
}

// C needs nothing but its compiler: programs fail nowhere else that pass here.
func TestConformanceC(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler is installed")
	}
	answerBatches(t, compiler{c.Backend, false}, 5, 1)
}

// CUDA programs are compiled for the processor.
func TestConformanceCUDA(t *testing.T) {
	if _, err := exec.LookPath("g++"); err != nil {
		t.Skip("g++ is not installed")
	}
	answerBatches(t, compiler{cuda.Backend, true}, 20, 0)
}

// A compiler makes executables.
type compiler struct {
	backends.Backend
	simulate bool
}

// answerBatches answers one batch of every few: one half of these on a day, which begins with the
// first or the second; all of them with NESSIEC_LONG=1.
func answerBatches(t *testing.T, c compiler, every, begin int) {
	y := tally{t: t, target: c.Name}
	tested, all := halves.Tested(t), os.Getenv("NESSIEC_LONG") != ""
	for i, b := range batches(t) {
		if all || i%every == 0 && tested(i/every+begin) {
			y.batch(c, b)
		}
	}
	y.report()
}

// batches are all cases that are accepted, each batch with at most one that
// fails at run time, at its end.
func batches(t *testing.T) (out [][]recorded) {
	values, failing := sameOnPurpose(t, "value"), sameOnPurpose(t, "runtime")
	size := (len(values) + len(failing) - 1) / len(failing)
	for i, f := range failing {
		b := values[min(i*size, len(values)):min((i+1)*size, len(values))]
		out = append(out, append(b[:len(b):len(b)], f))
	}
	return out
}

// batch answers the cases of one program, or of two for its halves.
func (y *tally) batch(c compiler, cases []recorded) {
	answers := c.runBatch(y.t, cases)
	for i, a := range answers {
		y.add(cases[i], a)
	}
	switch rest := cases[len(answers):]; {
	case len(rest) == 0:
	case len(rest) == len(cases) && len(cases) == 1:
		y.add(cases[0], answer{"nothing", "the program cannot be made or run"})
	case len(rest) == len(cases):
		y.batch(c, cases[:len(cases)/2])
		y.batch(c, cases[len(cases)/2:])
	default:
		y.batch(c, rest)
	}
}

// marker is the forms that begin case i, which undo what the cases before it have
// set, and what names it in the output.
func marker(i int) (form, line string) {
	text := fmt.Sprintf("-- case %d", i)
	return fmt.Sprintf("set print_length %d;\n%q;\n", value.PrintLength, text), fmt.Sprintf("it = %q : [char]\n", text)
}

// runBatch makes one program of the cases and runs it. It answers those that it
// got to: fewer than all if something goes wrong before.
func (c compiler) runBatch(t *testing.T, cases []recorded) (answers []answer) {
	t.Helper()
	var src strings.Builder
	for i, r := range cases {
		form, _ := marker(i)
		src.WriteString(form + r.source())
	}
	exe, err := c.build(t, src.String())
	if err != nil {
		t.Logf("%d cases from %s: %v", len(cases), cases[0].ID, err)
		return nil
	}
	cmd := exec.Command(exe)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	status := exitStatus(cmd.Run())
	rest := out.String()
	for i := range cases {
		_, line := marker(i)
		_, after, ok := strings.Cut(rest, line)
		if !ok {
			return answers
		}
		_, next := marker(i + 1)
		if j := strings.Index(after, next); j >= 0 {
			answers = append(answers, answer{"value", after[:j]})
			rest = after[j:]
			continue
		}
		return append(answers, lastAnswer(status, after, errs.String()))
	}
	return answers
}

// lastAnswer is that of the case at which the program ended.
func lastAnswer(status int, out, errs string) answer {
	switch status {
	case 0:
		return answer{"value", out}
	case 1:
		line, _, _ := strings.Cut(errs, "\n")
		return answer{"runtime", line}
	}
	return answer{fmt.Sprintf("status %d", status), errs}
}

func exitStatus(err error) int {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	return -1
}

// build makes an executable of a source text.
func (c compiler) build(t *testing.T, src string) (exe string, err error) {
	t.Helper()
	o := pass.DefaultOptions()
	o.Target = c.Name
	ps := append(passes.Table(), c.Passes...)
	p, a := compile(t, o, ps, src, c.Input.Language)
	if a.kind != "" {
		return "", fmt.Errorf("%s: %s", a.kind, a.text)
	}
	return c.Executable(pass.NewCtx(o), p.Module.(*kir.Module), []string{"cases.nesl"}, c.simulate, t.TempDir())
}
