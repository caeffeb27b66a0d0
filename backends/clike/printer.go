package clike

// The printer of C-like code: scalar expressions and structured statements of
// kir, the same in kernels and on the host. What differs by target (memory,
// barriers, launches) is printed by the functions the target gives.

import (
	"fmt"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Printer prints the body of one function.
type Printer struct {
	Num value.Num
	// Stmt prints a statement of the target and reports whether it is one.
	Stmt func(p *Printer, e kir.Expr) bool
	// Expr prints an expression of the target and reports whether it is one.
	Expr func(p *Printer, e kir.Expr) (string, bool)

	b      strings.Builder
	names  map[*types.Var]string
	next   int
	indent int
	// where Yield, Exit and Recur of the innermost Choose and Loop store
	yields [][]*types.Var
	loops  []*kir.Loop
}

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

// Name is the C identifier of a variable: its hint and a number, in order of
// first use.
func (p *Printer) Name(v *types.Var) string {
	if n, ok := p.names[v]; ok {
		return n
	}
	if p.names == nil {
		p.names = map[*types.Var]string{}
	}
	n := fmt.Sprintf("%s_%d", Identifier(v.Name), p.next)
	p.next++
	p.names[v] = n
	return n
}

// Identifier is s with everything that C does not allow in names replaced.
func Identifier(s string) string {
	var b strings.Builder
	for i, c := range s {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c >= '0' && c <= '9' && i > 0:
			b.WriteRune(c)
		case c == '^':
			b.WriteString("_lifted")
		case c == '!':
			b.WriteString("_entry")
		default:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "v"
	}
	return b.String()
}

// ScalarType is the C name of a base type.
func ScalarType(t *types.Type) string {
	switch t.Kind {
	case types.KInt:
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

// E is the text of an expression.
func (p *Printer) E(e kir.Expr) string {
	switch e := e.(type) {
	case *kir.Ref:
		return p.Name(e.Var)
	case *kir.Int:
		return Int(p.Num, e.Val)
	case *kir.Float:
		return Float(p.Num, e.Val)
	case *kir.Bool:
		if e.Val {
			return "1"
		}
		return "0"
	case *kir.Char:
		return fmt.Sprintf("%d", e.Val)
	case *kir.Prim:
		args := make([]string, len(e.Args))
		for i, a := range e.Args {
			args[i] = p.E(a)
		}
		return SpellPrim(e.Op.Name, kir.TypeOf(e.Args[0]), args)
	case *kir.Unit:
		return SpellUnit(e.Op, e.Type)
	case *kir.Select:
		return fmt.Sprintf("(%s ? %s : %s)", p.E(e.Cond), p.E(e.Then), p.E(e.Else))
	case *kir.InRange:
		return fmt.Sprintf("nes_in_range(%s, %s)", p.E(e.Idx), p.E(e.Size))
	}
	if s, ok := p.Expr(p, e); ok {
		return s
	}
	panic(fmt.Sprintf("clike: unexpected expression %T", e))
}

// S prints a statement.
func (p *Printer) S(e kir.Expr) {
	switch e := e.(type) {
	case *kir.Block:
		for _, s := range e.Stmts {
			p.S(s)
		}
	case *kir.Def:
		p.Line("const %s %s = %s;", ScalarType(e.Bind.Type), p.Name(e.Bind), p.E(e.Rhs))
	case *kir.Mut:
		p.Line("%s %s = %s;", ScalarType(e.Bind.Type), p.Name(e.Bind), p.E(e.Init))
	case *kir.Set:
		p.Line("%s = %s;", p.Name(e.Var), p.E(e.Rhs))
	case *kir.If:
		p.branch(e.Cond, e.Then, e.Else)
	case *kir.Choose:
		p.Declare(e.Binds)
		p.yields = append(p.yields, e.Binds)
		p.branch(e.Cond, e.Then, e.Else)
		p.yields = p.yields[:len(p.yields)-1]
	case *kir.Yield:
		p.assign(p.yields[len(p.yields)-1], e.Vals)
	case *kir.Loop:
		p.loop(e)
	case *kir.Recur:
		p.recur(p.loops[len(p.loops)-1].Vars, e.Args)
		p.Line("continue;")
	case *kir.Exit:
		p.assign(p.loops[len(p.loops)-1].Binds, e.Vals)
		p.Line("break;")
	case *kir.For:
		i := p.Name(e.Var)
		p.Open("for (%s %s = %s, %s_end = %s; %s < %s_end; %s += %s) {", ScalarType(e.Var.Type),
			i, p.E(e.Lo), i, p.E(e.Hi), i, i, i, p.E(e.Step))
		p.S(e.Body)
		p.Close("}")
	case *kir.While:
		p.Open("while (%s) {", p.E(e.Cond))
		p.S(e.Body)
		p.Close("}")
	default:
		if !p.Stmt(p, e) {
			panic(fmt.Sprintf("clike: unexpected statement %T", e))
		}
	}
}

// VarType is the C type of a variable; buffers have the type the target gives.
func (p *Printer) VarType(t *types.Type) string {
	if t.Kind == types.KBuf {
		return "nes_array *"
	}
	return ScalarType(t) + " "
}

// Declare declares variables that are assigned later.
func (p *Printer) Declare(vs []*types.Var) {
	for _, v := range vs {
		p.Line("%s%s;", p.VarType(v.Type), p.Name(v))
	}
}

func (p *Printer) assign(vs []*types.Var, vals []kir.Expr) {
	for i, v := range vs {
		p.Line("%s = %s;", p.Name(v), p.E(vals[i]))
	}
}

// recur assigns all at once: a value may mention the variables themselves.
func (p *Printer) recur(vs []*types.Var, vals []kir.Expr) {
	var from, to []string
	for i, v := range vs {
		val := p.E(vals[i])
		if val == p.Name(v) {
			continue
		}
		p.next++
		tmp := fmt.Sprintf("next_%d", p.next)
		p.Line("%s%s = %s;", p.VarType(v.Type), tmp, val)
		from, to = append(from, tmp), append(to, p.Name(v))
	}
	for i := range from {
		p.Line("%s = %s;", to[i], from[i])
	}
}

func (p *Printer) branch(cond, then, els kir.Expr) {
	p.Open("if (%s) {", p.E(cond))
	p.S(then)
	if b, ok := els.(*kir.Block); !ok || len(b.Stmts) > 0 {
		p.indent--
		p.Open("} else {")
		p.S(els)
	}
	p.Close("}")
}

func (p *Printer) loop(e *kir.Loop) {
	p.Declare(e.Binds)
	p.Open("{")
	for i, v := range e.Vars {
		p.Line("%s%s = %s;", p.VarType(v.Type), p.Name(v), p.E(e.Inits[i]))
	}
	p.Open("for (;;) {")
	p.loops = append(p.loops, e)
	p.S(e.Body)
	p.loops = p.loops[:len(p.loops)-1]
	p.Close("}")
	p.Close("}")
}
