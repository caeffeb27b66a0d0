package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A Stage is a part of the compiler, and its lines of code: without blank lines and
// comments, tests, and what is generated.
type Stage struct {
	Name string
	Code int
}

// parts are the stages, each with the directories that it is made of. What is under one
// of them belongs to the stage that names the longest part of its path.
var parts = []struct{ name, dirs string }{
	{"readers and grammars", "grammar"},
	{"languages as data, text, values", "ir"},
	{"primitives and library", "ir/prim"},
	{"front: NESL", "passes/front"},
	{"front: Harlan", "passes/harlan"},
	{"front: VCODE", "passes/vcode"},
	{"nested passes", "passes/nested"},
	{"shapes and sizes", "passes/shape passes/sizes"},
	{"flattening", "passes/lift passes/flatten"},
	{"vector passes", "passes/flat"},
	{"kernels", "passes/kernel"},
	{"fusion: planners, graph, rewriting", "passes/kernel/fusion passes/kernel/regions passes/kernel/clusters"},
	{"lowering to devices", "passes/lower passes/device"},
	{"driver and pass table", "passes"},
	{"evaluators of all levels", "backends/ref"},
	{"backend: C", "backends/c"},
	{"backend: OpenCL", "backends/opencl"},
	{"backend: CUDA", "backends/cuda"},
	{"backend: WebAssembly", "backends/wasm"},
	{"shared by backends", "backends"},
	{"commands and tools", "tools nessie"},
}

// stages counts lines.
func stages(root string) ([]Stage, error) {
	out, of := make([]Stage, len(parts)), map[string]int{}
	for i, p := range parts {
		out[i].Name = p.name
		for _, dir := range strings.Fields(p.dirs) {
			of[dir] = i
		}
	}
	for _, top := range []string{"grammar", "ir", "passes", "backends", "tools", "nessie"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !counted(path) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil || strings.Contains(string(text[:min(len(text), 300)]), "Code generated") {
				return err
			}
			rel, err := filepath.Rel(root, path)
			for dir := filepath.ToSlash(filepath.Dir(rel)); err == nil && dir != "."; dir = filepath.ToSlash(filepath.Dir(dir)) {
				if i, ok := of[dir]; ok {
					out[i].Code += code(string(text))
					break
				}
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// counted reports whether a file is code of the compiler.
func counted(path string) bool {
	switch filepath.Ext(path) {
	case ".go":
		return !strings.HasSuffix(path, "_test.go")
	case ".g4", ".nesl", ".h", ".cl", ".cuh":
		return !strings.Contains(path, "testdata") && !strings.Contains(path, "tools")
	}
	return false
}

// code is the lines that are neither blank nor whole comments.
func code(text string) (n int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") && !strings.HasPrefix(line, "%") {
			n++
		}
	}
	return n
}
