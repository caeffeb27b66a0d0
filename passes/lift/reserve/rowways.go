package reserve

// The ways through scalar code, and which rows they add.

import (
	"maps"

	"nessiec/ir/nkl"
)

// counts is how many rows code adds to each table.
type counts map[string]int

func (c counts) plus(d counts) counts {
	out := counts{}
	for t, n := range c {
		out[t] = n
	}
	for t, n := range d {
		out[t] += n
	}
	return out
}

// A rowKey is the number of a row among those that a way adds to a table.
type rowKey struct {
	table string
	k     int
}

// ways is what e adds, behind as many rows as from says: the most on any way, and the rows
// that every way adds. No way ends if again is set.
func ways(e nkl.Expr, from counts) (most counts, always map[rowKey]bool, again bool) {
	switch e := e.(type) {
	case *nkl.Let:
		m1, a1, _ := ways(e.Rhs, from)
		m2, a2, again := ways(e.Body, from.plus(m1))
		maps.Copy(a2, a1)
		return m1.plus(m2), a2, again
	case *nkl.Check:
		return ways(e.Then, from)
	case *nkl.Loop:
		return ways(e.Body, from)
	case *nkl.If:
		m1, a1, again1 := ways(e.Then, from)
		m2, a2, again2 := ways(e.Else, from)
		switch {
		case again1:
			return m2, a2, again2
		case again2:
			return m1, a1, false
		}
		for t, n := range m2 {
			m1[t] = max(m1[t], n)
		}
		maps.DeleteFunc(a1, func(k rowKey, _ bool) bool { return !a2[k] })
		return m1, a1, false
	case *nkl.Alloc:
		return counts{e.Table: 1}, map[rowKey]bool{{e.Table, from[e.Table]}: true}, false
	}
	return counts{}, map[rowKey]bool{}, e.Form() == nkl.FormRecur
}

// share says which rows have their contents in which values: those on one way in different
// ones.
func (p *rowPlan) share(e nkl.Expr) {
	meet := map[[2]*newRow]bool{}
	p.meeting(e, counts{}, nil, meet)
	p.place = map[*newRow][]int{}
	for _, r := range p.rows {
		taken := map[int]bool{}
		for q, at := range p.place {
			for _, i := range at {
				taken[i] = taken[i] || meet[[2]*newRow{q, r}] || meet[[2]*newRow{r, q}]
			}
		}
		for _, t := range p.types(r) {
			i := 0
			for i < len(p.shared) && (taken[i] || p.shared[i] != t) {
				i++
			}
			if i == len(p.shared) {
				p.shared = append(p.shared, t)
			}
			taken[i] = true
			p.place[r] = append(p.place[r], i)
		}
	}
}

// meeting notes which rows that e adds are on one way with those before, or with each other.
func (p *rowPlan) meeting(e nkl.Expr, from counts, before []*newRow, meet map[[2]*newRow]bool) {
	switch e := e.(type) {
	case *nkl.Let:
		p.meeting(e.Rhs, from, before, meet)
		most, _, _ := ways(e.Rhs, from)
		before = append(before[:len(before):len(before)], p.inside(e.Rhs, way{count: from})...)
		p.meeting(e.Body, from.plus(most), before, meet)
	case *nkl.Check:
		p.meeting(e.Then, from, before, meet)
	case *nkl.If:
		p.meeting(e.Then, from, before, meet)
		p.meeting(e.Else, from, before, meet)
	case *nkl.Loop:
		p.meeting(e.Body, from, before, meet)
	case *nkl.Alloc:
		for _, r := range p.inside(e, way{count: from}) {
			for _, q := range before {
				meet[[2]*newRow{q, r}] = true
			}
		}
	}
}

// readBefore reads the columns of e before it, each once.
func (p *rowPlan) readBefore(e nkl.Expr) nkl.Expr {
	if l, ok := e.(*nkl.Let); ok {
		if c, ok := l.Rhs.(*nkl.Column); ok {
			k := tableColumn{c.Table, c.Index}
			if p.seen[k] == nil {
				p.seen[k] = l.Bind
				p.columns.Let(l.Bind, &nkl.Column{Node: c.Node, Table: c.Table, Index: c.Index})
			}
			return p.readBefore(nkl.Replace(l.Body, map[*nkl.Var]nkl.Expr{l.Bind: nkl.Use(p.seen[k])}))
		}
	}
	return e.MapChildren(p.readBefore)
}

// needed is e without what nothing needs. It adds the variables that are needed to used.
func needed(e nkl.Expr, used map[*nkl.Var]bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Ref:
		used[e.Var] = true
		return e
	case *nkl.Let:
		body := needed(e.Body, used)
		if !used[e.Bind] {
			return body
		}
		return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: needed(e.Rhs, used), Body: body}
	}
	return e.MapChildren(func(c nkl.Expr) nkl.Expr { return needed(c, used) })
}
