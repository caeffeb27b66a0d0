package storepassing

// Loops whose block ends when many rows have been added. The host leaves out those that nobody refers to, and begins the
// block again.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// mostDoubled bounds how many rows are doubled before some are left out, so that the number is an int.
const mostDoubled = 1 << 29

// A collection is a loop that can leave out rows at the beginning of an iteration.
type collection struct {
	*writer
	loop  *nkl.Loop
	code  *nkl.Collect
	known []int // for each value that code is given, which variable of the loop it is, or -1
	limit *nkl.Var
	first []nkl.Expr // for each table of code, the rows before the loop
}

// collect binds v to the value of a loop that adds to the tables adds, and reports whether the loop leaves out rows and is a
// block.
//
//	(loop (s i) (s i) (let s (collect (tree) .. (s) ..) (if .. s (recur .. (i + 1)))))
//	=> (loop (s i c limit) (s i c limit)
//	     (let all (update .. (loop (s i c) (s i c) (if (length c > limit) (tuple true 0 s i c) (if .. (tuple false s 0 0 c) (recur ..)))))
//	       (if all.0 (let kept .. (recur kept.0 i kept.1 (length kept.1) * 2)) all.1)))
func (w *writer) collect(b *anf.Block, v *nkl.Var, l *nkl.Loop, adds []string) bool {
	l = nkl.Freshen(l).(*nkl.Loop)
	c := &collection{writer: w.inner(adds), loop: l, code: collectOf(l.Body), limit: types.NewVar("limit", types.Int)}
	if c.code == nil || !c.finds() {
		return false
	}
	c.writer.loop = adds
	out := &nkl.Loop{Node: l.Node, Inits: slices.Concat(l.Inits, w.now.of(adds)), Binds: slices.Clone(l.Binds)}
	for _, t := range adds {
		out.Binds = append(out.Binds, w.newColumns(t, c.now)...)
	}
	inner := c.inner(adds)
	inner.outside, inner.loop = nil, nil
	block := w.block(nkl.Freshen(inner.code(c.untilMany(v.Type))))
	if block == nil {
		return false
	}
	w.blocks++
	var rows nkl.Expr
	for _, t := range c.code.Tables {
		n := b.Name("first", types.Int, anf.Op(prim.Length, w.now[t][0]))
		rows, c.first = b.Sum(rows, n), append(c.first, n)
	}
	out.Binds, out.Inits = append(out.Binds, c.limit), append(out.Inits, w.limitOf(b, rows))
	var step, end anf.Block
	all := types.NewVar("all", c.resultType(v.Type))
	c.results(&step, all, adds, block)
	many := step.Name("many", types.Bool, anf.Part(0, nkl.Use(all)))
	result := end.In(c.value(&end, end.Name("value", v.Type, anf.Part(1, nkl.Use(all)))))
	out.Body = step.In(&nkl.If{Cond: many, Then: c.again(all), Else: result})
	w.results(b, v, adds, out)
	return true
}

// collectOf is what code collects before anything else that has an effect, or nil.
func collectOf(e nkl.Expr) *nkl.Collect {
	for {
		let, ok := e.(*nkl.Let)
		if !ok {
			return nil
		}
		if c, ok := let.Rhs.(*nkl.Collect); ok {
			return c
		}
		e = let.Body
	}
}

// finds finds out which variables of the loop are known to the code; ok is false if the code is given values that a step has made.
func (c *collection) finds() (ok bool) {
	bound := nkl.BoundVars(c.loop.Body)
	for _, e := range c.code.Inits {
		v := nkl.VarOf(e)
		if bound[v] {
			return false
		}
		c.known = append(c.known, slices.Index(c.loop.Binds, v))
	}
	return true
}

// resultType is the type of the value of the block: whether there are many rows, the value of the loop if not, and what it carries
// if there are.
func (c *collection) resultType(t *types.Type) *types.Type {
	return types.Tuple(slices.Concat([]*types.Type{types.Bool, t}, types.OfVars(c.loop.Binds))...)
}

// untilMany is the loop, which ends where there are many rows; its value is of type t.
func (c *collection) untilMany(t *types.Type) nkl.Expr {
	out := &nkl.Loop{Node: c.loop.Node, Inits: nkl.Uses(c.loop.Binds), Binds: anf.CopyVars(c.loop.Binds)}
	var b, many anf.Block
	var rows nkl.Expr
	for _, t := range c.code.Tables {
		column := b.Name("column", types.Seq(c.columns[t][0]), &nkl.Column{Table: t, Exact: true})
		rows = b.Sum(rows, b.Name("rows", types.Int, anf.Op(prim.Length, column)))
	}
	full := b.Name("many", types.Bool, anf.Op(prim.Gt, rows, nkl.Use(c.limit)))
	parts := slices.Concat([]nkl.Expr{anf.Boolean(true), many.Zero(t)}, nkl.Uses(c.loop.Binds))
	body := b.In(&nkl.If{Cond: full, Then: many.In(nkl.Pair(parts...)), Else: c.ends(c.loop.Body, t)})
	out.Body = nkl.Rename(nkl.Freshen(body), anf.Renaming(c.loop.Binds, out.Binds))
	return out
}

// ends is e, where ends of the loop say so.
func (c *collection) ends(e nkl.Expr, t *types.Type) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: c.ends(e.Body, t)}
	case *nkl.Check, *nkl.If, *nkl.Scope:
		return e.MapBodies(func(e nkl.Expr) nkl.Expr { return c.ends(e, t) })
	case *nkl.Recur:
		return e
	}
	var b anf.Block
	parts := []nkl.Expr{anf.Boolean(false), b.Name("value", t, e)}
	for _, v := range c.loop.Binds {
		parts = append(parts, b.Zero(v.Type))
	}
	return b.In(nkl.Pair(parts...))
}

// again leaves out rows, and begins the block again with what all has.
func (c *collection) again(all *nkl.Var) nkl.Expr {
	var b anf.Block
	args := make([]nkl.Expr, len(c.loop.Binds))
	for i, v := range c.loop.Binds {
		args[i] = b.Name(v.Name, v.Type, anf.Part(2+i, nkl.Use(all)))
	}
	env := map[*nkl.Var]nkl.Expr{}
	for i, v := range c.code.Binds {
		if env[v] = c.code.Inits[i]; c.known[i] >= 0 {
			env[v] = args[c.known[i]]
		}
	}
	for i, v := range c.code.First {
		env[v] = c.first[i]
	}
	columns := c.now.of(c.code.Tables)
	for i, v := range c.code.Columns {
		env[v] = columns[i]
	}
	kept := types.NewVar("kept", types.Tuple(slices.Concat(types.OfVars(c.code.Binds), types.OfVars(c.code.Columns))...))
	b.Let(kept, b.Take(nkl.Replace(nkl.Freshen(c.code.Code), env)))
	part := 0
	for i, v := range c.code.Binds {
		if c.known[i] >= 0 {
			args[c.known[i]] = b.Name(v.Name, v.Type, anf.Part(part, nkl.Use(kept)))
		}
		part++
	}
	var rows nkl.Expr
	for _, t := range c.code.Tables {
		c.now[t] = nil
		for _, typ := range c.columns[t] {
			c.now[t] = append(c.now[t], b.Name("column", types.Seq(typ), anf.Part(part, nkl.Use(kept))))
			part++
		}
		rows = b.Sum(rows, b.Name("rows", types.Int, anf.Op(prim.Length, c.now[t][0])))
	}
	return b.In(&nkl.Recur{Node: c.loop.Node, Args: append(slices.Concat(args, c.now.of(c.writer.loop)), c.limitOf(&b, rows))})
}

// limitOf is the rows that there may be before some are left out: twice those that there are now, and leastRows.
func (p *Program) limitOf(b *anf.Block, rows nkl.Expr) nkl.Expr {
	more := b.Name("more", types.Int, anf.Op(prim.Min, rows, anf.Integer(mostDoubled)))
	least := b.Name("more", types.Int, anf.Op(prim.Add, more, anf.Integer(int64(p.leastRows))))
	return b.Name("limit", types.Int, anf.Op(prim.Add, rows, least))
}
