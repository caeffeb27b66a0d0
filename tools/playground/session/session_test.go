package session

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"nessiec/backends/wasm/engine"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		src, code string
		line, col int
	}{
		{"function g(x) = {x : x in;", "E0110", 1, 26},
		{"1;\n2 + 1.5;", "E0301", 2, 3},
		{"1 + 1;", "", 0, 0},
	} {
		marks, err := Check(c.src)
		if err != nil {
			t.Fatal(err)
		}
		if c.code == "" {
			if len(marks) != 0 {
				t.Errorf("%q: %v", c.src, marks)
			}
			continue
		}
		if len(marks) != 1 || marks[0].Code != c.code || marks[0].Line != c.line || marks[0].Col != c.col {
			t.Errorf("%q: %+v, want %s at %d:%d", c.src, marks, c.code, c.line, c.col)
		}
	}
}

// What a program prints, how it fails and what it shows.
func TestRun(t *testing.T) {
	if err := engine.Supported(); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ src, text, failed, picture string }{
		{"sum({x * x : x in [1, 2, 3]});", "it = 14 : int\n", "", ""},
		{"let x = print_string(\"a\") in {6 / x : x in [1, 0]};", "a", "RUNTIME ERROR: Divide by zero. at program:1:33", ""},
		{"{{6 / x : x in r} : r in [[1], [2, 0]]};", "", "RUNTIME ERROR: Divide by zero. at program:1:5 in element 1 of the apply-to-each at program:1:2 in element 1 of the apply-to-each at program:1:1", ""},
		{"[[1, 2]];", "it = [[1, 2]] : [[int]]\n", "", ""},
		{"{[0:9] : i in [0:8]};", "", "", "grey 9 8 0 1 2"},
		{"(1, {{(i, j, 7) : j in [0:9]} : i in [0:8]});", "", "", "colour 9 8 0 0 7"},
		{"{[0:i] : i in [1:10]}[8];", "it = [0, 1, 2, 3, 4, 5, 6, 7, 8] : [int]\n", "", ""},
		{"{(float(i), 0.5) : i in [0:8]};", "", "", "points 0 0 0 0.5 1"},
	} {
		var text, picture strings.Builder
		r, err := Run(c.src, Events{
			Print: func(b []byte) { text.Write(b) },
			Picture: func(p Picture) {
				fmt.Fprint(&picture, p.Kind, " ", p.Width, " ", p.Height)
				for _, x := range p.Data[:3] {
					fmt.Fprint(&picture, " ", x)
				}
			}})
		if err != nil || r.Cost == nil {
			t.Fatalf("%s: %v %v", c.src, r.Marks, err)
		}
		failed := strings.TrimSpace(r.Failed + " " + strings.Join(r.Where, " "))
		if c.picture == "" && text.String() != c.text || failed != c.failed || picture.String() != c.picture {
			t.Errorf("%s\n%q\n%s\n%s\nwant\n%q\n%s\n%s", c.src, text.String(), failed, picture.String(), c.text, c.failed, c.picture)
		}
	}
}

// Every target has its text, and columns know the source.
func TestExplain(t *testing.T) {
	src, err := os.ReadFile("../../../examples/dotprod.nesl")
	if err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]string{"wasm": "(func $", "opencl": "__kernel", "cuda": "__global__"} {
		e, err := Explain(string(src), target)
		if err != nil || len(e.Marks) != 0 || !strings.Contains(e.Generated, want) {
			t.Errorf("%s: %v %v\n%.200s", target, e.Marks, err, e.Generated)
		}
		if v := string(e.View); !strings.Contains(v, `"Pass":"flatten"`) || !strings.Contains(v, `"Pos":["0:`) {
			t.Errorf("%s: %.200s", target, v)
		}
	}
	if e, err := Explain("x;", "wasm"); err != nil || len(e.Marks) != 1 || e.Generated != "" {
		t.Errorf("%v %v", e, err)
	}
}

// Costs fall from flat programs to fused ones; those of large programs are not counted.
func TestCosts(t *testing.T) {
	launches := func(src, target, pass string) int64 {
		t.Helper()
		costs, err := Costs(src, target)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range costs {
			if c.Pass == pass && !c.TooBig {
				if c.Costs[0].Name != "launches" {
					t.Errorf("the first cost is %v", c.Costs[0])
				}
				return c.Costs[0].N
			}
		}
		t.Fatalf("%s: nothing is known after %s: %v", target, pass, costs)
		return 0
	}
	const src = "sum({x * x + 1 : x in [0:100] | x > 5});"
	for _, target := range []string{"wasm", "opencl", "cuda"} {
		flat, fused := launches(src, target, "flatten"), launches(src, target, "rewrite-fusion")
		if flat < 4 || fused < 1 || fused >= flat {
			t.Errorf("%s: %d launches when flat, %d when fused", target, flat, fused)
		}
	}
	for src, want := range map[string]int{"sum({x * x : x in [0:10000000]});": 1, "x;": 0, "1 / 0;": 0} {
		costs, err := Costs(src, "wasm")
		if err != nil || (len(costs) > 0) != (want > 0) {
			t.Errorf("%s: %v %v", src, costs, err)
		}
		if want > 0 && !costs[0].TooBig {
			t.Errorf("%s: %v", src, costs[0])
		}
	}
	if _, err := Costs(src, "vax"); err == nil {
		t.Error("there is a target vax")
	}
}
