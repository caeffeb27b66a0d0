// Package passtest runs the golden tests of passes. A case is a txtar archive
//
//	testdata/<pass>/<case>.txtar
//
// of words that say what it is about, and sections:
//
//	options  flags, as in the header of a dump; default: none, at -O2
//	in       the module before the pass
//	out      the module after it (rewritten)
//	args     NESL literals, one a line: the program is executed before and after
//	stdin    what it reads
//	want     what it prints, or RUNTIME ERROR: ... (rewritten)
//	cost     counters before and after, one a line: work 20 -> 12 (rewritten)
//	warnings what is said of a program that is accepted (rewritten)
//	err      instead of out: diagnostics, or the internal error (rewritten)
//
// Sections marked (rewritten) are compared, and written instead when
// NESSIEC_UPDATE is set. Both modules must verify and survive printing and
// reading, and both must do the same. A pass without a case fails.
package passtest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/text"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// Table tests every pass of d, with the cases in dir; d says which evaluators
// there are.
func Table(t *testing.T, d *driver.Driver, dir string) {
	for i := range d.Passes {
		name := d.Passes[i].Name
		t.Run(name, func(t *testing.T) {
			files, _ := filepath.Glob(filepath.Join(dir, name, "*.txtar"))
			if len(files) == 0 {
				t.Fatalf("pass %s has no golden case in %s", name, filepath.Join(dir, name))
			}
			for _, f := range files {
				t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
					golden(t, f, func(a *archive) error { return runCase(d, i, a) })
				})
			}
		})
	}
}

// Orphans reports directories of cases in dir that belong to none of the passes.
func Orphans(t *testing.T, ps []pass.Pass, dir string) {
	d := driver.Driver{Passes: ps}
	dirs, _ := filepath.Glob(filepath.Join(dir, "*", "*.txtar"))
	for _, f := range dirs {
		if name := filepath.Base(filepath.Dir(f)); d.Find(name) < 0 {
			t.Errorf("%s belongs to no pass", f)
		}
	}
}

// golden runs a case, which changes the archive to what it found, and compares
// or rewrites the file.
func golden(t *testing.T, file string, run func(*archive) error) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	a := parseArchive(string(data))
	if strings.TrimSpace(a.comment) == "" {
		t.Fatalf("%s: the first line should say what the case is about", file)
	}
	want := parseArchive(string(data))
	if err := run(a); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if a.String() == want.String() {
		return
	}
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(a.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, s := range a.sections {
		if w := want.get(s.name); w != s.text {
			t.Errorf("%s: section %s:\ngot\n%swant\n%s", file, s.name, s.text, w)
		}
	}
}

// runCase runs pass i of d on a case.
func runCase(d *driver.Driver, i int, a *archive) error {
	ps := &d.Passes[i]
	o, err := options(a, ps)
	if err != nil {
		return err
	}
	m, err := ps.From.Family.Parse(a.source("in"))
	if err != nil {
		return fmt.Errorf("section in: %w", err)
	}
	if err := ps.From.Verify(m); err != nil {
		return fmt.Errorf("section in is not a program of %s: %w", ps.From, err)
	}
	run := driver.Driver{Passes: d.Passes, SelfTest: true}
	skipped := false
	run.Observe = []func(*driver.Row){func(r *driver.Row) { skipped = r.Skipped }}
	c := pass.NewCtx(o)
	c.Certain = true
	in := driver.Program{Lang: ps.From, Module: m, Next: i}
	out, err := run.Run(c, in, i+1)
	switch {
	case skipped:
		return fmt.Errorf("the pass does not run with %s", o)
	case err != nil && a.find("err") == nil:
		return fmt.Errorf("%w\n%s", err, diagnostics(c))
	case err != nil:
		a.set("err", failure(c, err))
		return nil
	case a.find("err") != nil:
		return fmt.Errorf("the pass succeeds, but there is a section err")
	}
	a.set("out", out.Text(text.Options{}))
	if said := diagnostics(c); said != "" || a.find("warnings") != nil {
		a.set("warnings", said)
	}
	return execute(d, o, a, in, out)
}

// options reads the section, or chooses options with which the pass runs.
func options(a *archive, ps *pass.Pass) (pass.Options, error) {
	o := pass.DefaultOptions()
	o.OptLevel = max(2, ps.Level)
	for _, f := range strings.Fields(a.get("options")) {
		if err := o.Set(f); err != nil {
			return o, fmt.Errorf("section options: %w", err)
		}
	}
	return o, nil
}

func failure(c *pass.Ctx, err error) string {
	if err == driver.ErrRejected {
		return diagnostics(c)
	}
	return err.Error()
}

// diagnostics is one line per diagnostic.
func diagnostics(c *pass.Ctx) string {
	var b strings.Builder
	for _, d := range c.Diags.Sorted() {
		fmt.Fprintf(&b, "%s[%s] %s: %s\n", d.Severity, d.Code, d.Pos, d.Message)
	}
	return b.String()
}

// execute runs the program before and after the pass, if the case asks for it
// and there are evaluators.
func execute(d *driver.Driver, o pass.Options, a *archive, in, out driver.Program) error {
	if a.find("args") == nil && a.find("want") == nil && a.find("cost") == nil {
		return nil
	}
	input := driver.Input{Stdin: a.get("stdin")}
	if s := strings.TrimSpace(a.get("args")); s != "" {
		input.Args = strings.Split(s, "\n")
	}
	before, ok1 := d.Exec(o, in, input)
	after, ok2 := d.Exec(o, out, input)
	if !ok1 && !ok2 {
		return fmt.Errorf("no evaluator for %s or %s", in.Lang, out.Lang)
	}
	inexact := d.Passes[in.Next].Inexact
	if ok1 && ok2 {
		if err := driver.SameMeaning(before, after, driver.Tolerance(o, inexact)); err != nil {
			return fmt.Errorf("the pass changes the meaning: %w", err)
		}
	}
	if !ok1 {
		before = after
	}
	a.set("want", before.String())
	if a.find("cost") != nil && ok1 && ok2 {
		a.set("cost", costs(before, after))
	}
	return nil
}

// costs is one line per counter: name before -> after.
func costs(before, after driver.Outcome) string {
	var names []string
	for _, c := range slices.Concat(before.Cost, after.Cost) {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	var b strings.Builder
	for _, n := range names {
		fmt.Fprintf(&b, "%s %d -> %d\n", n, before.Counter(n), after.Counter(n))
	}
	return b.String()
}

// Reject tests programs that must not verify: every testdata case *.txtar of dir
// has the sections lang (the name of a language), in, and err (rewritten).
func Reject(t *testing.T, langs []*grammar.Language, dir string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if len(files) == 0 {
		t.Fatalf("no cases in %s", dir)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			golden(t, f, func(a *archive) error { return reject(langs, a) })
		})
	}
}

func reject(langs []*grammar.Language, a *archive) error {
	name := strings.TrimSpace(a.get("lang"))
	l := grammar.Find(langs, name)
	if l == nil {
		return fmt.Errorf("section lang: unknown language %q", name)
	}
	m, err := l.Family.Parse(a.get("in"))
	if err == nil {
		err = l.Verify(m)
	}
	if err == nil {
		return fmt.Errorf("%s accepts the program", l)
	}
	a.set("err", err.Error())
	return nil
}

// File compares a text with what a file has; NESSIEC_UPDATE=1 writes the file.
func File(t *testing.T, name, got string) {
	t.Helper()
	if os.Getenv("NESSIEC_UPDATE") != "" {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil || string(want) != got {
		t.Errorf("%v, got\n%s\nwant\n%s", err, got, want)
	}
}
