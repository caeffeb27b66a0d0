package loops

import (
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/kir"
)

// kernel is a kernel with this body.
func kernel(t *testing.T, body string) *kir.Kernel {
	t.Helper()
	return backendtest.Parse(t, `
(kernel k_loop 1 (n_0:int m_0:int a_0:buf<global int> len_0:int r_0:buf<global int>) (value value gather value scatter)
  (block `+body+`))
(func f_go (n_0:int a_0:buf<global int> b_0:buf<global int>) (int)
  (block (launch k_loop 1 (n_0 n_0 a_0 n_0 b_0)) (release a_0) (release b_0) (return n_0)))
(action read arg.1 "(int, [int], [int])" <int [int] [int]> "" () a 0)
(action eval it int int f_go (a) "" 0)`).Kernels[0]
}

// Loops that need not be interrupted, and such as may.
func TestCounted(t *testing.T) {
	for _, c := range []struct {
		from, def, cond, next string
		want                  bool
	}{
		{"0", "lt (i_0 9)", "x_0", "add (i_0 1)", true},
		{"-2", "ge (i_0 9)", "x_0", "add (1 i_0)", true},
		{"0", "eq (i_0 65536)", "x_0", "add (i_0 1)", true},
		{"0", "lt (i_0 65537)", "x_0", "add (i_0 1)", false},
		{"1", "eq (i_0 0)", "x_0", "add (i_0 1)", false},
		{"n_0", "lt (i_0 9)", "x_0", "add (i_0 1)", false},
		{"0", "lt (i_0 n_0)", "x_0", "add (i_0 1)", false},
		{"0", "lt (i_0 9)", "x_0", "add (i_0 0)", false},
		{"0", "lt (i_0 9)", "x_0", "sub (i_0 1)", false},
		{"0", "lt (i_0 9)", "x_0", "mul (i_0 2)", false},
		{"0", "lt (9 i_0)", "x_0", "add (i_0 1)", false},
		{"0", "lt (i_0 9)", "(prim gt (i_0 m_0))", "add (i_0 1)", false},
	} {
		end, on := "(block (exit i_0))", "(block (def j_0:int (prim "+c.next+")) (recur j_0))"
		if strings.HasPrefix(c.def, "lt") {
			end, on = on, end
		}
		body := "(loop (i_0:int) (" + c.from + ") (block (def x_0:bool (prim " + c.def + ")) (if " + c.cond + " " + end + " " + on + ")) (r_1:int)) (store r_0 0 r_1)"
		l := kernel(t, body).Body.(*kir.Block).Stmts[0].(*kir.Loop)
		if got := Counted(l); got != c.want {
			t.Errorf("%v: %s", got, kir.Show(l))
		}
	}
}
