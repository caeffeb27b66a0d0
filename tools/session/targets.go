package session

// Backends, one line each.

import (
	"nessiec/backends"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	"nessiec/backends/wasm"
)

// targets are the backends that generate code.
var targets = []*backends.Backend{
	&cuda.Backend,
	&opencl.Backend,
	&wasm.Backend,
}

// Target finds a backend; nil for ref, which generates nothing.
func Target(name string) *backends.Backend {
	for _, t := range targets {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// TargetNames lists the values of -target.
func TargetNames() []string {
	names := []string{"ref"}
	for _, t := range targets {
		names = append(names, t.Name)
	}
	return names
}
