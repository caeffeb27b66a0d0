// Package vectors makes scalar code of loops under maps whose steps make whole sequences, as long as those
// before: the next row of a table of distances, the next state of a simulation. One work-item does all steps of
// its element. In lockstep every step of all elements takes launches, and each goes through memory.
package vectors

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// A Loop is a loop whose steps are loops over elements. What a step stores is in sequences that Inner carries besides
// the variables of the loop, the scratch; those that the loop carries are overwritten.
//
//	(loop (v k) (v0 k0) (if (k == 0) v (let w (each (x) (v) (f x)) (recur w (k - 1)))))
//	=> (loop (v k) (v0 k0) (if (k == 0) v
//	     (let w (loop (i acc) (0 v) (if (i < n) (recur (i + 1) (write acc (i) (f (elt acc i)))) acc)) (recur w (k - 1)))))
//
// A step that needs other elements than that at the own place stores into scratch, and copies.
type Loop struct {
	Inner   *nkl.Loop
	lengths []*nkl.Var        // of sequences that are gone through, as variables of what is around
	values  map[*nkl.Var]size // of lengths
	equal   [][2]*nkl.Var     // lengths that must be equal
	carried []*nkl.Var        // lengths of the sequences that the loop carries
	scratch []scratch
}

// scratch is a sequence into which steps store.
type scratch struct {
	first  *nkl.Var // in the beginning
	bind   *nkl.Var // the variable of the loop
	length *nkl.Var
}

// Serial is l as such a loop, for lengths that outside variables say; nil if a step does anything else.
func Serial(code *scalars.Code, num value.Num, l *nkl.Loop, outside []*nkl.Var) *Loop {
	x := &steps{code: code, num: num, loop: l, outside: outside, defs: map[*nkl.Var]nkl.Expr{}, uses: map[*nkl.Var]int{}, stored: map[*nkl.Var]bool{},
		latest: map[*nkl.Var]*nkl.Var{}, versions: map[*nkl.Var]*nkl.Var{},
		out: &Loop{values: map[*nkl.Var]size{}}}
	x.define(l.Body)
	body := anf.WithLengths(l.Body, x.length) // as variables of what is around
	x.define(body)
	x.find(body, true)
	if body = x.step(body); x.bad || !x.changed {
		return nil
	}
	for _, v := range l.Binds {
		if v.Type.Kind == types.KSeq {
			x.out.carried = append(x.out.carried, x.lengthVar(v))
		}
	}
	in := &nkl.Loop{Node: l.Node, Binds: slices.Clone(l.Binds), Inits: slices.Clone(l.Inits)}
	free := slices.Concat(nkl.FreeVars(l), x.out.lengths)
	for _, t := range x.out.scratch {
		in.Binds, in.Inits, free = append(in.Binds, t.bind), append(in.Inits, nkl.Use(t.first)), append(free, t.first)
	}
	in.Body = anf.AtRecurs(body, func(e *nkl.Recur) nkl.Expr { // other steps hand their scratch on
		out := &nkl.Recur{Node: e.Node, Args: slices.Clone(e.Args)}
		for _, t := range x.out.scratch[len(e.Args)-len(l.Binds):] {
			out.Args = append(out.Args, nkl.Use(t.bind))
		}
		return out
	})
	x.out.Inner = nkl.Freshen(in).(*nkl.Loop)
	for _, v := range nkl.FreeVars(x.out.Inner) {
		if !slices.Contains(free, v) {
			return nil // a sequence that is not there
		}
	}
	return x.out
}

// Around is block, which Inner has become, with the scratch that it needs.
func (l *Loop) Around(block nkl.Expr) nkl.Expr {
	var b anf.Block
	free := nkl.FreeVars(block)
	for _, t := range l.scratch {
		if slices.Contains(free, t.first) {
			b.Let(t.first, anf.Op(prim.Dist, b.Zero(t.bind.Type.Elem()), nkl.Use(t.length)))
		}
	}
	return b.In(block)
}

// FirstLength is how many elements sequence k of the block that Inner has become needs in the beginning: all that the loop
// carries, if that is known, and none of scratch.
func (l *Loop) FirstLength(k int) (n nkl.Expr, known bool) {
	if k >= len(l.carried) {
		return nil, true
	}
	if l.carried[k] == nil {
		return nil, false
	}
	return nkl.Use(l.carried[k]), true
}

// Lengths adds the lengths to b. It returns those of which there may be many elements, and pairs of those that must be equal.
func (l *Loop) Lengths(b *anf.Block) (short []*nkl.Var, equal [][2]*nkl.Var) {
	for _, v := range l.lengths {
		l.values[v].let(b, v)
	}
	return l.lengths, l.equal
}

// steps is what is known of the steps of a loop.
type steps struct {
	code     *scalars.Code
	num      value.Num
	loop     *nkl.Loop
	defs     map[*nkl.Var]nkl.Expr
	uses     map[*nkl.Var]int  // of sequences
	stored   map[*nkl.Var]bool // sequences that are needed as a whole
	outside  []*nkl.Var
	latest   map[*nkl.Var]*nkl.Var // the version of scratch, where it is not that with which the step began
	versions map[*nkl.Var]*nkl.Var // the variable of the loop of which a sequence is a version
	out      *Loop
	changed  bool
	bad      bool
}

// define notes what e binds.
func (x *steps) define(e nkl.Expr) {
	ir.Walk(e, func(e nkl.Expr) bool {
		if let, ok := e.(*nkl.Let); ok {
			x.defs[let.Bind] = let.Rhs
		}
		return true
	})
}

// step is e, which ends a step, with loops.
func (x *steps) step(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		var b anf.Block
		if t := e.Bind.Type; t.Kind == types.KSeq {
			x.sequence(&b, e)
		} else {
			b.Let(e.Bind, x.scalar(&b, e.Rhs))
		}
		return b.In(x.step(e.Body))
	case *nkl.Check:
		return &nkl.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: x.step(e.Then)}
	case *nkl.If:
		before := x.latest
		x.latest = maps.Clone(before)
		then := x.step(e.Then)
		x.latest = maps.Clone(before)
		els := x.step(e.Else)
		x.latest = before
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: then, Else: els}
	case *nkl.Recur:
		return x.recur(e)
	case *nkl.Prim:
		var b anf.Block
		return b.In(x.scalar(&b, e))
	}
	return e
}

// scalar is e, which makes no sequence, with a loop if it reduces one.
func (x *steps) scalar(b *anf.Block, e nkl.Expr) nkl.Expr {
	p, ok := e.(*nkl.Prim)
	if !ok {
		return e
	}
	if fold, ok := p.Op.Lift.(prim.Reduction); ok {
		xs, t := nkl.VarOf(p.Args[0]), anf.TypeOfAtom(p.Args[0]).Elem()
		if xs == nil || fold.Op.Prim() == nil || !t.IsBase() {
			return x.fail()
		}
		acc := types.NewVar("acc", t)
		return x.through(xs, []*nkl.Var{acc}, []nkl.Expr{anf.Neutral(x.num, fold.Op.Prim().Code, t)}, func(b *anf.Block, _, e nkl.Expr) []nkl.Expr {
			return []nkl.Expr{b.Name(acc.Name, t, nkl.Op(p.P, fold.Op.Prim().Code, nkl.Use(acc), e))}
		})
	}
	switch {
	case p.Op.Code == prim.Elt && x.isVirtual(nkl.VarOf(p.Args[0])):
		return x.element(b, nkl.VarOf(p.Args[0]), p.Args[1])
	case p.Op.Code == prim.Length && x.isVirtual(nkl.VarOf(p.Args[0])):
		return x.count(b, nkl.VarOf(p.Args[0]))
	}
	return e
}

func (x *steps) fail() nkl.Expr {
	x.bad = true
	return anf.Integer(0)
}

// through is a loop over the elements of xs, in which accs become what step makes of each of them; its value is the first one.
func (x *steps) through(xs *nkl.Var, accs []*nkl.Var, first []nkl.Expr, step func(b *anf.Block, i, e nkl.Expr) []nkl.Expr) *nkl.Loop {
	n := x.length(xs)
	if n == nil {
		x.bad = true
		n = anf.Integer(0)
	}
	i := types.NewVar("i", types.Int)
	var each anf.Block
	e := each.Name("x", xs.Type.Elem(), x.element(&each, xs, nkl.Use(i)))
	next := each.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))
	again := each.In(&nkl.Recur{Args: append([]nkl.Expr{next}, step(&each, nkl.Use(i), e)...)})
	return anf.Counted(append([]*nkl.Var{i}, accs...), append([]nkl.Expr{anf.Integer(0)}, first...), n, again, nkl.Use(accs[0]))
}
