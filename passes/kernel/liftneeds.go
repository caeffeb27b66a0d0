package kernel

// Where scalars are needed: on the host, and from which operation on, or in
// kernels. A scalar that the device makes is there for kernels at once; the host
// has to wait for it.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/vars"
)

// A scalarOp is an operation that may be lifted: a primitive, a read, or a check.
type scalarOp struct {
	let       *lcu.Let
	check     *lcu.Check
	at        int // its place among the operations
	args      []*lcu.Var
	lifted    bool
	waits     []int // the operations of the device whose results it needs, directly or through others
	folds     bool  // one of them is a reduction
	hostLater bool  // the host needs one of them, too, though later
}

func (o *scalarOp) pos() ir.Pos {
	if o.check != nil {
		return o.check.P
	}
	return o.let.Rhs.Pos()
}

// uses reports whether o needs what an operation of group makes.
func (o *scalarOp) uses(group []*scalarOp) bool {
	return slices.ContainsFunc(group, func(g *scalarOp) bool { return g.let != nil && slices.Contains(o.args, g.let.Binds[0]) })
}

// needs is what a function does with scalars.
type needs struct {
	at        int
	ops       []*scalarOp // in the order of the text
	by        map[*lcu.Var]*scalarOp
	checks    map[*lcu.Check]*scalarOp
	made      map[*lcu.Var]int  // by SOACs, and where
	folded    map[*lcu.Var]bool // by reductions
	others    map[*lcu.Var]bool // used by anything but operations
	hostUse   vars.Places       // the first place where the host needs it: for other things than operations
	kernelUse vars.Places       // the first SOAC whose thunks need it
	host      vars.Places       // hostUse, for operations too
	device    vars.Places       // kernelUse, for lifted operations too

	filter map[*lcu.Var]*lcu.Let   // of what tight filters keep, and of how many that are
	counts map[*lcu.Let][]*lcu.Var // numbers of selected elements
	stored map[*lcu.Let]bool       // filters whose selected elements are not only reduced
}

// scalarNeeds finds out which operations of a body are lifted.
func scalarNeeds(body lcu.Expr) *needs {
	n := &needs{by: map[*lcu.Var]*scalarOp{}, checks: map[*lcu.Check]*scalarOp{}, made: map[*lcu.Var]int{}, folded: map[*lcu.Var]bool{},
		others: map[*lcu.Var]bool{}, hostUse: vars.Places{}, kernelUse: vars.Places{},
		filter: map[*lcu.Var]*lcu.Let{}, counts: map[*lcu.Let][]*lcu.Var{}, stored: map[*lcu.Let]bool{}}
	n.visit(body)
	n.needStoredCounts()
	for _, o := range n.ops {
		o.lifted = true
	}
	for changed := true; changed; {
		changed = false
		n.spread()
		for _, checks := range []bool{false, true} { // which look at what the others wait for
			for _, o := range n.ops {
				if o.lifted && (o.check != nil) == checks && !n.profitable(o) {
					o.lifted, changed = false, true
				}
			}
		}
	}
	return n
}

func (n *needs) any() bool {
	return slices.ContainsFunc(n.ops, func(o *scalarOp) bool { return o.lifted })
}

// opOf is the operation that e begins with, if it may be lifted, and what
// follows; nil if nothing does.
func (n *needs) opOf(e lcu.Expr) (*scalarOp, lcu.Expr) {
	switch e := e.(type) {
	case *lcu.Let:
		if len(e.Binds) == 1 {
			return n.by[e.Binds[0]], e.Body
		}
		return nil, e.Body
	case *lcu.Check:
		return n.checks[e], e.Then
	}
	return nil, nil
}

// outside reports whether anything but the operations of group uses v.
func (n *needs) outside(v *lcu.Var, group []*scalarOp) bool {
	return n.others[v] || slices.ContainsFunc(n.ops, func(o *scalarOp) bool {
		return slices.Contains(o.args, v) && !slices.Contains(group, o)
	})
}

// visit notes the operations and uses of a body.
func (n *needs) visit(e lcu.Expr) {
	n.at++
	switch x := e.(type) {
	case *lcu.Let:
		n.let(x)
		n.visit(x.Body)
	case *lcu.Check:
		o := &scalarOp{check: x, at: n.at, args: refs([]lcu.Expr{x.Cond})}
		n.ops = append(n.ops, o)
		n.checks[x] = o
		n.visit(x.Then)
	default:
		n.hostUses(e)
	}
}

func (n *needs) let(let *lcu.Let) {
	switch e := let.Rhs.(type) {
	case *lcu.Prim:
		if e.Op.Class == prim.Scalar {
			n.op(let, e.Args)
			return
		}
	case *lcu.At:
		n.keeps(e.Vec)
		n.op(let, []lcu.Expr{e.Idx})
		return
	case *lcu.Length:
		if n.count(let, e) {
			return
		}
	}
	n.hostUses(let.Rhs)
	n.filters(let)
	if !lcu.IsSOAC(let.Rhs) {
		return
	}
	_, folds := let.Rhs.(*lcu.Reduce)
	for _, v := range let.Binds {
		if v.Type.IsBase() {
			n.made[v], n.folded[v] = n.at, folds
		}
	}
}

func (n *needs) op(let *lcu.Let, args []lcu.Expr) {
	o := &scalarOp{let: let, at: n.at, args: refs(args)}
	n.ops = append(n.ops, o)
	n.by[let.Binds[0]] = o
}

// hostUses notes what the host needs for e, which may have bodies.
func (n *needs) hostUses(e lcu.Expr) {
	at := n.at
	soac := lcu.IsSOAC(e)
	if n.overSelected(e) {
		e = e.(*lcu.Reduce).T.Body // what it needs, other than how many they are and the elements
		for _, v := range lcu.FreeVars(e) {
			n.others[v] = true
			n.kernelUse.Note(v, at)
		}
		return
	}
	e.MapOperands(func(x lcu.Expr) lcu.Expr {
		n.keeps(x)
		if t, ok := x.(*lcu.Thunk); ok && soac {
			for _, v := range lcu.FreeVars(t) {
				n.others[v] = true
				n.kernelUse.Note(v, at)
			}
		} else if r, ok := x.(*lcu.Ref); ok {
			n.others[r.Var] = true
			n.hostUse.Note(r.Var, at)
		}
		return x
	})
	e.MapBodies(func(b lcu.Expr) lcu.Expr { n.visit(b); return b })
}

func refs(es []lcu.Expr) (vs []*lcu.Var) {
	for _, e := range es {
		if r, ok := e.(*lcu.Ref); ok {
			vs = append(vs, r.Var)
		}
	}
	return vs
}

// spread finds out, from the bottom up, where operations make scalars needed.
func (n *needs) spread() {
	n.host, n.device = maps.Clone(n.hostUse), maps.Clone(n.kernelUse)
	for _, o := range slices.Backward(n.ops) {
		to, at := n.host, o.at
		if o.lifted {
			to = n.device
		}
		if o.check == nil {
			v := o.let.Binds[0]
			if at = n.device.First(v); !o.lifted {
				at = min(at, n.host.First(v))
			}
		}
		for _, v := range o.args {
			to.Note(v, at)
		}
	}
}

// profitable reports whether an operation is better done on the device: a kernel needs
// the result before the host does, and an operand before the host has it.
func (n *needs) profitable(o *scalarOp) bool {
	use := o.at
	if o.check == nil {
		v := o.let.Binds[0]
		if use = n.device.First(v); use == vars.Never || n.host.First(v) <= use {
			return false
		}
	}
	o.waits, o.folds, o.hostLater = nil, false, false
	for _, v := range o.args {
		if n.onDevice(v) && n.host.First(v) > use {
			n.wait(o, v)
		}
	}
	if o.check != nil {
		return !o.hostLater && (o.folds || n.besideKernels(o))
	}
	return len(o.waits) > 0
}

// besideKernels reports whether a lifted operation that a kernel needs waits for something
// that o waits for. Then nobody waits if o is lifted, too; a check of values that no
// kernel needs would be one more launch.
func (n *needs) besideKernels(o *scalarOp) bool {
	needed := maps.Clone(n.kernelUse)
	for _, p := range slices.Backward(n.ops) {
		if p.check != nil || !p.lifted || needed.First(p.let.Binds[0]) == vars.Never {
			continue
		}
		if slices.ContainsFunc(p.waits, func(at int) bool { return slices.Contains(o.waits, at) }) {
			return true
		}
		for _, v := range p.args {
			needed.Note(v, p.at)
		}
	}
	return false
}

// onDevice reports whether the device makes v.
func (n *needs) onDevice(v *lcu.Var) bool {
	if _, ok := n.made[v]; ok {
		return true
	}
	o := n.by[v]
	return o != nil && (o.lifted || isAt(o.let.Rhs))
}

func isAt(e lcu.Expr) bool {
	_, ok := e.(*lcu.At)
	return ok
}

// wait notes that o waits for v.
func (n *needs) wait(o *scalarOp, v *lcu.Var) {
	from := []int{n.made[v]}
	o.hostLater = o.hostLater || n.host.First(v) != vars.Never
	if by := n.by[v]; by != nil && by.lifted {
		from = by.waits
		o.folds, o.hostLater = o.folds || by.folds, o.hostLater || by.hostLater
	} else if by != nil {
		from = []int{by.at}
	}
	o.folds = o.folds || n.folded[v]
	for _, at := range from {
		if i, ok := slices.BinarySearch(o.waits, at); !ok {
			o.waits = slices.Insert(o.waits, i, at)
		}
	}
}
