// Package body writes the bodies of functions: kernels and host code.
//
//	kernel, host, hostmemory               kernels; host functions
//	share, profile                         launches that workers share; steps that are counted
//	stmt, loop, unroll                     statements
//	expr, ints, divide, floats             scalars
//	address                                elements of arrays
//	lanes, lanesways, lanesprim, lanesmem  values in lanes
//
// It imports the module that is written, loops, asm, the encoder and ir.
package body

// A function being written, and what its parts share.

import (
	"maps"

	"nessiec/backends/wasm/emit/module"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// A writer writes the body of one function.
type writer struct {
	*w.Func
	*module.Emitter
	host          bool
	decl          *kir.Func              // of the host
	group, groups w.Local                // of a kernel: the number of this group, and of all
	left          *w.Local               // of a kernel: steps until poll is called
	locals        uint32                 // of a kernel: bytes of local arrays
	bases         int                    // of the launch that is being written: LaunchBases so far
	vars          map[*kir.Var][]w.Local // the parts of variables
	changed       map[*kir.Var]bool      // variables that Set changes
	constants     map[*kir.Var]kir.Expr  // the literals of variables that have one, and no local
	masked        map[*kir.Var]bool      // variables that are x & y
	shifts        map[*kir.Var]w.Local   // of digits, by their numbers, of a kernel
	yields        [][]*kir.Var           // of the Chooses around
	loops         []openLoop
	depth         int // of loops around that count, or end by Exit
	known
}

// An openLoop is a Loop around what is being written.
type openLoop struct {
	*kir.Loop
	again w.Label
}

// known is what is in locals already, on all ways to where code is being written.
type known struct {
	parts     map[kir.Expr][]w.Local // of expressions in lanes, in this statement
	prepared  map[kir.Expr]w.Local   // what all parts of an expression are made from
	addresses map[element]address
}

// An address is what is in a local, and a number to be added.
type address struct {
	local w.Local
	off   uint32
	joins int // of the function when the local was written
}

// An element is one of an array, by a variable that is its index.
type element struct{ buf, idx *kir.Var }

func newWriter(e *module.Emitter, f *w.Func) *writer {
	return &writer{Func: f, Emitter: e, vars: map[*kir.Var][]w.Local{}, changed: map[*kir.Var]bool{}, constants: map[*kir.Var]kir.Expr{}, masked: map[*kir.Var]bool{}, shifts: map[*kir.Var]w.Local{},
		known: known{map[kir.Expr][]w.Local{}, map[kir.Expr]w.Local{}, map[element]address{}}}
}

// aside writes code that is not always run: what it puts into locals is unknown
// behind it.
func (g *writer) aside(write func()) {
	before := g.known
	g.known = known{maps.Clone(before.parts), maps.Clone(before.prepared), maps.Clone(before.addresses)}
	write()
	g.known = before
}

// bind is the locals of a variable, which are made if there are none.
func (g *writer) bind(v *kir.Var) []w.Local {
	ls, ok := g.vars[v]
	if !ok {
		t := g.TypeOf(v.Type)
		if n := partsOf(g.Program, v.Type); n == 1 {
			ls = []w.Local{g.Local(v.Name, t)}
		} else {
			for range n {
				ls = append(ls, g.Local("", t))
			}
		}
		g.vars[v] = ls
	}
	return ls
}

// bindAll is the locals of variables, one after another.
func (g *writer) bindAll(vs []*kir.Var) (out []w.Local) {
	for _, v := range vs {
		out = append(out, g.bind(v)...)
	}
	return out
}

// setAll pops into locals, the last one first.
func (g *writer) setAll(ls []w.Local) {
	for i := len(ls) - 1; i >= 0; i-- {
		g.Set(ls[i])
	}
}

// temp is a local without a name for a scalar of type t.
func (g *writer) temp(t *types.Type) w.Local { return g.Local("", g.TypeOf(t)) }

// hold computes e once; what it returns pushes it.
func (g *writer) hold(e kir.Expr) func() {
	if kir.IsAtom(e) && !g.changed[kir.VarOf(e)] || e.Form() == kir.FormUnit {
		return func() { g.expr(e) }
	}
	l := g.temp(kir.TypeOf(e))
	g.expr(e)
	g.Set(l)
	return func() { g.Get(l) }
}

// args pushes expressions and applies an instruction to them.
func (g *writer) args(op *w.Op, es ...kir.Expr) {
	for _, e := range es {
		g.expr(e)
	}
	g.Op(op)
}

// int pushes an int.
func (g *writer) int(x int64) {
	if g.Num.Int64 {
		g.I64(x)
	} else {
		g.I32(int32(x))
	}
}

// float pushes a float.
func (g *writer) float(x float64) {
	if g.Num.Float32 {
		g.F32(float32(x))
	} else {
		g.F64(x)
	}
}

// wrap turns the int on the stack into 32 bits.
func (g *writer) wrap() {
	if g.Num.Int64 {
		g.Op(w.I32WrapI64)
	}
}

// extend turns 32 bits without a sign into an int.
func (g *writer) extend() {
	if g.Num.Int64 {
		g.Op(w.I64ExtendI32U)
	}
}
