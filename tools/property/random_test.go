package property

// Random numbers: their range, distribution, and independence between elements,
// places in the program, calls, steps of a recursion, and evaluations. The
// numbers depend on the seed alone, so the tests do not fail by chance.

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/grammar"
	parser "nessiec/grammar/nesl"
	"nessiec/ir/diag"
	"nessiec/passes"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// draws are programs of one expression that draws n numbers below v.
var draws = []struct {
	name, source string
	n, v         int
}{
	{"elements", "{rand(10) : i in [0:%d]}", 10000, 10},
	{"a range that is no power of two", "{rand(7) : i in [0:%d]}", 7000, 7},
	{"rows", "flatten({{rand(10) : j in [0:100]} : i in [0:%d / 100]})", 10000, 10},
	{"ragged rows", "take(flatten({{rand(10) : j in [0:i]} : i in [0:150]}), %d)", 10000, 10},
	{"two places", "flatten({[rand(10), rand(10)] : i in [0:%d / 2]})", 10000, 10},
	{"calls", "function roll(n) = rand(n);\nflatten({[roll(10), roll(10)] : i in [0:%d / 2]})", 10000, 10},
	{"recursion", "function rolls(k, n) = if n == 0 then [] int else [rand(k)] ++ rolls(k, n - 1);\nflatten({rolls(10, 20) : i in [0:%d / 20]})", 10000, 10},
	{"a loop", "function walk(n, v) = if n == 0 then v else walk(n - 1, v ++ [rand(10)]);\nwalk(%d, [] int)", 1000, 10},
	{"after a filter", "{rand(10) : i in [0:2 * %d] | evenp(i)}", 10000, 10},
	{"branches", "{if oddp(i) then rand(10) else rand(10) : i in [0:%d]}", 10000, 10},
	{"parameters", "{rand(v) : v in dist(10, %d)}", 10000, 10},
	{"floats", "{trunc(rand(10.0)) : i in [0:%d]}", 10000, 10},
	{"small floats", "{trunc(10.0 * rand(1.0)) : i in [0:%d]}", 10000, 10},
	{"bits of large numbers", "{rshift(rand(1073741824), 26) : i in [0:%d]}", 16000, 16},
	{"low bits of large numbers", "{rand(1073741824) and 15 : i in [0:%d]}", 16000, 16},
}

// Every number is drawn equally often, and so is every pair of neighbours, and
// every pair of numbers at a distance.
func TestDistribution(t *testing.T) {
	for _, d := range draws {
		for _, l := range []*grammar.Language{grammar.NestedElaborated.Language, grammar.DeviceLegal.Language} {
			xs := drawn(t, fmt.Sprintf(d.source, d.n), l, pass.DefaultOptions())
			if len(xs) != d.n {
				t.Fatalf("%s in %s: %d numbers, want %d", d.name, l.Name, len(xs), d.n)
			}
			if slices.Min(xs) < 0 || slices.Max(xs) >= d.v {
				t.Errorf("%s in %s: from %d to %d", d.name, l.Name, slices.Min(xs), slices.Max(xs))
			}
			uniform(t, d.name, xs, d.v)
			for _, gap := range []int{1, 2, 20, 100} {
				var pairs []int
				for i := 0; i+gap < len(xs); i++ {
					pairs = append(pairs, xs[i]*d.v+xs[i+gap])
				}
				uniform(t, fmt.Sprintf("%s, pairs at distance %d", d.name, gap), pairs, d.v*d.v)
			}
		}
	}
}

// uniform tests with chi-square whether the numbers below v are equally
// frequent. The bound is exceeded once in ten million tests.
func uniform(t *testing.T, what string, xs []int, v int) {
	t.Helper()
	counts := make([]float64, v)
	for _, x := range xs {
		counts[x]++
	}
	expected, chi := float64(len(xs))/float64(v), 0.0
	for _, c := range counts {
		chi += (c - expected) * (c - expected) / expected
	}
	freedom := float64(v - 1)
	// Wilson and Hilferty: the cube root is nearly normal
	z := (math.Cbrt(chi/freedom) - (1 - 2/(9*freedom))) / math.Sqrt(2/(9*freedom))
	if z > 5.2 || z < -5.2 {
		t.Errorf("%s: chi-square %.1f of %d classes, z = %.1f", what, chi, v, z)
	}
}

// Evaluations, places and seeds give other numbers, one seed gives the same.
func TestIndependence(t *testing.T) {
	const v = "{rand(1000000) : i in [0:50]}"
	o := pass.DefaultOptions()
	l := grammar.NestedElaborated.Language
	one := drawn(t, v, l, o)
	if again := drawn(t, v, l, o); !slices.Equal(one, again) {
		t.Error("the same program gives other numbers")
	}
	seeded := o
	seeded.Seed = 1
	others := map[string][]int{
		"another seed":             drawn(t, v, l, seeded),
		"another evaluation":       drawn(t, v+";\n"+v, l, o),
		"rand_seed":                drawn(t, "rand_seed(5);\n"+v, l, o),
		"another rand_seed":        drawn(t, "rand_seed(6);\n"+v, l, o),
		"another place":            drawn(t, "(rand(2), (rand(2), "+v+"))", l, o),
		"another function":         drawn(t, "function g(n) = {rand(1000000) : i in [0:n]};\nlet a = rand(2) in g(50)", l, o),
		"the same function, later": drawn(t, "function g(n) = {rand(1000000) : i in [0:n]};\n(g(50), 0);\nrand(5);\ng(50)", l, o),
	}
	others["this"] = one
	for a, xs := range others {
		for b, ys := range others {
			if same := common(xs, ys); a < b && same > 1 {
				t.Errorf("%s and %s have %d of 50 numbers in common", a, b, same)
			}
		}
	}
	for _, same := range []string{
		"rand_seed(5);\n" + v,
		" " + v,
		"x = 3;\nprint_string(\"a\");\nrand_seed(5);\ny = 1;\n" + v,
		"rand_seed(5);\n" + v + ";\nrand_seed(5);\n" + v,
		"let a = rand_seed(5) in " + v,
		"let a = rand(10); u = rand_seed(5); b = rand(10); u = rand_seed(5) in " + v,
		"function g(n) = {rand(1000000) : i in [0:n]};\nlet a = g(3); u = rand_seed(5) in g(50)",
		"function g(n) = let u = rand_seed(n) in " + v + ";\ng(6);\ng(5)",
	} {
		if same[0] == ' ' { // without a seed: where it stands makes no difference
			if !slices.Equal(drawn(t, same, l, o), one) {
				t.Error("the place in the text makes a difference")
			}
			continue
		}
		if !slices.Equal(drawn(t, same, l, seeded), others["rand_seed"]) {
			t.Errorf("rand_seed does not determine the numbers of\n%s", same)
		}
	}
}

// common counts the places with the same number.
func common(xs, ys []int) (n int) {
	for i, x := range xs {
		if x == ys[i] {
			n++
		}
	}
	return n
}

// drawn runs a program in language l; its last form prints a sequence of ints.
func drawn(t *testing.T, src string, l *grammar.Language, o pass.Options) (xs []int) {
	t.Helper()
	var diags diag.List
	src = "set print_length 1000000;\n" + src + ";\n"
	m := parser.Parse(0, src, &diags)
	if diags.HasErrors() {
		t.Fatal(diags.String(diag.Files{{Name: "test.nesl", Source: src}}))
	}
	d := &driver.Driver{Passes: passes.Table(), Levels: levels.All()}
	c := pass.NewCtx(o)
	p, err := d.Run(c, driver.Program{Lang: grammar.NeslParsed.Language, Module: m}, d.Reach(l))
	if err != nil {
		t.Fatal(err, c.Diags.String(nil))
	}
	var out bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: &out, Files: interp.MemFiles{}, Seed: o.Seed}
	if _, failed := levels.RunnerOf(p.Lang, p.Module)(o, w, nil, levels.NewPrinter(o, w).Emit); failed != nil {
		t.Fatal(failed)
	}
	_, list, _ := strings.Cut(out.String()[strings.LastIndex(out.String(), "it ="):], "[")
	list, _, _ = strings.Cut(list, "]")
	for _, word := range strings.Split(strings.Join(strings.Fields(list), ""), ",") {
		x, err := strconv.Atoi(word)
		if err != nil {
			t.Fatalf("%q in what %s prints", word, src)
		}
		xs = append(xs, x)
	}
	return xs
}
