package flat

// What is computed of the elements selected by a filter and read back where they come
// from, under the flag that kept them, is computed there.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/passes/flat/simplify"
)

// selections is what is known of filters: which vectors are ranks, of which flags; which
// are columns of what was kept, or dropped; and which ints count these.
type selections struct {
	lengths map[*fkl.Var]fkl.Expr // of vectors that maps make
	ranks   map[*fkl.Var]*fkl.Var
	columns map[*fkl.Var]column
	counts  map[*fkl.Var]selectedSide
}

// A selectedSide is the elements whose flag is set, or the others.
type selectedSide struct {
	flags *fkl.Var
	set   bool
}

// A column is the elements of a vector on one side.
type column struct {
	selectedSide
	of fkl.Expr
}

// readInPlace is body without maps over selected elements that are only read where these stood.
// before is what was computed before body.
//
//	ys = map m i => f(at part i);  map n j => if at flags j then .. at ys (at ranks j) ..
//	=>  map n j => if at flags j then .. f(at xs j) ..
//
// where part, ranks = pack flags xs and m = at ranks n. Code that is moved makes no checks.
func readInPlace(before []*fkl.Let, body fkl.Expr) fkl.Expr {
	s := &selections{map[*fkl.Var]fkl.Expr{}, map[*fkl.Var]*fkl.Var{}, map[*fkl.Var]column{}, map[*fkl.Var]selectedSide{}}
	for _, l := range before {
		s.learn(l)
	}
	for e := body; ; {
		l, ok := e.(*fkl.Let)
		if !ok {
			break
		}
		s.learn(l)
		e = l.Body
	}
	return s.chain(body)
}

func (s *selections) learn(l *fkl.Let) {
	column := func(at int, flags fkl.Expr, set bool, of []fkl.Expr) {
		for i, x := range of {
			s.columns[l.Binds[at+i]] = column{selectedSide{flags.(*fkl.Ref).Var, set}, x}
		}
	}
	last := l.Binds[max(0, len(l.Binds)-1):]
	switch e := l.Rhs.(type) {
	case *fkl.Map:
		for _, v := range l.Binds {
			s.lengths[v] = e.N
		}
	case *fkl.Pack:
		s.ranks[last[0]] = e.Flags.(*fkl.Ref).Var
		column(0, e.Flags, true, e.Vecs)
	case *fkl.Split:
		s.ranks[last[0]] = e.Flags.(*fkl.Ref).Var
		column(0, e.Flags, true, e.Vecs)
		column(len(e.Vecs), e.Flags, false, e.Vecs)
	case *fkl.At:
		if f := s.ranks[e.Vec.(*fkl.Ref).Var]; f != nil && s.lengths[f] != nil && simplify.SameAtom(s.lengths[f], e.Idx) {
			s.counts[last[0]] = selectedSide{f, true}
		}
	case *fkl.Prim:
		if e.Op.Code != prim.Sub {
			return
		}
		if c, ok := e.Args[1].(*fkl.Ref); ok {
			if w, ok := s.counts[c.Var]; ok && w.set && simplify.SameAtom(s.lengths[w.flags], e.Args[0]) {
				s.counts[last[0]] = selectedSide{w.flags, false}
			}
		}
	}
}

// chain moves the maps of e, from the last one to the first, and drops columns that were
// read by what was moved.
func (s *selections) chain(e fkl.Expr) fkl.Expr {
	l, ok := e.(*fkl.Let)
	if !ok {
		return e
	}
	body := s.chain(l.Body)
	if m, ok := l.Rhs.(*fkl.Map); ok && straight(m.Body) {
		if n, ok := m.N.(*fkl.Ref); ok {
			if w, ok := s.counts[n.Var]; ok {
				moved := &mover{selections: s, selectedSide: w, results: l.Binds, code: m}
				if b := moved.host(body); !usesAny(b, l.Binds) {
					return b
				}
			}
		}
	}
	for _, v := range l.Binds {
		if c, ok := s.columns[v]; ok {
			moved := &mover{selections: s, selectedSide: c.selectedSide, results: []*fkl.Var{v}}
			if b := moved.host(body); !usesAny(b, moved.results) {
				body = b
			}
		}
	}
	if body == l.Body {
		return l
	}
	return &fkl.Let{Node: l.Node, Binds: l.Binds, Rhs: l.Rhs, Body: body}
}

// straight reports whether element code is lets around its results, without checks.
func straight(e fkl.Expr) bool {
	for {
		l, ok := e.(*fkl.Let)
		if !ok {
			break
		}
		if checks(l.Rhs) || ir.Any(l.Rhs, func(e fkl.Expr) bool { _, loop := e.(*fkl.Loop); return loop }) {
			return false
		}
		e = l.Body
	}
	_, ok := e.(*fkl.Ret)
	return ok
}

func usesAny(e fkl.Expr, vs []*fkl.Var) bool {
	for _, v := range fkl.FreeVars(e) {
		for _, w := range vs {
			if v == w {
				return true
			}
		}
	}
	return false
}

// A mover replaces reads of what a map over a side makes by its code; or those of a
// column, which has none.
type mover struct {
	*selections
	selectedSide
	results []*fkl.Var
	code    *fkl.Map
}

// host replaces reads in the maps of host code.
func (m *mover) host(e fkl.Expr) fkl.Expr {
	l, ok := e.(*fkl.Let)
	if !ok {
		return e
	}
	out := *l
	out.Body = m.host(l.Body)
	switch l.Rhs.(type) {
	case *fkl.Map, *fkl.SegMap:
		if usesAny(l.Rhs, m.results) {
			out.Rhs = l.Rhs.MapBodies(func(b fkl.Expr) fkl.Expr { return m.element(b, elementSite{}) })
		}
	}
	return &out
}

// An elementSite is what is known where element code stands: which variables are the flag, the
// rank, and the rank on the other side, of which element; which element is on
// the side, and what was computed of it.
type elementSite struct {
	flag, rank, rest map[*fkl.Var]fkl.Expr
	here             fkl.Expr
	vals             []fkl.Expr
}

// element replaces reads in element code.
func (m *mover) element(e fkl.Expr, p elementSite) fkl.Expr {
	switch e := e.(type) {
	case *fkl.Let:
		switch x := e.Rhs.(type) {
		case *fkl.At:
			v := x.Vec.(*fkl.Ref).Var
			if k := slices.Index(m.results, v); k >= 0 && p.here != nil && p.ownRank(m.set, x.Idx) {
				return m.read(e, k, p)
			}
			if v == m.flags {
				p.flag = with(p.flag, e.Binds[0], x.Idx)
			} else if m.ranks[v] == m.flags {
				p.rank = with(p.rank, e.Binds[0], x.Idx)
			}
		case *fkl.Prim:
			if x.Op.Code == prim.Sub {
				if i := of(p.rank, x.Args[1]); i != nil && simplify.SameAtom(i, x.Args[0]) {
					p.rest = with(p.rest, e.Binds[0], i)
				}
			}
		}
		return &fkl.Let{Node: e.Node, Binds: e.Binds, Rhs: m.element(e.Rhs, p), Body: m.element(e.Body, p)}
	case *fkl.If:
		one, two := p, p
		if i := of(p.flag, e.Cond); i != nil && m.set {
			one.here, one.vals = i, nil
		} else if i != nil {
			two.here, two.vals = i, nil
		}
		return &fkl.If{Node: e.Node, Cond: e.Cond, Then: m.element(e.Then, one), Else: m.element(e.Else, two)}
	}
	return e
}

// ownRank reports whether i is the rank, on the side, of the element that is on it.
func (p elementSite) ownRank(set bool, i fkl.Expr) bool {
	ranks := p.rest
	if set {
		ranks = p.rank
	}
	at := of(ranks, i)
	return at != nil && simplify.SameAtom(at, p.here)
}

// read is let, which reads result k, with the value in its place.
func (m *mover) read(let *fkl.Let, k int, p elementSite) fkl.Expr {
	if m.code == nil {
		return &fkl.Let{Node: let.Node, Binds: let.Binds, Rhs: m.column(let, let.Rhs.(*fkl.At).Idx, p.here).Rhs, Body: m.element(let.Body, p)}
	}
	var code []*fkl.Let
	if p.vals == nil {
		e := fkl.CopyWith(m.code.Body, map[*fkl.Var]fkl.Expr{m.code.Idx: let.Rhs.(*fkl.At).Idx})
		for l, ok := e.(*fkl.Let); ok; l, ok = e.(*fkl.Let) {
			code, e = append(code, m.column(l, let.Rhs.(*fkl.At).Idx, p.here)), l.Body
		}
		p.vals = e.(*fkl.Ret).Vals
	}
	return wrap(code, m.element(fkl.Replace(let.Body, map[*fkl.Var]fkl.Expr{let.Binds[0]: p.vals[k]}), p))
}

// column is l, which reads what it is a column of if it reads one at this rank: element i.
func (m *mover) column(l *fkl.Let, rank, i fkl.Expr) *fkl.Let {
	if at, ok := l.Rhs.(*fkl.At); ok && simplify.SameAtom(at.Idx, rank) {
		if c, ok := m.columns[at.Vec.(*fkl.Ref).Var]; ok && c.selectedSide == m.selectedSide {
			return &fkl.Let{Node: l.Node, Binds: l.Binds, Rhs: &fkl.At{Node: at.Node, Vec: c.of, Idx: i}}
		}
	}
	return l
}

// with is m with v as well.
func with(m map[*fkl.Var]fkl.Expr, v *fkl.Var, e fkl.Expr) map[*fkl.Var]fkl.Expr {
	out := map[*fkl.Var]fkl.Expr{v: e}
	maps.Copy(out, m)
	return out
}

// of is what m says of a variable.
func of(m map[*fkl.Var]fkl.Expr, e fkl.Expr) fkl.Expr {
	if r, ok := e.(*fkl.Ref); ok {
		return m[r.Var]
	}
	return nil
}
