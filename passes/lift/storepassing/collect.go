package storepassing

// Loops whose block ends when many rows have been added. The host leaves out those that nobody refers to, and begins the
// block again.

import (
	"maps"
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

	endings  []nkl.Expr            // code that ends the loop, for the host
	computed map[nkl.Expr]*nkl.Var // by an ending that the block computes, its value
	scalars  []*nkl.Var            // of steps, for endings
	ended    int                   // endings that are written so far
}

// collect binds v to the value of a loop that adds to the tables adds, and reports whether the loop leaves out rows and is a
// block.
//
//	(loop (s i) (s i) (let s (collect (tree) .. (s) ..) (if .. s (recur .. (i + 1)))))
//	=> (loop (s i c limit) (s i c limit)
//	     (let all (update .. (loop (s i c) (s i c) (if (length c > limit) (tuple 0 s i c) (if .. (tuple 1 s i c) (recur ..)))))
//	       (if (== all.0 0) (let kept .. (recur kept.0 all.2 kept.1 (length kept.1) * 2)) all.1)))
func (w *writer) collect(b *anf.Block, v *nkl.Var, l *nkl.Loop, adds []string) bool {
	l = nkl.Freshen(l).(*nkl.Loop)
	c := &collection{writer: w.inner(adds), loop: l, code: collectOf(l.Body), limit: types.NewVar("limit", types.Int), computed: map[nkl.Expr]*nkl.Var{}}
	if c.code == nil || !c.finds() || !c.findEndings() {
		return false
	}
	c.writer.loop = adds
	out := &nkl.Loop{Node: l.Node, Inits: slices.Concat(l.Inits, w.now.of(adds)), Binds: slices.Clone(l.Binds)}
	for _, t := range adds {
		out.Binds = append(out.Binds, w.newColumns(t, c.now)...)
	}
	inner := c.inner(adds)
	inner.outside, inner.loop = nil, nil
	block := w.block(nkl.Freshen(inner.code(c.untilMany())))
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
	var step anf.Block
	all := types.NewVar("all", c.resultType())
	c.results(&step, all, adds, block)
	which := step.Name("ends", types.Int, anf.Part(0, nkl.Use(all)))
	env := c.parts(&step, all)
	out.Body = step.In(anf.Chosen(l.Pos(), which, 1+len(c.endings), func(k int) nkl.Expr {
		if k == 0 {
			return c.again(env)
		}
		return c.inner(adds).tail(nkl.Replace(nkl.Freshen(c.endings[k-1]), env))
	}))
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

// findEndings finds the code that ends the loop. The host runs it, with what the loop carries and scalars; a scalar
// for which it needs more than that is computed in the block. ok is false if there is an ending for which neither will do.
func (c *collection) findEndings() (ok bool) {
	bound := nkl.BoundVars(c.loop.Body)
	ok = true
	c.atEndings(func(e nkl.Expr) nkl.Expr { ok = c.findEnding(e, bound) && ok; return e })
	return ok
}

// atEndings is the body of the loop with what f makes of the code that ends it.
func (c *collection) atEndings(f func(e nkl.Expr) nkl.Expr) nkl.Expr {
	return anf.Ending(c.loop.Body, func(e nkl.Expr) nkl.Expr {
		switch {
		case e.Form() == nkl.FormRecur:
			return e
		case anf.Iterates(e):
			return nil
		}
		return f(e)
	})
}

// findEnding notes the ending e; bound is the variables of steps.
func (c *collection) findEnding(e nkl.Expr, bound map[*nkl.Var]bool) (ok bool) {
	var scalars []*nkl.Var
	for _, v := range nkl.FreeVars(e) {
		if bound[v] && !v.Type.IsScalar() {
			t := c.sigs.TypeOf(e)
			if t == nil || !t.IsScalar() {
				return false
			}
			value := types.NewVar("value", t)
			c.computed[e], scalars, e = value, []*nkl.Var{value}, nkl.Use(value)
			break
		}
		if bound[v] {
			scalars = append(scalars, v)
		}
	}
	for _, v := range scalars {
		if !slices.Contains(c.scalars, v) {
			c.scalars = append(c.scalars, v)
		}
	}
	c.endings = append(c.endings, e)
	return true
}

// resultType is the type of the value of the block: 0 if there are many rows, or the number of the ending; scalars; and what the loop
// carries.
func (c *collection) resultType() *types.Type {
	return types.Tuple(slices.Concat([]*types.Type{types.Int}, types.OfVars(c.scalars), types.OfVars(c.loop.Binds))...)
}

// result is the value of the block where it ends with the number ending; scalars says which of them there are.
func (c *collection) result(ending int, scalars []*nkl.Var) nkl.Expr {
	var b anf.Block
	parts := []nkl.Expr{anf.Integer(int64(ending))}
	for _, v := range c.scalars {
		if slices.Contains(scalars, v) {
			parts = append(parts, nkl.Use(v))
		} else {
			parts = append(parts, b.Zero(v.Type))
		}
	}
	return b.In(nkl.Pair(append(parts, nkl.Uses(c.loop.Binds)...)...))
}

// parts names the parts of all, a value of the block.
func (c *collection) parts(b *anf.Block, all *nkl.Var) map[*nkl.Var]nkl.Expr {
	env := map[*nkl.Var]nkl.Expr{}
	for i, v := range slices.Concat(c.scalars, c.loop.Binds) {
		env[v] = b.Name(v.Name, v.Type, anf.Part(1+i, nkl.Use(all)))
	}
	return env
}

// untilMany is the loop, which ends where there are many rows.
func (c *collection) untilMany() nkl.Expr {
	out := &nkl.Loop{Node: c.loop.Node, Inits: nkl.Uses(c.loop.Binds), Binds: anf.CopyVars(c.loop.Binds)}
	var b anf.Block
	var rows nkl.Expr
	for _, t := range c.code.Tables {
		column := b.Name("column", types.Seq(c.columns[t][0]), &nkl.Column{Table: t, Exact: true})
		rows = b.Sum(rows, b.Name("rows", types.Int, anf.Op(prim.Length, column)))
	}
	many := b.Name("many", types.Bool, anf.Op(prim.Gt, rows, nkl.Use(c.limit)))
	body := b.In(&nkl.If{Cond: many, Then: c.result(0, nil), Else: c.atEndings(c.ends)})
	out.Body = nkl.Rename(nkl.Freshen(body), anf.Renaming(c.loop.Binds, out.Binds))
	return out
}

// ends is the ending e, which says which one it is.
func (c *collection) ends(e nkl.Expr) nkl.Expr {
	c.ended++
	var b anf.Block
	if v := c.computed[e]; v != nil {
		b.Let(v, b.Take(e))
		e = nkl.Use(v)
	}
	return b.In(c.result(c.ended, nkl.FreeVars(e)))
}

// again leaves out rows, and begins the block again with what it had carried, as env says.
func (c *collection) again(env map[*nkl.Var]nkl.Expr) nkl.Expr {
	var b anf.Block
	given := map[*nkl.Var]nkl.Expr{}
	for i, v := range c.code.Binds {
		if given[v] = c.code.Inits[i]; c.known[i] >= 0 {
			given[v] = env[c.loop.Binds[c.known[i]]]
		}
	}
	for i, v := range c.code.First {
		given[v] = c.first[i]
	}
	columns := c.now.of(c.code.Tables)
	for i, v := range c.code.Columns {
		given[v] = columns[i]
	}
	kept := types.NewVar("kept", types.Tuple(slices.Concat(types.OfVars(c.code.Binds), types.OfVars(c.code.Columns))...))
	b.Let(kept, b.Take(nkl.Replace(nkl.Freshen(c.code.Code), given)))
	var args []nkl.Expr
	for _, v := range c.loop.Binds {
		args = append(args, env[v])
	}
	part := 0
	for i, v := range c.code.Binds {
		if c.known[i] >= 0 {
			args[c.known[i]] = b.Name(v.Name, v.Type, anf.Part(part, nkl.Use(kept)))
		}
		part++
	}
	now := maps.Clone(c.now)
	var rows nkl.Expr
	for _, t := range c.code.Tables {
		now[t] = nil
		for _, typ := range c.columns[t] {
			now[t] = append(now[t], b.Name("column", types.Seq(typ), anf.Part(part, nkl.Use(kept))))
			part++
		}
		rows = b.Sum(rows, b.Name("rows", types.Int, anf.Op(prim.Length, now[t][0])))
	}
	return b.In(&nkl.Recur{Node: c.loop.Node, Args: append(slices.Concat(args, now.of(c.writer.loop)), c.limitOf(&b, rows))})
}

// limitOf is the rows that there may be before some are left out: twice those that there are now, and leastRows.
func (p *Program) limitOf(b *anf.Block, rows nkl.Expr) nkl.Expr {
	more := b.Name("more", types.Int, anf.Op(prim.Min, rows, anf.Integer(mostDoubled)))
	least := b.Name("more", types.Int, anf.Op(prim.Add, more, anf.Integer(int64(p.leastRows))))
	return b.Name("limit", types.Int, anf.Op(prim.Add, rows, least))
}
