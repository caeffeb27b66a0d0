// Package flat holds the passes from fkl to fkl: descriptors become vectors
// (choosedescriptors.go), recursions hand on no more than they must (cutrecursions.go),
// random numbers and tables of rows are threaded (threadregions.go). Package simplify has
// the simplifier.
//
// Programs are in normal form: operands are atoms, a let binds the results of
// one operation, and bodies end in ret, recur or a conditional or loop of such
// bodies. The passes rely on it and keep it.
package flat

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
	"nessiec/passes/flat/simplify"
	"nessiec/passes/pass"
)

// ChooseDescriptors makes every descriptor the vector of its offsets, or, if all
// segments have one length, leaves it the two numbers that it is.
//
//	(let (d:sd<>) (sdmake lens) ...)  =>  (let (offs:vec<int>) (offsets add_size lens) ...)
//	(sdmake lens)                     =>  (offsets add_offset lens)   where elements are folded, and nothing is stored for each
//	(sdtotal d)                       =>  (at offs n)
//	(at starts s)                     =>  (at offs s)                 where starts is (sdstarts d)
//	(prim add (start len))            =>  (at offs s+1)               where these are what segment s has
//	(at starts s)                     =>  (prim mul (s len))          where d is (sdregular count len)
//	(segmap d s p e)                  =>  (map (count*len) p ... e)   where what it makes is read anywhere
//
// Offsets are made where the descriptor is defined, if anything needs them.
// Vectors of lengths and starts are made only where they escape.
func ChooseDescriptors(c *pass.Ctx, m *fkl.Module) *fkl.Module {
	return simplify.Funcs(c, m, func(_ *pass.Ctx, f *fkl.Func) *fkl.Func {
		d := &descriptors{uses: simplify.UsesIn(f.Body), sds: map[*fkl.Var]*desc{}, alias: map[*fkl.Var]fkl.Expr{}, virtual: map[*fkl.Var]virtual{}, lensOf: map[*fkl.Var]*desc{}, bounds: map[*fkl.Var]bound{}}
		g := &fkl.Func{Decl: f.Decl, Name: f.Name, Params: d.binders(f.Params), Body: d.body(f.Body)}
		g.Results, _ = ir.MapSlice(f.Results, flatType)
		if g.Body == f.Body && sameVars(g.Params, f.Params) {
			return f
		}
		return g
	})
}

// A desc is what is known of a descriptor, as atoms; nil is not known, or not
// needed.
type desc struct {
	offs  fkl.Expr // the vector of offsets
	long  bool     // these say where segments begin even if there are more elements than an int counts
	lens  fkl.Expr // the vector of lengths
	count fkl.Expr // of segments
	total fkl.Expr // of elements
	len   fkl.Expr // of every segment, if all are equal
	sd    fkl.Expr // the descriptor itself, if it stays one
}

// A virtual is the vector of the lengths or starts of a descriptor that is not
// made, because it is only read.
type virtual struct {
	of     *desc
	starts bool
}

// descriptors rewrites one function.
type descriptors struct {
	uses    map[*fkl.Var]simplify.Uses
	sds     map[*fkl.Var]*desc
	alias   map[*fkl.Var]fkl.Expr
	virtual map[*fkl.Var]virtual
	lensOf  map[*fkl.Var]*desc // vectors of lengths
	bounds  map[*fkl.Var]bound
}

// A bound is where a segment starts, or its length.
type bound struct {
	virtual
	at fkl.Expr // number of the segment
}

func sameVars(a, b []*fkl.Var) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// flatType is the type of what a value of type t becomes.
func flatType(t *types.Type) *types.Type {
	if t.Kind == types.KSd {
		return sizing.Offsets(t)
	}
	return t
}

// binders replaces variables that hold a descriptor by those of its offsets.
func (d *descriptors) binders(vs []*fkl.Var) []*fkl.Var {
	out, _ := ir.MapSlice(vs, func(v *fkl.Var) *fkl.Var {
		if v.Type.Kind != types.KSd {
			return v
		}
		offs := fkl.NewVar(v.Name, flatType(v.Type))
		d.sds[v] = &desc{offs: fkl.Use(offs)}
		return offs
	})
	return out
}

// body rewrites a body; it returns e itself when nothing changes.
func (d *descriptors) body(e fkl.Expr) fkl.Expr {
	let, ok := e.(*fkl.Let)
	if !ok {
		return d.rewrite(e)
	}
	l := fkl.Lets{At: let.Pos()}
	if d.define(&l, let) || d.read(&l, let) || d.end(&l, let) {
		return l.In(d.body(let.Body))
	}
	rhs := d.rewriteRhs(let)
	binds := d.binders(let.Binds)
	body := d.body(let.Body)
	if rhs == let.Rhs && body == let.Body && sameVars(binds, let.Binds) {
		return let
	}
	return l.In(&fkl.Let{Node: let.Node, Binds: binds, Rhs: rhs, Body: body})
}

// rewrite rewrites operands, binders and bodies of e.
func (d *descriptors) rewrite(e fkl.Expr) fkl.Expr {
	switch e.(type) {
	case *fkl.SegMap, *fkl.SegReduce, *fkl.SegScan, *fkl.SegFold, *fkl.Rank, *fkl.Update:
		e = e.MapOperands(d.segments)
	default:
		e = e.MapOperands(d.atom)
	}
	if loop, ok := e.(*fkl.Loop); ok {
		if binds := d.binders(loop.Binds); !sameVars(binds, loop.Binds) {
			out := *loop
			out.Binds = binds
			e = &out
		}
	}
	return e.MapBodies(d.body)
}

// atom is what an operand becomes where it stands for itself.
func (d *descriptors) atom(e fkl.Expr) fkl.Expr {
	r, ok := e.(*fkl.Ref)
	if !ok {
		return e
	}
	if sd := d.sds[r.Var]; sd != nil {
		return sd.offs
	}
	if a := d.alias[r.Var]; a != nil {
		return a
	}
	return e
}

// segments is what an operand of a segmented operation becomes.
func (d *descriptors) segments(e fkl.Expr) fkl.Expr {
	if r, ok := e.(*fkl.Ref); ok && d.sds[r.Var] != nil && d.sds[r.Var].sd != nil {
		return d.sds[r.Var].sd
	}
	return d.atom(e)
}

func (d *descriptors) sd(e fkl.Expr) *desc { return d.sds[e.(*fkl.Ref).Var] }

// rewriteRhs rewrites the operation that a let binds. A map over equal segments
// becomes one that divides to know its segment where that is better.
func (d *descriptors) rewriteRhs(let *fkl.Let) fkl.Expr {
	m, ok := let.Rhs.(*fkl.SegMap)
	if !ok {
		return d.rewrite(let.Rhs)
	}
	sd := d.sd(m.Sd)
	if sd.len == nil {
		return d.rewrite(m)
	}
	body := d.body(m.Body)
	if slices.Contains(fkl.FreeVars(body), m.Seg) {
		random := slices.ContainsFunc(let.Binds, func(v *fkl.Var) bool { return d.uses[v].Random })
		if sd.sd != nil && !short(sd.len) && !(random && movable(body)) {
			return &fkl.SegMap{Node: m.Node, N: d.atom(m.N), Sd: sd.sd, Seg: m.Seg, Idx: m.Idx, Body: body}
		}
		body = &fkl.Let{Binds: []*fkl.Var{m.Seg}, Rhs: fkl.Apply(prim.Div, fkl.Use(m.Idx), sd.len), Body: body}
	}
	return &fkl.Map{Node: m.Node, N: d.atom(m.N), Idx: m.Idx, Body: body}
}

// short reports whether segments are so short that dividing by their length, a
// literal, is cheaper than a loop for each of them.
func short(n fkl.Expr) bool {
	i, ok := n.(*fkl.Int)
	return ok && i.Val <= 8
}

// maxMovedOps is the number of operations from which nobody computes elements again where they are read.
const maxMovedOps = 7

// movable reports whether elements of a map may be computed where they are read, at any place.
func movable(body fkl.Expr) bool {
	ops := 0
	ir.Walk(body, func(e fkl.Expr) bool {
		switch e.(type) {
		case *fkl.Prim:
			ops++
		case *fkl.Loop:
			ops = maxMovedOps + 1
		}
		return true
	})
	return ops <= maxMovedOps
}

// define handles lets of what asks or makes descriptors.
func (d *descriptors) define(l *fkl.Lets, let *fkl.Let) bool {
	v := let.Binds
	switch e := let.Rhs.(type) {
	case *fkl.SdMake:
		d.sds[v[0]] = d.make(l, v[0], d.atom(e.Lens))
	case *fkl.SdGiven:
		d.sds[v[0]] = d.given(l, v[0], e)
	case *fkl.SdJoin:
		d.sds[v[0]] = d.join(l, v[0], d.sd(e.Outer), d.sd(e.Inner))
	case *fkl.SdRegular:
		d.sds[v[0]] = d.regular(l, v[0], d.atom(e.Count), d.atom(e.Len))
	case *fkl.SdCount:
		d.alias[v[0]] = d.count(l, d.sd(e.Sd))
	case *fkl.SdTotal:
		d.alias[v[0]] = d.total(l, d.sd(e.Sd))
	case *fkl.SdLens:
		d.vector(l, v[0], virtual{of: d.sd(e.Sd)})
	case *fkl.SdStarts:
		d.vector(l, v[0], virtual{of: d.sd(e.Sd), starts: true})
	default:
		return false
	}
	return true
}

// vector makes v stand for lengths or starts: known already, only read, or
// made here.
func (d *descriptors) vector(l *fkl.Lets, v *fkl.Var, x virtual) {
	switch {
	case !x.starts && x.of.lens != nil:
		d.alias[v] = x.of.lens
	case !d.uses[v].Whole:
		d.virtual[v] = x
	default:
		if x.of.len != nil {
			d.virtual[v] = x // arithmetic is cheaper than reading
		}
		i := fkl.NewVar("i", types.Int)
		var b fkl.Lets
		elem := d.element(&b, x, fkl.Use(i))
		l.Set([]*fkl.Var{v}, &fkl.Map{N: d.count(l, x.of), Idx: i, Body: b.In(fkl.Results(elem))})
	}
}

// element is element i of a virtual vector.
func (d *descriptors) element(l *fkl.Lets, x virtual, i fkl.Expr) fkl.Expr {
	switch sd := x.of; {
	case x.starts && sd.len != nil:
		return l.Bind("start", types.Int, fkl.Apply(prim.Mul, i, sd.len))
	case x.starts:
		return l.Bind("start", types.Int, fkl.Get(sd.offs, i))
	case sd.len != nil:
		return sd.len
	default:
		next := l.Bind("i", types.Int, fkl.Apply(prim.Add, i, fkl.N(1)))
		hi := l.Bind("hi", types.Int, fkl.Get(sd.offs, next))
		lo := l.Bind("lo", types.Int, fkl.Get(sd.offs, i))
		return l.Bind("len", types.Int, fkl.Apply(prim.Sub, hi, lo))
	}
}

// read handles lets of what reads a virtual vector, on the host or in element
// code.
func (d *descriptors) read(l *fkl.Lets, let *fkl.Let) bool {
	var vec fkl.Expr
	switch e := let.Rhs.(type) {
	case *fkl.At:
		vec = e.Vec
	case *fkl.Length:
		vec = e.Vec
	default:
		return false
	}
	x, ok := d.virtual[vec.(*fkl.Ref).Var]
	if at, isAt := let.Rhs.(*fkl.At); isAt {
		if of := d.lensOf[vec.(*fkl.Ref).Var]; of != nil {
			x.of = of
		}
		if x.of != nil && x.of.offs != nil && !x.of.long {
			d.bounds[let.Binds[0]] = bound{x, d.atom(at.Idx)}
		}
	}
	if !ok {
		return false
	}
	if at, ok := let.Rhs.(*fkl.At); ok {
		d.alias[let.Binds[0]] = d.element(l, x, d.atom(at.Idx))
	} else {
		d.alias[let.Binds[0]] = d.count(l, x.of)
	}
	return true
}

// end handles a let of where a segment ends, its start and its length: there the next one starts.
func (d *descriptors) end(l *fkl.Lets, let *fkl.Let) bool {
	p, ok := let.Rhs.(*fkl.Prim)
	if !ok || p.Op.Code != prim.Add {
		return false
	}
	var bs [2]bound
	for i, a := range p.Args {
		r, ok := a.(*fkl.Ref)
		if !ok {
			return false
		}
		bs[i] = d.bounds[r.Var]
	}
	if bs[0].of == nil || bs[0].of != bs[1].of || bs[0].starts == bs[1].starts || !simplify.SameAtom(bs[0].at, bs[1].at) {
		return false
	}
	next := l.Bind("i", types.Int, fkl.Apply(prim.Add, bs[0].at, fkl.N(1)))
	d.alias[let.Binds[0]] = l.Bind("end", types.Int, fkl.Get(bs[0].of.offs, next))
	return true
}
