package c

// Kernels as C functions, one group each, and the functions of the host that launch them.

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// kernel is one kernel: the function of a group, its arguments, and the function that runs
// some of the groups.
func (e *emitter) kernel(k *kir.Kernel) string {
	k = kir.WithoutItems(k)
	p := &clike.Printer{Num: e.Num, Stmt: kernelStmt, Expr: kernelExpr}
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
		p.Buf = func(t *types.Type) string { return pointer(t, k.Access[i]) }
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

func pointer(t *types.Type, a kir.Access) string {
	s := clike.ScalarType(t.Elem()) + " *"
	if a.ReadOnly() {
		s = "const " + s
	}
	return s
}

func kernelExpr(p *clike.Printer, e kir.Expr) (string, bool) {
	switch e := e.(type) {
	case *kir.Load:
		if kir.LanesOf(kir.TypeOf(e.Idx)) > 0 {
			return clike.LanesExpr(p, e)
		}
		return fmt.Sprintf("%s[%s]", p.Sub(e.Buf), p.Sub(e.Idx)), true
	case *kir.Digit:
		return fmt.Sprintf("nes_digit_%s(%s, %s)", clike.KindLetter(kir.TypeOf(e.Val).Kind), p.Sub(e.Val), p.Sub(e.Index)), true
	case *kir.GroupId:
		return "nes_group", true
	case *kir.NumGroups:
		return "nes_groups", true
	case *kir.LocalId: // groups have one work-item
		return "(nes_int)0", true
	}
	return clike.LanesExpr(p, e)
}

func kernelStmt(p *clike.Printer, s kir.Expr) bool {
	switch s := s.(type) {
	case *kir.Store:
		if kir.LanesOf(kir.TypeOf(s.Idx)) > 0 {
			clike.StoreLanes(p, s)
			break
		}
		idx, val := p.E(s.Idx), p.E(s.Val)
		p.Line("%s[%s] = %s;", p.E(s.Buf), idx, val)
	case *kir.CopyRange:
		p.CopyRange(s)
	case *kir.LocalArray:
		p.Line("%s %s[%d];", clike.ScalarType(s.Bind.Type.Elem()), p.Name(s.Bind), s.Size)
	case *kir.Share, *kir.Window, *kir.Barrier: // facts; groups have one work-item
	case *kir.Merge:
		p.Line("const nes_int %s = nes_row, %s = nes_row_end;", p.Name(s.Binds[0]), p.Name(s.Binds[1]))
	case *kir.Limit:
		p.Line("nes_groups = nes_min_i(nes_groups, %s);", p.E(s.Groups))
		p.Line("if (nes_group >= nes_groups)")
		p.Line("    return;")
	case *kir.Arbitrary: // volatile: no access that may race is cut in two, or made twice
		idx, val := p.E(s.Idx), p.E(s.Val)
		p.Line("*(volatile %s *)&%s[%s] = %s;", clike.ScalarType(kir.TypeOf(s.Buf).Elem()), p.E(s.Buf), idx, val)
	case *kir.Atomic:
		idx, val := p.E(s.Idx), p.E(s.Val)
		call := fmt.Sprintf("nes_atomic_%s(&%s[%s], %s)", atomics[s.Op], p.E(s.Buf), idx, val)
		if !p.Unused(s.Bind) {
			call = "const nes_int " + p.Name(s.Bind) + " = " + call
		}
		p.Line("%s;", call)
	default:
		return false
	}
	return true
}

// atomics are the indivisible operations on ints (nes_c_kernel.h).
var atomics = map[prim.Rop]string{prim.RAdd: "add", prim.RMax: "max", prim.RMin: "min"}

// ---- on the host

// launcher is the function of the host that launches kernel number n.
func (e *emitter) launcher(n int, k *kir.Kernel) string {
	p := &clike.Printer{Num: e.Num, Buf: dialect.Array}
	params := []string{"nes_int groups"}
	for _, v := range k.Params {
		params = append(params, p.Declared(v))
	}
	p.Line("NES_HOST void launch_%s(%s)", k.Name, strings.Join(params, ", "))
	p.Open("{")
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

// kernelTable gives the kernels to the runtime.
func (e *emitter) kernelTable() string {
	var b strings.Builder
	b.WriteString("static const nes_kernel_info nes_kernels[] = {\n")
	for _, k := range e.M.Kernels {
		sum := sha256.Sum256([]byte(e.kernel(k)))
		fmt.Fprintf(&b, "    {\"%s\", groups_%s, \"%x\"},\n", k.Name, k.Name, sum[:16])
	}
	b.WriteString("    {NULL, NULL, NULL},\n};\n")
	fmt.Fprintf(&b, "NES_GIVEN const nes_code nes_device_code = {nes_kernels, %d};\n", len(e.M.Kernels))
	return b.String()
}
