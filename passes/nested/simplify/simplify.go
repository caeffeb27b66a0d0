// Package simplify is simplification of nested programs, function by function,
// callees first, in rounds until nothing changes; and inlining of what is called
// once.
package simplify

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/value"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// NKL makes programs smaller and faster without changing what they
// compute, print, or fail with:
//
//	inlining          functions that are small or called once, unless recursive or with a lifting
//	propagation       of copies, constants, components of tuples, known lengths,
//	                  and of what a check or a branch tells about its condition
//	folding           of primitives on literals, by the arithmetic of the target
//	sharing           an expression that was evaluated before is not evaluated again
//	dead code         values, generators, parameters and functions without a use
//	maps              identities, constants, and maps that only rearrange tuples
//	order             what is only reduced exactly need not be permuted before
//
// Primitives are total here, so a shared value may come from below another
// check. Checks and effects are never dropped, moved or duplicated.
//
//	(let a:int (prim add (2 3)) (let b:int (prim mul (x a)) (let c:int (prim mul (x a)) (prim sub (b c)))))
//	=> 0
func NKL(c *pass.Ctx, m *nkl.Module) *nkl.Module { return rounds(c, m, true) }

func rounds(c *pass.Ctx, m *nkl.Module, inlines bool) *nkl.Module {
	simple := map[*nkl.Func][]callee{}
	needed := false // all functions and parameters of m
	for range maxRounds {
		p := newSimplification(c, m)
		p.inlines, p.simple = inlines, simple
		out := p.run()
		if out == m && needed {
			break
		}
		out = out.Reachable()
		next := p.parameters(out)
		if next == m {
			break
		}
		m, needed = next, next == out
	}
	return m
}

// maxRounds bounds the repetition; most programs need two or three rounds.
const maxRounds = 5

// smallBody is the size of a function that is inlined wherever it is called,
// at -O1 and at -O2.
var smallBody = [...]int{0, 30, 60}

// simplification is one round over a module.
type simplification struct {
	c       *pass.Ctx
	inlines bool
	num     value.Num
	m       *nkl.Module
	g       *anf.CallGraph
	effects *anf.Effects
	funcs   []*nkl.Func // simplified so far
	done    []bool      // of funcs
	sites   []int       // calls of each function, in the whole module
	entry   []bool      // called by an action
	lifting []bool      // stands in a Lifting

	simple map[*nkl.Func][]callee // in which nothing was found to simplify, when callees were such
}

// A callee is what matters of a function where it is called.
type callee struct {
	inlined     *nkl.Func // in place of calls, or nil
	acts, fails bool
}

func newSimplification(c *pass.Ctx, m *nkl.Module) *simplification {
	g := anf.NewCallGraph(m)
	p := &simplification{c: c, num: c.Num(),
		m: m, g: g, effects: anf.NewEffects(g), funcs: append([]*nkl.Func(nil), m.Funcs...),
		done: make([]bool, len(m.Funcs)), sites: make([]int, len(m.Funcs)), entry: make([]bool, len(m.Funcs)), lifting: make([]bool, len(m.Funcs))}
	m.EachBody(func(e nkl.Expr) {
		ir.Walk(e, func(e nkl.Expr) bool {
			if i, ok := g.Index[anf.CalledBy(e)]; ok {
				p.sites[i]++
			}
			return true
		})
	})
	for _, a := range m.Actions {
		if i, ok := g.Index[a.Fn]; ok {
			p.entry[i] = true
		}
	}
	for _, l := range m.Liftings {
		p.lifting[g.Index[l.Fn]], p.lifting[g.Index[l.By]] = true, true
	}
	return p
}

// run simplifies every function, several at a time.
func (p *simplification) run() *nkl.Module {
	changed := false
	for _, wave := range p.g.Waves() {
		made := pass.Map(p.c, wave, func(c *pass.Ctx, i int) *nkl.Func {
			f := p.funcs[i]
			if before, simple := p.simple[f]; simple && slices.Equal(before, p.callees(i)) {
				return f
			}
			return f.MapBodies(newSimplifier(c, p).function)
		})
		for k, i := range wave {
			switch f := p.funcs[i]; {
			case made[k] == f:
				p.simple[f] = p.callees(i)
			case p.c.Rewrite("simplify " + f.Name):
				p.funcs[i], changed = made[k], true
			}
		}
		for _, i := range wave {
			p.done[i] = true
		}
	}
	if !changed {
		return p.m
	}
	return p.m.WithFuncs(p.funcs)
}

// callees are those of function number i, as they are now.
func (p *simplification) callees(i int) []callee {
	out := make([]callee, len(p.g.Calls[i]))
	for k, j := range p.g.Calls[i] {
		out[k].inlined = p.inlinable(p.funcs[j].Name)
		out[k].acts, out[k].fails = p.effects.In(j)
	}
	return out
}

// inlinable returns the function to put in place of a call of fn, or nil.
func (p *simplification) inlinable(fn string) *nkl.Func {
	i, ok := p.g.Index[fn]
	if !ok || !p.inlines || p.lifting[i] || p.g.Self[i] || !p.done[i] {
		return nil
	}
	f := p.funcs[i]
	limit := smallBody[min(p.c.OptLevel, len(smallBody)-1)]
	if p.sites[i] == 1 && !p.entry[i] || sizeUpTo(f.Body, limit+1) <= limit {
		return f
	}
	return nil
}

// sizeUpTo counts the nodes of e that are not atoms, up to a limit.
func sizeUpTo(e nkl.Expr, limit int) int {
	n := 0
	ir.Walk(e, func(e nkl.Expr) bool {
		if !nkl.IsAtom(e) {
			n++
		}
		return n < limit
	})
	return n
}

// instantiate copies the body of f, called at a place, with new variables,
// parameters included.
func instantiate(f *nkl.Func, at ir.Pos) (params []*nkl.Var, body nkl.Expr) {
	params = anf.CopyVars(f.Params)
	env := anf.Renaming(f.Params, params)
	ir.Walk(f.Body, func(e nkl.Expr) bool {
		nkl.EachBind(e, func(v *nkl.Var) { env[v] = anf.CopyVars([]*nkl.Var{v})[0] })
		return true
	})
	return params, nkl.Rename(ir.CalledAt(f.Body, at), env)
}
