package oracle

// Device programs before any pass: they do the same in every order of work-items
// and groups, or the simulator reports what is wrong with them.

import (
	"fmt"
	"strings"

	"nessiec/backends/ref/interp"
	"nessiec/ir/kir"
)

// orders is how many schedules a device program is tried with.
const orders = 3

// rescheduled executes a device program, which has done what want says, in other
// orders; what stands behind failed checks is then the worst that can be.
func (c Case) rescheduled(want outcome) *Failure {
	if _, ok := c.Program.Module.(*kir.Module); !ok {
		return nil
	}
	for c.order = 1; c.order < orders; c.order++ {
		c.poison = want.err != nil
		got, err := execute(c, c.Program, 0)
		switch {
		case err != nil:
			return &Failure{Kind: "evaluator", Msg: err.Error(), Before: c.Program}
		case got.bug():
			return &Failure{Kind: "internal", Msg: got.err.Msg, Before: c.Program}
		}
		if kind, msg := difference(want, got, false, 0); kind != "" {
			return &Failure{Kind: "schedule", Msg: kind + ": " + msg, Before: c.Program}
		}
	}
	return nil
}

// reported tests a wrong device program: whatever the order, the simulator must
// report what is wrong, and the language must not allow a divergent barrier.
func (c Case) reported() *Failure {
	divergent := strings.Contains(c.Wrong, "uniform")
	if err := c.Program.Lang.Verify(c.Program.Module); (err != nil) != divergent {
		return &Failure{Kind: "input", Msg: fmt.Sprintf("%q is verified: %v", c.Wrong, err), Before: c.Program}
	}
	for c.order = 0; c.order < orders; c.order++ {
		got, err := execute(c, c.Program, 0)
		if err != nil {
			return &Failure{Kind: "evaluator", Msg: err.Error(), Before: c.Program}
		}
		if got.err == nil || got.err.Kind != interp.Internal || !strings.Contains(got.err.Msg, c.Wrong) {
			return &Failure{Kind: "unreported", Msg: fmt.Sprintf("%q is not reported: %s", c.Wrong, describe(got.err)), Before: c.Program}
		}
	}
	return nil
}
