package stack

// The functions that run a machine: on a scratch stack, and on one as long as it needs.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

// deepStack is the nodes of an iteration of a machine that most elements run.
const deepStack = 200

// Functions is those that run the machine, with new names, the one to call first; serial says whether groups are serial.
func (m *Machine) Functions(serial bool, names *pass.Names) []*nkl.Func {
	m.serial = serial
	first, deep := names.Fresh(m.root.Name+".stack"), names.Fresh(m.root.Name+".deep")
	return []*nkl.Func{m.shallow(first, deep), m.deep(deep)}
}

// shallow runs the machine on a scratch stack, and where that overflows calls deep.
func (m *Machine) shallow(name, deep string) *nkl.Func {
	u := &nkl.Update{Node: m.at(), Scratch: m.stacks()}
	for range u.Scratch {
		u.Sizes = append(u.Sizes, m.scratchSize())
	}
	m.runs(u, u.Scratch, &nkl.Int{Val: int64(m.scratchSize())}, deepStack)
	var l nkl.Lets
	again := &nkl.Call{Node: m.at(), Fn: deep, Args: nkl.Uses(m.root.Params)}
	return m.fun(name, l.In(m.unless(&l, u, again)))
}

// deep runs the machine on a stack that is four times as long whenever it has
// overflowed.
func (m *Machine) deep(name string) *nkl.Func {
	size := types.NewVar("size", types.Int)
	var l nkl.Lets
	u := &nkl.Update{Node: m.at(), Binds: m.stacks()}
	for _, v := range u.Binds {
		u.Inits = append(u.Inits, l.Name("stack", v.Type, m.op(prim.Dist, nkl.Zero(v.Type.Elem()), nkl.Use(size))))
	}
	m.runs(u, u.Binds, nkl.Use(size), 0)
	var more nkl.Lets
	again := more.In(&nkl.Recur{Args: []nkl.Expr{more.Name("more", types.Int, m.op(prim.Mul, nkl.Use(size), &nkl.Int{Val: 4}))}})
	first := &nkl.Int{Val: int64(4 * m.scratchSize())}
	return m.fun(name, &nkl.Loop{Node: m.at(), Binds: []*nkl.Var{size}, Inits: []nkl.Expr{first}, Body: l.In(m.unless(&l, u, again))})
}

// runs makes the body of u: whether the machine came to its end on stacks of this size,
// and the result.
func (m *Machine) runs(u *nkl.Update, stacks []*nkl.Var, size nkl.Expr, room int) {
	r := m.newRun()
	r.size, r.room = size, room
	pair := func(ok bool, leaf func(i int, ts []*types.Type) nkl.Expr) nkl.Expr {
		var l nkl.Lets
		ts, n := types.Leaves(m.root.Result), 0
		return l.In(&nkl.Tuple{Elems: []nkl.Expr{&nkl.Bool{Val: ok}, joined(&l, m.root.Result, func() nkl.Expr {
			n++
			return leaf(n-1, ts)
		})}})
	}
	r.end = func() nkl.Expr {
		of := m.of([]*nkl.Var{m.result()})
		return pair(true, func(i int, _ []*types.Type) nkl.Expr { return nkl.Use(r.regs[of[i]]) })
	}
	r.full = func() nkl.Expr {
		return pair(false, func(i int, ts []*types.Type) nkl.Expr { return nkl.Zero(ts[i]) })
	}
	var l nkl.Lets
	inits := m.start(&l)
	for k, v := range stacks {
		s := nkl.Use(v)
		if k == 0 {
			s = l.Name("stack", v.Type, &nkl.Put{Seq: s, Idx: &nkl.Int{}, Val: &nkl.Int{}}) // the number of the end
		}
		inits = append(inits, s)
	}
	u.Body = l.In(r.loop(inits))
}

// unless is the result of u, or again if the machine did not come to its end.
func (m *Machine) unless(l *nkl.Lets, u *nkl.Update, again nkl.Expr) nkl.Expr {
	did := l.Name("did", types.Tuple(types.Bool, m.root.Result), u)
	ok := l.Name("ok", types.Bool, &nkl.Proj{Index: 0, Of: did})
	return &nkl.If{Cond: ok, Then: &nkl.Proj{Index: 1, Of: did}, Else: again}
}

// fun is a function with the parameters and the result of the root function.
func (m *Machine) fun(name string, body nkl.Expr) *nkl.Func {
	params := anf.CopyVars(m.root.Params)
	body = nkl.Rename(nkl.Freshen(body), anf.Renaming(m.root.Params, params))
	return &nkl.Func{Decl: m.root.Decl, Name: name, Params: params, Result: m.root.Result, Body: body}
}

func (m *Machine) at() ir.Node { return ir.At(m.root.P) }

func (m *Machine) op(code prim.Code, args ...nkl.Expr) nkl.Expr {
	return nkl.Op(m.root.P, code, args...)
}
