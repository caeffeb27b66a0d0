package device

// Scalars that stay on the device (PASSES 29, lift-scalars). A scalar made
// there that only kernels use is passed to them as an element of a buffer, and
// operations between such scalars become kernels of one work-item: a launch is
// an order of magnitude cheaper than a read-back.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
)

// A cell is an element of a buffer: element 0 if idx is nil, else the element
// idx, or zero if that is negative.
type cell struct {
	buf *kvar
	idx expr
}

func (c *cell) mode() mode {
	if c.idx == nil {
		return inCell
	}
	return inArray
}

// actual is an argument of a kernel; the host must know it if onHost.
func (h *hostGen) actual(e lcu.Expr, onHost bool) actual {
	if r, ok := e.(*lcu.Ref); ok && !onHost {
		if c := h.cells[r.Var]; c != nil {
			return actual{cell: c}
		}
	}
	return actual{val: h.operand(e)}
}

// onDevice computes a scalar operation in a kernel of one work-item.
func (h *hostGen) onDevice(e *lcu.Prim, v *lcu.Var) *cell {
	src := &lcu.Kernel{}
	var modes []mode
	var args []actual
	body := &lcu.Prim{Node: e.Node, Op: e.Op}
	for _, a := range e.Args {
		x := h.actual(a, false)
		p := lcu.NewVar("x", h.sigs.TypeOf(a))
		m := byValue
		if x.cell != nil {
			m = x.cell.mode()
		}
		src.Params, modes, args = append(src.Params, p), append(modes, m), append(args, x)
		body.Args = append(body.Args, lcu.Use(p))
	}
	key := "$" + e.Op.Name + " " + string(modeText(modes)) + " " + typeText(src.Params)
	k := h.lowerer.kernel(key, e.Op.Name, 1, func() *kernelGen {
		g := newKernelGen(h.target, src, modes)
		out := g.buffer("r", v.Type, kir.Scatter)
		g.store(out, num(0), g.operand(body))
		return g
	})
	out := h.alloc(v.Name, v.Type, num(1), e.P)
	r := &run{hostGen: h, args: args, modes: modes, pos: e.P}
	r.launch(k, num(1), kir.Use(out))
	return &cell{buf: out}
}

func typeText(vs []*lcu.Var) string {
	s := ""
	for _, v := range vs {
		s += v.Type.String() + " "
	}
	return s
}

// deviceOnly finds the scalars of f that are made on the device and whose value
// the host never needs: they are arguments of kernels, not sizes, or operands
// of operations whose results are such scalars.
func deviceOnly(f *lcu.Func, plans map[string]*plan) *residence {
	s := &residence{plans: plans, only: map[*lcu.Var]bool{}, used: map[*lcu.Var]bool{},
		users: map[*lcu.Var][]*lcu.Var{}, prims: map[*lcu.Var]*lcu.Prim{}}
	s.visit(f.Body)
	for changed := true; changed; {
		changed = false
		for _, v := range s.order {
			if s.only[v] && !s.stays(v) {
				s.only[v] = false
				changed = true
			}
		}
	}
	return s
}

// dead reports whether nothing needs v, directly or through scalar operations.
func (s *residence) dead(v *lcu.Var) bool {
	for _, w := range s.users[v] {
		if !s.used[v] && !s.dead(w) {
			s.used[v] = true
		}
	}
	return !s.used[v]
}

// A residence collects where scalars are made and used.
type residence struct {
	plans map[string]*plan
	order []*lcu.Var
	only  map[*lcu.Var]bool
	used  map[*lcu.Var]bool       // other than by scalar operations
	users map[*lcu.Var][]*lcu.Var // results of operations on it
	prims map[*lcu.Var]*lcu.Prim  // operations that make candidates
}

// stays reports whether v is still a candidate, given the others.
func (s *residence) stays(v *lcu.Var) bool {
	for _, w := range s.users[v] {
		if !s.only[w] {
			return false
		}
	}
	p := s.prims[v]
	if p == nil {
		return true
	}
	for _, a := range p.Args {
		if r, ok := a.(*lcu.Ref); ok && s.only[r.Var] {
			return true
		}
	}
	return false
}

func (s *residence) candidate(v *lcu.Var) {
	if !v.Type.IsBase() {
		return
	}
	if _, used := s.only[v]; !used {
		s.only[v] = true
		s.order = append(s.order, v)
	}
}

// visit looks at host code in textual order, so binders come before uses.
func (s *residence) visit(e lcu.Expr) {
	let, ok := e.(*lcu.Let)
	if !ok {
		s.uses(e)
		return
	}
	switch rhs := let.Rhs.(type) {
	case *lcu.Run:
		for _, v := range let.Binds {
			s.candidate(v)
		}
		s.uses(rhs)
	case *lcu.At:
		s.candidate(let.Binds[0])
		s.uses(rhs)
	case *lcu.Prim:
		if rhs.Op.Class != prim.Scalar {
			s.uses(rhs)
			break
		}
		v := let.Binds[0]
		s.candidate(v)
		s.prims[v] = rhs
		for _, a := range rhs.Args {
			if r, ok := a.(*lcu.Ref); ok {
				s.users[r.Var] = append(s.users[r.Var], v)
			} else {
				s.uses(a)
			}
		}
	default:
		s.visit(rhs)
	}
	s.visit(let.Body)
}

// uses marks what e needs on the host.
func (s *residence) uses(e lcu.Expr) {
	switch e := e.(type) {
	case *lcu.Ref:
		s.only[e.Var] = false
		s.used[e.Var] = true
	case *lcu.Run:
		onHost := s.plans[e.Kernel].onHost
		for i, a := range e.Args {
			if r, ok := a.(*lcu.Ref); ok && !onHost[i] {
				s.used[r.Var] = true
			} else {
				s.uses(a)
			}
		}
	default:
		e.Children(func(_ int, e lcu.Expr) { s.visit(e) })
	}
}
