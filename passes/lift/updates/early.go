package updates

// What a step reads of a sequence behind the loop that makes a new version of it.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// early moves steps that read a sequence as it was, or count in it by a loop, before the loop or the conditional with
// which let makes a new version of it. Checks stay where they are, as those of the loop may fail before: a step that is moved
// says which of its checks fails, if one does, and is not made behind a check that fails.
//
//	(let new (loop (s) (old) ..) (let n (loop (k) (0) .. (check c (recur ..))) ..))
//	=> (let n.s (loop (k) (0) .. (if c (recur ..) (tuple 0 1))) (let new (loop (s) (old) ..) (check (/= n.s.1 1) ..)))
func early(let *nkl.Let) nkl.Expr {
	olds := oldVersions(let)
	if len(olds) == 0 {
		return let
	}
	code, tail := steps.Of(let.Body)
	moved, ok := readers(let, olds, code, tail)
	if !ok {
		return let
	}
	e := &earlier{}
	var stay []steps.Step
	for i, s := range code {
		if moved[i] {
			stay = append(stay, e.move(s)...)
		} else {
			stay = append(stay, s)
		}
	}
	return e.before.In(&nkl.Let{Node: let.Node, Bind: let.Bind, Rhs: let.Rhs, Body: steps.Join(stay, tail)})
}

// oldVersions is the sequences that a loop or a conditional may make new versions of.
func oldVersions(let *nkl.Let) (olds []*nkl.Var) {
	switch let.Rhs.(type) {
	case *nkl.Loop, *nkl.If:
		for _, v := range nkl.FreeVars(let.Rhs) {
			if v.Type.Kind == types.KSeq && (let.Bind.Type == v.Type || let.Bind.Type.Kind == types.KTuple && slices.Contains(let.Bind.Type.Elems, v.Type)) {
				olds = append(olds, v)
			}
		}
	}
	return olds
}

// readers says which steps read old versions, or make something or check something for those that do. There are none
// if one needs the new version, or makes a sequence.
func readers(let *nkl.Let, olds []*nkl.Var, code []steps.Step, tail nkl.Expr) (moved []bool, ok bool) {
	reads := func(e nkl.Expr) bool {
		return !anf.IsOp(e, prim.Length) && slices.ContainsFunc(nkl.FreeVars(e), func(v *nkl.Var) bool { return slices.Contains(olds, v) })
	}
	last := -1
	for i, s := range code {
		if reads(s.Expr) {
			last = i
		}
	}
	if last < 0 || reads(tail) {
		return nil, false
	}
	moved = make([]bool, len(code))
	var needed []*nkl.Var
	for i := last; i >= 0; i-- {
		s := code[i]
		if s.Check == nil && !reads(s.Expr) && !slices.Contains(needed, s.Bind) {
			continue
		}
		if s.Check == nil && (!scalarsOnly(s.Bind.Type) || bindsSequences(s.Expr)) {
			return nil, false
		}
		moved[i] = true
		needed = append(needed, nkl.FreeVars(s.Expr)...)
	}
	return moved, !slices.Contains(needed, let.Bind)
}

// scalarsOnly reports whether values of type t are scalars and tuples of these, and bindsSequences whether code has names for others.
func scalarsOnly(t *types.Type) bool { return !t.Has(types.KSeq) }

func bindsSequences(e nkl.Expr) bool {
	for v := range nkl.BoundVars(e) {
		if !scalarsOnly(v.Type) {
			return true
		}
	}
	return false
}

// earlier is steps that were behind others.
type earlier struct {
	before anf.Block
	good   nkl.Expr // whether no check of a step so far fails, nil if there is none
}

// move adds a step, and returns what stays of it.
func (e *earlier) move(s steps.Step) []steps.Step {
	if s.Check != nil {
		e.good = e.before.Both(e.good, s.Expr)
		return []steps.Step{s}
	}
	if !checks(s.Expr) {
		e.before.Let(s.Bind, e.ifGood(s.Expr, s.Bind.Type))
		return nil
	}
	var m marks
	pair := types.Tuple(s.Bind.Type, types.Int)
	rhs := m.ends(s.Expr, s.Bind.Type)
	both := e.before.Name(s.Bind.Name, pair, e.ifGood(rhs, pair))
	e.before.Let(s.Bind, anf.Part(0, both))
	fails := e.before.Name("fails", types.Int, anf.Part(1, both))
	none := e.before.Name("none", types.Bool, anf.Op(prim.Eq, fails, anf.Integer(0)))
	e.good = e.before.Both(e.good, none)
	var stay []steps.Step
	for i, c := range m.checks {
		holds := types.NewVar("holds", types.Bool)
		stay = append(stay, steps.Step{Bind: holds, Expr: anf.Op(prim.Ne, fails, anf.Integer(int64(i+1)))}, steps.Step{Expr: nkl.Use(holds), Check: c})
	}
	return stay
}

// ifGood is x, of type t, where no check has failed.
func (e *earlier) ifGood(x nkl.Expr, t *types.Type) nkl.Expr {
	switch x.(type) {
	case *nkl.Tuple, *nkl.Proj:
		return x
	}
	if e.good == nil {
		return x
	}
	var none anf.Block
	return &nkl.If{Cond: e.good, Then: x, Else: none.In(none.Zero(t))}
}

// checks reports whether there is a check in e.
func checks(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool { _, check := e.(*nkl.Check); return check })
}

// marks numbers the checks of code whose value says which of them fails.
type marks struct {
	checks []*nkl.Check
}

// ends is e, of type t, with 0 as a second part of its value, or zero and the number of the check that fails.
func (m *marks) ends(e nkl.Expr, t *types.Type) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Recur:
		return e
	case *nkl.Loop:
		return &nkl.Loop{Node: e.Node, Binds: e.Binds, Inits: e.Inits, Body: m.ends(e.Body, t)}
	case *nkl.If:
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: m.ends(e.Then, t), Else: m.ends(e.Else, t)}
	case *nkl.Check:
		m.checks = append(m.checks, e)
		fails := failure(t, anf.Integer(int64(len(m.checks))))
		return &nkl.If{Node: e.Node, Cond: e.Cond, Then: m.ends(e.Then, t), Else: fails}
	case *nkl.Let:
		if !checks(e.Rhs) {
			return &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: m.ends(e.Body, t)}
		}
		var b anf.Block
		both := b.Name(e.Bind.Name, types.Tuple(e.Bind.Type, types.Int), m.ends(e.Rhs, e.Bind.Type))
		b.Let(e.Bind, anf.Part(0, both))
		fails := b.Name("fails", types.Int, anf.Part(1, both))
		none := b.Name("none", types.Bool, anf.Op(prim.Eq, fails, anf.Integer(0)))
		return b.In(&nkl.If{Cond: none, Then: m.ends(e.Body, t), Else: failure(t, fails)})
	}
	var b anf.Block
	return b.In(nkl.Pair(b.Name("value", t, e), anf.Integer(0)))
}

// failure is the value of code of type t behind a check that fails.
func failure(t *types.Type, number nkl.Expr) nkl.Expr {
	var b anf.Block
	return b.In(nkl.Pair(b.Zero(t), number))
}
