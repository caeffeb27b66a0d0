package flatten

import (
	"nessiec/ir/nkl"
	"nessiec/passes/flatten/rep"
	"nessiec/passes/nested/anf"
)

// Parameters of lifted functions that are the same for all active elements,
// whoever calls: what recursions capture, and how deep they are. They are handed
// over once, as to a function of the host, not once for each element.
//
//	{ f(x, table) : x in xs }  =>  (call f^ (n xs table))
//
// At first every parameter is thought to be shared, unless iterations of a loop differ in it;
// a call whose argument differs by element says that it is not. If other code was translated as
// if it were, translation starts again.

// setChanging notes the parameters of loops that iterations change.
func (t *translator) setChanging(m *nkl.Module) {
	for _, l := range m.Lifteds {
		_, body := anf.LiftedBody(l)
		if !t.iterates(l, body) {
			continue
		}
		for i, same := range anf.HandedOn(l) {
			if !same {
				t.sharing.Vary(l.Of, i)
			}
		}
	}
}

// noteVarying notes which arguments of a call of fn differ by element.
func (t *translator) noteVarying(fn string, args []rep.Value) {
	for i, a := range args {
		if !rep.Uniform(a) {
			t.sharing.Vary(fn, i)
		}
	}
}
