package clike

// Functions of the host in C or C++. A function with one result returns it; with more
// it stores them through pointers, which come first. Arrays are handles of the
// runtime, whose owners kir counts.

import (
	"fmt"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// hostPrinter is a printer of host code.
func (e *Program) hostPrinter() *Printer {
	return &Printer{Num: e.Num, Buf: func(t *types.Type) string { return e.Dialect.Array(t.Elem()) },
		Poll: func(loop kir.Expr) string { return "nes_poll(" + e.At(loop.Pos()) + ");" }}
}

// A host prints one host function.
type host struct {
	*Program
	f *kir.Func
}

// prototype is the first line of a function, without what ends it.
func (e *Program) prototype(p *Printer, f *kir.Func) string {
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
func (e *Program) declaration(f *kir.Func) string {
	return e.prototype(e.hostPrinter(), f) + ";\n"
}

// function is one host function.
func (e *Program) function(f *kir.Func) string {
	h, p := &host{e, f}, e.hostPrinter()
	p.Stmt, p.Expr = h.stmt, h.expr
	p.Uses(f.Body)
	if at := e.Position(f.Pos()); e.LineInfo && at != "" {
		p.Line("/* %s: %s */", Comment(f.Name), Comment(at))
	}
	p.Line("%s", e.prototype(p, f))
	p.Open("{")
	p.S(f.Body)
	p.Close("}")
	return p.String()
}

func (h *host) expr(p *Printer, e kir.Expr) (string, bool) {
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

func (h *host) stmt(p *Printer, s kir.Expr) bool {
	if h.LineInfo && s.Pos().IsValid() {
		p.Line("/* %s */", Comment(h.Position(s.Pos())))
	}
	step := s
	if on, ok := s.(*kir.OnStream); ok {
		step = on.Launch
	}
	if n, ok := h.Steps[step]; ok {
		p.Line("nes_at_step(%d);", n)
	}
	if h.Dialect.Stmt != nil && h.Dialect.Stmt(p, s) {
		return true
	}
	switch s := s.(type) {
	case *kir.Retain:
		p.Line("nes_retain(%s);", p.E(s.Buf))
	case *kir.Release:
		p.Line("nes_release(%s);", p.E(s.Buf))
	case *kir.Launch:
		p.Line("launch_%s(%s);", s.Kernel, strings.Join(append([]string{p.E(s.Groups)}, p.Es(s.Args)...), ", "))
	case *kir.Fetch:
		h.fetch(p, s)
	case *kir.Read:
		h.Dialect.Read(p, s)
	case *kir.CallHost:
		p.Line("nes_enter(%s);", h.At(s.Pos()))
		h.call(p, s.Binds, s.Fn, p.Es(s.Args))
		p.Line("nes_leave();")
	case *kir.CallRuntime:
		h.routine(p, s)
	case *kir.CheckHost:
		p.Line("nes_check(%s, %s, %s);", p.E(s.Cond), Quote(s.Error), h.At(s.Pos()))
	case *kir.CheckSize:
		p.Line("nes_check(%s <= NES_MOST_ELEMENTS, %s, %s);", p.E(s.Count), Quote(prim.ErrSize), h.At(s.Pos()))
	case *kir.Return:
		h.results(p, s)
	default:
		return h.memory(p, s)
	}
	return true
}

// memory prints a statement that makes an array.
func (h *host) memory(p *Printer, s kir.Expr) bool {
	at := h.near(s)
	switch s := s.(type) {
	case *kir.Alloc:
		h.array(p, s.Bind, "nes_array_new(%s, %s, %s)", p.E(s.Count), size(s.Bind), at)
	case *kir.AllocLoose:
		h.array(p, s.Bind, "nes_array_loose(%s, %s, %s)", p.E(s.Count), size(s.Bind), at)
	case *kir.AllocOver:
		h.array(p, s.Bind, "nes_array_over(%s, %s, %s, %s)", p.E(s.From), p.E(s.Count), size(s.Bind), at)
	case *kir.Copy:
		h.array(p, s.Bind, "nes_array_copy(%s, %s, %s)", p.E(s.From), size(s.Bind), at)
	case *kir.CopyOver:
		h.array(p, s.Bind, "nes_array_copy_over(%s, %s, %s)", p.E(s.From), size(s.Bind), at)
	case *kir.ConstStr:
		h.array(p, s.Bind, "nes_array_of_text(%s, %d, %s)", Quote(s.Val), len(s.Val), at)
	case *kir.Const:
		h.constant(p, s)
	default:
		return false
	}
	return true
}

// size is the size of an element of an array.
func size(v *kir.Var) string { return "sizeof(" + ScalarType(v.Type.Elem()) + ")" }

func (h *host) array(p *Printer, v *kir.Var, make string, args ...any) {
	p.Line("%s = %s;", p.Declared(v), fmt.Sprintf(make, args...))
}

// perLine is how many elements of a constant stand on a line.
const perLine = 16

func (h *host) constant(p *Printer, s *kir.Const) {
	vals := p.Es(s.Vals)
	storage := "static const"
	for i, v := range s.Vals {
		if _, ok := v.(*kir.Ref); ok || !kir.IsAtom(v) {
			storage = "const"
		}
		if t := s.Bind.Type.Elem(); !kir.IsAtom(v) && (t.Kind == types.KBool || t.Kind == types.KChar) { // an int, which C++ would not narrow
			vals[i] = "(" + ScalarType(t) + ")(" + vals[i] + ")"
		}
	}
	if len(vals) == 0 {
		vals = []string{"0"}
	}
	name := p.Name(s.Bind) + "_data"
	p.Open("%s %s %s[] = {", storage, ScalarType(s.Bind.Type.Elem()), name)
	for ; len(vals) > perLine; vals = vals[perLine:] {
		p.Line("%s,", strings.Join(vals[:perLine], ", "))
	}
	p.Line("%s,", strings.Join(vals, ", "))
	p.Close("};")
	h.array(p, s.Bind, "nes_array_from(%s, %d, %s, %s)", name, len(s.Vals), size(s.Bind), h.near(s))
}

// near is the position of a statement as a C expression, that of the function
// if the statement has none.
func (h *host) near(s kir.Expr) string {
	if pos := s.Pos(); pos.IsValid() {
		return h.At(pos)
	}
	return h.At(h.f.Pos())
}

// readPlain prints the transfer of single elements to variables of base types,
// which takes one wait for all of them.
func readPlain(p *Printer, s *kir.Read) {
	p.Declare(s.Binds)
	for i, v := range s.Binds {
		buf, idx := p.E(s.Bufs[i]), p.E(s.Idxs[i])
		p.Line("nes_read(%s, %s, sizeof %s, &%s);", buf, idx, p.Name(v), p.Name(v))
	}
	p.Line("nes_sync();")
}

// call prints a call that binds any number of results.
func (h *host) call(p *Printer, binds []*kir.Var, fn string, args []string) {
	h.callWith(func(name string) string { return "&" + name }, p, binds, fn, args)
}

// callWith prints a call that stores arrays through the pointers of slot.
func (h *host) callWith(slot func(name string) string, p *Printer, binds []*kir.Var, fn string, args []string) {
	if len(binds) == 1 {
		p.Line("%s = %s(%s);", p.Declared(binds[0]), fn, strings.Join(args, ", "))
		return
	}
	p.Declare(binds)
	var outs []string
	for _, v := range binds {
		if kir.IsBuf(v.Type) {
			outs = append(outs, slot(p.Name(v)))
		} else {
			outs = append(outs, "&"+p.Name(v))
		}
	}
	p.Line("%s(%s);", fn, strings.Join(append(outs, args...), ", "))
}

// routine prints a call of the runtime, whose arrays it borrows.
func (h *host) routine(p *Printer, s *kir.CallRuntime) {
	fn, args := "nes_do_"+s.Fn, p.Es(s.Args)
	switch s.Fn {
	case "read_vector", "write_vector":
		fn += "_" + KindLetter(kir.TypeOf(s.Args[0]).Elem().Kind)
	case "error":
		args = append(args, h.At(s.Pos()))
	}
	h.callWith(h.Dialect.Slot, p, s.Binds, fn, args)
}

func (h *host) results(p *Printer, s *kir.Return) {
	if len(s.Vals) == 1 {
		p.Line("return %s;", p.E(s.Vals[0]))
		return
	}
	for i, v := range s.Vals {
		p.Line("*result%d = %s;", i, p.E(v))
	}
	p.Line("return;")
}

// At is a position as a C expression: a line for the place, and one for each
// call that it was inlined through.
func (e *Program) At(pos ir.Pos) string {
	var lines []string
	for _, p := range append([]ir.Pos{pos}, pos.Calls()...) {
		if s := e.Position(p); s != "" {
			lines = append(lines, s)
		}
	}
	if lines == nil {
		return "NULL"
	}
	return Quote(strings.Join(lines, "\n"))
}

// Position is FILE:LINE:COL, "" if it is not known.
func (e *Program) Position(pos ir.Pos) string {
	if !pos.IsValid() || pos.File() >= len(e.Files) {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d", e.Files[pos.File()], pos.Line(), pos.Col())
}

// Comment is text that may stand in a comment.
func Comment(s string) string { return strings.ReplaceAll(s, "*/", "* /") }
