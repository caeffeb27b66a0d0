package transfers

// Kernels that look up counts. What the host would compute of a count and hand
// over, sizes and the number of groups, the kernel computes itself.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// countKernels makes such kernels, equal ones once.
type countKernels struct {
	kernels map[string]*kir.Kernel
	made    []*kir.Kernel
	alike   *pass.Alike[*kir.Kernel]
	fetch   map[*types.Type]string
}

func newCountKernels(o pass.Options, m *kir.Module) *countKernels {
	c := &countKernels{kernels: map[string]*kir.Kernel{}, alike: build.Alike(o), fetch: map[*types.Type]string{}}
	for _, k := range m.Kernels {
		c.kernels[k.Name] = k
	}
	return c
}

// add is the name of a kernel that is k or equal to it.
func (c *countKernels) add(k *kir.Kernel, name string) string {
	if old := c.alike.First(k); old != k {
		return old.Name
	}
	for k.Name = name; c.kernels[k.Name] != nil; {
		k.Name += "_"
	}
	c.kernels[k.Name] = k
	c.made = append(c.made, k)
	return k.Name
}

// module is m with other functions, and the kernels that they launch.
func (c *countKernels) module(m *kir.Module, funcs []*kir.Func) *kir.Module {
	kernels := append(m.Kernels[:len(m.Kernels):len(m.Kernels)], c.made...)
	return &kir.Module{Sites: m.Sites, Kernels: kir.Launched(kernels, funcs), Funcs: funcs, Actions: m.Actions}
}

// fetchKernel is the kernel that copies an element, zero if the index is out of
// range, to the front of a buffer.
func (c *countKernels) fetchKernel(elem *types.Type) string {
	if c.fetch[elem] == "" {
		a, idx, size := kir.NewVar("a", kir.Global(elem)), kir.NewVar("i", types.Int), kir.NewVar("size", types.Int)
		r := kir.NewVar("r", kir.Global(elem))
		val := &kir.Select{Cond: &kir.InRange{Idx: kir.Use(idx), Size: kir.Use(size)}, Then: &kir.Load{Buf: kir.Use(a), Idx: kir.Use(idx)}, Else: kir.Zero(elem)}
		c.fetch[elem] = c.add(&kir.Kernel{Local: 1, Params: []*kir.Var{a, idx, size, r},
			Access: []kir.Access{kir.Gather, kir.Value, kir.Value, kir.Scatter},
			Body:   &kir.Block{Stmts: []kir.Expr{&kir.Store{Buf: kir.Use(r), Idx: kir.N(0), Val: val}}}}, "fetch")
	}
	return c.fetch[elem]
}

// A lookup is the beginning of such a kernel, for one launch.
type lookup struct {
	*countAnalysis
	code   build.Code
	kernel *kir.Kernel
	args   []kir.Expr
	have   map[*kir.Var]kir.Expr // what was computed
}

// countedLaunch is a launch of a kernel that takes no scalars that depend on
// counts, but the ranks; the number of groups is left out.
func (t *countAnalysis) countedLaunch(l *kir.Launch, limited bool) *kir.Launch {
	old := t.kernels[l.Kernel]
	k := &kir.Kernel{Decl: old.Decl, Local: old.Local}
	b := &lookup{countAnalysis: t, kernel: k, have: map[*kir.Var]kir.Expr{}}
	var missing []int
	for i, a := range l.Args {
		if t.scalar(a) {
			missing = append(missing, i)
			continue
		}
		b.param(old.Params[i], old.Access[i], a)
	}
	for _, i := range missing {
		b.code.Put(&kir.Def{Bind: old.Params[i], Rhs: b.value(l.Args[i])})
	}
	if limited {
		b.code.Put(&kir.Limit{Groups: b.value(l.Groups)})
	}
	k.Body = &kir.Block{Stmts: append(b.code.Stmts, old.Body.(*kir.Block).Stmts...)}
	return &kir.Launch{Node: l.Node, Kernel: t.add(k, l.Kernel+"_counted"), Args: b.args}
}

func (b *lookup) param(v *kir.Var, a kir.Access, arg kir.Expr) {
	b.kernel.Params = append(b.kernel.Params, v)
	b.kernel.Access = append(b.kernel.Access, a)
	b.args = append(b.args, arg)
}

// value is an expression of the host, in the kernel.
func (b *lookup) value(e kir.Expr) kir.Expr {
	switch e := e.(type) {
	case *kir.Ref:
		if have := b.have[e.Var]; have != nil {
			return have
		}
		switch {
		case b.onDevice[e.Var] != nil:
			b.have[e.Var] = b.code.Def(e.Var.Name, b.lookUp(b.onDevice[e.Var]))
		case b.defs[e.Var] != nil:
			b.have[e.Var] = b.code.Atom(e.Var.Name, b.value(b.defs[e.Var]))
		default:
			return b.given(e)
		}
		return b.have[e.Var]
	case *kir.Length:
		if size := b.size[kir.VarOf(e.Buf)]; size != nil {
			return kir.Apply(prim.Max, b.value(size), kir.N(0))
		}
		return b.given(e)
	}
	return e.MapChildren(b.value)
}

// lookUp is a count, between zero and its bound even if it is unspecified values.
func (b *lookup) lookUp(c *kir.ReadCount) kir.Expr {
	at := b.code.Atom("at", b.value(c.Idx))
	ranks := b.ranks(kir.VarOf(c.Buf))
	size := b.given(&kir.Length{Buf: c.Buf})
	n := &kir.Select{Cond: &kir.InRange{Idx: at, Size: size}, Then: &kir.Load{Buf: kir.Use(ranks), Idx: at}, Else: kir.N(0)}
	return kir.Apply(prim.Min, kir.Apply(prim.Max, n, kir.N(0)), b.value(c.Most))
}

// ranks is the parameter for a buffer, read anywhere.
func (b *lookup) ranks(buf *kir.Var) *kir.Var {
	for i, a := range b.args {
		if kir.VarOf(a) == buf {
			if b.kernel.Access[i] == kir.Own {
				b.kernel.Access[i] = kir.Gather
			}
			return b.kernel.Params[i]
		}
	}
	v := kir.NewVar("ranks", buf.Type)
	b.param(v, kir.Gather, kir.Use(buf))
	return v
}

// given is the parameter for what the host knows.
func (b *lookup) given(e kir.Expr) kir.Expr {
	for i, a := range b.args {
		if sameValue(a, e) {
			return kir.Use(b.kernel.Params[i])
		}
	}
	v := kir.NewVar("n", kir.TypeOf(e))
	b.param(v, kir.Value, e)
	return kir.Use(v)
}

func sameValue(a, b kir.Expr) bool {
	if x, ok := a.(*kir.Length); ok {
		y, ok := b.(*kir.Length)
		return ok && kir.VarOf(x.Buf) == kir.VarOf(y.Buf)
	}
	return kir.VarOf(a) != nil && kir.VarOf(a) == kir.VarOf(b)
}
