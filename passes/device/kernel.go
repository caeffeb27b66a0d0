package device

// Writing one kernel. Parameters of the λcu kernel become parameters here when
// element code first needs them: an array may need its buffer, its length or
// both, a scalar may come by value or in a cell.

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A mode is how a scalar argument of a kernel is passed.
type mode byte

const (
	byValue mode = 'v'
	inCell  mode = 'c' // element 0 of a buffer
	inArray mode = 'a' // an element of a buffer, or zero if its index is negative
)

// A want is one argument of a kernel: a number that the launching code knows
// (extra), or something about an argument of the λcu kernel.
type want struct {
	kind wantKind
	n    int // which extra or argument
}

type wantKind byte

const (
	wantExtra wantKind = iota
	wantScalar
	wantBuffer
	wantFitted    // a buffer with as many elements as there are iterations
	wantFittedRow // a buffer with as many elements as each segment has
	wantBelow     // a buffer with as many elements as the bound of the split
	wantLength
	wantIndex // of a scalar inArray
)

// A kernelGen writes a kernel.
type kernelGen struct {
	control
	target   Target
	number   map[*lcu.Var]int // parameters of the λcu kernel
	modes    []mode
	params   []*kvar
	access   []kir.Access
	wants    []want
	extras   int
	prelude  []expr                // statements before everything else
	arrays   map[*lcu.Var]*array   // made so far
	perSeg   map[*lcu.Var]expr     // the element of an array that belongs to this segment
	segments map[*lcu.Var]*segment // of the states of an update
	states   *states
	hoisted  map[*lcu.Var]bool     // variables of the thunk that are the same in all of this segment
	fit      map[*lcu.Var]wantKind // arrays whose buffers the host makes long enough
	sizeVar  *lcu.Var              // the parameter that is the number of iterations, if it is one
	index    expr                  // the thunk's own index
	seg      expr                  // the number of its segment
	row      *row                  // of equal segments
	entry    *entry                // of a grid, in an epilogue
	inRows   bool                  // thunks ask for the index in the row
	split    *split                // nil if loops over elements are whole
	below    *bool                 // on which side of the split the index is, if that is known
	seen     sight
	early    bool           // what is written may run before the checks above it
	scalars  map[*kvar]expr // definitions
	natural  map[*kvar]bool // parameters that are not negative
}

// An array is a captured array.
type array struct {
	param int // of the kernel
	buf   *kvar
	len   expr // nil until needed
}

func newKernelGen(target Target, src *lcu.Kernel, modes []mode) *kernelGen {
	g := &kernelGen{target: target, modes: modes,
		number: map[*lcu.Var]int{}, arrays: map[*lcu.Var]*array{}, fit: map[*lcu.Var]wantKind{},
		segments: map[*lcu.Var]*segment{}, scalars: map[*kvar]expr{}, natural: map[*kvar]bool{}}
	g.control = control{side: g, env: map[*lcu.Var]expr{}, goesOn: true}
	g.OnDef = func(v *kvar, e expr) { g.scalars[v] = e }
	if src != nil {
		for i, p := range src.Params {
			g.number[p] = i
		}
	}
	return g
}

// param adds a parameter.
func (g *kernelGen) param(name string, t *types.Type, a kir.Access, w want) *kvar {
	v := kir.NewVar(name, t)
	g.params = append(g.params, v)
	g.access = append(g.access, a)
	g.wants = append(g.wants, w)
	return v
}

// scalar adds a parameter that the launching code gives.
func (g *kernelGen) scalar(name string) expr {
	g.extras++
	return kir.Use(g.param(name, types.Int, kir.Value, want{wantExtra, g.extras - 1}))
}

// size adds the parameter for the number of iterations.
func (g *kernelGen) size() expr {
	n := g.scalar("n")
	if g.sizeVar != nil {
		g.env[g.sizeVar] = n
	}
	return n
}

// buffer adds a buffer that the launching code gives.
func (g *kernelGen) buffer(name string, elem *types.Type, a kir.Access) *kvar {
	g.extras++
	return g.param(name, kir.Global(elem), a, want{wantExtra, g.extras - 1})
}

// buffers is buffer for every type.
func (g *kernelGen) buffers(name string, elems []*types.Type, a kir.Access) []*kvar {
	vs := make([]*kvar, len(elems))
	for i, t := range elems {
		vs[i] = g.buffer(name, t, a)
	}
	return vs
}

// local adds an array that the group shares.
func (g *kernelGen) local(name string, elem *types.Type, size int) *kvar {
	v := kir.NewVar(name, kir.Local(elem))
	g.prelude = append(g.prelude, &kir.LocalArray{Bind: v, Size: size})
	return v
}

// private adds an array that each work-item has for itself.
func (g *kernelGen) private(name string, elem *types.Type, size int) *kvar {
	v := kir.NewVar(name, kir.Private(elem))
	g.prelude = append(g.prelude, &kir.LocalArray{Bind: v, Size: size})
	return v
}

// first defines a value before everything else.
func (g *kernelGen) first(name string, e expr) expr {
	v := kir.NewVar(name, kir.TypeOf(e))
	g.prelude = append(g.prelude, &kir.Def{Bind: v, Rhs: e})
	return kir.Use(v)
}

// offsets lets thunks read the offsets v of the space that the kernel has anyway.
func (g *kernelGen) offsets(v *lcu.Var, sp space) {
	for i, p := range g.params {
		if sp.offs != nil && p == sp.offs {
			g.arrays[v] = &array{param: i, buf: sp.offs, len: add(sp.count, num(1))}
		}
	}
}

// array makes the parameter for a captured array.
func (g *kernelGen) array(v *lcu.Var) *array {
	a := g.arrays[v]
	if a == nil {
		w := want{wantBuffer, g.number[v]}
		if g.fit[v] != wantExtra {
			w.kind = g.fit[v]
		} else if g.fitsBelow(v) {
			w.kind = wantBelow
		}
		a = &array{param: len(g.params)}
		a.buf = g.param(v.Name, lowerType(v.Type), kir.Own, w)
		g.arrays[v] = a
	}
	return a
}

func (g *kernelGen) length(v *lcu.Var) expr {
	a := g.array(v)
	if a.len == nil {
		n := g.param(v.Name+"_len", types.Int, kir.Value, want{wantLength, g.number[v]})
		a.len, g.natural[n] = kir.Use(n), true
	}
	return a.len
}

// captured is the value of a scalar parameter.
func (g *kernelGen) captured(v *lcu.Var) expr {
	n, ok := g.number[v]
	if !ok {
		panic("device: element code uses " + v.Name + ", which is no parameter of its kernel")
	}
	val := g.capture(v, n)
	g.env[v] = val
	return val
}

func (g *kernelGen) capture(v *lcu.Var, n int) expr {
	if g.modes[n] == byValue {
		return kir.Use(g.param(v.Name, v.Type, kir.Value, want{wantScalar, n}))
	}
	buf := g.param(v.Name, kir.Global(v.Type), kir.Gather, want{wantBuffer, n})
	if g.modes[n] == inCell {
		return g.first(v.Name, load(buf, num(0)))
	}
	idx := kir.Use(g.param(v.Name+"_at", types.Int, kir.Value, want{wantIndex, n}))
	return g.first(v.Name, pick(ge(idx, num(0)), load(buf, idx), kir.Zero(v.Type)))
}

// finish is the kernel.
func (g *kernelGen) finish(name string, local int) *kir.Kernel {
	return &kir.Kernel{Name: name, Local: local, Params: g.params, Access: g.access,
		Body: build.WithoutUnused(&kir.Block{Stmts: append(g.prelude, g.Stmts...)})}
}
