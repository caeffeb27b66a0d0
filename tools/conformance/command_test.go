package conformance

// The command itself: what it prints where, and its exit status.

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"nessiec/backends/wasm/engine"
	"nessiec/tools/testcommand"
)

func TestMain(m *testing.M) { os.Exit(testcommand.Main(m)) }

func TestCommand(t *testing.T) {
	exe := testcommand.Nessiec(t)
	y := tally{t: t, target: "command"}
	for _, kind := range []string{"value", "runtime", "reject"} {
		for i, c := range sameOnPurpose(t, kind) {
			if i%25 == 0 {
				y.add(c, ask(exe, c))
			}
		}
	}
	y.report()
}

// ask gives the case to the command as -e flags.
func ask(exe string, c recorded) answer {
	var args []string
	for _, form := range append(append([]string(nil), c.Defs...), c.In) {
		args = append(args, "-e", form)
	}
	cmd := exec.Command(exe, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	switch status := exitStatus(cmd.Run()); {
	case status == 0 && errs.Len() == 0:
		return answer{"value", out.String()}
	case status == 1:
		line, _, _ := strings.Cut(errs.String(), "\n")
		return answer{"runtime", line}
	case status == 2 && strings.Contains(errs.String(), "-e:1:"):
		return answer{"reject", errs.String()}
	}
	return answer{"something else", out.String() + errs.String()}
}

// An interrupt ends a module that does not end: loops of the host, and kernels on one
// worker and on several.
func TestInterruptedModule(t *testing.T) {
	exe := testcommand.Nessiec(t)
	// A signal that is ignored here, as in the background of a shell, would be ignored by the command.
	heard := make(chan os.Signal, 1)
	signal.Notify(heard, os.Interrupt)
	defer signal.Stop(heard)
	const endless = "function endless(n) = if n < 0 then n else endless((n + 1) and 7);"
	for _, expr := range []string{"endless(0)", "{endless(x) : x in [0:1000000]}"} {
		cmd := exec.Command(exe, "-target=wasm", "-e", endless, "-e", `let x = print_line("begun") in `+expr)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				t.Fatalf("%s: it ended early: %v", expr, err)
			}
			if strings.HasPrefix(line, "begun") {
				break
			}
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		if w := cmd.ProcessState.Sys().(syscall.WaitStatus); !(w.Signaled() && w.Signal() == syscall.SIGINT) && w.ExitStatus() != 130 {
			t.Errorf("%s: %v", expr, cmd.ProcessState)
		}
	}
}

// The code of a program is compiled in its first run and found in later ones, unless it is
// damaged, or there is no cache.
func TestKeptCode(t *testing.T) {
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	exe, root := testcommand.Nessiec(t), t.TempDir()
	run := func(env ...string) []string {
		t.Helper()
		cmd := exec.Command(exe, "../../examples/quicksort.nesl")
		cmd.Env = append(append(os.Environ(), "XDG_CACHE_HOME="+root), env...)
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if out, err := cmd.Output(); err != nil || !strings.HasSuffix(string(out), ", 17, 18, 19] : [int]\n") || errs.Len() > 0 {
			t.Errorf("%v\n%s%s", err, out, errs.Bytes())
		}
		kept, _ := filepath.Glob(filepath.Join(root, "nessiec/wasm/*/*/*"))
		return kept
	}
	if kept := run("NESSIEC_CACHE=off"); len(kept) > 0 {
		t.Errorf("%v: kept without a cache", kept)
	}
	kept := run()
	if len(kept) != 1 {
		t.Fatalf("kept: %v", kept)
	}
	code, err := os.ReadFile(kept[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range []string{"", "foreign", string(code[:len(code)/2])} {
		if err := os.WriteFile(kept[0], []byte(damaged), 0o666); err != nil {
			t.Fatal(err)
		}
		if again := run(); !slices.Equal(again, kept) {
			t.Fatalf("kept: %v, want %v", again, kept)
		}
		if again, err := os.ReadFile(kept[0]); err != nil || !bytes.Equal(again, code) {
			t.Errorf("damaged code is not compiled again: %v", err)
		}
	}
	run("XDG_CACHE_HOME=/dev/null/cache")
}
