package c

// The whole program: one C file with the runtime, the kernels, the functions of the host
// and the top level.

import (
	_ "embed"
	"strings"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// The parts of the runtime of this target, in the order of their needs.
var (
	//go:embed runtime/nes_c_team.h
	teamRuntime string
	//go:embed runtime/nes_c.h
	deviceRuntime string
	//go:embed runtime/nes_c_kernel.h
	kernelRuntime string
)

// An emitter prints one program.
type emitter struct {
	*clike.Program
}

// Emit writes a program in kir.legal as one C file. files is the file table, for positions
// in messages.
func Emit(ctx *pass.Ctx, m *kir.Module, files []string) []backends.File {
	return []backends.File{{Name: "program.c", Text: newEmitter(ctx, m, files).program()}}
}

// EmitLibrary writes a program as a library, and its header.
func EmitLibrary(ctx *pass.Ctx, m *kir.Module, files []string, l *backends.Library) []backends.File {
	e := newEmitter(ctx, m, files)
	return e.LibraryFiles(l, ".c", e.program)
}

// dialect is the host code of this target: plain C.
var dialect = clike.PlainC("C")

func newEmitter(ctx *pass.Ctx, m *kir.Module, files []string) *emitter {
	return &emitter{clike.NewProgram(ctx, m, files, dialect)}
}

// kernelsTitle is the headline of the first generated part: what kernels are made of, and the
// kernels. hostMark is where the functions that launch them begin.
const (
	kernelsTitle = "the kernels"
	hostMark     = "/* ---- launches */\n"
)

// program is the text of the file.
func (e *emitter) program() string {
	var b strings.Builder
	b.WriteString(e.header())
	b.WriteString(e.Widths() + "\n" + e.Runtime(clike.Only(clike.Pages), teamRuntime, deviceRuntime))
	b.WriteString(clike.Section(kernelsTitle) + kernelRuntime + "\n")
	if e.UsesLanes() {
		b.WriteString(clike.Only(clike.Parts, clike.Masks, clike.Vectors, clike.Elementary, clike.Lanes))
	}
	b.WriteString("#ifndef NES_KERNEL\n#define NES_KERNEL static\n#endif\n\n")
	texts := clike.Texts(e.M.Kernels, e.kernel)
	for _, text := range texts {
		b.WriteString(kernelMark + text + "\n")
	}
	b.WriteString(hostMark + e.kernelTable(texts))
	for i, k := range e.M.Kernels {
		b.WriteString("\n" + e.launcher(i, k))
	}
	b.WriteString(e.HostCode())
	return b.String()
}

func (e *emitter) header() string {
	flags, libs := compilerFlags()
	return e.BuildNote("", flags, libs)
}
