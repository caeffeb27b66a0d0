package grammar

// The languages of Harlan: data, then forms with a meaning.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/datum"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// Datum is the family of programs as data.
var Datum = NewFamily("datum", Ops[*datum.Module, datum.Expr]{
	Schema: datum.Schema,
	Parse:  datum.Parse,
	Show:   datum.Show,
})

// Harlan is the family of the languages of Harlan once forms have a meaning.
var Harlan = NewFamily("harlan", Ops[*harlan.Module, harlan.Expr]{
	Schema:   harlan.Schema,
	Parse:    harlan.Parse,
	Check:    harlan.Verify,
	Show:     harlan.Show,
	EachType: harlan.EachType,
})

// HarlanExpr is an expression of Harlan: any form but the arm of a match.
var HarlanExpr = Sort{"expression", ir.AllForms().Minus(ir.Forms(harlan.FormArm))}

// The languages of Harlan, in pipeline order.
var (
	HarlanRead = Base[*datum.Module](Datum, "harlan.read", "the data of a file",
		Add(datum.FormSym, datum.FormInt, datum.FormWide, datum.FormFloat, datum.FormBool, datum.FormChar, datum.FormString,
			datum.FormList, datum.FormDotted))

	HarlanSpliced = HarlanRead.Extend("harlan.spliced", "the declarations of one program, with those that it imports",
		Establish(UniqueDefinitions))

	HarlanExpanded = HarlanSpliced.Extend("harlan.expanded", "no macros; every variable has a name of its own in its declaration",
		Remove(datum.FormDotted),
		Add(datum.FormLocal))

	HarlanParsed = Base[*harlan.Module](Harlan, "harlan.parsed", "forms with a meaning: names refer to one thing, with the right number of arguments",
		append([]Change{
			Add(harlan.FormRef, harlan.FormInt, harlan.FormFloat, harlan.FormBool, harlan.FormChar, harlan.FormStr, harlan.FormU64, harlan.FormVoid,
				harlan.FormOp, harlan.FormCall, harlan.FormConstruct, harlan.FormApply, harlan.FormLambda, harlan.FormCast,
				harlan.FormVector, harlan.FormIota, harlan.FormVectorRef, harlan.FormLength, harlan.FormPointer, harlan.FormKernel,
				harlan.FormReduce, harlan.FormScan, harlan.FormFilter, harlan.FormLet, harlan.FormBegin, harlan.FormIf,
				harlan.FormMatch, harlan.FormArm, harlan.FormAssert, harlan.FormFail, harlan.FormPrint, harlan.FormWrite,
				harlan.FormWhile, harlan.FormSet, harlan.FormVectorSet),
			RemoveKinds(types.Invalid, types.KVar, types.KVec, types.KSd, types.KBuf, types.KLanes, types.KStream),
			Restrict(harlan.FieldMatchArms, Sort{"arm", ir.Forms(harlan.FormArm)}),
		}, harlanPositions()...)...)

	HarlanTyped = HarlanParsed.Extend("harlan.typed", "everything has a type",
		Establish(Typed))

	HarlanPure = HarlanTyped.Extend("harlan.pure", "a variable has one value",
		Remove(harlan.FormWhile, harlan.FormSet, harlan.FormVectorSet),
		Add(harlan.FormTuple, harlan.FormProj, harlan.FormPut, harlan.FormLoop, harlan.FormRecur))

	HarlanFolded = HarlanPure.Extend("harlan.folded", "reductions with known operators name them",
		Add(harlan.FormTotal, harlan.FormRunning))

	HarlanFirstOrder = HarlanFolded.Extend("harlan.firstorder", "procedures are data",
		Remove(harlan.FormLambda, harlan.FormApply),
		RemoveKinds(types.KFun, types.KClo))
)

// harlanPositions say that an arm stands in a match only.
func harlanPositions() (cs []Change) {
	for fm, info := range harlan.Schema {
		for _, fd := range info.Fields {
			if f := (ir.Field{Form: ir.Form(fm), Index: uint8(max(fd.Child, 0))}); fd.Child >= 0 && f != harlan.FieldMatchArms {
				cs = append(cs, Restrict(f, HarlanExpr))
			}
		}
	}
	return cs
}

// UniqueDefinitions makes every name of the top level that of one declaration.
var UniqueDefinitions = Property("unique-definitions", "no name of the top level is defined twice, and there are no imports", func(m *datum.Module) error {
	seen := map[string]bool{}
	for _, d := range m.Forms {
		l, ok := d.(*datum.List)
		if !ok || len(l.Elems) < 2 {
			continue
		}
		head, _ := l.Elems[0].(*datum.Sym)
		name, _ := l.Elems[1].(*datum.Sym)
		if head != nil && head.Name == "define" {
			name = nil
			if of, ok := l.Elems[1].(*datum.List); ok && len(of.Elems) > 0 {
				name, _ = of.Elems[0].(*datum.Sym)
			}
		}
		if head == nil || name == nil {
			continue
		}
		key := name.Name
		switch {
		case head.Name == "import":
			return fmt.Errorf("%s is imported", name.Name)
		case head.Name == "define-datatype":
			key = "datatype " + key
		case head.Name != "define" && head.Name != "define-macro" && head.Name != "extern":
			continue
		}
		if seen[key] {
			return fmt.Errorf("%s is defined twice", key)
		}
		seen[key] = true
	}
	return nil
})

// Typed makes every variable and function have a type.
var Typed = Property("typed", "variables, functions, vectors, procedures and failures have their types", func(m *harlan.Module) error {
	var err error
	missing := func(t *types.Type, what string) {
		if t == nil && err == nil {
			err = fmt.Errorf("%s has no type", what)
		}
	}
	for _, f := range m.Funcs {
		missing(f.Result, "the result of "+f.Name)
		for _, p := range f.Params {
			missing(p.Type, p.Name)
		}
		ir.Walk(f.Body, func(e harlan.Expr) bool {
			switch e := e.(type) {
			case *harlan.Let:
				missing(e.Bind.Type, e.Bind.Name)
			case *harlan.Vector:
				missing(e.Elem, "a vector")
			case *harlan.Lambda:
				missing(e.Type, "a procedure")
			case *harlan.Fail:
				missing(e.Type, "a failure")
			}
			return err == nil
		})
	}
	return err
})
