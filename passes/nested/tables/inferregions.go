// Package tables puts the values of recursive datatypes into tables.
//
//	region    the values of a datatype that may meet in the program; it has its own tables
//	layout    which tables a datatype has, with which columns
//	instance  a function for the regions that a call gives it
//	collector the code that leaves out rows of tables that nobody refers to
package tables

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// InferRegions makes a value of a recursive datatype an int, a reference: the number
// of a row of a table, and in the low bits which constructor it is. There is a table
// for every constructor with fields, which has a column for each scalar in them; of a
// sequence it has the start and the length, and its elements are rows of another
// table. To take a value apart reads columns where a variable needs it.
//
//	datatype tree = leaf(int) | node(tree, tree), in tables leaf and node
//	(variant tree node (l r))     => (let row (alloc node (l r)) (prim add ((prim mul (row 2)) 1)))
//	(case t ((arm (leaf) (n) a) (arm (node) (l r) b)))
//	=> (let tag (prim and (t 1))
//	   (if (prim eq (tag 0)) (let n (prim elt ((column leaf 0 (t)) (prim shr (t 1)))) a) ...))
//
// Values that may meet are in one region, found by unification: in a function, every
// datatype in the type of a variable has one. A region that no parameter or result
// has is made by the function, a scope of its tables. A function that allocates in
// regions of its caller has an instance for each choice of these; one that only reads
// gets the columns, as sequences, and is then like any other.
//
// A loop of the host that adds rows one by one begins with a Collect: what it carries says which rows are needed.
//
// A column is read as it is once the reference exists (Column.After); maps whose
// bodies do not allocate in a region read columns before they begin.
//
// Source: regions by unification, Tofte and Talpin; Holk, Newton, Siek and Lumsdaine,
// "Region-based memory management for GPU programming languages" (OOPSLA 2014).
func InferRegions(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	if len(m.Datatypes) == 0 {
		return m
	}
	a := newAnalysis(m)
	g := anf.NewCallGraph(m)
	for _, comp := range g.Components() {
		a.component(comp)
	}
	b := &builder{c: c, analysis: a, g: g, loops: a.collecting(g), made: map[string]*instance{}, marks: map[string]string{}, names: anf.FunctionNames(m), tableNames: pass.NewNames()}
	for _, act := range m.Actions {
		if i, ok := g.Index[act.Fn]; ok {
			b.entry(m.Funcs[i])
		}
	}
	made := map[string]bool{}
	for i := 0; i < len(b.todo); i++ { // building one asks for others
		if b.todo[i].build(); c.Diags.HasErrors() {
			return m.WithFuncs(nil)
		}
		made[b.todo[i].of.Name] = true
		for _, l := range m.Liftings {
			if l.Fn == b.todo[i].of.Name {
				b.instance(m.Funcs[g.Index[l.By]], map[*region]*place{})
			}
		}
	}
	out := m.WithFuncs(nil)
	out.Datatypes, out.Actions, out.Liftings = nil, a.kept(m.Actions), nkl.LiftingsOf(m.Liftings, made)
	out.Tables = b.tables
	for _, in := range b.inOrder() {
		out.Funcs = append(out.Funcs, in.out)
	}
	out.Funcs = append(out.Funcs, b.extra...)
	return out
}

// A builder holds the instances made so far.
type builder struct {
	*analysis
	c          *pass.Ctx
	g          *anf.CallGraph
	made       map[string]*instance
	todo       []*instance // in order of first use
	names      *pass.Names
	tableNames *pass.Names
	tables     []*nkl.Table
	loops      map[string]bool   // functions that may collect rows
	extra      []*nkl.Func       // which mark rows
	marks      map[string]string // those for tables, by their names
}

// inOrder lists the instances in the order of their functions.
func (b *builder) inOrder() (out []*instance) {
	of := make([][]*instance, len(b.m.Funcs))
	for _, in := range b.todo {
		i := b.g.Index[in.of.Name]
		of[i] = append(of[i], in)
	}
	for _, ins := range of {
		out = append(out, ins...)
	}
	return out
}

// entry asks for the instance that actions call.
func (b *builder) entry(f *nkl.Func) {
	b.instance(f, map[*region]*place{}).entry = keepsData(f)
}

// A place is where the rows of a region are: the names of its tables, "" for those
// that nothing asked for yet.
type place struct {
	id     int
	of     *types.Type
	tables []string
}

// place makes the tables of a region that a function has made.
func (b *builder) place(r *region) *place {
	p := &place{id: len(b.tables), of: r.of}
	for i, t := range b.layout(r.of).tables {
		if !r.uses[i] {
			p.tables = append(p.tables, "")
			continue
		}
		name := b.tableNames.Fresh(t.name)
		p.tables = append(p.tables, name)
		b.tables = append(b.tables, &nkl.Table{Name: name, Columns: t.columns})
	}
	return p
}

// An instance is a function with the places of the regions in its interface.
type instance struct {
	*builder
	of     *nkl.Func
	entry  bool // actions call it
	name   string
	places map[*region]*place
	out    *nkl.Func
	again  bool // not the first instance of the function
}

// instance is the instance of f whose regions have these places, made now or before.
func (b *builder) instance(f *nkl.Func, places map[*region]*place) *instance {
	key := f.Name
	for _, r := range b.funcs[f.Name].shared {
		if p := places[r]; p != nil {
			key += " " + strconv.Itoa(p.id)
		}
	}
	if in := b.made[key]; in != nil {
		return in
	}
	in := &instance{builder: b, of: f, name: f.Name, places: places}
	for _, other := range b.todo {
		in.again = in.again || other.of == f
	}
	if in.again {
		in.name = b.names.Fresh(f.Name)
	}
	b.made[key] = in
	b.todo = append(b.todo, in)
	return in
}

// build makes the function: parameters, then the columns of regions that it only
// reads; the regions that are its own are scopes around its body.
func (in *instance) build() {
	f, fn := in.of, in.funcs[in.of.Name]
	w := &writer{instance: in, fn: fn, cols: map[column]nkl.Expr{}, rows: map[*nkl.Var]run{}}
	g := &nkl.Func{Decl: f.Decl, Name: in.name, Result: rep(f.Result), Params: append([]*nkl.Var(nil), f.Params...)}
	k := &keeper{writer: w, came: map[column]nkl.Expr{}}
	own := fn.own
	if in.entry {
		g.Result = in.keptType(f.Result)
		g.Params = k.unpack(f.Params)
		for c, e := range k.came {
			if !k.rows[c.region] {
				w.cols[c] = e
			}
		}
		own = append(k.madeHere(), own...)
	}
	for _, r := range fn.shared {
		if r.allocates || in.entry {
			continue
		}
		for _, k := range in.columnsOf(r) {
			v := types.NewVar(in.columnHint(k), types.Seq(in.columnType(k)))
			g.Params = append(g.Params, v)
			w.cols[k] = nkl.Use(v)
		}
	}
	var scopes []*nkl.Scope
	places := map[*region]*place{}
	for r, p := range in.places {
		places[r] = p
	}
	for _, r := range own {
		p := in.place(r)
		places[r] = p
		for i, name := range p.tables {
			if name != "" {
				scopes = append(scopes, &nkl.Scope{Node: ir.At(f.Pos()), Table: name, Rows: k.first(r, i)})
			}
		}
	}
	in.places = places
	body := w.expr(f.Body)
	if in.entry {
		body = k.block.In(k.pack(f.Result, body))
	}
	for i := len(scopes) - 1; i >= 0; i-- {
		scopes[i].Body = body
		body = scopes[i]
	}
	if c := in.collector(); c != nil {
		body = c.before(body)
	}
	body = k.outer.In(body)
	env := map[*nkl.Var]*nkl.Var{}
	for i, v := range g.Params {
		if t := rep(v.Type); t != v.Type || in.again {
			env[v] = types.NewVar(v.Name, t)
			g.Params[i] = env[v]
		}
	}
	if body = nkl.Retype(body, env, rep); in.again {
		body = nkl.Rename(nkl.Freshen(body), env)
	}
	g.Body = body
	in.out = g
}

// rep is t with references as ints.
func rep(t *types.Type) *types.Type {
	if t == nil || !t.Has(types.KRef) {
		return t
	}
	return t.Map(func(t *types.Type) *types.Type {
		if t.Kind == types.KRef {
			return types.Int
		}
		return t
	})
}
