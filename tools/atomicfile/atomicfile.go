// Package atomicfile writes files as a whole or not at all.
package atomicfile

import (
	"os"
	"path/filepath"
)

// Write writes a file with these permissions. It writes a temporary file beside it first, and renames
// that: no half written output is left behind. What is there and no regular file, a device, a pipe
// or a link, stays, and is written to.
func Write(name string, data []byte, mode os.FileMode) error {
	if is, err := os.Lstat(name); err == nil && !is.Mode().IsRegular() {
		return os.WriteFile(name, data, mode)
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".nessiec-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err2 := f.Close(); err == nil {
		err = err2
	}
	if err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// Install copies an executable.
func Install(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return Write(to, data, 0o777)
}
