package formulas

// Which formulas are functions. In loops none is: a call there takes longer than what it does.
// Nor is any in kernels: behind a call, wazero's loops load variables from the stack.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
)

// A Book is functions of the host and the formulas in them that are functions: those that
// stand in several places, and those that take definitions in.
type Book struct {
	Funcs  []*kir.Func
	shared map[string]bool // by key
	uses   map[*kir.Var]int
}

// For makes the book of functions. In it, a definition that only the arithmetic behind it
// uses is part of that.
func For(fs []*kir.Func) *Book {
	b := &Book{shared: map[string]bool{}, uses: map[*kir.Var]int{}}
	for _, f := range fs {
		countUses(f.Body, b.uses)
	}
	seen := map[string]bool{}
	look := func(e kir.Expr) bool {
		if f, _, ok := Of(e); ok {
			b.shared[f.Key] = b.shared[f.Key] || seen[f.Key]
			seen[f.Key] = true
		}
		return !repeats(e)
	}
	for _, f := range fs {
		g := *f
		g.Body = b.joined(f.Body)
		b.Funcs = append(b.Funcs, &g)
		ir.Walk(g.Body, look)
	}
	return b
}

// repeats reports whether a statement is a loop.
func repeats(e kir.Expr) bool {
	switch e.Form() {
	case kir.FormLoop, kir.FormFor, kir.FormWhile:
		return true
	}
	return false
}

// Shared reports whether a formula is a function.
func (b *Book) Shared(f Formula) bool { return b.shared[f.Key] }

func countUses(e kir.Expr, uses map[*kir.Var]int) {
	ir.Walk(e, func(e kir.Expr) bool {
		if v := kir.VarOf(e); v != nil {
			uses[v]++
		}
		return true
	})
}

// joined is a block or a statement with definitions in the arithmetic that they are for.
func (b *Book) joined(e kir.Expr) kir.Expr {
	block, ok := e.(*kir.Block)
	switch {
	case repeats(e):
		return e
	case !ok:
		return e.MapBodies(b.joined)
	}
	out := *block
	var list []kir.Expr
	for _, s := range out.Stmts {
		s = b.joined(s)
		if n := len(list); n > 0 {
			if both := b.join(list[n-1], s); both != nil {
				list[n-1] = both
				continue
			}
		}
		list = append(list, s)
	}
	out.Stmts = list
	return &out
}

// join is two definitions in one, if only the second uses the first and they are arithmetic
// together; or nil.
func (b *Book) join(first, second kir.Expr) kir.Expr {
	x, ok := first.(*kir.Def)
	y, also := second.(*kir.Def)
	if !ok || !also || x.Rhs.Form() != kir.FormPrim || y.Rhs.Form() != kir.FormPrim {
		return nil
	}
	here := map[*kir.Var]int{}
	countUses(y.Rhs, here)
	if here[x.Bind] == 0 || here[x.Bind] < b.uses[x.Bind] {
		return nil
	}
	both := &kir.Def{Node: y.Node, Bind: y.Bind, Rhs: kir.Replace(y.Rhs, map[*kir.Var]kir.Expr{x.Bind: x.Rhs})}
	f, _, ok := Of(both.Rhs)
	if !ok {
		return nil
	}
	b.shared[f.Key] = true
	return both
}
