package element

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/control"
	"nessiec/passes/lower/group"
)

// A Kernel is a kernel being written for a step. Parameters of the kernel of λcu become
// parameters here when element code first needs them: an array may need its buffer, its
// length or both, a scalar may come by value or in a buffer.
type Kernel struct {
	*build.Kernel
	step    *Step
	scalars map[*lcu.Var]kir.Expr // parameters of the kernel of λcu
	arrays  map[*lcu.Var]*array
	states  map[*lcu.Var]State
}

// An array is one that is captured.
type array struct {
	buf *kir.Var
	len kir.Expr // nil until needed
}

// A State is where a state of an update is.
type State struct {
	Buf        *kir.Var
	Start, Len kir.Expr
}

// NewKernel begins the kernel of a step.
func (s *Step) NewKernel() *Kernel {
	return &Kernel{Kernel: build.NewKernel(), step: s, scalars: map[*lcu.Var]kir.Expr{}, arrays: map[*lcu.Var]*array{}, states: map[*lcu.Var]State{}}
}

// Size adds the parameter for the number of iterations.
func (k *Kernel) Size() kir.Expr {
	n := k.Int("n")
	if v, ok := k.step.Parts().N.(*lcu.Ref); ok {
		k.scalars[v.Var] = n
	}
	return n
}

// Space adds the parameters of a segmented space, through which thunks see what
// its segments are, too.
func (k *Kernel) Space(segs []lcu.Expr) group.Space {
	_, length, rows := lcu.Equal(segs)
	sp := group.NewSpace(k.Kernel, k.Size(), rows)
	if !rows {
		k.arrays[segs[0].(*lcu.Ref).Var] = &array{buf: sp.Offs, len: op.Add(sp.Count, op.N(1))}
	} else if r, ok := length.(*lcu.Ref); ok {
		k.scalars[r.Var] = sp.Length
	} else {
		sp.Length = k.Operand(length)
	}
	return sp
}

// Is notes the value of a scalar parameter of the kernel of λcu.
func (k *Kernel) Is(v *lcu.Var, val kir.Expr) { k.scalars[v] = val }

// Cut is where loops over elements are split.
func (k *Kernel) Cut() group.Cut {
	if !k.step.cut {
		return nil
	}
	return func() kir.Expr { return k.Operand(k.step.Split.Bound) }
}

// Operand is the value of an operand of the SOAC.
func (k *Kernel) Operand(e lcu.Expr) kir.Expr { return k.Scope(Place{}).Operand(e) }

// Gather is the buffer of a captured array that is read at any index.
func (k *Kernel) Gather(v *lcu.Var) *kir.Var {
	a := k.array(v)
	k.Gathered(a.buf)
	return a.buf
}

// SetState says where a state of the update is.
func (k *Kernel) SetState(v *lcu.Var, s State) { k.states[v] = s }

// array makes the parameter for a captured array.
func (k *Kernel) array(v *lcu.Var) *array {
	a := k.arrays[v]
	if a == nil {
		arg := build.Arg{Source: k.step.padding(v), N: k.numberOf(v)}
		a = &array{buf: k.Param(v.Name, control.Type(v.Type), kir.Own, arg)}
		k.arrays[v] = a
	}
	return a
}

// length is that of a captured array.
func (k *Kernel) length(v *lcu.Var) kir.Expr {
	a := k.array(v)
	if a.len == nil {
		n := k.Param(v.Name+"_len", types.Int, kir.Value, build.Arg{Source: build.Length, N: k.numberOf(v)})
		k.SetNatural(n)
		a.len = kir.Use(n)
	}
	return a.len
}

// scalar is the value of a scalar parameter.
func (k *Kernel) scalar(v *lcu.Var) kir.Expr {
	val, ok := k.scalars[v]
	if !ok {
		val = k.capture(v, k.numberOf(v))
		k.scalars[v] = val
	}
	return val
}

func (k *Kernel) capture(v *lcu.Var, n int) kir.Expr {
	mode := k.step.modes[n]
	if mode == ByValue {
		return kir.Use(k.Param(v.Name, v.Type, kir.Value, build.Arg{Source: build.Scalar, N: n}))
	}
	buf := k.Param(v.Name, kir.Global(v.Type), kir.Gather, build.Arg{Source: build.Buffer, N: n})
	if mode == InCell {
		return k.Early(v.Name, op.Load(buf, op.N(0)))
	}
	idx := kir.Use(k.Param(v.Name+"_at", types.Int, kir.Value, build.Arg{Source: build.Index, N: n}))
	return k.Early(v.Name, op.Select(op.Ge(idx, op.N(0)), op.Load(buf, idx), kir.Zero(v.Type)))
}

// numberOf is which parameter of the kernel of λcu v is.
func (k *Kernel) numberOf(v *lcu.Var) int {
	if k.step != nil {
		if n, ok := k.step.number[v]; ok {
			return n
		}
	}
	panic("lower: element code uses " + v.Name + ", which is no parameter of its kernel")
}
