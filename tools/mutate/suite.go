package main

// The tests of make quick that may notice a fault in a package: its own first,
// and the golden cases of the passes; then whole programs, those in Harlan first for
// packages of its front; then all others that depend on it.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// quick are the packages of make quick.
var quick = []string{"./ir/...", "./grammar/...", "./passes/...", "./backends/ref/..."}

const golden = "nessiec/passes"

// whole are the tests of make quick that run whole programs.
var whole = []string{"-run=TestConformanceSimulated|TestCosts|TestDiagnosticsGolden|TestClassicMistakes|TestReasons|TestNothingFound", "./tools/conformance", "./tools/nessiec", "./tools/fuzz"}

// harlan are those that run programs in Harlan.
var harlan = []string{"-run=TestRun|TestReject|TestNeeds|TestMutated", "./tools/conformance/harlan"}

// A suite knows what tests there are.
type suite struct {
	root, dir string
	tests     []*listed
	deps      map[string][]string
}

// listed is a package as the go command lists it.
type listed struct {
	ImportPath                      string
	Deps, TestImports, XTestImports []string
	TestGoFiles, XTestGoFiles       []string
}

func newSuite(root string) (*suite, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	s := &suite{root: root, deps: map[string][]string{}}
	if s.dir, err = os.MkdirTemp("", "mutate-"); err != nil {
		return nil, err
	}
	all, err := s.list("./...")
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		s.deps[p.ImportPath] = p.Deps
	}
	mine, err := s.list(quick...)
	for _, p := range mine {
		if len(p.TestGoFiles)+len(p.XTestGoFiles) > 0 {
			s.tests = append(s.tests, p)
		}
	}
	return s, err
}

func (s *suite) list(patterns ...string) (out []*listed, err error) {
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Deps,TestImports,XTestImports,TestGoFiles,XTestGoFiles"}, patterns...)...)
	cmd.Dir = s.root
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	for dec := json.NewDecoder(bytes.NewReader(text)); dec.More(); {
		p := new(listed)
		if err := dec.Decode(p); err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// rounds are the packages whose tests may notice a fault in pkg.
func (s *suite) rounds(pkg string) (out [][]string) {
	var first, rest []string
	for _, t := range s.tests {
		switch {
		case !s.depends(t, pkg):
		case t.ImportPath == pkg || t.ImportPath == golden:
			first = append(first, t.ImportPath)
		default:
			rest = append(rest, t.ImportPath)
		}
	}
	all := [][]string{first, whole, harlan, rest}
	if strings.Contains(pkg, "harlan") {
		all = [][]string{first, harlan, whole, rest}
	}
	for _, r := range all {
		if len(r) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// depends reports whether the tests of t are linked with pkg.
func (s *suite) depends(t *listed, pkg string) bool {
	if t.ImportPath == pkg || slices.Contains(t.Deps, pkg) {
		return true
	}
	for _, im := range slices.Concat(t.TestImports, t.XTestImports) {
		if im == pkg || slices.Contains(s.deps[im], pkg) {
			return true
		}
	}
	return false
}

// try plants a fault and runs the tests.
func (s *suite) try(m *site) (result, error) {
	r := result{ID: m.id(), Body: fmt.Sprintf("%x", m.body[:8]), Status: survived}
	overlay, err := s.overlay(m)
	if err != nil {
		return r, err
	}
	start := time.Now()
	defer func() { r.Seconds = time.Since(start).Seconds() }()
	pkg := "nessiec/" + filepath.ToSlash(filepath.Dir(m.file))
	if s.command("build", "-overlay="+overlay, "-tags=highs", pkg).Run() != nil {
		r.Status = unbuilt
		return r, nil
	}
	for _, round := range s.rounds(pkg) {
		if by := s.test(overlay, round); by != "" {
			r.Status, r.By = killed, by
			break
		}
	}
	r.Seconds = time.Since(start).Seconds()
	return r, nil
}

// test runs the tests of packages and names one that fails, "" if none does.
func (s *suite) test(overlay string, pkgs []string) string {
	args := []string{"test", "-overlay=" + overlay, "-short", "-vet=off", "-failfast", "-timeout=100s"}
	if slices.Contains(pkgs, "nessiec/passes/kernel/fusion") { // its tests of the integer program need the solver
		args = append(args, "-tags=highs")
	}
	text, err := s.command(append(args, pkgs...)...).CombinedOutput()
	if err == nil {
		return ""
	}
	for _, l := range strings.Split(string(text), "\n") {
		if f := strings.Fields(l); len(f) > 1 && f[0] == "FAIL" {
			return f[1]
		}
	}
	return "go test"
}

// maxMemory, in KiB, bounds the address space of a test that a fault makes greedy.
const maxMemory = 12_000_000

// command is the go command at the lowest priority, with bounded memory.
func (s *suite) command(args ...string) *exec.Cmd {
	cmd := exec.Command("nice", append([]string{"-n", "19", "sh", "-c", fmt.Sprintf("ulimit -v %d; exec go \"$@\"", maxMemory), "go"}, args...)...)
	cmd.Dir = s.root
	return cmd
}

// overlay writes the mutant and the file that tells the go command about it.
func (s *suite) overlay(m *site) (string, error) {
	mutant, file := filepath.Join(s.dir, "mutant.go"), filepath.Join(s.dir, "overlay.json")
	if err := os.WriteFile(mutant, m.mutant(), 0o666); err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(s.root, m.file): mutant}})
	if err != nil {
		return "", err
	}
	return file, os.WriteFile(file, text, 0o666)
}
