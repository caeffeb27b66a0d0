//go:build !js

package engine

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/backends/wasm/emit"
	"nessiec/ir/value"
)

// Code is compiled once, that of workers too, and a place where it cannot be written changes
// nothing.
func TestKept(t *testing.T) {
	here := compilerVersion
	defer func() { compilerVersion = here }()
	compilerVersion = func() string { return "v1" }
	var more strings.Builder
	for i := range worthKeeping / 16 { // a function and its name have more bytes than that
		fmt.Fprintf(&more, "(action eval it int int f_more%d () \"\" 0)\n", i)
		fmt.Fprintf(&more, "(func f_more%d () (int) (block (return %d)))\n", i, i)
	}
	m := backendtest.Parse(t, groups+more.String())
	const input = "40 3"
	want := observed(value.Num{}, input, m, started(t, m, value.Num{}, Options{}).run).String()
	run := func(dir string) (kept int) {
		t.Helper()
		p, err := emit.EmitFor(m, value.Num{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		x, err := New(p, Options{Order: shuffled, Keep: func(...string) (string, func()) { return dir, func() { kept++ } }})
		if err != nil {
			t.Fatal(err)
		}
		if got := observed(value.Num{}, input, m, x.run).String(); got != want {
			t.Errorf("%s\nwant\n%s", got, want)
		}
		x.Close()
		return kept
	}
	dir := t.TempDir()
	if kept := run(dir); kept != 1 {
		t.Errorf("kept %d times", kept)
	}
	first := written(t, dir)
	if len(first) != 2 {
		t.Errorf("%d files are written, want one of the program and one of workers", len(first))
	}
	run(dir)
	if again := written(t, dir); !slices.EqualFunc(again, first, os.SameFile) {
		t.Error("code is written again")
	}
	if kept := run(""); kept != 0 {
		t.Error("kept nowhere")
	}
	version, _ := filepath.Glob(filepath.Join(dir, "*"))
	nowhere := t.TempDir()
	if err := os.Symlink("/proc", filepath.Join(nowhere, filepath.Base(version[0]))); err != nil {
		t.Skip(err)
	}
	run(nowhere)
	if len(written(t, nowhere)) > 1 {
		t.Error("code is written where it cannot be")
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	run(file)
}

// written is the files in a directory.
func written(t *testing.T, dir string) (files []fs.FileInfo) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			info, err := d.Info()
			files = append(files, info)
			return err
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
