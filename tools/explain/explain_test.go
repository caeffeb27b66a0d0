package explain_test

import (
	"path/filepath"
	"strings"
	"testing"

	"nessiec/passes/kernel/fusion"
	"nessiec/passes/pass"
	"nessiec/passes/passtest"
	"nessiec/tools/explain"
	"nessiec/tools/session"
)

// report compiles a file for WebAssembly and says what fusion made of it.
func report(t *testing.T, file, entry string) *explain.Report {
	t.Helper()
	ses := session.New()
	o := pass.DefaultOptions()
	o.Target, o.Profile = "wasm", true
	c := pass.NewCtx(o)
	p, err := ses.Parse(c, session.Source{Files: []string{file}, Entry: entry})
	if err != nil {
		t.Fatal(err, c.Diags)
	}
	c.Notes = true
	d := ses.Driver("wasm")
	var f explain.Fusion
	d.Observe = append(d.Observe, f.Observe)
	if _, err := d.Run(c, p, len(d.Passes)); err != nil {
		t.Fatal(err, c.Diags)
	}
	return f.Report(ses.Files)
}

// TestReports compares reports with files; NESSIEC_UPDATE=1 writes them.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*.[nk]*")
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			entry := "main"
			if strings.HasSuffix(file, ".kfc") {
				entry = ""
			}
			var b strings.Builder
			r := report(t, file, entry)
			r.Write(&b)
			want := strings.TrimSuffix(file, filepath.Ext(file)) + ".txt"
			passtest.File(t, want, b.String())
			for _, l := range r.Lines {
				for _, a := range l.Apart {
					if explain.Meaning(a.Why) == "" {
						t.Errorf("line %d: nothing says what this means: %s", l.Line, a.Why)
					}
				}
			}
		})
	}
}

// TestReasons holds the meanings against the reasons that passes give.
func TestReasons(t *testing.T) {
	for w := fusion.Compatible + 1; w <= fusion.Implied; w++ {
		if text := (fusion.Reason{Why: w, Of: "v"}).String(); explain.Meaning(text) == "" {
			t.Errorf("nothing says what this means: %s", text)
		}
	}
}
