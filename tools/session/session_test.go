package session

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"nessiec/ir/diag"
	"nessiec/ir/nesl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// inMemory is a session whose files are in a map.
func inMemory(files map[string]string) *Session {
	s := New()
	s.Read = func(name string) ([]byte, error) {
		text, ok := files[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
	return s
}

func forms(t *testing.T, s *Session, src Source) []nesl.Expr {
	t.Helper()
	c := pass.NewCtx(pass.DefaultOptions())
	p, err := s.Parse(c, src)
	if err != nil {
		t.Fatalf("%v\n%s", err, c.Diags.String(s.Files))
	}
	return p.Module.(*nesl.Module).Forms
}

// A text that did not change is the same tree again, and has the same place in the
// file table.
func TestParsesWhatChanged(t *testing.T) {
	files := map[string]string{"a": "x = 1; y = 2;", "b": "z = x;"}
	s := inMemory(files)
	src := Source{Files: []string{"a", "b"}, Exprs: []string{"z", "z"}}
	first := forms(t, s, src)
	files["b"] = "z = x + y;"
	second := forms(t, s, src)
	for i, same := range []bool{true, true, false, true, true} {
		if (first[i] == second[i]) != same {
			t.Errorf("form %d: the same %v, want %v", i, first[i] == second[i], same)
		}
	}
	if first[3].Pos() == first[4].Pos() {
		t.Error("two expressions have one position")
	}
	if len(s.Files) != 4 || s.Files[1].Source != files["b"] {
		t.Errorf("files %v", s.Files)
	}
}

// A text with mistakes is parsed again, so that they are reported again.
func TestMistakesComeAgain(t *testing.T) {
	s := inMemory(map[string]string{"a": "x = ;"})
	for range 2 {
		c := pass.NewCtx(pass.DefaultOptions())
		if _, err := s.Parse(c, Source{Files: []string{"a"}}); !errors.Is(err, driver.ErrRejected) || c.Diags.NumErrors() != 1 {
			t.Errorf("%v\n%s", err, c.Diags.String(s.Files))
		}
	}
}

func TestKeepsGoing(t *testing.T) {
	s := inMemory(map[string]string{"a": "x = 1;\ny = nothing;\nz = y;\nx"})
	var reports strings.Builder
	got := forms(t, s, Source{Files: []string{"a"}, KeepGoing: true, Report: func(d *diag.List) { reports.WriteString(d.String(s.Files)) }})
	if len(got) != 2 || strings.Count(reports.String(), "error") != 2 {
		t.Errorf("%d forms\n%s", len(got), reports.String())
	}
}
