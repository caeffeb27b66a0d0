package build

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// A Kernel is a kernel being written. Its parameters and local arrays appear as
// they are asked for.
type Kernel struct {
	Code
	params      []*kir.Var
	access      []kir.Access
	args        []Arg
	given       int                   // how many parameters the launching code gives
	before      []kir.Expr            // statements before all others
	defs        map[*kir.Var]kir.Expr // definitions of scalars
	nonNegative map[*kir.Var]bool     // values that are not negative
	shared      bool                  // whether it says how groups divide the work
	windows     []kir.Expr            // what it says of where they write
	reads       map[*kir.Var]reads    // how arrays are read, where that is not known at once
}

// reads is the ways in which an array is read.
type reads struct{ own, row, next bool }

// An Arg says what a launch passes for a parameter.
type Arg struct {
	Source Source
	N      int // the N-th of those that the launching code gives, or an argument of the kernel of λcu
}

// A Source is where the argument for a parameter comes from.
type Source byte

const (
	Given       Source = iota // the launching code
	Scalar                    // a scalar argument
	Buffer                    // an array argument; the buffer where a scalar is
	Padded                    // the array, with as many elements as there are iterations
	PaddedRow                 // the array, with as many elements as each segment has
	PaddedBelow               // the array, with as many elements as the bound of the index range split
	Length                    // the length of the array
	Index                     // the place of a scalar in its buffer
)

// NewKernel is a kernel without statements.
func NewKernel() *Kernel {
	k := &Kernel{defs: map[*kir.Var]kir.Expr{}, nonNegative: map[*kir.Var]bool{}, reads: map[*kir.Var]reads{}}
	k.OnDef = func(v *kir.Var, e kir.Expr) { k.defs[v] = e }
	return k
}

// Param adds a parameter.
func (k *Kernel) Param(hint string, t *types.Type, a kir.Access, arg Arg) *kir.Var {
	v := kir.NewVar(hint, t)
	k.params = append(k.params, v)
	k.access = append(k.access, a)
	k.args = append(k.args, arg)
	return v
}

func (k *Kernel) give(hint string, t *types.Type, a kir.Access) *kir.Var {
	k.given++
	return k.Param(hint, t, a, Arg{Given, k.given - 1})
}

// Int adds an int that the launching code gives.
func (k *Kernel) Int(hint string) kir.Expr { return kir.Use(k.give(hint, types.Int, kir.Value)) }

// Array adds a buffer that the launching code gives.
func (k *Kernel) Array(hint string, elem *types.Type, a kir.Access) *kir.Var {
	return k.give(hint, kir.Global(elem), a)
}

// Arrays is Array for every type.
func (k *Kernel) Arrays(hint string, elems []*types.Type, a kir.Access) []*kir.Var {
	vs := make([]*kir.Var, len(elems))
	for i, t := range elems {
		vs[i] = k.Array(hint, t, a)
	}
	return vs
}

// Local adds an array that the group shares.
func (k *Kernel) Local(hint string, elem *types.Type, size int) *kir.Var {
	return k.memory(hint, kir.Local(elem), size)
}

// Private adds an array that each work-item has for itself.
func (k *Kernel) Private(hint string, elem *types.Type, size int) *kir.Var {
	return k.memory(hint, kir.Private(elem), size)
}

func (k *Kernel) memory(hint string, t *types.Type, size int) *kir.Var {
	v := kir.NewVar(hint, t)
	k.before = append(k.before, &kir.LocalArray{Bind: v, Size: size})
	return v
}

// Hoist defines a value before all statements.
func (k *Kernel) Hoist(hint string, e kir.Expr) kir.Expr {
	v := kir.NewVar(hint, kir.TypeOf(e))
	k.before = append(k.before, &kir.Def{Bind: v, Rhs: e})
	return kir.Use(v)
}

// Gathered notes that the kernel reads a parameter at any index.
func (k *Kernel) Gathered(param *kir.Var) {
	for i, p := range k.params {
		if p == param {
			k.access[i] = kir.Gather
		}
	}
}

// ReadOwn notes that the kernel reads a parameter at the element's own index, ReadRow
// that it does at the number of its row.
func (k *Kernel) ReadOwn(param *kir.Var) { k.read(param, reads{own: true}) }

func (k *Kernel) ReadRow(param *kir.Var) { k.read(param, reads{row: true}) }

// ReadNext notes that the kernel reads a parameter at the element's own index and the next
// one.
func (k *Kernel) ReadNext(param *kir.Var) { k.read(param, reads{next: true}) }

func (k *Kernel) read(param *kir.Var, r reads) {
	old := k.reads[param]
	k.reads[param] = reads{old.own || r.own, old.row || r.row, old.next || r.next}
}

// Share says how groups divide the work: size of count numbers each, which stand for so
// many elements. What is said first stays.
func (k *Kernel) Share(size, count, length kir.Expr) {
	if !k.shared {
		k.shared = true
		k.Put(&kir.Share{Size: size, Count: count, Length: length})
	}
}

// Merge says that groups divide the merge of n positions and the ends of segments, size
// steps each (kir.Merge), and returns the numbers that it binds.
func (k *Kernel) Merge(size, n, count kir.Expr, offs *kir.Var) (first, last kir.Expr) {
	a, b := kir.NewVar("first", types.Int), kir.NewVar("last", types.Int)
	k.shared = true
	k.Put(&kir.Merge{Binds: []*kir.Var{a, b}, Size: size, N: n, Count: count, Offs: kir.Use(offs)})
	for i, p := range k.params {
		if p == offs {
			k.access[i] = kir.RowOwn
		}
	}
	return kir.Use(a), kir.Use(b)
}

// Window says where the group writes an array (kir.Window). It will stand behind the share.
func (k *Kernel) Window(buf, starts *kir.Var, base kir.Expr, rest bool) {
	k.windows = append(k.windows, &kir.Window{Buf: kir.Use(buf), Starts: kir.Use(starts), Base: base, Rest: rest})
}

// settle decides how the kernel accesses arrays that are read at numbers of rows, or beyond
// their own elements.
func (k *Kernel) settle() {
	for i, p := range k.params {
		switch r := k.reads[p]; {
		case k.access[i] == kir.RowOwn && (r.own || r.next):
			k.access[i] = kir.Gather
		case k.access[i] != kir.Own || !r.row && !r.next:
		case r.row && (r.own || r.next) || !k.shared:
			k.access[i] = kir.Gather
		case r.next:
			k.access[i] = kir.OwnNext
		default:
			k.access[i] = kir.RowOwn
		}
	}
}

// Definition is what defines a scalar, or nil.
func (k *Kernel) Definition(e kir.Expr) kir.Expr { return k.defs[kir.VarOf(e)] }

// SetNonNegative notes that a value is not negative.
func (k *Kernel) SetNonNegative(v *kir.Var) { k.nonNegative[v] = true }

// Clamped is n, or zero if it is negative.
func (k *Kernel) Clamped(n kir.Expr) kir.Expr {
	if i, ok := kir.Literal(n); ok && i >= 0 || k.nonNegative[kir.VarOf(n)] {
		return n
	}
	return kir.Apply(prim.Max, n, kir.N(0))
}

// Args is what a launch passes, in the order of the parameters.
func (k *Kernel) Args() []Arg { return k.args }

// Finish is the kernel, with groups of so many work-items.
func (k *Kernel) Finish(local int) *kir.Kernel {
	k.settle()
	share := slices.IndexFunc(k.Stmts, func(s kir.Expr) bool { return s.Form() == kir.FormShare })
	k.Stmts = slices.Insert(k.Stmts, share+1, k.windows...)
	return &kir.Kernel{Local: local, Params: k.params, Access: k.access,
		Body: WithoutUnused(&kir.Block{Stmts: append(k.before, k.Stmts...)})}
}
