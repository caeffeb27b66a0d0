package infer

// Postconditions: what a recursive function ensures of the sizes of its result,
// in terms of the sizes of its parameters.
//
//	mergesort(a) = if #a < 2 then a else merge(mergesort(..a..), mergesort(..a..))
//	=> #mergesort(a) = #a
//
// They are guessed from what is returned without a recursive call, and assumed
// of all recursive calls together: one that some return does not keep gives way
// to the next guess, until they confirm each other. That is induction on the
// depth of calls: a call that does not end returns nothing.

import (
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/shape/infer/shapes"
	"nessiec/passes/sizes"
)

// A postconditions is the postconditions of a function.
type postconditions struct {
	measures                    // of its parameters
	result     *shapes.Shape    // the result, each of its sizes a name
	at         []*postcondition // of these
	generating bool             // from what is returned; else it is to keep the promises
}

// A postcondition is what one size of the result is: the first of what it may be, if
// there is any. Under sequence levels that is a function of $1, $2, ..
type postcondition struct {
	may    []*Size
	int    bool // the value of an int, no length
	seen   bool // a value has been returned
	broken bool // in this round
}

// The number of sizes of a result that promises are about, of guesses of each,
// and of rounds in which promises are broken before none is made.
const (
	maxPostconditions = 8
	maxCandidates     = 4
	maxRefutations    = 6
)

// postconditionsOf is the postconditions of f before anything is returned.
func (x *Analysis) postconditionsOf(f *nkl.Func) *postconditions {
	x.start()
	p := &postconditions{generating: true}
	for _, s := range x.params(f) {
		p.add(s, 0)
	}
	p.result = x.anyResult(f)
	p.addResult(p.result)
	return p
}

// addResult adds the sizes of the result, or of part of it.
func (p *postconditions) addResult(s *shapes.Shape) {
	if s.Size != nil {
		p.at = append(p.at, &postcondition{int: s.Kind == types.KInt})
	}
	for _, k := range s.Kids {
		p.addResult(k)
	}
}

// anyResult is the result of f, of which nothing is known.
func (x *Analysis) anyResult(f *nkl.Func) *shapes.Shape {
	x.hint = "r"
	return x.unknown(f.Result, 0)
}

// confirm analyses fs, whose calls keep the promises that their returns keep.
func (x *Analysis) confirm(fs []*nkl.Func) {
	for _, f := range fs {
		x.postconditions[f.Name].settle()
	}
	for round := 0; ; round++ {
		for _, f := range fs {
			if round == maxRefutations {
				for _, a := range x.postconditions[f.Name].at {
					a.may = nil
				}
			}
			x.schemes[f.Name] = x.promisedBy(f)
		}
		x.round(fs)
		broken := false
		for _, f := range fs {
			broken = x.postconditions[f.Name].retract() || broken
		}
		if !broken {
			return
		}
	}
}

// retract puts the next guesses in place of the promises that were broken, and
// reports whether there were any.
func (p *postconditions) retract() (any bool) {
	for _, a := range p.at {
		if a.broken {
			a.may, a.broken, any = a.may[1:], false, true
		}
	}
	return any
}

// promises are the postconditions that functions keep at the moment.
func (x *Analysis) promises() map[*postcondition][]*Size {
	out := map[*postcondition][]*Size{}
	for _, p := range x.postconditions {
		for _, a := range p.at {
			out[a] = a.may
		}
	}
	return out
}

// promisedBy is what calls of f may count on.
func (x *Analysis) promisedBy(f *nkl.Func) *scheme {
	p := x.postconditions[f.Name]
	x.start()
	s := &scheme{params: x.params(f), result: x.anyResult(f), names: x.Names()}
	s.result = x.kept(p, s.result)
	return s
}

// kept is the result s of a function, with sizes that are what was promised.
func (x *Analysis) kept(p *postconditions, s *shapes.Shape) *shapes.Shape {
	if s == nil {
		return nil
	}
	var are []*Size
	return replaced(s, p.result, func(n *Size) *Size {
		if may := p.at[len(are)].may; len(may) > 0 {
			n = x.orUnknown(x.IntOf(p.where(may[0], are)))
		}
		are = append(are, n)
		return n
	})
}

// replaced is s, of the type of t, with f applied to its sizes, or to those of t
// where s is not known.
func replaced(s, t *shapes.Shape, f func(*Size) *Size) *shapes.Shape {
	if s == nil {
		t.EachSize(func(n *Size) { f(n) })
		return nil
	}
	out := *s
	if t.Size != nil {
		out.Size = f(s.Size)
	}
	out.Kids = make([]*shapes.Shape, len(s.Kids))
	for i, k := range s.Kids {
		out.Kids[i] = replaced(k, t.Kids[i], f)
	}
	return &out
}

// where is n with the sizes of a result in place of their names.
func (p *postconditions) where(n *Size, are []*Size) *Size {
	k := 0
	names := map[string]*Size{}
	p.result.EachSize(func(r *Size) {
		if k < len(are) {
			names[r.Name] = are[k]
		}
		k++
	})
	return sizes.Subst(n, func(t *Size) *Size {
		if is := names[t.Name]; is != nil && t.Op == types.SizeVar {
			return is
		}
		return t
	})
}

// tail is expr of what a function returns.
func (x *Analysis) tail(e nkl.Expr) *shapes.Shape {
	p := x.postconditions[x.fn]
	if p == nil {
		return x.expr(e)
	}
	switch e := e.(type) {
	case *nkl.Let:
		return x.let(e, x.tail)
	case *nkl.Check:
		return x.check(e, x.tail)
	case *nkl.If:
		return x.branch(e, x.tail)
	}
	s := x.expr(e)
	if s != nil {
		r := returned{Analysis: x, postconditions: p}
		r.look(s, p.result)
	}
	return s
}

// A returned is a value that is returned, size by size.
type returned struct {
	*Analysis
	*postconditions
	are     []*Size // sizes that have been looked at
	levels  []*Size // indices of the enclosing sequence levels
	nothing bool    // what is looked at is elements that do not exist
}

// look tests s, or guesses from it, where the result of the function has shape t.
func (r *returned) look(s, t *shapes.Shape) {
	if s == nil { // no elements
		t.EachSize(func(n *Size) { r.are = append(r.are, n) })
		return
	}
	if t.Size != nil {
		r.size(s.Size, t.Kind == types.KInt)
	}
	if t.Kind == types.KTuple {
		for i, k := range s.Kids {
			r.look(k, t.Kids[i])
		}
	}
	if t.Kind == types.KSeq {
		nothing, levels := r.nothing, r.levels
		r.nothing = nothing || sizes.IsConst(r.CanonInt(s.Size), 0)
		i := r.Index("r", s.Size)
		r.levels = append(r.levels, i)
		r.look(s.Elem().Instantiate(i), t.Elem())
		r.nothing, r.levels = nothing, levels
	}
}

// size looks at the next size of the result, which is n.
func (r *returned) size(n *Size, isInt bool) {
	a := r.at[len(r.are)]
	r.are = append(r.are, n)
	switch {
	case len(r.are) > maxPostconditions:
	case r.generating:
		r.candidate(a, n, isInt)
	default:
		a.broken = a.broken || len(a.may) > 0 && !r.nothing && !r.isSize(n, a.may[0])
	}
}

// isSize reports whether n is what m promises.
func (r *returned) isSize(n, m *Size) bool {
	m = r.opened(m)
	d := sizes.Sub(n, m)
	return r.Same(n, m) || r.NotNegative(d) && r.NotNegative(sizes.Mul(d, sizes.Const(-1)))
}

// opened is a promise about the elements at hand.
func (r *returned) opened(m *Size) *Size {
	for _, i := range r.levels {
		m = sizes.Open(m, i)
	}
	return r.where(m, r.are[:len(r.are)-1])
}
