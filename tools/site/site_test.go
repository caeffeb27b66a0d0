package main

import (
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// All documents become pages whose links lead to files that are there.
func TestSite(t *testing.T) {
	out := t.TempDir()
	s := &site{root: filepath.Join("..", ".."), out: out}
	if err := s.make("README.md"); err != nil {
		t.Fatal(err)
	}
	reference := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	pages := 0
	err := filepath.WalkDir(out, func(name string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		pages++
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range reference.FindAllStringSubmatch(string(b), -1) {
			u, err := url.Parse(m[1])
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if !u.IsAbs() && u.Path != "" {
				if _, err := os.Stat(filepath.Join(filepath.Dir(name), filepath.FromSlash(u.Path))); err != nil || strings.HasSuffix(u.Path, ".md") {
					t.Errorf("%s: %s leads nowhere", name, m[1])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 100 {
		t.Errorf("there are %d pages", pages)
	}
	// Behind `make site`, `make test` compiled the sources among the pages, and failed.
	if _, err := os.Stat(filepath.Join(out, "go.mod")); err != nil {
		t.Error(err)
	}
	b, err := os.ReadFile(filepath.Join(out, "docs", "guide", "6-data.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>6. Data in, data out</title>", `<p class="file">orders.csv</p>`, `<a href="index.html">Guide</a>`, "<table>", `href="../../index.html"`} {
		if !strings.Contains(string(b), want) {
			t.Errorf("the page on data has no %s", want)
		}
	}
}
