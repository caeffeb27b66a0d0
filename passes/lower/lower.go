// Package lower turns kernels of λcu into programs with memory and work-items:
// lower-kernels. Here is host code, and which template makes a kernel of which step.
//
//	kernel      what the host knows of a kernel of λcu
//	strategy    how kernels are written for a kind of groups
//	module      the module being written; equal kernels are one
//	scalars     scalars that stay on the device
//	host        a host function being written
//	decide      conditions that are known now
//	lengths     what is known of lengths; padding
//	invocation  a use of a kernel: arguments, launches
//	assume      which reads are in range, as far as the host sees
//	elementwise, fold, scan, divided, rows, tiles, segmented, segscan, radix
//	            which launches a SOAC becomes
//	dispatch    which of these
//	function    host functions: operations, results of kernels
//
// Packages below:
//
//	control                      Let, If, Loop, Check of λcu as statements, in kernels and on the host
//	element                      element code at a place
//	ranges                       which reads need no guard
//	group                        what groups do with their part, serial and parallel
//	elementwise, fold, segmented, grid, radix
//	                             templates: a step in, a kernel out; they know neither each other nor the host
//	lowertest                    a model of the order in which elements are combined
package lower

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/passes/pass"
)

// LowerKernels replaces SOACs by loops over memory and host code by statements.
//
//	(kernel k (xs n) (vec) (let (r) (map n (thunk (i) (ret (at xs i)))) (ret r)))
//	=>
//	(kernel k 1 (n xs r) .. (for i lo hi 1 (block (store r i (load xs i)))))
//	(launch k groups (n xs r))
func LowerKernels(c *pass.Ctx, m *lcu.Module) *kir.Module {
	return Lower(c.Options, m, c.Desc())
}

// Lower is LowerKernels for any target.
func Lower(o pass.Options, m *lcu.Module, t target.Desc) *kir.Module {
	x := &module{options: o, target: t, strategy: strategyOf(t), intSize: o.IntBits / 8, floatSize: o.FloatBits / 8,
		kernels: map[string]*kernel{}, made: map[string]*sharedKernel{}, equal: map[string]*kir.Kernel{},
		names: pass.NewNames(), funcs: pass.NewNames(), pads: map[string]string{}, sigs: m.Sigs(),
		out: &kir.Module{Actions: m.Actions}}
	for _, k := range m.Kernels {
		x.kernels[k.Name] = kernelOf(k)
	}
	for _, f := range m.Funcs {
		x.funcs.Take(f.Name)
	}
	for _, f := range m.Funcs {
		x.out.Funcs = append(x.out.Funcs, x.function(f))
	}
	return x.out
}
