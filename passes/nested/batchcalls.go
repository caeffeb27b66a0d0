package nested

// Independent calls of one recursive function become one apply-to-each.

import (
	"math"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// BatchCalls merges calls of one recursive function that stand in one block,
// where none needs the result of another: lifted, they advance together, so a
// recursion that branches takes as many steps as it is deep (PASSES 15b).
//
//	(let x:int (call fib () (a)) (let y:int (call fib () (b)) e))
//	=> (let args:[int] (seq int (a b))
//	   (let all:[int] (each (arg:int) (args) (call fib () (arg)))
//	   (let x:int (prim elt (all 0)) (let y:int (prim elt (all 1)) e))))
//
// A call waits until its result is needed or the world is touched, and is
// merged with those of the same function that come meanwhile. Functions that
// act on the world are left alone. Arguments on which all calls agree are not
// collected.
func BatchCalls(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	g := newCallGraph(m)
	b := &batcher{c: c, g: g, effects: newEffects(g)}
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		b.waiting = map[*nkl.Var]*batch{}
		return f.MapBodies(b.body)
	})
	if !changed {
		return m
	}
	out := *m
	out.Funcs = funcs
	return &out
}

// A batcher works on one module, one function after another.
type batcher struct {
	c       *pass.Ctx
	g       *callGraph
	effects *effects
	waiting map[*nkl.Var]*batch // by result
}

// A batch is a set of calls of one function that wait to be made.
type batch struct {
	fn    *nkl.Func
	calls []*nkl.Let
	done  bool
}

// body rewrites the block e and the blocks inside it.
func (b *batcher) body(e nkl.Expr) nkl.Expr {
	var out block
	var open []*batch // in order of their first calls
	flush := func(which func(*batch) bool) {
		for _, p := range open {
			if !p.done && which(p) {
				b.emit(&out, p)
			}
		}
	}
	need := func(e nkl.Expr) { // before e is evaluated
		if !anyOpen(open) {
			return
		}
		all := b.effects.act(e)
		needed := b.needed(e)
		flush(func(p *batch) bool { return all || needed[p] })
	}
	for {
		switch x := e.(type) {
		case *nkl.Let:
			if f := b.batchable(x.Rhs); f != nil {
				needed := b.needed(x.Rhs)
				flush(func(p *batch) bool { return needed[p] })
				open = b.wait(open, f, x)
			} else {
				need(x.Rhs)
				out.again(x, x.Bind, x.Rhs.MapBodies(b.body))
			}
			e = x.Body
		case *nkl.Check:
			need(x.Cond)
			out.checkAgain(x, x.Cond)
			e = x.Then
		default:
			flush(func(*batch) bool { return true })
			return out.in(e.MapBodies(b.body))
		}
	}
}

// anyOpen reports whether a batch waits.
func anyOpen(open []*batch) bool {
	for _, p := range open {
		if !p.done {
			return true
		}
	}
	return false
}

// batchable returns the function if e is a call that may wait.
func (b *batcher) batchable(e nkl.Expr) *nkl.Func {
	c, ok := e.(*nkl.Call)
	if !ok || !b.g.recursive(c.Fn) || len(c.Args) == 0 || b.effects.act(c) {
		return nil
	}
	return b.g.m.Funcs[b.g.index[c.Fn]]
}

// wait adds call x of f to the open batch of f, or to a new one.
func (b *batcher) wait(open []*batch, f *nkl.Func, x *nkl.Let) []*batch {
	for _, p := range open {
		if p.fn == f && !p.done {
			p.calls = append(p.calls, x)
			b.waiting[x.Bind] = p
			return open
		}
	}
	p := &batch{fn: f, calls: []*nkl.Let{x}}
	b.waiting[x.Bind] = p
	live := open[:0]
	for _, q := range open {
		if !q.done {
			live = append(live, q)
		}
	}
	return append(live, p)
}

// needed is the batches that e needs a result of, of those that wait.
func (b *batcher) needed(e nkl.Expr) map[*batch]bool {
	var out map[*batch]bool
	ir.Walk(e, func(e nkl.Expr) bool {
		nkl.EachUse(e, func(v *nkl.Var) {
			if p := b.waiting[v]; p != nil && !p.done {
				if out == nil {
					out = map[*batch]bool{}
				}
				out[p] = true
			}
		})
		return true
	})
	return out
}

// emit makes the calls of p.
func (b *batcher) emit(out *block, p *batch) {
	p.done = true
	if len(p.calls) < 2 || !b.c.Rewrite("merge calls of "+p.fn.Name) {
		for _, l := range p.calls {
			out.again(l, l.Bind, l.Rhs)
		}
		return
	}
	b.c.Count("calls merged", int64(len(p.calls)))
	first := p.calls[0].Rhs.(*nkl.Call)
	each := &nkl.Each{Node: ir.At(first.Pos())}
	call := &nkl.Call{Node: first.Node, Fn: first.Fn}
	for i, v := range p.fn.Params {
		column, same := p.column(i)
		if same {
			call.Args = append(call.Args, column[0])
			continue
		}
		args := out.name(v.Name+"s", types.Seq(v.Type), &nkl.Seq{Elem: v.Type, Elems: column})
		arg := types.NewVar(v.Name, v.Type)
		each.Binds, each.Seqs = append(each.Binds, arg), append(each.Seqs, args)
		call.Args = append(call.Args, nkl.Use(arg))
	}
	if len(each.Binds) == 0 { // equal calls: one is enough
		out.again(p.calls[0], p.calls[0].Bind, first)
		for _, l := range p.calls[1:] {
			out.let(l.Bind, nkl.Use(p.calls[0].Bind))
		}
		return
	}
	each.Body = call
	all := out.name("all", types.Seq(p.fn.Result), each)
	for i, l := range p.calls {
		out.let(l.Bind, opAt(l.Pos(), "elt", all, integer(int64(i))))
	}
}

// column is argument i of all calls, and whether all are one atom.
func (p *batch) column(i int) (column []nkl.Expr, same bool) {
	same = true
	for _, l := range p.calls {
		a := l.Rhs.(*nkl.Call).Args[i]
		column = append(column, a)
		same = same && sameAtom(a, column[0])
	}
	return column, same
}

// sameAtom reports whether two atoms are the same variable or literal.
func sameAtom(a, b nkl.Expr) bool {
	switch a := a.(type) {
	case *nkl.Ref:
		b, ok := b.(*nkl.Ref)
		return ok && a.Var == b.Var
	case *nkl.Int:
		b, ok := b.(*nkl.Int)
		return ok && a.Val == b.Val
	case *nkl.Bool:
		b, ok := b.(*nkl.Bool)
		return ok && a.Val == b.Val
	case *nkl.Char:
		b, ok := b.(*nkl.Char)
		return ok && a.Val == b.Val
	case *nkl.Float:
		b, ok := b.(*nkl.Float)
		return ok && math.Float64bits(a.Val) == math.Float64bits(b.Val)
	}
	return false
}
