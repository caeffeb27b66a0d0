package stack

// Sequences that calls save: their elements are put aside, and copied back.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/nested/anf"
)

// planSaved decides which sequences stay in their registers during calls: those of which no function that
// runs meanwhile has a version. Others are saved. It reports whether that may be: they are sequences of
// scalars, or of rows of them, in no tuple, and the call gets a new version of each, which to save the old one costs no more
// than to make.
func (m *Machine) planSaved() bool {
	for _, t := range m.order {
		if t.after == nil {
			continue
		}
		if slices.ContainsFunc(t.after.saved, func(v *nkl.Var) bool { return v.Type.Kind == types.KTuple && v.Type.Has(types.KSeq) }) {
			return false
		}
		touched := m.versionsIn(t.to.of, map[string]bool{})
		for _, v := range sequences(t.after.saved) {
			l := m.Find(leaves.At(v, 0))
			switch {
			case !touched[l]:
				t.after.held = append(t.after.held, v)
				t.after.saved = slices.DeleteFunc(slices.Clone(t.after.saved), func(w *nkl.Var) bool { return w == v })
			case !flat(v.Type).Elem().IsScalar() || !m.changes(t, v):
				return false
			}
			if !slices.Contains(m.kept, l) {
				m.kept = append(m.kept, l)
			}
		}
	}
	return true
}

// versionsIn is the sequences of which a function, or one that it calls, has versions.
func (m *Machine) versionsIn(fn string, seen map[string]bool) map[leaves.Leaf]bool {
	out := map[leaves.Leaf]bool{}
	if seen[fn] {
		return out
	}
	seen[fn] = true
	for _, b := range m.blocks {
		if b.of == fn {
			vs := slices.Clone(b.params)
			ir.Walk(b.code, func(e nkl.Expr) bool {
				if let, ok := e.(*nkl.Let); ok {
					vs = append(vs, let.Bind)
				}
				return true
			})
			for _, l := range leaves.In(vs...) {
				out[m.Find(l)] = true
			}
		}
	}
	for _, callee := range m.callees[fn] {
		maps.Copy(out, m.versionsIn(callee, seen))
	}
	return out
}

// changes reports whether a call gets a new version of v, and not v itself.
func (m *Machine) changes(t *transfer, v *nkl.Var) bool {
	found := false
	for _, a := range t.args {
		if r, ok := a.(*nkl.Ref); ok && r.Var.Type == v.Type && m.Find(leaves.At(r.Var, 0)) == m.Find(leaves.At(v, 0)) {
			if r.Var == v {
				return false
			}
			found = true
		}
	}
	return found
}

// SavesRows reports whether calls save sequences of rows. They are copied back in place, element by element, so
// the lengths of rows must stay.
func (m *Machine) SavesRows() bool {
	return slices.ContainsFunc(m.blocks, func(b *block) bool {
		return slices.ContainsFunc(b.saved, func(v *nkl.Var) bool { return isTable(v.Type) })
	})
}

// flat is the type of the elements of all rows, where t is of rows.
func flat(t *types.Type) *types.Type {
	if isTable(t) {
		return t.Elem()
	}
	return t
}

func isTable(t *types.Type) bool { return t.Kind == types.KSeq && t.Elem().Kind == types.KSeq }

// sequences is those of variables.
func sequences(vs []*nkl.Var) (out []*nkl.Var) {
	for _, v := range vs {
		if v.Type.Kind == types.KSeq {
			out = append(out, v)
		}
	}
	return out
}

// dataOf is which of the data has the elements of v.
func (r *run) dataOf(t *types.Type) int {
	return slices.IndexFunc(r.data, func(d *nkl.Var) bool { return d.Type == flat(t) })
}

// pushedData puts the elements of sequence e behind the data, and yields how many they are.
func (r *run) pushedData(l *nkl.Lets, data []nkl.Expr, t *types.Type, e nkl.Expr) nkl.Expr {
	k := r.dataOf(t)
	before := l.Name("before", types.Int, r.op(prim.Length, data[k]))
	data[k] = l.Name("saved", flat(t), r.appended(data[k], t, e))
	return l.Name("length", types.Int, r.op(prim.Sub, l.Name("all", types.Int, r.op(prim.Length, data[k])), before))
}

// appended is data with the elements of e behind.
func (r *run) appended(data nkl.Expr, t *types.Type, e nkl.Expr) nkl.Expr {
	if !isTable(t) {
		return r.op(prim.Append, data, e)
	}
	d := types.NewVar("saved", flat(t))
	return r.overElements(d, data, e, t, func(l *nkl.Lets, row nkl.Expr, at elementPlace) nkl.Expr {
		x := l.Name("elem", d.Type.Elem(), r.op(prim.Elt, row, nkl.Use(at.j)))
		return l.Name("more", d.Type, r.op(prim.Append, nkl.Use(d), r.literal(l, x, d.Type.Elem())))
	})
}

// restoredTable is table, a version of v, with elements of data in place of its own, from this place on (SavesRows).
func (r *run) restoredTable(v *nkl.Var, table, data, from nkl.Expr) nkl.Expr {
	b, elem := types.NewVar(v.Name, v.Type), flat(v.Type).Elem()
	return r.overElements(b, table, nkl.Use(b), v.Type, func(l *nkl.Lets, row nkl.Expr, at elementPlace) nkl.Expr {
		x := l.Name("elem", elem, r.op(prim.Elt, data, l.Name("at", types.Int, r.op(prim.Add, from, nkl.Use(at.n)))))
		changed := l.Name("row", v.Type.Elem(), r.op(prim.Write, row, r.literal(l, nkl.Use(at.j), types.Int), r.literal(l, x, elem)))
		return l.Name(v.Name, v.Type, r.op(prim.Write, nkl.Use(b), r.literal(l, nkl.Use(at.i), types.Int), r.literal(l, changed, v.Type.Elem())))
	})
}

// literal is the sequence of e, of type t.
func (r *run) literal(l *nkl.Lets, e nkl.Expr, t *types.Type) nkl.Expr {
	return l.Name("one", types.Seq(t), &nkl.Seq{Node: r.at(), Elem: t, Elems: []nkl.Expr{e}})
}

// An elementPlace is where an element of a table is: element j of row i, and n of all.
type elementPlace struct{ i, j, n *nkl.Var }

// overElements is a loop over the elements of a table of type t. It carries v, which begins with init, and
// becomes what step says for each element.
func (r *run) overElements(v *nkl.Var, init, table nkl.Expr, t *types.Type, step func(l *nkl.Lets, row nkl.Expr, at elementPlace) nkl.Expr) nkl.Expr {
	at := elementPlace{types.NewVar("i", types.Int), types.NewVar("j", types.Int), types.NewVar("n", types.Int)}
	var head, inside, down, right nkl.Lets
	end := head.Name("end", types.Bool, r.op(prim.Eq, nkl.Use(at.i), head.Name("rows", types.Int, r.op(prim.Length, table))))
	row := inside.Name("row", t.Elem(), r.op(prim.Elt, table, nkl.Use(at.i)))
	last := inside.Name("last", types.Bool, r.op(prim.Eq, nkl.Use(at.j), inside.Name("length", types.Int, r.op(prim.Length, row))))
	next := func(l *nkl.Lets, v *nkl.Var) nkl.Expr {
		return l.Name("next", types.Int, r.int(prim.Add, nkl.Use(v), 1))
	}
	val := step(&right, row, at)
	return &nkl.Loop{Node: r.at(), Binds: []*nkl.Var{v, at.i, at.j, at.n}, Inits: []nkl.Expr{init, &nkl.Int{}, &nkl.Int{}, &nkl.Int{}},
		Body: head.In(&nkl.If{Cond: end, Then: nkl.Use(v), Else: inside.In(&nkl.If{Cond: last,
			Then: down.In(&nkl.Recur{Args: []nkl.Expr{nkl.Use(v), next(&down, at.i), &nkl.Int{}, nkl.Use(at.n)}}),
			Else: right.In(&nkl.Recur{Args: []nkl.Expr{val, nkl.Use(at.i), next(&right, at.j), next(&right, at.n)}})})})}
}

// A popped sequence is one that a block has saved: n elements of the data, from this place on.
type popped struct {
	v             *nkl.Var
	data, from, n nkl.Expr
}

// pop takes sequence v, whose n elements are the last ones, off the data. It is copied back where code needs
// it first: what has come back from the call may be a version of the same sequence, and is in its register.
func (r *run) pop(l *nkl.Lets, v *nkl.Var, n nkl.Expr, p *place) {
	k := r.dataOf(v.Type)
	from := l.Name("from", types.Int, r.op(prim.Sub, l.Name("all", types.Int, r.op(prim.Length, p.data[k])), n))
	p.popped = append(p.popped, popped{v, p.data[k], from, n})
	p.data[k] = l.Name("saved", flat(v.Type), r.op(prim.Get, p.data[k], anf.Run(l, anf.Integer(0), from)))
}

// restore copies those of needs back to their registers that are popped.
func (r *run) restore(l *nkl.Lets, p *place, needs []*nkl.Var) {
	for _, s := range slices.Clone(p.popped) {
		if !slices.Contains(needs, s.v) {
			continue
		}
		reg := r.registerOf(s.v)
		var val nkl.Expr
		if isTable(s.v.Type) {
			val = r.restoredTable(s.v, p.latest[reg], s.data, s.from)
		} else {
			elems := l.Name("elems", s.v.Type, r.op(prim.Get, s.data, anf.Run(l, s.from, s.n)))
			none := l.Name("none", s.v.Type, r.op(prim.Get, p.latest[reg], anf.Run(l, anf.Integer(0), anf.Integer(0))))
			val = r.op(prim.Append, none, elems)
		}
		r.env[s.v] = l.Name(s.v.Name, s.v.Type, val)
		p.latest[reg] = r.env[s.v]
		p.popped = slices.DeleteFunc(slices.Clone(p.popped), func(o popped) bool { return o.v == s.v })
	}
}

// needs is the variables that a transfer needs.
func (t *transfer) needs() (vs []*nkl.Var) {
	for _, a := range t.args {
		vs = append(vs, nkl.FreeVars(a)...)
	}
	if t.after != nil {
		vs = slices.Concat(vs, t.after.saved, t.after.held)
	}
	return vs
}
