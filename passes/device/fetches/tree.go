package fetches

// A kernel as a tree of statements that know what is around them, and what gives
// variables their values.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// A node is a statement. The same statement of kir may stand at several nodes.
type node struct {
	stmt   kir.Expr
	up     *node // the statement in whose body it stands
	bodies [][]*node
	ends   []*node // Yields of a Choose, Recurs and Exits of a Loop
	of     *node   // what such a statement ends
}

// A source is a statement that gives a variable or local array a value, and what from.
type source struct {
	at   *node
	from []kir.Expr
}

// A tree is the statements of a kernel.
type tree struct {
	kernel   *kir.Kernel
	access   map[*kir.Var]kir.Access // of its arrays
	top      []*node
	all      []*node
	sources  map[*kir.Var][]source
	used     map[*kir.Var]bool
	barriers []*node
}

func treeOf(k *kir.Kernel) *tree {
	t := &tree{kernel: k, access: map[*kir.Var]kir.Access{}, sources: map[*kir.Var][]source{}, used: map[*kir.Var]bool{}}
	for i, p := range k.Params {
		if kir.IsBuf(p.Type) {
			t.access[p] = k.Access[i]
		}
	}
	ir.Walk(k.Body, func(e kir.Expr) bool {
		kir.EachUse(e, func(v *kir.Var) { t.used[v] = true })
		return true
	})
	t.top = t.block(k.Body, nil, nil, nil)
	return t
}

// block is the statements of a Block, given the innermost Choose and Loop.
func (t *tree) block(e kir.Expr, up, choose, loop *node) (out []*node) {
	for _, s := range e.(*kir.Block).Stmts {
		n := &node{stmt: s, up: up}
		t.all = append(t.all, n)
		out = append(out, n)
		body := func(e kir.Expr) { n.bodies = append(n.bodies, t.block(e, n, choose, loop)) }
		switch s := s.(type) {
		case *kir.Block:
			body(s)
		case *kir.If:
			body(s.Then)
			body(s.Else)
		case *kir.Choose:
			outer := choose
			choose = n
			body(s.Then)
			body(s.Else)
			choose = outer
		case *kir.Loop:
			outer := loop
			loop = n
			body(s.Body)
			loop = outer
		case *kir.For:
			body(s.Body)
		case *kir.ForItem:
			body(s.Body)
		case *kir.While:
			body(s.Body)
		case *kir.Yield:
			n.of, choose.ends = choose, append(choose.ends, n)
		case *kir.Recur, *kir.Exit:
			n.of, loop.ends = loop, append(loop.ends, n)
		case *kir.Barrier:
			t.barriers = append(t.barriers, n)
		}
		t.gives(n)
	}
	return out
}

// gives notes what a statement gives values to.
func (t *tree) gives(n *node) {
	switch s := n.stmt.(type) {
	case *kir.Def:
		t.give(n, s.Bind, s.Rhs)
	case *kir.Mut:
		t.give(n, s.Bind, s.Init)
	case *kir.Set:
		t.give(n, s.Var, s.Rhs)
	case *kir.For:
		t.give(n, s.Var)
	case *kir.ForItem:
		t.give(n, s.Var)
	case *kir.Choose:
		for i, v := range s.Binds {
			for _, end := range n.ends {
				t.give(end, v, end.stmt.(*kir.Yield).Vals[i])
			}
		}
	case *kir.Loop:
		t.loop(n, s)
	case *kir.LocalArray:
		t.give(n, s.Bind)
	case *kir.Merge:
		for _, v := range s.Binds {
			t.give(n, v)
		}
	case *kir.Store:
		t.give(n, kir.VarOf(s.Buf), s.Idx, s.Val)
	case *kir.Arbitrary:
		t.give(n, kir.VarOf(s.Buf), s.Idx, s.Val)
	case *kir.Atomic:
		t.give(n, kir.VarOf(s.Buf), s.Idx, s.Val)
		t.give(n, s.Bind, s.Buf, s.Idx, s.Val)
	case *kir.Shuffle:
		for _, v := range s.Binds {
			t.give(n, v, append(s.Vals, s.Delta)...)
		}
	case *kir.WarpCount:
		t.give(n, kir.VarOf(s.Buf), s.Idx)
		t.give(n, s.Bind, s.Buf, s.Idx)
	case *kir.Vote:
		t.give(n, s.Bind, s.Cond)
	}
}

// loop notes what the variables and results of a Loop come from.
func (t *tree) loop(n *node, s *kir.Loop) {
	for i, v := range s.Vars {
		t.give(n, v, s.Inits[i])
	}
	for _, end := range n.ends {
		switch e := end.stmt.(type) {
		case *kir.Recur:
			for i, v := range s.Vars {
				t.give(end, v, e.Args[i])
			}
		case *kir.Exit:
			for i, v := range s.Binds {
				t.give(end, v, e.Vals[i])
			}
		}
	}
}

func (t *tree) give(n *node, v *kir.Var, from ...kir.Expr) {
	t.sources[v] = append(t.sources[v], source{n, from})
}

// operands is the expressions of a statement that are evaluated once, where it stands.
func operands(s kir.Expr) (out []kir.Expr) {
	s.MapOperands(func(e kir.Expr) kir.Expr {
		out = append(out, e)
		return e
	})
	return out
}
