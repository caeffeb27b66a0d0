package engine

// What workers must not share, and how they end.

import (
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/backends/wasm/emit"
	"nessiec/ir/kir"
	"nessiec/ir/value"
)

// Groups with local arrays, and groups that fail: the first failure in program order
// counts, whichever worker finds it.
const groups = `
(site @0:1:1 "First.")
(site @0:2:1 "Second.")
(kernel k_local 1 (n_0:int x_0:float c_0:char b_0:bool out_0:buf<global float>) (value value value value write)
  (block
    (localarray part_0:buf<local float> 64)
    (for k_0:int 0 40 1
      (block (for l_0:int 0 64 1 (block
        (store part_0 l_0 (prim add ((prim to_float ((prim mul ((groupid) l_0)))) (prim to_float (k_0)))))))))
    (mut s_0:float x_0)
    (for l_1:int 0 64 1 (block (set s_0 (prim add (s_0 (load part_0 l_1))))))
    (if (prim and (b_0 (prim lt ((groupid) n_0)))) (block (store out_0 (groupid) (prim add (s_0 (prim to_float ((prim char_code (c_0)))))))) (block))))
(kernel k_fail 1 (first_0:int second_0:int errors_0:buf<global int> base_0:int base_1:int) (value value scatter value value)
  (block
    (if (prim ge ((groupid) second_0)) (block (atomic old_1:int min errors_0 0 base_1)) (block))
    (if (prim ge ((groupid) first_0)) (block (atomic old_0:int min errors_0 0 base_0)) (block))))
(func f_go (first_0:int second_0:int) (buf<global float>)
  (block
    (alloc a_0:buf<global float> 40)
    (const e_0:buf<global int> (0))
    (launch k_local 40 (40 0.5 char:7 true a_0))
    (launch k_fail 40 (first_0 second_0 (errorword) (launchbase 0) (launchbase 1)))
    (release e_0)
    (return a_0)))
(action read arg.1 int int "" () first 0)
(action read arg.2 int int "" () second 0)
(action eval it "[float]" [float] f_go (first second) "" 0)`

func TestGroups(t *testing.T) {
	m := backendtest.Parse(t, groups)
	for _, n := range widths {
		for _, input := range []string{"40 40", "39 0", "40 3", "0 39"} {
			alike(t, m, n, input, Options{})
		}
	}
}

// Kernels whose groups change more than errors together are not shared.
func TestNotShared(t *testing.T) {
	for _, c := range []struct {
		m    *kir.Module
		want string
	}{
		{read(t, "testdata/forms.kir"), "k_steps.groups k_mixed.groups k_inc.groups"},
		{backendtest.Parse(t, groups), "k_local.groups k_fail.groups"},
		{backendtest.Parse(t, strings.Replace(groups, "(errorword)", "e_0", 1)), "k_local.groups"},
	} {
		p, err := emit.EmitFor(c.m, value.Num{}, 2)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(p.Share.Kernels, " "); got != c.want {
			t.Errorf("%s are shared, want %s", got, c.want)
		}
	}
}

// A context ends workers in the middle of a group, and between groups.
func TestWorkersInterrupted(t *testing.T) {
	for _, text := range []string{`
(kernel k_go 1 (out_0:buf<global int>) (scatter)
  (block (loop (i_0:int) (0) (block (if (prim eq (i_0 -1)) (block (exit i_0)) (block (recur (prim and (i_0 7)))))) (r_0:int)) (store out_0 0 r_0)))
(func f_go () (buf<global int>) (block (alloc a_0:buf<global int> 1) (launch k_go 8 (a_0)) (return a_0)))
(action eval it "[int]" [int] f_go () "" 0)`, `
(kernel k_go 1 (n_0:int out_0:buf<global int>) (value scatter)
  (block (if (prim lt ((groupid) n_0)) (block (store out_0 (groupid) 1)) (block))))
(func f_go () (buf<global int>) (block (alloc a_0:buf<global int> 1) (launch k_go 2147483647 (1 a_0)) (return a_0)))
(action eval it "[int]" [int] f_go () "" 0)`} {
		m := backendtest.Parse(t, text)
		p, err := emit.EmitFor(m, value.Num{}, 3)
		if err != nil {
			t.Fatal(err)
		}
		x, err := New(p, Options{Order: shuffled})
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		endsByContext(t, m, x)
	}
}
