package lowertest

// Reductions of rows of one length, by the operator that does not commute: of
// what is in an array, of matrix products and of all pairs. So results tell in
// which order elements were combined: that of their indices by work-items and in
// tiles, and one that only depends on the shape by warps, groups and several
// groups for a row.

import (
	"nessiec/ir/target"
	"nessiec/ir/value"
)

// A Reduction is a call: f_rowreduce of the number and the length of rows,
// f_gridreduce and f_gridthen of the rows, columns and common side of two matrices,
// f_pairreduce of two lengths; and what it makes of Inputs.
type Reduction struct {
	Func  string
	Shape []int
	Want  value.Ints
}

// Args is the arguments of the call.
func (r Reduction) Args() []value.Value {
	a, b := r.Shape[0], r.Shape[1]
	switch r.Func {
	case "rowreduce":
		return []value.Value{value.Int(a), value.Int(b), Inputs(a * b)}
	case "pairreduce":
		return []value.Value{value.Int(a), value.Int(b), Inputs(a), Inputs(b)}
	}
	n := r.Shape[2]
	return []value.Value{value.Int(a * b), value.Int(b), value.Int(n), Inputs(a * n), Inputs(n * b)}
}

// Reductions calls f with shapes on both sides of every bound that a target has:
// all those up to two tiles and one, or if not all is set, those next to bounds.
func Reductions(t target.Desc, all bool, f func(Reduction)) {
	rowReductions(t, all, f)
	height, width, depth := max(t.TileRows, 1), max(t.TileCols, 1), 3
	if t.Local > 1 {
		down, across := sides(t.Local)
		height, width, depth = height*down, width*across, across
	}
	for _, rows := range around(all, height) {
		for _, cols := range around(all, width) {
			for _, n := range append(around(all, depth), 0) {
				r := grid(t, rows, cols, n)
				f(r)
				f(then(r))
			}
		}
	}
	tile, enough := max(t.TileRows, 1)*t.Local, t.Chunks/2
	for _, count := range append(around(all && tile < 32, tile), (enough-1)*tile, (enough-1)*tile+1, enough*tile+1) {
		for _, n := range []int{0, 1, 5, 64, 65, 129} {
			f(pairs(t, max(count, 0), n))
		}
	}
}

func rowReductions(t target.Desc, all bool, f func(Reduction)) {
	sizes := around(false, t.Warp/4, t.Warp, t.Local, t.Grain, 2*t.Grain, t.Chunks*t.Grain/2)
	if all {
		sizes = around(true, 2*t.Local)
	}
	for _, count := range []int{1, 2, 3, t.Chunks, 2*t.Chunks - 1, 2 * t.Chunks} {
		for _, size := range append(sizes, 0) {
			want := make(value.Ints, count)
			order, xs := rowOrder(t, count, size), Inputs(count*size)
			for r := range want {
				want[r] = composition(order, func(j int) int64 { return xs[r*size+j] })
			}
			f(Reduction{"rowreduce", []int{count, size}, want})
		}
	}
}

// grid is the product of a matrix of rows by n and one of n by cols.
func grid(t target.Desc, rows, cols, n int) Reduction {
	a, b := Inputs(rows*n), Inputs(n*cols)
	order := rowOrder(t, rows*cols, n)
	if t.Local > 1 && tiled(t, rows, cols) {
		order = indices(n)
	}
	want := make(value.Ints, rows*cols)
	for s := range want {
		want[s] = composition(order, func(j int) int64 { return a[s/cols*n+j] + 3*b[j*cols+s%cols] })
	}
	return Reduction{"gridreduce", []int{rows, cols, n}, want}
}

// then is r with the column in the high bits of each entry.
func then(r Reduction) Reduction {
	want := make(value.Ints, len(r.Want))
	for s, sum := range r.Want {
		want[s] = sum + int64(s%r.Shape[1])<<16
	}
	return Reduction{"gridthen", r.Shape, want}
}

// pairs is count rows of what belongs to the row and to each of n.
func pairs(t target.Desc, count, n int) Reduction {
	a, b := Inputs(count), Inputs(n)
	order, want := rowOrder(t, count, n), make(value.Ints, count)
	if tile := t.TileRows * t.Local; tile > 1 && (count+tile-1)/tile >= t.Chunks/2 {
		order = indices(n)
	}
	for s := range want {
		want[s] = composition(order, func(j int) int64 { return a[s] + 3*b[j] })
	}
	return Reduction{"pairreduce", []int{count, n}, want}
}

// rowOrder is the order in which the elements of each row are combined that are
// not in tiles: a work-item of several takes every so many-th, and what they
// make is combined in their order, as are the pieces of a row.
func rowOrder(t target.Desc, count, length int) (order []int) {
	if t.Local == 1 || length <= t.Warp/4 {
		return indices(length)
	}
	width, size := t.Warp, length
	if count < 2*t.Chunks && length > t.Local {
		most := (t.Chunks + count - 1) / max(count, 1)
		pieces := max(1, min(most, (length+t.Grain-1)/t.Grain))
		width, size = t.Local, (length+pieces-1)/pieces
	}
	for lo := 0; lo < length; lo += size {
		for item := range width {
			for j := lo + item; j < min(length, lo+size); j += width {
				order = append(order, j)
			}
		}
	}
	return order
}

// tiled is whether a product is computed in tiles.
func tiled(t target.Desc, rows, cols int) bool {
	down, across := sides(t.Local)
	height, width := t.TileRows*down, t.TileCols*across
	if height == 0 || rows < t.TileRows {
		return false
	}
	tiles := (rows + height - 1) / height * ((cols + width - 1) / width)
	return cols >= min(width, max(t.TileRows, t.TileCols)) && tiles >= t.Chunks/8
}

// sides is how the work-items of a group stand side by side.
func sides(local int) (down, across int) {
	across = 1
	for across*across < local {
		across *= 2
	}
	return local / across, across
}

// around is numbers next to each of ns and to its double, or all up to that and one.
func around(all bool, ns ...int) (out []int) {
	seen := map[int]bool{}
	add := func(k int) {
		if k > 0 && !seen[k] {
			out = append(out, k)
		}
		seen[k] = true
	}
	for _, n := range ns {
		for k := 1; all && k <= 2*n; k++ {
			add(k)
		}
		for _, k := range []int{1, n - 1, n, n + 1, 2*n + 1} {
			add(k)
		}
	}
	return out
}

func indices(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func composition(order []int, x func(j int) int64) (sum int64) {
	for _, j := range order {
		sum = Compose(sum, x(j))
	}
	return sum
}
