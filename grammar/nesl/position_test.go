// Where forms say they are.

package nesl

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/ir"
	"nessiec/ir/diag"
	"nessiec/ir/nesl"
)

// positions lists the forms of a module with line and column.
func positions(m *nesl.Module) string {
	var b strings.Builder
	for _, f := range m.Forms {
		ir.Walk(f, func(e nesl.Expr) bool {
			fmt.Fprintf(&b, "%d:%d %s\n", e.Pos().Line(), e.Pos().Col(), nesl.Schema[e.Form()].Name)
			return true
		})
	}
	return b.String()
}

func TestPositions(t *testing.T) {
	m, errs := parseText("function norm(x, y) : float, a -> [b]\n  = (x + -y)(1)[2];\n" +
		"\t`\xff, \"é\xff\" ++ {a in b; c | time(t)};\n" +
		"pt(a) = z => if p then (u), v else [] int;\n")
	if errs != "" {
		t.Fatal(errs)
	}
	want := `1:10 function
1:15 patpair
1:15 patvar
1:18 patvar
1:23 signature
1:23 typair
1:23 tyname
1:30 tyfun
1:30 tyname
1:35 tyseq
1:36 tyname
2:16 index
2:5 apply
2:8 binary
2:6 id
2:10 unary
2:11 id
2:14 int
2:17 int
3:2 eval
3:2 pair
3:2 char
3:11 binary
3:6 string
3:14 eachif
3:15 gen
3:15 patvar
3:20 id
3:23 genname
3:27 time
3:32 bool
3:15 id
4:1 assign
4:1 patdata
4:4 patvar
4:9 lambda
4:9 patvar
4:14 if
4:17 id
4:24 pair
4:25 id
4:29 id
4:36 empty
4:39 tyname
`
	if got := positions(m); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestPositionsHoldTheFile(t *testing.T) {
	m := Parse(7, "x;", &diag.List{})
	if at := m.Forms[0].Pos(); at.File() != 7 {
		t.Errorf("position %s", at)
	}
}
