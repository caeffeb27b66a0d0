package levels

// Generated inputs: values of the types that an entry reads.

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/passes/driver"
)

// Generated makes n inputs for the read actions among actions, the same for the
// same n: the first has empty sequences and zeros, later ones are larger. They
// are nil if a type has no literals.
func Generated(actions []*program.Action, n int) (out []driver.Input) {
	for i := range n {
		g := &inputs{rand.New(rand.NewPCG(uint64(i), 0x696E)), 3 * i}
		var in driver.Input
		for _, a := range actions {
			if a.Kind != program.Read {
				continue
			}
			s, ok := g.literal(a.Type, g.size)
			if !ok {
				return nil
			}
			in.Args = append(in.Args, s)
		}
		out = append(out, in)
	}
	return out
}

// inputs makes literals with sequences of at most size elements.
type inputs struct {
	*rand.Rand
	size int
}

// literal makes a value of t, with sequences of at most size elements.
func (g *inputs) literal(t *types.Type, size int) (string, bool) {
	small := g.IntN(2*g.size+1) - g.size
	switch t.Kind {
	case types.KInt:
		return strconv.Itoa(small), true
	case types.KFloat:
		return strconv.FormatFloat(float64(small)/4, 'f', 2, 64), true
	case types.KBool:
		return []string{"f", "t"}[g.IntN(2)], true
	case types.KChar:
		return "`" + g.char(), true
	case types.KSeq:
		if t.Elem().Kind == types.KChar {
			s := ""
			for range g.IntN(size + 1) {
				s += g.char()
			}
			return `"` + s + `"`, true
		}
		return g.list(g.IntN(size+1), func(int) (string, bool) { return g.literal(t.Elem(), (size+1)/2) }, "[", "]")
	case types.KTuple:
		return g.list(len(t.Elems), func(i int) (string, bool) { return g.literal(t.Elems[i], size) }, "(", ")")
	}
	return "", false
}

// char is one of few chars, not all of them ASCII.
func (g *inputs) char() string {
	const chars = "ab c9\x00\xff"
	i := g.IntN(len(chars))
	return chars[i : i+1]
}

func (g *inputs) list(n int, part func(int) (string, bool), left, right string) (string, bool) {
	parts, ok := make([]string, n), true
	for i := range parts {
		s, good := part(i)
		parts[i], ok = s, ok && good
	}
	return left + strings.Join(parts, ", ") + right, ok
}
