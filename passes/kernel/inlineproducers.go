package kernel

// Moving element code to where its elements are read.

import (
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/kernel/opt"
	"nessiec/passes/pass"
)

// InlineProducers copies cheap Maps into the thunks that read them and drops
// those that nobody reads any more.
//
//	(let (v) (map n (thunk (i) e)) ... (thunk (j) (let (x) (at v k) b)))
//	=>  ... (thunk (j) e[k/i] bound to x in b)
//
// A vector of one scalar is such a Map.
//
// What is cheap, and who may read, is in producers.go: more where rows read it. What is not
// free, and read in its own region of host code only, is left to plan-fusion, which weighs
// copies with all else, and so is what takes long and makes results that stay, too. A SegMap that needs the
// number of its segment is copied only into thunks over the same segments that
// read it at their own position; a Map that is its only reader becomes such a
// SegMap. Checks are never copied: they move with their Map to its only reader,
// or stay.
//
// What is bound before a time is made before it: nothing moves over a start of the
// clock.
//
// A copy does not ask whether its index is in range: where the value of a read
// matters, a check or a condition came before it.
func InlineProducers(c *pass.Ctx, m *lcu.Module) *lcu.Module {
	before := c.LastRewrite().N
	out := opt.Bodies(c, m, func(c *pass.Ctx, e lcu.Expr) lcu.Expr {
		in := &inliner{Ctx: c, uses: usesIn(e), subst: map[*lcu.Var]lcu.Expr{}, made: map[*lcu.Var]*producer{},
			sizes: map[*lcu.Var]lcu.Expr{}, joined: map[*lcu.Thunk][]lcu.Expr{}, checked: map[*lcu.Thunk]int{}, ofArray: map[*lcu.Var]bool{}}
		return opt.AfterCopies(in.host(e))
	})
	if c.LastRewrite().N == before {
		return m
	}
	return out
}

// An inliner rewrites one function from the top down, so that what a producer
// reads is in it when its own turn comes.
type inliner struct {
	*pass.Ctx
	uses    *usage
	subst   map[*lcu.Var]lcu.Expr
	made    map[*lcu.Var]*producer    // producers to be copied into their readers
	sizes   map[*lcu.Var]lcu.Expr     // of arrays, where they are those of an index space
	joined  map[*lcu.Thunk][]lcu.Expr // segments of Maps that become segmented
	checked map[*lcu.Thunk]int        // the read of a thunk that checks moved to last
	ofArray map[*lcu.Var]bool         // elements of arrays that host code reads
}

func (in *inliner) atom(e lcu.Expr) lcu.Expr {
	if r, ok := e.(*lcu.Ref); ok {
		if a := in.subst[r.Var]; a != nil {
			return a
		}
	}
	return e
}

// segments is what the segments of a SOAC that was not rewritten yet become.
func (in *inliner) segments(segs []lcu.Expr) []lcu.Expr {
	out, _ := ir.MapSlice(segs, in.atom)
	return out
}

// host rewrites host code.
func (in *inliner) host(e lcu.Expr) lcu.Expr {
	e = e.MapOperands(in.operand)
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(in.host)
	}
	var l lcu.Lets
	if in.read(&l, let, inlineSite{}) {
		return l.In(in.host(let.Body))
	}
	rhs := in.host(let.Rhs)
	if p, ok := lcu.PartsOf(rhs); ok {
		rhs = in.soac(rhs, p)
		if n := opt.SizeOf(rhs); n != nil {
			for _, v := range let.Binds {
				in.sizes[v] = n
			}
		}
		if in.produce(let.Binds, rhs) {
			return in.host(let.Body)
		}
	} else if m := in.mapOfOne(rhs); m != nil {
		in.produce(let.Binds, m)
	} else if rhs.Form() == lcu.FormAt {
		in.ofArray[let.Binds[0]] = true
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: rhs, Body: in.host(let.Body)}
}

// mapOfOne is the map that makes a vector of one given scalar, else nil. What reads the
// vector takes the scalar as an argument, and nothing is sent to the device for it. An
// element of an array is copied on the device: to read it later would keep the array.
// Ranks keep all such vectors: what reads one is no part of the reduction that makes
// the scalar, which they could not divide then.
func (in *inliner) mapOfOne(e lcu.Expr) *lcu.Map {
	v, ok := e.(*lcu.Vec)
	if !ok || len(v.Vals) != 1 || in.Ranks {
		return nil
	}
	if r, ok := v.Vals[0].(*lcu.Ref); ok && in.ofArray[r.Var] {
		return nil
	}
	return &lcu.Map{Node: v.Node, N: &lcu.Int{Val: 1},
		T: &lcu.Thunk{Node: v.Node, Params: []*lcu.Var{lcu.NewVar("i", types.Int)}, Body: &lcu.Ret{Node: v.Node, Vals: v.Vals}}}
}

// operand is an atom; thunks are operands of SOACs and wait.
func (in *inliner) operand(e lcu.Expr) lcu.Expr {
	if _, ok := e.(*lcu.Thunk); ok {
		return e
	}
	return in.atom(e)
}

// soac copies producers into the thunks of a SOAC.
func (in *inliner) soac(e lcu.Expr, p lcu.Parts) lcu.Expr {
	if segs := in.joined[p.T]; segs != nil {
		s := lcu.NewVar("s", types.Int)
		e = &lcu.SegMap{Node: ir.At(e.Pos()), N: p.N, Segs: segs,
			T: &lcu.Thunk{Node: p.T.Node, Params: []*lcu.Var{s, p.T.Params[0]}, Body: p.T.Body}}
		p.Segs = segs
	}
	at := inlineSite{segs: p.Segs}
	return e.MapOperands(func(x lcu.Expr) lcu.Expr {
		t, ok := x.(*lcu.Thunk)
		if !ok {
			return x
		}
		here := at
		if n := len(t.Params); n > 0 {
			here.pos = t.Params[n-1]
			here.seg = t.Params[0]
		}
		here.copies = &copies{}
		return &lcu.Thunk{Node: t.Node, Params: t.Params, Body: in.element(t.Body, here)}
	})
}

// An inlineSite is where element code is: the segments of its segmented SOAC, its
// parameters, and what was copied there already. The zero place is the host.
type inlineSite struct {
	segs     []lcu.Expr
	seg, pos *lcu.Var
	copies   *copies
}

// copies are the results of producers that were copied, visible here.
type copies struct {
	up   *copies
	of   *lcu.Thunk
	idx  lcu.Expr
	vals []lcu.Expr
}

func (k *copies) find(t *lcu.Thunk, idx lcu.Expr) []lcu.Expr {
	for ; k != nil; k = k.up {
		if k.of == t && lcu.SameAtom(k.idx, idx) {
			return k.vals
		}
	}
	return nil
}

// element rewrites element code.
func (in *inliner) element(e lcu.Expr, at inlineSite) lcu.Expr {
	e = e.MapOperands(in.atom)
	let, ok := e.(*lcu.Let)
	if !ok {
		return e.MapBodies(func(b lcu.Expr) lcu.Expr { return in.element(b, at.nested()) })
	}
	var l lcu.Lets
	if in.read(&l, let, at) {
		return l.In(in.element(let.Body, at))
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: in.element(let.Rhs, at), Body: in.element(let.Body, at)}
}

// nested is the place inside a branch or a loop: copies made there are not
// visible outside.
func (at inlineSite) nested() inlineSite {
	at.copies = &copies{up: at.copies}
	return at
}

// read handles a let that reads an element, or the size, of a producer that is
// copied.
func (in *inliner) read(l *lcu.Lets, let *lcu.Let, at inlineSite) bool {
	switch e := let.Rhs.(type) {
	case *lcu.Length:
		n := in.sizes[e.Vec.(*lcu.Ref).Var]
		if n == nil {
			return false
		}
		in.subst[let.Binds[0]] = n
		return true
	case *lcu.At:
		v := e.Vec.(*lcu.Ref).Var
		p := in.made[v]
		if p == nil || !p.readable(at, in.atom(e.Idx)) {
			return false
		}
		in.subst[let.Binds[0]] = in.copy(l, p, in.atom(e.Idx), at)[p.result[v]]
		return true
	}
	return false
}

// copy puts the body of a producer into l and returns its results.
func (in *inliner) copy(l *lcu.Lets, p *producer, idx lcu.Expr, at inlineSite) []lcu.Expr {
	if vals := at.copies.find(p.thunk, idx); vals != nil {
		return vals
	}
	t := p.thunk
	env := map[*lcu.Var]lcu.Expr{t.Params[len(t.Params)-1]: idx}
	if len(t.Params) == 2 && at.seg != nil {
		env[t.Params[0]] = lcu.Use(at.seg)
	}
	vals := opt.Splice(l, lcu.CopyWith(t.Body, env), p.types)
	if k := at.copies; k != nil {
		up := *k
		*k = copies{up: &up, of: p.thunk, idx: idx, vals: vals}
	}
	return vals
}
