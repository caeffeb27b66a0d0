package engine

import "nessiec/backends/wasm/encode"

// A Step is what a program that was emitted for a profile tells before and after a step
// of the host.
type Step struct {
	Step  int // of kir.Steps
	After bool
	Array uint32 // that the step makes or releases; 0: none
	Bytes int64  // of arrays that are in use
}

// profileImport tells the options what the program does.
func (m *Machine) profileImport(name string) imported {
	return imported{name, []encode.ValType{encode.I32, encode.I32, encode.I32}, nil, func(s []uint64) {
		if m.opts.Profile != nil {
			m.opts.Profile(Step{int(uint32(s[0])), uint32(s[1]) != 0, uint32(s[2]), int64(m.global("stat_bytes"))})
		}
	}}
}
