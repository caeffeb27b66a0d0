package harlan

// Uses of macros, for expand-macros: which rule fits, and its template filled in.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/datum"
)

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
