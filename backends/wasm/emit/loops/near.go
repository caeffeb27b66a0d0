package loops

// Which elements a short loop accesses that are next to those of the iteration before: their
// index is that of the loop and what stays the same.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// A Near is an access to elements next to each other: by a variable that grows by one with
// the index of a loop.
type Near struct {
	Buf, Idx *kir.Var
	At       kir.Expr // what Idx is, by the index of the loop and what the loop does not change
	Off      uint32   // the greatest number that is added to Idx where there is an access in every iteration
	Always   bool     // there is such an access
}

// NearOf lists the accesses of a loop to elements next to each other.
func NearOf(s *kir.For) (out []*Near) {
	r := runs{s.Var, map[*kir.Var]kir.Expr{}, map[*kir.Var]bool{}}
	r.survey(s.Body)
	note := func(buf, idx kir.Expr, always bool) {
		b := kir.VarOf(buf)
		idx, off := ConstantPart(idx, mostNear)
		v := kir.VarOf(idx)
		if v == nil || r.own[b] {
			return
		}
		at := r.index(idx)
		if at == nil {
			return
		}
		for _, x := range out {
			if x.Buf == b && x.Idx == v {
				x.Always = x.Always || always
				if always {
					x.Off = max(x.Off, off)
				}
				return
			}
		}
		if !always {
			off = 0
		}
		out = append(out, &Near{b, v, at, off, always})
	}
	var visit func(e kir.Expr, always bool)
	visit = func(e kir.Expr, always bool) {
		switch e := e.(type) {
		case *kir.Load:
			note(e.Buf, e.Idx, always)
		case *kir.Store:
			note(e.Buf, e.Idx, always)
		case *kir.Arbitrary:
			note(e.Buf, e.Idx, always)
		}
		e.Children(func(_ int, x kir.Expr) { visit(x, always && !conditional(e, x)) })
	}
	visit(s.Body, true)
	return out
}

// mostNear is the greatest number that an index has beside its variable.
const mostNear = 64

// conditional reports whether x, a part of e, may be left out.
func conditional(e, x kir.Expr) bool {
	switch e := e.(type) {
	case *kir.If:
		return x != e.Cond
	case *kir.Choose:
		return x != e.Cond
	case *kir.Select:
		return x != e.Cond
	}
	return false
}

// runs finds the indices of a loop that grow by one with that of the loop.
type runs struct {
	of   *kir.Var
	defs map[*kir.Var]kir.Expr // of the body
	own  map[*kir.Var]bool     // variables that the body binds or assigns
}

func (r runs) survey(body kir.Expr) {
	ir.Walk(body, func(e kir.Expr) bool {
		switch e := e.(type) {
		case *kir.Def:
			r.defs[e.Bind] = e.Rhs
		case *kir.Set:
			r.own[e.Var] = true
		}
		kir.EachBind(e, func(v *kir.Var) { r.own[v] = true })
		return true
	})
}

// index is e in terms of the index of the loop and of what the loop does not change; nil
// if it does not grow by one with it.
func (r runs) index(e kir.Expr) kir.Expr {
	v := kir.VarOf(e)
	switch {
	case v == r.of:
		return e
	case r.defs[v] != nil:
		return r.index(r.defs[v])
	}
	p, ok := e.(*kir.Prim)
	if !ok || p.Op.Code != prim.Add && p.Op.Code != prim.Sub {
		return nil
	}
	x, y := r.index(p.Args[0]), r.fixed(p.Args[1])
	if x == nil && p.Op.Code == prim.Add {
		x, y = r.fixed(p.Args[0]), r.index(p.Args[1])
	}
	if x == nil || y == nil {
		return nil
	}
	return kir.Apply(p.Op.Code, x, y)
}

// fixed is e in terms of what the loop does not change; nil if it is another.
func (r runs) fixed(e kir.Expr) kir.Expr {
	v := kir.VarOf(e)
	switch {
	case v != nil && r.defs[v] != nil:
		return r.fixed(r.defs[v])
	case v != nil && v != r.of && !r.own[v], e.Form() == kir.FormInt:
		return e
	}
	p, ok := e.(*kir.Prim)
	if !ok || p.Op.Code != prim.Add && p.Op.Code != prim.Sub {
		return nil
	}
	x, y := r.fixed(p.Args[0]), r.fixed(p.Args[1])
	if x == nil || y == nil {
		return nil
	}
	return kir.Apply(p.Op.Code, x, y)
}

// ConstantPart cuts the literal off an index, if it is at most most; nothing may
// be left.
func ConstantPart(idx kir.Expr, most int64) (rest kir.Expr, off uint32) {
	if n, ok := kir.Literal(idx); ok && 0 <= n && n <= most {
		return nil, uint32(n)
	}
	if p, ok := idx.(*kir.Prim); ok && p.Op.Name == "add" {
		for i, a := range p.Args {
			if n, ok := kir.Literal(a); ok && 0 <= n && n <= most {
				return p.Args[1-i], uint32(n)
			}
		}
	}
	return idx, 0
}
