package clike

// What the parts of one emitted program share, and how targets differ.

import (
	"fmt"
	"slices"
	"strings"

	"nessiec/backends"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/target"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// A Dialect is how the host code of a target differs from that of others.
type Dialect struct {
	// Name is shown to users.
	Name string
	// Array is the type of handles of arrays of elem, ending in * or a blank.
	Array func(elem *types.Type) string
	// Slot is a pointer to the handle called name, for the runtime.
	Slot func(name string) string
	// Read prints the transfer of single elements to the host, and the wait.
	Read func(p *Printer, s *kir.Read)
	// Stmt prints the statements of the host that the target prints in its own way, and
	// reports whether s is one; nil if there are none.
	Stmt func(p *Printer, s kir.Expr) bool
	// Main is a macro that leaves main out, for programs that are linked to
	// others; "" if there is none.
	Main string
}

// PlainC is the dialect of host code in C without more; name is shown to users.
func PlainC(name string) Dialect {
	return Dialect{
		Name:  name,
		Array: func(*types.Type) string { return "nes_array *" },
		Slot:  func(name string) string { return "&" + name },
		Read:  readPlain,
	}
}

// A Program is one program to be emitted.
type Program struct {
	Num      value.Num
	M        *kir.Module
	Files    []string // the file table, for positions
	Dialect  Dialect
	Seed     int64
	LineInfo bool
	Library  *backends.Library // what other programs call; nil for an executable
	Ranks    bool              // whether it runs on several ranks, by MPI
	Device   target.Desc       // the kind of device it is tuned for
	funcs    map[string]*kir.Func
	Steps    map[kir.Expr]int // for a profile, the numbers of statements; nil if there is none
}

// NewProgram prepares a program in kir.legal; c gives the options.
func NewProgram(c *pass.Ctx, m *kir.Module, files []string, d Dialect) *Program {
	e := &Program{Num: c.Num(), M: m, Files: files, Dialect: d,
		Seed: c.Seed, Ranks: c.Ranks, Device: c.Desc(), LineInfo: c.LineInfo, funcs: map[string]*kir.Func{}}
	for _, f := range m.Funcs {
		e.funcs[f.Name] = f
	}
	if c.Profile {
		_, e.Steps = kir.Steps(m)
	}
	return e
}

// Launcher begins the function of the host that launches a kernel. Its parameters are these and those
// of the kernel.
func (e *Program) Launcher(k *kir.Kernel, params ...string) *Printer {
	p := &Printer{Num: e.Num, Buf: func(t *types.Type) string { return e.Dialect.Array(t.Elem()) }}
	for _, v := range k.Params {
		params = append(params, p.Declared(v))
	}
	p.Line("NES_HOST void launch_%s(%s)", k.Name, strings.Join(params, ", "))
	p.Open("{")
	return p
}

// Runtime is the text of the parts of the runtime that the program needs, and of device, its
// target's: what all programs have, then what some have, in pieces (separate.go).
func (e *Program) Runtime(device ...string) string {
	s := source{done: map[Part]bool{}}
	if e.Ranks {
		s.add(Blocks)
	}
	if e.Library == nil {
		s.add(Prim, Main, Slots, Print)
		s.piece(Output)
		s.piece(Top)
	} else {
		s.add(Prim, Library)
	}
	if e.Ranks {
		s.add(Ranks, Agree)
	}
	for _, text := range device {
		s.WriteString(text + "\n")
	}
	effects := e.effects()
	if e.reads() || effects {
		s.piece(Read)
	}
	if e.reads() {
		s.piece(Entry)
	}
	if effects {
		s.piece(IO)
	}
	return s.String()
}

// reads reports whether the program has inputs that it reads; a library is given them.
func (e *Program) reads() bool {
	return e.Library == nil && slices.ContainsFunc(e.M.Actions, func(a *program.Action) bool { return a.Kind == program.Read })
}

// effects reports whether any function calls the runtime.
func (e *Program) effects() bool {
	return slices.ContainsFunc(e.M.Funcs, func(f *kir.Func) bool {
		return ir.Any(f.Body, func(s kir.Expr) bool { return s.Form() == kir.FormCallRuntime })
	})
}

// HostCode is the rest of a program, after the runtime and the functions that
// launch kernels: the functions of the host and the top level.
func (e *Program) HostCode() string {
	var b strings.Builder
	b.WriteString(Section("the functions of the host"))
	for _, f := range e.M.Funcs {
		b.WriteString(e.declaration(f))
	}
	for _, text := range Texts(e.M.Funcs, e.function) {
		b.WriteString("\n" + text)
	}
	b.WriteString(Section("the top level"))
	b.WriteString(e.siteTable() + "\n" + newTop(e).text())
	return b.String()
}

// Texts is what print makes of declarations, several at a time.
func Texts[T any](decls []T, print func(T) string) []string {
	out := make([]string, len(decls))
	ir.AtOnce(len(decls), func(i int) { out[i] = print(decls[i]) })
	return out
}

// Section is a headline in generated code.
func Section(title string) string { return fmt.Sprintf("\n/* ==== %s ==== */\n\n", title) }

// BuildNote is the first comment of a program in C: what it was made from, purpose, and how it
// is compiled with flags and libraries.
func (e *Program) BuildNote(purpose string, flags, libraries []string) string {
	made := "-o PROGRAM FILE.c"
	if l := e.Library; l != nil {
		made = fmt.Sprintf("%s -o lib%s.so %s.c", strings.Join(LibraryFlags, " "), l.Name, l.Name)
	}
	return fmt.Sprintf("/* Generated by nessiec from %s%s. Build it with\n *\n *     cc %s %s %s\n */\n",
		e.Of(), purpose, strings.Join(flags, " "), made, strings.Join(libraries, " "))
}

// Of is what the program was made from.
func (e *Program) Of() string {
	if len(e.Files) == 0 {
		return "a program in kir"
	}
	return Comment(strings.Join(e.Files, ", "))
}

func (e *Program) siteTable() string {
	var b strings.Builder
	b.WriteString("static const nes_site nes_sites[] = {\n")
	for _, s := range e.M.Sites {
		fmt.Fprintf(&b, "    {%s, %s},\n", Quote(s.Error), e.At(s.Pos()))
	}
	b.WriteString("    {NULL, NULL},\n};\n")
	return b.String()
}
