package front_test

import (
	"testing"

	"nessiec/passes/pass"
)

// What the numbers of a program hold depends on their widths.
func TestLiteralWidths(t *testing.T) {
	for _, x := range []struct {
		source     string
		ints, flts int
		good       bool
	}{
		{"2147483648", 64, 64, true},
		{"2147483648", 32, 64, false},
		{"9223372036854775807", 64, 64, true},
		{"9223372036854775808", 64, 64, false},
		{"-9223372036854775808", 64, 64, true},
		{"-9223372036854775808", 32, 64, false},
		{"(x => -2147483648)(1)", 32, 64, true},
		{"{-2147483649 : i in [1]}", 32, 64, false},
		{"1e39", 32, 64, true},
		{"1e39", 32, 32, false},
		{"3.4e38", 32, 32, true},
		{"1e-46", 32, 64, true},
		{"1e-46", 32, 32, false},
		{"0.0", 32, 32, true},
	} {
		o := pass.DefaultOptions()
		o.IntBits, o.FloatBits = x.ints, x.flts
		if _, good := compile(t, pass.NewCtx(o), x.source+";", nil); good != x.good {
			t.Errorf("%s with -int=%d -float=%d: accepted is %v", x.source, x.ints, x.flts, good)
		}
	}
}
