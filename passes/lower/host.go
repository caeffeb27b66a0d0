package lower

// Writing one host function. Arrays become buffers; scalars stay scalars of the
// host, but those that only kernels need stay on the device (scalars.go).

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/lower/control"
)

// A host writes a host function.
type host struct {
	*control.Writer
	m       *module
	scalars map[*lcu.Var]*deviceScalar
	uses    *placement // where scalars are needed
	facts   build.Facts
	counts  map[*kir.Var]bool     // prefix counts: entry k is how many of the first k elements are selected
	offsets map[*kir.Var]bool     // offsets that are right modulo 2^31 where there are more elements than an int counts
	flags   map[*kir.Var]kir.Expr // of how many elements directories count those that are selected: element 0 says how many these are

	conds map[*kir.Var]build.Memo[bool] // scalars that were asked for
	ints  map[*kir.Var]build.Memo[int64]
}

// Branch writes a branch; what is learnt there is forgotten after it.
func (h *host) Branch(f func()) {
	up := h.facts
	h.facts = up.Copy()
	f()
	h.facts = up
}

// read brings an element to the host.
func (h *host) read(name string, buf *kir.Var, idx kir.Expr, pos ir.Pos) kir.Expr {
	v := kir.NewVar(name, buf.Type.Elem())
	h.Put(&kir.Read{Node: ir.At(pos), Binds: []*kir.Var{v}, Bufs: []kir.Expr{kir.Use(buf)}, Idxs: []kir.Expr{idx}})
	return kir.Use(v)
}

func lengthOf(buf *kir.Var) kir.Expr { return &kir.Length{Buf: kir.Use(buf)} }
