package flatten

// Element code: element blocks, and scalar code of the host, which is the same
// code with the values of one element.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// An ev is the value of one element: a base atom, a tuple, or a sequence seen
// through its start, length and elements (start nil: the whole of elems). That of
// a state of an update block is len nil: its vectors know.
type ev interface{ isEv() }

type (
	evBase struct{ a fkl.Expr }
	evTup  []ev
	evSeq  struct {
		start, len fkl.Expr
		elems      rep
	}
)

func (evBase) isEv() {}
func (evTup) isEv()  {}
func (evSeq) isEv()  {}

// elemTr translates one element block. own finds the value of a variable from
// outside the block.
type elemTr struct {
	own  func(eb *lets, v *nkl.Var) ev
	vars map[*nkl.Var]ev
}

// ownEv is the element of r at the own index; uniform values are themselves.
func ownEv(eb *lets, r rep, seg, idx fkl.Expr) ev {
	switch r := r.(type) {
	case scalar:
		return evBase{r.a}
	case useq:
		return evSeq{nil, r.n, r.elems}
	case tup:
		out := make(evTup, len(r))
		for i, c := range r {
			out[i] = ownEv(eb, c, seg, idx)
		}
		return out
	case *lview:
		return evSeq{readOwn(eb, eb.startsOf(r), seg, idx), readOwn(eb, eb.lensOf(r), seg, idx), r.data}
	}
	return evBase{readOwn(eb, r, seg, idx)}
}

// elemAt is the element of a lifted rep at index idx of its space.
func elemAt(eb *lets, r rep, idx fkl.Expr) ev {
	switch r := r.(type) {
	case tup:
		out := make(evTup, len(r))
		for i, c := range r {
			out[i] = elemAt(eb, c, idx)
		}
		return out
	case *lview:
		return evSeq{readAt(eb, eb.startsOf(r), idx), readAt(eb, eb.lensOf(r), idx), r.data}
	}
	return evBase{readAt(eb, r, idx)}
}

func (x *elemTr) lookup(eb *lets, v *nkl.Var) ev {
	if e, ok := x.vars[v]; ok {
		return e
	}
	return x.own(eb, v)
}

// eval emits the code of e, an expression of type t, and returns its value.
func (x *elemTr) eval(b *lets, e nkl.Expr, t *types.Type) ev {
	switch e := e.(type) {
	case *nkl.Ref:
		return x.lookup(b, e.Var)
	case *nkl.Int:
		return evBase{&fkl.Int{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Float:
		return evBase{&fkl.Float{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Bool:
		return evBase{&fkl.Bool{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Char:
		return evBase{&fkl.Char{Node: ir.At(e.Pos()), Val: e.Val}}
	case *nkl.Tuple:
		out := make(evTup, len(e.Elems))
		for i, c := range e.Elems {
			out[i] = x.eval(b, c, t.Elems[i])
		}
		return out
	case *nkl.Proj:
		return x.eval(b, e.Of, nil).(evTup)[e.Index]
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
func (x *elemTr) atom(b *lets, e nkl.Expr) fkl.Expr { return x.eval(b, e, nil).(evBase).a }

// prim applies a scalar primitive, or elt and length.
func (x *elemTr) prim(b *lets, e *nkl.Prim, t *types.Type) ev {
	switch e.Op.Name {
	case "length":
		s := x.eval(b, e.Args[0], nil).(evSeq)
		if s.len == nil {
			return evBase{b.length(firstLeaf(s.elems))}
		}
		return evBase{s.len}
	case "elt":
		s, i := x.eval(b, e.Args[0], nil).(evSeq), x.atom(b, e.Args[1])
		if s.start != nil {
			i = b.add(s.start, i)
		}
		return elemAt(b, s.elems, i)
	}
	args := make([]fkl.Expr, len(e.Args))
	for i, a := range e.Args {
		args[i] = x.atom(b, a)
	}
	return evBase{b.let("x", t, &fkl.Prim{Node: ir.At(e.Pos()), Op: e.Op, Args: args})}
}

// put replaces an element of a state: of each of its vectors.
func (x *elemTr) put(b *lets, e *nkl.Put) ev {
	s, i := x.eval(b, e.Seq, nil).(evSeq), x.atom(b, e.Idx)
	vals := evLeaves(x.eval(b, e.Val, typeOf(e.Seq).Elem()))
	var out []fkl.Expr
	for k, v := range evLeaves(s) {
		r := v.(*fkl.Ref)
		out = append(out, b.let(r.Var.Name, r.Var.Type, &fkl.Put{Node: ir.At(e.Pos()), Vec: r, Idx: i, Val: vals[k]}))
	}
	return evFrom(typeOf(e.Seq), &out)
}

// compound is an If or a Loop as an expression that yields its leaves.
func (x *elemTr) compound(b *lets, e nkl.Expr, t *types.Type) fkl.Expr {
	switch e := e.(type) {
	case *nkl.If:
		return &fkl.If{Node: ir.At(e.Pos()), Cond: x.atom(b, e.Cond),
			Then: x.tail(b.block(), e.Then, t), Else: x.tail(b.block(), e.Else, t)}
	case *nkl.Loop:
		l := &fkl.Loop{Node: ir.At(e.Pos())}
		for i, v := range e.Binds {
			l.Inits = append(l.Inits, evLeaves(x.eval(b, e.Inits[i], v.Type))...)
			vars := make([]fkl.Expr, 0, 1)
			for _, lt := range leafTypes(v.Type, false) {
				nv := types.NewVar(v.Name, lt)
				l.Binds, vars = append(l.Binds, nv), append(vars, ref(nv))
			}
			x.vars[v] = evFrom(v.Type, &vars)
		}
		l.Body = x.tail(b.block(), e.Body, t)
		return l
	}
	panic("flatten: not a compound expression")
}

// tail translates e in tail position of a block: it ends the block.
func (x *elemTr) tail(b *lets, e nkl.Expr, t *types.Type) fkl.Expr {
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
			r.Args = append(r.Args, evLeaves(x.eval(b, a, nil))...)
		}
		return b.in(r)
	}
	return b.ret(evLeaves(x.eval(b, e, t))...)
}

// results binds the leaves that rhs yields for a value of type t.
func (x *elemTr) results(b *lets, t *types.Type, rhs fkl.Expr) ev {
	vs := b.letN("r", leafTypes(t, false), rhs)
	return evFrom(t, &vs)
}

// evLeaves lists the atoms of a scalar value, or the vectors of a state.
func evLeaves(v ev) []fkl.Expr {
	switch v := v.(type) {
	case evBase:
		return []fkl.Expr{v.a}
	case evTup:
		var out []fkl.Expr
		for _, c := range v {
			out = append(out, evLeaves(c)...)
		}
		return out
	case evSeq:
		if v.len == nil {
			var flat []rep
			new(lets).outer(v.elems, &flat)
			return new(lets).values(flat)
		}
	}
	panic("flatten: a sequence leaves an element block")
}

// evFrom builds a scalar value of type t, or a state, from the first atoms of vs.
func evFrom(t *types.Type, vs *[]fkl.Expr) ev {
	if t.Kind == types.KSeq {
		n := len(leafTypes(t, false))
		elems := fromLeaves(nil, t.Elem(), true, (*vs)[:n])
		*vs = (*vs)[n:]
		return evSeq{elems: elems}
	}
	if t.Kind == types.KTuple {
		out := make(evTup, len(t.Elems))
		for i, c := range t.Elems {
			out[i] = evFrom(c, vs)
		}
		return out
	}
	a := (*vs)[0]
	*vs = (*vs)[1:]
	return evBase{a}
}

// evRep is a value of the host as a rep.
func evRep(b *lets, v ev) rep {
	switch v := v.(type) {
	case evBase:
		return scalar{v.a}
	case evTup:
		out := make(tup, len(v))
		for i, c := range v {
			out[i] = evRep(b, c)
		}
		return out
	case evSeq:
		return b.slice(v)
	}
	panic("flatten: value without a representation")
}

// slice is a sequence of the host seen through start and length: its own
// vectors, copied from the elements.
func (b *lets) slice(s evSeq) rep {
	if s.start == nil {
		return useq{elems: s.elems, n: s.len}
	}
	sp := &space{n: s.len}
	elems := b.gather(s.elems, sp, false, func(eb *lets, _, idx fkl.Expr) fkl.Expr { return eb.add(s.start, idx) })
	return useq{elems, s.len, &slice{s.start, s.elems}}
}
