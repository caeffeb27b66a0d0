package device

// Running a kernel of λcu: the launches that it becomes, one function for each
// SOAC (maps.go, reduce.go, scan.go, segments.go, rank.go).

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

var intType = types.Int

// An actual is an argument of a kernel: a value of the host, or a cell.
type actual struct {
	val  expr
	cell *cell
}

// A run is one use of a kernel of λcu.
type run struct {
	*hostGen
	*plan
	args  []actual
	modes []mode
	seen  sight
	pos   ir.Pos
	n     expr // iterations; nil for Once
	// rowLength is the length of segments that are equally long, or nil.
	rowLength expr
	// long is whether there may be more positions than an int counts.
	long bool
}

// An outcome is a result of a kernel: a buffer, or element 0 of it.
type outcome struct {
	buf    *kvar
	scalar bool
}

// run launches the kernel called by e and returns the results of its SOAC.
func (h *hostGen) run(e *lcu.Run) (*run, []outcome) {
	p := h.plans[e.Kernel]
	r := &run{hostGen: h, plan: p, pos: e.P}
	for i, a := range e.Args {
		x := h.actual(e, a, p.onHost[i])
		r.args = append(r.args, x)
		m := byValue
		if x.cell != nil {
			m = x.cell.mode()
		}
		r.modes = append(r.modes, m)
	}
	if parts, _ := lcu.PartsOf(p.soac); parts.N != nil {
		r.n = r.size(parts.N)
		r.checkCount(parts)
	}
	r.seen = r.look()
	return r, r.soac()
}

func (r *run) soac() []outcome {
	switch s := r.plan.soac.(type) {
	case *lcu.Once:
		return r.onceOnly(s)
	case *lcu.Map:
		return r.mapped(s.T)
	case *lcu.SegMap:
		return r.segMapped(s)
	case *lcu.Compact:
		return r.compact(s)
	case *lcu.Scatter:
		return r.scatter(s)
	case *lcu.Reduce:
		return r.reduce(s)
	case *lcu.Scan:
		return r.scan(scanned{ops: s.Ops, joins: s.Joins, incl: s.Incl, t: s.T})
	case *lcu.Prefix:
		outs := r.scan(scanned{ops: s.Ops, all: true, t: s.T})
		for k, i := range lcu.Combined(s.Ops) {
			at := i
			if r.then != nil {
				at = len(r.made) + k
			}
			r.ranks[outs[at].buf] = s.Ops[i] == prim.RAdd && countsFlags(s.T.Body, i)
		}
		return outs
	case *lcu.SegReduce:
		return r.segReduce(s)
	case *lcu.SegScan:
		return r.segScan(s)
	case *lcu.Update:
		return r.update(s)
	case *lcu.Rank:
		return r.rank(s)
	case *lcu.Sort:
		return r.sort(s)
	}
	panic("device: kernel " + r.src.Name + " has a form that must be gone: " + lcu.Schema[r.plan.soac.Form()].Name)
}

// countsFlags reports whether result i of element code is 0 or 1.
func countsFlags(e lcu.Expr, i int) bool {
	one := map[*lcu.Var]bool{}
	for {
		switch x := e.(type) {
		case *lcu.Let:
			if p, ok := x.Rhs.(*lcu.Prim); ok && p.Op.Name == "btoi" {
				one[x.Binds[0]] = true
			}
			e = x.Body
		case *lcu.Ret:
			r, ok := x.Vals[i].(*lcu.Ref)
			return ok && one[r.Var]
		default:
			return false
		}
	}
}

// size is an expression over parameters of the kernel, as the host has it.
func (r *run) size(e lcu.Expr) expr {
	switch e := e.(type) {
	case *lcu.Int:
		return kir.N(e.Val)
	case *lcu.Ref:
		return r.args[r.number[e.Var]].val
	case *lcu.Length:
		return r.lengthOf(kir.VarOf(r.args[r.number[e.Vec.(*lcu.Ref).Var]].val))
	case *lcu.Prim:
		args := make([]expr, len(e.Args))
		for i, a := range e.Args {
			args[i] = r.size(a)
		}
		return r.Atom("n", &kir.Prim{Op: e.Op, Args: args})
	}
	panic("device: size " + lcu.Show(e) + " of kernel " + r.src.Name)
}

// argument is the host's value of an array operand of the SOAC.
func (r *run) argument(e lcu.Expr) expr { return r.args[r.number[e.(*lcu.Ref).Var]].val }

// kernel makes a kernel that evaluates thunks of this one.
func (r *run) kernel(role string, local int, write func(g *kernelGen)) *shared {
	key := fmt.Sprint(r.src.Name, " ", role, " ", string(modeText(r.modes)), " ", r.seen.text)
	return r.lowerer.kernel(key, kernelName(r.src.Name, role), local, func() *kernelGen {
		g := newKernelGen(r.target, r.src, r.modes)
		g.seen, g.states = r.seen, r.states
		if parts, _ := lcu.PartsOf(r.plan.soac); parts.N != nil {
			if n, ok := parts.N.(*lcu.Ref); ok {
				g.sizeVar = n.Var
			}
		}
		for _, v := range r.own {
			g.fit[v] = wantFitted
		}
		g.inRows = r.inRows
		for _, v := range r.inRow {
			if g.fit[v] == wantExtra {
				g.fit[v] = wantFittedRow
			}
		}
		if r.target.sequential() {
			g.split = r.halves
		}
		write(g)
		return g
	})
}

func kernelName(name, role string) string {
	if role == "" {
		return name
	}
	return name + "_" + role
}

func modeText(ms []mode) []byte {
	b := make([]byte, len(ms))
	for i, m := range ms {
		b[i] = byte(m)
	}
	return b
}

// launch runs a kernel. extras are what its templates asked for, in order.
func (r *run) launch(s *shared, groups expr, extras ...expr) {
	args := make([]expr, len(s.wants))
	for i, w := range s.wants {
		args[i] = r.give(w, extras)
	}
	r.Put(&kir.Launch{Node: ir.At(r.pos), Kernel: s.kernel.Name, Groups: groups, Args: args})
}

// give is the argument that a kernel wants.
func (r *run) give(w want, extras []expr) expr {
	if w.kind == wantExtra {
		return extras[w.n]
	}
	a := r.args[w.n]
	switch w.kind {
	case wantFitted:
		return r.fitted(kir.VarOf(a.val), r.n)
	case wantFittedRow:
		return r.fitted(kir.VarOf(a.val), r.rowLength)
	case wantBelow:
		return r.fitted(kir.VarOf(a.val), r.size(r.halves.bound))
	case wantLength:
		return r.lengthOf(kir.VarOf(a.val))
	case wantIndex:
		return a.cell.idx
	}
	if a.cell != nil {
		return kir.Use(a.cell.buf)
	}
	return a.val
}

// outputs allocates a buffer of n elements for every type.
func (r *run) outputs(ts []*types.Type, n expr) []*kvar {
	vs := make([]*kvar, len(ts))
	for i, t := range ts {
		vs[i] = r.alloc("r", t, n, r.pos)
	}
	return vs
}

// groupsOf is how many groups share n elements in chunks.
func (r *run) groupsOf(n expr) expr { return r.chunks(r.target, n) }

func (r *run) chunks(t Target, n expr) expr {
	c := r.Atom("chunk", t.chunkSize(n))
	return r.Atom("groups", ceilDiv(n, c))
}

// groupsEach is how many groups kernelGen.each needs for n elements.
func (r *run) groupsEach(n expr) expr { return r.groupsOn(r.target, n) }

// groupsOn is groupsEach if work is divided as t says.
func (r *run) groupsOn(t Target, n expr) expr {
	if t.sequential() {
		return r.chunks(t, n)
	}
	return ceilDiv(n, num(t.Local))
}

// buffersOf is an outcome for every buffer.
func buffersOf(vs []*kvar) []outcome {
	out := make([]outcome, len(vs))
	for i, v := range vs {
		out[i] = outcome{buf: v}
	}
	return out
}

// merged puts the results of operators and of id into the order of the SOAC.
func merged(at []int, accs []outcome, ids []int, rest []outcome) []outcome {
	out := make([]outcome, len(at)+len(ids))
	for k, i := range at {
		out[i] = accs[k]
	}
	for k, i := range ids {
		out[i] = rest[k]
	}
	return out
}

// join is lists one after another.
func join(lists ...[]expr) (out []expr) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}
