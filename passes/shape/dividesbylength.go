package shape

// Which recursive functions divide what they get by its lengths alone.

import (
	"slices"
	"strings"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/sizes"
)

// dividesByLength is how f divides its parameters; nil unless f ends by a condition on their
// lengths, and calls itself, not only at its end, with sequences whose lengths follow from those.
func dividesByLength(f *nkl.Func) *division {
	d := &division{fn: f.Name, lengths: map[string]bool{}, known: map[*nkl.Var]bool{}}
	for _, p := range f.Params {
		d.namesIn(p.Type)
	}
	if len(d.lengths) == 0 {
		return nil
	}
	d.tail(f.Body)
	if !d.ends || !d.inside || d.other {
		return nil
	}
	return d
}

// A division is what is found of a function.
type division struct {
	fn      string
	lengths map[string]bool   // names of sizes of parameters
	known   map[*nkl.Var]bool // ints and bools that follow from lengths
	ends    bool              // a condition on lengths decides whether it calls itself
	inside  bool              // it calls itself before its end
	other   bool              // it calls itself with a sequence of some other length
	parts   [][]*types.Size   // lengths of parts that one call gets side by side
}

// namesIn notes the names of sizes of the sequences in t.
func (d *division) namesIn(t *types.Type) {
	for _, s := range t.Sizes {
		d.lengths[s.Name] = d.lengths[s.Name] || s.Op == types.SizeVar || s.Op == types.SizeApp
	}
	for _, c := range t.Elems {
		d.namesIn(c)
	}
}

// tail looks at code at the end of the function.
func (d *division) tail(e nkl.Expr) {
	switch e := e.(type) {
	case *nkl.Let:
		d.inside = d.inside || d.calls(e.Rhs)
		d.known[e.Bind] = d.follows(e.Rhs)
		d.tail(e.Body)
	case *nkl.Check:
		d.tail(e.Then)
	case *nkl.If:
		d.ends = d.ends || d.follows(e.Cond) && d.calls(e.Then) != d.calls(e.Else)
		d.tail(e.Then)
		d.tail(e.Else)
	case *nkl.EachCaptured:
		d.inside = d.inside || d.calls(e)
	default:
		d.calls(e)
	}
}

// calls reports whether e calls the function, and looks at the arguments.
func (d *division) calls(e nkl.Expr) bool {
	found := false
	ir.Walk(e, func(e nkl.Expr) bool {
		var args []nkl.Expr
		switch e := e.(type) {
		case *nkl.Call:
			if e.Fn != d.fn {
				return true
			}
			args = e.Args
		case *nkl.CallLifted:
			if e.Fn != d.fn {
				return true
			}
			args = e.Args
		default:
			return true
		}
		found = true
		for _, a := range args {
			if x, ok := a.(*nkl.Ref); ok {
				d.other = d.other || !d.typeFollows(x.Var.Type)
				d.partsIn(x.Var.Type)
			}
		}
		return true
	})
	return found
}

// partsIn notes the lengths of parts of type t.
func (d *division) partsIn(t *types.Type) {
	for _, s := range t.Sizes {
		if _, lens, ok := sizes.Alternatives(s); ok && !slices.ContainsFunc(d.parts, func(p []*types.Size) bool { return slices.Equal(p, lens) }) {
			d.parts = append(d.parts, lens)
		}
	}
	for _, c := range t.Elems {
		d.partsIn(c)
	}
}

// follows reports whether scalar e follows from lengths.
func (d *division) follows(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Int, *nkl.Bool:
		return true
	case *nkl.Ref:
		return d.known[e.Var]
	case *nkl.Prim:
		if x, ok := e.Args[0].(*nkl.Ref); ok && e.Op.Code == prim.Length {
			return d.sizeFollows(x.Var.Type.Sizes[0])
		}
		for _, a := range e.Args {
			if !d.follows(a) {
				return false
			}
		}
		return e.Op.Class == prim.Scalar
	}
	return false
}

// typeFollows reports whether the lengths of the sequences in t follow from those of parameters.
func (d *division) typeFollows(t *types.Type) bool {
	for _, s := range t.Sizes {
		if !d.sizeFollows(s) {
			return false
		}
	}
	for _, c := range t.Elems {
		if !d.typeFollows(c) {
			return false
		}
	}
	return true
}

// sizeFollows reports whether s follows from lengths of parameters: it is arithmetic on them, or
// one of a few such sizes, of which an index says which one.
func (d *division) sizeFollows(s *types.Size) bool {
	args := s.Args
	_, alternatives, picks := sizes.Alternatives(s)
	switch {
	case s.Op == types.SizeConst:
		return true
	case d.lengths[s.Name] && (s.Op == types.SizeVar || s.Op == types.SizeApp):
		return true
	case picks:
		args = alternatives
	case s.Op == types.SizeApp && !strings.HasPrefix(s.Name, "%"), s.Op == types.SizeVar, s.Op == types.SizeIndex, s.Op == types.SizeSum:
		return false
	}
	for _, a := range args {
		if !d.sizeFollows(a) {
			return false
		}
	}
	return true
}
