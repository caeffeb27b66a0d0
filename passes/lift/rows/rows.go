// Package rows makes scalar code of what a step of a loop does with a row of a few elements, whose
// number is known when the program runs only: the neighbours of a vertex, the states of an automaton. A launch
// and a wait cost more than to go through such a row.
package rows

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// MostSerial is the most elements of a row that one work-item goes through.
const MostSerial = 1024

// Serial is loop l with loops in place of what its steps reduce, for rows that are short. A longer one is reduced as
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
	r := &rows{code: code, num: num, assume: assume, defs: map[*nkl.Var]nkl.Expr{}, reduced: map[*nkl.Var]bool{}}
	body := r.walk(l.Body, true)
	if len(r.reduced) == 0 {
		return l
	}
	return &nkl.Loop{Node: l.Node, Binds: l.Binds, Inits: l.Inits, Body: body}
}

type rows struct {
	code    *scalars.Code
	num     value.Num
	assume  func(n *nkl.Var) bool
	defs    map[*nkl.Var]nkl.Expr
	reduced map[*nkl.Var]bool // sequences that need not be made any more, if nothing else uses them
}

// walk is e, which ends an iteration of the whole loop or not, with loops.
func (r *rows) walk(e nkl.Expr, ends bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		return e
	case *nkl.Let:
		r.defs[e.Bind] = e.Rhs
		var b anf.Block
		rhs := r.length(e.Rhs)
		if r.reduces(rhs) {
			rhs = r.either(&b, rhs.(*nkl.Prim), e.Bind.Type)
		} else {
			rhs = r.walk(rhs, false)
		}
		body := r.walk(e.Body, ends)
		if r.reduced[e.Bind] && !slices.Contains(nkl.FreeVars(body), e.Bind) {
			return body
		}
		b.Let(e.Bind, rhs)
		return b.In(body)
	case *nkl.Prim:
		if !ends && r.reduces(e) {
			var b anf.Block
			t := anf.TypeOfAtom(e.Args[0]).Elem()
			return b.In(b.Name(e.Op.Name, t, r.either(&b, e, t)))
		}
	}
	return e.MapChildren(func(c nkl.Expr) nkl.Expr { return r.walk(c, ends) })
}

// made is the map, or other sequence that needs not be made, that v is; nil if v is another one.
func (r *rows) made(v *nkl.Var) nkl.Expr {
	switch e := r.defs[v].(type) {
	case *nkl.Each:
		alike := !slices.ContainsFunc(e.Seqs, func(s nkl.Expr) bool { return r.filter(nkl.VarOf(s)) != r.filter(nkl.VarOf(e.Seqs[0])) })
		if alike && r.code.OK(e.Body) {
			return e
		}
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Index, prim.Dist:
			return e
		case prim.Pack:
			if r.filter(nkl.VarOf(e.Args[0])) == nil && r.filter(nkl.VarOf(e.Args[1])) == nil {
				return e
			}
		}
	}
	return nil
}

// filter is the flags of the elements of which v has those that are kept, or nil.
func (r *rows) filter(v *nkl.Var) *nkl.Var {
	switch e := r.made(v).(type) {
	case *nkl.Each:
		return r.filter(nkl.VarOf(e.Seqs[0]))
	case *nkl.Prim:
		if e.Op.Code == prim.Pack {
			return nkl.VarOf(e.Args[1])
		}
	}
	return nil
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
	if isMap && !r.code.OK(each.Body) {
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

// length is e, which may ask for the length of a map, with that of what the map goes over. What a filter keeps is counted.
func (r *rows) length(e nkl.Expr) nkl.Expr {
	p, ok := e.(*nkl.Prim)
	if !ok || p.Op.Code != prim.Length {
		return e
	}
	v := nkl.VarOf(p.Args[0])
	switch made := r.made(v).(type) {
	case *nkl.Each:
		r.reduced[v] = true
		return r.length(&nkl.Prim{Node: p.Node, Op: p.Op, Args: []nkl.Expr{made.Seqs[0]}})
	case *nkl.Prim:
		if made.Op.Code == prim.Pack {
			r.reduced[v] = true
			flag, ones := types.NewVar("flag", types.Bool), types.NewVar("ones", types.Seq(types.Int))
			r.defs[ones] = &nkl.Each{Node: p.Node, Binds: []*nkl.Var{flag}, Seqs: made.Args[1:], Body: nkl.Op(p.P, prim.Btoi, nkl.Use(flag))}
			return nkl.Op(p.P, prim.Sum, nkl.Use(ones))
		}
	}
	return e
}

// either is the reduction e of the elements of a row, of type t: a loop if these are few.
func (r *rows) either(b *anf.Block, e *nkl.Prim, t *types.Type) nkl.Expr {
	xs, combine := nkl.VarOf(e.Args[0]), anf.Combining[e.Op.Code]
	of, n := r.count(b, xs)
	i, acc := types.NewVar("i", types.Int), types.NewVar("acc", t)
	var head, step, add, long anf.Block
	more := head.Name("more", types.Bool, anf.Op(prim.Lt, nkl.Use(i), n))
	x := add.Name("x", t, r.element(&add, xs, nkl.Use(i)))
	val := add.In(nkl.Op(e.P, combine, nkl.Use(acc), x))
	if flags := r.filter(xs); flags != nil {
		kept := step.Name("kept", types.Bool, r.element(&step, flags, nkl.Use(i)))
		val = &nkl.If{Cond: kept, Then: val, Else: nkl.Use(acc)}
	}
	val = step.Name("acc", t, step.Take(val))
	next := step.Name("next", types.Int, anf.Op(prim.Add, nkl.Use(i), anf.Integer(1)))
	loop := &nkl.Loop{Node: ir.At(e.P), Binds: []*nkl.Var{i, acc}, Inits: []nkl.Expr{anf.Integer(0), anf.Neutral(r.num, combine, t)},
		Body: head.In(&nkl.If{Cond: more, Then: step.In(&nkl.Recur{Args: []nkl.Expr{next, val}}), Else: nkl.Use(acc)})}
	if v := nkl.VarOf(of); v != nil && r.assume(v) || v == nil && of.(*nkl.Int).Val <= MostSerial {
		return loop
	}
	short := b.Name("short", types.Bool, IsShort(n))
	all := r.again(&long, xs)
	return &nkl.If{Cond: short, Then: loop, Else: nkl.Freshen(long.In(&nkl.Prim{Node: e.Node, Op: e.Op, Args: []nkl.Expr{all}}))}
}

// IsShort is a test whether n elements are few.
func IsShort(n nkl.Expr) nkl.Expr { return anf.Op(prim.Le, n, anf.Integer(MostSerial)) }

// count is how many elements a sequence has, or those of which a filter keeps some; of is the sequence, or the int, that says so.
func (r *rows) count(b *anf.Block, v *nkl.Var) (of, n nkl.Expr) {
	switch e := r.made(v).(type) {
	case *nkl.Each:
		return r.count(b, nkl.VarOf(e.Seqs[0]))
	case *nkl.Prim:
		if e.Op.Code == prim.Pack {
			return r.count(b, nkl.VarOf(e.Args[0]))
		}
		of, n = e.Args[len(e.Args)-1], e.Args[len(e.Args)-1]
		if v := nkl.VarOf(n); v != nil && anf.IsOp(r.defs[v], prim.Length) {
			of = r.defs[v].(*nkl.Prim).Args[0]
		}
		return of, n
	}
	return nkl.Use(v), b.Name("n", types.Int, anf.Op(prim.Length, nkl.Use(v)))
}

// element is element i of a sequence, or of those of which a filter keeps some.
func (r *rows) element(b *anf.Block, v *nkl.Var, i nkl.Expr) nkl.Expr {
	made := r.made(v)
	r.reduced[v] = r.reduced[v] || made != nil
	switch e := made.(type) {
	case *nkl.Each:
		e = nkl.Freshen(e).(*nkl.Each)
		for k, x := range e.Binds {
			b.Let(x, r.element(b, nkl.VarOf(e.Seqs[k]), i))
		}
		return b.Take(e.Body)
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Index:
			return i
		case prim.Dist:
			return e.Args[0]
		}
		return r.element(b, nkl.VarOf(e.Args[0]), i)
	}
	return anf.Op(prim.Elt, nkl.Use(v), i)
}

// again makes a sequence behind steps of b, and the sequences that it is made of.
func (r *rows) again(b *anf.Block, v *nkl.Var) nkl.Expr {
	switch e := r.made(v).(type) {
	case *nkl.Each:
		out := &nkl.Each{Node: e.Node, Binds: e.Binds, Body: e.Body}
		for _, s := range e.Seqs {
			out.Seqs = append(out.Seqs, r.again(b, nkl.VarOf(s)))
		}
		return b.Name(v.Name, v.Type, out)
	case *nkl.Prim:
		out := &nkl.Prim{Node: e.Node, Op: e.Op, Args: slices.Clone(e.Args)}
		if e.Op.Code == prim.Pack {
			for k, s := range e.Args {
				out.Args[k] = r.again(b, nkl.VarOf(s))
			}
		}
		return b.Name(v.Name, v.Type, out)
	}
	return nkl.Use(v)
}
