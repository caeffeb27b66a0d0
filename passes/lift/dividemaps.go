package lift

import (
	"slices"
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// DivideMaps makes functions of maps of the host whose elements each make, and store, a sequence as long as one
// that all of them read. Of many elements at a time, these sequences together may be much larger than anything
// the program has. The function works on halves of the elements, one after the other, until
// what is stored at a time is what keeps the device busy.
//
//	{ body : x in xs }, where body sorts what it makes of the elements of ys
//	=>  f(xs, ys), a function that is
//	    if #xs > 1 and #xs * #ys > level and #ys >= level / 1024 then f(take(xs, #xs / 2), ys) ++ f(drop(xs, #xs / 2), ys)
//	    else { body : x in xs }
func DivideMaps(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	g := anf.NewCallGraph(m)
	d := &divider{Ctx: c, level: int64(c.Desc().Level), sigs: m.Sigs(), calls: g, effects: anf.NewEffects(g), tables: g.Reaching(usesTables)}
	out := anf.MapLifted(m, func(body nkl.Expr, lifted bool) nkl.Expr {
		if lifted {
			return body
		}
		return d.host(body)
	})
	if len(d.funcs) == 0 {
		return m
	}
	return out.WithFuncs(append(slices.Clone(out.Funcs), d.funcs...))
}

// rowsPerLevel is how many sequences make a level at most, of maps that are divided, and leastRow the least elements of
// a sequence: results are copied once for each division, so elements must do more than that.
const rowsPerLevel, leastRow = 1024, 4

// A divider divides the maps of a module.
type divider struct {
	*pass.Ctx
	level   int64
	sigs    *nkl.Sigs
	calls   *anf.CallGraph
	effects *anf.Effects
	tables  []bool // functions that use tables
	funcs   []*nkl.Func
}

// host divides the maps of code of the host.
func (d *divider) host(e nkl.Expr) nkl.Expr {
	if each, ok := e.(*nkl.Each); ok {
		return d.each(each)
	}
	return e.MapChildren(d.host)
}

// each is a call of a function for e, or e where nothing that is large is stored.
func (d *divider) each(e *nkl.Each) nkl.Expr {
	for _, s := range e.Seqs {
		if _, ok := s.(*nkl.Ref); !ok {
			return e
		}
	}
	if d.ordered(e.Body) {
		return e
	}
	r := &elementRows{lens: map[*nkl.Var]nkl.Expr{}, inside: nkl.BoundVars(e), varies: map[*nkl.Var]bool{}}
	for _, v := range e.Binds {
		r.varies[v] = true
	}
	r.code(e.Body, nil)
	if len(r.stored) == 0 || !d.Rewrite("divide a map whose elements make rows") {
		return e
	}
	return d.function(e, r.stored)
}

// ordered reports whether code acts on the world or adds rows to tables: elements do that in order.
func (d *divider) ordered(e nkl.Expr) bool {
	return d.effects.Act(e) || d.calls.Reaches(e, usesTables, d.tables)
}

// usesTables reports whether a form is of tables of recursive datatypes.
func usesTables(e nkl.Expr) bool {
	switch e.(type) {
	case *nkl.Scope, *nkl.Alloc, *nkl.AllocAll, *nkl.Reserve, *nkl.Store, *nkl.Column:
		return true
	}
	return false
}

// function makes the function of e, each of whose elements stores rows of these lengths, and a call of it.
func (d *divider) function(e *nkl.Each, lengths []nkl.Expr) nkl.Expr {
	f := &nkl.Func{Decl: ir.DeclAt(e.Pos()), Name: "map.part" + strconv.Itoa(len(d.funcs)+1), Result: d.sigs.TypeOf(e)}
	var shared []*nkl.Var // by all elements
	share := func(vs []*nkl.Var) {
		for _, v := range vs {
			if !slices.Contains(e.Binds, v) && !slices.Contains(shared, v) {
				shared = append(shared, v)
			}
		}
	}
	share(nkl.FreeVars(e.Body))
	for _, l := range lengths {
		share(nkl.FreeVars(l))
	}
	env := map[*nkl.Var]*nkl.Var{}
	for _, v := range shared {
		env[v] = types.NewVar(v.Name, v.Type)
		f.Params = append(f.Params, env[v])
	}
	over := *nkl.Rename(nkl.Freshen(e), env).(*nkl.Each)
	over.Seqs = slices.Clone(over.Seqs)
	for i, s := range e.Seqs {
		v := s.(*nkl.Ref).Var
		p := types.NewVar(v.Name, v.Type)
		f.Params, over.Seqs[i] = append(f.Params, p), nkl.Use(p)
	}
	var b, halves anf.Block
	n := b.Name("n", types.Int, anf.Op(prim.Length, over.Seqs[0]))
	var row nkl.Expr // the elements of all rows of an element
	for _, l := range lengths {
		l = named(&b, nkl.Rename(l, env))
		if row != nil {
			l = b.Name("row", types.Int, anf.Op(prim.AddSize, row, l))
		}
		row = l
	}
	all := b.Name("all", types.Int, anf.Op(prim.MulSize, n, row))
	some := b.Name("some", types.Bool, anf.Op(prim.Gt, n, anf.Integer(1)))
	large := b.Name("large", types.Bool, anf.Op(prim.Gt, all, anf.Integer(d.level)))
	long := b.Name("long", types.Bool, anf.Op(prim.Ge, row, anf.Integer(max(d.level/rowsPerLevel, leastRow))))
	both := b.Name("both", types.Bool, anf.Op(prim.And, large, long))
	much := b.Name("much", types.Bool, anf.Op(prim.And, some, both))
	h := halves.Name("half", types.Int, anf.Op(prim.Div, n, anf.Integer(2)))
	rest := halves.Name("rest", types.Int, anf.Op(prim.Sub, n, h))
	half := func(places nkl.Expr) nkl.Expr {
		call := &nkl.Call{Node: e.Node, Fn: f.Name}
		for i, p := range f.Params {
			a := nkl.Use(p)
			if i >= len(shared) {
				a = halves.Name(p.Name, p.Type, anf.Op(prim.Get, a, places))
			}
			call.Args = append(call.Args, a)
		}
		return halves.Name("part", f.Result, call)
	}
	one := half(anf.Run(&halves, anf.Integer(0), h))
	two := half(anf.Run(&halves, h, rest))
	f.Body = b.In(&nkl.If{Node: e.Node, Cond: much, Then: halves.In(anf.Op(prim.Append, one, two)), Else: &over})
	d.funcs = append(d.funcs, f)
	return &nkl.Call{Node: e.Node, Fn: f.Name, Args: append(nkl.Uses(shared), e.Seqs...)}
}

// named is a length, computed in b.
func named(b *anf.Block, length nkl.Expr) nkl.Expr {
	p, ok := length.(*nkl.Prim)
	if !ok {
		return length
	}
	args := make([]nkl.Expr, len(p.Args))
	for i, a := range p.Args {
		args[i] = named(b, a)
	}
	return b.Name("length", types.Int, anf.Op(p.Op.Code, args...))
}

// elementRows are the sequences that an element of a map makes as long as one from outside.
type elementRows struct {
	inside map[*nkl.Var]bool     // variables of the map
	varies map[*nkl.Var]bool     // those whose values elements do not have in common
	lens   map[*nkl.Var]nkl.Expr // of sequences of elements, in terms of what comes from outside
	stored []nkl.Expr            // lengths of those that are stored
}

// code looks at the code of an element, or of one of as many elements of maps in it as times says, unless that is nil.
func (r *elementRows) code(e, times nkl.Expr) {
	for s, rest := steps.Cut(e); rest != nil; s, rest = steps.Cut(e) {
		if e = rest; s.Check != nil {
			continue
		}
		r.inner(s.Expr, times)
		r.varies[s.Bind] = slices.ContainsFunc(nkl.FreeVars(s.Expr), func(v *nkl.Var) bool { return r.varies[v] })
		if n := r.length(s.Expr); n != nil {
			r.lens[s.Bind] = n
			if r.varies[s.Bind] && storedIn(rest, s.Bind) {
				r.note(product(times, n))
			}
		}
	}
	r.inner(e, times)
}

// inner looks at the code of the elements of e, if that is a map of as many for all elements.
func (r *elementRows) inner(e, times nkl.Expr) {
	each, ok := e.(*nkl.Each)
	if !ok {
		return
	}
	if n := r.length(each); n != nil {
		for _, v := range each.Binds {
			r.varies[v] = true
		}
		r.code(each.Body, product(times, n))
	}
}

// product is how often n elements are there in all.
func product(times, n nkl.Expr) nkl.Expr {
	if times == nil {
		return n
	}
	return anf.Op(prim.MulSize, times, n)
}

// note adds a length to those of what is stored.
func (r *elementRows) note(n nkl.Expr) {
	if !slices.ContainsFunc(r.stored, func(m nkl.Expr) bool { return nkl.Show(m) == nkl.Show(n) }) {
		r.stored = append(r.stored, n)
	}
}

// length is the length of the sequence that e makes, nil if that is none that all elements have.
func (r *elementRows) length(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		for _, s := range e.Seqs {
			if n := r.lengthOf(s); n != nil {
				return n
			}
		}
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Index:
			return r.outside(e.Args[0])
		case prim.Dist:
			return r.outside(e.Args[1])
		case prim.Rank, prim.RankDown, prim.Permute, prim.Write:
			return r.lengthOf(e.Args[0])
		case prim.Get:
			return r.lengthOf(e.Args[1])
		}
		if _, scan := e.Op.Lift.(prim.Scanning); scan {
			return r.lengthOf(e.Args[0])
		}
	}
	return nil
}

// lengthOf is the length of the sequence e.
func (r *elementRows) lengthOf(e nkl.Expr) nkl.Expr {
	v, ok := e.(*nkl.Ref)
	switch {
	case !ok:
		return nil
	case !r.inside[v.Var]:
		return anf.Op(prim.Length, nkl.Use(v.Var))
	}
	return r.lens[v.Var]
}

// outside is e if it is from outside.
func (r *elementRows) outside(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Int:
		return e
	case *nkl.Ref:
		if !r.inside[e.Var] {
			return e
		}
	}
	return nil
}

// rearranges is the primitives whose operands are in memory.
var rearranges = map[prim.Code]bool{prim.Rank: true, prim.RankDown: true, prim.Permute: true, prim.Write: true}

// storedIn reports whether code needs all elements of v at a time: it moves them, or goes over them again with
// something that it knows of all.
func storedIn(e nkl.Expr, v *nkl.Var) bool {
	isV := func(e nkl.Expr) bool { return nkl.IsUse(e, v) }
	known := map[*nkl.Var]bool{} // what depends on all elements of v
	ofAll := func(e nkl.Expr) bool {
		return slices.ContainsFunc(nkl.FreeVars(e), func(w *nkl.Var) bool { return known[w] })
	}
	return ir.Any(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Let:
			known[e.Bind] = reduces(e.Rhs, v) || ofAll(e.Rhs)
		case *nkl.Each:
			return slices.ContainsFunc(e.Seqs, isV) && ofAll(e.Body)
		case *nkl.Call:
			return slices.ContainsFunc(e.Args, isV)
		case *nkl.Loop:
			return slices.ContainsFunc(e.Inits, isV)
		case *nkl.Update:
			return slices.ContainsFunc(e.Inits, isV)
		case *nkl.Prim:
			_, scan := e.Op.Lift.(prim.Scanning)
			return (scan || rearranges[e.Op.Code]) && slices.ContainsFunc(e.Args, isV)
		}
		return false
	})
}

// reduces reports whether e is a reduction of v.
func reduces(e nkl.Expr, v *nkl.Var) bool {
	p, ok := e.(*nkl.Prim)
	if !ok {
		return false
	}
	_, fold := p.Op.Lift.(prim.Reduction)
	return fold && nkl.IsUse(p.Args[0], v)
}
