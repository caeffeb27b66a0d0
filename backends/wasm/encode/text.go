package encode

// The text form, which other tools read: a line for each instruction, indented
// by blocks.

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Text is the module as text.
func (m *Module) Text() string {
	m.number()
	var b strings.Builder
	b.WriteString("(module\n")
	for _, f := range m.Imports {
		fmt.Fprintf(&b, "  (import %q %q (func $%s%s))\n", f.From, f.Name, f.Name, f.header())
	}
	if m.Memory != "" {
		fmt.Fprintf(&b, "  (import %q %q (memory %d %d))\n", m.Memory, memoryName, m.Pages, m.most())
	} else {
		fmt.Fprintf(&b, "  (memory (export %q) %d %d)\n", memoryName, m.Pages, m.most())
	}
	for _, g := range m.Globals {
		fmt.Fprintf(&b, "  (global $%s%s (mut i32) (i32.const %d))\n", g.Name, exported(g.Exported, g.Name), g.Init)
	}
	for _, d := range m.Data {
		fmt.Fprintf(&b, "  (data (i32.const %d) \"%s\")\n", d.At, escaped(d.Bytes))
	}
	for _, f := range m.Funcs {
		b.WriteString(f.text())
	}
	b.WriteString(")\n")
	return b.String()
}

func exported(yes bool, name string) string {
	if yes {
		return fmt.Sprintf(" (export %q)", name)
	}
	return ""
}

// escaped is bytes as a string of the text form.
func escaped(bytes []byte) string {
	var b strings.Builder
	for _, c := range bytes {
		if c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%02x", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// header is the parameters and results of a function.
func (f *Func) header() string {
	var b strings.Builder
	for i, t := range f.Params {
		name := ""
		if f.names != nil && f.names[i] != "" {
			name = " $" + f.names[i]
		}
		fmt.Fprintf(&b, " (param%s %s)", name, t)
	}
	if len(f.Results) > 0 {
		b.WriteString(" (result")
		for _, t := range f.Results {
			fmt.Fprintf(&b, " %s", t)
		}
		b.WriteString(")")
	}
	return b.String()
}

// text is a function with its body.
func (f *Func) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  (func $%s", f.Name)
	for _, name := range f.Exports {
		b.WriteString(exported(true, name))
	}
	b.WriteString(f.header() + "\n")
	for i, t := range f.locals {
		name := f.names[len(f.Params)+i]
		if name != "" {
			name = " $" + name
		}
		fmt.Fprintf(&b, "    (local%s %s)\n", name, t)
	}
	depth := 2
	for i := range f.code {
		in := &f.code[i]
		at := depth
		switch in.op {
		case block, loop, ifOp:
			depth++
		case elseOp:
			at--
		case end:
			depth--
			at--
		}
		b.WriteString(strings.Repeat("  ", at) + in.op.name + f.operands(in) + "\n")
	}
	b.WriteString("  )\n")
	return b.String()
}

// operands is the text of what stands behind the name of an instruction.
func (f *Func) operands(i *instr) string {
	switch i.op.operand {
	case localOperand:
		if name := f.names[i.a]; name != "" {
			return " $" + name
		}
		return fmt.Sprintf(" %d", i.a)
	case globalOperand:
		return " $" + i.g.Name
	case funcOperand:
		return " $" + i.fn.Name
	case blockOperand:
		if BlockType(i.a) != NoResult {
			return fmt.Sprintf(" (result %s)", ValType(i.a))
		}
	case depthOperand, laneOperand:
		return fmt.Sprintf(" %d", i.a)
	case i32Operand, i64Operand:
		return fmt.Sprintf(" %d", int64(i.a))
	case f32Operand:
		return " " + float(float64(math.Float32frombits(uint32(i.a))), 32)
	case f64Operand:
		return " " + float(math.Float64frombits(i.a), 64)
	case v128Operand:
		return fmt.Sprintf(" i32x4 0x%08x 0x%08x 0x%08x 0x%08x", uint32(i.a), uint32(i.a>>32), uint32(i.b), uint32(i.b>>32))
	case shuffleOperand:
		var b strings.Builder
		for _, half := range []uint64{i.a, i.b} {
			for k := range 8 {
				fmt.Fprintf(&b, " %d", byte(half>>(8*k)))
			}
		}
		return b.String()
	case memOperand:
		return memory(i.a, i.b)
	case memLaneOperand:
		return memory(i.a&0xff, i.b) + fmt.Sprintf(" %d", i.a>>8)
	}
	return ""
}

func memory(align, at uint64) string {
	s := ""
	if at > 0 {
		s = fmt.Sprintf(" offset=%d", at)
	}
	return fmt.Sprintf("%s align=%d", s, 1<<align)
}

// float is a number in the notation of the text form.
func float(x float64, bits int) string {
	switch {
	case x != x:
		return "nan"
	case math.IsInf(x, 0):
		return map[bool]string{true: "inf", false: "-inf"}[x > 0]
	}
	return strconv.FormatFloat(x, 'g', -1, bits)
}
