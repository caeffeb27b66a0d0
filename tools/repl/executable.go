package repl

// Targets whose programs the compiler of the system compiles: a form becomes an executable,
// which reads values from files and leaves its own in one.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nessiec/backends"
	"nessiec/backends/ref/interp"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/pass"
	"nessiec/tools/cache"
	"nessiec/tools/data"
	"nessiec/tools/hostcc"
)

// goodbye is how long an executable has that was interrupted.
const goodbye = 2 * time.Second

// handedOn reports whether values of a type go from one program to the next. Functions, and
// values in tables that have ended, do not.
func handedOn(t *types.Type) bool { return !t.Has(types.KFun) && !t.Has(types.KRef) }

// runExecutable compiles a program for a target and runs it, and reports whether that went
// well; what did not is printed.
func (x *Shell) runExecutable(ctx context.Context, t *backends.Backend, m *kir.Module, given []value.Value, w *interp.World, emitted func(interp.Result)) bool {
	dir, err := os.MkdirTemp("", "nessiec-")
	if err == nil {
		defer os.RemoveAll(dir)
		e := &executable{dir: dir, num: x.Options.Num(), last: -1}
		err = e.evaluate(ctx, x, t, m, given, w)
		if err == nil {
			err = e.emit(m.Actions, emitted)
		}
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) { // else the program has said why
		fmt.Fprintln(x.errs, err)
	}
	return err == nil
}

// An executable is one that evaluates a form.
type executable struct {
	dir  string // of its files
	num  value.Num
	last int // the action whose value it leaves in its file; -1: it prints all values itself
}

// result is the file of the value.
func (e *executable) result() string { return filepath.Join(e.dir, "result") }

// evaluate compiles the program and runs it.
func (e *executable) evaluate(ctx context.Context, x *Shell, t *backends.Backend, m *kir.Module, given []value.Value, w *interp.World) error {
	names := make([]string, len(x.ses.Files))
	for i, f := range x.ses.Files {
		names[i] = f.Name
	}
	own := *m
	own.Actions = e.actions(m.Actions)
	files := t.Emit(pass.NewCtx(x.Options), &own, names)
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(e.dir, f.Name), []byte(f.Text), 0o666); err != nil {
			return err
		}
	}
	var calls int32
	compiler := &hostcc.Compiler{Options: x.Options, Cache: cache.Open("host"), Calls: &calls}
	exe, err := compiler.Executable(t, files, e.dir)
	if err != nil {
		return err
	}
	flags := []string{"-stats", "-seed=" + strconv.FormatInt(int64(w.Key()>>1), 10)}
	if x.Memory > 0 {
		flags = append(flags, "-memory="+strconv.FormatInt(x.Memory, 10))
	}
	if x.Device != "" {
		flags = append(flags, "-device="+x.Device)
	}
	if e.last >= 0 {
		flags = append(flags, "-output="+e.result())
	}
	for _, a := range m.Actions {
		if a.Kind != program.Read {
			continue
		}
		name := filepath.Join(e.dir, fmt.Sprintf("argument%d", len(flags)))
		b, err := data.Binary.Write(name, given[0], a.Type, e.num)
		if err == nil {
			err = os.WriteFile(name, b, 0o666)
		}
		if err != nil {
			return err
		}
		given, flags = given[1:], append(flags, "-arg="+name)
	}
	var said bytes.Buffer
	cmd := exec.CommandContext(ctx, exe, flags...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = w.Stdin, w.Stdout, &said
	cmd.Cancel, cmd.WaitDelay = func() error { return cmd.Process.Signal(os.Interrupt) }, goodbye
	start := time.Now()
	err = cmd.Run()
	x.ran += time.Since(start)
	x.took = x.said(said.String())
	return err
}

// said prints what a program said, and is what it took.
func (x *Shell) said(text string) string {
	count := map[string]string{"kernels": "0", "peak": "0"}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 2 && words[0] == "stat" {
			count[words[1]] = words[2]
		} else {
			fmt.Fprint(x.errs, line)
		}
	}
	return fmt.Sprintf(", %s kernels, %s bytes at most", count["kernels"], count["peak"])
}

// actions is those that the executable performs. It leaves the value of the last one in its
// file, which it does with the value of an expression.
func (e *executable) actions(all []*program.Action) []*program.Action {
	out := slices.DeleteFunc(slices.Clone(all), func(a *program.Action) bool { return a.Kind == program.Say })
	for i := len(out) - 1; i >= 0; i-- {
		if a := out[i]; a.Kind == program.Eval && a.Name != "" {
			if handedOn(a.Type) {
				e.last = slices.Index(all, a)
				b := *a
				b.Name, b.TypeText = "it", ""
				out[i] = &b
			}
			break
		}
	}
	return out
}

// emit gives on what the executable has not printed.
func (e *executable) emit(all []*program.Action, emitted func(interp.Result)) error {
	for i, a := range all {
		r := interp.Result{Action: a}
		switch {
		case a.Kind == program.Eval && i == e.last:
			b, err := os.ReadFile(e.result())
			if err != nil {
				return err
			}
			if r.Value, err = data.Binary.Read(e.result(), b, a.Type, e.num); err != nil {
				return err
			}
		case a.Kind == program.Eval || a.Kind == program.Read:
			continue
		}
		emitted(r)
	}
	return nil
}
