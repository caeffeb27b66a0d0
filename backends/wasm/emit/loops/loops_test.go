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

// What is hoisted, and what stays: statements before loops and in them.
func TestHoisted(t *testing.T) {
	for _, c := range []struct{ what, body, want string }{
		{"a guarded load, and what its index needs", `
(for i_0:int 0 n_0 1 (block
  (def j_0:int (prim add (m_0 1)))
  (def x_0:int (select (inrange j_0 len_0) (load a_0 j_0) 0))
  (store r_0 i_0 x_0)))`, `
(def j_0:int (prim add (m_0 1)))
(def x_0:int (select (inrange j_0 len_0) (load a_0 j_0) 0))
(for i_0:int 0 n_0 1 (block (store r_0 i_0 x_0)))`},
		{"out of two loops", `
(for i_0:int 0 n_0 1 (block
  (for j_0:int 0 n_0 1 (block
    (def x_0:int (prim mul (m_0 n_0)))
    (def y_0:int (prim mul (i_0 n_0)))
    (store r_0 j_0 (prim add (x_0 y_0)))))))`, `
(def x_0:int (prim mul (m_0 n_0)))
(for i_0:int 0 n_0 1 (block
  (def y_0:int (prim mul (i_0 n_0)))
  (for j_0:int 0 n_0 1 (block (store r_0 j_0 (prim add (x_0 y_0)))))))`},
		{"sizes, once", `
(for i_0:int 0 n_0 1 (block
  (def x_0:int (select (inrange i_0 (prim max (len_0 0))) (load a_0 i_0) 0))
  (def y_0:int (select (inrange m_0 (prim max (len_0 0))) i_0 0))
  (store r_0 i_0 (prim add (x_0 y_0)))))`, `
(def size_0:int (prim max (len_0 0)))
(for i_0:int 0 n_0 1 (block
  (def x_0:int (select (inrange i_0 size_0) (load a_0 i_0) 0))
  (def y_0:int (select (inrange m_0 size_0) i_0 0))
  (store r_0 i_0 (prim add (x_0 y_0)))))`},
		{"a choice", `
(for i_0:int 0 n_0 1 (block
  (choose (x_0:int) (prim ge (m_0 0)) (block (yield n_0)) (block (def y_0:int (prim add (n_0 1))) (yield y_0)))
  (store r_0 i_0 x_0)))`, `
(choose (x_0:int) (prim ge (m_0 0)) (block (yield n_0)) (block (def y_0:int (prim add (n_0 1))) (yield y_0)))
(for i_0:int 0 n_0 1 (block (store r_0 i_0 x_0)))`},
		{"from where a loop goes on", `
(loop (i_0:int) (0) (block
  (def end_0:bool (prim eq (i_0 n_0)))
  (if end_0 (block (exit i_0)) (block
    (def x_0:int (prim mul (m_0 m_0)))
    (recur (prim add (i_0 x_0)))))) (r_1:int))
(store r_0 0 r_1)`, `
(def x_0:int (prim mul (m_0 m_0)))
(loop (i_0:int) (0) (block
  (def end_0:bool (prim eq (i_0 n_0)))
  (if end_0 (block (exit i_0)) (block (recur (prim add (i_0 x_0)))))) (r_1:int))
(store r_0 0 r_1)`},
		{"nothing: a load without a guard, of what is stored, a division by what may be 0, one instruction, a branch", `
(for i_0:int 0 n_0 1 (block
  (def x_0:int (load a_0 m_0))
  (def y_0:int (select (inrange m_0 n_0) (load r_0 m_0) 0))
  (def z_0:int (prim div (n_0 m_0)))
  (def u_0:int (prim add (n_0 m_0)))
  (if (prim gt (i_0 m_0)) (block (def v_0:int (prim mul (m_0 m_0))) (store r_0 i_0 v_0)) (block))
  (store r_0 i_0 (prim add (x_0 (prim add (y_0 (prim add (z_0 u_0)))))))))`, ""},
		{"nothing: what the loop changes", `
(mut x_0:int 1)
(for i_0:int 0 n_0 1 (block
  (def y_0:int (prim mul (x_0 m_0)))
  (set x_0 y_0)))
(store r_0 0 x_0)`, ""},
	} {
		if c.want == "" {
			c.want = c.body
		}
		got, want := kir.Show(Hoisted(kernel(t, c.body)).Body), kir.Show(kernel(t, c.want).Body)
		if want = strings.ReplaceAll(want, "size_0", "size"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.what, got, want)
		}
	}
}

// Wrong: sizes were taken for the same if their variables had one name.
func TestSizesOfOneName(t *testing.T) {
	k := kernel(t, `
(for i_0:int 0 n_0 1 (block
  (def x_0:int (select (inrange i_0 (prim max (n_0 0))) 1 0))
  (def y_0:int (select (inrange i_0 (prim max (m_0 0))) 1 0))
  (store r_0 i_0 (prim add (x_0 y_0)))))`)
	for _, p := range k.Params {
		p.Name = "n"
	}
	if n := len(Hoisted(k).Body.(*kir.Block).Stmts); n != 3 {
		t.Errorf("%d statements, want two sizes and the loop", n)
	}
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
