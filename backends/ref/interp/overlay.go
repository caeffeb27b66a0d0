package interp

import (
	"io"
	"os"
)

// Overlay is the files of the system for a program that must not change them: what it
// writes stays in memory, where it is read again.
type Overlay struct{ Written MemFiles }

// Open opens what was written, or else a file of the system.
func (o Overlay) Open(name string) (io.ReadCloser, error) {
	if _, ok := o.Written[name]; ok {
		return o.Written.Open(name)
	}
	return os.Open(name)
}

// Create opens a file in memory to write. Text that is appended comes after what the file
// of the system has.
func (o Overlay) Create(name string, appending bool) (io.WriteCloser, error) {
	if _, ok := o.Written[name]; appending && !ok {
		text, err := os.ReadFile(name)
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		o.Written[name] = string(text)
	}
	return o.Written.Create(name, appending)
}
