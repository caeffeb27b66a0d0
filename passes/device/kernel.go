package device

// Writing one kernel. Parameters of the λcu kernel become parameters here when
// element code first needs them: an array may need its buffer, its length or
// both, a scalar may come by value or in a cell.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
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
	target  Target
	number  map[*lcu.Var]int // parameters of the λcu kernel
	modes   []mode
	params  []*kvar
	access  []kir.Access
	wants   []want
	extras  int
	prelude []expr                // statements before everything else
	arrays  map[*lcu.Var]*array   // made so far
	perSeg  map[*lcu.Var]expr     // the element of an array that belongs to this segment
	hoisted map[*lcu.Var]bool     // variables of the thunk that are the same in all of this segment
	fit     map[*lcu.Var]wantKind // arrays whose buffers the host makes long enough
	sizeVar *lcu.Var              // the parameter that is the number of iterations, if it is one
	index   expr                  // the thunk's own index
	seg     expr                  // the number of its segment
	row     *row                  // of equal segments
	inRows  bool                  // thunks ask for the index in the row
	split   *split                // nil if loops over elements are whole
	below   *bool                 // on which side of the split the index is, if that is known
	seen    sight
	early   bool           // what is written may run before the checks above it
	scalars map[*kvar]expr // definitions
	natural map[*kvar]bool // parameters that are not negative
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
		scalars: map[*kvar]expr{}, natural: map[*kvar]bool{}}
	g.control = control{side: g, env: map[*lcu.Var]expr{}, goesOn: true}
	g.onDef = func(v *kvar, e expr) { g.scalars[v] = e }
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

// results is the values of a thunk, as atoms, at an index: a position, or the
// number of a segment and a position.
func (g *kernelGen) results(t *lcu.Thunk, ts []*types.Type, at ...expr) []expr {
	return g.elementCode(t, ts, at)
}

// elementCode is results for a thunk that may have more parameters, already bound,
// than its index.
func (g *kernelGen) elementCode(t *lcu.Thunk, ts []*types.Type, at []expr) []expr {
	g.seg, g.index = nil, nil
	for i, idx := range at {
		g.env[t.Params[i]] = idx
	}
	if len(at) > 0 {
		g.index = at[len(at)-1]
	}
	if len(at) > 1 {
		g.seg = at[0]
	}
	g.enterElement()
	return g.valuesOf(t, ts)
}

// valuesOf is the results of a thunk whose parameters are bound.
func (g *kernelGen) valuesOf(t *lcu.Thunk, ts []*types.Type) []expr {
	vals := g.values(t.Body, ts, nil)
	for i, val := range vals {
		vals[i] = g.named("v", val) // all loads before any store: buffers may be reused
	}
	return vals
}

// bind leaves alone what was computed for the whole segment, and binds the
// conditions that the split decides.
func (g *kernelGen) bind(vs []*lcu.Var, _ lcu.Expr) bool {
	if len(vs) > 0 && g.hoisted[vs[0]] {
		return true
	}
	if g.below == nil || len(vs) != 1 || !g.split.conds[vs[0]] {
		return false
	}
	g.env[vs[0]] = &kir.Bool{Val: *g.below}
	return true
}

func (g *kernelGen) arm(f func()) { f() }

func (g *kernelGen) check(e *lcu.Check) {
	elem := g.index
	if elem == nil {
		elem = g.seg
	}
	if elem == nil {
		elem = num(0)
	}
	g.put(&kir.Fail{Node: ir.At(e.P), Error: e.Error, Elem: elem})
	if g.failed != nil {
		g.set(g.failed, &kir.Bool{Val: true})
	}
}

// op is the value of an operation of element code.
func (g *kernelGen) op(e lcu.Expr, ts []*types.Type, names []string) []expr {
	switch e := e.(type) {
	case *lcu.Ref:
		return []expr{g.captured(e.Var)}
	case *lcu.Prim:
		args := g.operands(e.Args)
		if val := g.inRow(e.Op.Name, args); val != nil {
			return []expr{val}
		}
		if val := g.between(e.Op.Name, args); val != nil {
			return []expr{val}
		}
		return []expr{&kir.Prim{Node: ir.At(e.P), Op: e.Op, Args: args}}
	case *lcu.Length:
		return []expr{g.length(e.Vec.(*lcu.Ref).Var)}
	case *lcu.At:
		return []expr{g.at(e, g.operand(e.Idx))}
	case *lcu.Int, *lcu.Float, *lcu.Bool, *lcu.Char:
		return []expr{g.operand(e)}
	}
	if ts == nil { // control flow as an operand
		ts = lowerTypes(lcu.Sigs{}.ResultTypes(e))
		return g.values(e, ts, names)
	}
	panic("device: form " + lcu.Schema[e.Form()].Name + " in element code")
}

// at is an element of a captured array, zero out of range.
func (g *kernelGen) at(e *lcu.At, idx expr) expr {
	v := e.Vec.(*lcu.Ref).Var
	own := same(idx, g.index)
	if own && (g.fit[v] == wantFitted || g.isBelow(v)) {
		return load(g.array(v).buf, idx)
	}
	if g.row != nil && g.fit[v] == wantFittedRow && same(idx, g.row.local) {
		a := g.array(v)
		g.access[a.param] = kir.Gather
		return load(a.buf, idx)
	}
	if val, ok := g.perSeg[v]; ok && same(idx, g.seg) {
		return val
	}
	a := g.array(v)
	if !own {
		g.access[a.param] = kir.Gather
	}
	idx = g.atom("k", idx)
	if g.seen.reads[e] && !g.early {
		return load(a.buf, idx)
	}
	return g.guarded(v, idx)
}

func (g *kernelGen) guarded(v *lcu.Var, idx expr) expr {
	return pick(inRange(idx, g.length(v)), load(g.array(v).buf, idx), kir.Zero(v.Type.Elem()))
}

// between is the value of a primitive that says that an int is in a range from
// zero; nil for any other.
func (g *kernelGen) between(op string, args []expr) expr {
	if op != "and" {
		return nil
	}
	for range 2 {
		low, high := g.comparison(args[0], "ge"), g.comparison(args[1], "lt")
		if low != nil && high != nil && isInt(low[1], 0) && same(low[0], high[0]) {
			return inRange(high[0], g.naturally(high[1]))
		}
		args = []expr{args[1], args[0]}
	}
	return nil
}

// comparison is the operands if e is defined as this comparison of ints.
func (g *kernelGen) comparison(e expr, op string) []expr {
	p, ok := g.scalars[kir.VarOf(e)].(*kir.Prim)
	if !ok || p.Op.Name != op || kir.TypeOf(p.Args[0]).Kind != types.KInt {
		return nil
	}
	return p.Args
}

// naturally is n, or zero if it is negative.
func (g *kernelGen) naturally(n expr) expr {
	if i, ok := literal(n); ok && i >= 0 || g.natural[kir.VarOf(n)] {
		return n
	}
	return maximum(n, num(0))
}

// same reports whether two expressions are uses of one variable.
func same(a, b expr) bool { return b != nil && kir.VarOf(a) != nil && kir.VarOf(a) == kir.VarOf(b) }

// finish is the kernel.
func (g *kernelGen) finish(name string, local int) *kir.Kernel {
	return &kir.Kernel{Name: name, Local: local, Params: g.params, Access: g.access,
		Body: withoutUnused(&kir.Block{Stmts: append(g.prelude, g.stmts...)})}
}

// An acc is what one result of a reduction or scan needs.
type acc struct {
	op   prim.Rop
	elem *types.Type
}

func units(as []acc) []expr {
	es := make([]expr, len(as))
	for i, a := range as {
		es[i] = unit(a.op, a.elem)
	}
	return es
}

// mix combines two lists of values.
func mix(as []acc, xs, ys []expr) []expr {
	es := make([]expr, len(as))
	for i, a := range as {
		es[i] = combine(a.op, xs[i], ys[i])
	}
	return es
}

func elems(as []acc) []*types.Type {
	ts := make([]*types.Type, len(as))
	for i, a := range as {
		ts[i] = a.elem
	}
	return ts
}
