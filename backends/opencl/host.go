package opencl

// Functions of the host in C. A function with one result returns it; with more
// it stores them through pointers, which come first. Arrays are handles of the
// runtime, whose owners kir counts.

import (
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

func hostBuf(*types.Type) string { return "nes_array *" }

// A host prints one host function.
type host struct {
	*emitter
	f *kir.Func
}

// prototype is the first line of a function, without what ends it.
func (e *emitter) prototype(p *clike.Printer, f *kir.Func) string {
	var params []string
	result := "void "
	if len(f.Results) == 1 {
		result = p.VarType(f.Results[0])
	} else {
		for i, t := range f.Results {
			params = append(params, fmt.Sprintf("%s*result%d", p.VarType(t), i))
		}
	}
	for _, v := range f.Params {
		params = append(params, p.Declared(v))
	}
	if params == nil {
		params = []string{"void"}
	}
	return fmt.Sprintf("NES_HOST %s%s(%s)", result, f.Name, strings.Join(params, ", "))
}

// declaration announces a function, since functions may call each other.
func (e *emitter) declaration(f *kir.Func) string {
	p := &clike.Printer{Num: e.num, Buf: hostBuf}
	return e.prototype(p, f) + ";\n"
}

// function is one host function.
func (e *emitter) function(f *kir.Func) string {
	h := &host{e, f}
	p := &clike.Printer{Num: e.num, Stmt: h.stmt, Expr: h.expr, Buf: hostBuf}
	p.Uses(f.Body)
	if at := e.position(f.Pos()); at != "" {
		p.Line("/* %s: %s */", comment(f.Name), comment(at))
	}
	p.Line("%s", e.prototype(p, f))
	p.Open("{")
	p.S(f.Body)
	p.Close("}")
	return p.String()
}

func (h *host) expr(p *clike.Printer, e kir.Expr) (string, bool) {
	switch e := e.(type) {
	case *kir.Length:
		return fmt.Sprintf("nes_length(%s)", p.Sub(e.Buf)), true
	case *kir.ErrorWord:
		return "nes_error_word()", true
	case *kir.LaunchBase:
		return fmt.Sprintf("nes_launch_base(%d)", e.Site), true
	}
	return "", false
}

func (h *host) stmt(p *clike.Printer, s kir.Expr) bool {
	if h.lineInfo && s.Pos().IsValid() {
		p.Line("/* %s */", comment(h.position(s.Pos())))
	}
	switch s := s.(type) {
	case *kir.Retain:
		p.Line("nes_retain(%s);", p.E(s.Buf))
	case *kir.Release:
		p.Line("nes_release(%s);", p.E(s.Buf))
	case *kir.Launch:
		args := append([]string{p.E(s.Groups)}, p.Es(s.Args)...)
		p.Line("launch_%s(%s);", s.Kernel, strings.Join(args, ", "))
	case *kir.Read:
		h.read(p, s)
	case *kir.CallHost:
		h.call(p, s.Binds, s.Fn, p.Es(s.Args))
	case *kir.CallRuntime:
		h.routine(p, s)
	case *kir.CheckHost:
		p.Line("nes_check(%s, %s, %s);", p.E(s.Cond), clike.Quote(s.Error), h.at(s.Pos()))
	case *kir.Return:
		h.results(p, s)
	default:
		return h.memory(p, s)
	}
	return true
}

// memory prints a statement that makes an array.
func (h *host) memory(p *clike.Printer, s kir.Expr) bool {
	at := h.at(s.Pos())
	switch s := s.(type) {
	case *kir.Alloc:
		h.array(p, s.Bind, "nes_array_new(%s, %s, %s)", p.E(s.Count), size(s.Bind), at)
	case *kir.AllocZero:
		h.array(p, s.Bind, "nes_array_zero(%s, %s, %s)", p.E(s.Count), size(s.Bind), at)
	case *kir.AllocOver:
		h.array(p, s.Bind, "nes_array_over(%s, %s, %s, %s)", p.E(s.From), p.E(s.Count), size(s.Bind), at)
	case *kir.Copy:
		h.array(p, s.Bind, "nes_array_copy(%s, %s, %s)", p.E(s.From), size(s.Bind), at)
	case *kir.CopyOver:
		h.array(p, s.Bind, "nes_array_copy_over(%s, %s, %s)", p.E(s.From), size(s.Bind), at)
	case *kir.ConstStr:
		h.array(p, s.Bind, "nes_array_of_text(%s, %d, %s)", clike.Quote(s.Val), len(s.Val), at)
	case *kir.Const:
		h.constant(p, s)
	default:
		return false
	}
	return true
}

// size is the size of an element of an array.
func size(v *kir.Var) string { return "sizeof(" + clike.ScalarType(v.Type.Elem()) + ")" }

func (h *host) array(p *clike.Printer, v *kir.Var, make string, args ...any) {
	p.Line("%s = %s;", p.Declared(v), fmt.Sprintf(make, args...))
}

// perLine is how many elements of a constant stand on a line.
const perLine = 16

func (h *host) constant(p *clike.Printer, s *kir.Const) {
	vals := p.Es(s.Vals)
	storage := "static const"
	for _, v := range s.Vals {
		if _, ok := v.(*kir.Ref); ok || !kir.IsAtom(v) {
			storage = "const"
		}
	}
	if len(vals) == 0 {
		vals = []string{"0"}
	}
	name := p.Name(s.Bind) + "_data"
	p.Open("%s %s %s[] = {", storage, clike.ScalarType(s.Bind.Type.Elem()), name)
	for ; len(vals) > perLine; vals = vals[perLine:] {
		p.Line("%s,", strings.Join(vals[:perLine], ", "))
	}
	p.Line("%s,", strings.Join(vals, ", "))
	p.Close("};")
	h.array(p, s.Bind, "nes_array_from(%s, %d, %s, %s)", name, len(s.Vals), size(s.Bind), h.at(s.Pos()))
}

// read prints the transfer of single elements: one wait for all of them.
func (h *host) read(p *clike.Printer, s *kir.Read) {
	p.Declare(s.Binds)
	for i, v := range s.Binds {
		buf, idx := p.E(s.Bufs[i]), p.E(s.Idxs[i])
		p.Line("nes_read(%s, %s, sizeof %s, &%s);", buf, idx, p.Name(v), p.Name(v))
	}
	p.Line("nes_sync();")
}

// call prints a call that binds any number of results.
func (h *host) call(p *clike.Printer, binds []*kir.Var, fn string, args []string) {
	if len(binds) == 1 {
		p.Line("%s = %s(%s);", p.Declared(binds[0]), fn, strings.Join(args, ", "))
		return
	}
	p.Declare(binds)
	var outs []string
	for _, v := range binds {
		outs = append(outs, "&"+p.Name(v))
	}
	p.Line("%s(%s);", fn, strings.Join(append(outs, args...), ", "))
}

// routine prints a call of the runtime, whose arrays it borrows.
func (h *host) routine(p *clike.Printer, s *kir.CallRuntime) {
	fn, args := "nes_do_"+s.Fn, p.Es(s.Args)
	switch s.Fn {
	case "read_vector", "write_vector":
		fn += "_" + clike.KindLetter(kir.TypeOf(s.Args[0]).Elem().Kind)
	case "error":
		args = append(args, h.at(s.Pos()))
	}
	h.call(p, s.Binds, fn, args)
}

func (h *host) results(p *clike.Printer, s *kir.Return) {
	if len(s.Vals) == 1 {
		p.Line("return %s;", p.E(s.Vals[0]))
		return
	}
	for i, v := range s.Vals {
		p.Line("*result%d = %s;", i, p.E(v))
	}
	p.Line("return;")
}

// at is a position as a C expression.
func (e *emitter) at(pos ir.Pos) string {
	if s := e.position(pos); s != "" {
		return clike.Quote(s)
	}
	return "NULL"
}

// position is FILE:LINE:COL, "" if it is not known.
func (e *emitter) position(pos ir.Pos) string {
	if !pos.IsValid() || pos.File() >= len(e.files) {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", e.files[pos.File()], pos.Line(), pos.Col())
}

// comment is text that may stand in a comment.
func comment(s string) string { return strings.ReplaceAll(s, "*/", "* /") }
