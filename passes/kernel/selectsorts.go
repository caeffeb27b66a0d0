package kernel

// Sequences sorted by their own elements.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// SelectSorts makes a scatter of a vector by its own ranks one operation, which
// moves elements only.
//
//	(let (r) (rank down n o (thunk (s i) (at v i)))
//	(let (w) (scatter set n (z) (thunk (j) (at v j)) (thunk (j) (at r j))) e))
//	=>  (let (w) (sort down n (thunk (j) (at v j))) e)
//
// There must be one segment, and as many elements in z as in v. Where something
// else reads r too, which costs as much as sorting, the scatter stays.
func SelectSorts(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	return opt.Bodies(c, m, func(_ *pass.Ctx, e lcu.Expr) lcu.Expr {
		keep := map[*lcu.Var]bool{}
		for {
			s := &sortFinder{defs: map[*lcu.Var]lcu.Expr{}, keep: keep, sorted: map[*lcu.Var]bool{}}
			out := s.body(e)
			if out == e {
				return e
			}
			if out = opt.Dead(out); !s.needed(out) {
				return out
			}
		}
	})
}

// A sortFinder knows what host code has defined so far, the ranks that scatters
// go on reading, and those by which it has sorted.
type sortFinder struct {
	defs         map[*lcu.Var]lcu.Expr
	keep, sorted map[*lcu.Var]bool
}

// needed keeps the ranks that e computes although it sorts by them, and reports
// whether there are any.
func (s *sortFinder) needed(e lcu.Expr) bool {
	found := false
	ir.Walk(e, func(e lcu.Expr) bool {
		if let, ok := e.(*lcu.Let); ok && len(let.Binds) == 1 && s.sorted[let.Binds[0]] {
			s.keep[let.Binds[0]], found = true, true
		}
		return true
	})
	return found
}

func (s *sortFinder) body(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(s.body)
	}
	rhs := let.Rhs.MapBodies(s.body)
	if sc, ok := rhs.(*lcu.Scatter); ok {
		if sorted := s.sort(sc); sorted != nil {
			rhs = sorted
		}
	}
	if len(let.Binds) == 1 {
		s.defs[let.Binds[0]] = rhs
	}
	body := s.body(let.Body)
	if rhs == let.Rhs && body == let.Body {
		return e
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs, Body: body}
}

// sort is the sort that a scatter is, or nil.
func (s *sortFinder) sort(e *lcu.Scatter) lcu.Expr {
	vals, places := onlyRead(e.T), onlyRead(e.Dest)
	if vals == nil || places == nil || len(e.Into) != 1 {
		return nil
	}
	r, ok := s.defs[places].(*lcu.Rank)
	if !ok || onlyRead(r.T) != vals || s.keep[places] {
		return nil
	}
	if len(r.Segs) != 2 || !lcu.SameAtom(r.Segs[0], lcu.N(1)) {
		return nil // more than one segment, perhaps
	}
	blank, ok := s.defs[e.Into[0].(*lcu.Ref).Var].(*lcu.Map)
	if !ok || s.number(blank.N) != s.number(r.N) || s.number(e.N) != s.number(r.N) {
		return nil
	}
	s.sorted[places] = true
	return &lcu.Sort{Node: ir.At(r.Pos()), Down: r.Down, N: r.N, T: e.T}
}

// onlyRead is the array of which a thunk yields the element at its position,
// nil if it does anything else.
func onlyRead(t *lcu.Thunk) *lcu.Var {
	let, ok := t.Body.(*lcu.Let)
	if !ok {
		return nil
	}
	at, ok := let.Rhs.(*lcu.At)
	ret, ends := let.Body.(*lcu.Ret)
	if !ok || !ends || len(ret.Vals) != 1 || !lcu.SameAtom(ret.Vals[0], lcu.Use(let.Binds[0])) ||
		!lcu.SameAtom(at.Idx, lcu.Use(t.Params[len(t.Params)-1])) {
		return nil
	}
	return at.Vec.(*lcu.Ref).Var
}

// A number tells numbers of host code apart: a variable, the length of an
// array, or a literal.
type number struct {
	v      *lcu.Var
	length bool
	lit    int64
}

// number is what an atom is, the same for atoms that are known to be equal.
func (s *sortFinder) number(e lcu.Expr) number {
	r, ok := e.(*lcu.Ref)
	if !ok {
		return number{lit: e.(*lcu.Int).Val}
	}
	l, ok := s.defs[r.Var].(*lcu.Length)
	if !ok {
		return number{v: r.Var}
	}
	v := l.Vec.(*lcu.Ref).Var
	if lit, ok := s.defs[v].(*lcu.Vec); ok {
		return number{lit: int64(len(lit.Vals))}
	}
	if soac := s.defs[v]; soac != nil {
		if n := opt.SizeOf(soac); n != nil {
			return s.number(n)
		}
	}
	return number{v: v, length: true}
}
