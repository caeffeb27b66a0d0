package sizing

// Names of sizes, in a function and at a place of it.

import (
	"strconv"
	"strings"

	"nessiec/ir/text"
	"nessiec/ir/types"
)

// A Scope is the names in scope at a place of a function.
type Scope struct {
	taken   map[string]bool // names of the function
	numbers map[string]int  // below which all numbers behind a name are taken
	names   map[string]bool // those that binders before the place mention
	lengths map[*types.Size]bool
	undo    []func()
	said    []record // that forget takes back
	next    [][]Of   // arguments of the next iterations of the loop at hand

	Measures map[*types.Var]bool // vectors of lengths that descriptors are made of
}

// A record is a variable that was completed, or a name that was made.
type record struct {
	v    *types.Var
	name string
}

// NewScope is the start of a function.
func NewScope() *Scope {
	return &Scope{taken: map[string]bool{}, numbers: map[string]int{}, names: map[string]bool{}, lengths: map[*types.Size]bool{}, Measures: map[*types.Var]bool{}}
}

// Take notes that the function has v somewhere: no new name is one of those in its type.
func (s *Scope) Take(v *types.Var) {
	eachSize(v, func(n *types.Size) { eachName(n, func(name string) { s.taken[name] = true }) })
}

// TakeAll is Take of parameters and of results of a function.
func (s *Scope) TakeAll(params []*types.Var, results []*types.Type) {
	for _, p := range params {
		s.Take(p)
	}
	for _, t := range results {
		s.Take(&types.Var{Type: t})
	}
}

// A Mark is a place to come back to.
type Mark int

// Mark is where s stands, and Undo leaves what was entered since.
func (s *Scope) Mark() Mark { return Mark(len(s.undo)) }

func (s *Scope) Undo(m Mark) {
	for len(s.undo) > int(m) {
		s.undo[len(s.undo)-1]()
		s.undo = s.undo[:len(s.undo)-1]
	}
}

// See brings the names that v mentions into scope.
func (s *Scope) See(v *types.Var) {
	eachSize(v, func(n *types.Size) { eachName(n, s.enter) })
	switch ss := v.Type.Sizes; {
	case len(ss) == 0:
	case v.Type.Kind == types.KSd && len(ss) > 1:
		s.isLength(Total(ss[0], ss[1]))
		fallthrough
	default:
		s.isLength(ss[0])
	}
}

func (s *Scope) enter(name string) {
	if !s.names[name] {
		s.names[name] = true
		s.undo = append(s.undo, func() { delete(s.names, name) })
	}
}

// isLength notes that n, if it is known, is not negative.
func (s *Scope) isLength(n *types.Size) {
	if n != nil && !s.lengths[n] {
		s.lengths[n] = true
		s.undo = append(s.undo, func() { delete(s.lengths, n) })
	}
}

// Complete says of vs, which results are bound to, what is known of these, and names the
// rest. It changes variables: those of a program that a pass has just made, before anyone
// has seen them.
func (s *Scope) Complete(vs []*types.Var, of []Of) {
	for i, v := range vs {
		if Missing(v) {
			s.complete(v, of, i)
		}
		s.See(v)
	}
}

func (s *Scope) complete(v *types.Var, of []Of, i int) {
	var o Of
	if i < len(of) {
		o = of[i]
	}
	s.said = append(s.said, record{v: v})
	if v.Type.Kind == types.KInt {
		if v.Value = o.Value; v.Value == nil {
			v.Value = s.fresh(v.Name)
		}
		return
	}
	v.Type = v.Type.WithSizes(s.sizesOf(v, o)...)
}

// sizesOf is the sizes of the type of a vector or descriptor.
func (s *Scope) sizesOf(v *types.Var, o Of) []*types.Size {
	n, each := o.Length(), o.Each()
	if n == nil {
		n = s.fresh(v.Name)
	}
	if each == nil && (v.Type.Kind == types.KSd || s.Measures[v]) {
		each = s.FreshEach(v.Name)
	}
	if each == nil || v.Type.Kind == types.KVec && v.Type.Elem().Kind != types.KInt {
		return []*types.Size{n}
	}
	return []*types.Size{n, each}
}

// Results is the types of results of a function, with names of their own where they say no
// sizes.
func (s *Scope) Results(ts []*types.Type) []*types.Type {
	out := make([]*types.Type, len(ts))
	for i, t := range ts {
		v := &types.Var{Name: "r", Type: t}
		if t.Kind != types.KInt && Missing(v) {
			s.complete(v, nil, 0)
		}
		out[i] = v.Type
	}
	return out
}

// fresh is a size called like hint.
func (s *Scope) fresh(hint string) *types.Size { return types.VarSize(s.name(hint)) }

// FreshEach is a size called like hint, of element $1.
func (s *Scope) FreshEach(hint string) *types.Size {
	return types.AppSize(s.name(hint), types.IndexSize(1))
}

func (s *Scope) name(hint string) string {
	hint = text.Hint(hint)
	name, k := hint, max(2, s.numbers[hint])
	for ; s.taken[name]; k++ {
		name = hint + "." + strconv.Itoa(k)
	}
	s.numbers[hint] = k
	s.taken[name] = true
	s.said = append(s.said, record{name: name})
	return name
}

// Keep is what is known of results where their names are in scope: those that a branch has
// introduced end with it.
func (s *Scope) Keep(of []Of) []Of {
	out := make([]Of, len(of))
	for i, o := range of {
		if o.Value != nil && s.known(o.Value) {
			out[i].Value = o.Value
		}
		n := 0
		for n < len(o.Sizes) && s.known(o.Sizes[n]) {
			n++
		}
		out[i].Sizes = o.Sizes[:n]
	}
	if of == nil {
		return nil
	}
	return out
}

func (s *Scope) known(n *types.Size) bool {
	ok := true
	eachName(n, func(name string) { ok = ok && s.names[name] })
	return ok
}

// eachSize calls f for the sizes that v says.
func eachSize(v *types.Var, f func(*types.Size)) {
	for _, n := range v.Type.Sizes {
		f(n)
	}
	if v.Value != nil {
		f(v.Value)
	}
}

// eachName calls f for the names in n, which functions of sizes are not.
func eachName(n *types.Size, f func(string)) { eachAtom(n, func(a *types.Size) { f(a.Name) }) }

// eachAtom calls f for the names in n, with their arguments.
func eachAtom(n *types.Size, f func(*types.Size)) {
	if IsName(n) {
		f(n)
	}
	for _, a := range n.Args {
		eachAtom(a, f)
	}
}

// IsName reports whether n is a name of a size, with its arguments.
func IsName(n *types.Size) bool {
	return (n.Op == types.SizeVar || n.Op == types.SizeApp) && !strings.HasPrefix(n.Name, "%")
}
