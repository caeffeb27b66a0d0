package cuda

// Printing of vector loops: vectors of elements are loaded and stored in one piece,
// where they are aligned and whole, and else element by element.

import (
	"fmt"
	"slices"

	"nessiec/backends/clike"
	"nessiec/ir/kir"
)

// vectorForOf is the vector loop that a kernel ends in; nil if there is none.
func vectorForOf(k *kir.Kernel) *kir.VectorFor {
	list := k.Body.(*kir.Block).Stmts
	if len(list) == 0 {
		return nil
	}
	w, _ := list[len(list)-1].(*kir.VectorFor)
	return w
}

// inVectors reports whether a buffer is one of those.
func inVectors(buf kir.Expr, of []kir.Expr) bool {
	return slices.ContainsFunc(of, func(e kir.Expr) bool { return kir.VarOf(e) == kir.VarOf(buf) })
}

// packed is the name of the vectors of a parameter.
func packed(p *clike.Printer, v kir.Expr) string { return "nes_pack_" + p.Name(kir.VarOf(v)) }

// vectorLoop prints a vector loop: each block takes those of several groups in turn.
func (ke *kernelEmitter) vectorLoop(p *clike.Printer, w *kir.VectorFor) {
	n, count := w.Width, p.E(w.Count)
	elem := func(v kir.Expr) string { return clike.ScalarType(kir.VarOf(v).Type.Elem()) }
	aligned := ""
	for _, v := range ke.k.Params {
		if use := kir.Use(v); inVectors(use, w.Loads) || inVectors(use, w.Stores) {
			aligned += fmt.Sprintf(" && nes_aligned<%s, %d>(%s)", elem(use), n, p.Name(v))
		}
	}
	p.Line("const int nes_pieces = %s;", aligned[4:])
	p.Open("for (int64_t nes_first = ((int64_t)blockIdx.x * %d + threadIdx.x) * %d; nes_first < %s; nes_first += (int64_t)gridDim.x * %d) {",
		ke.k.Local, n, count, ke.k.Local*n)
	p.Line("const int nes_whole = nes_pieces && nes_first + %d <= %s;", n, count)
	for _, v := range slices.Concat(w.Loads, w.Stores) {
		p.Line("nes_pack<%s, %d> %s;", elem(v), n, packed(p, v))
	}
	for _, v := range w.Loads {
		p.Line("nes_load_pack(%s, %s, nes_first, %s, nes_whole);", packed(p, v), p.E(v), count)
	}
	p.Line("NES_UNROLL")
	p.Open("for (int nes_k = 0; nes_k < %d; nes_k++) {", n)
	p.Line("const nes_int %s NES_UNUSED = (nes_int)(nes_first + nes_k);", p.Name(w.Var))
	p.Open("if (nes_first + nes_k < %s) {", count)
	p.S(w.Body)
	p.Close("}")
	p.Close("}")
	for _, v := range w.Stores {
		p.Line("nes_store_pack(%s, %s, nes_first, %s, nes_whole);", packed(p, v), p.E(v), count)
	}
	p.Close("}")
}
