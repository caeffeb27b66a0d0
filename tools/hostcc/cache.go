package hostcc

// A cache of files, in $XDG_CACHE_HOME/nessiec or ~/.cache/nessiec, beside that
// of the kernels of generated programs (nes_cl_cache.h). A file is called
// KEY-SUM, where SUM is of what is in it, so that damaged ones are seen.

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

// A Cache is a directory; "" for none, which has no files and takes none.
type Cache struct {
	dir   string
	Limit int64 // bytes of all files; half may stay when it is exceeded
}

// DefaultLimit is the limit of the cache of compiled host code.
const DefaultLimit = 1 << 28

// OpenCache makes and opens the directory of the cache with a name, if there is
// a place for one and NESSIEC_CACHE is not off.
func OpenCache(name string) Cache {
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
	return Cache{dir, DefaultLimit}
}

// Key is a key for whatever the parts stand for.
func Key(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d %s\n", len(p), p)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return fmt.Sprintf("%x", sum[:16])
}

// Get is the path of the file with a key, "" if there is none.
func (c Cache) Get(key string) string {
	if c.dir == "" {
		return ""
	}
	found, _ := filepath.Glob(filepath.Join(c.dir, key+"-*"))
	for _, path := range found {
		data, err := os.ReadFile(path)
		if err == nil && strings.HasSuffix(path, "-"+sumOf(data)) {
			used(path)
			return path
		}
		os.Remove(path)
	}
	return ""
}

// used says that a file was used now.
func used(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now) // if not, it is removed sooner
}

// Put copies a finished file into the cache, if that is possible.
func (c Cache) Put(key, file string) {
	if c.dir == "" {
		return
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return
	}
	path := filepath.Join(c.dir, key+"-"+sumOf(data))
	if err := os.Link(file, path); err != nil && !errors.Is(err, fs.ErrExist) { // another file system
		if atomicfile.Write(path, data, 0o777) != nil {
			return
		}
	}
	used(path)
	c.bound()
}

// bound removes the files that were not used for longest, if they are too many.
func (c Cache) bound() {
	entries, _ := os.ReadDir(c.dir)
	var files []fs.FileInfo
	var total int64
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files, total = append(files, info), total+info.Size()
		}
	}
	if total <= c.Limit {
		return
	}
	slices.SortFunc(files, func(a, b fs.FileInfo) int { return cmp.Compare(a.ModTime().UnixNano(), b.ModTime().UnixNano()) })
	for _, f := range files {
		if total <= c.Limit/2 {
			return
		}
		if os.Remove(filepath.Join(c.dir, f.Name())) == nil {
			total -= f.Size()
		}
	}
}
