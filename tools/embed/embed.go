// Package embed makes packages for other languages of the libraries that backends
// emit.
package embed

import (
	"nessiec/backends"
	"nessiec/ir/kir"
	"nessiec/ir/value"
)

// Python is the files of a Python package.
func Python(l *backends.Library, m *kir.Module, num value.Num, source []backends.File, object []byte) []backends.File {
	return nil
}
