// Package lower turns kernels of λcu into programs with memory and work-items:
// lower-kernels. Here is host code, and which template makes a kernel of which step.
//
//	kernel      what the host knows of a kernel of λcu
//	template    which templates write the kernels of steps
//	module      the module being written; equal kernels are one
//	scalars     scalars that stay on the device
//	host        a host function being written
//	plan        the conditions and numbers of plans
//	decide      conditions that are known now
//	lengths     what is known of lengths; padding
//	invocation  a use of a kernel: arguments, launches
//	assume      which reads are in range, as far as the host sees
//	elementwise, fold, scan, directory, divided, rows, tiles, segmented, segscan, radix
//	            the launches of the steps of a SOAC
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
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// LowerKernels replaces SOACs by loops over memory, as their plans say, and host code by
// statements. Where a plan has alternatives, all are launched in turn, those that are not
// taken with no groups.
//
//	(kernel k (xs n) (vec) (let (r) (staged (map n (thunk (i) (ret (at xs i)))) (plan (m) (steps (step all chunks 4096)))) (ret r)))
//	=>
//	(kernel k 1 (n xs r) .. (for i lo hi 1 (block (store r i (load xs i)))))
//	(launch k groups (n xs r))
func LowerKernels(c *pass.Ctx, m *lcu.Module) *kir.Module {
	return Lower(c.Options, m, c.Desc())
}

// Lower is LowerKernels for the kind of device that plans are made for; t stands for it
// in a module without kernels.
func Lower(o pass.Options, m *lcu.Module, t target.Desc) *kir.Module {
	if m.Target != nil {
		t = m.Target.Desc()
	}
	x := &module{templates: templatesOf(t), intSize: o.IntBits / 8, floatSize: o.FloatBits / 8,
		kernels: map[string]*kernel{}, made: map[string]*sharedKernel{}, alike: build.Alike(o),
		names: pass.NewNames(), funcs: pass.NewNames(), pads: map[string]string{}, sigs: m.Sigs(),
		out: &kir.Module{Actions: m.Actions}}
	known := make([]*kernel, len(m.Kernels))
	ir.AtOnce(len(known), func(i int) { known[i] = kernelOf(m.Kernels[i], o.Num()) })
	for i, k := range m.Kernels {
		x.kernels[k.Name] = known[i]
	}
	for _, f := range m.Funcs {
		x.funcs.Take(f.Name)
	}
	for _, f := range m.Funcs {
		x.out.Funcs = append(x.out.Funcs, x.function(f))
	}
	return x.out
}
