// Package encode writes WebAssembly modules, as bytes and as text.
//
//	Module   what a module declares; Bytes and Text write it (binary.go, text.go)
//	Part     some functions of a module as another (part.go)
//	Func     a function: imported, or with a body of instructions (instr.go)
//	Op       an instruction, with its code and its name (ops.go, simd.go)
//
// Validation is left to the engine that compiles a module.
package encode

// A ValType is the type of a value.
type ValType byte

// The types of values.
const (
	I32  ValType = 0x7f
	I64  ValType = 0x7e
	F32  ValType = 0x7d
	F64  ValType = 0x7c
	V128 ValType = 0x7b
)

var typeNames = map[ValType]string{I32: "i32", I64: "i64", F32: "f32", F64: "f64", V128: "v128"}

func (t ValType) String() string { return typeNames[t] }

// PageSize is the bytes of a page, in which memory grows.
const PageSize = 1 << 16

// MaxPages is the most pages that a module asks for: one less than there are
// addresses for, since engines keep the length of memory in 32 bits.
const MaxPages = 1<<16 - 1

// A Module is what a module declares. It has one memory, which it exports, or that of
// another module.
type Module struct {
	Memory  string // the module whose memory it has; "": its own
	Pages   uint32 // of memory, at first
	Most    uint32 // pages that memory may have; 0: MaxPages
	Imports []*Func
	Funcs   []*Func
	Globals []*Global
	Data    []Segment
	Custom  []Custom

	Variables bool // the binary form has the names of variables, too, not of functions alone
}

func (m *Module) most() uint32 {
	if m.Most > 0 {
		return m.Most
	}
	return MaxPages
}

// A Func is a function of a module.
type Func struct {
	Name            string
	From            string   // the module that an imported function comes from
	Exports         []string // names that it is exported as
	Params, Results []ValType

	locals []ValType
	names  []string // of parameters and locals; "" if they have none
	code   []instr
	blocks []*Op // that are open: what they begin with, or elseOp
	joins  int
	index  uint32
}

// A Global is a variable of the module, a 32-bit number.
type Global struct {
	Name     string
	Exported bool
	Init     int32
	index    uint32
}

// A Segment is bytes of memory from the start.
type Segment struct {
	At    uint32
	Bytes []byte
}

// A Custom is a section for the tools of others.
type Custom struct {
	Name  string
	Bytes []byte
}

// Import declares a function that comes from another module.
func (m *Module) Import(from, name string, params, results []ValType) *Func {
	f := &Func{Name: name, From: from, Params: params, Results: results}
	m.Imports = append(m.Imports, f)
	return f
}

// Func declares a function, whose body is to be written.
func (m *Module) Func(name string, params, results []ValType) *Func {
	f := &Func{Name: name, Params: params, Results: results, names: make([]string, len(params))}
	m.Funcs = append(m.Funcs, f)
	return f
}

// Global declares a variable.
func (m *Module) Global(name string) *Global {
	g := &Global{Name: name}
	m.Globals = append(m.Globals, g)
	return g
}

// number gives functions and variables their indices: imported functions come first.
func (m *Module) number() {
	for i, f := range m.Imports {
		f.index = uint32(i)
	}
	for i, f := range m.Funcs {
		f.index = uint32(len(m.Imports) + i)
	}
	for i, g := range m.Globals {
		g.index = uint32(i)
	}
}

// A Local is the number of a parameter or local variable of a function.
type Local uint32

// Local declares a variable of t; name may be empty.
func (f *Func) Local(name string, t ValType) Local {
	f.locals = append(f.locals, t)
	f.names = append(f.names, name)
	return Local(len(f.Params) + len(f.locals) - 1)
}

// NameParam names parameter i.
func (f *Func) NameParam(i int, name string) { f.names[i] = name }
