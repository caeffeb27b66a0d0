package harlan

// Macros: their definitions, for expand-macros. Uses are in match.go.

import (
	"nessiec/ir"
	"nessiec/ir/datum"
)

// A macro is rules, of which the first that fits is used.
type macro struct {
	name  string
	words map[string]bool // that stand for themselves in patterns
	rules []rule
}

// A rule is a pattern, without its first element, and a template.
type rule struct {
	pattern  datum.Expr
	template datum.Expr
}

const dots = "..."

// defineMacro reads (define-macro m (word ...) (pattern template) ...).
func (x *expander) defineMacro(l *datum.List) {
	name, ok1 := at(l, 1).(*datum.Sym)
	words, ok2 := at(l, 2).(*datum.List)
	if !ok1 || !ok2 || len(symbols(words.Elems)) != len(words.Elems) {
		x.malformed(l, "define-macro")
		return
	}
	m := &macro{name: plainName(name.Name), words: map[string]bool{}}
	for _, w := range symbols(words.Elems) {
		m.words[plainName(w)] = true
	}
	for _, e := range l.Elems[3:] {
		r, ok := e.(*datum.List)
		if !ok || len(r.Elems) != 2 {
			x.malformed(e, "define-macro")
			return
		}
		if r, ok := x.rule(m, r); ok {
			m.rules = append(m.rules, r)
		}
	}
	x.macros[m.name] = m
}

// rule checks a rule.
func (x *expander) rule(m *macro, l *datum.List) (rule, bool) {
	pattern := withoutHead(l.Elems[0])
	if pattern == nil {
		x.c.Errorf(l.Elems[0].Pos(), "E0420", "a pattern is a list that begins with a symbol: (_ a b ...)")
		return rule{}, false
	}
	depths := map[string]int{}
	if !x.pattern(m, pattern, 0, depths) || !x.template(l.Elems[1], 0, depths) {
		return rule{}, false
	}
	return rule{pattern, l.Elems[1]}, true
}

// withoutHead is a list without its first element, which is a symbol; nil if it is not
// like that.
func withoutHead(e datum.Expr) datum.Expr {
	switch e := e.(type) {
	case *datum.List:
		if datum.Head(e) != "" {
			return &datum.List{Node: e.Node, Elems: e.Elems[1:]}
		}
	case *datum.Dotted:
		if len(e.Elems) == 1 {
			return e.Tail
		}
		return &datum.Dotted{Node: e.Node, Elems: e.Elems[1:], Tail: e.Tail}
	}
	return nil
}

// parts is the elements of a list and its tail, if it has one.
func parts(e datum.Expr) (elems []datum.Expr, tail datum.Expr, ok bool) {
	switch e := e.(type) {
	case *datum.List:
		return e.Elems, nil, true
	case *datum.Dotted:
		return e.Elems, e.Tail, true
	}
	return nil, nil, false
}

func isDots(e datum.Expr) bool {
	sym, ok := e.(*datum.Sym)
	return ok && plainName(sym.Name) == dots
}

// dotsIn is the place of the first ... in a list, -1 if it has none.
func dotsIn(es []datum.Expr) int {
	for i, e := range es {
		if isDots(e) {
			return i
		}
	}
	return -1
}

// pattern checks a pattern and notes how many ... are around each of its variables.
func (x *expander) pattern(m *macro, p datum.Expr, depth int, depths map[string]int) bool {
	if sym, ok := p.(*datum.Sym); ok {
		switch _, twice := depths[sym.Name]; {
		case !m.isVariable(sym):
			return true
		case twice:
			x.c.Errorf(p.Pos(), "E0420", "the pattern has the variable %s twice", plainName(sym.Name))
			return false
		}
		depths[sym.Name] = depth
		return true
	}
	es, tail, ok := parts(p)
	if !ok {
		return true
	}
	i := dotsIn(es)
	if i == 0 || i > 0 && dotsIn(es[i+1:]) >= 0 {
		x.c.Errorf(p.Pos(), "E0420", "in a pattern, ... stands once in a list, behind what is repeated")
		return false
	}
	for k, e := range es {
		d := depth
		if k == i {
			continue
		}
		if i > 0 && k == i-1 {
			d++
		}
		if !x.pattern(m, e, d, depths) {
			return false
		}
	}
	return tail == nil || x.pattern(m, tail, depth, depths)
}

// template checks that variables have as many ... around them as in the pattern.
func (x *expander) template(t datum.Expr, depth int, depths map[string]int) bool {
	if sym, ok := t.(*datum.Sym); ok {
		d, bound := depths[sym.Name]
		if bound && d > depth {
			x.c.Errorf(t.Pos(), "E0420", "%s is repeated in the pattern, but not here", plainName(sym.Name)).WithHint("put ... behind it")
			return false
		}
		return true
	}
	es, tail, ok := parts(t)
	if !ok {
		return true
	}
	for i := 0; i < len(es); i++ {
		d, e := depth, es[i]
		if isDots(e) {
			x.c.Errorf(e.Pos(), "E0420", "in a template, ... stands behind what is repeated")
			return false
		}
		for i+1 < len(es) && isDots(es[i+1]) {
			d++
			i++
		}
		if d > depth && !repeats(e, depths) {
			x.c.Errorf(e.Pos(), "E0420", "nothing in front of ... is repeated in the pattern")
			return false
		}
		if !x.template(e, d, depths) {
			return false
		}
	}
	return tail == nil || x.template(tail, depth, depths)
}

// repeats reports whether a template has a variable that is repeated in the pattern.
func repeats(t datum.Expr, depths map[string]int) bool {
	return ir.Any(t, func(e datum.Expr) bool {
		sym, ok := e.(*datum.Sym)
		return ok && depths[sym.Name] > 0
	})
}
