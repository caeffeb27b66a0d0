package vcode

// The pass name-entries.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
	"nessiec/passes/pass"
)

// NameEntries gives the entries of the stack names; instructions that only move entries are gone,
// and pairs are two entries. The parts of a branch yield the entries that they do not leave as
// they were.
//
//	(func F 1 1 (int) (int) () (block (const int (3)) (move 1 1) (instr - int)))
//	  =>  (func F 1 1 (int) (int) (x:int) (let y:int (apply - int (3 x)) (ret y)))
//
// What stands between START_TIMER and STOP_TIMER is one form, so that nothing moves out of it.
func NameEntries(_ *pass.Ctx, m *vcode.Module) *vcode.Module {
	out := &vcode.Module{}
	for _, f := range m.Funcs {
		g := *f
		n := &naming{m: m}
		var stack []slot
		for _, t := range f.Takes {
			stack = append(stack, fresh(t, &g.Params))
		}
		g.Takes, g.Yields = flatTypes(f.Takes), flatTypes(f.Yields)
		g.Inputs = len(g.Takes)
		if f.Outputs >= 0 {
			g.Outputs = len(g.Yields)
		}
		a := n.part(f.Body.(*vcode.Block).Code, stack, true)
		g.Body = a.in(&vcode.Ret{Vals: leaves(a.stack)})
		out.Funcs = append(out.Funcs, &g)
	}
	return out
}

// A slot is an entry: an operand, or a pair.
type slot struct {
	atom vcode.Expr
	pair *[2]slot
}

// fresh is an entry of type t, of new variables that are added to vars.
func fresh(t *types.Type, vars *[]*vcode.Var) slot {
	if t.Kind == types.KTuple {
		first := fresh(t.Elems[0], vars)
		return slot{pair: &[2]slot{first, fresh(t.Elems[1], vars)}}
	}
	v := types.NewVar(hint(t), t)
	*vars = append(*vars, v)
	return slot{atom: &vcode.Ref{Var: v}}
}

// hint is a name for an entry of type t.
func hint(t *types.Type) string {
	switch t.Kind {
	case types.KSd:
		return "s"
	case types.KVec:
		return "v"
	}
	return "x"
}

// leaves are the operands in entries.
func leaves(slots []slot) (atoms []vcode.Expr) {
	for _, s := range slots {
		if s.pair != nil {
			atoms = append(atoms, leaves(s.pair[:])...)
		} else {
			atoms = append(atoms, s.atom)
		}
	}
	return atoms
}

// replace is the entries with other operands, in the order of leaves.
func replace(slots []slot, atoms []vcode.Expr) []slot {
	next := 0
	var one func(s slot) slot
	one = func(s slot) slot {
		if s.pair != nil {
			first := one(s.pair[0])
			return slot{pair: &[2]slot{first, one(s.pair[1])}}
		}
		next++
		return slot{atom: atoms[next-1]}
	}
	out := make([]slot, len(slots))
	for i, s := range slots {
		out[i] = one(s)
	}
	return out
}

func flatTypes(ts []*types.Type) (out []*types.Type) {
	for _, t := range ts {
		if t.Kind == types.KTuple {
			out = append(out, flatTypes(t.Elems)...)
		} else {
			out = append(out, t)
		}
	}
	return out
}

// A naming makes the body of a function: lets are the bindings of the part that it is in.
type naming struct {
	m    *vcode.Module
	lets []*vcode.Let
}

// A part is code: its bindings, and the stack behind it; or what it ends in, if nothing
// comes behind it.
type part struct {
	lets  []*vcode.Let
	stack []slot
	end   vcode.Expr
}

// in is the body that does what the part does and goes on with e.
func (p part) in(e vcode.Expr) vcode.Expr {
	if p.end != nil {
		e = p.end
	}
	for _, let := range slices.Backward(p.lets) {
		let.Body = e
		e = let
	}
	return e
}

// part executes instructions. last says that the function yields the stack behind them.
func (n *naming) part(code []vcode.Expr, stack []slot, last bool) part {
	outer := n.lets
	n.lets = nil
	p := part{stack: stack}
	for i := 0; i < len(code) && p.end == nil; i++ {
		if x, ok := code[i].(*vcode.Instr); ok && x.Op == vcode.OpStartTimer {
			j := vcode.TimedPart(code, i)
			if j < 0 { // it is never reached
				continue
			}
			p.stack, p.end = n.timed(x, code[i+1:j], p.stack)
			i = j
			continue
		}
		p.stack, p.end = n.instruction(code[i], p.stack, last && i == len(code)-1)
	}
	p.lets, n.lets = n.lets, outer
	return p
}

// bind binds the results of rhs, one for each type, and pushes them.
func (n *naming) bind(at ir.Pos, stack []slot, rhs vcode.Expr, ts []*types.Type) []slot {
	let := &vcode.Let{Node: ir.At(at), Rhs: rhs}
	stack = slices.Clip(stack)
	for _, t := range ts {
		stack = append(stack, fresh(t, &let.Binds))
	}
	n.lets = append(n.lets, let)
	return stack
}

// instruction executes one instruction; end is not nil if nothing comes behind it.
func (n *naming) instruction(e vcode.Expr, stack []slot, last bool) (after []slot, end vcode.Expr) {
	if after, ok := vcode.Rearrange(stack, e); ok {
		return after, nil
	}
	top := len(stack)
	switch e := e.(type) {
	case *vcode.Const:
		if e.Type.IsBase() {
			return append(slices.Clip(stack), slot{atom: e.Vals[0]}), nil
		}
		return n.bind(e.P, stack, e, []*types.Type{e.Type}), nil
	case *vcode.Instr:
		at := top - e.Op.Of().NumArgs()
		args := leaves(stack[at:])
		return n.bind(e.P, stack[:at], &vcode.Apply{Node: e.Node, Op: e.Op, Type: e.Type, Args: args},
			e.Op.Of().ResultTypes(e.Type, typesOf(args))), nil
	case *vcode.Pair:
		return append(slices.Clip(stack[:top-2]), slot{pair: &[2]slot{stack[top-2], stack[top-1]}}), nil
	case *vcode.Unpair:
		return append(slices.Clip(stack[:top-1]), stack[top-1].pair[:]...), nil
	case *vcode.Exit:
		return nil, e
	case *vcode.Invoke:
		f := n.m.Find(e.Fn)
		at := top - f.Inputs
		stack = n.bind(e.P, stack[:at], &vcode.Call{Node: e.Node, Fn: e.Fn, Args: leaves(stack[at:])}, f.Yields)
		if f.Outputs < 0 {
			return nil, &vcode.Exit{Node: e.Node}
		}
		return stack, nil
	}
	return n.branch(e.(*vcode.Branch), stack, last)
}

func typesOf(atoms []vcode.Expr) []*types.Type {
	ts := make([]*types.Type, len(atoms))
	for i, a := range atoms {
		ts[i] = vcode.TypeOfAtom(a)
	}
	return ts
}

// branch executes IF.
func (n *naming) branch(e *vcode.Branch, stack []slot, last bool) (after []slot, end vcode.Expr) {
	top := len(stack) - 1
	out := &vcode.If{Node: e.Node, Cond: stack[top].atom}
	stack = stack[:top]
	then, els := n.part(e.Then.(*vcode.Block).Code, stack, last), n.part(e.Else.(*vcode.Block).Code, stack, last)
	if last || then.end != nil && els.end != nil {
		out.Then, out.Else = then.in(ret(leaves(then.stack))), els.in(ret(leaves(els.stack)))
		return nil, out
	}
	var a, b []vcode.Expr // what the parts leave; one that ends leaves what the other does
	live := then
	switch a, b = leaves(then.stack), leaves(els.stack); {
	case then.end != nil:
		live, a = els, b
	case els.end != nil:
		b = a
	}
	keep := kept(leaves(stack))
	let := &vcode.Let{Node: e.Node, Rhs: out}
	atoms := slices.Clone(a)
	var yields [2][]vcode.Expr
	for i := range a {
		if same(a[i], b[i]) && keep(a[i]) {
			continue
		}
		t, _ := vcode.Join(vcode.TypeOfAtom(a[i]), vcode.TypeOfAtom(b[i]))
		atoms[i] = fresh(t, &let.Binds).atom
		yields[0], yields[1] = append(yields[0], a[i]), append(yields[1], b[i])
	}
	out.Then, out.Else = then.in(ret(yields[0])), els.in(ret(yields[1]))
	n.lets = append(n.lets, let)
	return replace(live.stack, atoms), nil
}

func ret(atoms []vcode.Expr) vcode.Expr { return &vcode.Ret{Vals: atoms} }

// kept reports whether an operand is a literal, or one of those that were there before.
func kept(before []vcode.Expr) func(vcode.Expr) bool {
	return func(a vcode.Expr) bool {
		return a.Form() != vcode.FormRef || slices.ContainsFunc(before, func(b vcode.Expr) bool { return same(a, b) })
	}
}

// same reports whether two operands are the same variable or literal.
func same(a, b vcode.Expr) bool {
	x, ok := a.(*vcode.Ref)
	if y, both := b.(*vcode.Ref); ok && both {
		return x.Var == y.Var
	}
	return a.Form() == b.Form() && !ok && vcode.Show(a) == vcode.Show(b)
}

// timed executes what is between START_TIMER and STOP_TIMER.
func (n *naming) timed(start *vcode.Instr, code []vcode.Expr, stack []slot) (after []slot, end vcode.Expr) {
	p := n.part(code, stack, false)
	if p.end != nil { // it stops the program, however long it takes
		n.lets = append(n.lets, p.lets...)
		return nil, p.end
	}
	let := &vcode.Let{Node: start.Node}
	keep, atoms := kept(leaves(stack)), leaves(p.stack)
	var yields []vcode.Expr
	for i, a := range atoms {
		if !keep(a) {
			yields = append(yields, a)
			atoms[i] = fresh(vcode.TypeOfAtom(a), &let.Binds).atom
		}
	}
	let.Rhs = &vcode.Timed{Node: start.Node, Body: p.in(ret(yields))}
	seconds := fresh(types.Float, &let.Binds)
	n.lets = append(n.lets, let)
	return append(replace(p.stack, atoms), seconds), nil
}
