package clike

// The printer of C-like code: functions made of the scalar expressions and
// structured statements of kir, the same in kernels and on the host. What
// differs by target (memory, barriers, launches) is printed by functions that
// the target gives. Expressions are in expr.go, statements in stmt.go.

import (
	"fmt"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Printer prints the body of one function.
type Printer struct {
	Num value.Num
	// Stmt prints a statement of the target and reports whether it is one.
	Stmt func(p *Printer, s kir.Expr) bool
	// Expr prints an expression of the target and reports whether it is one.
	Expr func(p *Printer, e kir.Expr) (string, bool)
	// Buf is the C type of buffers held in variables, ending in * or a blank.
	Buf func(t *types.Type) string
	// Poll is a statement at the start of every round of a loop that may not end; nil if
	// there is none.
	Poll func(loop kir.Expr) string
	// Hint is a line before a counted loop that tells compilers more of it; nil or "" if
	// there is none.
	Hint func(loop *kir.For) string
	// Runs tells Uses to look for accesses of successive elements (kir.Successive): they are
	// printed so that compilers see them, too.
	Runs bool

	b      strings.Builder
	used   map[*types.Var]bool
	runs   map[*kir.For]map[kir.Expr]kir.Expr // by loops: first indices of their accesses
	ahead  map[kir.Expr]string                // by how much these are ahead of the loop's variable
	next   int
	indent int
	// where Yield, Exit and Recur of the innermost Choose and Loop store
	yields [][]*types.Var
	loops  []*kir.Loop
	zero   map[*types.Var]bool // results of these loops that are 0 unless an exit says something else
}

// Uses tells the printer what will be printed, so that it knows what is used:
// a Def without a use is left out, other variables without one are marked.
func (p *Printer) Uses(body kir.Expr) {
	p.used = map[*types.Var]bool{}
	first := p.findRuns(body)
	defs := map[*types.Var]kir.Expr{} // whose uses count once they are used
	var use func(e kir.Expr)
	use = func(e kir.Expr) {
		ir.Walk(e, func(e kir.Expr) bool {
			switch e := e.(type) {
			case *kir.Def:
				defs[e.Bind] = e.Rhs
				return false
			case *kir.Load:
				if at := first[e]; at != nil {
					use(e.Buf)
					use(at)
					return false
				}
			case *kir.Store:
				if at := first[e]; at != nil {
					use(e.Buf)
					use(at)
					use(e.Val)
					return false
				}
			case *kir.Ref:
				if !p.used[e.Var] {
					p.used[e.Var] = true
					if rhs := defs[e.Var]; rhs != nil {
						use(rhs)
					}
				}
			}
			return true
		})
	}
	use(body)
}

// Unused reports whether nothing uses v, as far as Uses has told.
func (p *Printer) Unused(v *types.Var) bool { return p.used != nil && !p.used[v] }

// String is the code printed so far.
func (p *Printer) String() string { return p.b.String() }

// Line prints one line of code.
func (p *Printer) Line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("    ", p.indent))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

// Open prints a line that opens a block, Close one that closes it.
func (p *Printer) Open(format string, args ...any) {
	p.Line(format, args...)
	p.indent++
}

// Close ends the block of the last Open.
func (p *Printer) Close(text string) {
	p.indent--
	p.Line("%s", text)
}

// Name is the C identifier of a variable: its own name, which is hint_N (see
// LegalNames in grammar), kept apart from names of functions.
func (p *Printer) Name(v *types.Var) string {
	for _, prefix := range []string{"f_", "k_", "launch_", "nes_", "v_"} {
		if strings.HasPrefix(v.Name, prefix) {
			return "v_" + v.Name
		}
	}
	return v.Name
}

// fresh is a name that no variable of the program has.
func (p *Printer) fresh(hint string) string {
	p.next++
	return fmt.Sprintf("%s%d", hint, p.next)
}

// Declared is the declaration of a parameter or of a variable that is assigned
// later, without what ends it.
func (p *Printer) Declared(v *types.Var) string {
	s := p.VarType(v.Type) + p.Name(v)
	if p.Unused(v) {
		s += " NES_UNUSED"
	}
	return s
}

// Declare declares variables that are assigned later.
func (p *Printer) Declare(vs []*types.Var) {
	for _, v := range vs {
		p.Line("%s;", p.Declared(v))
	}
}

// VarType is the C type of a variable, so that a name can follow.
func (p *Printer) VarType(t *types.Type) string {
	if t.Kind == types.KBuf {
		return p.Buf(t)
	}
	return ScalarType(t) + " "
}

// laneCount is how many values lanes have in nes_lanes.h.
const laneCount = 8

// ScalarType is the C name of a base type, or of lanes of one.
func ScalarType(t *types.Type) string {
	switch t.Kind {
	case types.KLanes:
		if t.N == laneCount {
			return map[types.Kind]string{types.KInt: "nes_ints", types.KFloat: "nes_floats", types.KBool: "nes_masks", types.KChar: "nes_chars"}[t.Elem().Kind]
		}
	case types.KInt, types.KStream:
		return "nes_int"
	case types.KFloat:
		return "nes_float"
	case types.KBool:
		return "nes_bool"
	case types.KChar:
		return "nes_char"
	}
	panic(fmt.Sprintf("clike: %s is not a base type", t))
}
