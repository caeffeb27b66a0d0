package clike

// Launches of programs that run on several ranks (nes_ranks.h).

import (
	"fmt"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// MergeOf is the merge that groups of a kernel divide, or nil.
func MergeOf(k *kir.Kernel) *kir.Merge {
	for _, s := range k.Body.(*kir.Block).Stmts {
		if m, ok := s.(*kir.Merge); ok {
			return m
		}
	}
	return nil
}

// Divide prints what finds the span of a launch, the groups of it that a rank runs, and brings
// arrays where these need them; Divided notes where they leave what they write. The launcher
// has parameters called as those of the kernel, and the number of groups, groups.
func Divide(p *Printer, k *kir.Kernel) {
	d := kir.DivisionOf(k)
	switch {
	case kir.AnyGroups(k):
		d = &kir.Division{Size: kir.N(1), Count: kir.Use(kir.NewVar("groups", types.Int)), Length: kir.N(1)}
	case d == nil:
		d = &kir.Division{Size: kir.N(0), Count: kir.N(0), Length: kir.N(0)}
	}
	merge := "{NULL, 0, 0}"
	if m := MergeOf(k); m != nil && d.Merge != nil {
		merge = fmt.Sprintf("{%s, %s, %s}", p.E(m.Offs), p.E(d.Merge.N), p.E(d.Merge.Count))
	}
	uses, windows := uses(p, k), windows(p, k, d)
	p.Line("const nes_use uses[] = {%s};", table(uses, "{NULL, NES_ACCESS_VALUE}"))
	p.Line("const nes_window windows[] = {%s};", table(windows, "{0, NULL, 0, 0}"))
	p.Line("const nes_merge merge = %s;", merge)
	p.Line("nes_span span;")
	p.Line("if (groups <= 0)")
	p.Line("    return;")
	p.Line("span = nes_divide(groups, %s, %s, %s, uses, %d, windows, %d, merge);", p.E(d.Size), p.E(d.Count), p.E(d.Length), len(uses), len(windows))
}

// Divided prints what follows the launch.
func Divided(p *Printer, k *kir.Kernel) {
	p.Line("nes_divided(&span, uses, %d);", len(uses(p, k)))
}

// fetch prints the launch of an inspector, and what is done with what it marks.
func (h *host) fetch(p *Printer, s *kir.Fetch) {
	writes := 0
	if len(s.Dests) > 0 {
		writes = 1
	}
	arrays := p.Es(append(s.Bufs[:len(s.Bufs):len(s.Bufs)], s.Dests...))
	p.Open("{")
	p.Line("nes_array *const arrays[] = {%s};", strings.Join(arrays, ", "))
	p.Open("if (nes_inspects(arrays, %d, %d, %s)) {", len(s.Bufs), writes, p.E(s.Groups))
	var marks []string
	launch := &kir.Launch{Node: s.Node, Kernel: s.Kernel, Groups: s.Groups, Args: s.Args[:len(s.Args):len(s.Args)]}
	for i, a := range arrays {
		v := kir.NewVar(fmt.Sprintf("marks_%d", i), kir.Global(types.Bool))
		launch.Args = append(launch.Args, kir.Use(v))
		marks = append(marks, v.Name)
		p.Line("nes_array *%s = nes_unmarked(%s);", v.Name, a)
	}
	p.S(launch)
	if n := len(s.Bufs); n > 0 {
		p.Open("{")
		p.Line("nes_array *const marks[] = {%s};", strings.Join(marks[:n], ", "))
		p.Line("nes_fetch_marked(arrays, marks, %d);", n)
		p.Close("}")
	}
	for i := range s.Dests {
		p.Line("arrays[%d]->marks = %s;", len(s.Bufs)+i, marks[len(s.Bufs)+i])
	}
	p.Close("}")
	p.Close("}")
}

// table is the rows of an array of C, which has one row at least.
func table(rows []string, none string) string {
	if rows == nil {
		return none
	}
	return strings.Join(rows, ", ")
}

// uses is what the kernel does with each array.
func uses(p *Printer, k *kir.Kernel) (out []string) {
	for i, v := range k.Params {
		if kir.IsBuf(v.Type) {
			out = append(out, fmt.Sprintf("{%s, NES_ACCESS_%s}", p.Name(v), strings.ToUpper(k.Access[i].String())))
		}
	}
	return out
}

// windows is where groups write arrays that are packed.
func windows(p *Printer, k *kir.Kernel, d *kir.Division) (out []string) {
	use := map[*kir.Var]int{}
	for _, v := range k.Params {
		if kir.IsBuf(v.Type) {
			use[v] = len(use)
		}
	}
	for _, w := range d.Windows {
		rest := 0
		if w.Rest {
			rest = 1
		}
		out = append(out, fmt.Sprintf("{%d, %s, %s, %d}", use[kir.VarOf(w.Buf)], p.E(w.Starts), p.E(w.Base), rest))
	}
	return out
}
