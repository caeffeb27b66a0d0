package reserve

import (
	"fmt"
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// ShareTables puts the rows of tables that ways of the same scalar code add to into one
// table, which is as wide as the widest of them: then one number is reserved for each element,
// whatever way it goes, instead of one in each table.
//
//	(scope a () (scope b () .. (if c (alloc a (x)) (alloc b (y f))) .. (column b 1 ..)))
//	=> (scope a () .. (if c (alloc a (x 0.0)) (alloc a (y f))) .. (column a 1 ..))
//
// Tables share rows if they are in scope together and no way adds to both, so that what is
// added at once stays so. Those keep their own whose rows somebody gives, adds as sequences
// or reads exactly.
func ShareTables(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if len(m.Tables) == 0 {
		return m
	}
	x := &sharer{sigs: m.Sigs(), together: map[string]string{}, scopes: map[string]string{}, shared: map[string]*sharedTable{},
		adds: map[string]set{}, meet: map[[2]string]bool{}}
	newReserver(m, func(s *scalarCode, _ nkl.Expr, _ *types.Type) nkl.Expr {
		for _, t := range s.tables[1:] {
			x.together[x.find(t)] = x.find(s.tables[0])
		}
		return nil
	}).module(m)
	for _, i := range anf.NewCallGraph(m).Order {
		f := m.Funcs[i]
		ir.Walk(f.Body, x.look)
		x.adds[f.Name] = x.added(f.Body)
	}
	if !x.plan(c, m.Tables) {
		return m
	}
	funcs, _ := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func { return f.MapBodies(x.code) })
	out := m.WithFuncs(funcs)
	out.Tables = nil
	for _, t := range m.Tables {
		switch s := x.shared[t.Name]; {
		case s == nil:
			out.Tables = append(out.Tables, t)
		case s.name == t.Name:
			out.Tables = append(out.Tables, &nkl.Table{Decl: t.Decl, Name: t.Name, Columns: s.columns})
		}
	}
	return out
}

type set = map[string]bool

type sharer struct {
	sigs     *nkl.Sigs
	together map[string]string // another table that the same code adds to
	scopes   map[string]string // which scopes of a table are around the same code as those of others
	sites    int
	adds     map[string]set     // which tables functions add to, but for those of scopes in them
	meet     map[[2]string]bool // tables that one way adds to
	shared   map[string]*sharedTable
}

// A sharedTable has the name of one of the tables that share it.
type sharedTable struct {
	name    string
	columns []*types.Type
	place   map[string][]int // of the columns of each
}

func (x *sharer) find(t string) string {
	for x.together[t] != "" && x.together[t] != t {
		t = x.together[t]
	}
	return t
}

// look notes where scopes of tables are, and which tables keep their rows.
func (x *sharer) look(e nkl.Expr) bool {
	apart := func(t string) {
		x.sites++
		x.scopes[t] += fmt.Sprint(" alone ", x.sites)
	}
	switch e := e.(type) {
	case *nkl.Scope:
		if len(e.Rows) > 0 {
			apart(e.Table)
		}
		x.scopes[e.Table] += fmt.Sprint(" ", x.sites)
		if inner, ok := e.Body.(*nkl.Scope); !ok || len(inner.Rows) > 0 {
			x.sites++
		}
	case *nkl.AllocAll:
		apart(e.Table)
	case *nkl.Column:
		if e.Exact {
			apart(e.Table)
		}
	}
	return true
}

// added is the tables that e adds to, but for maps in it, which do so for other elements. It
// notes which of them meet. Calls in a circle are those of a next iteration, which is no matter.
func (x *sharer) added(e nkl.Expr) set {
	out := set{}
	switch e := e.(type) {
	case *nkl.Let:
		out = x.added(e.Rhs)
		rest := x.added(e.Body)
		for t := range out {
			for u := range rest {
				x.meet[[2]string{t, u}], x.meet[[2]string{u, t}] = true, true
			}
		}
		maps.Copy(out, rest)
		return out
	case *nkl.Alloc:
		out[e.Table] = true
	case *nkl.AllocAll:
		out[e.Table] = true
	case *nkl.Call:
		maps.Copy(out, x.adds[e.Fn])
	}
	e.Children(func(_ int, c nkl.Expr) { maps.Copy(out, x.added(c)) })
	switch e := e.(type) {
	case *nkl.Scope:
		delete(out, e.Table)
	case *nkl.Each:
		return set{}
	}
	return out
}

// plan finds tables that share their rows; it reports whether there are any.
func (x *sharer) plan(c *pass.Ctx, tables []*nkl.Table) bool {
	var groups [][]*nkl.Table
	for _, t := range tables {
		i := slices.IndexFunc(groups, func(g []*nkl.Table) bool { return x.shares(t, g) })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], t)
	}
	for _, g := range groups {
		if len(g) == 1 || !c.Rewrite("share the rows of "+g[0].Name) {
			continue
		}
		s := newSharedTable()
		s.name = g[0].Name
		for _, t := range g {
			s.add(t)
			x.shared[t.Name] = s
		}
		c.Count("tables in one", int64(len(g)))
	}
	return len(x.shared) > 0
}

// shares reports whether a table can share the rows of others: no row is more than twice as
// large for it.
func (x *sharer) shares(t *nkl.Table, with []*nkl.Table) bool {
	if x.find(t.Name) != x.find(with[0].Name) || x.scopes[t.Name] != x.scopes[with[0].Name] ||
		slices.ContainsFunc(with, func(u *nkl.Table) bool { return x.meet[[2]string{t.Name, u.Name}] }) {
		return false
	}
	s, all := newSharedTable(), append(with[:len(with):len(with)], t)
	for _, u := range all {
		s.add(u)
	}
	return !slices.ContainsFunc(all, func(u *nkl.Table) bool { return rowBytes(s.columns) > 2*rowBytes(u.Columns) })
}

// rowBytes is the size of a row.
func rowBytes(columns []*types.Type) (n int) {
	for _, t := range columns {
		n += kir.ElemBytes(t)
	}
	return n
}

func newSharedTable() *sharedTable { return &sharedTable{place: map[string][]int{}} }

// add gives the columns of t a place each, of their type.
func (s *sharedTable) add(t *nkl.Table) {
	var at []int
	for _, ty := range t.Columns {
		i := 0
		for i < len(s.columns) && (s.columns[i] != ty || slices.Contains(at, i)) {
			i++
		}
		if i == len(s.columns) {
			s.columns = append(s.columns, ty)
		}
		at = append(at, i)
	}
	s.place[t.Name] = at
}

// code is e with the tables that are shared.
func (x *sharer) code(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Scope:
		if s := x.shared[e.Table]; s != nil && s.name != e.Table {
			return x.code(e.Body)
		}
	case *nkl.Alloc:
		if s := x.shared[e.Table]; s != nil {
			out := &nkl.Alloc{Node: e.Node, Table: s.name}
			for _, t := range s.columns {
				out.Vals = append(out.Vals, nkl.Zero(t))
			}
			for i, at := range s.place[e.Table] {
				out.Vals[at] = e.Vals[i]
			}
			return out
		}
	case *nkl.Column:
		if s := x.shared[e.Table]; s != nil {
			return &nkl.Column{Node: e.Node, Table: s.name, Index: s.place[e.Table][e.Index], After: e.After}
		}
	}
	return e.MapChildren(x.code)
}
