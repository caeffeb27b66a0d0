package pass

// Parts of a program that do not need each other, several at a time.

import (
	"runtime"
	"slices"

	"nessiec/ir"
)

// Each is ir.MapSlice of f, for several elements at a time, as in Map.
func Each[T comparable](c *Ctx, xs []T, f func(*Ctx, T) T) ([]T, bool) {
	out := Map(c, xs, f)
	if slices.Equal(out, xs) {
		return xs, false
	}
	return out, true
}

// Map is f of each of xs, several at a time. Every element has a context of its own; what f says
// there comes together in the order of the elements, so how many processors there are makes no
// difference. Where rewrites are limited or traced, one element follows another.
func Map[T, U any](c *Ctx, xs []T, f func(*Ctx, T) U) []U {
	out := make([]U, len(xs))
	if runtime.GOMAXPROCS(0) < 2 || len(xs) < 2 || c.RewriteLimit >= 0 || c.Trace != nil {
		for i, x := range xs {
			out[i] = f(c, x)
		}
		return out
	}
	parts, failed := make([]*Ctx, len(xs)), make([]bool, len(xs))
	ir.AtOnce(len(xs), func(i int) {
		parts[i] = c.part()
		out[i], failed[i] = try(parts[i], xs[i], f)
	})
	for i, p := range parts {
		if failed[i] {
			f(c, xs[i]) // fails again, where the driver sees it
		}
		c.add(p)
	}
	return out
}

// try is f, and whether it panics.
func try[T, U any](c *Ctx, x T, f func(*Ctx, T) U) (y U, failed bool) {
	defer func() { failed = recover() != nil }()
	return f(c, x), false
}

// part is a context for a part of the program, which counts from 0.
func (c *Ctx) part() *Ctx {
	p := c.Fork()
	p.Notes, p.rewrites, p.last = c.Notes, 0, Rewrite{}
	return p
}

// add adds what was said in the context of a part.
func (c *Ctx) add(p *Ctx) {
	c.Join(p)
	for _, s := range p.stats {
		c.Count(s.Name, s.N)
	}
	c.notes, c.verdicts = append(c.notes, p.notes...), append(c.verdicts, p.verdicts...)
	if p.rewrites > 0 {
		c.last = p.last
		c.last.N += c.rewrites
		c.rewrites += p.rewrites
	}
}
