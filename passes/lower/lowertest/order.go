// Package lowertest helps tests of templates: a program of scans and segmented
// reductions by an operator that does not commute, what it computes, and its
// inputs.
package lowertest

import (
	_ "embed"
	"fmt"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/target"
	"nessiec/ir/value"
	"nessiec/passes/device/failures"
	"nessiec/passes/device/legal"
	"nessiec/passes/device/memory"
	"nessiec/passes/device/transfers"
	"nessiec/passes/lower"
	"nessiec/passes/lower/strategy"
	"nessiec/passes/pass"
)

//go:embed order.lcu
var order string

// Ordered lowers the program for a target, in kir.legal, and puts an operator
// that does not commute, Compose, in the place of xor. The program has the
// functions f_scan, f_incl and f_dearscan of a vector, f_segscan, f_segincl and
// f_segreduce of offsets and a vector, f_rowscan and f_rowincl of the number and
// the length of rows and a vector, and those of rows.go. A Chain keeps its xor, for
// which those who run it put Compose.
func Ordered(t target.Desc) (*kir.Module, error) {
	k, err := lowered("order.lcu", order, t)
	if err != nil {
		return nil, err
	}
	out := *k
	out.Kernels = nil
	for _, k := range k.Kernels {
		g := *k
		g.Body = composed(k.Body)
		out.Kernels = append(out.Kernels, &g)
	}
	return &out, nil
}

// lowered lowers the program of a file for a target, in kir.legal.
func lowered(name, src string, t target.Desc) (*kir.Module, error) {
	m, err := lcu.Parse(src)
	if err == nil {
		err = lcu.Verify(m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	o := pass.DefaultOptions()
	if o.Target = "opencl"; t.Chains {
		o.Target = "cuda"
	}
	c := pass.NewCtx(o)
	k := lower.Lower(o, strategy.Choose(o, m, t), t)
	for _, p := range []func(*pass.Ctx, *kir.Module) *kir.Module{
		failures.InsertErrorProtocol, transfers.ScheduleTransfers, memory.PlanMemory, legal.LegaliseTarget,
	} {
		k = p(c, k)
	}
	return k, nil
}

// Compose is the composition of affine maps, x first: x stands for the map of
// z to (1 + x/256) z + x mod 256, modulo 256. Its identity is that of xor.
func Compose(x, y int64) int64 {
	ax, bx, ay, by := 1+x>>8&255, x&255, 1+y>>8&255, y&255
	return (ax*ay-1)&255<<8 | (ay*bx+by)&255
}

// composed replaces xor by Compose.
func composed(e kir.Expr) kir.Expr {
	e = e.MapChildren(composed)
	p, ok := e.(*kir.Prim)
	if !ok || p.Op.Code != prim.Xor {
		return e
	}
	low := func(e kir.Expr) kir.Expr { return kir.Apply(prim.And, e, kir.N(255)) }
	slope := func(e kir.Expr) kir.Expr { return kir.Apply(prim.Add, kir.N(1), low(kir.Apply(prim.Shr, e, kir.N(8)))) }
	x, y := p.Args[0], p.Args[1]
	a := low(kir.Apply(prim.Sub, kir.Apply(prim.Mul, slope(x), slope(y)), kir.N(1)))
	b := low(kir.Apply(prim.Add, kir.Apply(prim.Mul, slope(y), low(x)), low(y)))
	return kir.Apply(prim.Or, kir.Apply(prim.Shl, a, kir.N(8)), b)
}

// Inputs is n values of which no two orders of composition agree, most likely.
func Inputs(n int) value.Ints {
	xs := make(value.Ints, n)
	for i := range xs {
		xs[i] = int64(i*i*7919+i*104729+12345) & 0xFFFF
	}
	return xs
}

// Results is what the functions of the program compute from xs in segments of
// the given lengths.
func Results(lens, xs value.Ints) map[string]value.Ints {
	out := map[string]value.Ints{}
	all, p := int64(0), 0
	for _, n := range lens {
		sum := int64(0)
		for range n {
			out["segscan"] = append(out["segscan"], sum)
			out["scan"] = append(out["scan"], all)
			sum, all = Compose(sum, xs[p]), Compose(all, xs[p])
			out["segincl"] = append(out["segincl"], sum)
			out["incl"] = append(out["incl"], all)
			p++
		}
		out["segreduce"] = append(out["segreduce"], sum)
	}
	out["dearscan"] = out["scan"]
	if Even(lens) {
		out["rowscan"], out["rowincl"] = out["segscan"], out["segincl"]
	}
	return out
}

// Even reports whether there are segments, all of one length.
func Even(lens value.Ints) bool {
	for _, n := range lens {
		if n != lens[0] {
			return false
		}
	}
	return len(lens) > 0
}

// Rows calls f with rows of one length: all with up to most elements, and up to
// most rows without any.
func Rows(most int, f func(lens value.Ints)) {
	for count := 1; count <= most; count++ {
		for size := 0; size*count <= most; size++ {
			lens := make(value.Ints, count)
			for i := range lens {
				lens[i] = int64(size)
			}
			f(lens)
		}
	}
}

// Offsets is where segments begin, and the end of the last.
func Offsets(lens value.Ints) value.Ints {
	offs := value.Ints{0}
	for _, n := range lens {
		offs = append(offs, offs[len(offs)-1]+n)
	}
	return offs
}

// Layouts calls f with all ways to cut n elements into segments, and with each
// again with an empty segment before every one and at the end.
func Layouts(n int, f func(lens value.Ints)) {
	var rec func(lens value.Ints, left int)
	rec = func(lens value.Ints, left int) {
		if left == 0 {
			f(lens)
			f(spaced(lens))
			return
		}
		for l := 1; l <= left; l++ {
			rec(append(lens[:len(lens):len(lens)], int64(l)), left-l)
		}
	}
	rec(nil, n)
}

func spaced(lens value.Ints) value.Ints {
	out := value.Ints{0}
	for _, l := range lens {
		out = append(out, l, 0)
	}
	return out
}
