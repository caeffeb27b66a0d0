package grammar

// The device languages: kernels as loops over memory, and the host program.

import (
	"errors"
	"fmt"
	"strings"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// KIR is the family of device languages.
var KIR = NewFamily("kir", Ops[*kir.Module, kir.Expr]{
	Schema: kir.Schema, Parse: kir.Parse, Check: kir.Verify, Rest: (*kir.Module).Rest, CheckRest: kir.VerifyRest,
	Show: kir.Show, EachType: kir.EachType, EachPrim: kir.EachPrim,
})

// UniformBarriers: a barrier that some work-items miss hangs a device.
var UniformBarriers = KernelProperty("uniform-barriers", "control flow around a barrier or shuffle is the same for all work-items of a group", uniformBarriers)

// HonestAccess: plan-memory relies on how kernels say they use parameters.
var HonestAccess = KernelProperty("honest-access", "own, rowown and gather parameters are only read, write, rowwrite and partial ones only written", honestAccess)

// KernelProperty makes an invariant of every kernel alone.
func KernelProperty(name, doc string, check func(*kir.Kernel) error) Invariant {
	inv := Property(name, doc, func(m *kir.Module) error {
		for _, k := range m.Kernels {
			if err := check(k); err != nil {
				return fmt.Errorf("kernel %s: %w", k.Name, err)
			}
		}
		return nil
	})
	inv.kernels = true
	return inv
}

// FreedOnce: on every path every buffer is released exactly once by each owner.
var FreedOnce = Property("freed-once", "every owned buffer is handed over or released once on every path, and not used afterwards",
	func(m *kir.Module) error {
		for _, f := range m.Funcs {
			if err := freedOnce(f); err != nil {
				return fmt.Errorf("func %s: %w", f.Name, err)
			}
		}
		return nil
	})

// LegalNames: see legalise-target.
var LegalNames = Property("legal-names", "variables are called hint_N, uniquely in their declaration, kernels k_name, host functions f_name",
	func(m *kir.Module) error { return legalNames(m) })

// WholeBatches: the runtime records what is between the ends of a batch.
var WholeBatches = Property("whole-batches", "a batch begins and ends in one list of statements, and nothing in it leaves the list",
	func(m *kir.Module) error {
		seen := map[int]bool{}
		for _, f := range m.Funcs {
			if err := wholeBatches(f.Body, seen); err != nil {
				return fmt.Errorf("func %s: %w", f.Name, err)
			}
		}
		return nil
	})

// wholeBatches checks the batches in e; seen has the numbers of those before it.
func wholeBatches(e kir.Expr, seen map[int]bool) (err error) {
	open := false
	if b, ok := e.(*kir.Block); ok {
		for _, s := range b.Stmts {
			switch s := s.(type) {
			case *kir.BeginBatch:
				if open || seen[s.Number] {
					return fmt.Errorf("batch %d begins in a batch, or again", s.Number)
				}
				open, seen[s.Number] = true, true
			case *kir.EndBatch:
				if !open {
					return errors.New("a batch ends that was not begun")
				}
				open = false
			case *kir.Read, *kir.Return, *kir.Recur, *kir.Exit, *kir.Yield:
				if open {
					return fmt.Errorf("%s in a batch", kir.Show(s))
				}
			}
		}
	}
	if open {
		return errors.New("a batch does not end where it begins")
	}
	e.Children(func(_ int, x kir.Expr) {
		if err == nil {
			err = wholeBatches(x, seen)
		}
	})
	return err
}

// legalDecl reports whether a name is one of a kernel, k_.., or of a function, f_...
func legalDecl(name string) bool {
	rest, kernel := strings.CutPrefix(name, "k_")
	if !kernel {
		rest, kernel = strings.CutPrefix(name, "f_")
	}
	return kernel && rest != "" && !strings.ContainsFunc(rest, func(c rune) bool {
		return c != '_' && !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z')
	})
}

// legalVar reports whether a name is one of a variable: words of letters and digits between single
// underscores, of which the first begins with a letter and the last is a number.
func legalVar(name string) bool {
	words, number := 1, true
	for i, c := range []byte(name) {
		digit := '0' <= c && c <= '9'
		switch {
		case c == '_' && i > 0 && i < len(name)-1 && name[i-1] != '_':
			words, number = words+1, true
		case digit && i > 0:
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z':
			number = false
		default:
			return false
		}
	}
	return words > 1 && number
}

func legalNames(m *kir.Module) error {
	decls, seen := map[string]bool{}, map[string]bool{}
	decl := func(name string, params []*kir.Var, body kir.Expr) error {
		if decls[name] || !legalDecl(name) {
			return fmt.Errorf("%s is no name of a declaration", name)
		}
		decls[name] = true
		clear(seen)
		var bad *kir.Var
		bind := func(v *kir.Var) {
			if seen[v.Name] || !legalVar(v.Name) {
				bad = v
			}
			seen[v.Name] = true
		}
		for _, p := range params {
			bind(p)
		}
		walkKir(body, func(e kir.Expr) { kir.EachBind(e, bind) })
		if bad != nil {
			return fmt.Errorf("%s: %s is no name of a variable", name, bad.Name)
		}
		return nil
	}
	for _, k := range m.Kernels {
		if err := decl(k.Name, k.Params, k.Body); err != nil {
			return err
		}
	}
	for _, f := range m.Funcs {
		if err := decl(f.Name, f.Params, f.Body); err != nil {
			return err
		}
	}
	return nil
}

func walkKir(e kir.Expr, f func(kir.Expr)) {
	ir.Walk(e, func(e kir.Expr) bool { f(e); return true })
}

// The device languages, in pipeline order.
var (
	DeviceLoops = Base[*kir.Module](KIR, "kir.loops", "kernels are loops over memory, the host allocates and launches",
		Add(kir.FormRef, kir.FormInt, kir.FormFloat, kir.FormBool, kir.FormChar,
			kir.FormPrim, kir.FormUnit, kir.FormSelect, kir.FormInRange, kir.FormLoad, kir.FormDigit,
			kir.FormGroupId, kir.FormNumGroups, kir.FormLocalId,
			kir.FormSplat, kir.FormRamp, kir.FormMaskedLoad, kir.FormAny, kir.FormFold,
			kir.FormBlock, kir.FormDef, kir.FormIf, kir.FormChoose, kir.FormYield, kir.FormLoop, kir.FormRecur, kir.FormExit,
			kir.FormFor, kir.FormForItem, kir.FormMut, kir.FormSet, kir.FormWhile, kir.FormStore, kir.FormCopyRange, kir.FormLimit, kir.FormShare, kir.FormWindow, kir.FormMerge, kir.FormLocalArray, kir.FormBarrier, kir.FormShuffle, kir.FormWarpCount, kir.FormVote, kir.FormChain,
			kir.FormAtomic, kir.FormArbitrary, kir.FormFail,
			kir.FormLength, kir.FormAlloc, kir.FormAllocLoose, kir.FormCopy, kir.FormConst, kir.FormConstStr,
			kir.FormLaunch, kir.FormRead, kir.FormReadCount, kir.FormCallHost, kir.FormCallRuntime, kir.FormCheckHost, kir.FormCheckSize, kir.FormReturn),
		RemoveKinds(types.KSeq, types.KTuple, types.KData, types.KSum, types.KCon, types.KFun, types.KClo, types.KVar, types.KSd, types.KVec),
		ForbidPrims(prim.Seq, prim.Generic, prim.Random, prim.Effect),
		Establish(UniformBarriers),
		Establish(HonestAccess))

	DeviceGuarded = DeviceLoops.Extend("kir.guarded", "failures are words in memory",
		Remove(kir.FormFail),
		Add(kir.FormErrorWord, kir.FormLaunchBase))

	DeviceScheduled = DeviceGuarded.Extend("kir.scheduled", "read-backs are merged and as late as they can be",
		Remove(kir.FormReadCount))

	DeviceManaged = DeviceScheduled.Extend("kir.managed", "buffers are freed, and reused in place",
		Add(kir.FormRetain, kir.FormRelease, kir.FormAllocOver, kir.FormCopyOver, kir.FormFetch),
		Establish(FreedOnce))

	DeviceLegal = DeviceManaged.Extend("kir.legal", "names are those of the target",
		Establish(LegalNames))

	DeviceVectorised = DeviceLegal.Extend("kir.vectorised", "work-items of short kernels access several elements at a time",
		Add(kir.FormVectorFor))

	DeviceStreamed = DeviceVectorised.Extend("kir.streamed", "launches that do not depend on each other are on several streams",
		Add(kir.FormOnStream, kir.FormFork, kir.FormMark))

	DeviceBatched = DeviceStreamed.Extend("kir.batched", "launches that often come again are batches",
		Add(kir.FormBeginBatch, kir.FormEndBatch),
		Establish(WholeBatches))
)
