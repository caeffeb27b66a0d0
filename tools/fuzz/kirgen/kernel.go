package kirgen

// Kernels: what their parameters are for, and how a launch makes arguments.

import (
	"fmt"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A role is what a parameter is for, which says how a launch makes its argument.
type role uint8

const (
	count    role = iota // the number of elements, n
	scalar               // any
	own                  // n elements, each of which its work-item reads
	gather               // any buffer
	length               // of the buffer before
	each                 // new; every work-item writes its element of n
	moved                // new; n elements, written in another order
	pairs                // new; 2n elements, two for each work-item
	perGroup             // new; an element for each group
	scratch              // new; some elements for each group, which all of its work-items use
	total                // ints that exist, combined with by atomics
)

var accesses = [...]kir.Access{count: kir.Value, scalar: kir.Value, own: kir.Own, gather: kir.Gather, length: kir.Value,
	each: kir.Write, moved: kir.Scatter, pairs: kir.Scatter, perGroup: kir.Scatter, scratch: kir.Scatter, total: kir.Scatter}

// A param is a parameter with its role.
type param struct {
	*kir.Var
	role
	len kir.Expr // in the kernel: of gather and total
	op  prim.Rop // of total
	per int64    // of scratch: elements for each group
}

// A kernel is a kernel that can be launched.
type kernel struct {
	*kir.Kernel
	params []*param
	exact  bool // there are groups for n elements, else any number of them
}

// new adds a kernel of groups of so many work-items, with a few parameters that
// all kinds have.
func (g *generator) new(kind string, local int) *kernel {
	k := &kernel{Kernel: &kir.Kernel{Local: local}}
	g.named(k, kind)
	k.param("n", count, types.Int)
	for range g.r.IntN(2) {
		k.param("s", scalar, g.base())
	}
	for range g.r.IntN(3) {
		k.param("a", own, g.base())
	}
	for range g.r.IntN(2) {
		k.measured(gather, g.base())
	}
	return k
}

// named gives a kernel its name.
func (g *generator) named(k *kernel, kind string) {
	k.Name = fmt.Sprintf("%s%d", kind, g.names+1)
	g.names++
}

// param adds a parameter; t is the type of a scalar, or of elements.
func (k *kernel) param(name string, r role, t *types.Type) *param {
	if accesses[r] != kir.Value {
		t = kir.Global(t)
	}
	p := &param{Var: kir.NewVar(name, t), role: r}
	k.params, k.Params, k.Access = append(k.params, p), append(k.Params, p.Var), append(k.Access, accesses[r])
	return p
}

// measured adds a buffer and its length.
func (k *kernel) measured(r role, t *types.Type) *param {
	p := k.param("b", r, t)
	p.len = kir.Use(k.param("len", length, types.Int).Var)
	return p
}

// results adds what the kernel makes.
func (g *generator) results(k *kernel, roles ...role) {
	for range 1 + g.r.IntN(2) {
		g.result(k, one(g, roles...))
	}
	if g.chance(4) {
		k.measured(total, types.Int).op = one(g, prim.RAdd, prim.RMax, prim.RMin)
	}
}

func (g *generator) result(k *kernel, r role) *param {
	p := k.param("r", r, g.base())
	p.per = int64(k.Local * (1 + g.r.IntN(2)))
	return p
}

// having is the parameters of a role.
func (k *kernel) having(r role) (ps []*param) {
	for _, p := range k.params {
		if p.role == r {
			ps = append(ps, p)
		}
	}
	return ps
}

func (k *kernel) n() kir.Expr { return kir.Use(k.params[0].Var) }

// start is the code of a kernel before anything is computed.
func (g *generator) start(k *kernel) *code {
	c := &code{generator: g, loads: []load{}}
	for _, p := range k.params {
		if accesses[p.role] == kir.Value {
			c.vars = append(c.vars, p.Var)
		}
		if p.role == gather {
			c.loads = append(c.loads, load{p.Type.Elem(), func(c *code, depth int) kir.Expr { return c.anywhere(p.Var, p.len, depth) }})
		}
	}
	return c
}

// owns allows loads of elements i of what the kernel owns; guarded if i may not
// be one.
func (c *code) owns(k *kernel, i kir.Expr, guarded bool) {
	for _, p := range k.having(own) {
		c.loads = append(c.loads, load{p.Type.Elem(), func(*code, int) kir.Expr {
			var e kir.Expr = &kir.Load{Buf: kir.Use(p.Var), Idx: i}
			if guarded {
				e = &kir.Select{Cond: &kir.InRange{Idx: i, Size: k.n()}, Then: e, Else: kir.Zero(p.Type.Elem())}
			}
			return e
		}})
	}
}

// finish adds the kernel, whose code is c.
func (g *generator) finish(k *kernel, c *code) *kernel {
	k.Body = c.block()
	g.kernels = append(g.kernels, k)
	g.m.Kernels = append(g.m.Kernels, k.Kernel)
	return k
}

func localId() kir.Expr { return &kir.LocalId{} }

// first is a block that only one work-item of the group runs.
func first(s ...kir.Expr) kir.Expr {
	return &kir.If{Cond: apply(prim.Eq, localId(), kir.N(0)), Then: &kir.Block{Stmts: s}, Else: &kir.Block{}}
}

// element is the number of a work-item among all of the launch.
func (k *kernel) element() kir.Expr {
	return apply(prim.Add, apply(prim.Mul, &kir.GroupId{}, kir.N(int64(k.Local))), localId())
}
