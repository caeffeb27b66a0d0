package grammar

// The flat languages: vectors and descriptors, no apply-to-each.

import (
	"fmt"
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// FKL is the family of flat languages.
var FKL = NewFamily("fkl", Ops[*fkl.Module, fkl.Expr]{
	Schema: fkl.Schema, Parse: fkl.Parse, Complete: (*fkl.Module).Complete, Check: fkl.Verify,
	Show: fkl.Show, EachType: fkl.EachType, EachPrim: fkl.EachPrim,
})

// The forms of the flat languages, by what they may be part of.
var (
	flatAtoms  = ir.Forms(fkl.FormRef, fkl.FormInt, fkl.FormFloat, fkl.FormBool, fkl.FormChar)
	flatTails  = ir.Forms(fkl.FormLet, fkl.FormRet, fkl.FormIf, fkl.FormLoop, fkl.FormRecur, fkl.FormCheck, fkl.FormScope)
	flatBinder = ir.Forms(fkl.FormLet, fkl.FormRet, fkl.FormRecur, fkl.FormCheck)
)

// FlatAtom is what an operand may be; FlatTail what a body may be; FlatRhs what
// a let may bind: an operation, a call, a conditional or a loop.
var (
	FlatAtom = Sort{"atom", flatAtoms}
	FlatTail = Sort{"tail", flatTails}
	FlatRhs  = Sort{"operation", ir.AllForms().Minus(flatAtoms).Minus(flatBinder)}
)

// FlatBodies: the bodies of functions, which have no field of a form.
var FlatBodies = Property("bodies-are-tails", "the body of a function is a tail, too", func(m *fkl.Module) error {
	for _, f := range m.Funcs {
		if !flatTails.Has(f.Body.Form()) {
			return fmt.Errorf("the body of %s is a %s", f.Name, fkl.Schema[f.Body.Form()].Name)
		}
	}
	return nil
})

// FlatSized: types of the host say sizes. What they say is true, which evaluators test.
var FlatSized = Property("sizes-are-said", "a vector of the host says its length, a descriptor its segments and an int its value", (*fkl.Module).Sized)

// EqualSegments: a variable is a descriptor only where its count and length are
// known; all others are vectors of offsets.
var EqualSegments = Property("descriptors-are-equal-segments", "a descriptor is bound to a count and a length", func(m *fkl.Module) (err error) {
	sd := func(ts ...*types.Type) bool {
		return slices.ContainsFunc(ts, func(t *types.Type) bool { return t.Kind == types.KSd })
	}
	for _, f := range m.Funcs {
		if sd(f.Results...) || slices.ContainsFunc(f.Params, func(v *fkl.Var) bool { return sd(v.Type) }) {
			return fmt.Errorf("%s takes or yields a descriptor", f.Name)
		}
		ir.Walk(f.Body, func(e fkl.Expr) bool {
			if let, ok := e.(*fkl.Let); ok && let.Rhs.Form() == fkl.FormSdRegular {
				return err == nil
			}
			fkl.EachBind(e, func(v *fkl.Var) {
				if sd(v.Type) {
					err = fmt.Errorf("descriptor %s is not bound to a count and a length", v.Name)
				}
			})
			return err == nil
		})
	}
	return err
})

// The flat languages, in pipeline order.
var (
	FlatRegioned = Base[*fkl.Module](FKL, "fkl.regioned", "a variable is a scalar, a flat vector or a descriptor",
		Add(fkl.FormRef, fkl.FormInt, fkl.FormFloat, fkl.FormBool, fkl.FormChar,
			fkl.FormLet, fkl.FormRet, fkl.FormIf, fkl.FormCall, fkl.FormLoop, fkl.FormRecur, fkl.FormCheck, fkl.FormTime,
			fkl.FormPrim, fkl.FormAt, fkl.FormLength, fkl.FormVec, fkl.FormStr,
			fkl.FormMap, fkl.FormSegMap, fkl.FormReduce, fkl.FormSegReduce, fkl.FormScan, fkl.FormOffsets, fkl.FormSegScan,
			fkl.FormFold, fkl.FormSegFold,
			fkl.FormPack, fkl.FormSplit, fkl.FormScatter, fkl.FormUpdate, fkl.FormPut, fkl.FormRank,
			fkl.FormSdMake, fkl.FormSdGiven, fkl.FormSdJoin, fkl.FormSdRegular, fkl.FormSdLens, fkl.FormSdStarts, fkl.FormSdCount, fkl.FormSdTotal,
			fkl.FormScope, fkl.FormExtend, fkl.FormReserve, fkl.FormStore, fkl.FormColumn),
		RemoveKinds(types.KSeq, types.KTuple, types.KData, types.KSum, types.KCon, types.KRef, types.KFun, types.KClo, types.KVar, types.KBuf, types.KLanes),
		ForbidPrims(prim.Seq, prim.Generic, prim.Random),
		Operands(FlatAtom),
		Restrict(fkl.FieldLetRhs, FlatRhs),
		Restrict(fkl.FieldLetBody, FlatTail),
		Restrict(fkl.FieldIfThen, FlatTail),
		Restrict(fkl.FieldIfElse, FlatTail),
		Restrict(fkl.FieldLoopBody, FlatTail),
		Restrict(fkl.FieldCheckThen, FlatTail),
		Restrict(fkl.FieldTimeBody, FlatTail),
		Restrict(fkl.FieldScopeBody, FlatTail),
		Restrict(fkl.FieldMapBody, FlatTail),
		Restrict(fkl.FieldSegMapBody, FlatTail),
		Restrict(fkl.FieldUpdateBody, FlatTail),
		Restrict(fkl.FieldFoldBody, FlatTail),
		Restrict(fkl.FieldSegFoldBody, FlatTail),
		Establish(FlatBodies),
		Establish(FlatSized))

	FlatUnzipped = FlatRegioned.Extend("fkl.unzipped", "tables are vectors that functions hand on",
		Remove(fkl.FormScope, fkl.FormExtend, fkl.FormReserve, fkl.FormStore, fkl.FormColumn))

	FlatOffsets = FlatUnzipped.Extend("fkl.offsets", "a descriptor is the vector of its offsets, or the count and length of equal segments",
		Remove(fkl.FormSdMake, fkl.FormSdGiven, fkl.FormSdJoin, fkl.FormSdLens, fkl.FormSdStarts, fkl.FormSdCount, fkl.FormSdTotal),
		Establish(EqualSegments))
)
