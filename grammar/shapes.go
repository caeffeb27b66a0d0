package grammar

// The nested language with sizes: the input of flattening.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// NestedShaped is what pass infer-shapes makes.
var NestedShaped = NestedCaptured.Extend("nkl.shaped", "types say the sizes of sequences",
	Add(nkl.FormRegular),
	Establish(Sized))

// Sized: variables, parameters and results have a size at every sequence
// level; it may use the indices of the levels around it, and, inside maps
// only, the index of a map. Element types of literals have no sizes.
var Sized = Property("sized", "sequence types of variables and results have sizes", func(m *nkl.Module) error {
	for _, f := range m.Funcs {
		if err := sizedFunction(f.Name, f.Params, f.Result, f.Body); err != nil {
			return err
		}
	}
	for _, l := range m.Lifteds {
		if err := sizedFunction(l.Name, l.Params, l.Result, l.Body); err != nil {
			return err
		}
	}
	return nil
})

func sizedFunction(name string, params []*nkl.Var, result *types.Type, body nkl.Expr) error {
	if err := sizedType(result, 0, false); err != nil {
		return fmt.Errorf("function %s: result %v: %w", name, result, err)
	}
	for _, p := range params {
		if err := sizedType(p.Type, 0, false); err != nil {
			return fmt.Errorf("function %s: %s:%v: %w", name, p.Name, p.Type, err)
		}
	}
	var err error
	var walk func(e nkl.Expr, inMap bool)
	walk = func(e nkl.Expr, inMap bool) {
		ir.Walk(e, func(e nkl.Expr) bool {
			each, isMap := e.(*nkl.EachCaptured)
			nkl.EachBind(e, func(v *nkl.Var) {
				if bad := sizedType(v.Type, 0, inMap || isMap); bad != nil && err == nil {
					err = fmt.Errorf("function %s: %s:%v: %w", name, v.Name, v.Type, bad)
				}
			})
			if isMap {
				for _, s := range each.Seqs {
					walk(s, inMap)
				}
				walk(each.Body, true)
			}
			return !isMap
		})
	}
	walk(body, false)
	return err
}

// sizedType checks t, which stands under depth sequence levels.
func sizedType(t *types.Type, depth int64, inMap bool) error {
	if t.Kind == types.KSeq {
		if len(t.Sizes) != 1 {
			return fmt.Errorf("%v has no size", t)
		}
		if err := sizeInScope(t.Sizes[0], depth, inMap); err != nil {
			return err
		}
		depth++
	}
	for _, e := range t.Elems {
		if err := sizedType(e, depth, inMap); err != nil {
			return err
		}
	}
	return nil
}

func sizeInScope(s *types.Size, depth int64, inMap bool) error {
	switch {
	case s.Op == types.SizeIndex && s.N > depth:
		return fmt.Errorf("index %v belongs to no level of the type", s)
	case s.IsOpenIndex() && !inMap:
		return fmt.Errorf("index %v belongs to no map", s)
	}
	for _, a := range s.Args {
		if err := sizeInScope(a, depth, inMap); err != nil {
			return err
		}
	}
	return nil
}
