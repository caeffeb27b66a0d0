// The formatter: datatypes with alternatives, and case.

package nesl

import "nessiec/ir/types"

// alternatives prints a datatype with alternatives; parameters of any class are
// not declared.
func alternatives(s *Sum) doc {
	head := cat{str("datatype " + s.Name)}
	var bounds []Expr
	for i, b := range s.Context {
		b := b.(*Bound)
		if b.Class != types.Any.String() {
			bounds = append(bounds, b)
		}
		if i == 0 {
			head = append(head, str("("+b.Var))
		} else {
			head = append(head, str(", "+b.Var))
		}
	}
	if len(s.Context) > 0 {
		head = append(head, str(")"))
	}
	cons := cat{}
	for i, c := range s.Cons {
		if i > 0 {
			cons = append(cons, brk{}, str("| "))
		}
		cons = append(cons, inside(c))
	}
	return group{cat{append(head, str(" = ")), align{cons}, context(bounds)}}
}

func constructor(c *Constructor) doc {
	if _, ok := c.Type.(*Untyped); ok {
		return str(c.Name)
	}
	return cat{str(c.Name), parens(inside(c.Type))}
}

// choice prints a case. What ends with another case would take the next arms.
func choice(e *Case, right int) doc {
	arms := cat{}
	for i, a := range e.Arms {
		arm := a.(*Arm)
		if i > 0 {
			arms = append(arms, brk{}, str("| "))
		}
		body := inside(arm.Body)
		switch {
		case i == len(e.Arms)-1:
			body = form(arm.Body, LevelExpr, right)
		case endsInCase(arm.Body):
			body = parens(body)
		}
		arms = append(arms, inside(arm.Pat), str(" => "), body)
	}
	return align{group{cat{str("case "), inside(e.Of), str(" of"), nest{cat{brk{}, arms}}}}}
}

// endsInCase reports whether the last token of e is part of a case without
// parentheses.
func endsInCase(e Expr) bool {
	for {
		switch x := e.(type) {
		case *Case:
			return true
		case *If:
			e = x.Else
		case *Let:
			e = x.Body
		case *Lambda:
			e = x.Body
		case *Binary:
			e = x.Right
		case *Pair:
			e = x.Right
		case *Unary:
			e = x.Arg
		case *Keyword:
			e = x.Arg
		default:
			return false
		}
	}
}
