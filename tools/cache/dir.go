package cache

import (
	"os"
	"slices"
)

// Dir is a directory in which others write what has a key: what is there was there when it
// was kept last. keep is called when they have written. Without a place for one, dir is "".
//
// A directory is filled under another name and renamed when it is kept. If several processes
// do that at a time, the first one's stays. Files that are written do not change.
func (c Cache) Dir(key string) (dir string, keep func()) {
	dir = c.Get(key)
	before := filesOf(dir)
	if dir == "" && c.dir != "" {
		dir, _ = os.MkdirTemp(c.dir, "new-*")
	}
	return dir, func() {
		if !slices.Equal(filesOf(dir), before) {
			c.keep(key, dir)
		} else if before == nil {
			_ = os.RemoveAll(dir) // if not, it goes when the cache is full
		}
	}
}

// keep makes a directory the entry with a key.
func (c Cache) keep(key, dir string) {
	sum, err := sumOf(dir)
	if err != nil {
		return
	}
	path := c.entry(key, sum)
	if os.Rename(dir, path) != nil {
		_ = os.RemoveAll(dir)
	}
	used(path)
	c.bound()
}
