package sugar

// Patterns become variables and selections.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nesl"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
)

// CompilePatterns makes every binder a variable.
//
//	(let ((bind (patpair (patvar a) (patvar b)) e)) body)
//	=> (let ((bind p e) (bind a (part 0 p)) (bind b (part 1 p))) body)
//
// A pattern of a generator is one variable too, taken apart inside the body, so
// that one sequence stays one sequence. The parameters of a function stay a
// list of variables: pairs nested to the right.
//
//	(function f (patpair (patpair a b) c) body)
//	=> (function f (patpair p c) (let ((bind a (part 0 p)) (bind b (part 1 p))) body))
//
// What an arm takes apart is a list of variables like parameters.
func CompilePatterns(_ *pass.Ctx, m *nesl.Module) *nesl.Module {
	forms, changed := ir.MapSlice(m.Forms, func(f nesl.Expr) nesl.Expr { return (&patterns{}).form(f) })
	if !changed {
		return m
	}
	return &nesl.Module{Forms: forms}
}

// patterns is the state of one form.
type patterns struct{ made int }

// fresh is a name that no program can spell: names are in lower case.
func (p *patterns) fresh(hint string) string {
	p.made++
	return hint + ".P" + strconv.Itoa(p.made)
}

func (p *patterns) form(f nesl.Expr) nesl.Expr {
	switch f := f.(type) {
	case *nesl.Quiet:
		return f.MapChildren(p.form)
	case *nesl.Assign: // the pattern names definitions
		rhs := p.expr(f.Rhs)
		if rhs == f.Rhs {
			return f
		}
		return &nesl.Assign{Node: f.Node, Pat: f.Pat, Rhs: rhs}
	case *nesl.Function:
		var binds []nesl.Expr
		param := p.params(f.Param, &binds)
		body := p.expr(f.Body)
		if param == f.Param && body == f.Body {
			return f
		}
		return &nesl.Function{Node: f.Node, Name: f.Name, Param: param, Sig: f.Sig, Doc: f.Doc, Body: letIn(f.Pos(), binds, body)}
	}
	return p.expr(f)
}

// params flattens the pattern of a function to a list of variables.
func (p *patterns) params(pat nesl.Expr, binds *[]nesl.Expr) nesl.Expr {
	pair, ok := pat.(*nesl.PatPair)
	if !ok {
		return p.variable(pat, binds)
	}
	left := p.variable(pair.Left, binds)
	right := p.params(pair.Right, binds)
	if left == pair.Left && right == pair.Right {
		return pair
	}
	return &nesl.PatPair{Node: pair.Node, Left: left, Right: right}
}

// variable makes a variable of a pattern and adds the bindings that take it
// apart.
func (p *patterns) variable(pat nesl.Expr, binds *[]nesl.Expr) nesl.Expr {
	if _, ok := pat.(*nesl.PatVar); ok {
		return pat
	}
	v := &nesl.PatVar{Node: ir.At(pat.Pos()), Name: p.fresh("p")}
	p.take(pat, v.Name, binds)
	return v
}

// take adds the bindings that take the variable called name apart.
func (p *patterns) take(pat nesl.Expr, name string, binds *[]nesl.Expr) {
	at := ir.At(pat.Pos())
	whole := &nesl.Local{Node: at, Name: name}
	switch pat := pat.(type) {
	case *nesl.PatPair:
		p.bind(pat.Left, &nesl.Part{Node: at, Index: 0, Of: whole}, binds)
		p.bind(pat.Right, &nesl.Part{Node: at, Index: 1, Of: whole}, binds)
	case *nesl.PatCon:
		p.bind(pat.Arg, &nesl.Contents{Node: at, Con: pat.Con, Version: pat.Version, Of: whole}, binds)
	}
}

// bind adds the bindings of pat to rhs.
func (p *patterns) bind(pat, rhs nesl.Expr, binds *[]nesl.Expr) {
	if _, ok := pat.(*nesl.PatVar); ok {
		*binds = append(*binds, &nesl.Bind{Node: ir.At(pat.Pos()), Pat: pat, Rhs: rhs})
		return
	}
	if pair, ok := pat.(*nesl.PatPair); ok {
		if parts, ok := rhs.(*nesl.Pair); ok { // (a, b) = (x, y) makes no pair
			p.bind(pair.Left, parts.Left, binds)
			p.bind(pair.Right, parts.Right, binds)
			return
		}
	}
	name := p.fresh("p")
	*binds = append(*binds, &nesl.Bind{Node: ir.At(pat.Pos()), Pat: &nesl.PatVar{Node: ir.At(pat.Pos()), Name: name}, Rhs: rhs})
	p.take(pat, name, binds)
}

// letIn is body behind binds.
func letIn(pos ir.Pos, binds []nesl.Expr, body nesl.Expr) nesl.Expr {
	if len(binds) == 0 {
		return body
	}
	return &nesl.Let{Node: ir.At(pos), Binds: binds, Body: body}
}

func (p *patterns) expr(e nesl.Expr) nesl.Expr {
	switch e := e.(type) {
	case *nesl.Let:
		return p.let(e)
	case *nesl.Lambda:
		var binds []nesl.Expr
		pat := p.variable(e.Pat, &binds)
		body := p.expr(e.Body)
		if pat == e.Pat && body == e.Body {
			return e
		}
		return &nesl.Lambda{Node: e.Node, Pat: pat, Body: letIn(e.Pos(), binds, body)}
	case *nesl.Arm:
		return p.arm(e)
	case *nesl.Each:
		gens, binds := p.generators(e.Gens)
		return &nesl.Each{Node: e.Node, Gens: gens, Body: letIn(e.Body.Pos(), binds, p.expr(e.Body))}
	case *nesl.EachIf:
		return p.eachIf(e)
	}
	return e.MapChildren(p.expr)
}

func (p *patterns) arm(e *nesl.Arm) nesl.Expr {
	var binds []nesl.Expr
	pat := e.Pat
	if con, ok := pat.(*nesl.PatCon); ok {
		if arg := p.params(con.Arg, &binds); arg != con.Arg {
			pat = &nesl.PatCon{Node: con.Node, Con: con.Con, Version: con.Version, Arg: arg}
		}
	}
	body := p.expr(e.Body)
	if pat == e.Pat && body == e.Body {
		return e
	}
	return &nesl.Arm{Node: e.Node, Pat: pat, Body: letIn(e.Pos(), binds, body)}
}

func (p *patterns) let(e *nesl.Let) nesl.Expr {
	var binds []nesl.Expr
	for _, b := range e.Binds {
		b := b.(*nesl.Bind)
		p.bind(b.Pat, p.expr(b.Rhs), &binds)
	}
	return &nesl.Let{Node: e.Node, Binds: binds, Body: p.expr(e.Body)}
}

func (p *patterns) generators(gens []nesl.Expr) (out, binds []nesl.Expr) {
	for _, g := range gens {
		g := g.(*nesl.Gen)
		pat := p.variable(g.Pat, &binds)
		out = append(out, &nesl.Gen{Node: g.Node, Pat: pat, Seq: p.expr(g.Seq)})
	}
	return out, binds
}

// eachIf takes the patterns apart in the body, and in the filter with variables
// of its own.
func (p *patterns) eachIf(e *nesl.EachIf) nesl.Expr {
	gens, binds := p.generators(e.Gens)
	cond := p.expr(e.Cond)
	if len(binds) > 0 {
		names := names.Renaming{}
		again := make([]nesl.Expr, len(binds))
		for i, b := range binds {
			again[i] = names.All(b, p.fresh)
		}
		cond = letIn(cond.Pos(), again, names.Uses(cond))
	}
	return &nesl.EachIf{Node: e.Node, Gens: gens, Cond: cond, Body: letIn(e.Body.Pos(), binds, p.expr(e.Body))}
}
