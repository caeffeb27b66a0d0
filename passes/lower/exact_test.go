package lower_test

// Plans fix the order in which floats are combined, so the kernels of all steps compute
// what the evaluator of plans does, to the last bit.

import (
	"fmt"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	reflcu "nessiec/backends/ref/lcu"
	"nessiec/backends/ref/vm"
	"nessiec/ir/value"
	"nessiec/passes/lower"
	"nessiec/passes/lower/lowertest"
	"nessiec/passes/lower/strategy"
	"nessiec/passes/pass"
)

func TestExact(t *testing.T) {
	m := load(t, "testdata/exact.lcu")
	for _, to := range targets {
		t.Run(to.Name, func(t *testing.T) {
			t.Parallel()
			staged := strategy.Choose(pass.DefaultOptions(), m, to)
			x := &exact{t, reflcu.New(staged, value.Num{}, &interp.World{}),
				simkir.New(lower.Lower(pass.DefaultOptions(), staged, to), value.Num{}, &interp.World{}, simkir.Options{Seed: 1})}
			for n := range 4*to.Local*max(1, to.Items) + 4 {
				for _, f := range []string{"reduce", "scan", "incl", "dear", "sums", "tuples", "tuplescan"} {
					x.same(f, digits(n))
				}
			}
			for n := range 7 {
				lowertest.Layouts(n, x.segments)
			}
			for _, lens := range []value.Ints{{40}, {0, 0, 0, 40}, {40, 0, 0, 0, 0, 0}, {1, 38, 1}, {13, 0, 0, 14, 13}, {3 * int64(to.Grain), 1, 5 * int64(to.Local)}} {
				x.segments(lens)
			}
			lowertest.Rows(16, x.rows)
			for _, d := range [][2]int{{2 * to.Chunks, 3}, {2*to.Chunks + 1, 2 * to.Warp}, {1, 5 * to.Local}, {2, 9 * to.Grain}, {to.Chunks, 2*to.Local + 1}} {
				x.row(d[0], d[1])
			}
			for _, d := range [][2]int{{0, 3}, {1, 1}, {5, 7}, {8*to.Local + 1, 9}, {16 * to.Local, 5}} {
				x.same("pairs", value.Int(d[0]), value.Int(d[1]), digits(d[0]), digits(d[1]))
			}
			for _, d := range [][3]int{{0, 3, 2}, {1, 1, 5}, {4, 2, 3}, {9, 8, 9}, {8, 9, 70}, {33, 17, 5}} {
				x.same("product", value.Int(d[0]), value.Int(d[1]), value.Int(d[2]), digits(d[0]*d[2]), digits(d[2]*d[1]))
			}
		})
	}
}

// An exact compares the evaluator of plans with the simulator of kernels.
type exact struct {
	t   *testing.T
	ref *vm.Program
	sim *simkir.Machine
}

func (x *exact) same(f string, args ...value.Value) {
	x.t.Helper()
	want, err := x.ref.Call(f, args)
	got, failed := x.sim.Call(f, args)
	if fmt.Sprint(want, err) != fmt.Sprint(got, failed) {
		x.t.Fatalf("%s%v\n got %v %v\nwant %v %v", f, args, got, failed, want, err)
	}
}

func (x *exact) segments(lens value.Ints) {
	x.t.Helper()
	offs := lowertest.Offsets(lens)
	for _, f := range []string{"segreduce", "segthen", "segscan", "segtuples"} {
		x.same(f, offs, digits(int(offs[len(offs)-1])))
	}
}

func (x *exact) rows(lens value.Ints) { x.row(len(lens), int(lens[0])) }

func (x *exact) row(count, length int) {
	x.t.Helper()
	for _, f := range []string{"rowreduce", "rowtuples", "rowscan"} {
		x.same(f, value.Int(count), value.Int(length), digits(count*length))
	}
}

// digits is n floats of which no two orders of adding agree, most likely.
func digits(n int) value.Floats {
	xs := make(value.Floats, n)
	for i := range xs {
		xs[i] = 1/float64(i*i%97+3) - 0.125*float64(i%3)
	}
	return xs
}
