package element

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
	"nessiec/passes/lower/group"
)

// A Step is a use of a kernel of λcu, which a template makes a kernel of.
type Step struct {
	use
	Thunk    *Thunk
	Epilogue *Thunk   // or nil
	active   kir.Expr // whether one has to go through the segment; nil if always
}

// NewStep is a use of a source with scalars passed by modes; loops over elements are
// split if cut is set.
func NewStep(s *Source, modes []Mode, assumed Assumed, cut bool) *Step {
	out := &Step{use: use{Source: s, modes: modes, assumed: assumed, cut: cut && s.Split != nil}}
	out.Thunk = NewThunk(s.Parts().T)
	if s.Out != nil {
		out.Epilogue = NewThunk(s.Out)
	}
	return out
}

// Unpadded is s for a template that reads every array at places of its own.
func (s *Step) Unpadded() *Step {
	out := *s
	out.unpadded, out.cut = true, false
	return &out
}

// WithoutEpilogue is s for launches before the epilogue: those that make what an
// epilogue in a launch of its own reads, and those by which the host decides.
func (s *Step) WithoutEpilogue() *Step {
	out := *s
	out.Source, out.Epilogue = s.withoutOut(), nil
	return &out
}

// Scalars is the types of the results of an update that are no states.
func (s *Step) Scalars() (ts []*types.Type) {
	for i, state := range s.States.Results {
		if state < 0 {
			ts = append(ts, s.Elems[i])
		}
	}
	return ts
}

// Written is the types of what is written for results combined by ms.
func (s *Step) Written(ms []group.Monoid) []*types.Type {
	switch {
	case s.Epilogue == nil:
		return group.Elems(ms)
	case s.stores():
		return slices.Concat(s.Made, group.Elems(ms))
	}
	return s.Made
}

// stores reports whether what is combined is written although there is an epilogue:
// its total is no element of that.
func (s *Step) stores() bool { return s.SOAC.Form() == lcu.FormPrefix }

// PassedAccess is how a kernel accesses results that are passed through: an epilogue may
// read, after they are stored, what it would be good to store them in.
func (s *Step) PassedAccess() kir.Access {
	if s.Epilogue != nil {
		return kir.Scatter
	}
	return kir.Write
}

// Write stores vals, or what the epilogue makes of them.
func (s *Step) Write(k *Kernel, out []*kir.Var, vals []kir.Expr, p Place) {
	if s.Epilogue != nil {
		made := s.Epilogue.At(k, p, vals...)
		if s.stores() {
			made = append(made, vals...)
		}
		vals = made
	}
	k.StoreAll(out, p.resultIndex(), vals)
}

// Combined evaluates the thunk, stores what is passed through in rest and returns what
// is combined.
func (s *Step) Combined(k *Kernel, r Results, rest []*kir.Var, p Place) []kir.Expr {
	vals := s.Thunk.At(k, p)
	k.StoreAll(rest, p.Pos, Pick(vals, r.Passed))
	return Pick(vals, r.Combined)
}

// Enter is p with a name for the index in the row if thunks ask for it: for those who
// evaluate several thunks there.
func (s *Step) Enter(k *Kernel, p Place) Place {
	x := k.Scope(p)
	x.enter()
	return x.place
}

// NewKernel begins the kernel of a step.
func (s *Step) NewKernel() *Kernel {
	return &Kernel{Kernel: build.NewKernel(), use: &s.use, scalars: map[*lcu.Var]kir.Expr{}, arrays: map[*lcu.Var]*array{}, states: map[*lcu.Var]State{}}
}
