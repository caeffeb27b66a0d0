package build

// What is known about lengths and other ints at a place of host code. They are
// compared by keys, which are equal only if the values are: a text, and a number
// that is added to it.

import (
	"maps"
	"math"
	"strconv"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// A Key is the value of a scalar: what base says, plus more. The base of a
// number is empty; the key of what keys cannot tell is the zero key.
type Key struct {
	Base string
	More int64
}

// NumberBase is the base of numbers.
const NumberBase = "#"

// Facts is what is known at a place of host code.
type Facts struct {
	Defs        map[*kir.Var]kir.Expr // definitions of scalars
	length      map[*kir.Var]Key      // of buffers
	equal       map[string]Key        // towards the representative of a class of bases
	nonNegative map[Key]bool          // not negative
	Upper       map[Key]Key           // of counts: what they do not exceed
	Fitted      map[Fitting]*kir.Var  // what was made long enough
	Atoms       map[Key]kir.Expr      // variables by the keys of their values
	Sized       map[Key]bool          // sizes that were checked
	number      map[*kir.Var]int      // names of variables in keys
	terms       map[string]int        // and of operations on keys: texts stay short, however often a value is used
	keys        map[*kir.Var]Key      // of scalars, as long as nothing is learnt that could change them
}

// A Fitting is a buffer that is to have so many elements.
type Fitting struct {
	Buf  *kir.Var
	Size Key
}

// NewFacts is nothing known.
func NewFacts() Facts {
	return Facts{Defs: map[*kir.Var]kir.Expr{}, length: map[*kir.Var]Key{}, equal: map[string]Key{}, nonNegative: map[Key]bool{},
		Upper: map[Key]Key{}, Fitted: map[Fitting]*kir.Var{}, Atoms: map[Key]kir.Expr{}, Sized: map[Key]bool{},
		number: map[*kir.Var]int{}, terms: map[string]int{}, keys: map[*kir.Var]Key{}}
}

// Copy is for a branch: what is learnt there is forgotten after it.
func (f Facts) Copy() Facts {
	f.equal, f.nonNegative, f.keys = maps.Clone(f.equal), maps.Clone(f.nonNegative), maps.Clone(f.keys)
	f.Fitted, f.Atoms, f.Sized = maps.Clone(f.Fitted), maps.Clone(f.Atoms), maps.Clone(f.Sized)
	return f
}

// Define notes that v has the value of e.
func (f Facts) Define(v *kir.Var, e kir.Expr) {
	if k := f.Key(e); k.Known() {
		f.Atoms[k] = kir.Use(v)
	}
	f.Defs[v] = e
	delete(f.keys, v)
}

// Known reports whether k is the key of something.
func (k Key) Known() bool { return k.Base != "" }

// Plus is the key of k + n.
func (k Key) Plus(n int64) Key {
	if k.Known() {
		k.More += n
	}
	return k
}

func (k Key) String() string { return string(k.append(nil)) }

// append adds the text of k to b.
func (k Key) append(b []byte) []byte {
	b = append(b, k.Base...)
	if k.More > 0 {
		b = append(b, '+')
	}
	if k.More == 0 {
		return b
	}
	return strconv.AppendInt(b, k.More, 10)
}

// Key is the key of a scalar.
func (f Facts) Key(e kir.Expr) Key {
	switch e := e.(type) {
	case *kir.Int:
		return Key{NumberBase, e.Val}
	case *kir.Bool:
		return Key{strconv.FormatBool(e.Val), 0}
	case *kir.Ref:
		k, ok := f.keys[e.Var]
		if !ok {
			k = f.varKey(e.Var)
			f.keys[e.Var] = k
		}
		return k
	case *kir.Length:
		return f.LengthKey(kir.VarOf(e.Buf))
	case *kir.Prim:
		return f.primKey(e)
	}
	return Key{}
}

func (f Facts) varKey(v *kir.Var) Key {
	if rhs := f.Defs[v]; rhs != nil {
		if k := f.Key(rhs); k.Known() {
			return k
		}
	}
	return f.find(Key{f.name(v), 0})
}

func (f Facts) primKey(e *kir.Prim) Key {
	var room [3]Key
	args := room[:0]
	for _, a := range e.Args {
		k := f.Key(a)
		if !k.Known() {
			return Key{}
		}
		args = append(args, k)
	}
	isNumber := func(i int) bool { return args[i].Base == NumberBase }
	switch op := e.Op.Code; {
	case op == prim.Add && isNumber(1):
		return args[0].Plus(args[1].More)
	case op == prim.Add && isNumber(0):
		return args[1].Plus(args[0].More)
	case op == prim.Sub && isNumber(1):
		return args[0].Plus(-args[1].More)
	case op == prim.Max && isNumber(1) && args[1].More == 0 && f.isNonNegative(args[0]):
		return args[0]
	}
	var text [80]byte
	term := append(text[:0], e.Op.Name...)
	for _, a := range args {
		term = append(a.append(append(term, '(')), ')')
	}
	n, ok := f.terms[string(term)]
	if !ok {
		n = number(f.terms, string(term))
	}
	return f.find(Key{e.Op.Name + "#" + strconv.Itoa(n), 0})
}

// isNonNegative reports whether the value of k is certainly not negative. A sum may wrap
// around, but that of a length and a small number does not: see value.Num.MostElements.
func (f Facts) isNonNegative(k Key) bool {
	switch {
	case f.nonNegative[k]:
		return true
	case k.Base == NumberBase:
		return 0 <= k.More && k.More <= math.MaxInt32
	}
	return strings.HasPrefix(k.Base, "length ") && 0 <= k.More && k.More <= math.MaxInt32/16
}

func (f Facts) name(v *kir.Var) string {
	return v.Name + "@" + strconv.Itoa(number(f.number, v))
}

// number is that of x, a new one if it has none yet.
func number[T comparable](numbers map[T]int, x T) int {
	n, ok := numbers[x]
	if !ok {
		n = len(numbers)
		numbers[x] = n
	}
	return n
}

// SetLength notes the number of elements of a buffer.
func (f Facts) SetLength(buf *kir.Var, k Key) {
	f.length[buf] = k
	if _, named := f.number[buf]; named {
		clear(f.keys)
	}
}

// SetNonNegative notes that a value is not negative.
func (f Facts) SetNonNegative(k Key) {
	f.nonNegative[k] = true
	clear(f.keys)
}

// LengthKey is the key of the number of elements of a buffer.
func (f Facts) LengthKey(buf *kir.Var) Key {
	if k, ok := f.length[buf]; ok {
		return f.find(k)
	}
	return f.find(Key{"length " + f.name(buf), 0})
}

// find is the representative of the values equal to k.
func (f Facts) find(k Key) Key {
	for to, ok := f.equal[k.Base]; ok; to, ok = f.equal[k.Base] {
		k = to.Plus(k.More)
	}
	return k
}

// Hold notes that cond is true.
func (f Facts) Hold(cond kir.Expr) {
	if r, ok := cond.(*kir.Ref); ok && f.Defs[r.Var] != nil {
		cond = f.Defs[r.Var]
	}
	p, ok := cond.(*kir.Prim)
	if !ok {
		return
	}
	switch p.Op.Code {
	case prim.And:
		f.Hold(p.Args[0])
		f.Hold(p.Args[1])
	case prim.Eq:
		f.unite(f.Key(p.Args[0]), f.Key(p.Args[1]))
	case prim.Ge:
		if b := f.Key(p.Args[1]); b.Base == NumberBase && b.More >= 0 {
			f.SetNonNegative(f.Key(p.Args[0]))
		}
	}
}

// unite notes that two values are equal.
func (f Facts) unite(a, b Key) {
	if a.Base == NumberBase {
		a, b = b, a
	}
	if a.Known() && b.Known() && a.Base != b.Base {
		f.equal[a.Base] = b.Plus(-a.More)
		clear(f.keys)
	}
}

// Covers reports whether length is at least size, as far as keys show. A sum that
// may have wrapped around below zero shows nothing.
func (f Facts) Covers(length, size Key) bool {
	return length.Known() && length.Base == size.Base &&
		(length.More == size.More || length.More > size.More && (size.More >= 0 || f.isNonNegative(Key{size.Base, 0})))
}

// HasSize reports whether so many elements are certainly not too many: there is
// an array of as many, or it was checked.
func (f Facts) HasSize(size Key) bool {
	if f.Sized[size] {
		return true
	}
	for buf := range f.length {
		if f.Covers(f.LengthKey(buf), size) {
			return true
		}
	}
	return false
}

// SmallSize is a size that is not too large for any width of int.
const SmallSize = 1 << 30

// Apply is an operation on small ints, if there is a value.
func Apply(op prim.Code, a, b int64) (int64, bool) {
	switch op {
	case prim.Add, prim.AddSize:
		return a + b, true
	case prim.Sub:
		return a - b, true
	case prim.Mul, prim.MulSize:
		return a * b, true
	case prim.Max:
		return max(a, b), true
	case prim.Min:
		return min(a, b), true
	case prim.Div:
		if a >= 0 && b > 0 {
			return a / b, true
		}
	}
	return 0, false
}
