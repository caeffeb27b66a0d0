package stack

// Recursive functions that hand sequences from call to call, as one loop. It carries its stacks as
// sequences that grow, so it can go on where one is full, with what it has written by then.

import (
	"maps"

	"nessiec/ir/nkl"
	"nessiec/passes/lift/scalars"
)

// Threads is the machine of f if calls hand sequences on, each what the one before it has made of
// them; nil if f is no such function, or does more between calls than it may. Parameters in handed are known to be so.
func Threads(x *scalars.Code, between Between, f *nkl.Func, handed map[*nkl.Var]bool) *Machine {
	on := &handedOn{map[*nkl.Var]bool{}, map[*nkl.Var]*row{}}
	maps.Copy(on.threads, handed)
	m := machineOf(blocksOf(x, between, f, on))
	if m == nil || len(on.threads) == 0 || !m.serially() {
		return nil
	}
	return m
}

// BeginWith notes that parameters vs of the root function are empty as it begins.
func (m *Machine) BeginWith(vs []*nkl.Var) { m.empty = vs }

// YieldFirst notes that the value of the root function is the first component of what it yields.
func (m *Machine) YieldFirst() { m.more = true }

// Loop is the body of the function, as one loop.
func (m *Machine) Loop() nkl.Expr {
	r := m.newRun()
	r.grows = true
	r.end = func() nkl.Expr {
		var l nkl.Lets
		of, n, t := m.of([]*nkl.Var{m.result()}), 0, m.root.Result
		if m.more {
			t = t.Elems[0]
		}
		return l.In(joined(&l, t, func() nkl.Expr {
			n++
			return nkl.Use(r.regs[of[n-1]])
		}))
	}
	var l nkl.Lets
	for _, v := range m.empty {
		l.Bind(v, &nkl.Seq{Node: m.at(), Elem: v.Type.Elem()})
	}
	inits := m.start(&l)
	inits = append(inits[:1], inits[2:]...)
	for _, v := range r.stacks {
		s := &nkl.Seq{Node: m.at(), Elem: v.Type.Elem(), Elems: []nkl.Expr{nkl.Zero(v.Type.Elem())}} // the number of the end
		inits = append(inits, l.Name("stack", v.Type, s))
	}
	for _, v := range r.data {
		inits = append(inits, l.Name("saved", v.Type, nkl.Zero(v.Type)))
	}
	return l.In(nkl.Freshen(r.loop(inits)))
}
