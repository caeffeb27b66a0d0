package harlan

// The pass parse-forms.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/ir/diag"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// ParseForms makes forms of data: every name is a variable, a function, a constructor or
// an extern, with the right number of arguments, and a match has an arm for every
// constructor.
//
//	(define (f (local x)) (print (local x)) (vector-ref (vector 1 2) (local x)))
//	  =>  (func f (x:_) _ (begin (print false x) (vectorref (vector _ (1 2)) x)))
//
// Explicit regions end here: they say where vectors are, which nobody can observe.
func ParseForms(c *pass.Ctx, m *datum.Module) *harlan.Module {
	p := &former{c: c, names: newNames(), vars: map[string]*harlan.Var{}}
	out := &harlan.Module{}
	for _, d := range m.Forms { // datatypes first, since types name them
		p.collect(d.(*datum.List))
	}
	for _, d := range m.Forms {
		l := d.(*datum.List)
		switch datum.Head(l) {
		case "define-datatype":
			if t := p.datatype(l); t != nil {
				out.Datatypes = append(out.Datatypes, t)
			}
		case "extern":
			if e := p.extern(l); e != nil {
				out.Externs = append(out.Externs, e)
			}
		}
	}
	p.names.datatypes = out.Datatypes
	for _, d := range m.Forms {
		if l := d.(*datum.List); datum.Head(l) == "define" {
			out.Funcs = append(out.Funcs, p.function(l))
		}
	}
	p.main(out, m.Pos())
	return out
}

// A former makes forms.
type former struct {
	c     *pass.Ctx
	names *names
	vars  map[string]*harlan.Var // of the declaration, by their names there
}

// main checks that the program, which is at a place, has a function to start with.
func (p *former) main(m *harlan.Module, at ir.Pos) {
	for _, f := range m.Funcs {
		if f.Name == "main" {
			if len(f.Params) > 0 {
				p.c.Errorf(f.P, "E0442", "main has parameters").WithHint("what the command line says is (command-line)")
			}
			return
		}
	}
	p.c.Errorf(at, "E0442", "the program has no function main").WithHint("it starts with (define (main) ...)")
}

func (p *former) malformed(e datum.Expr, word string) harlan.Expr {
	p.c.Errorf(e.Pos(), "E0430", "this is not how %s is written", word).WithHint(shapes[word])
	return &harlan.Void{Node: ir.At(e.Pos())}
}

// variable binds a variable.
func (p *former) variable(e datum.Expr) *harlan.Var {
	l := e.(*datum.Local)
	v := types.NewVar(sourceName(l.Name), nil)
	p.vars[l.Name] = v
	return v
}

func (p *former) variables(es []datum.Expr) (vs []*harlan.Var) {
	for _, e := range es {
		vs = append(vs, p.variable(e))
	}
	return vs
}

// function makes a function of (define (f binder ...) body ...). A binder that takes its
// argument apart is a match.
func (p *former) function(l *datum.List) *harlan.Func {
	p.vars = map[string]*harlan.Var{}
	head := l.Elems[1].(*datum.List)
	f := &harlan.Func{Decl: ir.DeclAt(l.Pos()), Name: head.Elems[0].(*datum.Sym).Name}
	type apart struct {
		v   *harlan.Var
		con *datum.List
		arm *harlan.Arm
	}
	var matches []apart
	for _, b := range head.Elems[1:] {
		if con, ok := b.(*datum.List); ok {
			v := types.NewVar(strings.ToLower(datum.Head(con)[:1]), nil)
			f.Params = append(f.Params, v)
			matches = append(matches, apart{v, con, p.pattern(con)})
		} else {
			f.Params = append(f.Params, p.variable(b))
		}
	}
	f.Body = p.body(l, l.Elems[2:])
	for i := len(matches) - 1; i >= 0; i-- {
		m := matches[i]
		at := ir.At(m.con.Pos())
		m.arm.Body = f.Body
		match := &harlan.Match{Node: at, Of: &harlan.Ref{Node: at, Var: m.v}, Arms: []harlan.Expr{m.arm}}
		p.exhaustive(match)
		f.Body = match
	}
	return f
}

// body is expressions in order.
func (p *former) body(at datum.Expr, es []datum.Expr) harlan.Expr {
	if len(es) == 1 {
		return p.expr(es[0])
	}
	if len(es) == 0 {
		return p.malformed(at, "begin")
	}
	return &harlan.Begin{Node: ir.At(at.Pos()), Steps: p.exprs(es)}
}

func (p *former) exprs(es []datum.Expr) (out []harlan.Expr) {
	for _, e := range es {
		out = append(out, p.expr(e))
	}
	return out
}

func (p *former) expr(e datum.Expr) harlan.Expr {
	at := ir.At(e.Pos())
	switch e := e.(type) {
	case *datum.Local:
		if p.names.regions[e.Name] {
			p.c.Errorf(e.Pos(), "E0435", "the region %s is no value", sourceName(e.Name))
			return &harlan.Void{Node: at}
		}
		return &harlan.Ref{Node: at, Var: p.vars[e.Name]}
	case *datum.Int:
		if e.Val >= 1<<32 {
			return &harlan.U64{Node: at, Val: e.Val}
		}
		return &harlan.Int{Node: at, Val: e.Val}
	case *datum.Wide:
		return &harlan.U64{Node: at, Val: e.Bits}
	case *datum.Float:
		return &harlan.Float{Node: at, Val: e.Val}
	case *datum.Bool:
		return &harlan.Bool{Node: at, Val: e.Val}
	case *datum.Char:
		return &harlan.Char{Node: at, Val: e.Val}
	case *datum.String:
		return &harlan.Str{Node: at, Val: e.Val}
	case *datum.Sym:
		return p.noValue(e)
	case *datum.List:
		return p.list(e)
	}
	panic("harlan: unexpected datum " + datum.Show(e))
}

// noValue reports a name that is no variable where a value is expected.
func (p *former) noValue(e *datum.Sym) harlan.Expr {
	n := len(e.Name)
	switch {
	case isWord(e.Name):
		p.c.Errorf(e.Pos(), "E0435", "%s is no value", e.Name).Underline(n).WithHint(shapes[e.Name])
	case p.names.arity(e.Name) >= 0:
		p.c.Errorf(e.Pos(), "E0435", "the function %s is no value", e.Name).Underline(n).
			WithHint("a procedure that calls it is (lambda (x) (" + e.Name + " x))")
	default:
		p.unknown(e, "variable")
	}
	return &harlan.Void{Node: ir.At(e.Pos())}
}

// unknown reports a name that means nothing.
func (p *former) unknown(e *datum.Sym, what string) {
	err := p.c.Errorf(e.Pos(), "E0431", "there is no %s %s", what, e.Name).Underline(len(e.Name))
	if near := diag.Nearest(e.Name, p.candidates()); near != "" {
		err.WithHint("did you mean " + near + "?")
	}
}

func (p *former) candidates() (out []string) {
	for name := range p.vars {
		out = append(out, sourceName(name))
	}
	return append(out, p.names.all()...)
}

// list makes a form, a call or an application.
func (p *former) list(e *datum.List) harlan.Expr {
	at := ir.At(e.Pos())
	head, ok := e.Elems[0].(*datum.Sym)
	if !ok {
		return &harlan.Apply{Node: at, Fun: p.expr(e.Elems[0]), Args: p.exprs(e.Elems[1:])}
	}
	if n := p.names.arity(head.Name); n >= 0 {
		return p.call(e, head, n)
	}
	if op, ok := harlan.ParseOperator(head.Name); ok {
		if len(e.Elems) != 3 {
			p.c.Errorf(e.Pos(), "E0432", "%s has two operands, here it has %d", head.Name, len(e.Elems)-1)
			return &harlan.Void{Node: at}
		}
		return &harlan.Op{Node: at, Op: op, Left: p.expr(e.Elems[1]), Right: p.expr(e.Elems[2])}
	}
	if shapes[head.Name] == "" {
		p.unknown(head, "function")
		return &harlan.Void{Node: at}
	}
	if out := p.form(head.Name, at, e); out != nil {
		return out
	}
	return p.malformed(e, head.Name)
}

// call makes a call of a function, extern or constructor with n parameters.
func (p *former) call(e *datum.List, head *datum.Sym, n int) harlan.Expr {
	at, args := ir.At(e.Pos()), p.exprs(e.Elems[1:])
	if len(args) != n {
		err := p.c.Errorf(e.Pos(), "E0432", "%s has %d parameters, here it gets %d", head.Name, n, len(args))
		if at := p.names.places[head.Name]; at.IsValid() {
			err.Note(at, 1, "it is defined here")
		}
		return &harlan.Void{Node: at}
	}
	if p.names.constructors[head.Name] {
		return &harlan.Construct{Node: at, Con: head.Name, Args: args}
	}
	return &harlan.Call{Node: at, Fn: head.Name, Args: args}
}
