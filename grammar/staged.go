package grammar

// The kernel language in which every SOAC says how it is executed.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
)

// StagedScalar: what conditions and numbers of plans consist of.
var StagedScalar = Sort{"scalar", kernelAtoms.Plus(ir.Forms(lcu.FormPrim))}

// StagedTail is KernelTail where there are plans.
var StagedTail = Sort{"tail", kernelTails.Plus(ir.Forms(lcu.FormSteps))}

// StagedSoacs holds once strategies are chosen.
var StagedSoacs = Property("staged", "SOACs have plans of strategies for the target", func(m *lcu.Module) error {
	if len(m.Kernels) > 0 && m.Target == nil {
		return fmt.Errorf("there is no target")
	}
	for _, k := range m.Kernels {
		s, ok := k.Body.(*lcu.Let).Rhs.(*lcu.Staged)
		if !ok {
			return fmt.Errorf("kernel %s has no plan", k.Name)
		}
		if err := followsTable(s, m.Target.Desc()); err != nil {
			return fmt.Errorf("kernel %s: %w", k.Name, err)
		}
	}
	return nil
})

// followsTable reports an alternative of a plan that is no strategy for its SOAC.
func followsTable(s *lcu.Staged, t target.Desc) error {
	soac := lcu.Inner(s).Form()
	c, compact := lcu.Inner(s).(*lcu.Compact)
	for _, a := range s.Plan.Alternatives() {
		if _, ok := lcu.StrategyOf(soac, t, a.Steps); !ok {
			return fmt.Errorf("%s is no strategy for %s on %s", lcu.Show(&lcu.Steps{Steps: a.Steps}), lcu.Schema[soac].Name, t.Name)
		}
		for _, x := range a.Steps {
			if compact && (x.Grid == lcu.Words) != (c.Directories != nil) {
				return fmt.Errorf("%s, and words are those of directories", lcu.Show(x))
			}
			if x.Grid == lcu.Words && compact && lcu.HasCheck(c.T) {
				return fmt.Errorf("%s, and elements may fail that are not selected", lcu.Show(x))
			}
			if x.Does == lcu.Selected && x.Grid != lcu.Words && !c.Flagged() {
				return fmt.Errorf("%s, and nothing says what is selected", lcu.Show(x))
			}
			if least, most := x.Grid.Numbers(); len(x.Args) < least || len(x.Args) > most {
				return fmt.Errorf("%s takes %s", lcu.Show(x), x.Grid.Args())
			}
		}
	}
	return nil
}

// PlainOperands holds outside of plans.
var PlainOperands = Property("plain-operands", "operands are atoms, but in plans", func(m *lcu.Module) error {
	var bad error
	inPlan := func(e lcu.Expr) bool { return e.Form() == lcu.FormPlan }
	m.EachBody(func(body lcu.Expr) {
		ir.Walk(body, func(e lcu.Expr) bool {
			if p, ok := e.(*lcu.Prim); ok {
				for _, a := range p.Args {
					if !lcu.IsAtom(a) && bad == nil {
						bad = fmt.Errorf("operand %s of %s", lcu.Show(a), lcu.Show(e))
					}
				}
			}
			return bad == nil && !inPlan(e)
		})
	})
	return bad
})

// KernelStaged is the language that lower-kernels takes.
var KernelStaged = KernelRefit.Extend("lcu.staged", "every SOAC says how it is executed",
	Add(lcu.FormStaged, lcu.FormPlan, lcu.FormSteps, lcu.FormStep, lcu.FormEvenRows),
	Restrict(lcu.FieldLetBody, StagedTail),
	Restrict(lcu.FieldIfThen, StagedTail),
	Restrict(lcu.FieldIfElse, StagedTail),
	Restrict(lcu.FieldPlanBody, StagedTail),
	Restrict(lcu.FieldPrimArgs, StagedScalar),
	Restrict(lcu.FieldEvenRowsCond, StagedScalar),
	Restrict(lcu.FieldEvenRowsLength, StagedScalar),
	Establish(PlainOperands),
	Establish(StagedSoacs))
