// Package arenas puts sequences that recursive functions make on stacks.
//
//	arenas.go  functions with arenas
//	which.go   which sequences are in them
//	lines.go   to which of them elements are added
//	early.go   what is made before a call
//	code.go    the code of functions
//	pieces.go  how sequences are made and read
//	enter.go   sequences from outside
//	values.go  parts of values, and elements of arenas
//	cut.go     what stays where code ends
//	trail.go   sequences that are replaced in place, and put back
package arenas

// Sequences that functions make and need behind calls, and those that they hand to and get from each other: moves of a player, lists that a
// parser has read so far. They lie on stacks that calls hand on, arenas.

import (
	"iter"
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/lift/leaves"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/lift/stack"
	"nessiec/passes/nested/anf"
)

// Threads is the machines of f, the simplest first: as stack.Threads has it, and with arenas, which are sequences that calls hand on, too.
func Threads(x *scalars.Code, between stack.Between, f *nkl.Func, handed map[*nkl.Var]bool) iter.Seq[*Machine] {
	return func(yield func(*Machine) bool) {
		if m := stack.Threads(x, between, f, handed); m != nil && !yield(&Machine{Machine: m}) {
			return
		}
		if g := stack.WithResults(f, between); g != nil {
			if m := stack.Threads(x, between, g, handed); m != nil && !yield(&Machine{Machine: m}) {
				return
			}
			f = g
		}
		a := arenasOf(x, between, f, handed)
		if a == nil {
			return
		}
		for _, may := range []allowed{{}, {nested: true}, {nested: a.some.nested, costly: true}} {
			if may.nested && !a.some.nested || may.costly && !a.some.costly {
				continue
			}
			if m := a.machine(handed, may); m != nil && !yield(m) {
				return
			}
		}
	}
}

// machine is that of the root function with arenas, or nil if there is no use for any.
func (a *arenas) machine(handed map[*nkl.Var]bool, may allowed) *Machine {
	if a.choose(may); !a.fill() {
		return nil
	}
	x, f := a.Code, a.root
	root := *x.Funcs[arenaName(f.Name)]
	params := own(a, f, f.Params)
	on := slices.Clone(root.Params[len(params):])
	var empty []*nkl.Var
	for k, v := range on {
		if t := slices.IndexFunc(a.trails, func(t *trail) bool { return t.at == k }); t >= 0 {
			on[k] = f.Params[a.trails[t].param(f)]
		} else {
			empty = append(empty, v)
		}
	}
	params = slices.Concat(params, on)
	root.Body = nkl.Rename(nkl.Freshen(root.Body), anf.Renaming(root.Params, params))
	root.Params = params
	x.Funcs[root.Name] = &root
	all := map[*nkl.Var]bool{}
	maps.Copy(all, handed)
	for _, v := range empty {
		all[v] = true
	}
	m := stack.Threads(x, a.between, &root, all)
	if m == nil {
		return nil
	}
	if m.BeginWith(empty); !a.hasPieces(a.results[f.Name]) {
		m.YieldFirst()
		return &Machine{Machine: m}
	}
	return &Machine{m, a}
}

// A Machine is that of a function, with arenas if need be.
type Machine struct {
	*stack.Machine
	arenas *arenas // whose pieces it yields, or nil
}

// Yields is what the function yields, where its loop has become block; b has steps before it.
func (m *Machine) Yields(b *anf.Block, block nkl.Expr) nkl.Expr {
	if m.arenas == nil {
		return block
	}
	return m.arenas.yielded(b, b.Take(block))
}

// arenasOf is what is known of f, and the functions that it calls, to give them arenas; nil if some calls can be made at once.
func arenasOf(x *scalars.Code, between stack.Between, f *nkl.Func, handed map[*nkl.Var]bool) *arenas {
	a := &arenas{
		Code: x, between: between, root: f,
		calling: map[nkl.Expr]bool{}, results: map[string]*nkl.Var{}, places: map[*nkl.Var]bool{},
		classes: leaves.Classes{}, origins: leaves.Classes{}, lines: leaves.Classes{}, grows: map[leaves.Leaf]growth{},
		defs: map[*nkl.Var]nkl.Expr{}, uses: map[*nkl.Var]int{}, made: map[*nkl.Var]bool{},
	}
	for all := []*nkl.Func{f}; len(all) > 0; all = all[1:] {
		g := all[0]
		if a.function(g.Name) != nil {
			continue
		}
		if anf.IndependentCalls(g.Body, a.calls) {
			return nil
		}
		h := *g
		h.Body = a.early(a.inlined(g.Body))
		a.funcs = append(a.funcs, &h)
		a.results[g.Name] = types.NewVar("result", g.Result)
		ir.Walk(h.Body, func(e nkl.Expr) bool {
			if g := x.Funcs[anf.CalledBy(e)]; g != nil {
				all = append(all, g)
			}
			if v := nkl.VarOf(e); v != nil {
				a.uses[v]++
			}
			return true
		})
	}
	a.findPlaces(handed)
	a.findCandidates(handed)
	a.findGrowing()
	return a
}

// fill makes versions of the functions with arenas. It reports whether they have some, and could be made. There is an
// arena for each type of elements. A sequence in it is a piece, a place and a number of elements. It is put behind all others where it is made. What
// a function, or a step of a loop, has put there is taken off at its end, but for pieces that it yields.
//
//	(func f () (i:int) int (let ms (pack ..) (let a (call f () (j)) (elt ms a))))
//	=> (func f.arena () (i:int on:[int]) <int [int]>
//	     (let n (length on) (let ms (pack ..) (let on (append on ms) (let did (call f.arena () (j on))
//	       (let on did.1 (tuple (elt on (n + did.0)) (get on (index n))))))))
func (a *arenas) fill() bool {
	if a.findTrails(a.funcs[0]); len(a.types) == 0 {
		return false
	}
	for _, g := range a.funcs {
		a.Funcs[arenaName(g.Name)] = a.withArenas(g)
	}
	return !a.failed
}

func arenaName(fn string) string { return fn + ".arena" }

// arenas are those of a function and of those that it calls.
type arenas struct {
	*scalars.Code
	between     stack.Between
	root        *nkl.Func
	calling     map[nkl.Expr]bool      // code that was asked for calls
	funcs       []*nkl.Func            // the functions, with calls inlined that are part of code
	results     map[string]*nkl.Var    // what stands for the values of functions
	places      map[*nkl.Var]bool      // parameters of the root function that are the same in all calls, and those that are for them
	classes     leaves.Classes         // leaves of which one becomes the value of the other
	origins     leaves.Classes         // leaves that are versions of one sequence
	lines       leaves.Classes         // leaves that stand for classes of which one is made of the other, by adding elements
	pieces      map[leaves.Leaf]bool   // classes of those that are in arenas
	copies      []leaves.Leaf          // what becomes a copy of a place
	replaced    []leaves.Leaf          // sequences of which elements are replaced
	fromOutside map[leaves.Leaf]bool   // versions of what the root function gets, or of columns
	costly      map[leaves.Leaf]bool   // versions of copies of places, some of which have elements replaced
	grows       map[leaves.Leaf]growth // where elements are added to sequences, by line
	apart       map[leaves.Leaf]int    // their arenas
	shared      map[*types.Type]int    // those of others, by their types
	reversed    map[int]bool           // arenas in which elements lie in reverse order
	types       []*types.Type          // of arenas, and of sequences that have trails
	trails      []*trail
	defs        map[*nkl.Var]nkl.Expr
	uses        map[*nkl.Var]int
	made        map[*nkl.Var]bool // sequences that are neither literals nor rows
	candidates  []leaves.Leaf     // sequences that may be pieces
	some        allowed           // what there is of them
	may         allowed           // which of these are pieces
	failed      bool              // code goes back to what it does not know any more
}

// function is the function of this name, or nil.
func (a *arenas) function(name string) *nkl.Func {
	for _, g := range a.funcs {
		if g.Name == name {
			return g
		}
	}
	return nil
}

// calls reports whether e calls functions that are no part of code.
func (a *arenas) calls(e nkl.Expr) bool {
	does, known := a.calling[e]
	if !known {
		does = stack.CallsOthers(a.between, e)
		a.calling[e] = does
	}
	return does
}

// inlined is e with the functions that are part of code in place of calls of them.
func (a *arenas) inlined(e nkl.Expr) nkl.Expr {
	switch e := e.MapChildren(a.inlined).(type) {
	case *nkl.Call:
		if a.between.Inlines(e.Fn) {
			return a.inlined(a.Called(e.P, e.Fn, e.Args))
		}
		return e
	case *nkl.Let:
		return anf.Splice(e)
	default:
		return e
	}
}

// literal is the literal that e is, or nil.
func (a *arenas) literal(e nkl.Expr) *nkl.Seq {
	s, _ := a.defs[nkl.VarOf(e)].(*nkl.Seq)
	return s
}

// isPiece reports whether a leaf is in an arena.
func (a *arenas) isPiece(l leaves.Leaf) bool {
	return l.Type().Kind == types.KSeq && a.pieces[a.classes.Find(l)]
}

// hasPieces reports whether a leaf of v is in an arena.
func (a *arenas) hasPieces(v *nkl.Var) bool {
	return slices.ContainsFunc(leaves.In(v), a.isPiece)
}

// A piece, a sequence in an arena, is a pair of ints: a place and a number of elements.
var pair = types.Tuple(types.Int, types.Int)

// typeOf is the type of what v is with pieces.
func (a *arenas) typeOf(v *nkl.Var) *types.Type {
	n := 0
	var of func(t *types.Type) *types.Type
	of = func(t *types.Type) *types.Type {
		if t.Kind == types.KTuple {
			var ts []*types.Type
			for _, c := range t.Elems {
				ts = append(ts, of(c))
			}
			return types.Tuple(ts...)
		}
		if n++; a.isPiece(leaves.At(v, n-1)) {
			return pair
		}
		return t
	}
	return of(v.Type)
}

// stored is the type of sequences of type t in an arena: sequences that are their elements are pieces.
func stored(t *types.Type) *types.Type {
	if t.Kind == types.KSeq {
		return types.Seq(t.Elem().Map(func(t *types.Type) *types.Type {
			if t.Kind == types.KSeq {
				return pair
			}
			return t
		}))
	}
	return t
}

// result is the type of what code yields whose value that of v becomes.
func (a *arenas) result(v *nkl.Var) *types.Type {
	return types.Tuple(append([]*types.Type{a.typeOf(v)}, a.types...)...)
}

// yielded is what the root function yields, as e, which has the arenas with it, for code outside: its sequences are parts of them.
func (a *arenas) yielded(b *anf.Block, e nkl.Expr) nkl.Expr {
	var l nkl.Lets
	result, p := a.results[a.root.Name], &filling{arenas: a}
	did := l.Name("did", a.result(result), e)
	for k, t := range a.types {
		p.on = append(p.on, l.Name("on", t, anf.Part(1+k, did)))
	}
	parts := p.split(&l, l.Name("value", a.typeOf(result), anf.Part(0, did)), result)
	for i, at := range parts {
		if at.atom == nil {
			parts[i].atom = p.sequence(&l, at.t, at.piece)
		}
	}
	return b.Take(l.In(p.whole(&l, result, parts)))
}

// sequence is a piece as a sequence of type t, for code outside.
func (p *filling) sequence(l *nkl.Lets, t *types.Type, at piece) nkl.Expr {
	seq := p.view(l, "seq", t, at)
	if t.Elem().IsScalar() {
		return seq
	}
	x := types.NewVar("x", stored(t).Elem())
	var body nkl.Lets
	val := p.outside(&body, t.Elem(), nkl.Use(x))
	return l.Name("seq", t, &nkl.Each{Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{seq}, Body: body.In(val)})
}

// outside is e, an element of an arena that stands for a value of type t, for code outside.
func (p *filling) outside(l *nkl.Lets, t *types.Type, e nkl.Expr) nkl.Expr {
	switch {
	case t.IsScalar():
		return e
	case t.Kind == types.KSeq:
		return p.sequence(l, t, unpaired(l, p.shared[stored(t)], e))
	}
	out := &nkl.Tuple{}
	for i, c := range t.Elems {
		u := anf.TypeOfAtom(e).Elems[i]
		out.Elems = append(out.Elems, p.outside(l, c, l.Name("part", u, anf.Part(i, e))))
	}
	return l.Name("all", t, out)
}
