package vcode

// The pass find-arities.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/vcode"
	"nessiec/passes/pass"
)

// FindArities finds how many entries functions take and leave, from how deep they look below
// the stack that they get; and drops functions that are never called.
//
//	(func MAIN -1 -1 () () () (block (const int (3)) (invoke SQUARE)))
//	(func SQUARE -1 -1 () () () (block (copy 1 0) (instr * int)))
//	  =>  (func MAIN 0 1 () () () (block (const int (3)) (invoke SQUARE)))
//	      (func SQUARE 1 1 () () () (block (copy 1 0) (instr * int)))
//
// Arities of functions that call each other are a least fixed point: what comes behind a call is
// looked at once the function is known to return.
func FindArities(c *pass.Ctx, m *vcode.Module) *vcode.Module {
	return orNothing(c, func() *vcode.Module {
		a := &arities{c: c, m: m, of: map[string]vcode.Arity{}}
		a.reach(m.Start())
		if c.Diags.HasErrors() {
			return nil
		}
		a.solve()
		out := &vcode.Module{}
		for _, f := range a.order {
			a.report(f)
			g := *f
			g.Inputs, g.Outputs = a.of[f.Name].Inputs, a.of[f.Name].Outputs()
			out.Funcs = append(out.Funcs, &g)
		}
		a.returns()
		return out
	})
}

// arities finds arities.
type arities struct {
	c     *pass.Ctx
	m     *vcode.Module
	order []*vcode.Func // those that are reached
	of    map[string]vcode.Arity
}

// reach looks for the functions that f calls, and for mistakes that need no arities.
func (a *arities) reach(f *vcode.Func) {
	if slices.Contains(a.order, f) {
		return
	}
	a.order = append(a.order, f)
	ir.Walk(f.Body, func(e vcode.Expr) bool {
		switch e := e.(type) {
		case *vcode.Invoke:
			if g := a.m.Find(e.Fn); g != nil {
				a.reach(g)
			} else {
				a.missing(e)
			}
		case *vcode.Block:
			a.timers(e)
		case *vcode.Int:
			if a.c.Num().Wrap(e.Val) != e.Val {
				a.c.Errorf(e.Pos(), "E0504", "the number %d is out of range", e.Val).
					WithHint(fmt.Sprintf("ints have %d bits; -int=64 has others", a.c.Num().IntBits()))
			}
		}
		return true
	})
}

// missing reports a call of a function that is not there.
func (a *arities) missing(e *vcode.Invoke) {
	var names []string
	for _, f := range a.m.Funcs {
		names = append(names, f.Name)
	}
	d := a.c.Errorf(e.P, "E0506", "there is no function %s", e.Fn).Underline(width(e))
	if near := diag.Nearest(e.Fn, names); near != "" {
		d.Hint = "did you mean " + near + "?"
	}
}

// timers checks that every START_TIMER has its STOP_TIMER.
func (a *arities) timers(b *vcode.Block) {
	stopped := map[int]bool{}
	for i, e := range b.Code {
		x, ok := e.(*vcode.Instr)
		switch {
		case ok && x.Op == vcode.OpStartTimer:
			j := vcode.TimedPart(b.Code, i)
			if j < 0 {
				mistake(a.c, e, "E0513", "no STOP_TIMER follows this START_TIMER in the same part of the function")
			}
			stopped[j] = true
		case ok && x.Op == vcode.OpStopTimer && !stopped[i]:
			mistake(a.c, e, "E0513", "no START_TIMER stands in front of this STOP_TIMER in the same part of the function")
		}
	}
}

// maxInputs is how deep a function may look.
const maxInputs = 1000

// solve repeats until no arity changes.
func (a *arities) solve() {
	w := &vcode.Heights{Of: func(fn string) vcode.Arity { return a.of[fn] }}
	for changed := true; changed; {
		changed = false
		for _, f := range a.order {
			got := w.Body(f.Body)
			if old := a.of[f.Name]; old.Returns { // which parts of branches return first does not matter
				got.Returns, got.Effect = true, old.Effect
			}
			if got.Inputs > maxInputs {
				a.c.Errorf(f.P, "E0512", "the function %s takes more than %d entries", f.Name, maxInputs).Underline(len(f.Name)).
					WithHint("a function that calls itself takes some of its stack each time")
				panic(rejected{})
			}
			if got != a.of[f.Name] {
				a.of[f.Name], changed = got, true
			}
		}
	}
}

// report reports what is wrong with the heights of a function.
func (a *arities) report(f *vcode.Func) {
	w := &vcode.Heights{Of: func(fn string) vcode.Arity { return a.of[fn] }}
	w.Differ = func(e *vcode.Branch, then, els int) {
		mistake(a.c, e, "E0511", "the two parts of this IF change the height of the stack by %d and %d", then, els)
	}
	w.High = func(e vcode.Expr) {
		mistake(a.c, e, "E0511", "the function %s pushes more than %d entries", f.Name, vcode.MaxHeight)
	}
	if f == a.m.Start() {
		w.Below = a.underflow
	}
	w.Body(f.Body)
}

// underflow reports that the first function looks below its stack.
func (a *arities) underflow(e vcode.Expr, missing int) {
	what := word(e)
	switch e := e.(type) {
	case *vcode.Invoke:
		what = fmt.Sprintf("CALL %s, which takes %d", e.Fn, a.of[e.Fn].Inputs)
	case *vcode.Instr:
		what = fmt.Sprintf("%s, which takes %d", vcode.Spell(e.Op, e.Type), e.Op.Of().NumArgs())
	}
	entries := "entries"
	if missing == 1 {
		entries = "entry"
	}
	mistake(a.c, e, "E0510", "the stack has %d %s too few for %s", missing, entries, what)
}

// returns reports functions that call themselves or others for ever, so that nobody knows
// what they leave. One that ends the program is none of them.
func (a *arities) returns() {
	ends := map[string]bool{}
	for changed := true; changed; {
		changed = false
		for _, f := range a.order {
			if !ends[f.Name] && (a.of[f.Name].Returns || ir.Any(f.Body, func(e vcode.Expr) bool {
				call, ok := e.(*vcode.Invoke)
				return e.Form() == vcode.FormExit || ok && !a.of[call.Fn].Returns && ends[call.Fn]
			})) {
				ends[f.Name], changed = true, true
			}
		}
	}
	for _, f := range a.order {
		if !ends[f.Name] && a.callsItself(f) {
			a.c.Errorf(f.P, "E0512", "the function %s never returns, so it is not known what it leaves on the stack", f.Name).Underline(len(f.Name)).
				WithHint("one part of an IF has to go without the call")
		}
	}
}

// callsItself reports whether calls lead from f to f.
func (a *arities) callsItself(f *vcode.Func) bool {
	seen := map[string]bool{}
	var visit func(g *vcode.Func)
	visit = func(g *vcode.Func) {
		ir.Walk(g.Body, func(e vcode.Expr) bool {
			if c, ok := e.(*vcode.Invoke); ok && !seen[c.Fn] {
				seen[c.Fn] = true
				visit(a.m.Find(c.Fn))
			}
			return true
		})
	}
	visit(f)
	return seen[f.Name]
}
