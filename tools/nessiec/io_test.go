package main

// Input and output give the same files and texts on the reference interpreter,
// at every level, and in a compiled program.

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const ioInput = "\nJoe\nfirst line\nlast"

func TestInputOutput(t *testing.T) {
	source := filepath.Join("testdata", "io.nesl")
	golden := filepath.Join("testdata", "io.txt")
	want := ioRun(t, "ref", source)
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if b, _ := os.ReadFile(golden); string(b) != want {
		t.Errorf("differs from %s:\n%s", golden, want)
	}
	for _, level := range []string{"nkl.shaped", "fkl.offsets", "lcu.refit", "kir.legal"} {
		if got := ioRun(t, level, source, "-to="+level); got != want {
			t.Errorf("%s:\n%s", level, got)
		}
	}
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("no C compiler is installed")
	}
	exe := filepath.Join(t.TempDir(), "io")
	nessiec(t, "-target=c", "-build", "-o", exe, source)
	t.Setenv("NES_DIR", t.TempDir())
	cmd := exec.Command(exe)
	cmd.Stdin = strings.NewReader(ioInput)
	if got, err := cmd.CombinedOutput(); err != nil || string(got) != want {
		t.Errorf("c: %v\n%s", err, got)
	}
}

// ioRun runs the command in process, in an empty directory of its own.
func ioRun(t *testing.T, what string, source string, flags ...string) string {
	t.Helper()
	t.Setenv("NES_DIR", t.TempDir())
	var out, errs bytes.Buffer
	if status := run(append(flags, source), strings.NewReader(ioInput), &out, &errs); status != statusGood {
		t.Errorf("%s: status %d\n%s", what, status, errs.String())
	}
	return out.String()
}
