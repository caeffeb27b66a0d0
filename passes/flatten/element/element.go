// Package element translates element code: element blocks, and scalar code of the host, which is the
// same code with the values of one element. It imports rep and emit.
package element

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A Value is the value of one element: a base atom, a tuple, or a sequence seen
// through its start, length and elements (start nil: the whole of elems). A state of an
// update block has vectors; if len is nil, it is all of these.
type Value interface{ isValue() }

type (
	elemAtom  struct{ a fkl.Expr }
	elemTuple []Value
	elemSeq   struct {
		start, len fkl.Expr
		elems      rep.Value
		state      bool
	}
)

func (elemAtom) isValue()  {}
func (elemTuple) isValue() {}
func (elemSeq) isValue()   {}

// Translator translates one element block. own finds the value of a variable from
// outside the block.
type Translator struct {
	Own  func(eb *emit.Block, v *nkl.Var) Value
	Vars map[*nkl.Var]Value
}

// Own is the element of r at the own index; uniform values are themselves.
func Own(eb *emit.Block, r rep.Value, seg, idx fkl.Expr) Value {
	switch r := r.(type) {
	case rep.Scalar:
		return elemAtom{r.Atom}
	case rep.Seq:
		if r.Window != nil {
			data, start := r.At(eb, emit.Num(0))
			return elemSeq{start: start, len: r.N, elems: data}
		}
		return elemSeq{len: r.N, elems: r.Elems}
	case rep.Tuple:
		out := make(elemTuple, len(r))
		for i, c := range r {
			out[i] = Own(eb, c, seg, idx)
		}
		return out
	case *rep.Nested:
		v := r.WhereCut()
		return elemSeq{start: rep.ReadOwn(eb, rep.StartsOf(eb, v), seg, idx), len: rep.ReadOwn(eb, rep.LensOf(eb, r), seg, idx), elems: v.Data}
	}
	return elemAtom{rep.ReadOwn(eb, r, seg, idx)}
}

// OfSeq is element i of a sequence of the host.
func OfSeq(eb *emit.Block, u rep.Seq, i fkl.Expr) Value {
	data, at := u.At(eb, i)
	return At(eb, data, at)
}

// At is the element of a lifted value at index idx of its space.
func At(eb *emit.Block, r rep.Value, idx fkl.Expr) Value {
	switch r := r.(type) {
	case rep.Tuple:
		out := make(elemTuple, len(r))
		for i, c := range r {
			out[i] = At(eb, c, idx)
		}
		return out
	case *rep.Nested:
		v := r.WhereCut()
		return elemSeq{start: rep.ReadAt(eb, rep.StartsOf(eb, v), idx), len: rep.ReadAt(eb, rep.LensOf(eb, r), idx), elems: v.Data}
	}
	return elemAtom{rep.ReadAt(eb, r, idx)}
}

func (x *Translator) lookup(eb *emit.Block, v *nkl.Var) Value {
	if e, ok := x.Vars[v]; ok {
		return e
	}
	return x.Own(eb, v)
}

// Eval emits the code of e, an expression of type t, and returns its value.
func (x *Translator) Eval(b *emit.Block, e nkl.Expr, t *types.Type) Value {
	switch e := e.(type) {
	case *nkl.Ref:
		return x.lookup(b, e.Var)
	case *nkl.Int:
		return elemAtom{&fkl.Int{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Float:
		return elemAtom{&fkl.Float{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Bool:
		return elemAtom{&fkl.Bool{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Char:
		return elemAtom{&fkl.Char{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Tuple:
		out := make(elemTuple, len(e.Elems))
		for i, c := range e.Elems {
			out[i] = x.Eval(b, c, t.Elems[i])
		}
		return out
	case *nkl.Proj:
		return x.Eval(b, e.Of, nil).(elemTuple)[e.Index]
	case *nkl.Prim:
		return x.prim(b, e, t)
	case *nkl.Put:
		return x.put(b, e)
	case *nkl.Let:
		v := x.Eval(b, e.Rhs, e.Bind.Type)
		x.Vars[e.Bind] = v
		return x.Eval(b, e.Body, t)
	case *nkl.Check:
		b.Check(e.Pos(), x.atom(b, e.Cond), e.Error)
		return x.Eval(b, e.Then, t)
	case *nkl.Elem:
		return x.Eval(b, e.Body, t)
	case *nkl.If, *nkl.Loop:
		return x.results(b, t, e)
	}
	panic(fmt.Sprintf("flatten: %T in an element block", e))
}

// atom evaluates an operand of base type.
func (x *Translator) atom(b *emit.Block, e nkl.Expr) fkl.Expr {
	return x.Eval(b, e, nil).(elemAtom).a
}

// prim applies a scalar primitive, or elt and length.
func (x *Translator) prim(b *emit.Block, e *nkl.Prim, t *types.Type) Value {
	switch e.Op.Code {
	case prim.Length:
		s := x.Eval(b, e.Args[0], nil).(elemSeq)
		if s.len == nil {
			return elemAtom{rep.Count(b, s.elems)}
		}
		return elemAtom{s.len}
	case prim.Elt:
		s, i := x.Eval(b, e.Args[0], nil).(elemSeq), x.atom(b, e.Args[1])
		if s.start != nil {
			i = b.Add(s.start, i)
		}
		return At(b, s.elems, i)
	}
	args := make([]fkl.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = x.atom(b, a)
	}
	return elemAtom{b.Let("x", t, &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op, Args: args})}
}

// put replaces an element of a state: of each of its vectors.
func (x *Translator) put(b *emit.Block, e *nkl.Put) Value {
	s, i := x.Eval(b, e.Seq, nil).(elemSeq), x.atom(b, e.Idx)
	if s.start != nil {
		i = b.Add(s.start, i)
	}
	vals := Leaves(x.Eval(b, e.Val, rep.TypeOf(e.Seq).Elem()))
	var out []fkl.Expr
	for k, v := range Leaves(s) {
		r := v.(*fkl.Ref)
		out = append(out, b.Let(r.Var.Name, r.Var.Type.Erase(), &fkl.Put{Node: ir.At(e.Pos()), Vec: r, Idx: i, Val: vals[k]}))
	}
	return InPlace(FromAtoms(rep.TypeOf(e.Seq), &out), s)
}

// InPlace is v, whose states are versions of those of old: they are where these are in their vectors.
func InPlace(v, old Value) Value {
	switch v := v.(type) {
	case elemTuple:
		out := make(elemTuple, len(v))
		for i, c := range v {
			out[i] = InPlace(c, old.(elemTuple)[i])
		}
		return out
	case elemSeq:
		o := old.(elemSeq)
		v.start, v.len = o.start, o.len
		return v
	}
	return v
}

// Part is v, a state, of n elements from start on in its vectors.
func Part(v Value, start, n fkl.Expr) Value {
	s := v.(elemSeq)
	s.start, s.len = start, n
	return s
}

// compound is an If or a Loop as an expression that yields its leaves; v is a value that it ends with.
func (x *Translator) compound(b *emit.Block, e nkl.Expr, t *types.Type) (rhs fkl.Expr, v Value) {
	switch e := e.(type) {
	case *nkl.If:
		f := &fkl.If{Node: ir.At(e.Pos()), Cond: x.atom(b, e.Cond)}
		f.Then, v = x.tail(b.Nested(), e.Then, t)
		var w Value
		if f.Else, w = x.tail(b.Nested(), e.Else, t); v == nil {
			v = w
		}
		return f, v
	case *nkl.Loop:
		l := &fkl.Loop{Node: ir.At(e.Pos())}
		for i, v := range e.Binds {
			init := x.Eval(b, e.Inits[i], v.Type)
			l.Inits = append(l.Inits, Leaves(init)...)
			vars := make([]fkl.Expr, 0, 1)
			for _, lt := range rep.LeafTypes(v.Type, false) {
				nv := types.NewVar(v.Name, lt)
				l.Binds, vars = append(l.Binds, nv), append(vars, emit.Ref(nv))
			}
			x.Vars[v] = InPlace(FromAtoms(v.Type, &vars), init)
		}
		l.Body, v = x.tail(b.Nested(), e.Body, t)
		return l, v
	}
	panic("flatten: not a compound expression")
}

// Tail translates e in tail position of a block: it ends the block.
func (x *Translator) Tail(b *emit.Block, e nkl.Expr, t *types.Type) fkl.Expr {
	code, _ := x.tail(b, e, t)
	return code
}

// tail is Tail; v is a value that the block ends with, nil if it never does.
func (x *Translator) tail(b *emit.Block, e nkl.Expr, t *types.Type) (code fkl.Expr, v Value) {
	switch e := e.(type) {
	case *nkl.Let:
		v := x.Eval(b, e.Rhs, e.Bind.Type)
		x.Vars[e.Bind] = v
		return x.tail(b, e.Body, t)
	case *nkl.Check:
		b.Check(e.Pos(), x.atom(b, e.Cond), e.Error)
		return x.tail(b, e.Then, t)
	case *nkl.Elem:
		return x.tail(b, e.Body, t)
	case *nkl.If, *nkl.Loop:
		rhs, v := x.compound(b, e, t)
		return b.In(rhs), v
	case *nkl.Recur:
		r := &fkl.Recur{Node: ir.At(e.Pos())}
		for _, a := range e.Args {
			r.Args = append(r.Args, Leaves(x.Eval(b, a, nil))...)
		}
		return b.In(r), nil
	}
	v = x.Eval(b, e, t)
	return b.Ret(Leaves(v)...), v
}

// results binds the leaves that a compound expression yields for a value of type t.
func (x *Translator) results(b *emit.Block, t *types.Type, e nkl.Expr) Value {
	rhs, v := x.compound(b, e, t)
	vs := b.LetN("r", rep.LeafTypes(t, false), rhs)
	return InPlace(FromAtoms(t, &vs), v)
}

// Leaves lists the atoms of a scalar value, or the vectors of a state.
func Leaves(v Value) []fkl.Expr {
	switch v := v.(type) {
	case elemAtom:
		return []fkl.Expr{v.a}
	case elemTuple:
		var out []fkl.Expr
		for _, c := range v {
			out = append(out, Leaves(c)...)
		}
		return out
	case elemSeq:
		if v.state {
			var flat []rep.Value
			rep.Outer(new(emit.Block), v.elems, &flat)
			return rep.Values(new(emit.Block), flat)
		}
	}
	panic("flatten: a sequence leaves an element block")
}

// FromAtoms builds a scalar value of type t, or a state, from the first atoms of vs.
func FromAtoms(t *types.Type, vs *[]fkl.Expr) Value {
	if t.Kind == types.KSeq {
		n := len(rep.LeafTypes(t, false))
		elems := rep.FromLeaves(nil, t.Elem(), true, (*vs)[:n])
		*vs = (*vs)[n:]
		return elemSeq{elems: elems, state: true}
	}
	if t.Kind == types.KTuple {
		out := make(elemTuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = FromAtoms(c, vs)
		}
		return out
	}
	a := (*vs)[0]
	*vs = (*vs)[1:]
	return elemAtom{a}
}

// HostRep is a value of the host as a rep.
func HostRep(b *emit.Block, v Value) rep.Value {
	switch v := v.(type) {
	case elemAtom:
		return rep.Scalar{Atom: v.a}
	case elemTuple:
		out := make(rep.Tuple, len(v))
		for i, c := range v {
			out[i] = HostRep(b, c)
		}
		return out
	case elemSeq:
		return takeSlice(b, v)
	}
	panic("flatten: value without a representation")
}

// takeSlice is a sequence of the host seen through start and length: its own
// vectors, copied from the elements.
func takeSlice(b *emit.Block, s elemSeq) rep.Value {
	if s.start == nil {
		return rep.Seq{Elems: s.elems, N: s.len}
	}
	sp := &emit.Space{N: s.len}
	elems := rep.Gather(b, s.elems, sp, false, func(eb *emit.Block, _, idx fkl.Expr) fkl.Expr { return eb.Add(s.start, idx) })
	return rep.Seq{Elems: elems, N: s.len, Of: &rep.Slice{Start: s.start, Data: s.elems}}
}
