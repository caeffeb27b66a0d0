package cuda

// Kernels in CUDA C++. A kernel is a loop over the groups that a block is in
// turn: as many blocks are launched as the device runs at once.

import (
	"fmt"
	"strings"

	"nessiec/backends/clike"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A kernelEmitter prints one kernel.
type kernelEmitter struct {
	*emitter
	k       *kir.Kernel
	chain   *kir.Chain     // nil if there is none
	vectors *kir.VectorFor // nil if work-items take an element each
}

// kernel is one kernel, with the type of the sums of its Chain before it.
func (e *emitter) kernel(k *kir.Kernel) string {
	k = kir.WithoutItems(k)
	ke := &kernelEmitter{emitter: e, k: k, chain: chainOf(k), vectors: vectorForOf(k)}
	shared := false
	for _, s := range k.Body.(*kir.Block).Stmts {
		if a, ok := s.(*kir.LocalArray); ok {
			shared = shared || a.Shared()
		}
	}
	p := &clike.Printer{Num: e.Num, Stmt: ke.stmt, Expr: ke.expr, Hint: unrolled}
	p.Uses(k.Body)
	params := []string{"nes_int nes_groups NES_UNUSED"}
	if e.Ranks {
		params = append(params, "nes_int nes_first NES_UNUSED", "nes_int nes_last NES_UNUSED")
		if clike.MergeOf(k) != nil {
			params = append(params, "nes_int nes_row", "nes_int nes_row_end")
		}
	}
	if ke.chain != nil {
		params = append(params, "nes_chain_word *nes_words")
	}
	for i, v := range k.Params {
		p.Buf = func(*types.Type) string { return words.Pointer(ke.k, i) }
		params = append(params, p.Declared(v))
	}
	if ke.chain != nil {
		ke.sum(p)
	}
	p.Line("static __global__ void __launch_bounds__(%d) %s(%s)", k.Local, k.Name, strings.Join(params, ", "))
	p.Open("{")
	if ke.vectors != nil {
		p.S(k.Body)
	} else {
		rest := ke.limit(p)
		ke.groups(p)
		p.S(rest)
		if shared || ke.chain != nil {
			p.Line("__syncthreads();")
		}
		p.Close("}")
	}
	p.Close("}")
	return p.String()
}

// unrolled is the line before loops that a work-item takes by steps: several iterations
// at a time load before any of them computes. Loops to a constant are short; those with
// others inside, or in which work-items meet, have enough to do.
func unrolled(loop *kir.For) string {
	if kir.IsInt(loop.Step, 1) || loop.Hi.Form() == kir.FormInt || ir.Any(loop.Body, long) {
		return ""
	}
	return "NES_UNROLL_SOME"
}

func long(e kir.Expr) bool {
	switch e.(type) {
	case *kir.For, *kir.While, *kir.Loop, *kir.Barrier, *kir.Shuffle, *kir.WarpCount, *kir.Vote:
		return true
	}
	return false
}

// limit prints a Limit, if there is one, and what stands before it; it returns
// what comes after it, which every group does.
func (ke *kernelEmitter) limit(p *clike.Printer) kir.Expr {
	list := ke.k.Body.(*kir.Block).Stmts
	for i, s := range list {
		if _, ok := s.(*kir.Limit); ok {
			for _, s := range list[:i+1] {
				p.S(s)
			}
			return &kir.Block{Stmts: list[i+1:]}
		}
	}
	return ke.k.Body
}

// groups opens the loop over the groups of a block.
func (ke *kernelEmitter) groups(p *clike.Printer) {
	if ke.Ranks && ke.chain == nil { // a rank runs some of them
		p.Line("nes_last = nes_min_i(nes_last, nes_groups);")
		p.Open("for (nes_int nes_group = nes_first + (nes_int)blockIdx.x; nes_group < nes_last; nes_group += (nes_int)gridDim.x) {")
		return
	}
	if ke.chain == nil {
		p.Open("for (nes_int nes_group = (nes_int)blockIdx.x; nes_group < nes_groups; nes_group += (nes_int)gridDim.x) {")
		return
	}
	p.Line("nes_chain_state nes_state = {nes_words, 0};")
	p.Open("for (nes_int nes_group = nes_first_group(nes_state, nes_groups); nes_group < nes_groups; nes_group = nes_next_group(nes_state, nes_groups)) {")
}

// words is how kernels are spelled, but for what is only in CUDA.
var words = clike.KernelWords{
	Shared: "__shared__ ",
	Group:  "nes_group", Item: "(nes_int)threadIdx.x",
	Barrier: "__syncthreads();", Restrict: "__restrict__",
	Atomic: func(_ value.Num, op prim.Rop) string { return "nes_atomic_" + clike.AtomicName[op] },
}

func (ke *kernelEmitter) expr(p *clike.Printer, e kir.Expr) (string, bool) {
	if e, ok := e.(*kir.Load); ok && ke.vectors != nil && inVectors(e.Buf, ke.vectors.Loads) {
		return packed(p, e.Buf) + ".at[nes_k]", true
	}
	return words.Expr(p, e)
}

func (ke *kernelEmitter) stmt(p *clike.Printer, s kir.Expr) bool {
	switch s := s.(type) {
	case *kir.Store:
		if ke.vectors == nil || !inVectors(s.Buf, ke.vectors.Stores) {
			return words.Stmt(p, s)
		}
		p.Line("%s.at[nes_k] = %s;", packed(p, s.Buf), p.E(s.Val))
	case *kir.VectorFor:
		ke.vectorLoop(p, s)
	case *kir.Merge:
		if ke.Ranks {
			return words.Stmt(p, s)
		}
		p.Line("const nes_int %s = 0, %s = %s;", p.Name(s.Binds[0]), p.Name(s.Binds[1]), p.E(s.Count))
	case *kir.Limit: // the loop over the groups ends there
		p.Line("nes_groups = nes_min_i(nes_groups, %s);", p.E(s.Groups))
	case *kir.Shuffle:
		ke.shuffle(p, s)
	case *kir.WarpCount:
		p.Line("const %s = nes_warp_count(NES_MASK(%d), %s, %s);", p.Declared(s.Bind), ke.k.Local, p.E(s.Buf), p.E(s.Idx))
	case *kir.Vote:
		p.Line("const %s = nes_vote(NES_MASK(%d), %s, %d);", p.Declared(s.Bind), ke.k.Local, p.E(s.Cond), s.Width)
	case *kir.Chain:
		ke.handOn(p, s)
	default:
		return words.Stmt(p, s)
	}
	return true
}

// shuffle prints a Shuffle. The compiler may not leave one out that nobody uses:
// all lanes must do the same.
func (ke *kernelEmitter) shuffle(p *clike.Printer, s *kir.Shuffle) {
	delta, vals := p.E(s.Delta), p.Es(s.Vals)
	for i, v := range s.Binds {
		p.Line("const %s = (%s)__shfl_up_sync(NES_MASK(%d), %s, (unsigned)%s, %d);",
			p.Declared(v), clike.ScalarType(v.Type), ke.k.Local, vals[i], paren(delta), s.Width)
	}
}

func paren(s string) string { return "(" + s + ")" }

// chainOf is the Chain of a kernel, or nil.
func chainOf(k *kir.Kernel) *kir.Chain {
	for _, s := range k.Body.(*kir.Block).Stmts {
		if s, ok := s.(*kir.Chain); ok {
			return s
		}
	}
	return nil
}

// sumType is the type of what groups of a kernel hand on, value i being its member vi. It is
// aligned to words of 32 bits, which are handed on one by one.
func sumType(k *kir.Kernel) string { return k.Name + "_sum" }

// sum prints that type and how two of its values are joined.
func (ke *kernelEmitter) sum(p *clike.Printer) {
	name, keys := sumType(ke.k), len(ke.chain.Vals)-len(ke.chain.Ops)
	align := "alignas(uint32_t)"
	for _, v := range ke.chain.Binds {
		align += fmt.Sprintf(" alignas(%s)", clike.ScalarType(v.Type))
	}
	p.Open("struct %s %s {", align, name)
	for i, v := range ke.chain.Binds {
		p.Line("%s v%d;", clike.ScalarType(v.Type), i)
	}
	p.Close("};")
	p.Line("")
	p.Line("static __device__ inline %s nes_join(const %s &x, %s y)", name, name, name)
	p.Open("{")
	if ke.chain.Keyed {
		p.Line("if (x.v0 != y.v0)")
		p.Line("    return y;")
	}
	for i, op := range ke.chain.Ops {
		n := i + keys
		p.Line("y.v%d = %s;", n, clike.SpellPrim(op.Prim().Code, ke.chain.Binds[n].Type, []string{fmt.Sprintf("x.v%d", n), fmt.Sprintf("y.v%d", n)}))
	}
	p.Line("return y;")
	p.Close("}")
	p.Line("")
}

// handOn prints the Chain.
func (ke *kernelEmitter) handOn(p *clike.Printer, s *kir.Chain) {
	var none []string
	chain := "nes_chain"
	if s.Keyed {
		none = append(none, "-1")
	}
	for _, op := range s.Ops {
		if s.Binds[len(none)].Type == types.Float { // rounding must not depend on the speed of groups
			chain = "nes_chain_in_order"
		}
		none = append(none, clike.SpellUnit(op, s.Binds[len(none)].Type))
	}
	vals := p.Es(s.Vals)
	p.Line("const %s nes_mine = {%s}, nes_none = {%s};", sumType(ke.k), strings.Join(vals, ", "), strings.Join(none, ", "))
	p.Line("const %s nes_before = %s(nes_state, nes_group, nes_mine, nes_none);", sumType(ke.k), chain)
	for i, v := range s.Binds {
		if !p.Unused(v) {
			p.Line("const %s = nes_before.v%d;", p.Declared(v), i)
		}
	}
}
