package opencl

import (
	"nessiec/backends"
	"nessiec/backends/clike"
)

// parts is how programs of this target are compiled in two parts.
var parts = backends.Separate{
	Cut:    func(text string) (runtime, program string) { return clike.Cut(text, kernelsTitle) },
	Object: object,
	Link:   link,
}
