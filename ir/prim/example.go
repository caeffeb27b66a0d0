package prim

// Examples as calls: the text "sum([3,1,2]) = 6" becomes arguments, their
// types and the expected result, for tests of every level and backend.

import (
	"fmt"
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A Call is one example.
type Call struct {
	Prim   *Prim
	Types  []*types.Type // of Args
	Args   []value.Value
	Result *types.Type
	Want   value.Value
}

// Calls reads the examples of p.
func (p *Prim) Calls() ([]Call, error) {
	var out []Call
	for _, text := range p.Example {
		c, err := p.parseExample(text)
		if err != nil {
			return nil, fmt.Errorf("example %s: %w", text, err)
		}
		out = append(out, c)
	}
	return out, nil
}

func (p *Prim) parseExample(text string) (c Call, err error) {
	left, right, ok := strings.Cut(text, ") = ")
	left, ok2 := strings.CutPrefix(left, p.Name+"(")
	if !ok || !ok2 {
		return c, fmt.Errorf("expected %s(arguments) = result", p.Name)
	}
	if c, err = p.ParseCall(left); err != nil {
		return c, err
	}
	c.Want, err = value.NewReader(p.Name, []byte(right), value.Num{}).Value(c.Result)
	return c, err
}

// ParseCall reads the arguments of a call of p, literals with commas between
// them. It wants nothing.
func (p *Prim) ParseCall(args string) (c Call, err error) {
	g := guesser{args}
	c = Call{Prim: p}
	for len(g.s) > 0 {
		c.Types = append(c.Types, g.literal())
		g.s = strings.TrimPrefix(g.s, ",")
	}
	if len(c.Types) != len(p.scheme.Params) {
		return c, fmt.Errorf("%d arguments, expected %d", len(c.Types), len(p.scheme.Params))
	}
	p.fill(c.Types)
	if c.Result, err = p.ResultOf(c.Types); err != nil {
		return c, err
	}
	c.Args, err = readAll(args, c.Types)
	return c, err
}

// fill completes the types of empty sequences: by an argument of the same
// scheme type, as in write([1],[],[]), or else with int.
func (p *Prim) fill(ts []*types.Type) {
	for i, t := range ts {
		for j := range ts {
			if p.scheme.Params[i] == p.scheme.Params[j] {
				ts[j] = merge(ts[j], t)
			}
		}
	}
	for i, t := range ts {
		ts[i] = complete(t, p.scheme.Params[i])
	}
}

// complete replaces the unknown parts of t by those of the scheme type p.
func complete(t, p *types.Type) *types.Type {
	switch {
	case t == unknown:
		return p.Map(func(u *types.Type) *types.Type {
			if u.Kind == types.KVar {
				return types.Int
			}
			return u
		})
	case t.Kind == types.KSeq && p.Kind == types.KSeq:
		return types.Seq(complete(t.Elem(), p.Elem()))
	case t.Kind == types.KSeq:
		return types.Seq(complete(t.Elem(), types.Int))
	}
	return t
}

func readAll(text string, ts []*types.Type) ([]value.Value, error) {
	switch len(ts) {
	case 0:
		return nil, nil
	case 1:
		v, err := value.NewReader("", []byte(text), value.Num{}).Value(ts[0])
		return []value.Value{v}, err
	}
	v, err := value.NewReader("", []byte("("+text+")"), value.Num{}).Value(types.Tuple(ts...))
	if err != nil {
		return nil, err
	}
	return v.(value.Tuple), nil
}

// guesser finds the types of literals; the element type of [] is a variable.
type guesser struct{ s string }

var unknown = types.TVar("unknown", types.Any)

func (g *guesser) literal() *types.Type {
	switch c := g.s[0]; {
	case c == '[':
		elem := unknown
		for _, t := range g.list(']') {
			elem = merge(elem, t)
		}
		return types.Seq(elem)
	case c == '(':
		return types.Tuple(g.list(')')...)
	case c == '"':
		g.s = g.s[strings.IndexByte(g.s[1:], '"')+2:]
		return types.String
	case c == '`':
		g.s = g.s[2:]
		return types.Char
	case strings.HasPrefix(g.s, "stream("):
		g.s = g.s[strings.IndexByte(g.s, ')')+1:]
		return types.Stream
	}
	return g.word()
}

func (g *guesser) list(end byte) (ts []*types.Type) {
	g.s = g.s[1:]
	for g.s[0] != end {
		ts = append(ts, g.literal())
		g.s = strings.TrimPrefix(g.s, ",")
	}
	g.s = g.s[1:]
	return ts
}

func (g *guesser) word() *types.Type {
	w := g.s
	if i := strings.IndexAny(w, ",)]"); i >= 0 {
		w = w[:i]
	}
	g.s = g.s[len(w):]
	switch {
	case w == "t" || w == "f":
		return types.Bool
	case strings.Contains(w, "."):
		return types.Float
	}
	return types.Int
}

// merge is the type that both a and b stand for.
func merge(a, b *types.Type) *types.Type {
	switch {
	case a == unknown:
		return b
	case b == unknown || a.Kind != types.KSeq:
		return a
	}
	return types.Seq(merge(a.Elem(), b.Elem()))
}
