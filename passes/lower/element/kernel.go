package element

import (
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/device/build/op"
	"nessiec/passes/lower/control"
)

// A Kernel is a kernel being written for a step. Parameters of the kernel of λcu become
// parameters here when element code first needs them: an array may need its buffer, its
// length or both, a scalar may come by value or in a buffer.
type Kernel struct {
	*build.Kernel
	use     *use
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

// Size adds the parameter for the number of iterations.
func (k *Kernel) Size() kir.Expr {
	n := k.Int("n")
	if v, ok := k.use.Parts().N.(*lcu.Ref); ok {
		k.scalars[v.Var] = n
	}
	return n
}

// Is notes the value of a scalar parameter of the kernel of λcu.
func (k *Kernel) Is(v *lcu.Var, val kir.Expr) { k.scalars[v] = val }

// Gather is the buffer of a captured array that is read at any index.
func (k *Kernel) Gather(v *lcu.Var) *kir.Var {
	a := k.array(v)
	k.Gathered(a.buf)
	return a.buf
}

// Row is the buffer of a captured array that is read at the number of the row.
func (k *Kernel) Row(v *lcu.Var) *kir.Var {
	a := k.array(v)
	k.ReadRow(a.buf)
	return a.buf
}

// Next is the buffer of a captured array that is read at the own index and the next one.
func (k *Kernel) Next(v *lcu.Var) *kir.Var {
	a := k.array(v)
	k.ReadNext(a.buf)
	return a.buf
}

// Own is the buffer of a captured array that is read at the thunk's own index.
func (k *Kernel) Own(v *lcu.Var) *kir.Var {
	a := k.array(v)
	k.ReadOwn(a.buf)
	return a.buf
}

// SetState says where a state of the update is.
func (k *Kernel) SetState(v *lcu.Var, s State) { k.states[v] = s }

// array makes the parameter for a captured array.
func (k *Kernel) array(v *lcu.Var) *array {
	a := k.arrays[v]
	if a == nil {
		arg := build.Arg{Source: k.use.padding(v), N: k.numberOf(v)}
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
		k.SetNonNegative(n)
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
	mode := k.use.modes[n]
	if mode == ByValue {
		return kir.Use(k.Param(v.Name, v.Type, kir.Value, build.Arg{Source: build.Scalar, N: n}))
	}
	buf := k.Param(v.Name, kir.Global(v.Type), kir.Gather, build.Arg{Source: build.Buffer, N: n})
	if mode == FirstOf {
		return k.Hoist(v.Name, op.Load(buf, op.N(0)))
	}
	idx := kir.Use(k.Param(v.Name+"_at", types.Int, kir.Value, build.Arg{Source: build.Index, N: n}))
	return k.Hoist(v.Name, op.Select(op.Ge(idx, op.N(0)), op.Load(buf, idx), kir.Zero(v.Type)))
}

// numberOf is which parameter of the kernel of λcu v is.
func (k *Kernel) numberOf(v *lcu.Var) int {
	if k.use != nil {
		if n, ok := k.use.number[v]; ok {
			return n
		}
	}
	panic("lower: element code uses " + v.Name + ", which is no parameter of its kernel")
}
