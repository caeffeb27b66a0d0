package lower_test

// Host code through all passes, executed after each of them.

import (
	"testing"

	"nessiec/ir/value"
)

func TestHostCode(t *testing.T) {
	m := load(t, "testdata/host.lcu")
	xs, ys := value.Ints{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}, value.Ints{2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4}
	none := value.Ints{}
	for _, target := range targets {
		t.Run(target.Name, func(t *testing.T) {
			b := newBench(t, m, target)
			for _, v := range []value.Ints{xs, none} {
				b.same("either", value.Bool(true), v)
				b.same("either", value.Bool(false), v)
				b.same("both", v)
				b.same("centre", v)
				b.same("quicksort", v)
				b.same("timed", v)
				b.same("hello", v)
				for k := range 4 {
					b.same("repeat", v, value.Int(k))
					b.same("swap", v, ys, value.Int(k))
				}
			}
			b.same("lits", value.Int(7))
			b.same("hostcheck", xs, ys)
			b.same("hostcheck", xs, none)
			b.same("divide", xs, ys)
			b.same("divide", xs, value.Ints{1, 2, 0, 4, 5, 6, 0, 8, 9, 1, 2})
			b.same("divide", value.Ints{100, 200}, value.Ints{1, 0})
			b.same("twofail", value.Ints{100, 200}, value.Ints{2, 0})
			b.same("twofail", value.Ints{100, 200}, value.Ints{2, 1})
			b.same("find", xs, value.Int(5))
			b.same("find", xs, value.Int(9))
			b.same("junksize", xs, value.Ints{1, 2, 0, 4, 5, 6, 0, 8, 9, 1, 2})
			b.same("junksize", none, none)
		})
	}
}
