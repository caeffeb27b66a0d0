package c

// Kernels as C functions, one group each, and the functions of the host that launch them.

import (
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// kernel is one kernel: the function of a group, its arguments, and the function that runs
// some of the groups.
func (e *emitter) kernel(k *kir.Kernel) string {
	k = kir.WithoutItems(k)
	p := &clike.Printer{Num: e.Num, Stmt: words.Stmt, Expr: words.Expr, Runs: true}
	p.Hint = func(loop *kir.For) string {
		if kir.Independent(k, loop) {
			return "NES_INDEPENDENT"
		}
		return ""
	}
	p.Uses(k.Body)
	params := []string{"const nes_int nes_group", "nes_int nes_groups NES_UNUSED"}
	args := []string{"a->groups"}
	fields := []string{"nes_int groups;"}
	if clike.MergeOf(k) != nil {
		params = append(params, "const nes_int nes_row", "const nes_int nes_row_end")
		args = append(args, "a->row", "a->row_end")
		fields = append(fields, "nes_int row, row_end;")
	}
	for i, v := range k.Params {
		p.Buf = func(*types.Type) string { return words.Pointer(k, i) }
		params = append(params, p.Declared(v))
		args = append(args, fmt.Sprintf("a->a%d", i))
		fields = append(fields, fmt.Sprintf("%sa%d;", p.VarType(v.Type), i))
	}
	if at := e.Position(k.Pos()); e.LineInfo && at != "" {
		p.Line("/* %s */", clike.Comment(at))
	}
	p.Line("typedef struct {")
	for _, f := range fields {
		p.Line("    %s", f)
	}
	p.Line("} args_%s;", k.Name)
	p.Line("")
	p.Line("static void group_%s(%s)", k.Name, strings.Join(params, ", "))
	p.Open("{")
	p.Line("(void)nes_group;")
	p.S(k.Body)
	p.Close("}")
	p.Line("")
	p.Line("NES_KERNEL void groups_%s(const void *args, nes_int from, nes_int to)", k.Name)
	p.Open("{")
	p.Line("const args_%s *a = (const args_%s *)args;", k.Name, k.Name)
	p.Line("for (nes_int g = from; g < to; g++)")
	p.Line("    group_%s(g, %s);", k.Name, strings.Join(args, ", "))
	p.Close("}")
	return p.String()
}

// words is how kernels are spelled: groups have one work-item.
var words = clike.KernelWords{
	Group: "nes_group", Item: "(nes_int)0", Restrict: "__restrict__",
	Atomic: func(_ value.Num, op prim.Rop) string { return "nes_atomic_" + clike.AtomicName[op] },
}

// ---- on the host

// launcher is the function of the host that launches kernel number n.
func (e *emitter) launcher(n int, k *kir.Kernel) string {
	p := e.Launcher(k, "nes_int groups")
	if e.Ranks {
		clike.Divide(p, k)
		p.Open("if (span.n > 0) {")
		launch(p, n, k, "span.first", "span.first + span.n")
		p.Close("} else {")
		p.Line("    nes_launched();")
		p.Line("}")
		clike.Divided(p, k)
	} else {
		p.Open("if (groups > 0) {")
		launch(p, n, k, "0", "groups")
		p.Close("}")
	}
	p.Close("}")
	return p.String()
}

// launch prints the launch of some of the groups.
func launch(p *clike.Printer, n int, k *kir.Kernel, from, to string) {
	values := []string{"groups"}
	if clike.MergeOf(k) != nil {
		values = append(values, "span.row", "span.end")
	}
	for _, v := range k.Params {
		value := p.Name(v)
		if kir.IsBuf(v.Type) {
			value = fmt.Sprintf("(%s *)nes_elements(%s)", clike.ScalarType(v.Type.Elem()), value)
		}
		values = append(values, value)
	}
	p.Line("const args_%s args = {%s};", k.Name, strings.Join(values, ", "))
	p.Line("nes_launch(%d, %s, %s, &args);", n, from, to)
}

// kernelTable gives the kernels, whose texts these are, to the runtime.
func (e *emitter) kernelTable(texts []string) string {
	var b strings.Builder
	b.WriteString("static const nes_kernel_run nes_kernels[] = {\n")
	for _, k := range e.M.Kernels {
		fmt.Fprintf(&b, "    groups_%s,\n", k.Name)
	}
	b.WriteString("    NULL,\n};\n")
	fmt.Fprintf(&b, "NES_GIVEN const nes_code nes_device_code = {nes_kernels, %d, UINT64_C(0x%x)};\n", len(texts), clike.Fingerprint(texts))
	return b.String()
}
