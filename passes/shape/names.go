package shape

// Names of sizes, and shapes of which nothing is known.

import (
	"strconv"
	"strings"

	"nessiec/ir/types"
)

// Functions of sizes. No name of a size starts like these.
const (
	symWord = "%word" // d, congruent to an int
	symPos  = "%pos"  // n if positive, else 0
	symDiv  = "%div"  // int division by a positive constant
	symRem  = "%rem"
	symMin  = "%min"
	symMax  = "%max"
	symPick = "%pick" // an element of a literal (pick.go)
)

// A name is what is known of all sizes called so.
type name struct {
	order  int     // of creation
	length bool    // not negative, and no longer than a sequence can be
	args   []*size // of the size it was made for
	bounds []*size // at least 0, in terms of args
}

// fresh is a new name of a size, like hint.
func (x *analysis) fresh(hint string) string {
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
		x.taken[base]++
		n := base
		if k := x.taken[base]; k > 1 {
			n = base + "." + strconv.Itoa(k)
		}
		if x.names[n] == nil {
			x.names[n] = &name{order: len(x.names)}
			return n
		}
	}
}

// unknownSize is a new size under depth levels of the value at hand, in all
// enclosing maps.
func (x *analysis) unknownSize(hint string, depth int, length bool) *size {
	args := append([]*size(nil), x.open...)
	for i := range depth {
		args = append(args, types.IndexSize(int64(i+1)))
	}
	n := x.fresh(hint)
	x.names[n].length, x.names[n].args = length, args
	return types.AppSize(n, args...)
}

func (x *analysis) unknownLength(depth int) *size { return x.unknownSize(x.hint, depth, true) }

func (x *analysis) unknownInt(depth int) *shape {
	return intShape(x.unknownSize(x.hint, depth, false))
}

// between is a new int, at depth 0, that satisfies lo <= it <= hi; nil is no bound.
func (x *analysis) between(lo, hi *size) *shape {
	s := x.unknownInt(0)
	n := x.names[s.size.Name]
	if lo != nil {
		n.bounds = append(n.bounds, sub(s.size, lo))
	}
	if hi != nil {
		n.bounds = append(n.bounds, sub(hi, s.size))
	}
	return s
}

// unknown is the shape of a value of type t, of which nothing is known, under
// depth levels.
func (x *analysis) unknown(t *types.Type, depth int) *shape {
	switch t.Kind {
	case types.KSeq:
		n := x.unknownLength(depth)
		return seqShape(n, x.unknown(t.Elem(), depth+1))
	case types.KTuple:
		s := tupleShape(make([]*shape, len(t.Elems))...)
		for i, e := range t.Elems {
			s.kids[i] = x.unknown(e, depth)
		}
		return s
	case types.KInt:
		return x.unknownInt(depth)
	case types.KBool:
		return anyBool
	}
	return anyScalar
}

// openIndex starts looking into a map of n elements.
func (x *analysis) openIndex(hint string, n *size) *size {
	i := types.OpenIndex(x.fresh(hint))
	x.lengths[i] = n
	return i
}

// limited is n, or something unknown in its place if it is too large.
func (x *analysis) limited(n *size, depth int, length bool) *size {
	if weight(n) > maxWeight {
		return x.unknownSize(x.hint, depth, length)
	}
	return n
}
