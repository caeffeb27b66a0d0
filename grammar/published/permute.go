package published

// PERMUTE, which writes elements to places. The paper leaves open what a place has that
// nothing is written to, but its DPERMUTE needs false there: so arrays begin with zeros.
// What goes to a place outside is dropped. Places are distinct: that is the program's promise.

import (
	"slices"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A blank is a parameter of a kernel that the host makes of zeros: so many as the
// expression over the other parameters says.
type blank struct {
	array  *lcu.Var
	length lcu.Expr
}

// permute is PERMUTE t to n, whose results have types ts.
func (p *reader) permute(k *kernel, t, to *lcu.Thunk, ts []*types.Type, n lcu.Expr) lcu.Expr {
	if r, ok := n.(*lcu.Ref); ok && !slices.Contains(k.params, r.Var) && !slices.Contains(k.sizes, r.Var) {
		p.fail("the size of a PERMUTE is a number, a parameter, or the length of an array")
	}
	var into []*lcu.Var
	for _, ty := range ts {
		v := lcu.NewVar("into", ty)
		k.blanks, into = append(k.blanks, blank{v, n}), append(into, v)
	}
	return &lcu.Scatter{Op: prim.RSet, N: n, Into: lcu.Uses(into), T: t, Dest: &lcu.Thunk{Params: to.Params, Body: within(to.Body, n)}}
}

// within is the code of a thunk with -1 for places behind n.
func within(e, n lcu.Expr) lcu.Expr {
	if let, ok := e.(*lcu.Let); ok {
		return &lcu.Let{Binds: let.Binds, Rhs: let.Rhs, Body: within(let.Body, n)}
	}
	var code lcu.Lets
	place := e.(*lcu.Ret).Vals[0]
	inside := code.Bind("t", types.Bool, lcu.Apply(prim.Lt, place, n))
	to := code.Bind("t", types.Int, lcu.Apply(prim.Select, inside, place, lcu.N(-1)))
	return code.In(lcu.Results(to))
}

// zeros is the kernel that makes an array of zeros of a type.
func (p *reader) zeros(t *types.Type) string {
	name := "zeros." + t.Elem().String()
	if slices.ContainsFunc(p.module.Kernels, func(k *lcu.Kernel) bool { return k.Name == name }) {
		return name
	}
	n, zeros := lcu.NewVar("n", types.Int), lcu.NewVar("zeros", t)
	var body lcu.Lets
	body.Set([]*lcu.Var{zeros}, &lcu.Map{N: lcu.Use(n), T: &lcu.Thunk{Params: []*lcu.Var{lcu.NewVar("i", types.Int)}, Body: lcu.Results(lcu.Zero(t.Elem()))}})
	k := &lcu.Kernel{Name: name, Params: []*lcu.Var{n}, Results: []*types.Type{t}, Body: body.In(lcu.Results(lcu.Use(zeros)))}
	p.module.Kernels = append(p.module.Kernels, k)
	return name
}
