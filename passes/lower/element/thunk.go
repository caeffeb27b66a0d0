package element

import (
	"maps"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/device/build/op"
)

// A Thunk is element code.
type Thunk struct {
	code *lcu.Thunk
	ts   []*types.Type // of its results
	inv  *invariants   // of the segment that it is evaluated in, or nil
}

// NewThunk is a thunk of a SOAC.
func NewThunk(t *lcu.Thunk) *Thunk { return &Thunk{code: t, ts: lcu.Sigs{}.ResultTypes(t.Body)} }

// At is the values of the thunk at a place, as atoms: all loads before any store, since
// buffers may be reused. Its parameters are the segment and the position, as far as it
// has them, and what is combined.
func (t *Thunk) At(k *Kernel, p Place, combined ...kir.Expr) []kir.Expr {
	s := k.Scope(p)
	if t.inv != nil {
		s.inv, s.Env = t.inv, maps.Clone(t.inv.env)
	}
	indices := len(t.code.Params) - len(combined)
	for i, v := range t.code.Params[indices:] {
		s.Env[v] = k.Atom("x", combined[i])
	}
	switch indices {
	case 1:
		s.Env[t.code.Params[0]] = p.resultIndex()
	case 2:
		s.Env[t.code.Params[0]], s.Env[t.code.Params[1]] = p.Seg, p.Pos
	}
	if p.Pos != nil {
		s.enter()
	}
	vals := s.Values(t.code.Body, t.ts, nil)
	for i, val := range vals {
		vals[i] = k.Named("v", val)
	}
	return vals
}

// enter names the index in the row if thunks ask for it.
func (s *Scope) enter() {
	if p := &s.place; p.Row != nil && p.InRow == nil && s.k.use.needsRow && !s.k.use.unpadded {
		p.InRow = s.Def("j", op.Sub(p.Pos, p.Row.Start))
	}
}

func (t *Thunk) with(inv *invariants) *Thunk { return &Thunk{t.code, t.ts, inv} }
