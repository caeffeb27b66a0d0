package division_test

import (
	"path/filepath"
	"strings"
	"testing"

	"nessiec/ir/diag"
	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
	"nessiec/tools/explain/division"
	"nessiec/tools/session"
)

// report compiles a file for ranks.
func report(t *testing.T, file string) (*division.Report, diag.Files) {
	t.Helper()
	ses := session.New()
	o := pass.DefaultOptions()
	o.Target, o.OptLevel, o.Ranks = target.OpenCL.Name, 2, true
	c := pass.NewCtx(o)
	p, err := ses.Parse(c, session.Source{Files: []string{file}, Entry: "main"})
	if err != nil {
		t.Fatal(err, c.Diags)
	}
	d := ses.Driver(o.Target)
	p, err = d.Run(c, p, len(d.Passes))
	if err != nil {
		t.Fatal(err, c.Diags)
	}
	return division.Of(p.Module.(*kir.Module), o.Num(), o.Desc()), ses.Files
}

// TestReports compares reports with files; NESSIEC_UPDATE=1 writes them.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*.nesl")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		var b strings.Builder
		r, names := report(t, file)
		r.Write(&b, names)
		want := strings.TrimSuffix(file, ".nesl") + ".txt"
		passtest.File(t, want, b.String())
	}
}

// TestExamples counts the kernels of all examples by what ranks do with them. The bounds are
// what holds today: more kernels may be divided, and fewer may want large arrays everywhere.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("../../../examples/*.nesl")
	if err != nil || len(files) < 30 {
		t.Fatal(files, err)
	}
	all, divided, replicating := 0, 0, 0
	t.Logf("%-14s %8s %8s %8s %8s %8s %8s", "", "divided", "1 group", "computed", "counted", "unknown", "want all")
	for _, file := range files {
		r, _ := report(t, file)
		by, wants := r.Kernels()
		t.Logf("%-14s %8d %8d %8d %8d %8d %8d", strings.TrimSuffix(filepath.Base(file), ".nesl"),
			by[division.Divided], by[division.OneGroup], by[division.Computed], by[division.Counted], by[division.Unknown], wants)
		for _, n := range by {
			all += n
		}
		divided += by[division.Divided] + by[division.OneGroup]
		replicating += wants
	}
	t.Logf("of %d kernels %d are divided or have one group, %d want a large array everywhere", all, divided, replicating)
	if 100*divided < 96*all || 100*replicating > 5*all {
		t.Error("fewer kernels are divided than before, or more want arrays everywhere")
	}
}
