package grammar

// The nested languages: from the output of type inference to shapes.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// NKL is the family of nested languages.
var NKL = NewFamily("nkl", Ops[*nkl.Module, nkl.Expr]{
	Schema:   nkl.Schema,
	Parse:    nkl.Parse,
	Check:    nkl.Verify,
	Show:     nkl.Show,
	EachType: nkl.EachType,
	EachPrim: nkl.EachPrim,
})

// NestedAtom is what an operand may be once operands are named.
var NestedAtom = Sort{"atom", ir.Forms(nkl.FormRef, nkl.FormInt, nkl.FormFloat, nkl.FormBool, nkl.FormChar)}

// NestedRhs is what a let may bind once operands are named: anything that is
// not itself a sequence of steps.
var NestedRhs = Sort{"right-hand side", ir.AllForms().Minus(ir.Forms(nkl.FormLet, nkl.FormCheck))}

// The nested languages, in pipeline order.
var (
	NestedElaborated = Base[*nkl.Module](NKL, "nkl.elaborated", "the output of type inference: typed, polymorphic, with function values and filters",
		Add(nkl.FormRef, nkl.FormInt, nkl.FormFloat, nkl.FormBool, nkl.FormChar, nkl.FormStr,
			nkl.FormPrim, nkl.FormCall, nkl.FormFunVal, nkl.FormLambda, nkl.FormApply, nkl.FormFoldBy,
			nkl.FormTuple, nkl.FormProj, nkl.FormCon, nkl.FormUncon, nkl.FormVariant, nkl.FormCase, nkl.FormArm, nkl.FormSeq, nkl.FormRange,
			nkl.FormLet, nkl.FormIf, nkl.FormEach, nkl.FormEachIf, nkl.FormCheck, nkl.FormTime,
			nkl.FormFoldIn, nkl.FormNewKey),
		Restrict(nkl.FieldCaseArms, Sort{"arm", ir.Forms(nkl.FormArm)}),
		RemoveKinds(types.Invalid, types.KVec, types.KSd, types.KBuf, types.KLanes))

	NestedMono = NestedElaborated.Extend("nkl.mono", "no type variables",
		RemoveKinds(types.KVar))

	NestedTagged = NestedMono.Extend("nkl.tagged", "a value of a sum is the tuple of a tag and slots",
		Add(nkl.FormUnused),
		RemoveKinds(types.KSum))

	NestedBased = NestedTagged.Extend("nkl.based", "primitives do not follow the type of their argument",
		ForbidPrims(prim.Generic),
		Establish(LiftingsEnd))

	NestedFirstOrder = NestedBased.Extend("nkl.firstorder", "a function value is the tuple of its captures",
		Remove(nkl.FormFunVal, nkl.FormLambda, nkl.FormApply, nkl.FormFoldBy),
		Add(nkl.FormFold),
		RemoveKinds(types.KFun, types.KClo))

	NestedStructural = NestedFirstOrder.Extend("nkl.structural", "a value of a datatype is its contents, a stream is an int",
		Remove(nkl.FormCon, nkl.FormUncon),
		RemoveKinds(types.KData, types.KStream))

	NestedDeterministic = NestedStructural.Extend("nkl.deterministic", "random numbers come from explicit keys",
		Remove(nkl.FormFoldIn, nkl.FormNewKey),
		ForbidPrims(prim.Random))

	NestedUnfiltered = NestedDeterministic.Extend("nkl.unfiltered", "filters are packs, ranges are arithmetic on indices",
		Remove(nkl.FormEachIf, nkl.FormRange))

	NestedChecked = NestedUnfiltered.Extend("nkl.checked", "primitives are total: what can fail is a check",
		Establish(ChecksDominate))

	NestedRegioned = NestedChecked.Extend("nkl.regioned", "a value of a recursive datatype is the number of a row",
		Remove(nkl.FormVariant, nkl.FormCase, nkl.FormArm, nkl.FormUnused),
		Add(nkl.FormScope, nkl.FormAlloc, nkl.FormAllocAll, nkl.FormColumn, nkl.FormCollect),
		RemoveKinds(types.KRef, types.KCon),
		End(ChecksDominate))

	NestedNamed = NestedRegioned.Extend("nkl.named", "operands are atoms, code is lets and checks in order of evaluation",
		Operands(NestedAtom),
		Restrict(nkl.FieldLetRhs, NestedRhs))

	NestedLooped = NestedNamed.Extend("nkl.looped", "self tail calls are loops",
		Add(nkl.FormLoop, nkl.FormRecur),
		Establish(TailLoops))
)

// ChecksDominate holds until simplification folds conditions. What is evident
// from lengths (conditions about signs and equal lengths), or as places are an order, is
// not asked for, nor is code inside conditions, which relies on the checks before; a program
// without any check is one compiled with -unsafe.
var ChecksDominate = Property("checks-dominate", "every partial primitive is below checks with its messages", func(m *nkl.Module) error {
	v := dominance{above: map[string]int{}, orders: map[*nkl.Var]bool{}, results: map[string]bool{}, funcs: map[string]*nkl.Func{}}
	for _, f := range m.Funcs {
		v.funcs[f.Name] = f
	}
	m.EachBody(func(e nkl.Expr) { v.visit(e) })
	if !v.checks {
		return nil
	}
	return v.err
})

// dominance counts the checks above the current node by message.
type dominance struct {
	above   map[string]int
	orders  map[*nkl.Var]bool // whether they are places of elements in some order
	results map[string]bool   // whether those of functions are
	funcs   map[string]*nkl.Func
	checks  bool
	err     error
}

func (v *dominance) visit(e nkl.Expr) {
	ir.Walk(e, func(e nkl.Expr) bool {
		switch e := e.(type) {
		case *nkl.Check:
			v.checks = true
			v.above[e.Error]++
			v.visit(e.Then)
			v.above[e.Error]--
			return false
		case *nkl.Let:
			v.bind(e)
		case *nkl.Prim:
			v.prim(e)
		}
		return true
	})
}

func (v *dominance) prim(e *nkl.Prim) {
	for _, c := range e.Op.Checks {
		if v.err == nil && v.asked(c, e.Args) && v.above[c.Error] == 0 {
			v.err = fmt.Errorf("primitive %s %v is not below a check for %q", e.Op.Name, e.Pos(), c.Error)
		}
	}
}

func (v *dominance) asked(c prim.Check, args []nkl.Expr) bool {
	switch c.Cond {
	case prim.IndexIn, prim.SumIsLength:
		return true
	case prim.IndicesIn:
		r, ok := args[c.Args[0]].(*nkl.Ref)
		return !ok || !v.orders[r.Var]
	case prim.NonZero:
		return args[c.Args[0]].Form() == nkl.FormRef
	}
	return false
}

// bind notes whether a variable is an order.
func (v *dominance) bind(e *nkl.Let) {
	if _, known := v.orders[e.Bind]; !known {
		v.orders[e.Bind] = v.isOrder(e.Rhs)
	}
}

// isOrder reports whether e yields the places of elements in some order: ranks, or such
// places by others.
func (v *dominance) isOrder(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Ref:
		return v.orders[e.Var]
	case *nkl.Let:
		v.bind(e)
		return v.isOrder(e.Body)
	case *nkl.Check:
		return v.isOrder(e.Then)
	case *nkl.Call:
		order, known := v.results[e.Fn]
		if f := v.funcs[e.Fn]; f != nil && !known {
			v.results[e.Fn] = false // as far as it calls itself
			order = v.isOrder(f.Body)
			v.results[e.Fn] = order
		}
		return order
	case *nkl.Prim:
		switch e.Op.Code {
		case prim.Rank, prim.RankDown:
			return true
		case prim.Get:
			return v.isOrder(e.Args[0]) && v.isOrder(e.Args[1])
		}
	}
	return false
}

// TailLoops keeps deep iteration off the stack.
var TailLoops = Property("tail-loops", "no function calls itself in tail position", func(m *nkl.Module) error {
	for _, f := range m.Funcs {
		if e := tailCall(f.Body, f.Name); e != nil {
			return fmt.Errorf("function %s calls itself in tail position %v", f.Name, e.Pos())
		}
	}
	return nil
})

// tailCall finds a call of fn in tail position of e.
func tailCall(e nkl.Expr, fn string) *nkl.Call {
	for {
		switch x := e.(type) {
		case *nkl.Let:
			e = x.Body
		case *nkl.Check:
			e = x.Then
		case *nkl.Loop:
			e = x.Body
		case *nkl.Scope:
			e = x.Body
		case *nkl.If:
			if c := tailCall(x.Then, fn); c != nil {
				return c
			}
			e = x.Else
		case *nkl.Call:
			if x.Fn == fn {
				return x
			}
			return nil
		default:
			return nil
		}
	}
}
