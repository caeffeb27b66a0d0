package lower

// An invocation of a kernel of λcu: its arguments, and the launches that it becomes.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/element"
	"nessiec/passes/lower/group"
)

// An invocation is one use of a kernel of λcu.
type invocation struct {
	h    *host
	m    *module
	k    *kernel
	step *element.Step
	args []argument
	key  string // tells kernels apart that are made for invocations
	pos  ir.Pos
	n    kir.Expr // iterations; nil for Once
	// rowLength is the length of segments that are equally long, or nil.
	rowLength kir.Expr
	// long is whether there may be more positions than an int counts.
	long bool
	plan *planned // nil until the index space is known
}

// A result is one of a kernel: a buffer, or element 0 of it.
type result struct {
	buf    *kir.Var
	scalar bool
}

// withoutEpilogue is v for launches before the epilogue: those that make what an
// epilogue of its own launch reads, and those by which the host decides.
func (v *invocation) withoutEpilogue() *invocation {
	out := *v
	out.step = v.step.WithoutEpilogue()
	return &out
}

// result is the result of the SOAC that ret names.
func (v *invocation) result(results []result, ret lcu.Expr) (result, bool) {
	if ref, ok := ret.(*lcu.Ref); ok {
		if i, ok := v.k.index[ref.Var]; ok {
			return results[i], true
		}
	}
	return result{}, false
}

// returned is an argument or a literal that a kernel returns.
func (v *invocation) returned(ret lcu.Expr) kir.Expr {
	if ref, ok := ret.(*lcu.Ref); ok {
		return v.args[v.k.number(ref.Var)].val
	}
	return v.h.Operand(ret)
}

// size is an expression over parameters of the kernel, as the host has it.
func (v *invocation) size(e lcu.Expr) kir.Expr {
	switch e := e.(type) {
	case *lcu.Int:
		return kir.N(e.Val)
	case *lcu.Ref:
		return v.args[v.k.number(e.Var)].val
	case *lcu.Length:
		return lengthOf(kir.VarOf(v.args[v.k.number(e.Vec.(*lcu.Ref).Var)].val))
	case *lcu.Prim:
		args := make([]kir.Expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = v.size(a)
		}
		return v.h.Atom("n", &kir.Prim{Op: e.Op, Args: args})
	}
	panic("lower: size " + lcu.Show(e) + " of kernel " + v.k.Kernel.Name)
}

// operand is the host's value of an array operand of the SOAC.
func (v *invocation) operand(e lcu.Expr) kir.Expr { return v.args[v.k.number(e.(*lcu.Ref).Var)].val }

// checkCount is checkSize for the positions of a SOAC. Where rows are enough to
// count, their number and their lengths are.
func (v *invocation) checkCount(parts lcu.Parts) {
	h := v.h
	count, length, equal := lcu.Equal(parts.Segs)
	n, known := h.value(v.n)
	switch {
	case known && n <= build.SmallSize || v.m.intSize > 4 || !lcu.CountsRows(v.k.SOAC) || h.facts.HasSize(h.facts.Key(v.n)):
	case equal:
		h.checkSize(v.size(count), v.pos)
		h.checkSize(v.size(length), v.pos)
		v.long = true
	default:
		v.long = h.offsets[kir.VarOf(v.operand(parts.Segs[0]))]
	}
	if !v.long {
		h.checkSize(v.n, v.pos)
	}
}

// kernel makes a kernel of this step; role tells it apart from others.
func (v *invocation) kernel(role string, write func() *build.Kernel) *sharedKernel {
	return v.kernelOf(role, v.m.target.Local, write)
}

// kernelOf is kernel, with groups of so many work-items.
func (v *invocation) kernelOf(role string, local int, write func() *build.Kernel) *sharedKernel {
	name := v.k.Kernel.Name
	key := fmt.Sprint(name, " ", role, " ", v.key)
	if role != "" {
		name += "_" + role
	}
	return v.m.kernel(key, name, local, write)
}

// launch runs a kernel. given are what its template asked for, in order.
func (v *invocation) launch(s *sharedKernel, groups kir.Expr, given ...kir.Expr) {
	args := make([]kir.Expr, len(s.args))
	for i, a := range s.args {
		args[i] = v.pass(a, given)
	}
	v.h.Put(&kir.Launch{Node: ir.At(v.pos), Kernel: s.kernel.Name, Groups: groups, Args: args})
}

// launchSome makes a kernel and launches it, unless it is known to have no groups.
func (v *invocation) launchSome(groups kir.Expr, make func() *sharedKernel, given ...kir.Expr) {
	if n, known := v.h.value(groups); !known || n > 0 {
		v.launch(make(), groups, given...)
	}
}

// pass is what a launch passes for a parameter.
func (v *invocation) pass(a build.Arg, given []kir.Expr) kir.Expr {
	if a.Source == build.Given {
		return given[a.N]
	}
	x := v.args[a.N]
	switch a.Source {
	case build.Padded:
		return v.h.padded(kir.VarOf(x.val), v.n, v.pos)
	case build.PaddedRow:
		return v.h.padded(kir.VarOf(x.val), v.rowLength, v.pos)
	case build.PaddedBelow:
		return v.h.padded(kir.VarOf(x.val), v.size(v.k.Split.Bound), v.pos)
	case build.Length:
		return lengthOf(kir.VarOf(x.val))
	case build.Index:
		return x.scalar.idx
	}
	if x.scalar != nil {
		return kir.Use(x.scalar.buf)
	}
	return x.val
}

// outputs allocates a buffer of n elements for every type.
func (v *invocation) outputs(ts []*types.Type, n kir.Expr) []*kir.Var {
	vs := make([]*kir.Var, len(ts))
	for i, t := range ts {
		vs[i] = v.h.alloc("r", t, n, v.pos)
	}
	return vs
}

// ints allocates a buffer of n ints.
func (v *invocation) ints(name string, n kir.Expr) *kir.Var {
	return v.h.alloc(name, types.Int, n, v.pos)
}

// chunks is how many groups of a step share n elements.
func (v *invocation) chunks(s *lcu.Step, n kir.Expr) kir.Expr {
	return group.Chunks(v.h.Code, v.m.desc(s), n)
}

// groups is how many groups of a step do something with each of n elements.
func (v *invocation) groups(s *lcu.Step, n kir.Expr) kir.Expr {
	return v.m.groupOf(s).Groups(v.h.Code, n)
}

// segmentGroups is how many groups of a step share the elements and segments of the kernel:
// none where unspecified values leave elements without segments.
func (v *invocation) segmentGroups(s *lcu.Step, segments kir.Expr) kir.Expr {
	switch s.Grid {
	case lcu.MergePath:
		return v.chunks(s, v.h.Atom("steps", op.Add(v.n, segments)))
	case lcu.Located:
		return v.chunks(s, v.n)
	}
	return op.Select(op.Gt(segments, op.N(0)), v.groups(s, v.n), op.N(0))
}

// space is the arguments for the space of a kernel, and its number of segments; the plan
// of the kernel gets its shape.
func (v *invocation) space() (args []kir.Expr, segments kir.Expr) {
	h := v.h
	segs := v.k.Parts().Segs
	if count, length, ok := lcu.Equal(segs); ok {
		segments = h.Atom("segments", h.clamped(v.size(count)))
		v.rowLength = h.Atom("length", h.clamped(v.size(length)))
		v.plan = newPlanned(h, v.k.plan, !v.long, v.size, v.n, segments, v.rowLength)
		return []kir.Expr{v.n, segments, v.rowLength}, segments
	}
	buf := kir.VarOf(v.operand(segs[0]))
	segments = h.Atom("segments", op.Max(op.Sub(lengthOf(buf), op.N(1)), op.N(0)))
	v.plan = newPlanned(h, v.k.plan, !v.long, v.size, v.n, segments)
	return []kir.Expr{v.n, segments, kir.Use(buf)}, segments
}

// buffers is a result for every buffer.
func buffers(vs []*kir.Var) []result {
	out := make([]result, len(vs))
	for i, v := range vs {
		out[i] = result{buf: v}
	}
	return out
}

// scalars is a result for element 0 of every buffer.
func scalars(vs []*kir.Var) []result {
	out := buffers(vs)
	for i := range out {
		out[i].scalar = true
	}
	return out
}

// inOrder puts what is written for combined results, and those that are passed through,
// into the order of the SOAC.
func (v *invocation) inOrder(r element.Results, written, rest []result) []result {
	if v.step.Epilogue != nil {
		return append(written, rest...)
	}
	out := make([]result, len(written)+len(rest))
	for k, i := range r.Combined {
		out[i] = written[k]
	}
	for k, i := range r.Passed {
		out[i] = rest[k]
	}
	return out
}

// exprs is lists one after another.
func exprs(lists ...[]kir.Expr) []kir.Expr { return slices.Concat(lists...) }

// argument is an argument of a kernel; the host must know it if onHost.
func (h *host) argument(run *lcu.Run, e lcu.Expr, onHost bool) argument {
	if r, ok := e.(*lcu.Ref); ok && !onHost {
		if s := h.scalars[r.Var]; s != nil && h.uses.before(run, r.Var) {
			return argument{scalar: s}
		}
	}
	return argument{val: h.Operand(e)}
}
