package main

// Settings: the options under which programs are compiled.

import (
	"strings"

	"nessiec/backends"
	"nessiec/backends/cuda"
	"nessiec/backends/opencl"
	"nessiec/passes/pass"
)

// A setting is options that agree but for the device. The passes before share-tables do not
// ask for it, and run once; those before choose-strategies ask whether launches cost.
type setting struct {
	name    string
	options pass.Options
}

// settings lists them: every level, and every option of types and checks once.
func settings(quick bool) (out []setting) {
	all := []string{"-O1", "-O2", "-O0", "-O1 -int=64", "-O1 -float=32", "-O1 -unsafe", "-O1 -check-all"}
	if quick {
		all = all[:2]
	}
	for _, flags := range all {
		o, err := pass.ParseOptions(flags)
		if err != nil {
			panic(err)
		}
		out = append(out, setting{strings.ReplaceAll(flags, " ", ""), o})
	}
	return out
}

// A device is a backend and the kind of device that it is tuned for.
type device struct {
	name    string
	backend *backends.Backend
	kind    string
}

var devices = []device{{"opencl-cpu", &opencl.Backend, "cpu"}, {"opencl-gpu", &opencl.Backend, "gpu"}, {"cuda", &cuda.Backend, "gpu"}}

// on is the options of s for a device.
func (s setting) on(d device) pass.Options {
	o := s.options
	o.Target, o.Device = d.backend.Name, d.kind
	return o
}
