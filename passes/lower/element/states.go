package element

// The thunk of an update as kernels run it. Its states are used linearly, so that all
// versions of one are the same segment of a buffer: nothing hands versions on any
// more, and Put is a statement.

import (
	"slices"

	"nessiec/ir/lcu"
)

// States is what is known of the states of an update.
type States struct {
	Vars    []*lcu.Var
	Scratch []*lcu.Var
	Results []int             // which of them results are; -1 for scalars
	Safe    map[lcu.Expr]bool // reads and puts that are in range
}

// Has reports whether v is one of the states.
func (s *States) Has(v *lcu.Var) bool {
	return s != nil && (slices.Contains(s.Vars, v) || slices.Contains(s.Scratch, v))
}

// inPlace is u on segments of buffers, whose thunk has its index alone as parameter.
func inPlace(u *lcu.Update) (*lcu.Update, *States) {
	x := &placer{of: map[*lcu.Var]*lcu.Var{}}
	for _, v := range u.T.Params[:len(u.T.Params)-1] {
		x.of[v] = v
	}
	body, results := x.tail(u.T.Body)
	st := &States{Vars: u.States(), Scratch: u.Scratch(), Safe: map[lcu.Expr]bool{}}
	for _, v := range results {
		st.Results = append(st.Results, slices.Index(st.Vars, v))
	}
	t := &lcu.Thunk{Node: u.T.Node, Params: u.T.Params[len(u.T.Params)-1:], Body: body}
	return &lcu.Update{Node: u.Node, N: u.N, Segs: u.Segs, Into: u.Into, Sizes: u.Sizes, T: t}, st
}

// A placer knows of which state a variable is a version.
type placer struct{ of map[*lcu.Var]*lcu.Var }

func (x *placer) state(e lcu.Expr) *lcu.Var {
	if r, ok := e.(*lcu.Ref); ok {
		return x.of[r.Var]
	}
	return nil
}

// scalars is es without states, and the states, nil for scalars.
func (x *placer) scalars(es []lcu.Expr) (left []lcu.Expr, states []*lcu.Var) {
	for _, e := range es {
		s := x.state(e)
		if states = append(states, s); s == nil {
			left = append(left, e)
		}
	}
	return left, states
}

// bind is vs without those that are bound to states.
func (x *placer) bind(vs, states []*lcu.Var) (left []*lcu.Var) {
	for i, v := range vs {
		if i < len(states) && states[i] != nil {
			x.of[v] = states[i]
		} else {
			left = append(left, v)
		}
	}
	return left
}

// tail is e in place, and the states that it yields, nil where it yields a scalar.
func (x *placer) tail(e lcu.Expr) (lcu.Expr, []*lcu.Var) {
	switch e := e.(type) {
	case *lcu.Let:
		rhs, states := x.tail(e.Rhs)
		binds := x.bind(e.Binds, states)
		body, out := x.tail(e.Body)
		return &lcu.Let{Node: e.Node, Binds: binds, Rhs: rhs, Body: body}, out
	case *lcu.Check:
		then, out := x.tail(e.Then)
		return &lcu.Check{Node: e.Node, Cond: e.Cond, Error: e.Error, Then: then}, out
	case *lcu.If:
		then, one := x.tail(e.Then)
		els, two := x.tail(e.Else)
		if one == nil {
			one = two
		}
		return &lcu.If{Node: e.Node, Cond: e.Cond, Then: then, Else: els}, one
	case *lcu.Loop:
		inits, states := x.scalars(e.Inits)
		binds := x.bind(e.Binds, states)
		body, out := x.tail(e.Body)
		return &lcu.Loop{Node: e.Node, Binds: binds, Inits: inits, Body: body}, out
	case *lcu.Recur:
		args, _ := x.scalars(e.Args)
		return &lcu.Recur{Node: e.Node, Args: args}, nil
	case *lcu.Ret:
		vals, states := x.scalars(e.Vals)
		return &lcu.Ret{Node: e.Node, Vals: vals}, states
	case *lcu.Put:
		s := x.state(e.Vec)
		return &lcu.Put{Node: e.Node, Vec: lcu.Use(s), Idx: e.Idx, Val: e.Val}, []*lcu.Var{s}
	case *lcu.At:
		if s := x.state(e.Vec); s != nil {
			return &lcu.At{Node: e.Node, Vec: lcu.Use(s), Idx: e.Idx}, []*lcu.Var{nil}
		}
	case *lcu.Length:
		if s := x.state(e.Vec); s != nil {
			return &lcu.Length{Node: e.Node, Vec: lcu.Use(s)}, []*lcu.Var{nil}
		}
	}
	return e, []*lcu.Var{nil}
}
