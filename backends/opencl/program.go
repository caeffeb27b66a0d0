package opencl

// The whole program: one C file with the runtime, the kernels as text, the
// functions of the host and the top level.

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
	//go:embed runtime/nes_cl.h
	deviceRuntime string
	//go:embed runtime/nes_cl_cache.h
	cacheRuntime string
	//go:embed runtime/nes_cl_unit.h
	unitRuntime string
	//go:embed runtime/nes_cl_memory.h
	memoryRuntime string
	//go:embed runtime/nes_cl_loaded.h
	loadedRuntime string
	//go:embed runtime/nes_cl_run.h
	runRuntime string
)

// An emitter prints one program.
type emitter struct {
	*clike.Program
	device string
}

// Emit writes a program in kir.legal as one C file. files is the file table,
// for positions in messages.
func Emit(c *pass.Ctx, m *kir.Module, files []string) []backends.File {
	return []backends.File{{Name: "program.c", Text: newEmitter(c, m, files).program()}}
}

// EmitLibrary writes a program as a library, and its header.
func EmitLibrary(c *pass.Ctx, m *kir.Module, files []string, l *backends.Library) []backends.File {
	e := newEmitter(c, m, files)
	return e.LibraryFiles(l, ".c", e.program)
}

// dialect is the host code of this target: plain C.
var dialect = clike.PlainC("OpenCL")

func newEmitter(c *pass.Ctx, m *kir.Module, files []string) *emitter {
	return &emitter{clike.NewProgram(c, m, files, dialect), c.Device}
}

// kernelsTitle is the headline of the first generated part.
const kernelsTitle = "the kernels"

// program is the text of the file.
func (e *emitter) program() string {
	var b strings.Builder
	b.WriteString(e.header())
	b.WriteString(e.Widths() + "\n" + e.Runtime(deviceRuntime, clike.Only(clike.Pages), memoryRuntime, cacheRuntime, unitRuntime, loadedRuntime, runRuntime))
	b.WriteString(clike.Section(kernelsTitle))
	b.WriteString(e.kernelTable())
	for i, k := range e.M.Kernels {
		b.WriteString("\n" + e.launcher(i, k))
	}
	b.WriteString(e.HostCode())
	return b.String()
}

func (e *emitter) header() string {
	flags, libs := clike.CompilerFlags()
	return e.BuildNote(", for OpenCL", append([]string{standard}, flags...), append([]string{"-lOpenCL"}, libs...))
}
