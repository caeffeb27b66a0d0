package grammar

import (
	"strings"
	"testing"

	"nessiec/ir/kir"
)

func kirErr(t *testing.T, inv Invariant, src string) string {
	t.Helper()
	m, err := kir.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := kir.Verify(m); err != nil {
		t.Fatal(err)
	}
	if err := inv.check(m); err != nil {
		return err.Error()
	}
	return ""
}

func TestKernelInvariants(t *testing.T) {
	for _, c := range []struct {
		inv        Invariant
		body, want string
	}{
		{UniformBarriers, `(barrier)`, ""},
		{UniformBarriers, `(for i:int (groupid) n 1 (block (barrier)))`, ""},
		{UniformBarriers, `(if (prim lt ((load a 0) n)) (block (barrier)) (block))`, ""},
		{UniformBarriers, `(mut x:int 0) (while (prim lt (x n)) (block (barrier) (set x (prim add (x 1)))))`, ""},
		{UniformBarriers, `(if (prim lt ((localid) n)) (block (barrier)) (block))`, "may reach"},
		{UniformBarriers, `(def x:int (load a (localid))) (for i:int 0 x 1 (block (barrier)))`, "may reach"},
		{UniformBarriers, `(mut x:int 0) (if (prim eq ((localid) 0)) (block (set x 1)) (block)) (while (prim lt (x n)) (block (barrier)))`, "may reach"},
		{UniformBarriers, `(mut x:int 0) (for i:int 0 n 1 (block (if (prim lt (x 3)) (block (barrier)) (block)) (set x (localid))))`, "may reach"},
		{UniformBarriers, `(atomic x:int add b 0 1) (if (prim lt (x 3)) (block (barrier)) (block))`, "may reach"},
		{UniformBarriers, `(choose (x:int) (prim lt ((localid) 1)) (block (yield 1)) (block (yield 2))) (if (prim lt (x 2)) (block (barrier)) (block))`, "may reach"},
		{UniformBarriers, `(choose (x:int) (prim lt (n 1)) (block (barrier) (yield 1)) (block (yield 2)))`, "yields values"},
		{HonestAccess, `(store b 0 (load a 0))`, ""},
		{HonestAccess, `(store a 0 1)`, "a is written, but its access is gather"},
		{HonestAccess, `(store b 0 (load w 0))`, "w is read, but its access is write"},
	} {
		src := `(kernel k 4 (n:int a:buf<global int> b:buf<global int> w:buf<global int>) (value gather scatter write) (block ` + c.body + `))`
		if got := kirErr(t, c.inv, src); !strings.Contains(got, c.want) || got != "" && c.want == "" {
			t.Errorf("%s: got %q, want %q", c.body, got, c.want)
		}
	}
}

func TestFreedOnce(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`(return a)`, "b is not released"},
		{`(release b) (return a)`, ""},
		{`(release b) (release b) (return a)`, "release of b"},
		{`(release b) (def n:int (length b)) (return a)`, "use of b"},
		{`(callhost (d:buf<global int>) f (a b c)) (return d)`, ""},
		{`(callhost (d:buf<global int>) f (a a c)) (release b) (return d)`, "call of a"},
		{`(retain a) (callhost (d:buf<global int>) f (a a c)) (release b) (return d)`, ""},
		{`(if c (block (release a) (return b)) (block (release b) (return a)))`, ""},
		{`(if c (block (release b)) (block)) (return a)`, "b has more owners"},
		{`(choose (d:buf<global int>) c (block (yield a)) (block (release a) (alloc e:buf<global int> 3) (yield e))) (release b) (return d)`, ""},
		{`(choose (d:buf<global int>) c (block (yield a)) (block (alloc e:buf<global int> 3) (yield e))) (release b) (return d)`, "a has more owners"},
		{`(choose (d:buf<global int>) c (block (yield a)) (block (alloc e:buf<global int> 3) (yield a))) (release b) (return d)`, "e is not released"},
		{`(loop (v:buf<global int>) (a) (block (if c (block (recur v)) (block (exit v)))) (d:buf<global int>)) (release b) (return d)`, ""},
		{`(loop (v:buf<global int>) (a) (block (if c (block (release v) (recur b)) (block (exit v)))) (d:buf<global int>)) (release b) (return d)`, "b has more owners"},
		{`(loop (v:buf<global int>) (a) (block (if c (block (recur v)) (block (alloc e:buf<global int> 1) (exit v)))) (d:buf<global int>)) (release b) (return d)`, "e is not released"},
		{`(for i:int 0 3 1 (block (release b))) (return a)`, "b has more owners"},
	} {
		src := `(func f (a:buf<global int> b:buf<global int> c:bool) (buf<global int>) (block ` + c.body + `))`
		if got := kirErr(t, FreedOnce, src); !strings.Contains(got, c.want) || got != "" && c.want == "" {
			t.Errorf("%s: got %q, want %q", c.body, got, c.want)
		}
	}
}

func TestLegalNames(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`(func f_main (a_0:bool) (bool) (block (return a_0)))`, ""},
		{`(func main (a_0:bool) (bool) (block (return a_0)))`, "main is no name"},
		{`(func f_main (a:bool) (bool) (block (return a)))`, "a is no name"},
		{`(func f_main (a_0:bool a_0.1:bool) (bool) (block (return a_0)))`, "a_0 is no name"},
	} {
		if got := kirErr(t, LegalNames, c.src); !strings.Contains(got, c.want) || got != "" && c.want == "" {
			t.Errorf("%s: got %q, want %q", c.src, got, c.want)
		}
	}
}
