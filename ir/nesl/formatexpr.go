// The formatter: expressions, patterns and types.
//
// A form is printed between two neighbours. left is the power with which the
// token before it holds its operand: an infix token of the form needs a higher
// left power. right is the left power of the token behind it: an operand that
// is open on the right needs a right power that is not lower. Where that fails
// the form gets parentheses.

package nesl

import "strconv"

// form prints e between two neighbours.
func form(e Expr, left, right int) doc {
	switch e := e.(type) {
	case *Id:
		return str(e.Name)
	case *Int:
		return str(strconv.FormatInt(e.Val, 10))
	case *Float:
		return decimal(e.Val)
	case *Bool:
		if e.Val {
			return str("t")
		}
		return str("f")
	case *Char:
		return str("`" + string([]byte{e.Val}))
	case *String:
		return quote(e.Val)
	case *Unary:
		return open(PowerPrefix, right, func(r int) doc { return cat{str(e.Op), form(e.Arg, PowerPrefix, r)} })
	case *Binary:
		return infix(e.Left, e.Op, e.Right, left, right)
	case *Pair:
		return infix(e.Left, ",", e.Right, left, right)
	case *Keyword:
		return open(Infix[":="].Right, right, func(r int) doc {
			return cat{str(e.Name + " := "), form(e.Arg, Infix[":="].Right, r)}
		})
	case *Lambda:
		return lambda(e, left, right)
	case *Apply:
		return cat{form(e.Fn, left, PowerApply), parens(inside(e.Arg))}
	case *Index:
		return cat{form(e.Seq, left, PowerApply), str("["), nest{inside(e.At)}, str("]")}
	case *Time:
		return cat{str("time"), parens(inside(e.Arg))}
	case *Seq:
		return cat{str("["), nest{separated(e.Elems)}, str("]")}
	case *Empty:
		return open(PowerApply-1, right, func(int) doc { return cat{str("[] "), typeOperand(e.Elem)} })
	case *Range:
		return cat{str("["), bound(e.Lo), str(":"), bound(e.Hi), str("]")}
	case *RangeStep:
		return cat{str("["), bound(e.Lo), str(":"), bound(e.Hi), str(":"), bound(e.Step), str("]")}
	case *If:
		return open(LevelExpr, right, func(r int) doc { return conditional(e, r) })
	case *Let:
		return open(LevelExpr, right, func(r int) doc { return local(e, r) })
	case *Case:
		return open(LevelExpr, right, func(r int) doc { return choice(e, r) })
	case *Each:
		return each("{", e.Body, e.Gens, nil)
	case *EachIf:
		return each("{", e.Body, e.Gens, e.Cond)
	case *Serial:
		return each("{* ", e.Body, e.Gens, nil)
	case *SerialIf:
		return each("{* ", e.Body, e.Gens, e.Cond)
	}
	return pattern(e, left, right)
}

// pattern prints patterns, types and the parts of headers.
func pattern(e Expr, left, right int) doc {
	switch e := e.(type) {
	case *PatVar:
		return str(e.Name)
	case *PatPair:
		return infix(e.Left, ",", e.Right, left, right)
	case *PatData:
		return cat{str(e.Con), parens(inside(e.Arg))}
	case *PatDefault:
		return form(&Keyword{Name: e.Name, Arg: e.Default}, left, right)
	case *TyName:
		return str(e.Name)
	case *TyData:
		return cat{str(e.Name), parens(separated(e.Args))}
	case *TySeq:
		return cat{str("["), form(e.Elem, LevelElem, 0), str("]")}
	case *TyPair:
		return infix(e.Left, ",", e.Right, left, right)
	case *TyFun:
		return infix(e.Arg, "->", e.Result, left, right)
	case *Bound:
		return str(e.Var + " in " + e.Class)
	case *Constructor:
		return constructor(e)
	case *Bind:
		return define(e.Pat, e.Rhs)
	case *Gen:
		return cat{inside(e.Pat), str(" in "), inside(e.Seq)}
	case *GenName:
		return str(e.Name)
	case *Untyped, *Signature:
		return signature(e)
	}
	return resolved(e)
}

// open prints what needs no left power but is open on the right with power.
func open(power, right int, body func(right int) doc) doc {
	if power < right {
		return parens(body(0))
	}
	return body(right)
}

// infix prints an infix token between its operands.
func infix(a Expr, op string, b Expr, left, right int) doc {
	pw := Infix[op]
	if pw.Left <= left || pw.Right < right {
		return parens(infix(a, op, b, LevelExpr, 0))
	}
	if op != "," {
		op = " " + op
	}
	return cat{form(a, left, pw.Left), str(op), soft, form(b, pw.Right, right)}
}

func lambda(e *Lambda, left, right int) doc {
	pw := Infix["=>"]
	if pw.Left <= left || pw.Right < right {
		return parens(lambda(e, LevelExpr, 0))
	}
	return cat{form(e.Pat, left, pw.Left), str(" => "), form(e.Body, pw.Right, right)}
}

// bound prints a bound of a range.
func bound(e Expr) doc { return form(e, LevelElem, 0) }

// typeOperand prints a type behind [], where infix tokens are not part of it.
func typeOperand(t Expr) doc { return form(t, PowerApply-1, 0) }

// conditional prints if and the ifs in its else branch on the same level.
func conditional(e *If, right int) doc {
	d := cat{}
	for {
		d = append(d, str("if "), inside(e.Cond), nest{cat{brk{}, str("then "), inside(e.Then)}}, brk{}, str("else "))
		next, ok := e.Else.(*If)
		if !ok {
			return align{group{append(d, form(e.Else, LevelExpr, right))}}
		}
		e = next
	}
}

func local(e *Let, right int) doc {
	binds := cat{}
	for i, b := range e.Binds {
		if i > 0 {
			binds = append(binds, str(";"), brk{})
		}
		binds = append(binds, inside(b))
	}
	return align{group{cat{str("let "), align{binds}, brk{}, str("in "), form(e.Body, LevelExpr, right)}}}
}

// each prints a comprehension. The body is left out where it repeats the first
// pattern.
func each(left string, body Expr, gens []Expr, cond Expr) doc {
	d := cat{}
	if !short(body, gens[0]) {
		d = append(d, inside(body), str(" :"), brk{})
	}
	for i, g := range gens {
		if i > 0 {
			d = append(d, str(";"), brk{})
		}
		if gen, ok := g.(*Gen); ok && cond != nil && i == len(gens)-1 && endsInCase(gen.Seq) {
			d = append(d, inside(gen.Pat), str(" in "), parens(inside(gen.Seq)))
		} else {
			d = append(d, inside(g))
		}
	}
	if cond != nil {
		d = append(d, brk{}, str("| "), inside(cond))
	}
	return group{cat{str(left), align{d}, str("}")}}
}

// short reports whether {body : gen; ...} may be written {gen; ...}.
func short(body, gen Expr) bool {
	switch g := gen.(type) {
	case *GenName:
		id, ok := body.(*Id)
		return ok && id.Name == g.Name
	case *Gen:
		return samePattern(body, g.Pat)
	}
	return false
}

// samePattern reports whether an expression reads like a pattern.
func samePattern(e, pat Expr) bool {
	switch p := pat.(type) {
	case *PatVar:
		id, ok := e.(*Id)
		return ok && id.Name == p.Name
	case *PatPair:
		pair, ok := e.(*Pair)
		return ok && samePattern(pair.Left, p.Left) && samePattern(pair.Right, p.Right)
	case *PatData:
		app, ok := e.(*Apply)
		if !ok {
			return false
		}
		con, ok := app.Fn.(*Id)
		return ok && con.Name == p.Con && samePattern(app.Arg, p.Arg)
	}
	return false
}
