package view

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/diag"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

const before = `(func main () (a:[int]) [int]
  (let @0:2:9 b:[int] (each @0:3:5 (x:int) ((ref @0:3:7 a)) (prim @0:4:1 add ((ref @0:4:2 x) (int @0:4:3 1))))
    (prim @0:5:1 append ((ref @0:5:2 b) (each @0:6:5 (y:int) ((ref @0:6:7 b)) (prim @0:6:9@0:9:1 mul ((ref @0:6:10 y) (int @0:6:11 2))))))))`

func program(t *testing.T, src string) driver.Program {
	t.Helper()
	m, err := nkl.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	return driver.Program{Lang: grammar.NestedElaborated.Language, Module: m}
}

// Positions stay with the lines of their forms, though the text that shows all
// of them has other lines and spells atoms out.
func TestLines(t *testing.T) {
	got := ""
	for _, l := range lines(program(t, before)) {
		got += l.Text + " <- " + strings.Join(l.Pos, " ") + "\n"
	}
	const want = `(func main () (a:[int]) [int] <- 
  (let b:[int] (each @0:3:5 (x:int) (a) (prim @0:4:1 add (x 1))) <- 0:2:9 0:3:5 0:3:7 0:4:1 0:4:2 0:4:3
  (prim @0:5:1 append (b (each @0:6:5 (y:int) (b) (prim @0:6:9@0:9:1 mul (y 2))))))) <- 0:5:1 0:5:2 0:6:5 0:6:7 0:6:9 0:9:1 0:6:10 0:6:11
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestMark(t *testing.T) {
	text := func(s string) (ls []line) {
		for _, l := range strings.Split(s, ",") {
			ls = append(ls, line{Text: l})
		}
		return ls
	}
	a, b := text("x,y,y,z"), text("  y,x,w,w,x")
	mark(a, b)
	got := ""
	for _, l := range append(a, b...) {
		got += fmt.Sprintf("%s%t%t ", strings.TrimSpace(l.Text), l.Gone, l.New)
	}
	want := "xfalsefalse yfalsefalse ytruefalse ztruefalse yfalsefalse xfalsefalse wfalsetrue wfalsetrue xfalsetrue "
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// The page has sources, columns with what belongs to them, and no text that
// could end the script.
func TestWrite(t *testing.T) {
	p := program(t, before)
	v := New(p, diag.Files{{Name: "a.nesl", Source: "function main(a) =\n  {x < 1 : x in a}</script>;\n"}})
	v.Figure = func(*driver.Row) string { return "<svg>graph</svg>" }
	after := program(t, strings.Replace(before, "add", "sub", 1))
	ps := pass.New("turn", "turns signs", grammar.NestedElaborated, grammar.NestedElaborated, func(*pass.Ctx, *nkl.Module) *nkl.Module { return nil })
	same := pass.New("rest", "does nothing", grammar.NestedElaborated, grammar.NestedElaborated, func(*pass.Ctx, *nkl.Module) *nkl.Module { return nil })
	outcome := func(n int64) []driver.Outcome {
		return []driver.Outcome{{Cost: []driver.Counter{{Name: "work", N: n}}}}
	}
	v.Observe(&driver.Row{Pass: &ps, Out: p, Outcomes: outcome(9)})
	v.Observe(&driver.Row{Index: 1, Pass: &same, Unchanged: true, Out: p})
	v.Observe(&driver.Row{Index: 2, Pass: &ps, Out: after, Outcomes: outcome(4)})
	var b strings.Builder
	if err := v.Write(&b, "<a>", []pass.Stat{{Pass: "turn", Name: "signs", N: 3}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<title>&lt;a&gt;</title>", `"Name":"a.nesl","File":0,"Lines":[0,1]`, `"Title":"3 turn"`, `"Same":["rest"]`,
		`"Counts":[{"Name":"signs","N":3}]`, `"Costs":[{"Name":"work","After":9}]`, `"Costs":[{"Name":"work","Before":9,"After":4}]`,
		`"Figure":"\u003csvg\u003egraph`, `"New":true`, `"Gone":true`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s", want)
		}
	}
	if n := strings.Count(b.String(), "</script>"); n != 2 {
		t.Errorf("%d scripts end", n)
	}
}
