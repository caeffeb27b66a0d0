package flatten

import "nessiec/passes/flatten/rep"

// Parameters of lifted functions that are the same for all active elements,
// whoever calls: what recursions capture, and how deep they are. They are handed
// over once, as to a function of the host, not once for each element.
//
//	{ f(x, table) : x in xs }  =>  (call f^ (n xs table))
//
// At first every parameter is thought to be shared; a call whose argument differs
// by element says that it is not, and translation starts again.

// shares reports whether parameter i of lifted function fn is shared.
func (t *translator) shares(fn string, i int) bool { return !t.varying[fn][i] }

// setVarying notes that parameter i of lifted function fn differs by element.
func (t *translator) setVarying(fn string, i int) {
	if t.varying[fn] == nil {
		t.varying[fn] = map[int]bool{}
	}
	t.varying[fn][i] = true
	t.changed = true
}

// passesShared reports whether argument a of a call of fn is handed over for
// all elements.
func (t *translator) passesShared(fn string, i int, a rep.Value) bool {
	if t.shares(fn, i) && !rep.Uniform(a) {
		t.setVarying(fn, i)
	}
	return t.shares(fn, i)
}
