package updates

// Loops that an update block leaves for the steps that are none of its code.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/lift/growing"
	"nessiec/passes/nested/anf"
)

// leaving is a loop of the host around the block of l, or nil. Where a branch of a step is no code for a block, as one that makes
// a table anew with twice the room, the block ends before the step. The host does the whole step, the last
// one likewise, and begins the block again. What a block carries that has other lengths in each step is copied when it
// begins, so such a branch must go through all of it.
//
//	(loop (a i) (xs 0) (if (== i n) a (let b (if c (sort a) a) (recur (put b i 0) (+ i 1)))))
//	=> (loop (a i) (xs 0)
//	     (let s (update .. (loop (a i) (a i) (if (== i n) (tuple a i) (if c (tuple a i) (recur (put a i 0) (+ i 1))))))
//	       (if (== s.1 n) s.0 (let b (if c (sort s.0) s.0) (recur (put b s.1 0) (+ s.1 1))))))
func (u *updates) leaving(l *nkl.Loop, host bool) nkl.Expr {
	if !host || !slices.ContainsFunc(l.Binds, func(v *nkl.Var) bool { return v.Type.Kind == types.KSeq }) {
		return nil
	}
	l = anf.LoopInvariants(l)
	fits := func(e nkl.Expr) bool { return u.nodes(e, u.growing) >= 0 }
	if out := u.left(l, fits); out != nil {
		return out
	}
	return u.left(l, func(e nkl.Expr) bool { return fits(e) && !anf.MakesSequences(e) })
}

// left is the loop around a block of what fits of the steps of l, or nil.
func (u *updates) left(l *nkl.Loop, fits func(e nkl.Expr) bool) nkl.Expr {
	x := &leaver{fits: fits, state: nkl.Pair(nkl.Uses(l.Binds)...)}
	body := x.steps(l.Body, false)
	if x.other || len(x.rare) == 0 || !anf.Iterates(body) {
		return nil
	}
	inner, within := &nkl.Loop{Node: l.Node, Inits: nkl.Uses(l.Binds)}, map[*nkl.Var]*nkl.Var{}
	for _, v := range l.Binds {
		within[v] = types.NewVar(v.Name, v.Type)
		inner.Binds = append(inner.Binds, within[v])
	}
	inner.Body = nkl.Rename(nkl.Freshen(body), within)
	changes := growing.Changes(u.sigs, inner)
	for _, v := range l.Binds {
		copied := v.Type.Kind == types.KSeq && (!v.Type.Elem().IsScalar() || changes(within[v]))
		if copied && !slices.ContainsFunc(x.rare, func(e nkl.Expr) bool { return anf.GoesThrough(e, v) }) {
			return nil
		}
	}
	block := u.version(inner, true)
	if block == nil {
		return nil
	}
	var b anf.Block
	val, env := b.Take(block), map[*nkl.Var]nkl.Expr{}
	if len(l.Binds) == 1 {
		env[l.Binds[0]] = b.Name(l.Binds[0].Name, l.Binds[0].Type, val)
	} else {
		all := b.Name("state", types.Tuple(types.OfVars(l.Binds)...), val)
		for i, v := range l.Binds {
			env[v] = b.Name(v.Name, v.Type, anf.Part(i, all))
		}
	}
	step := u.form(nkl.Replace(nkl.Freshen(l.Body), env), true)
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: b.In(step)}
}

// A leaver makes the body of a loop that ends before the steps that are no code of blocks.
type leaver struct {
	fits  func(e nkl.Expr) bool // whether e may become part of a block
	state nkl.Expr              // what the loop carries
	rare  []nkl.Expr            // branches that the host does
	other bool                  // there is a step that is no code of blocks in any case
}

// steps is code that ends an iteration, or the loop where it is not for a block; branch says whether it is that of a branch.
func (x *leaver) steps(e nkl.Expr, branch bool) nkl.Expr {
	if !anf.Iterates(e) {
		return x.state
	}
	switch e := e.(type) {
	case *nkl.Let:
		if x.fits(e.Rhs) {
			rare := len(x.rare)
			body := x.steps(e.Body, branch)
			if body == x.state && len(x.rare) > rare { // the host does it, too
				x.rare[rare] = e
				return body
			}
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: body}
		}
		if c, ok := e.Rhs.(*nkl.If); ok {
			if x.fits(c.Then) != x.fits(c.Else) {
				return x.either(c, e)
			}
		}
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: x.steps(e.Then, branch)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: x.steps(e.Then, true), Else: x.steps(e.Else, true)}
	case *nkl.Recur:
		return e
	}
	x.other = x.other || !branch
	x.rare = append(x.rare, e)
	return x.state
}

// either is the code of let, whose value is that of one of the branches of c; the other branch is none of a block.
func (x *leaver) either(c *nkl.If, let *nkl.Let) nkl.Expr {
	stay, rare := c.Then, c.Else
	if !x.fits(stay) {
		stay, rare = rare, stay
	}
	x.rare = append(x.rare, rare)
	var b anf.Block
	b.Let(let.Bind, b.Take(stay))
	goes := b.In(x.steps(let.Body, true))
	if stay == c.Then {
		return &nkl.If{Node: c.Node, Cond: c.Cond, Then: goes, Else: x.state}
	}
	return &nkl.If{Node: c.Node, Cond: c.Cond, Then: x.state, Else: goes}
}
