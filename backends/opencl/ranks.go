package opencl

// Launches of programs that run on several ranks (nes_ranks.h).

import (
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir/kir"
)

// mergeOf is the merge that groups of a kernel divide, or nil.
func mergeOf(k *kir.Kernel) *kir.Merge {
	for _, s := range k.Body.(*kir.Block).Stmts {
		if m, ok := s.(*kir.Merge); ok {
			return m
		}
	}
	return nil
}

// windows is the windows of a kernel, as an expression with their number.
func windows(p *clike.Printer, k *kir.Kernel, d *kir.Division) string {
	use := map[*kir.Var]int{}
	for _, v := range k.Params {
		if kir.IsBuf(v.Type) {
			use[v] = len(use)
		}
	}
	var out []string
	for _, w := range d.Windows {
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
	d := kir.DivisionOf(k)
	if d == nil {
		d = &kir.Division{Size: kir.N(0), Count: kir.N(0), Length: kir.N(0)}
	}
	merge := "(nes_merge){NULL, 0, 0}"
	if m := mergeOf(k); m != nil && d.Merge != nil {
		merge = fmt.Sprintf("(nes_merge){%s, %s, %s}", p.E(m.Offs), p.E(d.Merge.N), p.E(d.Merge.Count))
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
	p.Line("span = nes_divide(groups, %s, %s, %s, uses, %d, %s, %s);", p.E(d.Size), p.E(d.Count), p.E(d.Length), count, windows(p, k, d), merge)
	p.Open("if (span.n > 0) {")
	p.Line("k = nes_kernel(%d, span.n);", n)
	setArguments(p, k)
	p.Line("nes_arg_i(k, %d, span.first);", len(k.Params))
	p.Line("nes_arg_i(k, %d, groups);", len(k.Params)+1)
	if mergeOf(k) != nil {
		p.Line("nes_arg_i(k, %d, span.row);", len(k.Params)+2)
		p.Line("nes_arg_i(k, %d, span.end);", len(k.Params)+3)
	}
	p.Line("nes_launch(%d, span.n);", n)
	p.Close("} else {")
	p.Line("    nes_launched();")
	p.Line("}")
	p.Line("nes_divided(&span, uses, %d);", count)
}
