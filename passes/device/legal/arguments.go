package legal

// Kernels with more arguments than every device takes: scalars go into buffers.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/device/build"
)

// maxBytes is how many bytes of arguments every device takes (OpenCL 1.2, 4.2:
// CL_DEVICE_MAX_PARAMETER_SIZE).
const maxBytes = 1024

// withinArguments puts scalar arguments into a buffer for each type, where a
// kernel has more than maxBytes bytes of arguments.
//
//	(kernel k 1 (n:int a:int ... out:buf<global int>) (value value ... scatter) (block ...))
//	(launch k g (n a ... out))
//	=>
//	(kernel k 1 (out:buf<global int> ints:buf<global int>) (scatter gather)
//	  (block (def n:int (load ints 0)) (def a:int (load ints 1)) ...))
//	(const ints:buf<global int> (n a ...)) (launch k g (out ints)) (release ints)
//
// What limits the groups comes before any statement, so it stays.
func withinArguments(m *kir.Module, num value.Num) *kir.Module {
	packs := map[string]*packing{}
	bases := launchBases(m)
	out := *m
	out.Kernels = nil
	for _, k := range m.Kernels {
		if p := packingOf(k, num, bases[k.Name]); p != nil {
			packs[k.Name], k = p, p.kernel
		}
		out.Kernels = append(out.Kernels, k)
	}
	if len(packs) == 0 {
		return m
	}
	out.Funcs = nil
	for _, f := range m.Funcs {
		g := *f
		g.Body = build.Spliced(f.Body, func(s kir.Expr) []kir.Expr {
			if l, ok := s.(*kir.Launch); ok && packs[l.Kernel] != nil {
				return packs[l.Kernel].launch(l)
			}
			return nil
		})
		out.Funcs = append(out.Funcs, &g)
	}
	return &out
}

// A packing says which parameters of a kernel are in buffers.
type packing struct {
	kernel *kir.Kernel
	boxes  []*box
	boxed  []bool // by parameter
}

// A box is a buffer of the scalar parameters of one type.
type box struct {
	v      *kir.Var
	params []int
}

// scalars are the types that are boxed, in this order.
var scalars = []*types.Type{types.Int, types.Float, types.Char, types.Bool}

// packingOf packs the parameters of k, nil if they are few enough. based are
// those that are a new number in every launch.
func packingOf(k *kir.Kernel, num value.Num, based []bool) *packing {
	bytes := 0
	for _, v := range k.Params {
		bytes += argumentBytes(v.Type, num)
	}
	if bytes <= maxBytes {
		return nil
	}
	p := &packing{boxed: make([]bool, len(k.Params))}
	fixed := limits(k)
	for _, t := range scalars {
		if bytes <= maxBytes {
			break
		}
		b := &box{v: kir.NewVar(t.String()+"s", kir.Global(t))}
		for i, v := range k.Params {
			if v.Type == t && !fixed[v] && !(based != nil && based[i]) {
				b.params, p.boxed[i] = append(b.params, i), true
				bytes -= argumentBytes(t, num)
			}
		}
		if len(b.params) > 0 {
			p.boxes = append(p.boxes, b)
			bytes += argumentBytes(b.v.Type, num)
		}
	}
	p.build(k)
	return p
}

// argumentBytes is the size of an argument.
func argumentBytes(t *types.Type, num value.Num) int {
	switch {
	case t == types.Int:
		return num.IntBits() / 8
	case t == types.Float && num.Float32, t == types.Char:
		return 4
	case t == types.Bool:
		return 1
	}
	return 8
}

// limits are the variables that limit the groups of a kernel.
func limits(k *kir.Kernel) map[*kir.Var]bool {
	out := map[*kir.Var]bool{}
	for _, s := range k.Body.(*kir.Block).Stmts {
		if s.Form() != kir.FormLimit {
			continue
		}
		ir.Walk(s, func(e kir.Expr) bool {
			if v := kir.VarOf(e); v != nil {
				out[v] = true
			}
			return true
		})
	}
	return out
}

// launchBases finds, for every kernel, the parameters that get the base of the
// error words of the launch.
func launchBases(m *kir.Module) map[string][]bool {
	out := map[string][]bool{}
	for k, launches := range kir.Launches(m.Funcs) {
		for _, l := range launches {
			for i, a := range l.Args {
				if a.Form() == kir.FormLaunchBase {
					if out[k] == nil {
						out[k] = make([]bool, len(l.Args))
					}
					out[k][i] = true
				}
			}
		}
	}
	return out
}

// build makes the kernel that loads what is in buffers.
func (p *packing) build(k *kir.Kernel) {
	g := *k
	g.Params, g.Access = nil, nil
	for i, v := range k.Params {
		if !p.boxed[i] {
			g.Params, g.Access = append(g.Params, v), append(g.Access, k.Access[i])
		}
	}
	var loads []kir.Expr
	for _, b := range p.boxes {
		g.Params, g.Access = append(g.Params, b.v), append(g.Access, kir.Gather)
		for n, i := range b.params {
			loads = append(loads, &kir.Def{Bind: k.Params[i], Rhs: &kir.Load{Buf: kir.Use(b.v), Idx: kir.N(int64(n))}})
		}
	}
	body := k.Body.(*kir.Block)
	at := 0
	for i, s := range body.Stmts {
		if f := s.Form(); f == kir.FormLimit || f == kir.FormLocalArray {
			at = i + 1
		}
	}
	g.Body = &kir.Block{Node: body.Node, Stmts: slices.Insert(slices.Clone(body.Stmts), at, loads...)}
	p.kernel = &g
}

// launch is a launch of the kernel.
func (p *packing) launch(l *kir.Launch) (out []kir.Expr) {
	n := *l
	n.Args = nil
	for i, a := range l.Args {
		if !p.boxed[i] {
			n.Args = append(n.Args, a)
		}
	}
	var releases []kir.Expr
	for _, b := range p.boxes {
		v := kir.NewVar(b.v.Name, b.v.Type)
		c := &kir.Const{Node: ir.At(l.Pos()), Bind: v}
		for _, i := range b.params {
			c.Vals = append(c.Vals, l.Args[i])
		}
		out = append(out, c)
		n.Args = append(n.Args, kir.Use(v))
		releases = append(releases, &kir.Release{Buf: kir.Use(v)})
	}
	return append(append(out, &n), releases...)
}
