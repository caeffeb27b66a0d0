package tables

// Where loops may leave out rows that nobody refers to any more.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// collecting finds the functions that are outermost loops of the host and add rows one by one. Code behind such a call knows the rows that the function has made by the arguments alone.
func (a *analysis) collecting(g *anf.CallGraph) map[string]bool {
	inner := anf.UnderMaps(a.m, func(string) bool { return false })
	var called func(i int)
	called = func(i int) {
		if f := a.m.Funcs[i].Name; !inner[f] {
			inner[f] = true
			for _, j := range g.Calls[i] {
				called(j)
			}
		}
	}
	for i, f := range a.m.Funcs {
		for _, j := range g.Calls[i] {
			if i != j && g.Recursive(f.Name) {
				called(j)
			}
		}
	}
	together := g.Reaching(a.addsTogether)
	out := map[string]bool{}
	for i, f := range a.m.Funcs {
		out[f.Name] = !inner[f.Name] && !together[i] && isLoop(f.Body, f.Name)
	}
	return out
}

// addsTogether reports whether e is a map whose elements add rows to tables of code around it.
func (a *analysis) addsTogether(e nkl.Expr) bool {
	switch e.(type) {
	case *nkl.Each, *nkl.Fold:
		return ir.Any(e, func(e nkl.Expr) bool {
			if _, made := e.(*nkl.Variant); made {
				return true
			}
			fn := a.funcs[anf.CalledBy(e)]
			return fn != nil && slices.ContainsFunc(fn.shared, func(r *region) bool { return r.root().allocates })
		})
	}
	return false
}

// isLoop reports whether e, the body of fn, calls fn, and nowhere but at its ends: what fn needs behind another call
// is not in its arguments.
func isLoop(e nkl.Expr, fn string) bool {
	calls := 0
	ir.Walk(e, func(e nkl.Expr) bool {
		if anf.CalledBy(e) == fn {
			calls++
		}
		return true
	})
	return calls > 0 && calls == callsAtEnds(e, fn)
}

// callsAtEnds is how many calls of fn there are at the ends of e.
func callsAtEnds(e nkl.Expr, fn string) (n int) {
	switch e := e.(type) {
	case *nkl.Let:
		return callsAtEnds(e.Body, fn)
	case *nkl.Check:
		return callsAtEnds(e.Then, fn)
	case *nkl.If:
		return callsAtEnds(e.Then, fn) + callsAtEnds(e.Else, fn)
	case *nkl.Case:
		for _, arm := range e.Arms {
			n += callsAtEnds(arm.(*nkl.Arm).Body, fn)
		}
	case *nkl.Call:
		if e.Fn == fn {
			return 1
		}
	}
	return n
}

// A collector makes the code that leaves out rows of the tables of some regions.
type collector struct {
	*instance
	fn     *function
	of     map[*region]regions // for the regions: those of values that have rows in them
	tables []*collected
}

// A collected is a table in code that collects it. Rows from the number first on may go. The rows that may go have
// numbers from 1 on, all tables in a row: those of the table begin with the number from.
type collected struct {
	region            *region
	index             int
	fields            []fieldLayout
	first, from, rows nkl.Expr
	columns           []nkl.Expr
	before            nkl.Expr // the number of rows of tables before this one that stay
}

// collector is that of an instance, or nil if there is nothing to collect.
func (in *instance) collector() *collector {
	if in.entry || !in.loops[in.of.Name] {
		return nil
	}
	fn := in.funcs[in.of.Name]
	k := &collector{instance: in, fn: fn, of: map[*region]regions{}}
	for _, rs := range append(slices.Clone(fn.params), fn.result) {
		for _, r := range rs {
			if r = r.root(); r.allocates && in.places[r] != nil {
				k.of[r] = rs
			}
		}
	}
	for _, r := range fn.shared {
		if k.of[r] == nil {
			continue
		}
		for i, name := range in.places[r].tables {
			if name != "" {
				k.tables = append(k.tables, &collected{region: r, index: i, fields: in.layout(r.of).fieldsOf(i)})
			}
		}
	}
	if !slices.ContainsFunc(in.of.Params, func(v *nkl.Var) bool { return k.knows(v.Type, k.regionsOf(v)) }) {
		return nil
	}
	return k
}

// regionsOf is the regions of a parameter.
func (k *collector) regionsOf(v *nkl.Var) regions {
	return k.fn.params[slices.Index(k.instance.of.Params, v)]
}

// knows reports whether a value of type t in regions rs may refer to rows that are collected.
func (k *collector) knows(t *types.Type, rs regions) bool {
	return slices.ContainsFunc(k.reached(t), func(d *types.Type) bool { return k.of[rs[d].root()] != nil })
}

// table is table number i of region r, or nil if it is not collected.
func (k *collector) table(r *region, i int) *collected {
	for _, t := range k.tables {
		if t.region == r.root() && t.index == i {
			return t
		}
	}
	return nil
}

// before is body behind a place where rows may go. The parameters say which stay.
func (k *collector) before(body nkl.Expr) nkl.Expr {
	c := &nkl.Collect{Node: ir.At(k.instance.of.Pos())}
	env := map[*nkl.Var]*nkl.Var{}
	var known []*nkl.Var
	for _, v := range k.instance.of.Params {
		if k.knows(v.Type, k.regionsOf(v)) {
			known = append(known, v)
			c.Binds = append(c.Binds, types.NewVar(v.Name, rep(v.Type)))
			c.Inits = append(c.Inits, nkl.Use(v))
			env[v] = types.NewVar(v.Name, rep(v.Type))
		}
	}
	c.Tables = k.names()
	for _, t := range k.tables {
		first := types.NewVar("first", types.Int)
		c.First, t.first = append(c.First, first), nkl.Use(first)
		for _, typ := range k.layout(t.region.of).tables[t.index].columns {
			v := types.NewVar("column", types.Seq(typ))
			c.Columns, t.columns = append(c.Columns, v), append(t.columns, nkl.Use(v))
		}
	}
	c.Code = k.code(known, c.Binds)
	var b anf.Block
	all := b.Name("known", c.ValueType(), c)
	for i, v := range known {
		if len(known) == 1 {
			b.Let(env[v], all)
		} else {
			b.Let(env[v], anf.Part(i, all))
		}
	}
	return b.In(nkl.Rename(body, env))
}

// names is the names of the tables.
func (k *collector) names() (out []string) {
	for _, t := range k.tables {
		out = append(out, k.places[t.region].tables[t.index])
	}
	return out
}

// fieldsOf is the fields in the rows of table i.
func (l *layout) fieldsOf(i int) (out []fieldLayout) {
	var elements func(f fieldLayout)
	elements = func(f fieldLayout) {
		if f.elem != nil {
			if f.table == i {
				out = []fieldLayout{*f.elem}
			}
			elements(*f.elem)
		}
		for _, p := range f.parts {
			elements(p)
		}
	}
	for _, c := range l.cons {
		if c.table == i {
			return c.fields
		}
		for _, f := range c.fields {
			elements(f)
		}
	}
	return out
}
