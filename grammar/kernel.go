package grammar

// The kernel languages: second-order array combinators, first in host code,
// then in kernels.

import (
	"fmt"

	"nessiec/grammar/published"
	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// LCU is the family of kernel languages.
var LCU = NewFamily("lcu", Ops[*lcu.Module, lcu.Expr]{
	Schema: lcu.Schema, Parse: parseKernels, Complete: (*lcu.Module).Complete, Check: lcu.Verify, Rest: (*lcu.Module).Rest, CheckRest: lcu.VerifyRest,
	Show: lcu.Show, EachType: lcu.EachType, EachPrim: lcu.EachPrim,
})

// parseKernels reads programs as they are printed, and as the papers write them.
func parseKernels(src string) (*lcu.Module, error) {
	if published.Is(src) {
		return published.Parse(src)
	}
	return lcu.Parse(src)
}

// The forms of the kernel languages, by what they may be part of.
var (
	kernelAtoms  = ir.Forms(lcu.FormRef, lcu.FormInt, lcu.FormFloat, lcu.FormBool, lcu.FormChar)
	kernelTails  = ir.Forms(lcu.FormLet, lcu.FormRet, lcu.FormIf, lcu.FormLoop, lcu.FormRecur, lcu.FormCheck)
	kernelBinder = ir.Forms(lcu.FormLet, lcu.FormRet, lcu.FormRecur, lcu.FormCheck)
)

// KernelAtom, KernelTail and KernelRhs: see FlatAtom, FlatTail and FlatRhs.
var (
	KernelAtom = Sort{"atom", kernelAtoms}
	KernelTail = Sort{"tail", kernelTails}
	KernelRhs  = Sort{"operation", ir.AllForms().Minus(kernelAtoms).Minus(kernelBinder).Minus(ir.Forms(lcu.FormThunk, lcu.FormPlan, lcu.FormSteps, lcu.FormStep))}
)

// KernelFold: what an epilogue may come after.
var KernelFold = Sort{"fold", ir.Forms(lcu.FormReduce, lcu.FormSegReduce, lcu.FormScan, lcu.FormPrefix, lcu.FormSegScan)}

// KernelSized: see FlatSized.
var KernelSized = Property("sizes-are-said", "an array of the host says its length and an int its value, and kernels say no sizes", (*lcu.Module).Sized)

// KernelBodies: the bodies of functions and kernels, which have no field of a
// form.
var KernelBodies = Property("bodies-are-tails", "the bodies of functions and kernels are tails, too", func(m *lcu.Module) error {
	for _, k := range m.Kernels {
		if !kernelTails.Has(k.Body.Form()) {
			return fmt.Errorf("the body of %s is a %s", k.Name, lcu.Schema[k.Body.Form()].Name)
		}
	}
	for _, f := range m.Funcs {
		if !kernelTails.Has(f.Body.Form()) {
			return fmt.Errorf("the body of %s is a %s", f.Name, lcu.Schema[f.Body.Form()].Name)
		}
	}
	return nil
})

// HostSoacs holds before kernels are outlined.
var HostSoacs = Property("no-kernels", "SOACs stand in host code", func(m *lcu.Module) error {
	if len(m.Kernels) > 0 {
		return fmt.Errorf("there is a kernel %s", m.Kernels[0].Name)
	}
	return nil
})

// OutlinedSoacs holds once they are.
var OutlinedSoacs = Property("soacs-in-kernels", "host code has no SOAC", func(m *lcu.Module) error {
	for _, f := range m.Funcs {
		var found lcu.Expr
		ir.Walk(f.Body, func(e lcu.Expr) bool {
			if lcu.IsSOAC(e) {
				found = e
			}
			return found == nil
		})
		if found != nil {
			return fmt.Errorf("func %s: %s", f.Name, lcu.Show(found))
		}
	}
	return nil
})

// OneSoac holds whenever kernels are not being merged.
var OneSoac = Property("one-soac", "a kernel is one SOAC and returns all its results", func(m *lcu.Module) error {
	for _, k := range m.Kernels {
		if !isOneSoac(k.Body) {
			return fmt.Errorf("kernel %s", k.Name)
		}
	}
	return nil
})

func isOneSoac(e lcu.Expr) bool {
	l, ok := e.(*lcu.Let)
	if !ok || !lcu.IsSOAC(l.Rhs) {
		return false
	}
	r, ok := l.Body.(*lcu.Ret)
	if !ok || len(r.Vals) != len(l.Binds) {
		return false
	}
	for i, v := range l.Binds {
		if u, ok := r.Vals[i].(*lcu.Ref); !ok || u.Var != v {
			return false
		}
	}
	return true
}

// ClustersOfRuns holds between the planning of fusion and its rewriting.
var ClustersOfRuns = Property("clusters-of-runs", "a cluster runs kernels, copies maps, asks how many elements runs keep, and yields some of that", func(m *lcu.Module) error {
	maps := map[string]bool{}
	for _, k := range m.Kernels {
		maps[k.Name] = isMapKernel(k)
	}
	for _, f := range m.Funcs {
		var bad lcu.Expr
		ir.Walk(f.Body, func(e lcu.Expr) bool {
			if c, ok := e.(*lcu.Cluster); ok && !runsOnly(c.Body, maps) {
				bad = e
			}
			return bad == nil
		})
		if bad != nil {
			return fmt.Errorf("func %s: %s", f.Name, lcu.Show(bad))
		}
	}
	return nil
})

// isMapKernel reports whether the SOAC of a kernel is a map that cannot fail.
func isMapKernel(k *lcu.Kernel) bool {
	let, ok := k.Body.(*lcu.Let)
	if !ok {
		return false
	}
	switch let.Rhs.(type) {
	case *lcu.Map, *lcu.SegMap:
		return !ir.Any(let.Rhs, func(e lcu.Expr) bool { return e.Form() == lcu.FormCheck })
	}
	return false
}

// runsOnly reports whether e is lets of runs, of copies of these maps, and of
// lengths and elements of results of runs, that end in some of what runs bind.
func runsOnly(e lcu.Expr, maps map[string]bool) bool {
	bound := map[*lcu.Var]bool{}
	for {
		let, ok := e.(*lcu.Let)
		if !ok {
			break
		}
		if c, ok := let.Rhs.(*lcu.Copy); ok && maps[c.Kernel] {
			e = let.Body
			continue
		}
		if !runOrCount(let.Rhs, bound) {
			return false
		}
		for _, v := range let.Binds {
			bound[v] = true
		}
		e = let.Body
	}
	r, ok := e.(*lcu.Ret)
	if !ok {
		return false
	}
	for _, v := range r.Vals {
		u, ok := v.(*lcu.Ref)
		if !ok || !bound[u.Var] {
			return false
		}
		delete(bound, u.Var)
	}
	return true
}

func runOrCount(e lcu.Expr, bound map[*lcu.Var]bool) bool {
	switch e := e.(type) {
	case *lcu.Run:
		return true
	case *lcu.Length:
		return bound[e.Vec.(*lcu.Ref).Var]
	case *lcu.At:
		return bound[e.Vec.(*lcu.Ref).Var]
	}
	return false
}

// The kernel languages, in pipeline order.
var (
	KernelSoacs = Base[*lcu.Module](LCU, "lcu.soacs", "SOACs with thunks in host code",
		Add(lcu.FormRef, lcu.FormInt, lcu.FormFloat, lcu.FormBool, lcu.FormChar,
			lcu.FormLet, lcu.FormRet, lcu.FormIf, lcu.FormCall, lcu.FormLoop, lcu.FormRecur, lcu.FormCheck, lcu.FormTime,
			lcu.FormPrim, lcu.FormAt, lcu.FormPut, lcu.FormLength, lcu.FormVec, lcu.FormStr, lcu.FormThunk,
			lcu.FormOnce, lcu.FormMap, lcu.FormSegMap, lcu.FormReduce, lcu.FormSegReduce, lcu.FormScan, lcu.FormPrefix, lcu.FormSegScan,
			lcu.FormFilter, lcu.FormPartition, lcu.FormScatter, lcu.FormUpdate, lcu.FormRank, lcu.FormSort),
		RemoveKinds(types.KSeq, types.KTuple, types.KData, types.KSum, types.KCon, types.KFun, types.KClo, types.KVar, types.KSd, types.KBuf, types.KLanes),
		ForbidPrims(prim.Seq, prim.Generic, prim.Random),
		Operands(KernelAtom),
		Restrict(lcu.FieldLetRhs, KernelRhs),
		Restrict(lcu.FieldLetBody, KernelTail),
		Restrict(lcu.FieldIfThen, KernelTail),
		Restrict(lcu.FieldIfElse, KernelTail),
		Restrict(lcu.FieldLoopBody, KernelTail),
		Restrict(lcu.FieldCheckThen, KernelTail),
		Restrict(lcu.FieldTimeBody, KernelTail),
		Restrict(lcu.FieldThunkBody, KernelTail),
		Establish(KernelBodies),
		Establish(KernelSized),
		Establish(HostSoacs))

	KernelOutlined = KernelSoacs.Extend("lcu.kernels", "the host runs kernels of one SOAC each",
		Add(lcu.FormRun),
		End(HostSoacs),
		Establish(OutlinedSoacs),
		Establish(OneSoac))

	KernelClustered = KernelOutlined.Extend("lcu.clustered", "runs that become one kernel stand together",
		Add(lcu.FormCluster, lcu.FormCopy),
		Restrict(lcu.FieldClusterBody, KernelTail),
		Establish(ClustersOfRuns))

	KernelFused = KernelClustered.Extend("lcu.fused", "a cluster is one kernel",
		Remove(lcu.FormCluster, lcu.FormCopy),
		Add(lcu.FormEpilogue),
		Restrict(lcu.FieldEpilogueSoac, KernelFold),
		End(ClustersOfRuns))

	KernelDecomposed = KernelFused.Extend("lcu.decomposed", "filters are scans and compactions",
		Remove(lcu.FormFilter, lcu.FormPartition),
		Add(lcu.FormCompact, lcu.FormDirectory))

	KernelReclustered = KernelDecomposed.Extend("lcu.reclustered", "runs that become one kernel stand together, again",
		Add(lcu.FormCluster, lcu.FormCopy),
		Restrict(lcu.FieldClusterBody, KernelTail),
		Establish(ClustersOfRuns))

	KernelRefit = KernelReclustered.Extend("lcu.refit", "a cluster is one kernel, again",
		Remove(lcu.FormCluster, lcu.FormCopy),
		End(ClustersOfRuns))
)
