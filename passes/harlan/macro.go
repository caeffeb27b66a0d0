package harlan

// Macros: patterns and templates.

import (
	"strconv"

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
		if headOf(e) != "" {
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

// A match is what a variable of a pattern stands for: a datum, or one match for each
// repetition.
type match struct {
	form datum.Expr
	many []*match
}

// use is the template of the first rule that fits; nil if none does.
func (x *expander) use(m *macro, e *datum.List, s *scope) datum.Expr {
	form := &datum.List{Node: e.Node, Elems: e.Elems[1:]}
	for _, r := range m.rules {
		found := map[string]*match{}
		if m.fits(r.pattern, form, s, found) {
			x.marks++
			return (&filler{found, mark + strconv.Itoa(x.marks), e.Pos()}).fill(r.template)
		}
	}
	err := x.c.Errorf(e.Pos(), "E0421", "the macro %s has no rule for this", m.name)
	if len(m.rules) == 1 {
		err.WithHint("its rule is for " + patternText(m.name, m.rules[0].pattern))
	}
	return nil
}

// patternText is the text of a pattern.
func patternText(name string, p datum.Expr) string {
	es, tail, _ := parts(p)
	s := "(" + name
	for _, e := range es {
		s += " " + dataText(e)
	}
	if tail != nil {
		s += " . " + dataText(tail)
	}
	return s + ")"
}

func dataText(e datum.Expr) string {
	es, tail, ok := parts(e)
	if !ok {
		return describe(e)
	}
	s := ""
	for _, e := range es {
		s += " " + dataText(e)
	}
	if tail != nil {
		s += " . " + dataText(tail)
	}
	return "(" + s[min(1, len(s)):] + ")"
}

// fits matches a datum with a pattern in the scope s.
func (m *macro) fits(p, form datum.Expr, s *scope, found map[string]*match) bool {
	switch p := p.(type) {
	case *datum.Sym:
		if m.isVariable(p) {
			found[p.Name] = &match{form: form}
			return true
		}
		if plainName(p.Name) == "_" {
			return true
		}
		sym, ok := form.(*datum.Sym)
		return ok && s.find(sym.Name) == "" && plainName(sym.Name) == plainName(p.Name)
	case *datum.List, *datum.Dotted:
		return m.fitsList(p, form, s, found)
	}
	return sameLiteral(p, form)
}

// isVariable reports whether a symbol of a pattern stands for a part of what it fits.
func (m *macro) isVariable(p *datum.Sym) bool {
	name := plainName(p.Name)
	return name != "_" && name != dots && !m.words[name]
}

func (m *macro) fitsList(p, form datum.Expr, s *scope, found map[string]*match) bool {
	es, tail, _ := parts(p)
	fs, end, ok := parts(form)
	if !ok || tail == nil && end != nil {
		return false
	}
	if i := dotsIn(es); i > 0 {
		before, after := es[:i-1], es[i+1:]
		n := len(fs) - len(before) - len(after)
		if n < 0 {
			return false
		}
		var rounds []map[string]*match
		for _, f := range fs[len(before) : len(before)+n] {
			round := map[string]*match{}
			if !m.fits(es[i-1], f, s, round) {
				return false
			}
			rounds = append(rounds, round)
		}
		ir.Walk(es[i-1], func(e datum.Expr) bool {
			if sym, ok := e.(*datum.Sym); ok && m.isVariable(sym) {
				all := &match{}
				for _, r := range rounds {
					if r[sym.Name] != nil {
						all.many = append(all.many, r[sym.Name])
					}
				}
				found[sym.Name] = all
			}
			return true
		})
		es = append(append([]datum.Expr{}, before...), after...)
		fs = append(append([]datum.Expr{}, fs[:len(before)]...), fs[len(before)+n:]...)
	}
	if len(fs) < len(es) || tail == nil && len(fs) > len(es) {
		return false
	}
	for k, e := range es {
		if !m.fits(e, fs[k], s, found) {
			return false
		}
	}
	return tail == nil || m.fits(tail, rest(form, fs[len(es):], end), s, found)
}

// rest is what is left of a list.
func rest(form datum.Expr, fs []datum.Expr, end datum.Expr) datum.Expr {
	switch {
	case end == nil:
		return &datum.List{Node: ir.At(form.Pos()), Elems: fs}
	case len(fs) == 0:
		return end
	}
	return &datum.Dotted{Node: ir.At(form.Pos()), Elems: fs, Tail: end}
}

func sameLiteral(p, form datum.Expr) bool {
	return datum.Show(p) == datum.Show(form)
}

// A filler fills in a template.
type filler struct {
	found map[string]*match
	mark  string
	at    ir.Pos // of the use
}

func (f *filler) fill(t datum.Expr) datum.Expr {
	if sym, ok := t.(*datum.Sym); ok {
		if m := f.found[sym.Name]; m != nil {
			return m.form
		}
		return &datum.Sym{Node: ir.At(f.at), Name: plainName(sym.Name) + f.mark}
	}
	es, tail, ok := parts(t)
	if !ok {
		return t.MovedTo(f.at)
	}
	var out []datum.Expr
	for i := 0; i < len(es); i++ {
		depth, e := 0, es[i]
		for i+1 < len(es) && isDots(es[i+1]) {
			depth++
			i++
		}
		out = append(out, f.repeat(e, depth)...)
	}
	if tail == nil {
		return &datum.List{Node: ir.At(f.at), Elems: out}
	}
	last := f.fill(tail)
	if more, end, ok := parts(last); ok {
		out, last = append(out, more...), end
	}
	if last == nil {
		return &datum.List{Node: ir.At(f.at), Elems: out}
	}
	return &datum.Dotted{Node: ir.At(f.at), Elems: out, Tail: last}
}

// repeat fills in t, which has depth times ... behind it.
func (f *filler) repeat(t datum.Expr, depth int) (out []datum.Expr) {
	if depth == 0 {
		return []datum.Expr{f.fill(t)}
	}
	n := -1
	ir.Walk(t, func(e datum.Expr) bool {
		if sym, ok := e.(*datum.Sym); ok {
			if m := f.found[sym.Name]; m != nil && m.form == nil {
				n = max(n, len(m.many))
			}
		}
		return true
	})
	for k := range n {
		round := &filler{map[string]*match{}, f.mark, f.at}
		for name, m := range f.found {
			switch {
			case m.form != nil:
				round.found[name] = m
			case k < len(m.many):
				round.found[name] = m.many[k]
			}
		}
		out = append(out, round.repeat(t, depth-1)...)
	}
	return out
}
