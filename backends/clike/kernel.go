package clike

// What kernels have that host code has not: memory, groups and their work-items, and
// indivisible operations.

import (
	"fmt"
	"hash/fnv"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/value"
)

// KernelWords is how kernels of a target spell what differs between targets. A target prints
// what it has beyond that itself.
type KernelWords struct {
	Global, Shared string // before types of elements: memory of all groups, of one; "" if nothing is
	Group, Item    string // the number of the group, and of the work-item in it
	Barrier        string // the statement; "" where groups have one work-item
	Restrict       string // behind pointers: no other parameter writes what this one touches, or touches what it writes
	// Atomic names the function of an indivisible operation on ints.
	Atomic func(n value.Num, op prim.Rop) string
}

// AtomicName is the name of an indivisible operation on ints.
var AtomicName = map[prim.Rop]string{prim.RAdd: "add", prim.RMax: "max", prim.RMin: "min"}

// Pointer is the type of parameter i of k, a buffer. It is restricted but where it may be the
// same buffer as another one, and one of them is written.
func (w *KernelWords) Pointer(k *kir.Kernel, i int) string {
	t, a := k.Params[i].Type, k.Access[i]
	s := ScalarType(t.Elem()) + " *"
	if a.ReadOnly() {
		s = "const " + s
	}
	for j, v := range k.Params {
		if b := k.Access[j]; v.Type == t && (a.InPlaceOf(b) || b.InPlaceOf(a)) {
			return w.Global + s
		}
	}
	return w.Global + s + w.Restrict + " "
}

// Expr prints an expression of a kernel and reports whether it is one.
func (w *KernelWords) Expr(p *Printer, e kir.Expr) (string, bool) {
	switch e := e.(type) {
	case *kir.Load:
		if kir.LanesOf(kir.TypeOf(e.Idx)) > 0 {
			return lanesExpr(p, e)
		}
		return fmt.Sprintf("%s[%s]", p.Sub(e.Buf), p.index(e, e.Idx)), true
	case *kir.Digit:
		return fmt.Sprintf("nes_digit_%s(%s, %s)", KindLetter(kir.TypeOf(e.Val).Kind), p.Sub(e.Val), p.Sub(e.Index)), true
	case *kir.GroupId:
		return w.Group, true
	case *kir.NumGroups:
		return "nes_groups", true
	case *kir.LocalId:
		return w.Item, true
	}
	return lanesExpr(p, e)
}

// Stmt prints a statement of a kernel and reports whether it is one.
func (w *KernelWords) Stmt(p *Printer, s kir.Expr) bool {
	switch s := s.(type) {
	case *kir.Store:
		if kir.LanesOf(kir.TypeOf(s.Idx)) > 0 {
			storeLanes(p, s)
			break
		}
		idx, val := p.index(s, s.Idx), p.E(s.Val)
		p.Line("%s[%s] = %s;", p.E(s.Buf), idx, val)
	case *kir.CopyRange:
		p.CopyRange(s)
	case *kir.LocalArray:
		space, unused := "", " NES_UNUSED" // where nobody loads what is stored
		if s.Shared() {
			space, unused = w.Shared, ""
		}
		p.Line("%s%s %s[%d]%s;", space, ScalarType(s.Bind.Type.Elem()), p.Name(s.Bind), s.Size, unused)
	case *kir.Share, *kir.Window: // facts
	case *kir.Merge:
		p.Line("const nes_int %s = nes_row, %s = nes_row_end;", p.Name(s.Binds[0]), p.Name(s.Binds[1]))
	case *kir.Limit:
		p.Line("nes_groups = nes_min_i(nes_groups, %s);", p.E(s.Groups))
		p.Line("if (%s >= nes_groups)", p.E(&kir.GroupId{}))
		p.Line("    return;")
	case *kir.Barrier:
		if w.Barrier != "" {
			p.Line("%s", w.Barrier)
		}
	case *kir.Arbitrary:
		if kir.LanesOf(kir.TypeOf(s.Idx)) > 0 {
			storeLanes(p, &kir.Store{Node: s.Node, Buf: s.Buf, Idx: s.Idx, Val: s.Val})
			break
		}
		// volatile: no access that may race is cut in two, or made twice
		idx, val := p.E(s.Idx), p.E(s.Val)
		p.Line("*(volatile %s%s *)&%s[%s] = %s;", w.Global, ScalarType(kir.TypeOf(s.Buf).Elem()), p.E(s.Buf), idx, val)
	case *kir.Atomic:
		idx, val := p.E(s.Idx), p.E(s.Val)
		call := fmt.Sprintf("%s(&%s[%s], %s)", w.Atomic(p.Num, s.Op), p.E(s.Buf), idx, val)
		if !p.Unused(s.Bind) {
			call = "const nes_int " + p.Name(s.Bind) + " = " + call
		}
		p.Line("%s;", call)
	default:
		return false
	}
	return true
}

// Fingerprint is a number that tells the text of kernels from that of others.
func Fingerprint(kernels []string) uint64 {
	h := fnv.New64a()
	for _, code := range kernels {
		h.Write([]byte(code))
	}
	return h.Sum64()
}
