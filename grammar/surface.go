package grammar

// The surface languages: from the tree of the parser to what types are inferred
// for.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/nesl"
)

// NESL is the family of surface languages.
var NESL = NewFamily("nesl", Ops[*nesl.Module, nesl.Expr]{
	Schema: nesl.Schema,
	Parse:  nesl.Parse,
	Show:   nesl.Show,
})

// The sorts of the family: what may stand in a position of each kind. A sort
// names forms of all its languages; the language says which of them it has.
var (
	// SurfaceExpr is an expression.
	SurfaceExpr = Sort{"expression", ir.Forms(
		nesl.FormId, nesl.FormLocal, nesl.FormGlobal,
		nesl.FormInt, nesl.FormFloat, nesl.FormBool, nesl.FormChar, nesl.FormString,
		nesl.FormUnary, nesl.FormBinary, nesl.FormApply, nesl.FormIndex, nesl.FormTime, nesl.FormPair, nesl.FormPart, nesl.FormContents,
		nesl.FormSeq, nesl.FormEmpty, nesl.FormRange, nesl.FormRangeStep,
		nesl.FormIf, nesl.FormLet, nesl.FormCase, nesl.FormLambda, nesl.FormEach, nesl.FormEachIf, nesl.FormSerial, nesl.FormSerialIf)}

	// SurfaceArg is an argument: an expression, or keyword arguments.
	SurfaceArg = Sort{"argument", SurfaceExpr.Forms.Plus(ir.Forms(nesl.FormKeyword))}

	// SurfacePattern is a pattern.
	SurfacePattern = Sort{"pattern", ir.Forms(nesl.FormPatVar, nesl.FormPatPair, nesl.FormPatData, nesl.FormPatCon)}

	// SurfaceArmPattern is a pattern that need not fit.
	SurfaceArmPattern = Sort{"pattern of an arm", ir.Forms(nesl.FormPatVar, nesl.FormPatData, nesl.FormPatCon, nesl.FormPatNone)}

	// SurfaceParam is a pattern that may have defaults.
	SurfaceParam = Sort{"parameter", SurfacePattern.Forms.Plus(ir.Forms(nesl.FormPatDefault))}

	// SurfaceVar is a variable that is bound, SurfaceVars a list of them.
	SurfaceVar  = Sort{"variable", ir.Forms(nesl.FormPatVar)}
	SurfaceVars = Sort{"variables", ir.Forms(nesl.FormPatVar, nesl.FormPatPair)}

	// SurfaceType is a type.
	SurfaceType = Sort{"type", ir.Forms(nesl.FormTyName, nesl.FormTyData, nesl.FormTySeq, nesl.FormTyPair, nesl.FormTyFun, nesl.FormTyVar, nesl.FormTyCon)}

	// SurfaceHolds is what a constructor holds, or nothing.
	SurfaceHolds = Sort{"type", SurfaceType.Forms.Plus(ir.Forms(nesl.FormUntyped))}

	// SurfaceSig is the type in a header, or its absence.
	SurfaceSig = Sort{"signature", ir.Forms(nesl.FormUntyped, nesl.FormSignature)}

	// SurfaceGen is a generator.
	SurfaceGen = Sort{"generator", ir.Forms(nesl.FormGen, nesl.FormGenName)}

	// SurfaceAnswering is a form that a loaded file answers silently.
	SurfaceAnswering = Sort{"answering form", ir.Forms(nesl.FormFunction, nesl.FormStub, nesl.FormDatatype, nesl.FormSum, nesl.FormAssign, nesl.FormEval)}
)

// The surface languages, in pipeline order.
var (
	NeslParsed = Base[*nesl.Module](NESL, "nesl.parsed", "the tree of the parser, with the forms of loaded files and the entry",
		append([]Change{Add(parsedForms...)}, positions...)...)

	NeslResolved = NeslParsed.Extend("nesl.resolved", "every name refers to one binder or definition, arguments are positional",
		Remove(nesl.FormId, nesl.FormKeyword, nesl.FormGenName, nesl.FormPatData, nesl.FormPatDefault, nesl.FormTyData, nesl.FormLoad),
		Add(nesl.FormLocal, nesl.FormGlobal, nesl.FormPatCon, nesl.FormPatNone, nesl.FormTyVar, nesl.FormTyCon),
		Restrict(nesl.FieldAssignPat, SurfaceVars),
		Establish(UniqueNames))

	NeslCore = NeslResolved.Extend("nesl.core", "operators, subscripts and ranges are applications, serial apply-to-each is a call of map",
		Remove(nesl.FormUnary, nesl.FormBinary, nesl.FormIndex, nesl.FormRange, nesl.FormRangeStep, nesl.FormSerial, nesl.FormSerialIf))

	NeslSimple = NeslCore.Extend("nesl.simple", "every binder is a variable; an arm takes a constructor with variables",
		Add(nesl.FormPart, nesl.FormContents),
		Restrict(nesl.FieldBindPat, SurfaceVar),
		Restrict(nesl.FieldLambdaPat, SurfaceVar),
		Restrict(nesl.FieldGenPat, SurfaceVar),
		Restrict(nesl.FieldPatConArg, SurfaceVars),
		Restrict(nesl.FieldFunctionParam, SurfaceVars))
)

// parsedForms are the forms that the parser makes, and Quiet and Entry.
var parsedForms = []ir.Form{
	nesl.FormId, nesl.FormInt, nesl.FormFloat, nesl.FormBool, nesl.FormChar, nesl.FormString,
	nesl.FormUnary, nesl.FormBinary, nesl.FormApply, nesl.FormIndex, nesl.FormKeyword, nesl.FormTime,
	nesl.FormPair, nesl.FormSeq, nesl.FormEmpty, nesl.FormRange, nesl.FormRangeStep,
	nesl.FormIf, nesl.FormLet, nesl.FormBind, nesl.FormCase, nesl.FormArm, nesl.FormLambda,
	nesl.FormEach, nesl.FormEachIf, nesl.FormSerial, nesl.FormSerialIf, nesl.FormGen, nesl.FormGenName,
	nesl.FormPatVar, nesl.FormPatPair, nesl.FormPatData, nesl.FormPatDefault,
	nesl.FormTyName, nesl.FormTyData, nesl.FormTySeq, nesl.FormTyPair, nesl.FormTyFun,
	nesl.FormUntyped, nesl.FormSignature, nesl.FormBound,
	nesl.FormFunction, nesl.FormStub, nesl.FormDatatype, nesl.FormSum, nesl.FormConstructor, nesl.FormAssign, nesl.FormEval,
	nesl.FormLoad, nesl.FormSetPrintLength, nesl.FormSetArgCheck, nesl.FormQuiet, nesl.FormEntry,
}

// positions say what kind of form every child position holds.
var positions = concat(
	holds(SurfaceExpr,
		nesl.FieldUnaryArg, nesl.FieldBinaryLeft, nesl.FieldBinaryRight, nesl.FieldApplyFn, nesl.FieldIndexSeq, nesl.FieldIndexAt,
		nesl.FieldKeywordArg, nesl.FieldTimeArg, nesl.FieldSeqElems, nesl.FieldRangeLo, nesl.FieldRangeHi,
		nesl.FieldRangeStepLo, nesl.FieldRangeStepHi, nesl.FieldRangeStepStep, nesl.FieldIfCond, nesl.FieldIfThen, nesl.FieldIfElse,
		nesl.FieldLetBody, nesl.FieldCaseOf, nesl.FieldArmBody, nesl.FieldBindRhs, nesl.FieldLambdaBody, nesl.FieldEachBody, nesl.FieldEachIfCond, nesl.FieldEachIfBody,
		nesl.FieldSerialBody, nesl.FieldSerialIfCond, nesl.FieldSerialIfBody, nesl.FieldGenSeq, nesl.FieldPatDefaultDefault,
		nesl.FieldFunctionBody, nesl.FieldAssignRhs, nesl.FieldEvalBody, nesl.FieldPartOf, nesl.FieldContentsOf, nesl.FieldEntryFn),
	holds(SurfaceArg, nesl.FieldApplyArg, nesl.FieldPairLeft, nesl.FieldPairRight),
	holds(Sort{"binding", ir.Forms(nesl.FormBind)}, nesl.FieldLetBinds),
	holds(Sort{"arm", ir.Forms(nesl.FormArm)}, nesl.FieldCaseArms),
	holds(SurfaceArmPattern, nesl.FieldArmPat),
	holds(Sort{"constructor", ir.Forms(nesl.FormConstructor)}, nesl.FieldSumCons),
	holds(SurfaceHolds, nesl.FieldConstructorType),
	holds(SurfaceGen, nesl.FieldEachGens, nesl.FieldEachIfGens, nesl.FieldSerialGens, nesl.FieldSerialIfGens),
	holds(SurfacePattern, nesl.FieldAssignPat, nesl.FieldBindPat, nesl.FieldLambdaPat, nesl.FieldGenPat, nesl.FieldPatDataArg, nesl.FieldPatConArg),
	holds(SurfaceParam, nesl.FieldPatPairLeft, nesl.FieldPatPairRight, nesl.FieldFunctionParam, nesl.FieldStubParam),
	holds(SurfaceType, nesl.FieldEmptyElem, nesl.FieldTyDataArgs, nesl.FieldTySeqElem, nesl.FieldTyPairLeft, nesl.FieldTyPairRight,
		nesl.FieldTyFunArg, nesl.FieldTyFunResult, nesl.FieldTyConArgs, nesl.FieldSignatureType, nesl.FieldDatatypeType),
	holds(Sort{"bound", ir.Forms(nesl.FormBound)}, nesl.FieldSignatureContext, nesl.FieldDatatypeContext, nesl.FieldSumContext),
	holds(SurfaceSig, nesl.FieldFunctionSig, nesl.FieldStubSig, nesl.FieldEntrySig),
	holds(Sort{"keyword", ir.Forms(nesl.FormKeyword)}, nesl.FieldLoadOptions),
	holds(SurfaceAnswering, nesl.FieldQuietInner),
)

// holds restricts several positions to one sort.
func holds(s Sort, fields ...ir.Field) (cs []Change) {
	for _, f := range fields {
		cs = append(cs, Restrict(f, s))
	}
	return cs
}

func concat(lists ...[]Change) (all []Change) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// UniqueNames makes every use of a local variable refer to one binder.
var UniqueNames = Property("unique-names", "in a top-level form no variable is bound twice, and every variable that is used is bound", func(m *nesl.Module) error {
	for _, f := range m.Forms {
		if err := uniqueNames(f); err != nil {
			return err
		}
	}
	return nil
})

func uniqueNames(form nesl.Expr) (err error) {
	if q, ok := form.(*nesl.Quiet); ok {
		form = q.Inner
	}
	if a, ok := form.(*nesl.Assign); ok { // its pattern names definitions
		form = a.Rhs
	}
	bound := map[string]bool{}
	ir.Walk(form, func(e nesl.Expr) bool {
		if v, ok := e.(*nesl.PatVar); ok {
			if bound[v.Name] {
				err = fmt.Errorf("variable %s is bound twice in the form %v", v.Name, form.Pos())
			}
			bound[v.Name] = true
		}
		return err == nil
	})
	ir.Walk(form, func(e nesl.Expr) bool {
		if v, ok := e.(*nesl.Local); ok && !bound[v.Name] && err == nil {
			err = fmt.Errorf("variable %s is not bound in the form %v", v.Name, form.Pos())
		}
		return err == nil
	})
	return err
}
