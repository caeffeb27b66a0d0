package appends

// Appends of what compactions make.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// PlaceAppends lets compactions put what they keep straight into the array that
// an append would copy it to.
//
//	(let (a) (run compact (n m v r)) (let (b) (run compact (n k v s))
//	(let (c) (run map (m+k m a b)) e)))         c[i] = if i < m then a[i] else b[i-m]
//	=>  (let (c) (run compact (n m+k v r s)) e)  a part from 0 on, another from m on
//
// So do compactions of offsets, which have the total: it is their last element.
//
// The compactions must go over as many elements, and nothing else may use what
// they make, but for its length, which is known. What a loose array has behind its selected elements is not copied either.
func PlaceAppends(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	p := &concatPlacer{kernels: map[string]*lcu.Kernel{}, out: opt.NewOutliner(c, m.Kernels)}
	for _, k := range m.Kernels {
		p.kernels[k.Name] = k
	}
	funcs, changed := ir.MapSlice(m.Funcs, func(f *lcu.Func) *lcu.Func {
		p.fn, p.uses = f.Name, opt.Uses(f.Body)
		return f.MapBodies(p.body)
	})
	if !changed {
		return m
	}
	return &lcu.Module{Kernels: opt.UsedKernels(p.out.Kernels, funcs), Funcs: funcs, Actions: m.Actions}
}

// A concatPlacer rewrites the host code of one function after another.
type concatPlacer struct {
	kernels map[string]*lcu.Kernel
	out     *opt.Outliner
	fn      string
	uses    map[*lcu.Var]int
}

// A placeBody is a body taken apart: its operations in order.
type placeBody struct {
	*concatPlacer
	items []*placedStmt
	made  map[*lcu.Var]*outputSegment
	prims map[*lcu.Var]*lcu.Prim
	sizes map[*lcu.Var]lcu.Expr // variables that are lengths of pieces
}

// A placedStmt is a let or a check; compact is what its run is instead of what
// the let says, gone which of its results have found another place.
type placedStmt struct {
	let     *lcu.Let
	check   *lcu.Check
	starts  lcu.Lets
	compact *lcu.Compact
	gone    []bool
}

// An outputSegment is array k of a compaction.
type outputSegment struct {
	item *placedStmt
	k    int
}

// body rewrites a body, and the bodies in it.
func (p *concatPlacer) body(e lcu.Expr) lcu.Expr {
	b := &placeBody{concatPlacer: p, made: map[*lcu.Var]*outputSegment{}, prims: map[*lcu.Var]*lcu.Prim{}, sizes: map[*lcu.Var]lcu.Expr{}}
	rest, found := e, false
	for {
		if let, ok := rest.(*lcu.Let); ok {
			found = b.let(let) || found
			rest = let.Body
		} else if check, ok := rest.(*lcu.Check); ok {
			b.items = append(b.items, &placedStmt{check: check})
			rest = check.Then
		} else {
			break
		}
	}
	tail := lcu.Replace(rest, b.sizes).MapBodies(p.body)
	if !found && tail == rest {
		return e
	}
	return b.rebuild(tail)
}

// let notes an operation, and reports whether it or anything in it changes.
func (b *placeBody) let(let *lcu.Let) bool {
	if l, ok := let.Rhs.(*lcu.Length); ok {
		v := l.Vec.(*lcu.Ref).Var
		if x := b.made[v]; x != nil {
			b.sizes[let.Binds[0]] = x.item.compact.Sizes[x.k]
			b.uses[v]--
			return true
		}
	}
	rhs := lcu.Replace(let.Rhs, b.sizes).MapBodies(b.body)
	it := &placedStmt{let: &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs}}
	b.items = append(b.items, it)
	switch e := rhs.(type) {
	case *lcu.Prim:
		b.prims[let.Binds[0]] = e
	case *lcu.Run:
		k := b.kernels[e.Kernel]
		switch soac := opt.SOAC(k).(type) {
		case *lcu.Compact:
			b.makes(it, opt.Instance(k, e.Args).(*lcu.Compact))
		case *lcu.Map:
			if chooses(soac.T) && b.place(it, opt.Instance(k, e.Args).(*lcu.Map)) {
				return true
			}
		}
	}
	return rhs != let.Rhs
}

// chooses reports whether there is a conditional in a thunk, as in one that appends.
func chooses(t *lcu.Thunk) bool {
	return ir.Any(t.Body, func(e lcu.Expr) bool { return e.Form() == lcu.FormIf })
}

// makes notes what a compaction makes.
func (b *placeBody) makes(it *placedStmt, c *lcu.Compact) {
	it.compact, it.gone = c, make([]bool, len(it.let.Binds))
	for k, v := range it.let.Binds {
		b.made[v] = &outputSegment{it, k}
	}
}

// place makes a map that appends compactions one compaction.
func (b *placeBody) place(it *placedStmt, m *lcu.Map) bool {
	trees := concatOf(m.T)
	if len(trees) == 0 {
		return false
	}
	c := &compactBuilder{placeBody: b, out: &lcu.Compact{Node: m.Node}, starts: &it.starts}
	for _, t := range trees {
		if !b.fits(t, m.N, true, c) {
			return false
		}
	}
	i := lcu.NewVar("i", types.Int)
	for a, t := range trees {
		c.out.Sizes, c.out.Loose = append(c.out.Sizes, m.N), append(c.out.Loose, false)
		c.add(t, a, lcu.N(0), i)
	}
	body := c.lets.In(lcu.Results(opt.WithFlags(c.vals, c.flags)...))
	c.out.T = opt.CSE(opt.Dead(&lcu.Thunk{Params: []*lcu.Var{i}, Body: body})).(*lcu.Thunk)
	b.makes(it, c.out)
	return true
}

// fits reports whether the leaves of t, an append of size elements, are arrays
// that compactions over one number of elements make, and only t uses; the last one
// may be an element.
func (b *placeBody) fits(t *concatTree, size lcu.Expr, last bool, c *compactBuilder) bool {
	switch {
	case t.val != nil:
		return last && lcu.SameAtom(size, lcu.N(1))
	case t.vec == nil:
		args := b.summands(size)
		return args != nil && lcu.SameAtom(args[0], t.at) && b.fits(t.then, t.at, false, c) && b.fits(t.els, args[1], last, c)
	}
	x := b.made[t.vec]
	if x == nil || b.uses[t.vec] != 1 || !lcu.SameAtom(x.item.compact.Sizes[x.k], size) {
		return false
	}
	from := x.item.compact
	if c.like == nil {
		c.like, c.out.N = from, from.N
	}
	return lcu.SameAtom(c.out.N, from.N) && (c.like.Directories == nil) == (from.Directories == nil)
}

// summands is the two numbers of which a number is the sum, or nil.
func (b *placeBody) summands(e lcu.Expr) []lcu.Expr {
	r, ok := e.(*lcu.Ref)
	if !ok || b.prims[r.Var] == nil {
		return nil
	}
	switch p := b.prims[r.Var]; p.Op.Code {
	case prim.Add, prim.AddSize:
		return p.Args
	}
	return nil
}

// A compactBuilder collects the parts of a compaction.
type compactBuilder struct {
	*placeBody
	out    *lcu.Compact
	like   *lcu.Compact // the first one
	starts *lcu.Lets    // on the host
	lets   lcu.Lets     // in the thunk
	vals   []lcu.Expr
	flags  []lcu.Expr
}

// add adds the leaves of t as parts of array a, from index start on.
func (c *compactBuilder) add(t *concatTree, a int, start lcu.Expr, i *lcu.Var) {
	switch {
	case t.val != nil:
		c.out.Ends, c.out.Last = append(c.out.Ends, a), append(c.out.Last, t.val)
		return
	case t.vec == nil:
		c.add(t.then, a, start, i)
		c.add(t.els, a, c.sum(start, t.at), i)
		return
	}
	x := c.made[t.vec]
	from := x.item.compact
	x.item.gone[x.k] = true
	c.out.Loose[a] = c.out.Loose[a] || from.Loose[x.k]
	ts := lcu.Sigs{}.ResultTypes(from.T.Body)
	vals := opt.Splice(&c.lets, lcu.CopyWith(from.T.Body, map[*lcu.Var]lcu.Expr{from.T.Params[0]: lcu.Use(i)}), ts)
	for k, into := range from.Into {
		if into != x.k {
			continue
		}
		c.vals = append(c.vals, vals[k])
		if from.Flagged() {
			c.flags = append(c.flags, vals[from.FlagOf(k)])
		}
		c.out.Into, c.out.Rest = append(c.out.Into, a), append(c.out.Rest, from.Rest[k])
		c.out.Start = append(c.out.Start, c.sum(start, from.Start[k]))
		c.out.Select(from, k)
	}
}

// sum is x + y as an atom of the host.
func (c *compactBuilder) sum(x, y lcu.Expr) lcu.Expr {
	switch {
	case lcu.SameAtom(x, lcu.N(0)):
		return y
	case lcu.SameAtom(y, lcu.N(0)):
		return x
	}
	return c.starts.Bind("start", types.Int, lcu.Apply(prim.Add, x, y))
}

// rebuild is the body with what has changed.
func (b *placeBody) rebuild(tail lcu.Expr) lcu.Expr {
	var l lcu.Lets
	for _, it := range b.items {
		if it.check != nil {
			l.Wrap(func(then lcu.Expr) lcu.Expr {
				return &lcu.Check{Node: it.check.Node, Cond: lcu.Replace(it.check.Cond, b.sizes), Error: it.check.Error, Then: then}
			})
			continue
		}
		l.Wrap(it.starts.In)
		if binds, rhs := b.now(it); len(binds) > 0 || len(it.let.Binds) == 0 {
			l.Wrap(func(body lcu.Expr) lcu.Expr { return &lcu.Let{Node: it.let.Node, Binds: binds, Rhs: rhs, Body: body} })
		}
	}
	return l.In(tail)
}

// now is what an item binds now, and to what.
func (b *placeBody) now(it *placedStmt) ([]*lcu.Var, lcu.Expr) {
	if it.compact == nil {
		return it.let.Binds, it.let.Rhs
	}
	keep, all := make([]bool, len(it.gone)), true
	for k, gone := range it.gone {
		keep[k] = !gone
		all = all && !gone
	}
	binds := ir.Kept(it.let.Binds, keep)
	if run := it.let.Rhs.(*lcu.Run); len(binds) == 0 || all && opt.SOAC(b.kernels[run.Kernel]).Form() == lcu.FormCompact {
		return binds, run
	}
	return binds, b.out.Run(b.fn, binds, onlyArrays(it.compact, keep))
}

// onlyArrays is a compaction that makes only these arrays.
func onlyArrays(c *lcu.Compact, keep []bool) *lcu.Compact {
	to, n := make([]int, len(keep)), 0
	for a, k := range keep {
		if to[a] = n; k {
			n++
		}
	}
	out := &lcu.Compact{Node: c.Node, N: c.N, Sizes: ir.Kept(c.Sizes, keep), Loose: ir.Kept(c.Loose, keep)}
	parts := make([]bool, len(c.Into))
	for k, a := range c.Into {
		if parts[k] = keep[a]; parts[k] {
			out.Into = append(out.Into, to[a])
		}
	}
	out.Start, out.Rest = ir.Kept(c.Start, parts), ir.Kept(c.Rest, parts)
	out.Ranks, out.Directories = ir.Kept(c.Ranks, parts), ir.Kept(c.Directories, parts)
	for k, a := range c.Ends {
		if keep[a] {
			out.Ends, out.Last = append(out.Ends, to[a]), append(out.Last, c.Last[k])
		}
	}
	if c.Flagged() {
		parts = append(parts, parts...)
	}
	out.T = opt.Dead(opt.KeepResults(c.T, parts)).(*lcu.Thunk)
	return out
}
