package shape

// The analysis of expressions.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// An analysis goes through a module, function by function.
type analysis struct {
	minInt, maxInt int64 // range of ints, unless unbounded
	safeInt        int64 // an int that is proved to lie within -safeInt-1 .. safeInt did not wrap
	maxLength      int64
	trust          bool // primitives are below their checks: compiled without -unsafe
	rect           bool // believe equalities of sizes that a completed map has checked

	sigs    *nkl.Sigs
	schemes map[string]*scheme
	tables  map[*prim.Prim]prim.Shape
	symbols map[*size][]linear // what is known of functions of sizes

	// results
	types   map[*nkl.Var]*types.Type // annotated types of variables
	results map[string]*types.Type   // and of functions
	proved  map[*nkl.Check]bool      // at the last look
	values  map[*nkl.Let]nkl.Expr    // ints that are known: as a number, or as a length

	called    map[string]*calling    // at the first look at the module
	contracts map[string][]*contract // nil at the first look
	posts     map[string]*post       // of recursive functions

	// of the function at hand
	fn      string // or what it is the lifted copy of
	vars    map[*nkl.Var]*shape
	facts   *facts
	open    []*size             // indices of the enclosing maps, outermost first
	lengths map[*size]*size     // of open indices: how many elements the map has
	names   map[string]*name    // of sizes
	taken   map[string]int      // how often a hint was used
	counts  map[*nkl.Var]*count // of sequences, as flags
	seqs    []*nkl.Var          // sequences in scope
	oldest  map[*size]*nkl.Var  // the oldest of them of each size
	loops   []*loop
	hint    string // for new names
	busy    int    // depth of proofs
}

func newAnalysis(c *pass.Ctx, m *nkl.Module, rect bool) *analysis {
	x := &analysis{minInt: -1 << 31, maxInt: 1<<31 - 1, safeInt: 1<<31 - 1, maxLength: 1<<31 - 1, trust: !c.Unsafe, rect: rect,
		sigs: m.Sigs(), schemes: map[string]*scheme{}, tables: map[*prim.Prim]prim.Shape{}, symbols: map[*size][]linear{},
		types: map[*nkl.Var]*types.Type{}, results: map[string]*types.Type{}, proved: map[*nkl.Check]bool{}, values: map[*nkl.Let]nkl.Expr{}, called: map[string]*calling{}, posts: map[string]*post{}}
	if c.IntBits == 64 {
		x.minInt, x.maxInt, x.safeInt = -unbounded, unbounded, 1<<59
		x.maxLength = 1 << 47 // no memory is larger
	}
	return x
}

// start forgets what is known of the function before.
func (x *analysis) start() {
	x.vars, x.fn = map[*nkl.Var]*shape{}, ""
	x.facts = newFacts()
	x.open, x.seqs, x.loops, x.hint, x.busy = nil, nil, nil, "", 0
	x.lengths = map[*size]*size{}
	x.names = map[string]*name{}
	x.taken = map[string]int{}
	x.counts = map[*nkl.Var]*count{}
	x.oldest = map[*size]*nkl.Var{}
}

// bind gives v a shape and its annotated type.
func (x *analysis) bind(v *nkl.Var, s *shape) {
	x.vars[v] = s
	if s == nil {
		x.hint = v.Name
	}
	x.types[v] = x.annotated(v.Type, s)
	if v.Type.Kind == types.KSeq {
		x.seqs = append(x.seqs, v)
		x.counts[v] = &count{open: x.open}
		if n := x.types[v].Sizes[0]; x.oldest[n] == nil {
			x.oldest[n] = v
		}
	}
}

// annotated writes the sizes of s into t; sizes of t are forgotten.
func (x *analysis) annotated(t *types.Type, s *shape) *types.Type { return x.annotate(t, s, 0) }

func (x *analysis) annotate(t *types.Type, s *shape, depth int) *types.Type {
	if !t.Has(types.KSeq) {
		return t
	}
	if s == nil {
		s = x.unknown(t, depth)
	}
	if t.Kind == types.KSeq {
		return types.SeqN(x.annotate(t.Elem(), s.elem(), depth+1), x.normal(s.size, false))
	}
	es := make([]*types.Type, len(t.Elems))
	for i, e := range t.Elems {
		es[i] = x.annotate(e, s.kids[i], depth)
	}
	return types.Tuple(es...)
}

// int is the shape of an int whose value, unless it wraps, is d.
func (x *analysis) int(d *size) *shape {
	d = x.limited(d, 0, false)
	switch {
	case d.Op == types.SizeConst && d.N >= -x.safeInt-1 && d.N <= x.safeInt, len(d.Args) == 0 && d.Op != types.SizeConst:
		return intShape(d)
	case d.Op == types.SizeApp:
		return intShape(d)
	case x.notNegative(sub(constant(x.safeInt), d)) && x.notNegative(add(d, constant(x.safeInt+1))):
		return intShape(d)
	}
	return intShape(types.AppSize(symWord, d))
}

// positive is the length of a sequence that is made with n elements: n, unless
// it is negative, which a check excludes.
func (x *analysis) positive(n *size) *size {
	switch {
	case x.notNegative(n):
		return n
	case x.trust:
		x.facts.hold(entry{bound: x.normal(n, true)})
		return n
	}
	return types.AppSize(symPos, n)
}

// exprs are the shapes of es; ok is false if one of them yields no value.
func (x *analysis) exprs(es []nkl.Expr) (ss []*shape, ok bool) {
	ss, ok = make([]*shape, len(es)), true
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
func (x *analysis) expr(e nkl.Expr) *shape {
	switch e := e.(type) {
	case *nkl.Ref:
		return x.vars[e.Var]
	case *nkl.Int:
		return intShape(constant(e.Val))
	case *nkl.Float:
		if e.Val == 0 {
			return floatShape(constant(0))
		}
		return anyScalar
	case *nkl.Char:
		return anyScalar
	case *nkl.Bool:
		if e.Val {
			return boolShape(yes)
		}
		return boolShape(no)
	case *nkl.Str:
		return seqShape(constant(int64(len(e.Val))), anyScalar)
	case *nkl.Prim:
		return x.prim(e)
	case *nkl.Call:
		return x.call(e.Fn, e.Args)
	case *nkl.CallLifted:
		return x.call(e.Fn, e.Args)
	case *nkl.Tuple:
		if ss, ok := x.exprs(e.Elems); ok {
			return tupleShape(ss...)
		}
		return nil
	case *nkl.Proj:
		if s := x.expr(e.Of); s != nil {
			return s.kids[e.Index]
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
			return tupleShape(s, anyScalar)
		}
		return nil
	case *nkl.If:
		return x.branch(e, x.expr)
	case *nkl.EachCaptured:
		return x.each(e)
	case *nkl.Fold:
		return x.combination(e)
	case *nkl.Loop:
		return x.loop(e)
	case *nkl.Recur:
		x.recur(e)
		return nil
	}
	panic("shape: unexpected form " + nkl.Schema[e.Form()].Name)
}

// combination makes as many elements as it combines, or one, of which nothing is known.
func (x *analysis) combination(e *nkl.Fold) *shape {
	seq := x.expr(e.Seq)
	mark, scope := len(x.facts.log), len(x.seqs)
	x.bind(e.X, x.unknown(e.X.Type, 0))
	x.bind(e.Y, x.unknown(e.Y.Type, 0))
	x.expr(e.Body)
	x.facts.undo(mark)
	x.leave(scope)
	switch {
	case seq == nil:
		return nil
	case e.Scan:
		return seqShape(seq.size, x.unknown(e.X.Type, 1))
	}
	return x.unknown(e.X.Type, 0)
}

// A look is how the code that makes the value of an expression is looked at.
type look func(nkl.Expr) *shape

// let names what its right-hand side makes after its variable.
func (x *analysis) let(e *nkl.Let, at look) *shape {
	outer, scope := x.hint, len(x.seqs)
	x.hint = e.Bind.Name
	rhs := x.expr(e.Rhs)
	x.leave(scope)
	x.know(e, rhs)
	x.bind(e.Bind, rhs)
	x.hint = outer
	if rhs == nil {
		x.expr(e.Body)
		return nil
	}
	return at(e.Body)
}

func (x *analysis) check(e *nkl.Check, at look) *shape {
	s := x.expr(e.Cond)
	if s == nil {
		x.expr(e.Then)
		return nil
	}
	x.proved[e] = x.prove(s.cond)
	x.learn(s.cond)
	return at(e.Then)
}

// seq is a literal: of a few elements, each is remembered; more have in common
// what they say alike.
func (x *analysis) seq(e *nkl.Seq) *shape {
	ss, ok := x.exprs(e.Elems)
	if !ok {
		return nil
	}
	n := constant(int64(len(ss)))
	if len(ss) == 0 {
		return seqShape(n, zeroShape(e.Elem))
	}
	for i, s := range ss {
		ss[i] = inside(s)
	}
	if len(ss) <= maxPicked {
		return seqShape(n, x.picked(ss, 1))
	}
	return seqShape(n, x.common(ss, 1))
}

// inside is s as the shape of every element of a sequence.
func inside(s *shape) *shape {
	return s.mapSizes(func(n *size) *size { return closeSize(n, nil) })
}

// zeroShape is the shape of elements that do not exist.
func zeroShape(t *types.Type) *shape {
	switch t.Kind {
	case types.KSeq:
		return seqShape(constant(0), zeroShape(t.Elem()))
	case types.KTuple:
		s := tupleShape(make([]*shape, len(t.Elems))...)
		for i, e := range t.Elems {
			s.kids[i] = zeroShape(e)
		}
		return s
	case types.KInt:
		return intShape(constant(0))
	case types.KBool:
		return anyBool
	}
	return anyScalar
}
