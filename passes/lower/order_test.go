package lower_test

import (
	"fmt"
	"os"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	"nessiec/ir/prim"
	"nessiec/ir/value"
	"nessiec/passes/lower/lowertest"
)

// Scans and segmented reductions combine elements in their order. Lengths up to
// four tiles plus three, all layouts of segments of up to 6 elements, with
// NESSIEC_LONG=1 up to 12, and all rows of one length of up to 24, with
// NESSIEC_LONG=1 up to 120. Reductions of rows combine theirs in the order that
// their shape decides, products of matrices in that of indices.
func TestOrder(t *testing.T) {
	most, inRows := 6, 24
	if os.Getenv("NESSIEC_LONG") != "" {
		most, inRows = 12, 120
	}
	for _, target := range devices(t) {
		t.Run(target.Name, func(t *testing.T) {
			t.Parallel()
			m, err := lowertest.Ordered(target)
			if err != nil {
				t.Fatal(err)
			}
			sim := simkir.New(m, value.Num{}, &interp.World{}, simkir.Options{Seed: 1,
				Chains: map[prim.Rop]func(x, y prim.Word) prim.Word{prim.RXor: lowertest.Compose}})
			for n := range 4*target.Local*max(1, target.Items) + 4 {
				sameOrder(t, sim, value.Ints{int64(n)})
			}
			for n := range most + 1 {
				lowertest.Layouts(n, func(lens value.Ints) { sameOrder(t, sim, lens) })
			}
			lowertest.Rows(inRows, func(lens value.Ints) { sameOrder(t, sim, lens) })
			lowertest.Reductions(target, inRows > 24, func(r lowertest.Reduction) {
				got, failed := sim.Call("f_"+r.Func, r.Args())
				if failed != nil || fmt.Sprint(got[0]) != fmt.Sprint(r.Want) {
					t.Fatalf("%s%v:\n got %v %v\nwant %v", r.Func, r.Shape, got, failed, r.Want)
				}
			})
		})
	}
}

// Folds of tuples keep the order of elements in all templates, reductions too.
func TestTuples(t *testing.T) {
	for _, target := range devices(t) {
		t.Run(target.Name, func(t *testing.T) {
			t.Parallel()
			m, err := lowertest.Tuples(target)
			if err != nil {
				t.Fatal(err)
			}
			sim := simkir.New(m, value.Num{}, &interp.World{}, simkir.Options{Seed: 1})
			same := func(lens value.Ints) {
				for _, c := range lowertest.TupleCalls(lens) {
					got, failed := sim.Call("f_"+c.Func, c.Args)
					if failed != nil || fmt.Sprint(got) != fmt.Sprint(c.Want) {
						t.Fatalf("%s%v:\n got %v %v\nwant %v", c.Func, lens, got, failed, c.Want)
					}
				}
			}
			for n := range 4*target.Local*max(1, target.Items) + 4 {
				same(value.Ints{int64(n)})
			}
			for n := range 6 {
				lowertest.Layouts(n, same)
			}
			lowertest.Rows(24, same)
			for _, lens := range [][2]int{{2 * target.Chunks, 3}, {2*target.Chunks + 1, 2 * target.Warp}, {1, 5 * target.Local}, {2, 9 * target.Grain}} {
				rows := make(value.Ints, lens[0])
				for i := range rows {
					rows[i] = int64(lens[1])
				}
				same(rows)
			}
		})
	}
}

func sameOrder(t *testing.T, sim *simkir.Machine, lens value.Ints) {
	t.Helper()
	offs := lowertest.Offsets(lens)
	xs := lowertest.Inputs(int(offs[len(offs)-1]))
	for name, want := range lowertest.Results(lens, xs) {
		args := []value.Value{xs}
		switch name[:3] {
		case "seg":
			args = []value.Value{offs, xs}
		case "row":
			args = []value.Value{value.Int(len(lens)), value.Int(lens[0]), xs}
		}
		got, failed := sim.Call("f_"+name, args)
		if failed != nil || fmt.Sprint(got[0]) != fmt.Sprint(want) {
			t.Fatalf("%s%v:\n got %v %v\nwant %v", name, lens, got, failed, want)
		}
	}
}
