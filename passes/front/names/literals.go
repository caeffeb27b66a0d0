package names

// Literals that the numbers of a program, which may be narrow or wide, cannot
// hold.

import (
	"math"
	"strconv"

	"nessiec/ir/nesl"
)

// fits reports an integer literal that no int holds. The least int is written
// as the negation of a literal that is one too large; the parser reads that of
// 64 bits as a negative number.
func (r *resolver) fits(e *nesl.Int, negated bool) {
	most := uint64(1)<<(r.c.IntBits-1) - 1
	if negated {
		most++
	}
	if n := uint64(e.Val); n > most {
		d := r.c.Errorf(e.Pos(), "E0104", "this integer does not fit into %d bits", r.c.IntBits).
			Underline(len(strconv.FormatUint(n, 10)))
		if r.c.IntBits == 32 {
			d.WithHint("the integers of a program have 64 bits with -int=64")
		}
	}
}

// floatFits reports a float literal that becomes infinite or zero in 32 bits.
func (r *resolver) floatFits(e *nesl.Float) {
	if r.c.FloatBits == 64 {
		return
	}
	switch x := float32(e.Val); {
	case math.IsInf(float64(x), 0):
		r.c.Errorf(e.Pos(), "E0104", "this number is too large for a float of 32 bits")
	case x == 0 && e.Val != 0:
		r.c.Errorf(e.Pos(), "E0104", "this number is too small for a float of 32 bits")
	}
}
