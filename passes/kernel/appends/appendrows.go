package appends

// Appends of a row and of rows that are made for them.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// AppendRows makes rows of one length where they are put behind another row, or in front of it.
//
//	(let (v) (segmap n (k w) (thunk (s j) e)) (let (m) (add_size w n)
//	(let (u) (map m (thunk (i) (if (lt i w) a[i] v[i-w]))) b)))
//	=>  (let (m) (add_size w n) (let (c) (add (max k 0) 1)
//	    (let (u) (segmap m (c w) (thunk (s i) (if (lt i w) a[i] e[s-1/s, i-w/j]))) b)))
//
// Nothing else may read v. So the rows are stored once. What the map reads of v is a row of the
// same length elsewhere, so no number of a row is computed by a division.
func AppendRows(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	return opt.Bodies(c, m, func(c *pass.Ctx, e lcu.Expr) lcu.Expr {
		r := &rowAppender{Ctx: c, uses: opt.Uses(e)}
		return r.host(e)
	})
}

// A rowAppender rewrites the host code of a function.
type rowAppender struct {
	*pass.Ctx
	uses map[*lcu.Var]int
}

// host rewrites host code, of which all uses in it are counted.
func (r *rowAppender) host(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(r.host)
	}
	if rows, ok := let.Rhs.(*lcu.SegMap); ok && len(rows.Segs) == 2 && len(let.Binds) == 1 && !lcu.HasCheck(rows) {
		a := &rowAppend{rowAppender: r, v: let.Binds[0], rows: rows, sizes: map[*lcu.Var]*lcu.Prim{}}
		if out := a.find(let.Body); out != nil && r.Rewrite("make "+a.v.Name+" where it is appended") {
			r.uses = opt.Uses(out) // its variables may be new
			return r.host(out)
		}
	}
	return let.MapBodies(r.host)
}

// A rowAppend is rows v for which an append is looked for.
type rowAppend struct {
	*rowAppender
	v     *lcu.Var
	rows  *lcu.SegMap
	size  *lcu.Var               // the length of v
	sizes map[*lcu.Var]*lcu.Prim // sums in host code
}

// find is host code without the rows, which are made by what appends them, nil if there is
// no such append soon: nothing between may write to what rows are made from.
func (a *rowAppend) find(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return nil
	}
	rhs := let.Rhs
	switch x := rhs.(type) {
	case *lcu.Length:
		if lcu.IsRef(x.Vec, a.v) {
			if a.size != nil {
				return nil
			}
			a.size = let.Binds[0]
			if body := a.find(let.Body); body != nil {
				return lcu.CopyWith(body, map[*lcu.Var]lcu.Expr{a.size: a.rows.N})
			}
			return nil
		}
	case *lcu.Prim:
		a.sizes[let.Binds[0]] = x
	case *lcu.Map:
		if l, out := a.appended(x); out != nil && len(let.Binds) == 1 {
			return l.In(&lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: out, Body: let.Body})
		}
	case *lcu.SegMap, *lcu.Vec:
	default:
		return nil
	}
	if body := a.find(let.Body); body != nil {
		return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs, Body: body}
	}
	return nil
}

// isSize reports whether an atom is the number of elements of all rows.
func (a *rowAppend) isSize(e lcu.Expr) bool {
	return lcu.SameAtom(e, a.rows.N) || a.size != nil && lcu.IsRef(e, a.size)
}

// appended is the map that appends the rows to one row, or that to them, as one over all rows;
// nil if m is no such map.
func (a *rowAppend) appended(m *lcu.Map) (*lcu.Lets, *lcu.SegMap) {
	trees := concatOf(m.T)
	n, ok := m.N.(*lcu.Ref)
	lengths := 0
	if a.size != nil {
		lengths = 1
	}
	if len(trees) != 1 || !ok || a.sizes[n.Var] == nil || a.sizes[n.Var].Op.Code != prim.AddSize || a.uses[a.v] != lengths+1 {
		return nil, nil
	}
	t, w, sum := trees[0], a.rows.Segs[1], a.sizes[n.Var].Args
	behind := t.els.vec == a.v && t.then.then == nil && lcu.SameAtom(t.at, w) && lcu.SameAtom(sum[0], w) && a.isSize(sum[1])
	before := t.then.vec == a.v && t.els.then == nil && a.isSize(t.at) && a.isSize(sum[0]) && lcu.SameAtom(sum[1], w)
	if !behind && !before {
		return nil, nil
	}
	var host lcu.Lets
	s, i := lcu.NewVar("s", types.Int), lcu.NewVar("i", types.Int)
	k := host.Bind("max", types.Int, lcu.Apply(prim.Max, a.rows.Segs[0], lcu.N(0))) // a negative number of rows is none
	count := host.Bind("count", types.Int, lcu.Apply(prim.Add, k, lcu.N(1)))
	made, other := t.els, t.then
	if before {
		made, other = t.then, t.els
	}
	var element, ofOther lcu.Lets
	at := lcu.Use(i)
	below := element.Bind("lt", types.Bool, lcu.Apply(prim.Lt, at, t.at))
	shifted := func(l *lcu.Lets, e *concatTree) lcu.Expr {
		if e == t.then {
			return at
		}
		return l.Bind("sub", types.Int, lcu.Apply(prim.Sub, at, t.at))
	}
	row := lcu.Use(s)
	if behind {
		row = element.Bind("sub", types.Int, lcu.Apply(prim.Sub, row, lcu.N(1)))
	}
	body := ints(&element, lcu.CopyWith(a.rows.T.Body, map[*lcu.Var]lcu.Expr{a.rows.T.Params[0]: row, a.rows.T.Params[1]: shifted(&element, made)}))
	val := other.val
	if val == nil {
		val = ofOther.Bind("e", a.v.Type.Elem(), lcu.Get(lcu.Use(other.vec), shifted(&ofOther, other)))
	}
	then, els := ofOther.In(lcu.Results(val)), body
	if before {
		then, els = els, then
	}
	out := element.Bind("c", a.v.Type.Elem(), &lcu.If{Node: m.T.Node, Cond: below, Then: then, Else: els})
	return &host, &lcu.SegMap{Node: ir.At(m.Pos()), N: m.N, Segs: []lcu.Expr{count, w},
		T: &lcu.Thunk{Node: m.T.Node, Params: []*lcu.Var{s, i}, Body: element.In(lcu.Results(out))}}
}

// ints moves ints that are cheap to compute from a body to l, as those that are the same for a
// row must not be in a conditional to be computed once for it. What is left of the body is returned.
func ints(l *lcu.Lets, e lcu.Expr) lcu.Expr {
	var rest lcu.Lets
	kept := map[*lcu.Var]bool{}
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		to, p := l, (*lcu.Prim)(nil)
		if p, ok = let.Rhs.(*lcu.Prim); !ok || p.Op.Latency >= prim.Division || slices.ContainsFunc(lcu.FreeVars(p), func(v *lcu.Var) bool { return kept[v] }) {
			to = &rest
			for _, v := range let.Binds {
				kept[v] = true
			}
		}
		to.Set(let.Binds, let.Rhs)
		e = let.Body
	}
	return rest.In(e)
}
