package lift

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// FormUpdates makes update blocks of loops that are scalar code but for replacing
// elements of sequences one by one: one work-item runs such a loop, and writes in
// place. On the host, loops that only read elements are blocks, too: it would wait for
// each of them.
//
//	(loop (a i) (xs 0) (if .. a (let is (seq (i)) (let vs (seq (v)) (let b (write a is vs) (recur b ..))))))
//	=> (update (s) (xs) (loop (a i) (s 0) (if .. a (let b (put a i v) (recur b ..)))))
//
// Calls in such a loop are inlined, and the parts of tuples with sequences are variables. Sequences that it replaces elements of must be
// used linearly: nothing reads what they were before (linear.go). So an element is
// replaced behind the reads of the sequence before it, where these need nothing of
// what comes of it.
func FormUpdates(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	u := &updates{elements: newElements(m), sizes: map[string]int{}, sigs: m.Sigs()}
	under := anf.UnderMaps(m, func(string) bool { return false })
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		return f.MapBodies(func(e nkl.Expr) nkl.Expr { return u.form(e, !under[f.Name]) })
	})
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}

type updates struct {
	*elements
	sigs  *nkl.Sigs
	sizes map[string]int // of functions that an update block may call, calls in them inlined; -1 of others
}

// form makes update blocks of the outermost loops of e that may be some.
func (u *updates) form(e nkl.Expr, host bool) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Update:
		return e
	case *nkl.Each, *nkl.Fold:
		host = false
	case *nkl.Loop:
		if b := u.writing(e, host); b != nil {
			return b
		}
		var before anf.Block
		if l := anf.LoopParts(&before, e); l != nil {
			if b := u.writing(l, host); b != nil {
				return before.In(b)
			}
		}
		if host && u.ok(e) {
			if inner := u.inline(e); readsElements(inner) {
				return &nkl.Update{Node: e.Node, Body: nkl.Freshen(inner)}
			}
		}
	}
	e = e.MapChildren(func(e nkl.Expr) nkl.Expr { return u.form(e, host) })
	if let, ok := e.(*nkl.Let); ok {
		return anf.Splice(let) // a block that makes tables has steps before it
	}
	return e
}

// writing is the update block of a loop, with what its exit computes behind it, or nil.
func (u *updates) writing(l *nkl.Loop, host bool) nkl.Expr {
	if b := u.written(l); b != nil {
		return b
	}
	return u.exitBehind(l, host)
}

// written is the update block of a loop, with what makes tables around it, or nil.
func (u *updates) written(l *nkl.Loop) nkl.Expr {
	if b := u.block(l); b != nil {
		return b
	}
	return u.tableBlock(l)
}

// block is the update block of a loop, or nil.
func (u *updates) block(l *nkl.Loop) nkl.Expr {
	if !u.carries(l) || u.nodes(l.Body) < 0 {
		return nil
	}
	out := &nkl.Update{Node: l.Node}
	inner := *l
	inner.Inits = append([]nkl.Expr(nil), l.Inits...)
	for i, v := range l.Binds {
		if v.Type.Kind == types.KSeq {
			s := types.NewVar(v.Name, v.Type)
			out.Binds, out.Inits, inner.Inits[i] = append(out.Binds, s), append(out.Inits, l.Inits[i]), ref(s)
		}
	}
	if out.Body = nkl.Freshen(late(putting(u.inline(&inner)))); linear(out) {
		return out
	}
	return nil
}

// carries reports whether the variables of a loop are scalars and sequences of
// scalars, at least one of these.
func (u *updates) carries(l *nkl.Loop) bool {
	some := false
	for _, v := range l.Binds {
		if v.Type.Kind == types.KSeq && v.Type.Elem().IsScalar() {
			some = true
		} else if !v.Type.IsScalar() {
			return false
		}
	}
	return some
}

// nodes is the number of nodes of e with calls inlined, or -1 if a form of it may not
// become part of an update block.
func (u *updates) nodes(e nkl.Expr) int {
	n := 1
	switch e := e.(type) {
	case *nkl.Ref, *nkl.Int, *nkl.Float, *nkl.Bool, *nkl.Char, *nkl.Tuple, *nkl.Proj, *nkl.Let, *nkl.Check, *nkl.If, *nkl.Loop, *nkl.Recur:
	case *nkl.Seq:
		if len(e.Elems) > maxPlaces {
			return -1
		}
	case *nkl.Prim:
		if op := e.Op.Code; e.Op.Class != prim.Scalar && op != prim.Elt && op != prim.Length && op != prim.Write {
			return -1
		}
	case *nkl.Call:
		n = u.inlined(e.Fn)
	default:
		return -1
	}
	e.Children(func(_ int, c nkl.Expr) {
		if m := u.nodes(c); n < 0 || m < 0 || n+m > maxInlined {
			n = -1
		} else {
			n += m
		}
	})
	return n
}

// inlined is the number of nodes of the body of a function.
func (u *updates) inlined(fn string) int {
	n, known := u.sizes[fn]
	if !known {
		u.sizes[fn] = -1 // while deciding: recursive functions cannot be inlined
		if f := u.funcs[fn]; f != nil {
			n = u.nodes(f.Body)
		}
		u.sizes[fn] = n
	}
	return n
}

// maxPlaces is the most elements that a write in an update block may replace.
const maxPlaces = 4

// putting replaces writes of a few elements by Put, one after the other as the last
// of several at one place stays, and drops the literals that are not used any more.
func putting(e nkl.Expr) nkl.Expr {
	literals := map[*nkl.Var]*nkl.Seq{}
	literal := func(e nkl.Expr) *nkl.Seq {
		if r, ok := e.(*nkl.Ref); ok {
			return literals[r.Var]
		}
		return nil
	}
	var walk func(e nkl.Expr) nkl.Expr
	walk = func(e nkl.Expr) nkl.Expr {
		switch x := e.(type) {
		case *nkl.Let:
			s, isLiteral := x.Rhs.(*nkl.Seq)
			if isLiteral {
				literals[x.Bind] = s
			}
			out := x.MapChildren(walk).(*nkl.Let)
			if isLiteral && !slices.Contains(nkl.FreeVars(out.Body), x.Bind) {
				return out.Body
			}
			return anf.Splice(out)
		case *nkl.Prim:
			if x.Op.Code == prim.Write {
				if is, vs := literal(x.Args[1]), literal(x.Args[2]); is != nil && vs != nil && len(is.Elems) == len(vs.Elems) {
					return puts(x, is.Elems, vs.Elems)
				}
			}
		}
		return e.MapChildren(walk)
	}
	return walk(e)
}

// puts is the write x of these elements to these places.
func puts(x *nkl.Prim, places, vals []nkl.Expr) nkl.Expr {
	seq, n := x.Args[0], len(places)
	if n == 0 {
		return seq
	}
	var steps []step
	for i := range n - 1 {
		v := types.NewVar("put", seq.(*nkl.Ref).Var.Type)
		steps = append(steps, step{bind: v, expr: &nkl.Put{Node: at(x), Seq: seq, Idx: places[i], Val: vals[i]}})
		seq = ref(v)
	}
	return join(steps, &nkl.Put{Node: at(x), Seq: seq, Idx: places[n-1], Val: vals[n-1]})
}

// late moves puts behind the last step that needs the sequence as it was before, if no
// step up to there needs what it becomes.
func late(e nkl.Expr) nkl.Expr {
	e = e.MapChildren(late)
	let, ok := e.(*nkl.Let)
	if !ok {
		return e
	}
	put, ok := let.Rhs.(*nkl.Put)
	if !ok {
		return e
	}
	old, isVar := put.Seq.(*nkl.Ref)
	var before, since []step // of those since, none needs old
	rest := let.Body
	for at := rest; isVar; {
		s, next := cut(at)
		if next == nil || slices.Contains(nkl.FreeVars(s.expr), let.Bind) {
			break
		}
		at, since = next, append(since, s)
		if slices.Contains(nkl.FreeVars(s.expr), old.Var) {
			before, since, rest = append(before, since...), nil, next
		}
	}
	out := *let
	out.Body = rest
	return join(before, &out)
}
