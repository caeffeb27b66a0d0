package opencl

// Kernels in OpenCL C 1.2, and the functions of the host that launch them.

import (
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// prelude is what the text of all kernels needs.
func (e *emitter) prelude() string {
	var b strings.Builder
	b.WriteString(clike.Widths(e.Num))
	if e.Num.Int64 {
		b.WriteString("#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n" +
			"#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n")
	}
	if e.UsesLanes() {
		b.WriteString("#define NES_LANES\n" + clike.Source(clike.Lanes))
	} else {
		b.WriteString(clike.Source(clike.Prim))
	}
	return b.String()
}

// kernel is one kernel.
func (e *emitter) kernel(k *kir.Kernel) string {
	k = kir.WithoutItems(k)
	p := &clike.Printer{Num: e.Num, Stmt: words.Stmt, Expr: words.Expr, Runs: k.Local == 1}
	independent := func(s kir.Expr) bool {
		loop, ok := s.(*kir.For)
		return ok && kir.Independent(k, loop)
	}
	if k.Local == 1 && (ir.Any(k.Body, independent) || ir.Any(k.Body, copiesRange)) {
		// the compiler of the device makes SIMD code of loops, and need not say where it does not
		p.Line("#pragma clang diagnostic ignored \"-Wpass-failed\"")
		p.Hint = func(loop *kir.For) string {
			if independent(loop) {
				return "#pragma clang loop vectorize(assume_safety)"
			}
			return ""
		}
	}
	p.Uses(k.Body)
	if e.Ranks {
		p.Expr = rankExpr
	}
	params := make([]string, len(k.Params))
	for i, v := range k.Params {
		p.Buf = func(*types.Type) string { return words.Pointer(k, i) }
		params[i] = p.Declared(v)
	}
	if at := e.Position(k.Pos()); e.LineInfo && at != "" {
		p.Line("/* %s */", clike.Comment(at))
	}
	if e.Ranks {
		params = append(params, "nes_int nes_first", "nes_int nes_groups")
		if clike.MergeOf(k) != nil {
			params = append(params, "nes_int nes_row", "nes_int nes_row_end")
		}
	}
	p.Line("__kernel __attribute__((reqd_work_group_size(%d, 1, 1)))", k.Local)
	p.Line("void %s(%s)", k.Name, strings.Join(params, ", "))
	p.Open("{")
	if !e.Ranks && ir.Any(k.Body, func(e kir.Expr) bool { return e.Form() == kir.FormNumGroups || e.Form() == kir.FormLimit }) {
		p.Line("nes_int nes_groups = (nes_int)get_num_groups(0);")
	}
	p.S(k.Body)
	p.Close("}")
	return p.String()
}

// rankExpr is words.Expr where a rank runs some of the groups: it says which is the first
// of them, and how many there are on all ranks.
func rankExpr(p *clike.Printer, e kir.Expr) (string, bool) {
	if e.Form() == kir.FormGroupId {
		return "(nes_first + (nes_int)get_group_id(0))", true
	}
	return words.Expr(p, e)
}

func copiesRange(s kir.Expr) bool { return s.Form() == kir.FormCopyRange }

// words is how kernels are spelled.
var words = clike.KernelWords{
	Global: "__global ", Shared: "__local ", Restrict: "restrict",
	Group: "(nes_int)get_group_id(0)", Item: "(nes_int)get_local_id(0)",
	Barrier: "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
	Atomic: func(n value.Num, op prim.Rop) string {
		if n.Int64 {
			return "atom_" + clike.AtomicName[op]
		}
		return "atomic_" + clike.AtomicName[op]
	},
}

// ---- on the host

// launcher is the function of the host that launches kernel number n.
func (e *emitter) launcher(n int, k *kir.Kernel) string {
	p := e.Launcher(k, "nes_int groups")
	p.Line("cl_kernel k;")
	if e.Ranks {
		e.dividedLaunch(p, n, k)
		p.Close("}")
		return p.String()
	}
	p.Line("if (groups <= 0)")
	p.Line("    return;")
	p.Line("k = nes_kernel(%d, groups);", n)
	setArguments(p, k)
	p.Line("nes_launch(%d, groups);", n)
	p.Close("}")
	return p.String()
}

// setArguments prints how the arguments of kernel k are set.
func setArguments(p *clike.Printer, k *kir.Kernel) {
	for i, v := range k.Params {
		set := "array"
		if !kir.IsBuf(v.Type) {
			set = clike.KindLetter(v.Type.Kind)
		}
		p.Line("nes_arg_%s(k, %d, %s);", set, i, p.Name(v))
	}
}

// kernelTable gives the kernels to the runtime, as text, each with its key.
func (e *emitter) kernelTable() string {
	var b strings.Builder
	prelude := e.prelude()
	keys := keysBehind(prelude)
	b.WriteString("static const char nes_prelude[] =\n" + clike.Quote(prelude) + ";\n\n")
	b.WriteString("static const nes_kernel_info nes_kernels[] = {\n")
	for _, entry := range clike.Texts(e.M.Kernels, func(k *kir.Kernel) string { return e.kernelEntry(keys, k) }) {
		b.WriteString(entry)
	}
	b.WriteString("    {NULL, NULL, NULL, 0, 0, 0},\n};\n")
	device := "CL_DEVICE_TYPE_CPU"
	if e.device == "gpu" {
		device = "CL_DEVICE_TYPE_GPU"
	}
	fmt.Fprintf(&b, "NES_GIVEN const nes_code nes_device_code = {nes_prelude, %s, nes_kernels, %d};\n", device, len(e.M.Kernels))
	return b.String()
}

// kernelEntry is the entry of k in the table.
func (e *emitter) kernelEntry(keys keys, k *kir.Kernel) string {
	text := "\n" + e.kernel(k)
	args, shared := 0, 0
	if e.Ranks {
		args += 2 * kir.BytesOf(e.Num, types.Int)
	}
	for _, v := range k.Params {
		args += 8
		if !kir.IsBuf(v.Type) {
			args += kir.BytesOf(e.Num, v.Type) - 8
		}
	}
	for _, s := range k.Body.(*kir.Block).Stmts {
		if a, ok := s.(*kir.LocalArray); ok && a.Shared() {
			shared += a.Size * kir.BytesOf(e.Num, a.Bind.Type.Elem())
		}
	}
	return fmt.Sprintf("    {\"%s\", \"%s\",\n%s, %d, %d, %d},\n", k.Name, keys.of(k.Name, text), clike.Quote(text), k.Local, args, shared)
}
