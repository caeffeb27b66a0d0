package kernel

// Filters by what counts the selected elements, and compactions.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// DecomposeFilters makes a filter a scan that counts and a compaction by what it
// counts; a partition shares the scan and has one compaction per side.
//
//	(let (xs) (run filter (n v)) e)
//	=>  (let (u) (run scan)          u[i] = selected elements before i, n+1 entries
//	    (let (m) (at u n)            how many are selected
//	    (let (xs) (run compact)      element i to u[i] if u[i] < u[i+1]
//	    e)))
//
// Filters that keep the same indices have one scan, wherever they are; so have those of
// which one keeps what the other drops, as its predicate is the negation. What the
// predicate looks at is computed in both kernels unless it is expensive or
// may fail: then a Map computes all values first. Results that nobody uses are not made.
//
// On a device whose groups are loops, a directory takes the place of the scan (directories.go): it
// evaluates the predicate once and has a sixteenth of the elements. It does not where ranks
// are used other than by reading some, or where elements cost much, which lanes compute together.
// Then, if flags become bits quickly, the compaction evaluates the predicate, too, which is faster than
// to read the ranks of all elements.
func DecomposeFilters(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	d := &decomposer{ctx: c, filters: map[string]*lcu.Kernel{}, kernels: map[string]*lcu.Kernel{}, ranks: map[string]string{},
		live: map[*lcu.Var]bool{}, directories: map[*lcu.Var]lcu.Expr{}}
	var others []*lcu.Kernel
	for _, k := range m.Kernels {
		d.kernels[k.Name] = k
		if opt.IsFilter(opt.SOAC(k)) {
			d.filters[k.Name] = k
		} else {
			others = append(others, k)
		}
	}
	if len(d.filters) == 0 {
		return m
	}
	d.out = opt.NewOutliner(c, others)
	funcs, _ := ir.MapSlice(m.Funcs, func(f *lcu.Func) *lcu.Func {
		d.fn = f.Name
		ir.Walk(f.Body, func(e lcu.Expr) bool {
			lcu.EachUse(e, func(v *lcu.Var) { d.live[v] = true })
			return true
		})
		d.findDirectories(f.Body)
		return f.MapBodies(func(e lcu.Expr) lcu.Expr { return opt.CSERuns(d.host(e), d.ranks) }) // totals are read once
	})
	return &lcu.Module{Kernels: opt.UsedKernels(d.out.Kernels, funcs), Funcs: funcs, Actions: m.Actions}
}

// A decomposer rewrites the host code of one function after another.
type decomposer struct {
	ctx         *pass.Ctx
	kernels     map[string]*lcu.Kernel
	filters     map[string]*lcu.Kernel // those that are
	out         *opt.Outliner
	fn          string
	live        map[*lcu.Var]bool     // used variables
	ranks       map[string]string     // kernels that count selected elements, and what equal ones have in common
	byDirectory map[*lcu.Var]bool     // ranks in whose place a directory stands
	directories map[*lcu.Var]lcu.Expr // which
	at          ir.Pos                // of the filter
}

func (d *decomposer) host(e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(d.host)
	}
	switch rhs := let.Rhs.(type) {
	case *lcu.Run:
		if d.filters[rhs.Kernel] != nil {
			return d.taken(let, rhs)
		}
		if slices.ContainsFunc(rhs.Args, d.isDirectory) {
			soac := d.ranked(opt.Instance(d.kernels[rhs.Kernel], rhs.Args))
			return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: d.out.Run(d.fn, let.Binds, soac), Body: d.host(let.Body)}
		}
	case *lcu.At:
		if d.isDirectory(rhs.Vec) {
			total := lcu.Get(d.directories[rhs.Vec.(*lcu.Ref).Var], lcu.N(0))
			return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: total, Body: d.host(let.Body)}
		}
	}
	return e.MapBodies(d.host)
}

// isDirectory reports whether a directory stands in place of ranks.
func (d *decomposer) isDirectory(e lcu.Expr) bool {
	r, ok := e.(*lcu.Ref)
	return ok && d.directories[r.Var] != nil
}

// taken is a let of a filter, taken apart.
func (d *decomposer) taken(let *lcu.Let, run *lcu.Run) lcu.Expr {
	soac := d.ranked(opt.Instance(d.filters[run.Kernel], run.Args))
	d.at = run.Pos()
	d.ctx.Verdict(pass.Verdict{Of: []ir.Pos{d.at.Place()}, Why: "a filter is two kernels: one counts what is kept before each element, one places it"})
	var l lcu.Lets
	d.filter(&l, let.Binds, soac)
	return l.In(d.host(let.Body))
}

// A filter is what both sides of a partition have in common.
type filter struct {
	n         lcu.Expr
	t         *lcu.Thunk // the values
	keep      *lcu.Thunk // whether index i is selected
	count     lcu.Expr   // selected elements before i, n+1 entries, or a directory
	directory bool
}

// filter puts what makes vs into l.
func (d *decomposer) filter(l *lcu.Lets, vs []*lcu.Var, e lcu.Expr) {
	p, _ := lcu.PartsOf(e)
	one, single := e.(*lcu.Filter)
	ranks, vs := vs[len(vs)-1], vs[:len(vs)-1]
	f := &filter{n: p.N, t: p.T, keep: applied(p.T, p.Fun), directory: d.byDirectory[ranks]}
	sides := sidesOf(vs, single)
	d.materialise(l, f, p.Fun, d.needed(vs, single), !single)
	rest := single && !d.live[ranks] && f.oppose()
	if rest {
		ranks = lcu.NewVar("ranks", types.Vec(types.Int)) // of no known size: they count others
	}
	d.counts(l, f, ranks)
	if single && one.Loose {
		d.place(l, vs, f, f.n, true, rest)
		return
	}
	total := l.Bind("m", types.Int, f.total())
	if !rest {
		d.place(l, sides[0], f, total, false, false)
	}
	if rest || !single {
		d.place(l, sides[len(sides)-1], f, l.Bind("m", types.Int, lcu.Apply(prim.Sub, f.n, total)), false, true)
	}
}

// sidesOf is what a filter makes, or a partition of either side.
func sidesOf(vs []*lcu.Var, single bool) [][]*lcu.Var {
	if single {
		return [][]*lcu.Var{vs}
	}
	return [][]*lcu.Var{vs[:len(vs)/2], vs[len(vs)/2:]}
}

// needed tells which values go into results vs that are used.
func (d *decomposer) needed(vs []*lcu.Var, single bool) []bool {
	sides := sidesOf(vs, single)
	need := make([]bool, len(sides[0]))
	for _, side := range sides {
		for k, v := range side {
			need[k] = need[k] || d.live[v]
		}
	}
	return need
}

// total is the number of selected elements.
func (f *filter) total() lcu.Expr {
	if f.directory {
		return lcu.Get(f.count, lcu.N(0))
	}
	return lcu.Get(f.count, f.n)
}

// oppose turns a predicate that is a negation into what it negates, so that what is kept
// becomes the rest. Else it reports false.
func (f *filter) oppose() bool {
	var l lcu.Lets
	nots := map[*lcu.Var]lcu.Expr{}
	e := f.keep.Body
	for let, ok := e.(*lcu.Let); ok; let, ok = e.(*lcu.Let) {
		if p, ok := let.Rhs.(*lcu.Prim); ok && p.Op == prim.Not.Prim() {
			nots[let.Binds[0]] = p.Args[0]
		}
		l.Set(let.Binds, let.Rhs)
		e = let.Body
	}
	ret, ok := e.(*lcu.Ret)
	if !ok {
		return false
	}
	flag, ok := ret.Vals[0].(*lcu.Ref)
	if !ok || nots[flag.Var] == nil {
		return false
	}
	f.keep = opt.Dead(&lcu.Thunk{Params: f.keep.Params, Body: l.In(lcu.Results(nots[flag.Var]))}).(*lcu.Thunk)
	return true
}

// applied is the predicate as a thunk of the index.
func applied(t, pred *lcu.Thunk) *lcu.Thunk {
	only := make([]bool, len(pred.Params)+1)
	only[len(pred.Params)] = true
	return opt.Dead(opt.KeepResults(withFlag(t, pred), only)).(*lcu.Thunk)
}

// materialise makes arrays of the flags and values that should be computed
// only once, in one Map; need says which values are used, twice in a partition.
func (d *decomposer) materialise(l *lcu.Lets, f *filter, pred *lcu.Thunk, need []bool, twice bool) {
	var c opt.Cost
	c.Add(f.keep)
	all, again := lcu.HasCheck(f.t), c.Expensive()
	flag := all || again && !f.directory
	made := make([]bool, len(need)+1)
	for k, n := range need {
		made[k] = n && (all || (again || twice) && opt.CostOf(f.t.Body, k).Expensive())
	}
	made[len(need)] = flag
	if !slices.Contains(made, true) {
		return
	}
	n := len(need)
	vs := make([]*lcu.Var, n, n+1)
	for k, p := range pred.Params {
		vs[k] = lcu.NewVar("x", types.Vec(p.Type))
	}
	flags := lcu.NewVar("flags", types.Vec(types.Bool))
	d.run(l, ir.Kept(append(vs, flags), made), &lcu.Map{N: f.n, T: opt.Dead(opt.KeepResults(withFlag(f.t, pred), made)).(*lcu.Thunk)})
	f.t = reading(f.t, vs, made)
	if flag {
		f.keep = reading(nil, []*lcu.Var{flags}, []bool{true})
	}
}

// withFlag is a thunk that also yields the predicate of its values.
func withFlag(t, pred *lcu.Thunk) *lcu.Thunk {
	t = lcu.Freshen(t).(*lcu.Thunk)
	var l lcu.Lets
	vals := opt.Splice(&l, t.Body, types.OfVars(pred.Params))
	env := map[*lcu.Var]lcu.Expr{}
	for i, v := range pred.Params {
		env[v] = vals[i]
	}
	flag := opt.Splice(&l, lcu.CopyWith(pred.Body, env), []*types.Type{types.Bool})
	return &lcu.Thunk{Params: t.Params, Body: l.In(lcu.Results(append(slices.Clone(vals), flag...)...))}
}

// flagged is a thunk for n parts of a compaction that also yields the flag of each.
func flagged(t, keep *lcu.Thunk, n int) *lcu.Thunk {
	t, keep = lcu.Freshen(t).(*lcu.Thunk), lcu.Freshen(keep).(*lcu.Thunk)
	var l lcu.Lets
	vals := opt.Splice(&l, t.Body, nil)
	body := lcu.Replace(keep.Body, map[*lcu.Var]lcu.Expr{keep.Params[0]: lcu.Use(t.Params[0])})
	flag := opt.Splice(&l, body, []*types.Type{types.Bool})
	out := &lcu.Thunk{Params: t.Params, Body: l.In(lcu.Results(opt.WithFlags(vals, slices.Repeat(flag, n))...))}
	return opt.CSE(out).(*lcu.Thunk)
}

// reading is t with the results that were made read from their arrays. A t
// that may fail was made as far as it is needed, and is not computed again.
func reading(t *lcu.Thunk, vs []*lcu.Var, made []bool) *lcu.Thunk {
	i := lcu.NewVar("i", types.Int)
	var l lcu.Lets
	vals := make([]lcu.Expr, len(vs))
	if t != nil && !lcu.HasCheck(t) {
		t = lcu.Freshen(t).(*lcu.Thunk)
		env := map[*lcu.Var]lcu.Expr{t.Params[0]: lcu.Use(i)}
		copy(vals, opt.Splice(&l, lcu.Replace(t.Body, env), elemTypes(vs)))
	}
	for k, v := range vs {
		if made[k] {
			vals[k] = l.Bind("x", v.Type.Elem(), lcu.Get(lcu.Use(v), lcu.Use(i)))
		} else if vals[k] == nil {
			vals[k] = lcu.N(0) // not needed
		}
	}
	return &lcu.Thunk{Params: []*lcu.Var{i}, Body: l.In(lcu.Results(vals...))}
}

// run outlines a SOAC that makes vs and puts its run into l.
func (d *decomposer) run(l *lcu.Lets, vs []*lcu.Var, soac lcu.Expr) {
	l.Set(vs, d.out.Run(d.fn, vs, soac.MovedTo(d.at)))
}

// counts makes u the array of the numbers of selected elements before every index, with one
// entry more: the number of all. A directory is another array.
func (d *decomposer) counts(l *lcu.Lets, f *filter, u *lcu.Var) {
	t := lcu.Freshen(f.keep).(*lcu.Thunk)
	var soac lcu.Expr
	if f.directory {
		dir := lcu.NewVar(u.Name, types.Vec(types.Int)) // the size of u is another
		d.directories[u] = lcu.Use(dir)
		u, soac = dir, &lcu.Directory{Node: ir.At(d.at), Ops: []prim.Rop{prim.RRank}, N: f.n, T: t}
	} else {
		var b lcu.Lets
		keep := opt.Splice(&b, t.Body, []*types.Type{types.Bool})
		one := b.Bind("k", types.Int, lcu.Apply(prim.Btoi, keep[0]))
		soac = &lcu.Prefix{Node: ir.At(d.at), Ops: []prim.Rop{prim.RAdd}, N: f.n, T: &lcu.Thunk{Params: t.Params, Body: b.In(lcu.Results(one))}}
	}
	run := d.out.Run(d.fn, []*lcu.Var{u}, soac)
	d.ranks[run.Kernel] = d.out.Alike(run.Kernel)
	l.Set([]*lcu.Var{u}, run)
	f.count = lcu.Use(u)
}

// place makes those of vs that are used, size elements each, of the selected elements
// or the rest.
func (d *decomposer) place(l *lcu.Lets, vs []*lcu.Var, f *filter, size lcu.Expr, loose, rest bool) {
	keep := make([]bool, len(vs))
	c := &lcu.Compact{N: f.n}
	for i, v := range vs {
		if keep[i] = d.live[v]; !keep[i] {
			continue
		}
		c.Into, c.Sizes, c.Loose = append(c.Into, len(c.Sizes)), append(c.Sizes, size), append(c.Loose, loose)
		c.Start, c.Rest = append(c.Start, lcu.N(0)), append(c.Rest, rest)
		if f.directory {
			c.Directories = append(c.Directories, f.count)
		} else {
			c.Ranks = append(c.Ranks, f.count)
		}
	}
	if len(c.Into) == 0 {
		return
	}
	c.T = opt.Dead(opt.KeepResults(lcu.Freshen(f.t), keep)).(*lcu.Thunk)
	if d.ctx.Desc().Vectorised && !f.directory {
		c.T = flagged(c.T, f.keep, len(c.Into))
	}
	d.run(l, ir.Kept(vs, keep), c)
}
