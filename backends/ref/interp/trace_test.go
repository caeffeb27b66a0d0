package interp

import (
	"testing"

	"nessiec/ir"
)

// Errors are the same if they are of one kind, say the same, and are at one place,
// whatever calls led there.
func TestSame(t *testing.T) {
	here, there, call := ir.MakePos(0, 3, 7), ir.MakePos(0, 3, 8), ir.MakePos(0, 9, 1)
	e := Fail(here, "Divide by zero.")
	for _, c := range []struct {
		what string
		f    *Error
		want bool
	}{
		{"itself", e, true},
		{"equal", Fail(here, "Divide by zero."), true},
		{"in an inlined call", Fail(here.CalledAt(call), "Divide by zero."), true},
		{"with a trace", Fail(here, "Divide by zero.").Through([]Step{{Pos: call}}), true},
		{"of another kind", &Error{Kind: Memory, Msg: e.Msg, Pos: here}, false},
		{"another message", Fail(here, "Bounds error."), false},
		{"another place", Fail(there, "Divide by zero."), false},
		{"none", nil, false},
	} {
		if e.Same(c.f) != c.want || c.f.Same(e) != c.want {
			t.Errorf("%s: %v is not what Same says", c.what, c.want)
		}
	}
	if !(*Error)(nil).Same(nil) {
		t.Error("no error is not the same as no error")
	}
}
