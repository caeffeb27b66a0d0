package lower

// Lengths. Element code that reads an array at its own index in every iteration
// does so without a guard; the host makes sure that the buffer has as many
// elements as there are iterations. It nearly always has, and mostly that can
// be seen here: the lengths are the same expression, or a check has compared
// them. Otherwise a function looks at run time, and pads with zeros if it must.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/elementwise"
)

// alloc makes a buffer of n elements.
func (h *host) alloc(name string, elem *types.Type, n kir.Expr, pos ir.Pos) *kir.Var {
	v := kir.NewVar(name, kir.Global(elem))
	h.Put(&kir.Alloc{Node: ir.At(pos), Bind: v, Count: n})
	h.knowLength(v, n)
	return v
}

// clamped is n, or zero if n is negative.
func (h *host) clamped(n kir.Expr) kir.Expr {
	e := n
	if v := kir.VarOf(n); v != nil && h.facts.Defs[v] != nil {
		e = h.facts.Defs[v]
	}
	if i, ok := kir.Literal(e); ok && i >= 0 || e.Form() == kir.FormLength {
		return n
	}
	return op.Max(n, op.N(0))
}

// knowLength notes that buf has n elements, or none if n is negative.
func (h *host) knowLength(buf *kir.Var, n kir.Expr) {
	if k := h.facts.Key(n); k.Known() {
		h.facts.SetLength(buf, k)
	}
}

// sameLength notes that a has as many elements as b.
func (h *host) sameLength(a, b *kir.Var) { h.facts.SetLength(a, h.facts.LengthKey(b)) }

// checkSize stops the program if there are too many of n elements, unless that
// is certain: there is an array of n elements, or it was asked before.
func (h *host) checkSize(n kir.Expr, pos ir.Pos) {
	size := h.facts.Key(n)
	if i, ok := n.(*kir.Int); ok && i.Val <= build.SmallSize || h.facts.HasSize(size) {
		return
	}
	h.Put(&kir.CheckSize{Node: ir.At(pos), Count: n})
	if size.Known() {
		h.facts.Sized[size] = true
	}
}

// padded is buf, or a buffer like it with zeros up to n elements.
func (h *host) padded(buf *kir.Var, n kir.Expr, pos ir.Pos) kir.Expr {
	size := h.facts.Key(n)
	length := h.facts.LengthKey(buf)
	if h.facts.Covers(length, size) || h.facts.Covers(length, h.facts.Upper[size]) {
		return kir.Use(buf)
	}
	at := build.Fitting{Buf: buf, Size: size}
	if v := h.facts.Fitted[at]; v != nil && size.Known() {
		return kir.Use(v)
	}
	v := kir.NewVar(buf.Name, buf.Type)
	h.Put(&kir.CallHost{Node: ir.At(pos), Binds: []*kir.Var{v}, Fn: h.m.padFunction(buf.Type.Elem()), Args: []kir.Expr{kir.Use(buf), n}})
	h.facts.Fitted[at] = v
	h.facts.Fitted[build.Fitting{Buf: v, Size: size}] = v
	return kir.Use(v)
}

// Loop notes how long the arrays of a loop are that keep their length, as types say. Where that cannot
// be seen of what a next iteration gets, it is made so: after an error arrays may have other lengths.
func (h *host) Loop(e *lcu.Loop, s *kir.Loop) func([]kir.Expr) []kir.Expr {
	counts := make([]kir.Expr, len(e.Binds))
	for i, v := range e.Binds {
		init, ok := e.Inits[i].(*lcu.Ref)
		if n := sizing.Var(v).Length(); n != nil && ok && n == sizing.Var(init.Var).Length() {
			counts[i] = h.Atom("n", lengthOf(kir.VarOf(s.Inits[i])))
			h.knowLength(s.Vars[i], counts[i])
		}
	}
	return func(args []kir.Expr) []kir.Expr {
		for i, n := range counts {
			if n == nil || h.facts.LengthKey(kir.VarOf(args[i])) == h.facts.Key(n) {
				continue
			}
			v := kir.NewVar(s.Vars[i].Name, s.Vars[i].Type)
			h.Put(&kir.CallHost{Node: ir.At(e.P), Binds: []*kir.Var{v}, Fn: h.m.sizeFunction("resize", prim.Ne, v.Type.Elem()), Args: []kir.Expr{args[i], n}})
			args[i] = kir.Use(v)
		}
		return args
	}
}

// padFunction is the host function that pads buffers of elem:
//
//	fit(a, n) = if length(a) < n then a copy of a with zeros up to n else a
func (m *module) padFunction(elem *types.Type) string { return m.sizeFunction("fit", prim.Lt, elem) }

// sizeFunction is a host function that copies a buffer of elem to one of n elements, zeros behind those that
// there are, if its length compares with n in some way, and returns it as it is otherwise.
func (m *module) sizeFunction(hint string, differs prim.Code, elem *types.Type) string {
	key := hint + "_" + elem.String()
	if name := m.pads[key]; name != "" {
		return name
	}
	buf := kir.Global(elem)
	a, n, b := kir.NewVar("a", buf), kir.NewVar("n", types.Int), kir.NewVar("b", buf)
	size := lengthOf(a)
	c := &build.Code{}
	c.IfElse(kir.Apply(differs, size, kir.Use(n)),
		func() {
			c.Put(&kir.Alloc{Bind: b, Count: kir.Use(n)})
			k := m.generic("pad", func() *build.Kernel { return elementwise.Pad(m.group, elem) }, elem.String())
			c.Put(&kir.Launch{Kernel: k.kernel.Name, Groups: m.kind.padGroups(c, m.target, kir.Use(n)),
				Args: []kir.Expr{kir.Use(n), kir.Use(a), size, kir.Use(b)}})
			c.Put(&kir.Return{Vals: []kir.Expr{kir.Use(b)}})
		},
		func() { c.Put(&kir.Return{Vals: []kir.Expr{kir.Use(a)}}) })
	f := &kir.Func{Name: m.funcs.Fresh(key), Params: []*kir.Var{a, n},
		Results: []*types.Type{buf}, Body: &kir.Block{Stmts: c.Stmts}}
	m.out.Funcs = append(m.out.Funcs, f)
	m.pads[key] = f.Name
	return f.Name
}
