package device

// Lengths. Element code that reads an array at its own index in every iteration
// does so without a guard; the host makes sure that the buffer has as many
// elements as there are iterations. It nearly always has, and mostly that can
// be seen here: the lengths are the same expression, or a check has compared
// them. Otherwise a function looks at run time, and pads with zeros if it must.

import (
	"fmt"
	"maps"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
)

// facts is what is known about lengths at a place of host code. Lengths and
// other ints are compared by keys: texts that are equal only if the values are.
type facts struct {
	defs   map[*kvar]expr    // definitions of scalars
	length map[*kvar]string  // of buffers
	equal  map[string]string // towards the representative of a class of keys
	fitted map[string]*kvar  // by buffer and size
	atoms  map[string]expr   // variables by the keys of their values
	number map[*kvar]int     // names of variables in keys
	sized  map[string]bool   // sizes that were checked, by keys
}

func newFacts() facts {
	return facts{map[*kvar]expr{}, map[*kvar]string{}, map[string]string{}, map[string]*kvar{}, map[string]expr{}, map[*kvar]int{}, map[string]bool{}}
}

// define notes that v has the value of e.
func (f facts) define(v *kvar, e expr) {
	if k := f.key(e); k != "" {
		f.atoms[k] = kir.Use(v)
	}
	f.defs[v] = e
}

// copy is for an arm: what is learnt there is forgotten after it.
func (f facts) copy() facts {
	return facts{f.defs, f.length, maps.Clone(f.equal), maps.Clone(f.fitted), maps.Clone(f.atoms), f.number, maps.Clone(f.sized)}
}

func (f facts) name(v *kvar) string {
	n, ok := f.number[v]
	if !ok {
		n = len(f.number)
		f.number[v] = n
	}
	return fmt.Sprintf("%s#%d", v.Name, n)
}

// key is the key of a scalar; "" if e is nothing that keys can tell.
func (f facts) key(e expr) string {
	switch e := e.(type) {
	case *kir.Int:
		return fmt.Sprint(e.Val)
	case *kir.Bool:
		return fmt.Sprint(e.Val)
	case *kir.Ref:
		if rhs := f.defs[e.Var]; rhs != nil {
			if k := f.key(rhs); k != "" {
				return k
			}
		}
		return f.find(f.name(e.Var))
	case *kir.Length:
		return f.lengthKey(kir.VarOf(e.Buf))
	case *kir.Prim:
		s := e.Op.Name
		for _, a := range e.Args {
			k := f.key(a)
			if k == "" {
				return ""
			}
			s += "(" + k + ")"
		}
		return f.find(s)
	}
	return ""
}

func (f facts) lengthKey(buf *kvar) string {
	if k, ok := f.length[buf]; ok {
		return f.find(k)
	}
	return f.find("length " + f.name(buf))
}

func (f facts) find(k string) string {
	for f.equal[k] != "" {
		k = f.equal[k]
	}
	return k
}

// hold notes that cond is true.
func (f facts) hold(cond expr) {
	if r, ok := cond.(*kir.Ref); ok && f.defs[r.Var] != nil {
		cond = f.defs[r.Var]
	}
	p, ok := cond.(*kir.Prim)
	if !ok {
		return
	}
	switch p.Op.Name {
	case "and":
		f.hold(p.Args[0])
		f.hold(p.Args[1])
	case "eq":
		a, b := f.key(p.Args[0]), f.key(p.Args[1])
		if a != b && a != "" && b != "" {
			f.equal[a] = b
		}
	}
}

// natural is n, or zero if n is negative.
func (h *hostGen) natural(n expr) expr {
	e := n
	if v := kir.VarOf(n); v != nil && h.facts.defs[v] != nil {
		e = h.facts.defs[v]
	}
	if i, ok := literal(e); ok && i >= 0 || e.Form() == kir.FormLength {
		return n
	}
	return maximum(n, num(0))
}

// knowLength notes that buf has n elements, or none if n is negative.
func (h *hostGen) knowLength(buf *kvar, n expr) {
	if k := h.facts.key(n); k != "" {
		h.facts.length[buf] = k
	}
}

// smallSize is a size that is not too large for any width of int.
const smallSize = 1 << 30

// checkSize stops the program if there are too many of n elements, unless that
// is certain: there is an array of n elements, or it was asked before.
func (h *hostGen) checkSize(n expr, pos ir.Pos) {
	size := h.facts.key(n)
	if i, ok := n.(*kir.Int); ok && i.Val <= smallSize || size != "" && h.facts.sized[size] {
		return
	}
	for buf := range h.facts.length {
		if size != "" && covers(h.facts.lengthKey(buf), size) {
			return
		}
	}
	h.put(&kir.CheckSize{Node: ir.At(pos), Count: n})
	if size != "" {
		h.facts.sized[size] = true
	}
}

// sameLength notes that a has as many elements as b.
func (h *hostGen) sameLength(a, b *kvar) { h.facts.length[a] = h.facts.lengthKey(b) }

// fitted is buf, or a buffer like it with zeros up to n elements.
func (h *hostGen) fitted(buf *kvar, n expr) expr {
	size := h.facts.key(n)
	if size != "" && covers(h.facts.lengthKey(buf), size) {
		return kir.Use(buf)
	}
	at := h.facts.name(buf) + " " + size
	if v := h.facts.fitted[at]; v != nil && size != "" {
		return kir.Use(v)
	}
	v := kir.NewVar(buf.Name, buf.Type)
	h.put(&kir.CallHost{Binds: []*kvar{v}, Fn: h.fitFunc(buf.Type.Elem()), Args: []expr{kir.Use(buf), n}})
	h.facts.fitted[at] = v
	h.facts.fitted[h.facts.name(v)+" "+size] = v
	return kir.Use(v)
}

// covers reports whether keys show that a length is enough: it is the size, or
// the size plus a literal.
func covers(length, size string) bool {
	more, ok := strings.CutPrefix(length, "add("+size+")(")
	return length == size || ok && more[0] != '-' && strings.Trim(more, "0123456789") == ")"
}

// fitFunc is the host function that makes buffers of elem long enough:
//
//	fit(a, n) = if length(a) < n then a copy of a with zeros up to n else a
func (lw *lowerer) fitFunc(elem *types.Type) string {
	if name := lw.fits[elem.String()]; name != "" {
		return name
	}
	buf := kir.Global(elem)
	a, n, b := kir.NewVar("a", buf), kir.NewVar("n", intType), kir.NewVar("b", buf)
	size := &kir.Length{Buf: kir.Use(a)}
	c := &code{}
	c.ifElse(lt(size, kir.Use(n)),
		func() {
			c.put(&kir.Alloc{Bind: b, Count: kir.Use(n)})
			c.put(&kir.Launch{Kernel: lw.padKernel(elem).kernel.Name, Groups: padGroups(c, lw.target, kir.Use(n)),
				Args: []expr{kir.Use(n), kir.Use(a), size, kir.Use(b)}})
			c.put(&kir.Return{Vals: []expr{kir.Use(b)}})
		},
		func() { c.put(&kir.Return{Vals: []expr{kir.Use(a)}}) })
	f := &kir.Func{Name: lw.funcs.Fresh("fit_" + elem.String()), Params: []*kvar{a, n},
		Results: []*types.Type{buf}, Body: &kir.Block{Stmts: c.stmts}}
	lw.out.Funcs = append(lw.out.Funcs, f)
	lw.fits[elem.String()] = f.Name
	return f.Name
}

func padGroups(c *code, t Target, n expr) expr {
	if t.sequential() {
		return ceilDiv(n, c.def("chunk", t.chunkSize(n)))
	}
	return ceilDiv(n, num(t.Local))
}

func (lw *lowerer) padKernel(elem *types.Type) *shared {
	return lw.generic("pad", func(g *kernelGen) {
		n, a := g.scalar("n"), g.buffer("a", elem, kir.Gather)
		size, b := g.scalar("size"), g.buffer("b", elem, kir.Write)
		g.each(n, func(i expr) { g.store(b, i, pick(lt(i, size), load(a, i), kir.Zero(elem))) })
	}, elem.String())
}
