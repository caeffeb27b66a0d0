package published

// Element code: expressions, which become lets of primitives.

import (
	"maps"
	"strconv"
	"strings"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// thunk reads { x, y => expression using xs, ys }, whose parameters have these types.
func (p *reader) thunk(params []*types.Type) (*lcu.Thunk, []*types.Type) {
	outer := p.scope
	p.scope, p.used = maps.Clone(outer), map[string]bool{}
	p.expect("{")
	t := &lcu.Thunk{}
	param := func() {
		if len(t.Params) == len(params) {
			p.fail("more than %d parameters", len(params))
		}
		t.Params = append(t.Params, p.bind(p.name(), params[len(t.Params)]))
	}
	if p.is("(") {
		p.list(")", param)
		p.expect("=>")
	} else {
		p.list("=>", param)
	}
	if len(t.Params) != len(params) {
		p.fail("expected %d parameters", len(params))
	}
	for name := range outer {
		if p.scope[name] == outer[name] {
			p.used[name] = false
		}
	}
	var code lcu.Lets
	vals, ts := p.tuple(&code)
	listed := map[string]bool{}
	for more := p.is("using"); more; more = p.is(",") {
		name := p.name()
		if used, there := p.used[name]; !there || !used {
			p.fail("the thunk lists %s, which it does not use", name)
		}
		listed[name] = true
	}
	for name, used := range p.used {
		if used && !listed[name] {
			p.fail("the thunk uses %s, which it does not list", name)
		}
	}
	p.expect("}")
	t.Body = code.In(lcu.Results(vals...))
	p.scope, p.used = outer, nil
	return t, ts
}

// tuple reads lets, then one expression or several in parentheses.
func (p *reader) tuple(code *lcu.Lets) (vals []lcu.Expr, ts []*types.Type) {
	for p.is("let") {
		name := p.name()
		p.expect("=")
		e, _ := p.expr(code, 0)
		r, ok := e.(*lcu.Ref)
		if !ok {
			p.fail("a let that gives a number a name")
		}
		p.scope[name] = r.Var // what has been bound for e
		p.expect("in")
	}
	p.is("ret")
	if p.next.text == "(" && p.several() {
		p.take()
		p.list(")", func() {
			e, t := p.expr(code, 0)
			vals, ts = append(vals, e), append(ts, t)
		})
		return vals, ts
	}
	e, t := p.expr(code, 0)
	return append(vals, e), append(ts, t)
}

// several reports whether the parentheses that come next hold a list of expressions.
func (p *reader) several() bool {
	depth := 0
	for _, c := range p.src {
		switch {
		case strings.ContainsRune("([{", c):
			depth++
		case strings.ContainsRune(")]}", c):
			if depth--; depth < 0 {
				return false
			}
		case c == ',' && depth == 0:
			return true
		}
	}
	return false
}

// An operator of two operands: what it binds stronger than, and its primitive.
type operator struct {
	level int
	code  prim.Code
}

var operators = map[string]operator{
	"||": {1, prim.Or}, "&&": {2, prim.And},
	"==": {3, prim.Eq}, "!=": {3, prim.Ne}, "<": {3, prim.Lt}, "<=": {3, prim.Le}, ">": {3, prim.Gt}, ">=": {3, prim.Ge},
	"+": {4, prim.Add}, "-": {4, prim.Sub}, "*": {5, prim.Mul}, "/": {5, prim.Div},
}

// expr reads operands with operators above a level.
func (p *reader) expr(code *lcu.Lets, above int) (lcu.Expr, *types.Type) {
	e, t := p.operand(code)
	for {
		op, ok := operators[p.next.text]
		if !ok || op.level <= above {
			return e, t
		}
		name := p.take()
		y, u := p.expr(code, op.level)
		if t != u {
			p.fail("%s of %v and %v", name, t, u)
		}
		if op.level == 3 {
			t = types.Bool
		}
		e = code.Bind("t", t, lcu.Apply(op.code, e, y))
	}
}

func (p *reader) operand(code *lcu.Lets) (lcu.Expr, *types.Type) {
	switch {
	case p.is("("):
		e, t := p.expr(code, 0)
		p.expect(")")
		return e, t
	case p.is("if"):
		return p.choice(code)
	case p.is("-"):
		e, t := p.operand(code)
		return code.Bind("t", t, lcu.Apply(prim.Neg, e)), t
	case p.is("!"):
		e, t := p.operand(code)
		return code.Bind("t", t, lcu.Apply(prim.Not, e)), t
	case p.next.text == "true" || p.next.text == "false":
		return &lcu.Bool{Val: p.take() == "true"}, types.Bool
	}
	if e, ok := p.literal(); ok {
		if _, isInt := e.(*lcu.Int); isInt {
			return e, types.Int
		}
		return e, types.Float
	}
	v := p.variable(p.name())
	if !p.is("[") {
		return lcu.Use(v), v.Type
	}
	i, t := p.expr(code, 0)
	p.expect("]")
	if v.Type.Kind != types.KVec || t != types.Int {
		p.fail("%s[...] needs an array and an int", v.Name)
	}
	return code.Bind("t", v.Type.Elem(), lcu.Get(lcu.Use(v), i)), v.Type.Elem()
}

// choice reads what is behind if: condition then one else the other.
func (p *reader) choice(code *lcu.Lets) (lcu.Expr, *types.Type) {
	c, t := p.expr(code, 0)
	if t != types.Bool {
		p.fail("a condition is a bool")
	}
	arm := func(word string) (lcu.Expr, *types.Type) {
		p.expect(word)
		var inner lcu.Lets
		e, t := p.expr(&inner, 0)
		return inner.In(lcu.Results(e)), t
	}
	a, t := arm("then")
	b, u := arm("else")
	if t != u {
		p.fail("then is %v, else %v", t, u)
	}
	return code.Bind("t", t, &lcu.If{Cond: c, Then: a, Else: b}), t
}

// literal reads a number, if there is one.
func (p *reader) literal() (lcu.Expr, bool) {
	w := p.next.text
	if w == "" || w[0] < '0' || w[0] > '9' {
		return nil, false
	}
	p.take()
	if strings.ContainsAny(w, ".e") {
		f, err := strconv.ParseFloat(w, 64)
		if err != nil {
			p.fail("%s is no number", w)
		}
		return &lcu.Float{Val: f}, true
	}
	n, err := strconv.ParseInt(w, 10, 64)
	if err != nil {
		p.fail("%s is no number", w)
	}
	return &lcu.Int{Val: n}, true
}
