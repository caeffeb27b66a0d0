// Package cache keeps what compilers have made for later runs, in directories of
// $XDG_CACHE_HOME/nessiec or ~/.cache/nessiec, beside that of the kernels of generated
// programs (nes_cl_cache.h). An entry, a file or a directory, is called KEY-SUM, where SUM is
// of what is in it, so that damaged ones are seen.
//
//	Cache   its entries (this file)
//	Dir     directories that others write (dir.go)
package cache

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nessiec/tools/atomicfile"
)

// A Cache is a directory; the zero value is none, which has no entries and takes none.
type Cache struct {
	dir   string
	Limit int64 // bytes of all entries; half may stay when it is exceeded
}

// defaultLimit is the limit of a cache.
const defaultLimit = 1 << 28

// Open makes and opens the cache with a name, if there is a place for one and
// NESSIEC_CACHE is not off.
func Open(name string) Cache {
	root := os.Getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(root) {
		root = filepath.Join(os.Getenv("HOME"), ".cache")
	}
	if os.Getenv("NESSIEC_CACHE") == "off" || !filepath.IsAbs(root) {
		return Cache{}
	}
	dir := filepath.Join(root, "nessiec", name)
	if os.MkdirAll(dir, 0o777) != nil {
		return Cache{}
	}
	return Cache{dir, defaultLimit}
}

// Exists reports whether there is a place for entries.
func (c Cache) Exists() bool { return c.dir != "" }

// Key is a key for whatever the parts stand for.
func Key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s\n", len(p), p)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

// Get is the path of the entry with a key, "" if there is none.
func (c Cache) Get(key string) string {
	if c.dir == "" {
		return ""
	}
	found, _ := filepath.Glob(filepath.Join(c.dir, key+"-*"))
	for _, path := range found {
		if sum, err := sumOf(path); err == nil && path == c.entry(key, sum) {
			used(path)
			return path
		}
		_ = os.RemoveAll(path) // if not, it is looked at again
	}
	return ""
}

func (c Cache) entry(key, sum string) string { return filepath.Join(c.dir, key+"-"+sum) }

// sumOf is the sum of a file, or of the names and contents of all files of a directory.
func sumOf(path string) (string, error) {
	h := sha256.New()
	for _, f := range filesOf(path) {
		data, err := os.ReadFile(filepath.Join(path, f.name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %d\n", f.name, len(data))
		h.Write(data)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16]), nil
}

// A file is one of a directory.
type file struct {
	name string // relative to the directory
	size int64
}

// filesOf is the files of a directory, in order; of a file, itself.
func filesOf(dir string) (files []file) {
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			files = append(files, file{strings.TrimPrefix(path, dir), info.Size()})
		}
		return nil
	})
	return files
}

// used says that an entry was used now.
func used(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now) // if not, it is removed sooner
}

// Put copies a finished file into the cache, if that is possible.
func (c Cache) Put(key, file string) {
	if c.dir == "" {
		return
	}
	sum, err := sumOf(file)
	if err != nil {
		return
	}
	path := c.entry(key, sum)
	if err := os.Link(file, path); err != nil && !errors.Is(err, fs.ErrExist) { // another file system
		if atomicfile.Install(file, path) != nil {
			return
		}
	}
	used(path)
	c.bound()
}

// bound removes the entries that were not used for longest, if they are too many.
func (c Cache) bound() {
	type entry struct {
		path string
		used time.Time
		size int64
	}
	var entries []entry
	var total int64
	found, _ := os.ReadDir(c.dir)
	for _, d := range found {
		info, err := d.Info()
		if err != nil {
			continue
		}
		e := entry{path: filepath.Join(c.dir, d.Name()), used: info.ModTime()}
		for _, f := range filesOf(e.path) {
			e.size += f.size
		}
		entries, total = append(entries, e), total+e.size
	}
	if total <= c.Limit {
		return
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.used.UnixNano(), b.used.UnixNano()) })
	for _, e := range entries {
		if total <= c.Limit/2 {
			return
		}
		if os.RemoveAll(e.path) == nil {
			total -= e.size
		}
	}
}
