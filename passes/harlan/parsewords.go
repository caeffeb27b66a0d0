package harlan

// The forms of the core of the language, for parse-forms. A nil result says that a form
// is malformed.

import (
	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// form makes the form called word.
func (p *former) form(word string, at ir.Node, e *datum.List) harlan.Expr {
	args := e.Elems[1:]
	n := len(args)
	switch {
	case word == "let" && n >= 2:
		return p.let(args[0].(*datum.List).Elems, func() harlan.Expr { return p.body(e, args[1:]) })
	case word == "begin" && n >= 1:
		return p.body(e, args)
	case word == "if" && n == 3:
		return &harlan.If{Node: at, Cond: p.expr(args[0]), Then: p.expr(args[1]), Else: p.expr(args[2])}
	case word == "if" && n == 2:
		return &harlan.If{Node: at, Cond: p.expr(args[0]), Then: p.expr(args[1]), Else: &harlan.Void{Node: at}}
	case word == "while" && n >= 2:
		return &harlan.While{Node: at, Cond: p.expr(args[0]), Body: p.body(e, args[1:])}
	case word == "set!" && n == 2:
		return p.set(at, args[0], args[1])
	case word == "print" && n == 1:
		of := p.expr(args[0])
		return &harlan.Print{Node: at, Symbolic: symbolic(of), Of: of}
	case word == "print" && n == 2:
		of := p.expr(args[0])
		return &harlan.Write{Node: at, Symbolic: symbolic(of), Of: of, To: p.expr(args[1])}
	case word == "assert" && n == 1:
		return &harlan.Assert{Node: at, Cond: p.expr(args[0])}
	case word == "error!" && n == 1:
		if s, ok := args[0].(*datum.String); ok {
			return &harlan.Fail{Node: at, Message: s.Val}
		}
	case word == "let-region" && n >= 2:
		return p.region(e, args)
	case word == "lambda" && n >= 2:
		return &harlan.Lambda{Node: at, Params: p.variables(args[0].(*datum.List).Elems), Body: p.body(e, args[1:])}
	case word == "match" && n >= 2:
		return p.match(at, args)
	case word == "%is-cpu" && n == 0:
		return &harlan.Bool{Node: at, Val: p.c.Device == "cpu"}
	case word == "unsafe-explicit-cast" && n == 2:
		return p.cast(at, args[0], args[1])
	}
	return p.vectorForm(word, at, e)
}

// vectorForm makes the forms of vectors.
func (p *former) vectorForm(word string, at ir.Node, e *datum.List) harlan.Expr {
	args := e.Elems[1:]
	n := len(args)
	switch {
	case word == "vector":
		return &harlan.Vector{Node: at, Elems: p.exprs(args)}
	case word == "vector-r" && n >= 1 && p.isRegion(args[0]):
		return &harlan.Vector{Node: at, Elems: p.exprs(args[1:])}
	case word == "iota" && n == 1:
		return &harlan.Iota{Node: at, Of: p.expr(args[0])}
	case word == "iota-r" && n == 2 && p.isRegion(args[0]):
		return &harlan.Iota{Node: at, Of: p.expr(args[1])}
	case (word == "vector-ref" || word == "unsafe-vector-ref") && n == 2:
		return &harlan.VectorRef{Node: at, Vec: p.expr(args[0]), Index: p.expr(args[1])}
	case word == "length" && n == 1:
		return &harlan.Length{Node: at, Of: p.expr(args[0])}
	case word == "unsafe-vec-ptr" && n == 1:
		return &harlan.Pointer{Node: at, Of: p.expr(args[0])}
	case word == "kernel" && n >= 2:
		return p.kernel(at, e, args[0], args[1:])
	case word == "kernel-r" && n >= 3 && p.isRegion(args[0]):
		return p.kernel(at, e, args[1], args[2:])
	case word == "%reduce" && n == 3 && bound(args[0]) == 2:
		v := p.expr(args[2])
		vs := p.variables(args[0].(*datum.List).Elems)
		return &harlan.Reduce{Node: at, X: vs[0], Y: vs[1], Of: v, Body: p.expr(args[1])}
	case word == "%scan" && n == 4 && bound(args[0]) == 2:
		init, v := p.expr(args[2]), p.expr(args[3])
		vs := p.variables(args[0].(*datum.List).Elems)
		return &harlan.Scan{Node: at, X: vs[0], Y: vs[1], Init: init, Of: v, Body: p.expr(args[1])}
	case word == "%filter" && n == 3 && bound(args[0]) == 1:
		v := p.expr(args[2])
		vs := p.variables(args[0].(*datum.List).Elems)
		return &harlan.Filter{Node: at, X: vs[0], Of: v, Cond: p.expr(args[1])}
	}
	return nil
}

// bound is how many variables a list binds.
func bound(e datum.Expr) int { return len(e.(*datum.List).Elems) }

// symbolic reports whether a truth value is printed as #t or #f: a literal, or what a
// comparison yields.
func symbolic(e harlan.Expr) bool {
	switch e := e.(type) {
	case *harlan.Bool:
		return true
	case *harlan.Op:
		return e.Op.Compares()
	}
	return false
}

// let binds the variables of bindings, none of which is in scope in them.
func (p *former) let(bs []datum.Expr, body func() harlan.Expr) harlan.Expr {
	var lets []*harlan.Let
	for _, b := range bs {
		pair := b.(*datum.List)
		rhs := p.expr(pair.Elems[1])
		lets = append(lets, &harlan.Let{Node: ir.At(b.Pos()), Bind: p.variable(pair.Elems[0]), Rhs: rhs})
	}
	out := body()
	for i := len(lets) - 1; i >= 0; i-- {
		lets[i].Body = out
		out = lets[i]
	}
	return out
}

func (p *former) kernel(at ir.Node, e *datum.List, bindings datum.Expr, body []datum.Expr) harlan.Expr {
	bs := bindings.(*datum.List).Elems
	if len(bs) == 0 {
		return nil
	}
	k := &harlan.Kernel{Node: at}
	for _, b := range bs {
		k.Seqs = append(k.Seqs, p.expr(b.(*datum.List).Elems[1]))
	}
	for _, b := range bs {
		k.Binds = append(k.Binds, p.variable(b.(*datum.List).Elems[0]))
	}
	k.Body = p.body(e, body)
	return k
}

// set makes an assignment to a variable or to an element.
func (p *former) set(at ir.Node, place, rhs datum.Expr) harlan.Expr {
	switch e := place.(type) {
	case *datum.Local:
		if v := p.vars[e.Name]; !p.names.regions[e.Name] {
			return &harlan.Set{Node: at, Var: v, Rhs: p.expr(rhs)}
		}
	case *datum.Sym:
		p.unknown(e, "variable")
		return &harlan.Void{Node: at}
	case *datum.List:
		if word := datum.Head(e); len(e.Elems) == 3 && (word == "vector-ref" || word == "unsafe-vector-ref") {
			return &harlan.VectorSet{Node: at, Vec: p.expr(e.Elems[1]), Index: p.expr(e.Elems[2]), Rhs: p.expr(rhs)}
		}
	}
	return nil
}

// region is the body of a let-region, in which a region has a name.
func (p *former) region(e *datum.List, args []datum.Expr) harlan.Expr {
	if bound(args[0]) != 1 {
		return nil
	}
	p.names.regions[args[0].(*datum.List).Elems[0].(*datum.Local).Name] = true
	return p.body(e, args[1:])
}

// isRegion is true, and reports a mistake if e is no region in scope.
func (p *former) isRegion(e datum.Expr) bool {
	l, ok := e.(*datum.Local)
	if ok && p.names.regions[l.Name] {
		return true
	}
	p.c.Errorf(e.Pos(), "E0431", "there is no region %s", describe(e)).WithHint(shapes["let-region"])
	return true
}

// match makes (match e ((C x ...) body ...) ...).
func (p *former) match(at ir.Node, args []datum.Expr) harlan.Expr {
	m := &harlan.Match{Node: at, Of: p.expr(args[0])}
	for _, a := range args[1:] {
		l := a.(*datum.List)
		arm := p.pattern(l.Elems[0].(*datum.List))
		arm.Body = p.body(a, l.Elems[1:])
		m.Arms = append(m.Arms, arm)
	}
	p.exhaustive(m)
	return m
}

// pattern makes an arm, without its body, of (C x ...).
func (p *former) pattern(l *datum.List) *harlan.Arm {
	arm := &harlan.Arm{Node: ir.At(l.Pos()), Con: datum.Head(l), Binds: p.variables(l.Elems[1:])}
	switch n := p.names.arity(arm.Con); {
	case !p.names.constructors[arm.Con]:
		p.unknown(l.Elems[0].(*datum.Sym), "constructor")
	case n != len(arm.Binds):
		p.c.Errorf(l.Pos(), "E0432", "%s has %d fields, here it has %d", arm.Con, n, len(arm.Binds))
	}
	return arm
}

// cast makes (unsafe-explicit-cast (type -> type) e).
func (p *former) cast(at ir.Node, typ, e datum.Expr) harlan.Expr {
	l, ok := typ.(*datum.List)
	if !ok || len(l.Elems) != 3 || !isArrow(l.Elems[1]) {
		return nil
	}
	from, to := p.typ(l.Elems[0], false), p.typ(l.Elems[2], false)
	if !castable(from, to) {
		p.c.Errorf(typ.Pos(), "E0441", "there is no cast from %s to %s", harlan.Spell(from), harlan.Spell(to)).
			WithHint("casts are between numbers, and from characters to numbers")
	}
	return &harlan.Cast{Node: at, From: from, To: to, Of: p.expr(e)}
}

// castable reports whether values of one type can be cast to another.
func castable(from, to *types.Type) bool {
	return (harlan.IsNumber(from) || from == types.Char || from == types.Bool) && (harlan.IsNumber(to) || to == types.Char)
}
