package kir

// Poison. What follows a failed check is unspecified values: results of the check's other
// branch, loads whose index was out of range, elements that were never written.
// Generated code makes zeros of most, but nothing may depend on that: with
// Options.Poison unspecified values is the worst that can be. The message must be the same,
// no access may leave its buffer, and everything must end.

import (
	"math"
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// unspecified is an adversarial word of kind k.
func (x *Machine) unspecified(k types.Kind) prim.Word {
	n := x.rng.IntN(4)
	switch k {
	case types.KFloat:
		return prim.FloatWord([]float64{math.NaN(), math.Inf(-1), math.Inf(1), -1}[n])
	case types.KBool:
		return prim.Word(n & 1)
	case types.KChar:
		return []prim.Word{0, 127, 128, 255}[n]
	}
	return []prim.Word{-x.num.MaxInt() - 1, -1, x.num.MaxInt(), math.MaxInt32}[n]
}

// poison fills a new buffer with unspecified values.
func (x *Machine) poison(b *buffer) {
	if x.opts.Poison {
		x.fillUnspecified(b)
	}
}

func (x *Machine) fillUnspecified(b *buffer) {
	for i := range b.words {
		b.words[i] = x.unspecified(b.kind)
	}
}

// poisons reports whether unspecified values is to be adversarial now.
func (g *group) poisons() bool { return g.machine.opts.Poison && g.failed() }

// guarded is a Select that has a branch for indices out of range: unspecified values, once a
// check has failed.
func (c *compiler) guarded(e *kir.Select, run evaluator) evaluator {
	in, ok := e.Cond.(*kir.InRange)
	if _, zero := constant(e.Else, c.num); !ok || !zero || e.Else.Form() == kir.FormUnit {
		return run
	}
	inRange, k := c.expr(in), kir.Base(kir.TypeOf(e)).Kind
	return func(it *item) prim.Word {
		if it.group.poisons() && inRange(it) == 0 {
			return it.group.machine.unspecified(k)
		}
		return run(it)
	}
}

// mayFail reports whether statements are what follows a check that may fail.
func mayFail(stmts []kir.Expr) bool {
	return slices.ContainsFunc(stmts, func(s kir.Expr) bool {
		return s.Form() == kir.FormFail || s.Form() == kir.FormAtomic
	})
}

// yieldUnspecified is a Yield of the branch of a failed check.
func (c *compiler) yieldUnspecified(e *kir.Yield) *stmt {
	to, run := c.yield, c.leave(e.Vals, c.yield, yielded)
	return alone(func(it *item) flow {
		f := run.one(it)
		if it.failing && it.group.poisons() {
			for i, v := range e.Vals {
				k := kir.Base(kir.TypeOf(v)).Kind
				for lane := range to[i].count {
					it.regs[to[i].first+lane] = it.group.machine.unspecified(k)
				}
			}
		}
		it.failing = false
		return f
	})
}
