package types

// Sums: datatypes with alternatives, and the tuples that stand for them.
//
// A value of a sum is the tuple of a tag, the number of its constructor, and
// slots. The fields of a constructor are cut into leaves, which are what is left
// once tuples, datatypes and sums are taken apart; each leaf is in a slot of its
// type. Constructors share slots, so there are as many of a type as one
// constructor needs; what a constructor does not use is zero. A sum without slots is its tag.
//
//	sum<shape con<disc float> con<box float float> con<text [char]>>
//	=> <int float float [char]>    disc: slot 1; box: slots 1, 2; text: slot 3

// Con is a constructor with its fields, a part of Sum.
func Con(name string, fields ...*Type) *Type {
	return internType(Type{Kind: KCon, Name: name}, fields)
}

// Sum is the datatype called name, with its constructors, at least one, and type arguments.
func Sum(name string, cons []*Type, args ...*Type) *Type {
	return internType(Type{Kind: KSum, Name: name}, append(clone(cons), args...))
}

// Recursive is the type of the values of a recursive datatype, with its type arguments.
func Recursive(name string, args ...*Type) *Type {
	return internType(Type{Kind: KRef, Name: name}, clone(args))
}

// Cons are the constructors of a sum.
func (t *Type) Cons() []*Type { return t.Elems[:t.numCons()] }

// SumArgs are the type arguments of a sum.
func (t *Type) SumArgs() []*Type { return t.Elems[t.numCons():] }

func (t *Type) numCons() int {
	n := 0
	for n < len(t.Elems) && t.Elems[n].Kind == KCon {
		n++
	}
	return n
}

// Tag is the number of the constructor called name, -1 if there is none.
func (t *Type) Tag(name string) int {
	for i, c := range t.Cons() {
		if c.Name == name {
			return i
		}
	}
	return -1
}

// HasSum reports whether there is a sum in t.
func (t *Type) HasSum() bool { return t.tagged != nil }

// Tagged is t with all sums in it as tuples.
func (t *Type) Tagged() *Type {
	if !t.HasSum() {
		return t
	}
	if u := t.tagged.Load(); u != nil {
		return u
	}
	u := t.Map(func(t *Type) *Type {
		if t.Kind == KSum {
			return t.layout().tagged()
		}
		return t
	})
	t.tagged.Store(u)
	return u
}

// Slots says where the leaves of the fields of constructor tag are: the
// components of t.Tagged(), from 1, in the order of the leaves.
func (t *Type) Slots(tag int) []int { return t.layout().places[tag] }

// Leaves are the types of the leaves of t, in order. Sums in them are tuples.
func Leaves(t *Type) []*Type { return appendLeaves(nil, t.Tagged()) }

func appendLeaves(ls []*Type, t *Type) []*Type {
	switch t.Kind {
	case KTuple:
		for _, e := range t.Elems {
			ls = appendLeaves(ls, e)
		}
		return ls
	case KData:
		return appendLeaves(ls, t.Elems[0])
	}
	return append(ls, t)
}

// A layout is the slots of a sum.
type layout struct {
	slots  []*Type
	places [][]int // of the leaves of every constructor, from 1
}

// layout gives every leaf of a constructor the first slot of its type that the
// leaves before it left free.
func (t *Type) layout() *layout {
	l := &layout{}
	for _, c := range t.Cons() {
		places, taken := []int{}, map[int]bool{}
		for _, f := range c.Elems {
			for _, leaf := range Leaves(f) {
				k := 0
				for k < len(l.slots) && (taken[k] || l.slots[k] != leaf) {
					k++
				}
				if k == len(l.slots) {
					l.slots = append(l.slots, leaf)
				}
				taken[k] = true
				places = append(places, k+1)
			}
		}
		l.places = append(l.places, places)
	}
	return l
}

func (l *layout) tagged() *Type {
	if len(l.slots) == 0 {
		return Int
	}
	return Tuple(append([]*Type{Int}, l.slots...)...)
}
