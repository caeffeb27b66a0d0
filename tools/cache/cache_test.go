package cache

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The files that were not used for longest are removed.
func TestCacheBound(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	c := Open("host")
	c.Limit = 1000
	put := func(name string, bytes int) {
		t.Helper()
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, filled(name, bytes), 0o666); err != nil {
			t.Fatal(err)
		}
		c.Put(Key(name), file)
	}
	put("a", 400)
	put("b", 400)
	if c.Get(Key("a")) == "" || c.Get(Key("b")) == "" || c.Get(Key("a")) == "" {
		t.Error("files within the limit are removed")
	}
	put("c", 500) // then 1300 bytes: b goes, and a
	for name, want := range map[string]bool{"a": false, "b": false, "c": true} {
		if got := c.Get(Key(name)) != ""; got != want {
			t.Errorf("%s is there: %v", name, got)
		}
	}
	if (Cache{}).Get("a") != "" {
		t.Error("no cache has a file")
	}
}

// filled is that many bytes, which differ by name.
func filled(name string, n int) []byte { return []byte(strings.Repeat(name, n)) }

// What is written into a directory is there again when it was kept, and whole; a second
// process that writes the same changes nothing.
func TestDir(t *testing.T) {
	root := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", root)
	c, key := Open("code"), Key("program")
	write := func(dir, name string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Join(dir, "v1"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "v1", name), filled(name, 100), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(what string, names ...string) (string, func()) {
		t.Helper()
		dir, keep := c.Dir(key)
		var got []string
		for _, f := range filesOf(dir) {
			got = append(got, filepath.Base(f.name))
		}
		if !slices.Equal(got, names) {
			t.Errorf("%s: %q are there, want %q", what, got, names)
		}
		return dir, keep
	}
	dir, keep := expect("first")
	second, keepSecond := expect("meanwhile")
	write(dir, "main")
	write(second, "main")
	keep()
	keepSecond()
	dir, keep = expect("kept", "main")
	keep()
	if _, err := os.Stat(dir); err != nil {
		t.Errorf("kept again, unchanged: %v", err)
	}
	write(dir, "workers")
	keep()
	dir, keep = expect("more", "main", "workers")
	keep()
	if err := os.Truncate(filepath.Join(dir, "v1", "main"), 99); err != nil {
		t.Fatal(err)
	}
	_, keep = expect("damaged")
	keep() // nothing is written
	if entries, _ := os.ReadDir(filepath.Join(root, "nessiec/code")); len(entries) > 0 {
		t.Errorf("%v are left", entries)
	}
	c.Limit = 150
	dir, keep = expect("empty")
	write(dir, "main")
	write(dir, "workers")
	keep()
	expect("over the limit")
	if dir, keep := (Cache{}).Dir(key); dir != "" {
		t.Error("no cache has a directory")
	} else {
		keep()
	}
}
