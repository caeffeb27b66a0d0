package flat

// What functions do with tables of rows, and how rows are added.

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

type set = map[string]bool

// A tableColumn is a column of a table.
type tableColumn struct {
	table string
	index int
}

// tableUses is what code does with tables that are not its own.
type tableUses struct {
	reads   set // or adds
	adds    set
	columns map[tableColumn]bool // that are read
}

func newTableUses() *tableUses { return &tableUses{set{}, set{}, map[tableColumn]bool{}} }

// tables knows the tables of a module, and what functions do with them.
type tables struct {
	names   []string
	columns map[string][]*types.Type
	read    map[string][]bool // whether a column is read anywhere
	uses    map[string]*tableUses
}

func newTables(m *fkl.Module) *tables {
	x := &tables{columns: map[string][]*types.Type{}, read: map[string][]bool{}, uses: map[string]*tableUses{}}
	for _, t := range m.Tables {
		x.names = append(x.names, t.Name)
		x.columns[t.Name], x.read[t.Name] = t.Columns, make([]bool, len(t.Columns))
	}
	for _, f := range m.Funcs {
		x.uses[f.Name] = newTableUses()
		ir.Walk(f.Body, func(e fkl.Expr) bool {
			if c, ok := e.(*fkl.Column); ok {
				x.read[c.Table][c.Index] = true
			}
			return true
		})
	}
	for changed := true; changed; {
		changed = false
		for _, f := range m.Funcs {
			if u := x.in(f.Body); u.size() > x.uses[f.Name].size() {
				x.uses[f.Name], changed = u, true
			}
		}
	}
	return x
}

func (u *tableUses) size() int { return len(u.reads) + len(u.adds) + len(u.columns) }

// in is what e does with tables, those of scopes in it left out.
func (x *tables) in(e fkl.Expr) *tableUses {
	u := newTableUses()
	x.collect(u, e, nil)
	return u
}

// collect adds to u what e does with tables other than the own ones.
func (x *tables) collect(u *tableUses, e fkl.Expr, own []string) {
	isOwn := func(t string) bool {
		for _, o := range own {
			if o == t {
				return true
			}
		}
		return false
	}
	switch e := e.(type) {
	case *fkl.Scope: // its rows are atoms
		x.collect(u, e.Body, append(own[:len(own):len(own)], e.Table))
		return
	case *fkl.Column:
		if !isOwn(e.Table) {
			u.reads[e.Table], u.columns[tableColumn{e.Table, e.Index}] = true, true
		}
	case *fkl.Extend:
		u.add(e.Table, isOwn)
	case *fkl.Reserve:
		u.add(e.Table, isOwn)
	case *fkl.Store:
		u.add(e.Table, isOwn)
	case *fkl.Call:
		v := x.uses[e.Fn]
		for t := range v.reads {
			if !isOwn(t) {
				u.reads[t] = true
			}
		}
		for t := range v.adds {
			if !isOwn(t) {
				u.adds[t] = true
			}
		}
		for c := range v.columns {
			if !isOwn(c.table) {
				u.columns[c] = true
			}
		}
	}
	e.Children(func(_ int, c fkl.Expr) { x.collect(u, c, own) })
}

// add notes that a table gets rows.
func (u *tableUses) add(table string, isOwn func(t string) bool) {
	if !isOwn(table) {
		u.reads[table], u.adds[table] = true, true
	}
}

// order lists the tables of a set as the module does.
func (x *tables) order(s set) (out []string) {
	for _, t := range x.names {
		if s[t] {
			out = append(out, t)
		}
	}
	return out
}

func typesOfAtoms(es []fkl.Expr) []*types.Type {
	out := make([]*types.Type, len(es))
	for i, e := range es {
		out[i] = fkl.Sigs{}.TypeOf(e)
	}
	return out
}

// slack is how many rows more than twice those that it has a table gets room for.
const slack = 16

// extend adds rows to a table, and goes on with the body of let.
func (w *tableThreader) extend(let *fkl.Let, e *fkl.Extend, names []string) fkl.Expr {
	s := w.now[e.Table]
	n, vals := w.atom(e.N), w.atoms(e.Vals)
	w.env[let.Binds[0]] = s.used
	b := &steps{at: e.Node}
	var news []fkl.Expr
	for i, c := range s.cols {
		if c != nil {
			news = append(news, vals[i])
		}
	}
	end := b.prim(prim.AddSize, s.used, n)
	roomy := s.fit(b, e.Table, end, s.used)
	w.now[e.Table] = &tableState{end, stored(b, s.used, n, roomy.cols, news)}
	return b.in(w.after([]string{e.Table}, let.Body, names))
}

// fit is s with room for end rows. Where there is not, columns are copied to new ones, which have room for as
// many as more says beside these.
func (s *tableState) fit(b *steps, table string, end, more fkl.Expr) *tableState {
	var olds []fkl.Expr
	for _, c := range s.cols {
		if c != nil {
			olds = append(olds, c)
		}
	}
	out := &tableState{end, make([]fkl.Expr, len(s.cols))}
	if len(olds) == 0 {
		return out
	}
	room := b.let("room", types.Int, &fkl.Length{Node: b.at, Vec: olds[0]})
	enough := b.primOf(types.Bool, prim.Le, end, room)
	news := b.letN(table, typesOfAtoms(olds), &fkl.If{Node: b.at, Cond: enough, Then: &fkl.Ret{Node: b.at, Vals: olds}, Else: grown(b.at, room, end, more, olds)})
	for i, c := range s.cols {
		if c != nil {
			out.cols[i], news = news[0], news[1:]
		}
	}
	return out
}

// stored is columns with n elements of news stored from place used on.
func stored(b *steps, used, n fkl.Expr, cols, news []fkl.Expr) []fkl.Expr {
	out := make([]fkl.Expr, len(cols))
	if len(news) == 0 {
		return out
	}
	i, place := types.NewVar("i", types.Int), &steps{at: b.at}
	idx := b.let("places", types.Vec(types.Int), &fkl.Map{Node: b.at, N: n, Idx: i, Body: place.ret(place.prim(prim.Add, used, &fkl.Ref{Var: i}))})
	for k, c := range cols {
		if c != nil {
			out[k] = b.let("column", typesOfAtoms(cols[k : k+1])[0], &fkl.Scatter{Node: b.at, Op: prim.RSet, Into: c, Idx: idx, Vals: news[0]})
			news = news[1:]
		}
	}
	return out
}

// grown is olds, which have room for so many elements, with room for end elements and more.
func grown(at ir.Node, room, end, more fkl.Expr, olds []fkl.Expr) fkl.Expr {
	b, i := &steps{at: at}, types.NewVar("i", types.Int)
	n := b.prim(prim.AddSize, b.prim(prim.AddSize, end, more), &fkl.Int{Val: slack})
	body, old := &steps{at: at}, &steps{at: at}
	first := body.primOf(types.Bool, prim.Lt, &fkl.Ref{Var: i}, room)
	zeros := make([]fkl.Expr, len(olds))
	for k, t := range typesOfAtoms(olds) {
		zeros[k] = fkl.Zero(t.Elem())
	}
	then, els := old.ret(old.read(olds, &fkl.Ref{Var: i})...), &fkl.Ret{Node: at, Vals: zeros}
	m := &fkl.Map{Node: at, N: n, Idx: i, Body: body.in(&fkl.If{Node: at, Cond: first, Then: then, Else: els})}
	return b.ret(b.letN("column", typesOfAtoms(olds), m)...)
}

// rowsOf is the first n elements of a column: without the room behind them.
func rowsOf(at ir.Node, column, n fkl.Expr) fkl.Expr {
	i, body := types.NewVar("i", types.Int), &steps{at: at}
	e := body.let("e", typesOfAtoms([]fkl.Expr{column})[0].Elem(), &fkl.At{Node: at, Vec: column, Idx: &fkl.Ref{Var: i}})
	return &fkl.Map{Node: at, N: n, Idx: i, Body: body.ret(e)}
}

// steps is bindings in order.
type steps struct {
	at   ir.Node
	lets []*fkl.Let
}

// columnName is what variables of columns of a table are called: text keeps of a name what
// is before a dot.
func columnName(table string) string {
	name, _, _ := strings.Cut(table, ".")
	return name
}

func (b *steps) letN(name string, ts []*types.Type, rhs fkl.Expr) (refs []fkl.Expr) {
	l := &fkl.Let{Node: b.at, Rhs: rhs}
	for _, t := range ts {
		v := types.NewVar(columnName(name), t)
		l.Binds, refs = append(l.Binds, v), append(refs, &fkl.Ref{Var: v})
	}
	b.lets = append(b.lets, l)
	return refs
}

func (b *steps) let(name string, t *types.Type, rhs fkl.Expr) fkl.Expr {
	return b.letN(name, []*types.Type{t}, rhs)[0]
}

func (b *steps) primOf(t *types.Type, op prim.Code, args ...fkl.Expr) fkl.Expr {
	return b.let(op.String(), t, &fkl.Prim{Node: b.at, Op: op.Prim(), Args: args})
}

func (b *steps) prim(op prim.Code, args ...fkl.Expr) fkl.Expr {
	return b.primOf(types.Int, op, args...)
}

// read is the elements of vs at i.
func (b *steps) read(vs []fkl.Expr, i fkl.Expr) (elems []fkl.Expr) {
	for k, t := range typesOfAtoms(vs) {
		elems = append(elems, b.let("e", t.Elem(), &fkl.At{Node: b.at, Vec: vs[k], Idx: i}))
	}
	return elems
}

func (b *steps) ret(vals ...fkl.Expr) fkl.Expr { return b.in(&fkl.Ret{Node: b.at, Vals: vals}) }

// in puts the bindings before body.
func (b *steps) in(body fkl.Expr) fkl.Expr {
	for i := len(b.lets) - 1; i >= 0; i-- {
		l := *b.lets[i]
		l.Body = body
		body = &l
	}
	return body
}
