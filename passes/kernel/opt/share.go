package opt

// Sharing of scalar operations and reads that are computed twice, in host code
// and in thunks, of results that are equal, and of runs: copying producers makes
// such pairs, and filters by the same flags count the same selected elements.

import (
	"slices"
	"strconv"

	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/vars"
)

// CSE makes equal operations one where the first dominates the second.
func CSE(e lcu.Expr) lcu.Expr { return CSERuns(e, nil) }

// CSERuns is share, of runs of these kernels, too.
func CSERuns(e lcu.Expr, kernels map[string]string) lcu.Expr {
	s := &valueNumbering{ids: vars.Numbers{}, subst: map[*lcu.Var]lcu.Expr{}, kernels: kernels}
	return s.body(e, &known{})
}

// A valueNumbering numbers variables, for keys, and replaces those that equal others.
type valueNumbering struct {
	ids     vars.Numbers
	subst   map[*lcu.Var]lcu.Expr
	kernels map[string]string // whose runs are shared: what those that make the same have in common
	text    []byte            // the key of the operation at hand
}

// known is the operations computed in a body, and those around it.
type known struct {
	up  *known
	ops map[string][]*lcu.Var // their results
}

func (k *known) find(key []byte) []*lcu.Var {
	for ; k != nil; k = k.up {
		if vs := k.ops[string(key)]; vs != nil {
			return vs
		}
	}
	return nil
}

func (k *known) add(key string, vs []*lcu.Var) {
	if k.ops == nil {
		k.ops = map[string][]*lcu.Var{}
	}
	k.ops[key] = vs
}

// body rewrites a body, an operation, or a thunk, with what is known there.
func (s *valueNumbering) body(e lcu.Expr, k *known) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok {
		return s.operation(e, k)
	}
	rhs := s.body(let.Rhs, k)
	if s.describe(rhs) {
		if vs := k.find(s.text); vs != nil {
			for i, v := range let.Binds {
				s.subst[v] = lcu.Use(vs[i])
			}
			return s.body(let.Body, k)
		}
		k.add(string(s.text), let.Binds)
	}
	s.results(let.Binds, rhs)
	body := s.body(let.Body, k)
	if rhs == let.Rhs && body == let.Body {
		return let
	}
	out := *let
	out.Rhs, out.Body = rhs, body
	return &out
}

// operation is body for what is no Let.
func (s *valueNumbering) operation(e lcu.Expr, k *known) lcu.Expr {
	nested := func(b lcu.Expr) lcu.Expr { return s.body(b, &known{up: k}) }
	e = e.MapOperands(func(x lcu.Expr) lcu.Expr {
		if t, ok := x.(*lcu.Thunk); ok {
			return nested(t)
		}
		return s.atom(x)
	})
	if _, check := e.(*lcu.Check); check {
		return e.MapBodies(func(b lcu.Expr) lcu.Expr { return s.body(b, k) })
	}
	return e.MapBodies(nested)
}

// results replaces arrays whose elements are computed as those of another
// result of the same SOAC; not literals, which cost nothing, and who writes into
// their array has it alone.
func (s *valueNumbering) results(vs []*lcu.Var, e lcu.Expr) {
	switch e.(type) {
	case *lcu.Map, *lcu.SegMap, *lcu.Filter, *lcu.Partition:
	default:
		return
	}
	p, _ := lcu.PartsOf(e)
	r := returned(p.T.Body)
	if r == nil {
		return
	}
	n := len(r.Vals)
	for k, x := range r.Vals {
		if _, computed := x.(*lcu.Ref); !computed {
			continue
		}
		j := slices.IndexFunc(r.Vals, func(y lcu.Expr) bool { return lcu.SameAtom(x, y) })
		for side := 0; 0 <= j && j < k && side+k < len(vs); side += n {
			s.subst[vs[side+k]] = lcu.Use(vs[side+j])
		}
	}
}

// returned is what element code returns after all that it binds and checks; nil if a branch decides.
func returned(e lcu.Expr) *lcu.Ret {
	for {
		switch x := e.(type) {
		case *lcu.Let:
			e = x.Body
		case *lcu.Check:
			e = x.Then
		case *lcu.Ret:
			return x
		default:
			return nil
		}
	}
}

func (s *valueNumbering) atom(e lcu.Expr) lcu.Expr {
	if r, ok := e.(*lcu.Ref); ok {
		if a := s.subst[r.Var]; a != nil {
			return a
		}
	}
	return e
}

// describe makes a text that operations equal to e have in common; false for what is not
// shared here.
func (s *valueNumbering) describe(e lcu.Expr) bool {
	s.text = s.text[:0]
	switch e := e.(type) {
	case *lcu.Prim:
		if e.Op.Class == prim.Scalar {
			s.write(e.Op.Name, e.Args...)
		}
	case *lcu.At:
		s.write("at", e.Vec, e.Idx)
	case *lcu.Length:
		s.write("length", e.Vec)
	case *lcu.Run:
		if alike := s.kernels[e.Kernel]; alike != "" {
			s.write("run "+alike, e.Args...)
		}
	}
	return len(s.text) > 0
}

// write adds an operation on atoms to the text.
func (s *valueNumbering) write(name string, args ...lcu.Expr) {
	s.text = vars.AppendOperation(s.text, s.ids, name, args, atom)
}

// atom is the variable of an atom, or else its text.
func atom(a lcu.Expr) (*lcu.Var, string) {
	switch a := a.(type) {
	case *lcu.Ref:
		return a.Var, ""
	case *lcu.Int:
		return nil, strconv.FormatInt(a.Val, 10)
	}
	return nil, lcu.Show(a)
}
