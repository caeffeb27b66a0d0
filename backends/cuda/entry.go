package cuda

// The entry as a function for other programs: its definition, and the header
// that declares it.

import (
	_ "embed"
	"fmt"
	"strings"

	"nessiec/backends"
	"nessiec/backends/clike"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/types"
)

//go:embed runtime/nes_cuda_entry.h
var entryRuntime string

// headerName is the file that declares the entry.
const headerName = "nesl_entry.h"

// cType is the type of a parameter of the entry in C.
func (e *emitter) cType(t *types.Type) string {
	switch t.Kind {
	case types.KBuf:
		return "nesl_array"
	case types.KFloat:
		return map[bool]string{false: "double", true: "float"}[e.Num.Float32]
	case types.KBool:
		return "unsigned char"
	case types.KChar:
		return "uint8_t"
	}
	return fmt.Sprintf("int%d_t", e.Num.IntBits())
}

// prototype declares the entry: where the results go, then the arguments.
func (e *emitter) prototype(x *clike.EntryPoint) string {
	var params []string
	for i, t := range x.Fn.Results {
		params = append(params, fmt.Sprintf("%s *result%d", e.cType(t), i))
	}
	for i, v := range x.Params() {
		params = append(params, fmt.Sprintf("%s arg%d", e.cType(v.Type), i))
	}
	return "void nesl_entry(" + strings.Join(params, ", ") + ")"
}

// entry is the definition of an entry.
func (e *emitter) entry(x *clike.EntryPoint) string {
	p := &clike.Printer{}
	e.topValues(p, x)
	p.Line(`extern "C" %s;`, e.prototype(x))
	p.Line(`extern "C" %s`, e.prototype(x))
	p.Open("{")
	p.Line("nes_open_entry(&program);")
	if len(x.Values) > 0 {
		p.Line("nes_top_values *top = nes_values_of_top();")
	}
	var args, borrowed []string
	passed := 0
	x.EachArgument(func(a *program.Action, params []*kir.Var) {
		for i, v := range params {
			switch {
			case a.Kind == program.Eval:
				args = append(args, kept(p, a, i, v.Type))
				continue
			case kir.IsBuf(v.Type):
				b := fmt.Sprintf("borrowed%d", passed)
				p.Line("nes_array *%s = nes_borrow(arg%d, sizeof(%s));", b, passed, clike.ScalarType(v.Type.Elem()))
				args, borrowed = append(args, b), append(borrowed, b)
			default:
				args = append(args, fmt.Sprintf("arg%d", passed))
			}
			passed++
		}
	})
	if segs := e.segments(x); len(segs) > 0 {
		p.Line("const nes_segments segments[] = {%s};", strings.Join(segs, ", "))
		p.Line("nes_check_segments(segments, %d);", len(segs))
	}
	e.callEntry(p, x.Fn, args)
	p.Line("nes_sync();")
	for _, b := range borrowed {
		p.Line("nes_give_back(%s);", b)
	}
	p.Close("}")
	return p.String()
}

// topValues defines what makes the values of the top level that the entry needs, when it is
// called first.
func (e *emitter) topValues(p *clike.Printer, x *clike.EntryPoint) {
	if len(x.Values) == 0 {
		return
	}
	p.Open("struct nes_top_values {")
	for _, a := range x.Values {
		for i, t := range e.Fn(a).Results {
			p.Line("%s%s;", e.hostType(t), component(a, i))
		}
	}
	p.Close("};")
	p.Line("")
	p.Line("NES_HOST nes_top_values *nes_values_of_top(void)")
	p.Open("{")
	p.Line("static nes_top_values *top = NULL; /* for good: devices may be gone when statics are destroyed */")
	p.Line("if (top != NULL)")
	p.Line("    return top;")
	p.Line("top = new nes_top_values;")
	for _, a := range x.Values {
		var outs, args []string
		for i := range e.Fn(a).Results {
			outs = append(outs, "&top->"+component(a, i))
		}
		for _, name := range a.Args {
			b := x.Of(name)
			for i, t := range e.Fn(b).Results {
				args = append(args, kept(p, b, i, t))
			}
		}
		if len(outs) == 1 {
			p.Line("%s = %s(%s);", outs[0][1:], a.Fn, strings.Join(args, ", "))
		} else {
			p.Line("%s(%s);", a.Fn, strings.Join(append(outs, args...), ", "))
		}
	}
	p.Line("return top;")
	p.Close("}")
	p.Line("")
}

// kept is part i of what an evaluation has made, of type t, as an argument: functions own their
// arguments, so an array gets one more owner.
func kept(p *clike.Printer, a *program.Action, i int, t *types.Type) string {
	value := "top->" + component(a, i)
	if kir.IsBuf(t) {
		p.Line("nes_retain(%s);", value)
	}
	return value
}

// component names a scalar or array of what an evaluation makes.
func component(a *program.Action, i int) string { return fmt.Sprintf("%s_%d", a.Result, i) }

// segments is the arguments that are offsets, as nes_segments: their elements are
// as many as the first array of these has, or divides into segments.
func (e *emitter) segments(x *clike.EntryPoint) []string {
	var all []string
	n := 0 // arguments so far
	var walk func(s clike.Layout, inSeq bool)
	walk = func(s clike.Layout, inSeq bool) {
		switch {
		case s.Kind == '[' && inSeq:
			all = append(all, fmt.Sprintf("{%d, borrowed%d, borrowed%d->n - %d}", n, n, n+1, bit(first(s.Parts[0]) == '[')))
			n++
			walk(s.Parts[0], true)
		case s.Kind == '[' || s.Kind == '(':
			for _, p := range s.Parts {
				walk(p, inSeq || s.Kind == '[')
			}
		default:
			n++
		}
	}
	for _, a := range x.Reads {
		walk(clike.LayoutOf(a.Type), false)
	}
	return all
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// callEntry prints the call of f and hands its results over.
func (e *emitter) callEntry(p *clike.Printer, f *kir.Func, args []string) {
	var outs []string
	for i, t := range f.Results {
		p.Line("%sout%d;", e.hostType(t), i)
		outs = append(outs, fmt.Sprintf("&out%d", i))
	}
	if len(outs) == 1 {
		p.Line("out0 = %s(%s);", f.Name, strings.Join(args, ", "))
	} else {
		p.Line("%s(%s);", f.Name, strings.Join(append(outs, args...), ", "))
	}
	for i, t := range f.Results {
		if kir.IsBuf(t) {
			p.Line("*result%d = nes_hand_over(out%d);", i, i)
		} else {
			p.Line("*result%d = out%d;", i, i)
		}
	}
}

// hostType is the type of a variable of the host, so that a name can follow.
func (e *emitter) hostType(t *types.Type) string {
	if kir.IsBuf(t) {
		return dialect.Array(t.Elem())
	}
	return clike.ScalarType(t) + " "
}

// entryHeader is the file that declares the entry.
func (e *emitter) entryHeader(x *clike.EntryPoint) backends.File {
	var b strings.Builder
	fmt.Fprintf(&b, `/* Generated by nessiec from %s: its entry as a function for C and C++.
 * Compile the program without its main,
 *
 *     nvcc -O3 -DNES_NO_MAIN -c FILE.cu
 *
 * and link it to yours. Arrays are in the memory of the device. Those passed in
 * are neither copied nor changed nor freed; they must be complete when the entry
 * is called. Results are complete when it returns; nesl_free takes them back. A
 * sequence of tuples is one array for each component; a nested sequence is the
 * array of its offsets, then those of the elements of all its segments. Offsets
 * are those of CSR matrices: where each segment starts, and where the last one
 * ends, one more than there are segments. A run-time error, and offsets that are
 * wrong, end the process with a message. All calls come from one thread, and
 * what uses a result must be done before it is taken back. What the program
 * computes at top level, it computes at the first call, and keeps.
 *
 * In C++, nesl::entry takes and returns objects in place of these arrays: a
 * nesl::Sequence, a std::tuple of what a sequence of tuples consists of, or a
 * nesl::Nested with the descriptor of its segments (nesl::SegDes).
 */
#ifndef NESL_ENTRY_H
#define NESL_ENTRY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* length elements at data; owner is set in results only */
typedef struct {
    void *data;
    int64_t length;
    void *owner;
} nesl_array;

`, e.Of())
	for i, t := range x.Fn.Results {
		e.describe(&b, "result", i, t)
	}
	for i, v := range x.Params() {
		e.describe(&b, "arg", i, v.Type)
	}
	fmt.Fprintf(&b, `%s;

/* gives the memory of a result back */
void nesl_free(nesl_array a);

#ifdef __cplusplus
}
#endif

%s
#endif
`, e.prototype(x), e.classes(x))
	return backends.File{Name: headerName, Text: b.String()}
}

// describe says what the elements of an array are.
func (e *emitter) describe(b *strings.Builder, what string, i int, t *types.Type) {
	if kir.IsBuf(t) {
		fmt.Fprintf(b, "/* %s%d: of %s */\n", what, i, e.cType(t.Elem()))
	}
}
