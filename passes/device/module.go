package device

// The module being written. Kernels are made once for each kernel of λcu, role
// and way of passing scalars; those that are equal up to their names are one.

import (
	"fmt"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/pass"
)

// A lowerer holds what is shared by the host functions of a module.
type lowerer struct {
	target             Target
	intSize, floatSize int // bytes
	in                 map[string]*lcu.Kernel
	plans              map[string]*plan // by name of the λcu kernel
	made               map[string]*shared
	equal              map[string]*kir.Kernel // by text without name
	names              *pass.Names
	funcs              *pass.Names
	fits               map[string]string // functions that make buffers long enough, by element type
	sigs               lcu.Sigs
	out                *kir.Module
}

// A shared is a finished kernel with what its parameters want.
type shared struct {
	kernel *kir.Kernel
	wants  []want
}

// LowerKernels replaces SOACs by loops over memory and host code by statements.
//
//	(kernel k (xs n) (vec) (let (r) (map n (thunk (i) (ret (at xs i)))) (ret r)))
//	=>
//	(kernel k 1 (n xs r) .. (for i lo hi 1 (block (store r i (load xs i)))))
//	(launch k groups (n xs r))
func LowerKernels(c *pass.Ctx, m *lcu.Module) *kir.Module {
	return Lower(m, TargetOf(c.Options), c.IntBits, c.FloatBits)
}

// Lower is LowerKernels for any target and width of int and float, in bits.
func Lower(m *lcu.Module, t Target, intBits, floatBits int) *kir.Module {
	lw := &lowerer{target: t, intSize: intBits / 8, floatSize: floatBits / 8,
		in: map[string]*lcu.Kernel{}, plans: map[string]*plan{}, made: map[string]*shared{}, equal: map[string]*kir.Kernel{},
		names: pass.NewNames(), funcs: pass.NewNames(), fits: map[string]string{}, sigs: m.Sigs(),
		out: &kir.Module{Actions: m.Actions}}
	for _, k := range m.Kernels {
		lw.in[k.Name] = k
		lw.plans[k.Name] = newPlan(k)
	}
	for _, f := range m.Funcs {
		lw.funcs.Take(f.Name)
	}
	for _, f := range m.Funcs {
		lw.out.Funcs = append(lw.out.Funcs, lw.fun(f))
	}
	return lw.out
}

// kernel makes a kernel, or finds it. key tells it apart from all others; name
// is for readers.
func (lw *lowerer) kernel(key, name string, local int, g func() *kernelGen) *shared {
	if s := lw.made[key]; s != nil {
		return s
	}
	gen := g()
	k := gen.finish("", local)
	text := (&kir.Module{Kernels: []*kir.Kernel{k}}).String()
	old := lw.equal[text]
	if old == nil {
		k.Name = lw.names.Fresh(name)
		lw.equal[text] = k
		lw.out.Kernels = append(lw.out.Kernels, k)
		old = k
	}
	s := &shared{old, gen.wants}
	lw.made[key] = s
	return s
}

// generic makes a kernel that has nothing to do with any of λcu.
func (lw *lowerer) generic(name string, write func(g *kernelGen), of ...any) *shared {
	return lw.kernel(fmt.Sprint("*", name, of), name, lw.target.Local, func() *kernelGen {
		g := newKernelGen(lw.target, nil, nil)
		write(g)
		return g
	})
}
