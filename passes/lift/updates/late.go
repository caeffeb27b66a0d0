package updates

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/passes/lift/steps"
	"nessiec/passes/nested/anf"
)

// late moves what makes a new version of a sequence behind the last step that needs the sequence as
// it was before. What depends on the new version moves with it, in order; that must be no check, and
// must not need the old version itself. A literal may become a new version of any sequence: it moves to where it
// is needed. A part of a sequence is what it is a part of.
func late(e nkl.Expr) nkl.Expr {
	parts := later{}
	ir.Walk(e, func(e nkl.Expr) bool {
		if let, ok := e.(*nkl.Let); ok && anf.IsOp(let.Rhs, prim.Get) {
			parts[let.Bind] = nkl.VarOf(let.Rhs.(*nkl.Prim).Args[0])
		}
		return true
	})
	return parts.code(e)
}

// A later knows of which sequences variables are parts.
type later map[*nkl.Var]*nkl.Var

// whole is the sequence of which v is a part, or v.
func (p later) whole(v *nkl.Var) *nkl.Var {
	for p[v] != nil {
		v = p[v]
	}
	return v
}

// code is late for e.
func (p later) code(e nkl.Expr) nkl.Expr {
	e = e.MapChildren(p.code)
	let, ok := e.(*nkl.Let)
	if !ok {
		return e
	}
	if s, ok := let.Rhs.(*nkl.Seq); ok && s.Elem.IsScalar() {
		return sink(let)
	}
	old := p.whole(oldVersion(let.Rhs))
	if old == nil {
		return early(let)
	}
	moving, made := []steps.Step{{Bind: let.Bind, Expr: let.Rhs}}, []*nkl.Var{let.Bind}
	var staying, moved, stayed []steps.Step
	rest := e
	for at := let.Body; ; {
		s, next := steps.Cut(at)
		if next == nil {
			break
		}
		needs := nkl.FreeVars(s.Expr)
		needsOld := slices.ContainsFunc(needs, func(v *nkl.Var) bool { return p.whole(v) == old })
		depends := slices.ContainsFunc(made, func(v *nkl.Var) bool { return slices.Contains(needs, v) })
		if depends && (needsOld || s.Check != nil) {
			break
		}
		at = next
		switch {
		case depends:
			moving, made = append(moving, s), append(made, s.Bind)
			continue
		case needsOld:
			stayed, moved, rest = append(slices.Clone(staying), s), slices.Clone(moving), next
		}
		staying = append(staying, s)
	}
	return steps.Join(stayed, steps.Join(moved, rest))
}

// sink moves what e binds behind the steps that do not need it.
func sink(e *nkl.Let) nkl.Expr {
	var before []steps.Step
	rest := e.Body
	for {
		s, next := steps.Cut(rest)
		if next == nil || slices.Contains(nkl.FreeVars(s.Expr), e.Bind) {
			return steps.Join(before, &nkl.Let{Node: e.Node, Bind: e.Bind, Rhs: e.Rhs, Body: rest})
		}
		before, rest = append(before, s), next
	}
}

// oldVersion is the sequence that e makes a new version of, or nil.
func oldVersion(e nkl.Expr) *nkl.Var {
	switch e := e.(type) {
	case *nkl.Put:
		if r, ok := e.Seq.(*nkl.Ref); ok {
			return r.Var
		}
	case *nkl.Prim:
		if e.Op.Code == prim.Write || e.Op.Code == prim.Append {
			if r, ok := e.Args[0].(*nkl.Ref); ok {
				return r.Var
			}
		}
	}
	return nil
}
