package opencl

import (
	"nessiec/backends"
	"nessiec/backends/clike"
)

// parts is how programs of this target are compiled in parts.
var parts = backends.Separate{
	Cut: func(text string) []backends.Unit {
		runtime, needed, rest := clike.Cut(text, kernelsTitle)
		return append(runtime, backends.Unit{Text: needed + rest})
	},
	Object: object,
	Link:   link,
}
