package c

// Programs in parts: the runtime, which programs share; kernels, a few at a time, so that an
// edit compiles only what it changes; and the host.

import (
	"regexp"
	"strings"

	"nessiec/backends"
	"nessiec/backends/clike"
)

// kernelMark begins each kernel in the text of a program.
const kernelMark = "/* ---- kernel */\n"

// unitSize is how much text of kernels is compiled at a time, at least, and mostUnits how many parts there are, about: what each
// begins with takes a fifth of its time.
const unitSize, mostUnits = 24 << 10, 16

// widths are the lines that fix the widths of ints and floats.
var widths = regexp.MustCompile(`(?m)^#define NES_(INT|FLOAT)_BITS \d+\n`)

// cut gives the parts of an emitted program.
func cut(text string) []backends.Unit {
	units, needed, rest := clike.Cut(text, kernelsTitle)
	made, host, _ := strings.Cut(rest, hostMark)
	pieces := strings.Split(made, kernelMark)
	words := strings.Join(widths.FindAllString(text, 2), "") + "#define NES_KERNEL\n" + clike.Source(clike.Prim) + pieces[0]
	var declared, some strings.Builder
	flush := func() {
		if some.Len() > 0 {
			units = append(units, backends.Unit{Text: words + some.String(), Kernels: true, Keep: true})
		}
		some.Reset()
	}
	for _, k := range pieces[1:] {
		types, _, _ := strings.Cut(k, "\nstatic void group_")
		_, all, _ := strings.Cut(k, "\nNES_KERNEL ")
		head, _, _ := strings.Cut(all, "\n{")
		declared.WriteString(types + "extern " + head + ";\n")
		some.WriteString(k)
		if some.Len() > max(unitSize, len(made)/mostUnits) {
			flush()
		}
	}
	flush()
	return append(units, backends.Unit{Text: needed + declared.String() + host})
}
