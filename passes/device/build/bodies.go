package build

import (
	"nessiec/ir/kir"
	"nessiec/passes/pass"
)

// Bodies is m with other bodies of kernels, several at a time.
func Bodies(c *pass.Ctx, m *kir.Module, rewrite func(*pass.Ctx, *kir.Kernel) kir.Expr) *kir.Module {
	out := *m
	out.Kernels, _ = pass.Each(c, m.Kernels, func(c *pass.Ctx, k *kir.Kernel) *kir.Kernel {
		body := rewrite(c, k)
		if body == k.Body {
			return k
		}
		g := *k
		g.Body = body
		return &g
	})
	return &out
}
