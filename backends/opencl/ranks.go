package opencl

// Launches of programs that run on several ranks (nes_ranks.h).

import (
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir/kir"
)

// windows is the windows of a kernel, as an expression with their number.
func windows(p *clike.Printer, k *kir.Kernel) string {
	use := map[*kir.Var]int{}
	for _, v := range k.Params {
		if kir.IsBuf(v.Type) {
			use[v] = len(use)
		}
	}
	var out []string
	for _, w := range kir.WindowsOf(k) {
		rest := 0
		if w.Rest {
			rest = 1
		}
		out = append(out, fmt.Sprintf("{%d, %s, %s, %d}", use[kir.VarOf(w.Buf)], p.E(w.Starts), p.E(w.Base), rest))
	}
	if out == nil {
		return "NULL, 0"
	}
	return fmt.Sprintf("(const nes_window[]){%s}, %d", strings.Join(out, ", "), len(out))
}

// dividedLaunch prints the launch of the groups of kernel number n that a rank runs.
func (e *emitter) dividedLaunch(p *clike.Printer, n int, k *kir.Kernel) {
	share := kir.ShareOf(k)
	if share == nil {
		share = &kir.Share{Size: kir.N(0), Count: kir.N(0), Length: kir.N(0)}
	}
	var uses []string
	for i, v := range k.Params {
		if kir.IsBuf(v.Type) {
			uses = append(uses, fmt.Sprintf("{%s, NES_ACCESS_%s}", p.Name(v), strings.ToUpper(k.Access[i].String())))
		}
	}
	if uses == nil {
		uses = []string{"{NULL, NES_ACCESS_VALUE}"}
	}
	count := len(uses)
	if uses[0] == "{NULL, NES_ACCESS_VALUE}" {
		count = 0
	}
	p.Line("const nes_use uses[] = {%s};", strings.Join(uses, ", "))
	p.Line("nes_span span;")
	p.Line("if (groups <= 0)")
	p.Line("    return;")
	p.Line("span = nes_divide(groups, %s, %s, %s, uses, %d, %s);", p.E(share.Size), p.E(share.Count), p.E(share.Length), count, windows(p, k))
	p.Open("if (span.n > 0) {")
	p.Line("k = nes_kernel(%d, span.n);", n)
	setArguments(p, k)
	p.Line("nes_arg_i(k, %d, span.first);", len(k.Params))
	p.Line("nes_arg_i(k, %d, groups);", len(k.Params)+1)
	p.Line("nes_launch(%d, span.n);", n)
	p.Close("} else {")
	p.Line("    nes_launched();")
	p.Line("}")
	p.Line("nes_divided(&span, uses, %d);", count)
}
