package kir

// Limits: how many of the groups of a launch there really are.

import "nessiec/ir/kir"

// A limit is what stands before a Limit, compiled, and the number.
type limit struct {
	before *stmt
	groups evaluator
}

// limited compiles the limit of a kernel, if it has one, and returns the body
// without it; what stands before it every group computes again.
func (c *compiler) limited(body kir.Expr) kir.Expr {
	list := body.(*kir.Block).Stmts
	for i, s := range list {
		if s, ok := s.(*kir.Limit); ok {
			c.limit = &limit{c.block(&kir.Block{Stmts: list[:i]}), c.expr(s.Groups)}
			rest := append(list[:i:i], list[i+1:]...)
			return &kir.Block{Stmts: rest}
		}
	}
	return body
}

// of is the number of groups of a launch that was given so many; g is one of
// them.
func (l *limit) of(g *group, groups int64, args []val) int64 {
	g.start(0, args)
	l.before.together(g)
	return min(groups, g.uniform("a limit", l.groups))
}
