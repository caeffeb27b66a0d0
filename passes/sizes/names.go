package sizes

// Names of sizes.

import (
	"strconv"
	"strings"

	"nessiec/ir/types"
)

// Functions of sizes. No name of a size starts like these.
const (
	fnWord = "%word" // d, congruent to an int
	fnPos  = "%pos"  // n if positive, else 0
	fnDiv  = "%div"  // int division by a positive constant
	fnRem  = "%rem"
	fnMin  = "%min"
	fnMax  = "%max"
	fnPick = "%pick" // an element of a literal
)

// A Kind is what a name stands for.
type Kind uint8

// The kinds of names. A length is not negative, and no longer than a sequence can be.
const (
	Int Kind = iota
	Length
)

// Names are the names of sizes of one function.
type Names map[string]*name

// A name is what is known of all sizes called so.
type name struct {
	order  int // of creation
	kind   Kind
	args   []*types.Size // of the size it was made for
	bounds []*types.Size // at least 0, in terms of args
}

// Has reports whether a size is called so, which a function of sizes is not.
func (n Names) Has(name string) bool { return n[name] != nil }

// Kind is what a name stands for.
func (n Names) Kind(name string) Kind { return n[name].kind }

// Names are those there are. They stay as they are when the function is done.
func (k *Known) Names() Names { return k.names }

// IsName reports whether a is a name of a size, with its arguments.
func (k *Known) IsName(a *types.Size) bool { return k.names[a.Name] != nil }

// Introduce is a new size, called like hint: a function of args, which are indices, open
// ones and those of enclosing levels.
func (k *Known) Introduce(hint string, kind Kind, args ...*types.Size) *types.Size {
	n := k.Name(hint, kind)
	k.names[n].args = args
	return types.AppSize(n, args...)
}

// Name is a new name like hint, for sizes with whatever arguments.
func (k *Known) Name(hint string, kind Kind) string {
	n := k.fresh(hint)
	k.names[n].kind = kind
	return n
}

// Bound says of s, which Introduce has made, that some sizes are not negative,
// whatever its arguments.
func (k *Known) Bound(s *types.Size, notNegative ...*types.Size) {
	n := k.names[s.Name]
	n.bounds = append(n.bounds, notNegative...)
	clear(k.proofs)
}

// IsAnything reports whether n is a name for ints, made since there were so many names, of which nothing is known here.
func (k *Known) IsAnything(n *types.Size, since int) bool {
	n = k.Canon(n)
	is := k.names[n.Name]
	return is != nil && is.order >= since && is.kind == Int && !k.boundsOf(n, func(linear) bool { return true })
}

// Index is an open index, the number of the element at hand of n, as long as a map of
// these elements is looked into.
func (k *Known) Index(hint string, n *types.Size) *types.Size {
	i := types.OpenIndex(k.fresh(hint))
	k.lengths[i] = n
	return i
}

// fresh is a new name, like hint.
func (k *Known) fresh(hint string) string {
	base := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" <>[]{}(),#/$%\";", r) {
			return -1
		}
		return r
	}, hint)
	switch base {
	case "", "add", "mul", "sum":
		base += "n"
	}
	if c := base[0]; c >= '0' && c <= '9' || c == '-' || c == '+' {
		base = "n" + base
	}
	for {
		k.taken[base]++
		n := base
		if t := k.taken[base]; t > 1 {
			n = base + "." + strconv.Itoa(t)
		}
		if k.names[n] == nil {
			k.names[n] = &name{order: len(k.names)}
			return n
		}
	}
}
