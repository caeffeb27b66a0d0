package encode

// The binary form: sections, each a kind, a length and a list.

import (
	"encoding/binary"
	"slices"
)

// The kinds of sections.
const (
	customSection = iota
	typeSection
	importSection
	functionSection
	_ // tables
	memorySection
	globalSection
	exportSection
	_ // start
	_ // elements
	codeSection
	dataSection
)

// What is imported and exported.
const (
	funcKind   = 0
	memoryKind = 2
	globalKind = 3
)

// memoryName is what a memory is exported as.
const memoryName = "memory"

// unsigned appends a number in LEB128.
func unsigned(b []byte, x uint64) []byte { return binary.AppendUvarint(b, x) }

// signed appends a number in signed LEB128.
func signed(b []byte, x int64) []byte {
	for {
		c := byte(x & 0x7f)
		x >>= 7
		if x == 0 && c&0x40 == 0 || x == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

func text(b []byte, s string) []byte { return append(unsigned(b, uint64(len(s))), s...) }

func section(out []byte, kind byte, body []byte) []byte {
	return append(unsigned(append(out, kind), uint64(len(body))), body...)
}

// A list is the elements of a section, with their number.
type list struct {
	n     int
	bytes []byte
}

func (l *list) section(out []byte, kind byte) []byte {
	if l.n == 0 {
		return out
	}
	return section(out, kind, append(unsigned(nil, uint64(l.n)), l.bytes...))
}

// Bytes is the module as a file.
func (m *Module) Bytes() []byte {
	m.number()
	out := []byte{0, 'a', 's', 'm', 1, 0, 0, 0}
	var types, imports, funcs, globals, exports, code, data list
	known := map[string]int{}
	typeOf := func(f *Func) uint64 {
		t := signature(f)
		i, ok := known[string(t)]
		if !ok {
			i = types.n
			known[string(t)] = i
			types.n++
			types.bytes = append(types.bytes, t...)
		}
		return uint64(i)
	}
	export := func(name string, kind byte, index uint32) {
		exports.n++
		exports.bytes = unsigned(append(text(exports.bytes, name), kind), uint64(index))
	}
	for _, f := range m.Imports {
		imports.n++
		imports.bytes = unsigned(append(text(text(imports.bytes, f.From), f.Name), funcKind), typeOf(f))
	}
	limits := unsigned(unsigned([]byte{1}, uint64(m.Pages)), uint64(m.most()))
	var memories list
	if m.Memory != "" {
		imports.n++
		imports.bytes = append(append(text(text(imports.bytes, m.Memory), memoryName), memoryKind), limits...)
	} else {
		memories = list{1, limits}
		export(memoryName, memoryKind, 0)
	}
	for _, f := range m.Funcs {
		funcs.n++
		funcs.bytes = unsigned(funcs.bytes, typeOf(f))
		for _, name := range f.Exports {
			export(name, funcKind, f.index)
		}
		body := f.body()
		code.n++
		code.bytes = append(unsigned(code.bytes, uint64(len(body))), body...)
	}
	for _, g := range m.Globals {
		globals.n++
		globals.bytes = append(signed(append(globals.bytes, byte(I32), 1, byte(i32Const.code)), int64(g.Init)), byte(end.code))
		if g.Exported {
			export(g.Name, globalKind, g.index)
		}
	}
	for _, d := range m.Data {
		data.n++
		data.bytes = append(signed(append(data.bytes, 0, byte(i32Const.code)), int64(int32(d.At))), byte(end.code))
		data.bytes = text(data.bytes, string(d.Bytes))
	}
	out = types.section(out, typeSection)
	out = imports.section(out, importSection)
	out = funcs.section(out, functionSection)
	out = memories.section(out, memorySection)
	out = globals.section(out, globalSection)
	out = exports.section(out, exportSection)
	out = code.section(out, codeSection)
	out = data.section(out, dataSection)
	out = section(out, customSection, append(text(nil, "name"), m.names()...))
	for _, c := range m.Custom {
		out = section(out, customSection, append(text(nil, c.Name), c.Bytes...))
	}
	return out
}

// signature is the type of a function.
func signature(f *Func) []byte {
	b := []byte{0x60}
	for _, ts := range [][]ValType{f.Params, f.Results} {
		b = unsigned(b, uint64(len(ts)))
		for _, t := range ts {
			b = append(b, byte(t))
		}
	}
	return b
}

// body is the locals and the code of a function; locals of one type that follow
// each other are counted.
func (f *Func) body() []byte {
	var runs list
	for i := 0; i < len(f.locals); {
		j := i
		for j < len(f.locals) && f.locals[j] == f.locals[i] {
			j++
		}
		runs.n++
		runs.bytes = append(unsigned(runs.bytes, uint64(j-i)), byte(f.locals[i]))
		i = j
	}
	b := append(unsigned(nil, uint64(runs.n)), runs.bytes...)
	b = slices.Grow(b, 3*len(f.code))
	for i := range f.code {
		b = f.code[i].append(b)
	}
	return append(b, byte(end.code))
}

// append writes an instruction.
func (i *instr) append(b []byte) []byte {
	if i.op.prefix != 0 {
		b = unsigned(append(b, i.op.prefix), uint64(i.op.code))
	} else {
		b = append(b, byte(i.op.code))
	}
	switch i.op.operand {
	case localOperand, depthOperand:
		b = unsigned(b, i.a)
	case globalOperand:
		b = unsigned(b, uint64(i.g.index))
	case funcOperand:
		b = unsigned(b, uint64(i.fn.index))
	case blockOperand, laneOperand:
		b = append(b, byte(i.a))
	case i32Operand, i64Operand:
		b = signed(b, int64(i.a))
	case f32Operand:
		b = binary.LittleEndian.AppendUint32(b, uint32(i.a))
	case f64Operand:
		b = binary.LittleEndian.AppendUint64(b, i.a)
	case v128Operand, shuffleOperand:
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, i.a), i.b)
	case memOperand:
		b = unsigned(unsigned(b, i.a), i.b)
	case memLaneOperand:
		b = append(unsigned(unsigned(b, i.a&0xff), i.b), byte(i.a>>8))
	case zeroOperand:
		b = append(b, 0)
	case zerosOperand:
		b = append(b, 0, 0)
	}
	return b
}

// names is the section that tells engines and debuggers what functions, and
// variables, are called.
func (m *Module) names() []byte {
	var funcs, locals list
	for _, f := range append(m.Imports[:len(m.Imports):len(m.Imports)], m.Funcs...) {
		funcs.n++
		funcs.bytes = text(unsigned(funcs.bytes, uint64(f.index)), f.Name)
		var vars list
		for i, name := range f.names {
			if m.Variables && name != "" {
				vars.n++
				vars.bytes = text(unsigned(vars.bytes, uint64(i)), name)
			}
		}
		if vars.n > 0 {
			locals.n++
			locals.bytes = append(unsigned(unsigned(locals.bytes, uint64(f.index)), uint64(vars.n)), vars.bytes...)
		}
	}
	const funcNames, localNames = 1, 2
	return locals.section(funcs.section(nil, funcNames), localNames)
}
