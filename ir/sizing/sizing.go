// Package sizing gives the variables of host code in flat programs their sizes. A vector has
// its length and, if it holds lengths or positions, the value of element $1; a descriptor has
// the number of its segments and the size of segment $1; an int has its value. Families say
// what their operations yield (fkl/sizes.go, lcu/sizes.go); what is here is the same for
// both.
//
//	sizing  what is said of a result; scopes of names (names.go)
//	values  the values of primitives
//	call    what a call yields, in terms of its arguments
//
// Names of sizes belong to one function and are no variables. The first binder that
// mentions a name introduces it, and dropping that binder changes nothing for others. A
// result of which nothing is known gets a name of its own. Sizes are numbers modulo 2^w, where
// ints have w bits: equal sizes are equal ints, whether or not they have wrapped.
//
// What types say follows from definitions alone. What a check establishes holds below it,
// and whoever wants to know it looks there: so moving code up never makes a type wrong.
// It imports ir/prim, ir/text and ir/types.
package sizing

import "nessiec/ir/types"

// An Of is what is known of a result: the sizes of its type, or its value; nothing if both
// are nil.
type Of struct {
	Sizes []*types.Size
	Value *types.Size
}

// Var is what is known of a variable.
func Var(v *types.Var) Of { return Of{v.Type.Sizes, v.Value} }

// Vector is a vector of n elements, Values one whose element $1 is f, Segments a descriptor of n
// segments of size f, and Int an int.
func Vector(n *types.Size) Of      { return sizes(n) }
func Values(n, f *types.Size) Of   { return sizes(n, f) }
func Segments(n, f *types.Size) Of { return sizes(n, f) }
func Int(n *types.Size) Of         { return Of{Value: n} }

// sizes is a result with these sizes, as far as they are known: not without the first.
func sizes(ss ...*types.Size) Of {
	for i, s := range ss {
		if s == nil { // and nothing behind it
			ss = ss[:i]
			break
		}
	}
	return Of{Sizes: ss}
}

// Length is the number of elements or segments; nil if it is not known.
func (o Of) Length() *types.Size { return o.size(0) }

// Each is the value of element $1, or the size of segment $1; nil if it is not known.
func (o Of) Each() *types.Size { return o.size(1) }

func (o Of) size(k int) *types.Size {
	if k < len(o.Sizes) {
		return o.Sizes[k]
	}
	return nil
}

// Total is the number of elements of all n segments of size f.
func Total(n, f *types.Size) *types.Size {
	if n == nil || f == nil {
		return nil
	}
	body := At(f, types.IndexSize(0))
	if body == nil {
		return nil
	}
	return types.SumSize(n, body)
}

// Offsets is the type of the offsets of a descriptor: one more than it has segments.
func Offsets(sd *types.Type) *types.Type {
	t := types.Vec(types.Int)
	if len(sd.Sizes) == 0 {
		return t
	}
	o := sizes(types.AddSize(sd.Sizes[0], types.ConstSize(1)), Total(types.IndexSize(1), sd.Sizes[1]))
	return t.WithSizes(o.Sizes...)
}

// Segments is the inverse of Offsets: how many segments there are, if o says that it is of offsets,
// and how many elements they have in all; nil if it does not.
func (o Of) Segments() (n, total *types.Size) {
	each := o.Each()
	if each == nil || each.Op != types.SizeSum || each.Args[0] != types.IndexSize(1) {
		return nil, nil
	}
	n = Plus(o.Length(), -1)
	return n, types.SumSize(n, each.Args[1])
}

// At is f of element i: i in place of $1. It is nil where $0, an index of a sum, would be
// taken for that of another.
func At(f, i *types.Size) *types.Size {
	if f == nil || i == nil {
		return nil
	}
	if !f.Mentions(1) {
		return f
	}
	if i.Mentions(0) && underSum(f) {
		return nil
	}
	return f.Map(func(s *types.Size) *types.Size {
		if s.Op == types.SizeIndex && s.N == 1 {
			return i
		}
		return s
	})
}

// underSum reports whether $1 occurs in what a sum in f adds up.
func underSum(f *types.Size) bool {
	if f.Op == types.SizeSum && f.Args[1].Mentions(1) {
		return true
	}
	for _, a := range f.Args {
		if underSum(a) {
			return true
		}
	}
	return false
}

// Missing reports whether v does not say its sizes yet, or its value.
func Missing(v *types.Var) bool {
	switch v.Type.Kind {
	case types.KVec, types.KSd:
		return len(v.Type.Sizes) == 0
	case types.KInt:
		return v.Value == nil
	}
	return false
}

// AnyMissing reports whether one of vs does not say its sizes or its value.
func AnyMissing(vs []*types.Var) bool {
	for _, v := range vs {
		if v != nil && v.Type != nil && Missing(v) {
			return true
		}
	}
	return false
}

// MissingResult reports whether the type of a result does not say its sizes.
func MissingResult(ts []*types.Type) bool {
	for _, t := range ts {
		if t.Kind != types.KInt && Missing(&types.Var{Type: t}) {
			return true
		}
	}
	return false
}

// AnySaid reports whether one of vs says a size or a value.
func AnySaid(vs []*types.Var) bool {
	for _, v := range vs {
		if v.Value != nil || len(v.Type.Sizes) > 0 {
			return true
		}
	}
	return false
}

// Plus is n + k, nil if n is not known.
func Plus(n *types.Size, k int64) *types.Size {
	if n == nil {
		return nil
	}
	return types.AddSize(n, types.ConstSize(k))
}

// Selected is what a filter of vecs vectors of n elements makes: as many as the last of its
// ranks says, n of them if it is loose; of a split those, and then the others.
func (s *Scope) Selected(vecs int, n *types.Size, loose, both bool) []Of {
	ranks := s.FreshEach("kept")
	kept := At(ranks, n)
	if loose {
		kept = n
	}
	var out []Of
	for range vecs {
		out = append(out, Vector(kept))
	}
	for range vecs {
		if both {
			out = append(out, Vector(types.AddSize(n, types.MulSize(types.ConstSize(-1), kept))))
		}
	}
	return append(out, Values(Plus(n, 1), ranks))
}

// Join is what is known of the results of two branches: what both say. A branch that has no
// results, as it goes on with a loop, says nothing against the other.
func Join(a, b []Of) []Of {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	out := make([]Of, len(a))
	for i := range a {
		if a[i].Value == b[i].Value {
			out[i].Value = a[i].Value
		}
		n := 0
		for n < min(len(a[i].Sizes), len(b[i].Sizes)) && a[i].Sizes[n] == b[i].Sizes[n] {
			n++
		}
		out[i].Sizes = a[i].Sizes[:n]
	}
	return out
}
