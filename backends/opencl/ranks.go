package opencl

// Launches of programs that run on several ranks (nes_ranks.h).

import (
	"nessiec/backends/clike"
	"nessiec/ir/kir"
)

// dividedLaunch prints the launch of the groups of kernel number n that a rank runs.
func (e *emitter) dividedLaunch(p *clike.Printer, n int, k *kir.Kernel) {
	clike.Divide(p, k)
	p.Open("if (span.n > 0) {")
	p.Line("k = nes_kernel(%d, span.n);", n)
	setArguments(p, k)
	p.Line("nes_arg_i(k, %d, span.first);", len(k.Params))
	p.Line("nes_arg_i(k, %d, groups);", len(k.Params)+1)
	if clike.MergeOf(k) != nil {
		p.Line("nes_arg_i(k, %d, span.row);", len(k.Params)+2)
		p.Line("nes_arg_i(k, %d, span.end);", len(k.Params)+3)
	}
	p.Line("nes_launch(%d, span.n);", n)
	p.Close("} else {")
	p.Line("    nes_launched();")
	p.Line("}")
	clike.Divided(p, k)
}
