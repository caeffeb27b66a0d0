package grammar

// The nested languages on the way to flattening: what is needed under maps.

import (
	"errors"
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// The languages that passes/lift makes, in pipeline order.
var (
	NestedInPlace = NestedLooped.Extend("nkl.inplace", "loops that replace elements one by one are update blocks",
		Add(nkl.FormUpdate, nkl.FormPut, nkl.FormReserve, nkl.FormStore, nkl.FormAnywhere),
		Establish(UpdateBlocks))

	NestedSettled = NestedInPlace.Extend("nkl.settled", "rows of tables stay where they are",
		Remove(nkl.FormCollect))

	NestedPrelifted = NestedSettled.Extend("nkl.prelifted", "every call under a map has a lifted target",
		Add(nkl.FormCallLifted),
		End(TailLoops),
		Establish(LiftedTargets), Establish(LiftedMaps))

	NestedBlocked = NestedPrelifted.Extend("nkl.blocked", "scalar code under maps is element blocks",
		Add(nkl.FormElem),
		Establish(ElementCode))

	NestedCaptured = NestedBlocked.Extend("nkl.captured", "every map lists what it captures",
		Remove(nkl.FormEach),
		Add(nkl.FormEachCaptured),
		Establish(CapturesListed))
)

// LiftingsEnd: a function with a Lifting does not call itself. What a map calls for it is
// called for no elements, too, so it would call without end.
var LiftingsEnd = Property("liftings-end", "a function with a lifting does not call itself", func(m *nkl.Module) error {
	byName := map[string]*nkl.Func{}
	for _, f := range m.Funcs {
		byName[f.Name] = f
	}
	for _, l := range m.Liftings {
		seen := map[string]bool{}
		var visit func(fn string)
		visit = func(fn string) {
			if f := byName[fn]; f != nil && !seen[fn] {
				seen[fn] = true
				nkl.EachCall(f.Body, visit)
			}
		}
		nkl.EachCall(byName[l.Fn].Body, visit)
		if seen[l.Fn] {
			return fmt.Errorf("function %s has a lifting and calls itself", l.Fn)
		}
	}
	return nil
})

// LiftedTargets: no plain call stands under a map, and targets exist.
var LiftedTargets = Property("lifted-targets", "calls under maps name a lifted function of the same origin", func(m *nkl.Module) error {
	of, by := map[string]string{}, m.LiftedBy()
	for _, l := range m.Lifteds {
		of[l.Name] = l.Of
	}
	var err error
	var walk func(e nkl.Expr, under bool)
	walk = func(e nkl.Expr, under bool) {
		ir.Walk(e, func(e nkl.Expr) bool {
			switch e := e.(type) {
			case *nkl.Call:
				if under && err == nil {
					err = fmt.Errorf("plain call of %s under a map", e.Fn)
				}
			case *nkl.CallLifted:
				if of[e.Target] != e.Fn && by[e.Fn] != e.Target && err == nil {
					err = fmt.Errorf("lifted call of %s names %s, which is no lifted version of it", e.Fn, e.Target)
				}
			case *nkl.Each:
				walk(e.Body, true)
				return false
			case *nkl.EachCaptured:
				walk(e.Body, true)
				return false
			}
			return true
		})
	}
	m.EachBody(func(e nkl.Expr) { walk(e, false) })
	return err
})

// LiftedMaps: { body : i in index(n); x in xs ... }, and flatten opens that map.
var LiftedMaps = Property("lifted-maps", "a lifted function is a map over its active elements", func(m *nkl.Module) error {
	for _, l := range m.Lifteds {
		if !isLiftedMap(l) {
			return fmt.Errorf("lifted function %s is no map over its elements, as prelift-functions makes them", l.Name)
		}
	}
	return nil
})

func isLiftedMap(l *nkl.Lifted) bool {
	let, ok := l.Body.(*nkl.Let)
	if !ok || len(l.Params) == 0 {
		return false
	}
	var seqs []nkl.Expr
	switch e := let.Body.(type) {
	case *nkl.Each:
		seqs = e.Seqs
	case *nkl.EachCaptured:
		seqs = e.Seqs
	}
	index, ok := let.Rhs.(*nkl.Prim)
	over := append([]*nkl.Var{let.Bind}, l.Params[1:]...)
	return ok && index.Op == prim.Index.Prim() && nkl.IsUse(index.Args[0], l.Params[0]) && slices.EqualFunc(seqs, over, nkl.IsUse)
}

// elementForms may stand in an element block.
var elementForms = ir.Forms(nkl.FormRef, nkl.FormInt, nkl.FormFloat, nkl.FormBool, nkl.FormChar, nkl.FormPrim,
	nkl.FormTuple, nkl.FormProj, nkl.FormLet, nkl.FormIf, nkl.FormCheck, nkl.FormLoop, nkl.FormRecur)

// ElementCode: element blocks hold scalar code only, sequences are read by elt
// and length, and blocks stand under maps and in folds.
var ElementCode = Property("element-code", "an element block is scalar code", func(m *nkl.Module) error {
	var err error
	m.EachBody(func(b nkl.Expr) {
		ir.Walk(b, func(e nkl.Expr) bool {
			if x, ok := e.(*nkl.Elem); ok && err == nil {
				err = scalarCode(x.Body, elementForms, "an element block")
			}
			return err == nil
		})
	})
	return err
})

// scalarCode reports what of body, which is part of some block, is neither one of
// these forms nor reads a sequence or computes a scalar.
func scalarCode(body nkl.Expr, forms ir.FormSet, block string) (err error) {
	ir.Walk(body, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Prim:
			if e.Op.Code != prim.Elt && e.Op.Code != prim.Length && e.Op.Class != prim.Scalar {
				err = fmt.Errorf("primitive %s in %s", e.Op.Name, block)
			}
		default:
			if !forms.Has(e.Form()) {
				err = fmt.Errorf("form %s in %s", nkl.Schema[e.Form()].Name, block)
			}
		}
		return err == nil
	})
	return err
}

// updateForms may stand in an update block.
var updateForms = elementForms.Plus(ir.Forms(nkl.FormPut))

// UpdateBlocks: update blocks hold element code that may put, into sequences of
// scalars, and nothing else does.
var UpdateBlocks = Property("update-blocks", "elements are replaced one by one in update blocks, which are scalar code", func(m *nkl.Module) (err error) {
	m.EachBody(func(b nkl.Expr) {
		ir.Walk(b, func(e nkl.Expr) bool {
			if err != nil {
				return false
			}
			switch e := e.(type) {
			case *nkl.Put:
				err = errors.New("put outside of an update block")
			case *nkl.Update:
				for _, v := range e.Binds {
					if t := v.Type; t.Kind != types.KSeq || t.Elem().Has(types.KSeq) {
						err = fmt.Errorf("an update block of %s, which has type %v", v.Name, t)
					}
				}
				if err == nil {
					err = scalarCode(e.Body, updateForms, "an update block")
				}
				return false
			}
			return err == nil
		})
	})
	return err
})

// CapturesListed: Uniform and Shared are exactly the free variables of a map,
// scalars in the one, variables that hold sequences in the other.
var CapturesListed = Property("captures-listed", "the captures of a map are its free variables", func(m *nkl.Module) error {
	var err error
	m.EachBody(func(b nkl.Expr) {
		ir.Walk(b, func(e nkl.Expr) bool {
			if x, ok := e.(*nkl.EachCaptured); ok && err == nil {
				err = capturesListed(x)
			}
			return err == nil
		})
	})
	return err
})

func capturesListed(e *nkl.EachCaptured) error {
	listed := map[*nkl.Var]bool{}
	for _, v := range e.Uniform {
		if v.Type.Has(types.KSeq) {
			return fmt.Errorf("%s holds a sequence and is listed as uniform", v.Name)
		}
		listed[v] = true
	}
	for _, v := range e.Shared {
		if !v.Type.Has(types.KSeq) {
			return fmt.Errorf("%s is a scalar and is listed as shared", v.Name)
		}
		listed[v] = true
	}
	for _, v := range e.Binds {
		listed[v] = true
	}
	for _, v := range nkl.FreeVars(e.Body) {
		if !listed[v] {
			return fmt.Errorf("capture %s is not listed", v.Name)
		}
	}
	return nil
}
