// Package rows makes scalar code of what a step of a loop does with a row of a few elements, whose
// number is known when the program runs only: the neighbours of a vertex, the states of an automaton. A launch
// and a wait cost more than to go through such a row.
package rows

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// Serial is loop l with loops in place of what its steps reduce, filter, append or write, for rows that are short. A longer one is treated as
// it was, by code that package growing leaves to the host. It is l itself if there is nothing of the kind.
//
//	(let xs (each (w) (row) (elt d w)) (let r (min_val xs) ..))
//	=> (let n (length row) (let short (n <= 1024)
//	   (let r (if short (loop (i acc) (0 most) (if (i < n) (recur (i + 1) (min acc (elt d (elt row i)))) acc))
//	            (let xs (each (w) (row) (elt d w)) (min_val xs)))
//	     ..)))
//
// Where the number of elements is that of a sequence, or an int, which assume knows to be of short rows, there is
// only the loop.
func Serial(code *scalars.Code, num value.Num, l *nkl.Loop, assume func(n *nkl.Var) bool) *nkl.Loop {
	return newRows(code, num, assume).serialLoop(l)
}

// OnlySerial is Serial for loops all of whose rows assume knows to be short; it is l itself for others.
func OnlySerial(code *scalars.Code, num value.Num, l *nkl.Loop, assume func(n *nkl.Var) bool) *nkl.Loop {
	r := newRows(code, num, assume)
	r.allFew = true
	return r.serialLoop(l)
}

func (r *rows) serialLoop(l *nkl.Loop) *nkl.Loop {
	r.inside = nkl.BoundVars(l)
	copied := r.withCopies(l)
	r.findSerial(copied.Body)
	r.find(copied.Body)
	for v := range r.moves {
		r.need(v)
	}
	body := r.walk(copied.Body, true)
	if !r.changed || r.bad {
		return l
	}
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: body}
}

func newRows(code *scalars.Code, num value.Num, assume func(n *nkl.Var) bool) *rows {
	return &rows{code: code, num: num, assume: assume, serial: map[*nkl.Each]*serialMap{},
		defs: map[*nkl.Var]nkl.Expr{}, used: map[*nkl.Var]bool{}, stored: map[*nkl.Var]bool{}, moves: map[*nkl.Var]bool{},
		begins: map[*nkl.Var]nkl.Expr{}, latest: map[*nkl.Var]*nkl.Var{}, handed: map[*nkl.Var]bool{}, few: map[*nkl.Var]bool{}, views: map[*nkl.Var]bool{}}
}

type rows struct {
	code    *scalars.Code
	num     value.Num
	assume  func(n *nkl.Var) bool
	serial  map[*nkl.Each]*serialMap
	defs    map[*nkl.Var]nkl.Expr
	used    map[*nkl.Var]bool     // sequences that need not be made any more, if nothing else uses them
	stored  map[*nkl.Var]bool     // sequences that are stored, as code reads them that needs them as a whole
	moves   map[*nkl.Var]bool     // versions of what filters keep that are appended to none of another sequence
	begins  map[*nkl.Var]nkl.Expr // what loops in the loop begin with
	latest  map[*nkl.Var]*nkl.Var // the latest version of a sequence, at the code at hand
	around  *nkl.Loop             // the loop around it
	handed  map[*nkl.Var]bool     // sequences that code hands on as they are
	few     map[*nkl.Var]bool     // stored sequences that are known to be short
	inside  map[*nkl.Var]bool     // variables of the loop
	views   map[*nkl.Var]bool     // parts of sequences that are gone through only
	allFew  bool                  // rows that may be long are none of the loop's
	changed bool
	bad     bool
}

// walk is e, which ends an iteration of the whole loop or not, with loops.
func (r *rows) walk(e nkl.Expr, ends bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		return e
	case *nkl.Let:
		var b anf.Block
		rhs := r.length(e.Rhs)
		switch {
		case r.stored[e.Bind]:
			rhs = r.store(&b, e.Bind)
		case r.isParallel(rhs):
			rhs = r.either(&b, rhs.(*nkl.Prim), e.Bind.Type)
		default:
			rhs = r.walk(rhs, false)
		}
		body := r.walk(e.Body, ends)
		if r.used[e.Bind] && !slices.Contains(nkl.FreeVars(body), e.Bind) {
			return body
		}
		b.Let(e.Bind, rhs)
		return b.In(body)
	case *nkl.Prim:
		if !ends && r.isParallel(e) {
			var b anf.Block
			t := anf.TypeOfAtom(e.Args[0])
			if r.reduces(e) {
				t = t.Elem()
			}
			return b.In(b.Name(e.Op.Name, t, r.either(&b, e, t)))
		}
	}
	return e.MapChildren(func(c nkl.Expr) nkl.Expr { return r.walk(c, ends) })
}

func (r *rows) isParallel(e nkl.Expr) bool { return r.reduces(e) || r.writes(e) || r.appends(e) }

// writes reports whether e replaces elements of a sequence that are no few literals.
func (r *rows) writes(e nkl.Expr) bool {
	return anf.IsOp(e, prim.Write) && !r.isLiteral(e.(*nkl.Prim).Args[1])
}

// appends reports whether e appends a row of a sequence, or a sequence that is stored, or a version of one, or need not be made.
func (r *rows) appends(e nkl.Expr) bool {
	if !anf.IsOp(e, prim.Append) {
		return false
	}
	v := nkl.VarOf(e.(*nkl.Prim).Args[1])
	return r.stored[v] || r.moves[v] || r.made(v) != nil || anf.IsOp(r.defs[v], prim.Elt)
}

func (r *rows) isLiteral(e nkl.Expr) bool {
	_, is := r.defs[nkl.VarOf(e)].(*nkl.Seq)
	return is
}

// reduces reports whether e reduces a sequence. Whether numbers that follow each other are in bounds
// is known without a look at them.
func (r *rows) reduces(e nkl.Expr) bool {
	p, ok := e.(*nkl.Prim)
	if !ok || anf.Combining[p.Op.Code] == 0 || len(p.Args) != 1 {
		return false
	}
	xs, ok := p.Args[0].(*nkl.Ref)
	if !ok || !xs.Var.Type.Elem().IsScalar() {
		return false
	}
	each, isMap := r.defs[xs.Var].(*nkl.Each)
	if isMap && !r.ok(each) {
		return false
	}
	return !isMap || p.Op.Code != prim.All || !growing.InBounds(each) || !r.successive(each.Seqs[0])
}

// successive reports whether a sequence is of numbers that follow each other.
func (r *rows) successive(e nkl.Expr) bool {
	for {
		v := nkl.VarOf(e)
		if v == nil {
			return false
		}
		each, isMap := r.defs[v].(*nkl.Each)
		if !isMap {
			return anf.IsOp(r.defs[v], prim.Index)
		}
		if !anf.IsOp(each.Body, prim.Add) {
			return false
		}
		e = each.Seqs[0]
	}
}

// either is the operation e on the elements of a row, of type t: a loop if these are few.
func (r *rows) either(b *anf.Block, e *nkl.Prim, t *types.Type) nkl.Expr {
	acc := types.NewVar("acc", t)
	then := func(code prim.Code, args ...nkl.Expr) nkl.Expr { return nkl.Op(e.P, code, args...) }
	one := func(b *anf.Block, x nkl.Expr) nkl.Expr {
		return b.Name("one", types.Seq(anf.TypeOfAtom(x)), &nkl.Seq{Node: e.Node, Elem: anf.TypeOfAtom(x), Elems: []nkl.Expr{x}})
	}
	switch e.Op.Code {
	case prim.Write:
		is, vs := nkl.VarOf(e.Args[1]), nkl.VarOf(e.Args[2])
		return r.through(b, is, acc, e.Args[0], func(b *anf.Block, i, x nkl.Expr) nkl.Expr {
			val := b.Name("val", vs.Type.Elem(), r.element(b, vs, i))
			return then(prim.Write, nkl.Use(acc), one(b, x), one(b, val))
		}, func(b *anf.Block) nkl.Expr { return then(prim.Write, e.Args[0], r.again(b, is), r.again(b, vs)) })
	case prim.Append:
		return r.through(b, nkl.VarOf(e.Args[1]), acc, e.Args[0], func(b *anf.Block, _, x nkl.Expr) nkl.Expr {
			return then(prim.Append, nkl.Use(acc), one(b, x))
		}, func(b *anf.Block) nkl.Expr { return then(prim.Append, e.Args[0], r.again(b, nkl.VarOf(e.Args[1]))) })
	}
	xs, combine := nkl.VarOf(e.Args[0]), anf.Combining[e.Op.Code]
	return r.through(b, xs, acc, anf.Neutral(r.num, combine, t), func(b *anf.Block, _, x nkl.Expr) nkl.Expr {
		return then(combine, nkl.Use(acc), x)
	}, func(b *anf.Block) nkl.Expr { return then(e.Op.Code, r.again(b, xs)) })
}

// through is a loop over the elements of a sequence, in which acc becomes what step makes of each of them, from first on. Where
// they may be many, it is a conditional, whose other branch is long.
func (r *rows) through(b *anf.Block, xs, acc *nkl.Var, first nkl.Expr, step func(b *anf.Block, i, x nkl.Expr) nkl.Expr, long func(b *anf.Block) nkl.Expr) nkl.Expr {
	r.changed = true
	of, n := r.count(b, xs)
	i := types.NewVar("i", types.Int)
	var each, add, other anf.Block
	next := each.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))
	onward := func(val nkl.Expr) nkl.Expr { return &nkl.Recur{Args: []nkl.Expr{next, val}} }
	flags := r.filter(xs)
	var kept nkl.Expr
	if flags != nil {
		kept = each.Name("kept", types.Bool, r.element(&each, flags, nkl.Use(i)))
	}
	x := add.Name("x", xs.Type.Elem(), r.element(&add, xs, nkl.Use(i)))
	again := add.In(onward(add.Name(acc.Name, acc.Type, step(&add, nkl.Use(i), x))))
	if flags != nil {
		again = &nkl.If{Cond: kept, Then: again, Else: onward(nkl.Use(acc))}
	}
	loop := anf.Counted([]*nkl.Var{i, acc}, []nkl.Expr{anf.Integer(0), first}, n, each.In(again), nkl.Use(acc))
	within := r.within(xs)
	if len(within) == 0 && r.isFew(of) {
		return loop
	}
	r.bad = r.bad || r.allFew
	short := b.Name("short", types.Bool, growing.IsShort(work(b, n, within)))
	all := long(&other)
	return &nkl.If{Cond: short, Then: loop, Else: nkl.Freshen(other.In(all))}
}
