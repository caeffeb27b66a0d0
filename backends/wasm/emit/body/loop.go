package body

// Loops. A loop goes on by a conditional around a branch: engines make better code
// of that than of a conditional branch to the head of a loop.

import (
	"nessiec/backends/wasm/emit/loops"
	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// loop writes a Loop: an iteration that ends in Exit falls out of its end.
func (g *writer) loop(s *kir.Loop) {
	g.together(s.Vars, s.Inits)
	g.bindAll(s.Binds)
	l := g.Loop()
	if g.host || !loops.Counted(s) { // a call in a loop keeps variables out of registers
		g.step()
	}
	g.loops = append(g.loops, openLoop{s, l})
	g.depth++
	g.stmts(s.Body)
	g.depth--
	g.loops = g.loops[:len(g.loops)-1]
	g.End()
}

func (g *writer) while(s *kir.While) {
	out := g.Block()
	again := g.Loop()
	g.aside(func() {
		g.negation(s.Cond)
		g.BrIf(out)
		g.step()
		g.stmts(s.Body)
	})
	g.Br(again)
	g.End()
	g.End()
}

// negated are the comparisons that are the negation of another, of what has no NaN.
var negated = map[string]string{"eq": "ne", "ne": "eq", "lt": "ge", "ge": "lt", "gt": "le", "le": "gt"}

// negation pushes whether a condition does not hold.
func (g *writer) negation(e kir.Expr) {
	if p, ok := e.(*kir.Prim); ok {
		n := negated[p.Op.Name]
		switch {
		case p.Op.Name == "not":
			g.expr(p.Args[0])
			return
		case n != "" && kir.TypeOf(p.Args[0]).Kind != types.KFloat:
			g.expr(&kir.Prim{Node: p.Node, Op: prim.Must(n), Args: p.Args})
			return
		}
	}
	g.expr(e)
	g.Op(w.I32Eqz)
}

// A counter is the parts of a For in locals.
type counter struct {
	i, hi w.Local
	step  func()
	one   bool // step is 1
}

// counted writes a For.
func (g *writer) counted(s *kir.For) {
	c := counter{i: g.bind(s.Var)[0], hi: g.temp(types.Int), step: g.hold(s.Step)}
	n, lit := kir.Literal(s.Step)
	c.one = lit && n == 1
	g.expr(s.Lo)
	g.expr(s.Hi)
	g.Set(c.hi)
	g.Set(c.i)
	if n, row := g.rounds(s); n > 0 && c.one && !g.host {
		g.unrolled(s, c, n, row)
	}
	g.Get(c.i)
	g.Get(c.hi)
	g.Op(g.i(prim.Lt))
	g.If(w.NoResult)
	again := g.Loop()
	if g.host {
		g.step()
	}
	g.depth++
	g.stmts(s.Body)
	g.depth--
	if c.one {
		g.Get(c.i)
		g.int(1)
		g.Op(g.i(prim.Add))
		g.Tee(c.i)
		g.Get(c.hi)
		g.Op(g.i(prim.Lt))
	} else { // the counter must not overflow on its way past the end
		g.Get(c.hi)
		g.Get(c.i)
		g.Op(g.i(prim.Sub))
		c.step()
		g.Op(g.i(prim.Gt))
		g.Get(c.i)
		c.step()
		g.Op(g.i(prim.Add))
		g.Set(c.i)
	}
	g.If(w.NoResult)
	g.Br(again)
	g.End()
	g.End()
	g.End()
}
