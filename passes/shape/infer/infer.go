// Package infer finds the lengths of sequences: it goes through a program and says what
// values, checks, branches, maps, loops and calls tell about sizes.
//
//	size      a length, or the value of an int, as an expression (types.Size)
//	shape     the sizes in a value, level by level (shapes.Shape)
//	condition what a bool says about sizes (sizes.Cond)
//	facts     what holds at the place at hand: scoped by dominance (sizes.Known)
//	index     the element number of an enclosing map, written $x: an open index
//	scheme    the shapes of the parameters and the result of a function
//
// What follows from what is known of sizes is the business of package passes/sizes. The
// passes that ask are those of package shape. The package imports sizes and ir.
//
// Nothing is believed because a program would fail otherwise: equalities come
// from checks and conditions, and hold below them only.
package infer

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/pass"
	"nessiec/passes/shape/infer/again"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// A Size is a length, or the value of an int.
type Size = types.Size

// An Analysis goes through a module, function by function.
type Analysis struct {
	*sizes.Known // at the place at hand

	trust bool // pieces and what is permuted are below their checks: compiled without -unsafe

	m       *nkl.Module
	groups  [][]*nkl.Func // functions that call each other, callees first
	sigs    *nkl.Sigs
	schemes map[string]*scheme
	tables  map[*prim.Prim]prim.Shape

	// results
	Types      map[*nkl.Var]*types.Type // annotated types of variables
	Results    map[string]*types.Type   // and of functions
	Proved     map[*nkl.Check]bool      // at the last look
	Decided    map[*nkl.If][2]bool      // at the last look: that the condition holds is proved, and that it does not
	Values     map[*nkl.Let]nkl.Expr    // ints that are known: as a number, or as a length
	Iterations int64                    // of loops that were looked at

	Globals        map[string][]string        // whose results the parameters of actions are
	called         map[string]*calling        // at the first look at the module
	contracts      map[string][]*contract     // nil at the first look
	postconditions map[string]*postconditions // of recursive functions
	regular        map[regularParam]bool      // parameters whose sequences in sequences have one length
	irregular      map[regularParam]bool      // those of them that are not, as a call of this round shows
	Mismatches     *Mismatches                // nil: nobody asks for them
	looks          *again.Looks
	unproved       map[*nkl.Loop]bool // loops with checks that the first look at the module does not prove
	bounded        map[string]bool    // functions that have such loops
	broken         map[bound]bool     // that loops do not keep, since contracts were proposed
	loose          map[*nkl.Var]bool  // variables of loops that the next iteration has anything for

	// of the function at hand
	fn     string // or what it is the lifted copy of
	vars   map[*nkl.Var]*shapes.Shape
	open   []*Size             // indices of the enclosing maps, outermost first
	counts map[*nkl.Var]*count // of sequences, as flags
	seqs   []*nkl.Var          // sequences in scope
	oldest map[*Size]*nkl.Var  // the oldest of them of each size
	loops  []*loop
	reach  reach  // of the place at hand
	hint   string // for new names
}

// NewAnalysis analyses m.
func NewAnalysis(c *pass.Ctx, m *nkl.Module) *Analysis {
	groups := nkl.Groups(m)
	return &Analysis{Known: sizes.New(c.Num()), trust: !c.Unsafe, m: m, groups: groups, Globals: nkl.Globals(m),
		regular: regularCandidates(m, groups), irregular: map[regularParam]bool{},
		sigs: m.Sigs(), schemes: map[string]*scheme{}, tables: map[*prim.Prim]prim.Shape{},
		Types: map[*nkl.Var]*types.Type{}, Results: map[string]*types.Type{}, Proved: map[*nkl.Check]bool{}, Decided: map[*nkl.If][2]bool{}, Values: map[*nkl.Let]nkl.Expr{}, called: map[string]*calling{}, vars: map[*nkl.Var]*shapes.Shape{}, counts: map[*nkl.Var]*count{}, postconditions: map[string]*postconditions{},
		looks: again.New(), broken: map[bound]bool{}, loose: map[*nkl.Var]bool{}}
}

// start forgets what is known of the function before.
func (x *Analysis) start() {
	x.Start()
	x.oldest = map[*Size]*nkl.Var{}
	x.open, x.seqs, x.loops, x.fn, x.hint, x.reach = nil, nil, nil, "", "", Certainly
}

// bind gives v a shape and its annotated type.
func (x *Analysis) bind(v *nkl.Var, s *shapes.Shape) {
	x.vars[v] = s
	if s == nil {
		x.hint = v.Name
	}
	x.Types[v] = x.annotated(v.Type, s)
	if v.Type.Kind == types.KSeq {
		x.seqs = append(x.seqs, v)
		x.counts[v] = &count{open: x.open}
		if n := x.Types[v].Sizes[0]; x.oldest[n] == nil {
			x.oldest[n] = v
		}
	}
}

// annotated writes the sizes of s into t; sizes of t are forgotten.
func (x *Analysis) annotated(t *types.Type, s *shapes.Shape) *types.Type { return x.annotate(t, s, 0) }

func (x *Analysis) annotate(t *types.Type, s *shapes.Shape, depth int) *types.Type {
	if !t.Has(types.KSeq) {
		return t
	}
	if s == nil {
		s = x.unknown(t, depth)
	}
	if t.Kind == types.KSeq {
		return types.SeqN(x.annotate(t.Elem(), s.Elem(), depth+1), x.CanonInt(s.Size))
	}
	es := make([]*types.Type, len(t.Elems))
	for i, e := range t.Elems {
		es[i] = x.annotate(e, s.Kids[i], depth)
	}
	return types.Tuple(es...)
}

// int is the shape of an int whose value, unless it wraps, is d.
func (x *Analysis) int(d *Size) *shapes.Shape {
	if n := x.Int(d); n != nil {
		return shapes.Int(n)
	}
	return x.unknownInt(0)
}

// exprs are the shapes of es; ok is false if one of them yields no value.
func (x *Analysis) exprs(es []nkl.Expr) (ss []*shapes.Shape, ok bool) {
	ss, ok = make([]*shapes.Shape, len(es)), true
	for i, e := range es {
		ss[i] = x.expr(e)
		ok = ok && ss[i] != nil
	}
	return ss, ok
}

// expr is the shape of e. What is learnt in e outside of branches and maps
// stays in force.
//
//nessiec:exhaustive grammar.NestedShaped
func (x *Analysis) expr(e nkl.Expr) *shapes.Shape {
	switch e := e.(type) {
	case *nkl.Ref:
		return x.vars[e.Var]
	case *nkl.Int:
		return shapes.Int(x.Int(sizes.Const(e.Val)))
	case *nkl.Float:
		if e.Val == 0 {
			return shapes.Float(sizes.Const(0))
		}
		return shapes.AnyScalar
	case *nkl.Char:
		return shapes.AnyScalar
	case *nkl.Bool:
		if e.Val {
			return shapes.Bool(sizes.True)
		}
		return shapes.Bool(sizes.False)
	case *nkl.Str:
		return shapes.Seq(sizes.Const(int64(len(e.Val))), shapes.AnyScalar)
	case *nkl.Prim:
		return x.prim(e)
	case *nkl.Call:
		return x.call(e.Pos(), e.Fn, e.Args)
	case *nkl.CallLifted:
		return x.call(e.Pos(), e.Fn, e.Args)
	case *nkl.Anywhere:
		if x.expr(e.Cond) == nil {
			return nil
		}
		return shapes.AnyBool
	case *nkl.Regular:
		if _, ok := x.exprs(e.Args); ok {
			return shapes.AnyBool
		}
		return nil
	case *nkl.Tuple:
		if ss, ok := x.exprs(e.Elems); ok {
			return shapes.Tuple(ss...)
		}
		return nil
	case *nkl.Proj:
		if s := x.expr(e.Of); s != nil {
			return s.Kids[e.Index]
		}
		return nil
	case *nkl.Seq:
		return x.seq(e)
	case *nkl.Let:
		return x.let(e, x.expr)
	case *nkl.Check:
		return x.check(e, x.expr)
	case *nkl.Elem:
		return x.expr(e.Body)
	case *nkl.Update:
		return x.update(e)
	case *nkl.Put:
		return x.put(e)
	case *nkl.Time:
		if s := x.expr(e.Body); s != nil {
			return shapes.Tuple(s, shapes.AnyScalar)
		}
		return nil
	case *nkl.If:
		return x.branch(e, x.expr)
	case *nkl.EachCaptured:
		return x.each(e.Binds, e.Seqs, e.Body)
	case *nkl.Fold:
		return x.combination(e)
	case *nkl.Scope:
		x.exprs(e.Rows)
		return x.expr(e.Body)
	case *nkl.Alloc:
		x.exprs(e.Vals)
		return x.unknownInt(0)
	case *nkl.AllocAll:
		x.exprs(e.Seqs)
		return x.unknownInt(0)
	case *nkl.Reserve:
		x.expr(e.Cond)
		return x.unknownInt(0)
	case *nkl.Store:
		x.expr(e.Row)
		x.expr(e.Cond)
		x.exprs(e.Vals)
		return shapes.AnyScalar
	case *nkl.Column:
		return x.unknown(types.Seq(x.sigs.Tables[e.Table].Columns[e.Index]), 0)
	case *nkl.Loop:
		return x.loop(e)
	case *nkl.Recur:
		x.recur(e)
		return nil
	}
	switch e := e.(type) { // of find-mismatches, which comes before captures are marked
	case *nkl.Each:
		return x.each(e.Binds, e.Seqs, e.Body)
	case *nkl.Collect:
		x.exprs(e.Inits)
		return x.unknown(e.ValueType(), 0)
	}
	panic("shape: unexpected form " + nkl.Schema[e.Form()].Name)
}

// combination makes as many elements as it combines, or one, of which nothing is known.
func (x *Analysis) combination(e *nkl.Fold) *shapes.Shape {
	seq := x.expr(e.Seq)
	mark, scope, reach := x.Mark(), len(x.seqs), x.reach
	x.repeat(nil, nil)
	x.bind(e.X, x.unknown(e.X.Type, 0))
	x.bind(e.Y, x.unknown(e.Y.Type, 0))
	x.expr(e.Body)
	x.Undo(mark)
	x.leave(scope)
	x.reach = reach
	switch {
	case seq == nil:
		return nil
	case e.Scan:
		return shapes.Seq(seq.Size, x.unknown(e.X.Type, 1))
	}
	return x.unknown(e.X.Type, 0)
}

// A look is how the code that makes the value of an expression is looked at.
type look func(nkl.Expr) *shapes.Shape

// let names what its right-hand side makes after its variable.
func (x *Analysis) let(e *nkl.Let, at look) *shapes.Shape {
	outer, scope := x.hint, len(x.seqs)
	x.hint = e.Bind.Name
	rhs := x.expr(e.Rhs)
	x.leave(scope)
	x.know(e, rhs)
	if x.Mismatches != nil {
		x.Mismatches.Made[e.Bind] = e.Rhs
	}
	x.bind(e.Bind, rhs)
	x.hint = outer
	if rhs == nil {
		x.expr(e.Body)
		return nil
	}
	return at(e.Body)
}

func (x *Analysis) check(e *nkl.Check, at look) *shapes.Shape {
	s := x.expr(e.Cond)
	if s == nil {
		x.expr(e.Then)
		return nil
	}
	x.Proved[e] = x.Prove(s.Cond)
	if x.Mismatches != nil {
		x.compare(e, s.Cond)
	}
	x.Learn(s.Cond)
	return at(e.Then)
}

// seq is a literal: of a few elements, each is remembered; more have in common
// what they say alike.
func (x *Analysis) seq(e *nkl.Seq) *shapes.Shape {
	ss, ok := x.exprs(e.Elems)
	if !ok {
		return nil
	}
	n := sizes.Const(int64(len(ss)))
	if len(ss) == 0 {
		return shapes.Seq(n, shapes.Zero(e.Elem))
	}
	for i, s := range ss {
		ss[i] = s.Inside()
	}
	if len(ss) <= sizes.MaxPicked {
		return shapes.Seq(n, x.picked(ss, 1))
	}
	return shapes.Seq(n, x.common(ss, 1))
}
