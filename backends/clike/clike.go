// Package clike holds what the C-like backends share: the C runtime, and how
// programs are printed in C.
//
// The runtime is a set of headers (runtime/*.h), each for one purpose, with
// static functions only, and state that each thread has for itself: a context is
// a thread with a large stack, which recursion needs anyway (nes_context.h). Generated programs carry the parts they need as text,
// so that they compile with nothing installed. The first five are also device
// code (OpenCL C 1.2, CUDA).
//
//	nes_num.h      int, float, conversions, random numbers; host and device
//	nes_decimal.h  decimal digits of floats, what printing rests on; host and device
//	nes_prim.h     operations of compiled programs: keys, digits, ranges; host and device
//	nes_parts.h    vectors of eight values in C
//	nes_masks.h    truth values of them
//	nes_vectors.h  the same in OpenCL C, and what both are used for
//	nes_elementary.h  functions of floats on them, in C
//	nes_lanes.h    the operations of programs on them
//	nes_call.h     a piece of work: how it ends, the memory it takes
//	nes_trace.h    where a program fails: calls in progress
//	nes_base.h     run-time errors, strings, the clock
//	nes_context.h  a thread that does the work of one program
//	nes_text.h     numbers as text
//	nes_shape.h    descriptors of values (value.Descriptor) and their arrays
//	nes_print.h    values as text: the top level and @
//	nes_read.h     the tokens of literals
//	nes_entry.h    values from literals: the input of -entry
//	nes_stream.h   effects: streams, files, the seed, the environment
//	nes_object.h   effects: arrays in object format
//	nes_main.h     executables: options, interrupts, -stats, -bench
//	nes_profile.h  what programs that are compiled for profiles record
//	nes_device.h   what programs need of a device; the target defines it
//	nes_array.h    arrays on the device, their owners and their pool
//	nes_pages.h    large blocks of memory of the host, for devices that compute there
//	nes_run.h      launches, the error word, transfers to the host
//	nes_mpi.h      what ranks are; then, for arrays that lie on several: nes_blocks.h (which
//	               rank has what), nes_bring.h, nes_marks.h, nes_fetch.h, nes_ranks.h (launches), nes_agree.h
//	nes_io.h       effects, as compiled programs call them
//	nes_slots.h    actions of the top level, and the values between
//	nes_file.h     files of numbers, mapped, of which ranks read parts
//	nes_data.h     values from files of data
//	nes_npy.h      arrays of NumPy
//	nes_flat.h     FlatBuffers
//	nes_arrow.h    values from files of Arrow
//	nes_save.h     arrays to files
//	nes_savearrow.h  files of Arrow around them
//	nes_output.h   values to files
//	nes_top.h      executables: inputs, actions, -bench, -stats
//	nes_library.h  entries that other programs call
//
// Emission: a target prints kernels and what launches them with a Printer
// (printer.go, expr.go, stmt.go, spell.go); the rest of the program is the same
// for all (program.go, host.go, top.go), and so is what makes it a library of
// functions for others (library.go, header.go, layout.go).
package clike

import (
	"embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

//go:embed runtime/*.h
var runtime embed.FS

// A Part is one header of the runtime, named without nes_ and .h.
type Part string

// The parts.
const (
	Num        Part = "num"
	Decimal    Part = "decimal"
	Prim       Part = "prim"
	Parts      Part = "parts"
	Masks      Part = "masks"
	Vectors    Part = "vectors"
	Elementary Part = "elementary"
	Lanes      Part = "lanes"
	Call       Part = "call"
	Trace      Part = "trace"
	Base       Part = "base"
	Text       Part = "text"
	Shape      Part = "shape"
	Print      Part = "print"
	Read       Part = "read"
	Entry      Part = "entry"
	Stream     Part = "stream"
	Object     Part = "object"
	Context    Part = "context"
	Main       Part = "main"
	Profile    Part = "profile"
	Device     Part = "device"
	Array      Part = "array"
	Run        Part = "run"
	IO         Part = "io"
	Slots      Part = "slots"
	Output     Part = "output"
	Top        Part = "top"
	Library    Part = "library"
	MPI        Part = "mpi"
	Blocks     Part = "blocks"
	Ranks      Part = "ranks"
	Agree      Part = "agree"
	Pages      Part = "pages"
)

// Widths is the text that fixes the widths of int and float; it must precede
// any part of the runtime, on the host and in device code.
//
// For a profile, the runtime records what happens (nes_profile.h).
func (e *Program) Widths() string {
	s := Widths(e.Num)
	if e.Steps != nil {
		s += "#define NES_PROFILE 1\n"
	}
	if e.Ranks {
		s += fmt.Sprintf("#define NES_RANKS 1\n#define NES_CHUNKS %d\n#define NES_GRAIN %d\n#define NES_LOCAL %d\n",
			e.Device.Chunks, e.Device.Grain, e.Device.Local)
	}
	return s
}

// Widths is the text for one width of each.
func Widths(n value.Num) string {
	return fmt.Sprintf("#define NES_INT_BITS %d\n#define NES_FLOAT_BITS %d\n", n.IntBits(), n.FloatBits())
}

// Source is the text of the given parts and of all they need, each once, every
// part after those it needs. It must be the first text of a host program, since
// it asks the system headers for POSIX.
func Source(parts ...Part) string {
	s := source{done: map[Part]bool{}}
	s.add(parts...)
	return s.String()
}

// Only is the text of the given parts, for programs that have all that they need.
func Only(parts ...Part) string {
	s := source{done: map[Part]bool{}, only: true}
	s.add(parts...)
	return s.String()
}

type source struct {
	strings.Builder
	done map[Part]bool
	only bool // whether parts that others need are left out
}

// piece appends parts as a piece that is compiled alone.
func (s *source) piece(parts ...Part) {
	s.WriteString(pieceMark)
	s.add(parts...)
}

// add appends parts, their includes of other parts replaced by their text.
func (s *source) add(parts ...Part) {
	for _, p := range parts {
		s.addOne(p)
	}
}

func (s *source) addOne(p Part) {
	if s.done[p] {
		return
	}
	s.done[p] = true
	text, err := runtime.ReadFile("runtime/nes_" + string(p) + ".h")
	if err != nil {
		panic("clike: no part " + string(p))
	}
	const include = `#include "nes_`
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, include); ok && !s.only {
			s.add(Part(strings.TrimSuffix(strings.TrimSpace(name), `.h"`)))
		}
	}
	s.Grow(len(text) + 1)
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, include) {
			s.WriteString(line)
		}
	}
	s.WriteByte('\n')
}

// KindLetter is the letter of a base type in names and descriptors of the
// runtime: i d b c.
func KindLetter(k types.Kind) string {
	switch k {
	case types.KInt, types.KStream:
		return "i"
	case types.KFloat:
		return "d"
	case types.KBool:
		return "b"
	case types.KChar:
		return "c"
	}
	panic("clike: not a base type")
}

// ScalarName is the C function for scalar primitive p, where k is the kind that
// an overloaded primitive has in place of its type variable. The parts Num and
// Decimal hold these functions.
func ScalarName(p *prim.Prim, k types.Kind) string {
	if len(p.Scheme().Vars) == 0 {
		return "nes_" + p.Name
	}
	return "nes_" + p.Name + "_" + KindLetter(k)
}

// Quote is s as a C string literal, one line of source per line of text.
func Quote(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8 + 2)
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\n' && i < len(s)-1:
			b.WriteString("\\n\"\n\"")
		case c == '\n':
			b.WriteString(`\n`)
		case c == '"' || c == '\\':
			b.WriteString(`\` + string(rune(c)))
		case c == '?': // no trigraphs
			b.WriteString(`\?`)
		case c < ' ' || c >= 0x7F:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Int is x as an expression of type nes_int, in C, OpenCL C and CUDA.
func Int(n value.Num, x int64) string {
	suffix := ""
	if n.Int64 {
		suffix = "L"
	}
	switch {
	case x == n.MinInt():
		return "NES_MIN_INT"
	case x < 0:
		return fmt.Sprintf("(%d%s)", x, suffix)
	}
	return strconv.FormatInt(x, 10) + suffix
}

// Float is x, rounded to the width of floats, as an expression of type
// nes_float that has exactly its value.
func Float(n value.Num, x float64) string {
	x = n.Round(x)
	switch {
	case x != x:
		return "((nes_float)NAN)"
	case math.IsInf(x, 0):
		return map[bool]string{true: "((nes_float)INFINITY)", false: "(-(nes_float)INFINITY)"}[x > 0]
	}
	s := strconv.FormatFloat(math.Abs(x), 'g', -1, n.FloatBits())
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if n.Float32 {
		s += "f"
	}
	if math.Signbit(x) {
		return "(-" + s + ")"
	}
	return s
}
