package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The first page of the cookbook lists all others, each with how many kernels its program
// has at most. NESSIEC_UPDATE=1 writes the numbers. The planner of fusion is named, as the
// best that there is depends on how the compiler was built.
func TestCookbookKernels(t *testing.T) {
	folder, err := filepath.Abs(filepath.Join("..", "..", "docs", "cookbook"))
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	index, listed := string(b), map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(\| \[.*\]\((.*\.md)\) \| .* \| )(\d+) \|$`).FindAllStringSubmatch(index, -1) {
		line, page := m[1], m[2]
		listed[page] = true
		most, err := strconv.Atoi(m[3])
		if err != nil {
			t.Fatal(err)
		}
		n := kernelsOf(t, filepath.Join(folder, page))
		if os.Getenv("NESSIEC_UPDATE") != "" {
			index = strings.Replace(index, m[0], fmt.Sprintf("%s%d |", line, n), 1)
		} else if n > most {
			t.Errorf("the program of %s has %d kernels, more than %d", page, n, most)
		}
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pages {
		if name := filepath.Base(p); name != "README.md" && !listed[name] {
			t.Errorf("README.md of the cookbook has no line for %s", name)
		}
	}
	if index != string(b) {
		if err := os.WriteFile(filepath.Join(folder, "README.md"), []byte(index), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// kernelsOf counts the kernels of main of the program of a page.
func kernelsOf(t *testing.T, page string) int {
	t.Helper()
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fences(t, page, string(b)) {
		if name, ok := strings.CutPrefix(f.info, "nesl "); ok {
			if err := os.WriteFile(name, []byte(f.text), 0o666); err != nil {
				t.Fatal(err)
			}
			out, errors, status := invoke("-explain-fusion", "-target=opencl", "-device=gpu", "-fusion=greedy-down", "-entry=main", name)
			if status != 0 {
				t.Fatalf("%s: %s", page, errors)
			}
			list, _, _ := strings.Cut(out, "\n\n")
			return strings.Count(list, "\n") // behind the headline
		}
	}
	t.Fatalf("%s has no program", page)
	return 0
}
