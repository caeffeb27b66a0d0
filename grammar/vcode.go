package grammar

// The languages of VCODE: a stack, then names for its entries.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// Vcode is the family of the languages of VCODE.
var Vcode = NewFamily("vcode", Ops[*vcode.Module, vcode.Expr]{
	Schema:   vcode.Schema,
	Parse:    vcode.Parse,
	Check:    vcode.Verify,
	Show:     vcode.Show,
	EachType: vcode.EachType,
})

var (
	vcodeLiterals = ir.Forms(vcode.FormInt, vcode.FormFloat, vcode.FormBool)
	vcodeAtoms    = ir.Forms(vcode.FormInt, vcode.FormFloat, vcode.FormBool, vcode.FormRef)
	vcodeTails    = ir.Forms(vcode.FormLet, vcode.FormRet, vcode.FormIf, vcode.FormExit)
	vcodeLoops    = ir.Forms(vcode.FormLet, vcode.FormRet, vcode.FormIf, vcode.FormExit, vcode.FormLoop, vcode.FormRecur)
)

// The languages of VCODE, in pipeline order.
var (
	VcodeRead = Base[*vcode.Module](Vcode, "vcode.read", "the functions of a file, on a stack",
		Add(vcode.FormInt, vcode.FormFloat, vcode.FormBool,
			vcode.FormBlock, vcode.FormCopy, vcode.FormPop, vcode.FormMove, vcode.FormPair, vcode.FormUnpair, vcode.FormInvoke, vcode.FormBranch,
			vcode.FormInstr, vcode.FormConst, vcode.FormExit),
		RemoveKinds(types.KSeq, types.KData, types.KSum, types.KCon, types.KRef, types.KFun, types.KClo, types.KVar, types.KStream, types.KBuf, types.KLanes),
		Restrict(vcode.FieldBranchThen, Sort{"block", ir.Forms(vcode.FormBlock)}),
		Restrict(vcode.FieldBranchElse, Sort{"block", ir.Forms(vcode.FormBlock)}),
		Restrict(vcode.FieldBlockCode, Sort{"instruction", ir.AllForms().Minus(vcodeLiterals).Minus(ir.Forms(vcode.FormBlock))}),
		Restrict(vcode.FieldConstVals, Sort{"literal", vcodeLiterals}))

	VcodeBalanced = VcodeRead.Extend("vcode.balanced", "every function says how many entries it takes and leaves",
		Establish(Balanced))

	VcodeTyped = VcodeBalanced.Extend("vcode.typed", "every function says the types of the entries that it takes and leaves",
		Establish(TypedEntries))

	VcodeNamed = VcodeTyped.Extend("vcode.named", "entries of the stack have names",
		Remove(vcode.FormBlock, vcode.FormCopy, vcode.FormPop, vcode.FormMove, vcode.FormPair, vcode.FormUnpair, vcode.FormInvoke, vcode.FormBranch, vcode.FormInstr),
		Add(vcode.FormRef, vcode.FormLet, vcode.FormRet, vcode.FormIf, vcode.FormCall, vcode.FormApply, vcode.FormTimed),
		Operands(Sort{"atom", vcodeAtoms}),
		Restrict(vcode.FieldConstVals, Sort{"literal", vcodeLiterals}),
		Restrict(vcode.FieldLetRhs, Sort{"operation", ir.Forms(vcode.FormConst, vcode.FormApply, vcode.FormCall, vcode.FormIf, vcode.FormTimed)}),
		Restrict(vcode.FieldLetBody, Sort{"tail", vcodeTails}),
		Restrict(vcode.FieldIfThen, Sort{"tail", vcodeTails}),
		Restrict(vcode.FieldIfElse, Sort{"tail", vcodeTails}),
		Restrict(vcode.FieldTimedBody, Sort{"tail", vcodeTails}),
		End(Balanced), End(TypedEntries))

	VcodeLooped = VcodeNamed.Extend("vcode.looped", "functions that call themselves at their end are loops",
		Add(vcode.FormLoop, vcode.FormRecur),
		Restrict(vcode.FieldLetBody, Sort{"tail", vcodeLoops}),
		Restrict(vcode.FieldIfThen, Sort{"tail", vcodeLoops}),
		Restrict(vcode.FieldIfElse, Sort{"tail", vcodeLoops}),
		Restrict(vcode.FieldLoopBody, Sort{"tail", vcodeLoops}),
		Establish(NoSelfTailCalls))
)

// Balanced makes functions work on as many entries as they say.
var Balanced = Property("balanced", "functions take and leave as many entries as they say, and the first takes none", func(m *vcode.Module) (err error) {
	arities := map[string]vcode.Arity{}
	for _, f := range m.Funcs {
		arities[f.Name] = f.Arity()
	}
	for i, f := range m.Funcs {
		if i == 0 && f.Inputs != 0 {
			return fmt.Errorf("the first function, %s, takes %d entries", f.Name, f.Inputs)
		}
		w := vcode.Heights{
			Of: func(fn string) vcode.Arity {
				if _, ok := arities[fn]; !ok {
					err = fmt.Errorf("there is no function %s", fn)
				}
				return arities[fn]
			},
			Differ: func(_ *vcode.Branch, then, els int) {
				err = fmt.Errorf("%s: the parts of a branch leave %d and %d entries", f.Name, then, els)
			},
		}
		if a := w.Body(f.Body); err == nil && (a.Inputs > f.Inputs || a.Returns != (f.Outputs >= 0) || a.Returns && a.Effect != f.Outputs-f.Inputs) {
			err = fmt.Errorf("%s takes %d entries and leaves %d more, but says %d and %d", f.Name, a.Inputs, a.Effect, f.Inputs, f.Outputs)
		}
		if err != nil {
			return err
		}
	}
	return nil
})

// TypedEntries makes functions work on entries of the types that they say.
var TypedEntries = Property("typed-entries", "functions take and leave entries of the types that they say", vcode.CheckTypes)

// NoSelfTailCalls makes a function call itself only where something follows.
var NoSelfTailCalls = Property("no-self-tail-calls", "no function calls itself at its end", func(m *vcode.Module) error {
	for _, f := range m.Funcs {
		if f.CallsAtEnd() {
			return fmt.Errorf("%s calls itself at its end", f.Name)
		}
	}
	return nil
})
