package flatten

// Element code: element blocks, and scalar code of the host, which is the same
// code with the values of one element.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// An elemValue is the value of one element: a base atom, a tuple, or a sequence seen
// through its start, length and elements (start nil: the whole of elems). That of
// a state of an update block is len nil: its vectors know.
type elemValue interface{ isElemValue() }

type (
	elemAtom  struct{ a fkl.Expr }
	elemTuple []elemValue
	elemSeq   struct {
		start, len fkl.Expr
		elems      rep
	}
)

func (elemAtom) isElemValue()  {}
func (elemTuple) isElemValue() {}
func (elemSeq) isElemValue()   {}

// elemTranslator translates one element block. own finds the value of a variable from
// outside the block.
type elemTranslator struct {
	own  func(eb *block, v *nkl.Var) elemValue
	vars map[*nkl.Var]elemValue
}

// ownElem is the element of r at the own index; uniform values are themselves.
func ownElem(eb *block, r rep, seg, idx fkl.Expr) elemValue {
	switch r := r.(type) {
	case hostScalar:
		return elemAtom{r.a}
	case uniformSeq:
		return elemSeq{nil, r.n, r.elems}
	case tuple:
		out := make(elemTuple, len(r))
		for i, c := range r {
			out[i] = ownElem(eb, c, seg, idx)
		}
		return out
	case *nestedSeq:
		return elemSeq{readOwn(eb, eb.startsOf(r), seg, idx), readOwn(eb, eb.lensOf(r), seg, idx), r.data}
	}
	return elemAtom{readOwn(eb, r, seg, idx)}
}

// elemAt is the element of a lifted rep at index idx of its space.
func elemAt(eb *block, r rep, idx fkl.Expr) elemValue {
	switch r := r.(type) {
	case tuple:
		out := make(elemTuple, len(r))
		for i, c := range r {
			out[i] = elemAt(eb, c, idx)
		}
		return out
	case *nestedSeq:
		return elemSeq{readAt(eb, eb.startsOf(r), idx), readAt(eb, eb.lensOf(r), idx), r.data}
	}
	return elemAtom{readAt(eb, r, idx)}
}

func (x *elemTranslator) lookup(eb *block, v *nkl.Var) elemValue {
	if e, ok := x.vars[v]; ok {
		return e
	}
	return x.own(eb, v)
}

// eval emits the code of e, an expression of type t, and returns its value.
func (x *elemTranslator) eval(b *block, e nkl.Expr, t *types.Type) elemValue {
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
			out[i] = x.eval(b, c, t.Elems[i])
		}
		return out
	case *nkl.Proj:
		return x.eval(b, e.Of, nil).(elemTuple)[e.Index]
	case *nkl.Prim:
		return x.prim(b, e, t)
	case *nkl.Put:
		return x.put(b, e)
	case *nkl.Let:
		v := x.eval(b, e.Rhs, e.Bind.Type)
		x.vars[e.Bind] = v
		return x.eval(b, e.Body, t)
	case *nkl.Check:
		b.check(e.Pos(), x.atom(b, e.Cond), e.Error)
		return x.eval(b, e.Then, t)
	case *nkl.Elem:
		return x.eval(b, e.Body, t)
	case *nkl.If, *nkl.Loop:
		return x.results(b, t, x.compound(b, e, t))
	}
	panic(fmt.Sprintf("flatten: %T in an element block", e))
}

// atom evaluates an operand of base type.
func (x *elemTranslator) atom(b *block, e nkl.Expr) fkl.Expr { return x.eval(b, e, nil).(elemAtom).a }

// prim applies a scalar primitive, or elt and length.
func (x *elemTranslator) prim(b *block, e *nkl.Prim, t *types.Type) elemValue {
	switch e.Op.Code {
	case prim.Length:
		s := x.eval(b, e.Args[0], nil).(elemSeq)
		if s.len == nil {
			return elemAtom{b.length(firstLeaf(s.elems))}
		}
		return elemAtom{s.len}
	case prim.Elt:
		s, i := x.eval(b, e.Args[0], nil).(elemSeq), x.atom(b, e.Args[1])
		if s.start != nil {
			i = b.add(s.start, i)
		}
		return elemAt(b, s.elems, i)
	}
	args := make([]fkl.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = x.atom(b, a)
	}
	return elemAtom{b.let("x", t, &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op, Args: args})}
}

// put replaces an element of a state: of each of its vectors.
func (x *elemTranslator) put(b *block, e *nkl.Put) elemValue {
	s, i := x.eval(b, e.Seq, nil).(elemSeq), x.atom(b, e.Idx)
	vals := elemLeaves(x.eval(b, e.Val, typeOf(e.Seq).Elem()))
	var out []fkl.Expr
	for k, v := range elemLeaves(s) {
		r := v.(*fkl.Ref)
		out = append(out, b.let(r.Var.Name, r.Var.Type, &fkl.Put{Node: ir.At(e.Pos()), Vec: r, Idx: i, Val: vals[k]}))
	}
	return elemFromAtoms(typeOf(e.Seq), &out)
}

// compound is an If or a Loop as an expression that yields its leaves.
func (x *elemTranslator) compound(b *block, e nkl.Expr, t *types.Type) fkl.Expr {
	switch e := e.(type) {
	case *nkl.If:
		return &fkl.If{Node: ir.At(e.Pos()), Cond: x.atom(b, e.Cond),
			Then: x.tail(b.nested(), e.Then, t), Else: x.tail(b.nested(), e.Else, t)}
	case *nkl.Loop:
		l := &fkl.Loop{Node: ir.At(e.Pos())}
		for i, v := range e.Binds {
			l.Inits = append(l.Inits, elemLeaves(x.eval(b, e.Inits[i], v.Type))...)
			vars := make([]fkl.Expr, 0, 1)
			for _, lt := range leafTypes(v.Type, false) {
				nv := types.NewVar(v.Name, lt)
				l.Binds, vars = append(l.Binds, nv), append(vars, ref(nv))
			}
			x.vars[v] = elemFromAtoms(v.Type, &vars)
		}
		l.Body = x.tail(b.nested(), e.Body, t)
		return l
	}
	panic("flatten: not a compound expression")
}

// tail translates e in tail position of a block: it ends the block.
func (x *elemTranslator) tail(b *block, e nkl.Expr, t *types.Type) fkl.Expr {
	switch e := e.(type) {
	case *nkl.Let:
		v := x.eval(b, e.Rhs, e.Bind.Type)
		x.vars[e.Bind] = v
		return x.tail(b, e.Body, t)
	case *nkl.Check:
		b.check(e.Pos(), x.atom(b, e.Cond), e.Error)
		return x.tail(b, e.Then, t)
	case *nkl.Elem:
		return x.tail(b, e.Body, t)
	case *nkl.If, *nkl.Loop:
		return b.in(x.compound(b, e, t))
	case *nkl.Recur:
		r := &fkl.Recur{Node: ir.At(e.Pos())}
		for _, a := range e.Args {
			r.Args = append(r.Args, elemLeaves(x.eval(b, a, nil))...)
		}
		return b.in(r)
	}
	return b.ret(elemLeaves(x.eval(b, e, t))...)
}

// results binds the leaves that rhs yields for a value of type t.
func (x *elemTranslator) results(b *block, t *types.Type, rhs fkl.Expr) elemValue {
	vs := b.letN("r", leafTypes(t, false), rhs)
	return elemFromAtoms(t, &vs)
}

// elemLeaves lists the atoms of a scalar value, or the vectors of a state.
func elemLeaves(v elemValue) []fkl.Expr {
	switch v := v.(type) {
	case elemAtom:
		return []fkl.Expr{v.a}
	case elemTuple:
		var out []fkl.Expr
		for _, c := range v {
			out = append(out, elemLeaves(c)...)
		}
		return out
	case elemSeq:
		if v.len == nil {
			var flat []rep
			new(block).outer(v.elems, &flat)
			return new(block).values(flat)
		}
	}
	panic("flatten: a sequence leaves an element block")
}

// elemFromAtoms builds a scalar value of type t, or a state, from the first atoms of vs.
func elemFromAtoms(t *types.Type, vs *[]fkl.Expr) elemValue {
	if t.Kind == types.KSeq {
		n := len(leafTypes(t, false))
		elems := fromLeaves(nil, t.Elem(), true, (*vs)[:n])
		*vs = (*vs)[n:]
		return elemSeq{elems: elems}
	}
	if t.Kind == types.KTuple {
		out := make(elemTuple, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = elemFromAtoms(c, vs)
		}
		return out
	}
	a := (*vs)[0]
	*vs = (*vs)[1:]
	return elemAtom{a}
}

// hostRep is a value of the host as a rep.
func hostRep(b *block, v elemValue) rep {
	switch v := v.(type) {
	case elemAtom:
		return hostScalar{v.a}
	case elemTuple:
		out := make(tuple, len(v))
		for i, c := range v {
			out[i] = hostRep(b, c)
		}
		return out
	case elemSeq:
		return b.slice(v)
	}
	panic("flatten: value without a representation")
}

// slice is a sequence of the host seen through start and length: its own
// vectors, copied from the elements.
func (b *block) slice(s elemSeq) rep {
	if s.start == nil {
		return uniformSeq{elems: s.elems, n: s.len}
	}
	sp := &indexSpace{n: s.len}
	elems := b.gather(s.elems, sp, false, func(eb *block, _, idx fkl.Expr) fkl.Expr { return eb.add(s.start, idx) })
	return uniformSeq{elems, s.len, &slice{s.start, s.elems}}
}
