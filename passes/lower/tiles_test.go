package lower_test

// Products of matrices in tiles: all shapes up to a few tiles and one more, with
// arrays that are longer and shorter than the shape asks for.

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/value"
)

func TestTiles(t *testing.T) {
	for _, target := range devices(t) {
		if target.TileRows == 0 {
			continue
		}
		t.Run(target.Name, func(t *testing.T) {
			t.Parallel()
			b := newTemplates(t, target)
			if k := b.ks[0].Kernels; !slices.ContainsFunc(k, func(k *kir.Kernel) bool { return strings.Contains(k.Name, "product_tiles") }) {
				t.Fatal("no tiles")
			}
			for _, rows := range []int{0, 1, 2, 3, 5, 9} {
				for _, cols := range []int{-1, 0, 1, 3, 4, 8, 9} {
					for _, length := range []int{0, 1, 3, 4, 9} {
						product(b, target, rows, cols, length)
					}
				}
			}
			for count := 0; count <= 17; count++ {
				pairs(b, count)
			}
			for _, shape := range [][3]int{{0, 3, 2}, {1, 1, 5}, {4, 2, 3}, {3, 5, 0}, {9, 8, 4}, {9, 8, 9}, {8, 9, 1}} {
				evendots(b, shape[0], shape[1], shape[2])
			}
			pairs(b, 8*target.Local)
			pairs(b, 16*target.Local+1)
			b.same("product", value.Int(7), value.Int(3), value.Int(2), ints(6, 1), ints(6, 2), ints(3, 3), floats(3, 4), ints(2, 5))
		})
	}
}

func product(b *bench, target target.Desc, rows, cols, length int) {
	b.t.Helper()
	count := rows * max(cols, 0)
	shape := []value.Value{value.Int(count), value.Int(cols), value.Int(length)}
	call := func(f string, args ...value.Value) { b.t.Helper(); b.same(f, append(slices.Clone(shape), args...)...) }
	for _, d := range []int{0, -1, 2} {
		if d < 0 && length%3 != 0 {
			continue
		}
		call("finish", ints(max(0, rows*length+d), 1), ints(max(0, length*cols), 2),
			ints(max(0, rows+d), 3), floats(max(0, cols+d), 4), ints(max(0, count-d), 5), value.Int(cols+max(0, d)))
		call("product", ints(max(0, rows*length+d), 1), ints(max(0, length*cols), 2),
			ints(max(0, rows+d), 3), floats(max(0, cols+d), 4), ints(max(0, length-d), 5))
	}
	call("shares", ints(rows*length, 1), ints(max(0, length*cols), 5))
	call("shares", ints(rows*length, 1), positive(max(0, length*cols)))
	if target.Local == 1 && count >= 2*target.Chunks { // rows are summed from left to right, in tiles or not
		call("dots", floats(rows*length, 6), floats(max(0, cols*length), 7))
	}
}

func pairs(b *bench, count int) {
	b.t.Helper()
	for _, length := range []int{0, 1, 2, 5, 9} {
		b.same("pairs", value.Int(count), value.Int(length), ints(count, 8), ints(length, 9))
		b.same("pairs", value.Int(count), value.Int(length), ints(count+1, 8), ints(max(0, length-1), 9))
	}
}

// evendots has segments of one length, which nobody has said, and of others.
func evendots(b *bench, rows, cols, length int) {
	b.t.Helper()
	starts := func(n int) value.Ints {
		s := make(value.Ints, n)
		for i := range s {
			s[i] = int64(i * length)
		}
		return s
	}
	offs := starts(rows*cols + 1)
	for range min(3, length+1) {
		for _, f := range []string{"evendots", "eventhen"} {
			b.same(f, offs, value.Int(cols), ints(rows*length, 1), ints(cols*length, 2), starts(rows), starts(cols))
		}
		if offs = slices.Clone(offs); len(offs) < 3 {
			break
		}
		offs[len(offs)/2]--
	}
}

func positive(n int) value.Ints {
	s := ints(n, 6)
	for i := range s {
		s[i]++
	}
	return s
}

// floats is n numbers whose sums depend on the order.
func floats(n, seed int) value.Floats {
	s := make(value.Floats, n)
	for i, k := range ints(n, seed) {
		s[i] = 1/float64(k+3) - 0.25
	}
	return s
}

// Rows that have more elements in all than groups may divide among them.
func TestLongRows(t *testing.T) {
	b := newTemplates(t, target.Desc{Name: "long", Local: 1, Chunks: 4, Grain: 3, Warp: 1, Most: 9})
	if text := b.ks[0].String(); !regexp.MustCompile(`\(prim gt \(\S+ 9\)\)`).MatchString(text) {
		t.Fatal("nothing looks how many elements there are")
	}
	for count := range 10 {
		pairs(b, count)
	}
}
