package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every pass has its page, and the pages are those that the generator writes.
func TestCurrent(t *testing.T) {
	t.Chdir("../..")
	all, err := pages(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts() {
		for _, p := range part.passes {
			if all[p.Name+".md"] == "" {
				t.Errorf("%s has no page", p.Name)
			}
			if !strings.Contains(all["README.md"], "| "+link(p.Name)+" |") {
				t.Errorf("README.md does not list %s", p.Name)
			}
		}
	}
	for name, page := range all {
		text, err := os.ReadFile(filepath.Join("docs/passes", name))
		if err != nil || string(text) != page {
			t.Errorf("docs/passes/%s is not up to date (%v): run make gen", name, err)
		}
	}
	files, _ := filepath.Glob("docs/passes/*")
	for _, f := range files {
		if _, ok := all[filepath.Base(f)]; !ok {
			t.Errorf("%s is the page of no pass: run make gen", f)
		}
	}
}

// What run finds in its directory that is the page of no pass, it removes.
func TestRemoved(t *testing.T) {
	t.Chdir("../..")
	dir := t.TempDir()
	gone := filepath.Join(dir, "gone.md")
	if err := os.WriteFile(gone, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(gone); !os.IsNotExist(err) {
		t.Errorf("gone.md is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "flatten.md")); err != nil {
		t.Error(err)
	}
}

// Pages that are too long leave out what a pass does not change, then what one side
// has alone, then lines.
func TestCut(t *testing.T) {
	same := "(func same ()\n" + strings.Repeat("  x\n", room) + "  y)\n"
	long := "(func long ()\n" + strings.Repeat("  z\n", room+9) + "  end)\n"
	for _, c := range []struct{ before, after, in, out, note string }{
		{"(func f () 1)\n", "(func f () 2)\n", "(func f () 1)\n", "(func f () 2)\n", ""},
		{same + "(func f () 1)\n", same + "(func f () 2)\n", "(func f () 1)\n", "(func f () 2)\n",
			"Only functions and kernels that the pass changes are shown."},
		{"(func f () 1)\n", long + "(func f () 2)\n", "(func f () 1)\n", "(func f () 2)\n",
			"Only functions and kernels that the pass changes are shown, without 71 lines after."},
		{"(func f () 1)\n", long, "(func f () 1)\n", "(func long ()\n" + strings.Repeat("  z\n", room-1) + "  ...\n",
			"Only functions and kernels that the pass changes are shown, without 11 lines after."},
	} {
		if in, out, note := cut(c.before, c.after); in != c.in || out != c.out || note != c.note {
			t.Errorf("cut(%q, %q) = %q, %q, %q", c.before, c.after, in, out, note)
		}
	}
}
