package kernel_test

import (
	"strings"
	"testing"

	"nessiec/ir/fkl"
	"nessiec/ir/lcu"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// programs with the number of runs of kernels that are left, without fusion
// and with it. What inline-producers does is done in both.
var fusedRuns = []struct {
	name, body string
	none, some int
}{
	{"dot product", `
  (let (p:vec<int>) (map n i:int (let (x:int) (at v i) (let (y:int) (at w i) (let (z:int) (prim mul (x y)) (ret z)))))
  (let (s:int) (reduce add p) (ret v s)))`, 1, 1},
	{"sums of one array", `
  (let (s:int) (reduce add v)
  (let (m:int) (reduce max v)
  (let (k:int) (reduce min v)
  (let (d:int) (prim sub (m k))
  (let (e:int) (prim add (s d)) (ret v e))))))`, 3, 1},
	{"a result and its sum", `
  (let (p:vec<int>) (map n i:int (let (x:int) (at v i) (let (y:int) (prim mul (x x)) (ret y))))
  (let (s:int) (reduce add p) (ret p s)))`, 2, 1},
	{"the sum is needed first", `
  (let (s:int) (reduce add v)
  (let (p:vec<int>) (map n i:int (let (x:int) (at v i) (let (y:int) (prim mul (x s)) (ret y))))
  (ret p s)))`, 2, 2},
	{"scans of one array", `
  (let (a:vec<int>) (scan add v)
  (let (b:vec<int>) (scan max v)
  (let (c:vec<int>) (map n i:int (let (x:int) (at a i) (let (y:int) (at b i) (let (z:int) (prim mul (x y)) (ret z)))))
  (ret c n))))`, 3, 1},
	{"a scan of what follows a scan", `
  (let (a:vec<int>) (scan add v)
  (let (b:vec<int>) (map n i:int (let (x:int) (at a i) (let (y:int) (at w i) (let (z:int) (prim mul (x y)) (ret z)))))
  (let (c:vec<int>) (scan add b)
  (let (d:vec<int>) (map n j:int (let (k:int) (at c j) (let (l:int) (prim add (k j)) (ret l))))
  (ret d n)))))`, 3, 2},
	{"means of rows, and rows", `
  (let (s:sd<>) (sdregular n 3)
  (let (t:int) (sdtotal s)
  (let (a:vec<int>) (segmap t s g:int p:int (let (x:int) (at v g) (let (y:int) (prim mul (x p)) (ret y))))
  (let (b:vec<int>) (segreduce add s a)
  (let (m:vec<int>) (segreduce max s a)
  (let (c:vec<int>) (map n i:int (let (h:int) (at b i) (let (k:int) (at m i) (let (l:int) (prim sub (h k)) (ret l)))))
  (let (d:vec<int>) (map n j:int (let (o:int) (at c j) (let (q:int) (prim mul (o o)) (ret q))))
  (let (r:int) (reduce add a) (ret d r)))))))))`, 4, 2},
	{"two filters", `
  (let (f:vec<bool>) (map n i:int (let (x:int) (at v i) (let (c:bool) (prim gt (x 2)) (ret c))))
  (let (g:vec<bool>) (map n j:int (let (y:int) (at v j) (let (d:bool) (prim lt (y 2)) (ret d))))
  (let (a:vec<int> r:vec<int>) (pack false f (v))
  (let (b:vec<int> t:vec<int>) (pack false g (v))
  (let (m:int) (length b) (ret a m))))))`, 4, 2},
}

func TestFusedRuns(t *testing.T) {
	for _, c := range fusedRuns {
		src := "(func main (v:vec<int> w:vec<int>) (vec<int> int)\n  (let (n:int) (length v)" + c.body + "))\n" +
			`(action read "_" "" [int] "" () v 0)
(action read "_" "" [int] "" () w 0)
(action eval it "..." <[int] int> main (v w) "" 0)`
		for _, x := range []struct {
			planner string
			want    int
		}{{"none", c.none}, {"greedy-down", c.some}, {"greedy-up", c.some}, {"ilp", c.some}} {
			if got := runsAfter(t, src, x.planner); got != x.want {
				t.Errorf("%s: %d runs with -fusion=%s, want %d", c.name, got, x.planner, x.want)
			}
		}
	}
}

// runsAfter executes a program after every pass and counts the runs that the
// last one leaves. It does so twice: plans must not depend on chance.
func runsAfter(t *testing.T, src, planner string) int {
	t.Helper()
	var text [2]string
	for k := range text {
		m, err := fkl.Parse(src)
		if err != nil {
			t.Fatal(err)
		}
		o := pass.DefaultOptions()
		o.OptLevel, o.Fusion = 2, planner
		ps := table(t)
		d := driver.Driver{Passes: ps, Levels: levels.All(),
			ExecCheck: &driver.ExecSpec{Inputs: []driver.Input{{Args: []string{"[3, 1, 4, 1, 5]", "[2, 7, 1, 8, 2]"}}}}}
		p, err := d.Run(pass.NewCtx(o), driver.Program{Lang: ps[0].From, Module: m}, len(ps))
		if err != nil {
			t.Fatalf("-fusion=%s: %v\n%s", planner, err, src)
		}
		text[k] = p.Module.(*lcu.Module).String()
	}
	if text[0] != text[1] {
		t.Errorf("-fusion=%s: two compilations differ:\n%s\n%s", planner, text[0], text[1])
	}
	return strings.Count(text[0], "(run ")
}
