package updates

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/passes/lift/storepassing"
	"nessiec/passes/nested/anf"
	"nessiec/passes/nested/simplify"
	"nessiec/passes/pass"
)

// ThreadTables makes update blocks of loops and recursions of the host that add rows to tables one by one: programs
// that insert into trees, push on lists or parse. The columns of the tables of a scope are sequences, which blocks
// carry and append to (package storepassing).
//
//	(scope tree () (let s (loop (t i) (0 0) (if (i == n) t (let r (alloc tree (t i)) (recur r (i + 1))))) (let c (column tree 0 ..) ..)))
//	=> (let all (update .. (loop (t i c d) (0 0 (seq) (seq)) (if .. (tuple t c d) (recur (length c) (i + 1) (append c (seq (t))) ..))))
//	   (let s all.0 (let c all.1 ..)))
//
// Where such a loop knows all rows that it needs by what it carries (nkl.Collect), the block ends when it has added many rows. The host leaves
// out those that nobody refers to, and begins the block again.
//
// So it is if there is such a block in the scope. Code of it that becomes none, as a recursion whose calls can be made at
// once, has a scope of its own, which begins with the rows that there are.
func ThreadTables(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	p := storepassing.Of(m, rowsInGrains*c.Desc().Grain)
	if p == nil {
		return m
	}
	x := &tableThreads{threads{newUpdates(c, p.Module), anf.NewCallGraph(p.Module), p.Handed}, p}
	under := anf.UnderMaps(m, func(string) bool { return false })
	funcs, changed := ir.MapSlice(m.Funcs, func(f *nkl.Func) *nkl.Func {
		if under[f.Name] {
			return f
		}
		return f.MapBodies(x.host)
	})
	if !changed {
		return m
	}
	return simplify.Apart(c, m.WithFuncs(funcs))
}

// rowsInGrains is how many times as many rows as a chunk has elements a loop adds before some are left out: that takes some
// twenty launches.
const rowsInGrains = 8

type tableThreads struct {
	threads // over the program in store-passing style
	program *storepassing.Program
}

// host is e, code of the host, with blocks in its scopes.
func (x *tableThreads) host(e nkl.Expr) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each, *nkl.Fold:
		return e
	case *nkl.Scope:
		if out := x.program.Scope(e, x.block); out != nil {
			return out
		}
	}
	out := e.MapChildren(x.host)
	if let, ok := out.(*nkl.Let); ok && out != e {
		return anf.Splice(let)
	}
	return out
}

// block is the block of a loop, or of a call of a recursive function, or nil.
func (x *tableThreads) block(e nkl.Expr) (block nkl.Expr) {
	if l, ok := e.(*nkl.Loop); ok && !x.callsRecursive(l) {
		block = x.blockOf(l, true)
	} else {
		block = x.machine(e, true)
	}
	if block == nil || !x.ctx.Rewrite("a block that adds to tables") {
		return nil
	}
	return block
}
