package conformance

// How many launches functions of the library and small programs take, at most, on
// every kind of device. Launches are not joined, and sizes are those of one chunk.

import (
	"io"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/ir/kir"
	"nessiec/passes/driver"
	"nessiec/passes/front/names"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

var mostLaunches = []struct {
	name, main, args string
	most             int64
}{
	{"split", "main(v, b) : ([int], [bool]) -> [[int]] = split(v, b)", "[1, 2, 3, 4] [T, F, T, F]", 2},
	{"permute", "main(v, is) : ([int], [int]) -> [int] = permute(v, is)", "[1, 2, 3] [2, 0, 1]", 3},
	{"permute pairs", "main(v, is) : ([(int, bool)], [int]) -> [(int, bool)] = permute(v, is)", "[(1, T), (2, F), (3, F)] [2, 0, 1]", 3},
	{"transpose", "main(m) : [[int]] -> [[int]] = transpose(m)", "[[1, 2, 3], [4, 5, 6]]", 5},
	{"sums of columns", "main(v) : [(float, float)] -> [(float, float)] = " +
		"let a = sum({x : (x, y) in v}); b = sum({y : (x, y) in v}) in {(x / a, y / b) : (x, y) in v}", "[(1.0, 2.0), (3.0, 5.0)]", 2},
	{"bounding box", "main(v) : [(float, float)] -> (float, float, float, float) = " +
		"(min_val({x : (x, y) in v}), max_val({x : (x, y) in v}), min_val({y : (x, y) in v}), max_val({y : (x, y) in v}))", "[(1.0, 2.0), (3.0, 5.0)]", 1},
	{"sums of columns of rows", "main(rows) : [[(float, float)]] -> [(float, float)] = " +
		"{(sum({x : (x, y) in r}), sum({y : (x, y) in r})) : r in rows}", "[[(1.0, 2.0)], [(3.0, 5.0), (7.0, 1.0)]]", 1},
	{"reduction by a function", "main(v) : [(int, int)] -> (int, int) = reduce(" + affine + ", v)", "[(1, 2), (3, 5), (7, 1)]", 1},
	{"scan by a function", "main(v) : [(int, int)] -> ([(int, int)], (int, int)) = scan(" + affine + ", v)", "[(1, 2), (3, 5), (7, 1)]", 1},
	{"reductions of rows by a function", "main(rows) : [[(int, int)]] -> [(int, int)] = {reduce(" + affine + ", v) : v in rows}",
		"[[(1, 2)], [], [(3, 5), (7, 1)]]", 2},
	{"branches that reduce", "main(c, rows) : ([int], [[int]]) -> [int] = " +
		"{if x > 2 then sum({x * y : y in row | y > x}) else if #row == 0 then 0 else max_val(row) : x in c; row in rows}",
		"[3, 1, 2] [[4, 5], [], [2]]", 2},
	{"reduction of survivors by a function", "main(v) : [(int, int)] -> (int, int) = reduce(" + affine + ", {p in v | first(p) > 1})",
		"[(1, 2), (3, 5), (7, 1)]", 1},
}

// affine is the composition of affine maps, which does not commute, and its identity.
const affine = "((a, b), (c, d)) => (a * c, b * c + d), (1, 0)"

func TestLaunches(t *testing.T) {
	for _, c := range mostLaunches {
		m := parseCase(t, "function "+c.main+";\n")
		m.Forms = append(m.Forms, names.EntryForm("main", nil))
		lowered(m, kinds, 1, func(k kind, o pass.Options, p driver.Program, a answer) {
			if a.kind != "" {
				t.Fatalf("%s for %s: %s", c.name, k.name, a)
			}
			in, err := levels.ReadInputs(o, levels.ActionsOf(p.Module), driver.Input{Args: []string{c.args}})
			if err != nil {
				t.Fatal(err)
			}
			w := &interp.World{Stdin: strings.NewReader(""), Stdout: io.Discard, Files: interp.MemFiles{}}
			x, failed := refkir.Run(p.Module.(*kir.Module), o.Num(), w, refkir.Options{}, in, levels.NewPrinter(o, w).Emit)
			if failed != nil {
				t.Fatalf("%s for %s: %v", c.name, k.name, failed)
			}
			if x.Stats.Launches > c.most {
				t.Errorf("%s for %s takes %d launches, at most %d", c.name, k.name, x.Stats.Launches, c.most)
			}
		})
	}
}
