package conformance

// The command itself: what it prints where, and its exit status.

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestCommand(t *testing.T) {
	exe := filepath.Join(t.TempDir(), "nessiec")
	if msgs, err := exec.Command("go", "build", "-o", exe, "nessiec/tools/nessiec").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msgs)
	}
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
