package main

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

// targetNamed finds a backend; nil for ref, which generates nothing.
func targetNamed(name string) *backends.Backend {
	for _, t := range targets {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// separate is how programs of a target are compiled in two parts; nil if they
// are not.
func separate(t *backends.Backend) *opencl.Separate {
	if t == &opencl.Backend {
		return &opencl.Parts
	}
	return nil
}

// targetNames lists the values of -target.
func targetNames() []string {
	names := []string{"ref"}
	for _, t := range targets {
		names = append(names, t.Name)
	}
	return names
}
