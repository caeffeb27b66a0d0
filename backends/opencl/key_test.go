package opencl

// What keys of kernels depend on.

import (
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/kir"
	"nessiec/ir/value"
	"nessiec/passes/pass"
)

// keyOf is the key of the only kernel of a program.
func keyOf(t *testing.T, text string, o pass.Options) string {
	t.Helper()
	e := newEmitter(pass.NewCtx(o), backendtest.Parse(t, text), []string{"a.nesl"})
	k := e.M.Kernels[0]
	return keysBehind(e.prelude()).of(k.Name, e.kernel(k))
}

const keyed = `(kernel k_f_map 1 (n_0:int out_0:buf<global int>) (value scatter)
  (block (for i_0:int 0 n_0 1 (block (def x_1:int (prim add (i_0 1))) (store out_0 i_0 (prim mul (x_1 x_1)))))))`

func TestKeys(t *testing.T) {
	plain := backendtest.Options(value.Num{})
	want := keyOf(t, keyed, plain)
	lines := plain
	lines.LineInfo = true
	wide := backendtest.Options(value.Num{Int64: true})
	for _, c := range []struct {
		what, text string
		o          pass.Options
		same       bool
	}{
		{"the same", keyed, plain, true},
		{"other names", `(kernel k_other_map_2 1 (size_7:int r_3:buf<global int>) (value scatter)
  (block (for at_4:int 0 size_7 1 (block (def i_0:int (prim add (at_4 1))) (store r_3 at_4 (prim mul (i_0 i_0)))))))`, plain, true},
		{"with positions", keyed, lines, true},
		{"another variable", `(kernel k_f_map 1 (n_0:int out_0:buf<global int>) (value scatter)
  (block (for i_0:int 0 n_0 1 (block (def x_1:int (prim add (i_0 1))) (store out_0 i_0 (prim mul (x_1 i_0)))))))`, plain, false},
		{"another number", `(kernel k_f_map 1 (n_0:int out_0:buf<global int>) (value scatter)
  (block (for i_0:int 0 n_0 1 (block (def x_1:int (prim add (i_0 2))) (store out_0 i_0 (prim mul (x_1 x_1)))))))`, plain, false},
		{"larger groups", `(kernel k_f_map 2 (n_0:int out_0:buf<global int>) (value scatter)
  (block (for i_0:int 0 n_0 1 (block (def x_1:int (prim add (i_0 1))) (store out_0 i_0 (prim mul (x_1 x_1)))))))`, plain, false},
		{"wider ints", keyed, wide, false},
	} {
		if got := keyOf(t, c.text, c.o); (got == want) != c.same {
			t.Errorf("%s: key %s, first %s", c.what, got, want)
		}
	}
}

// Keys of one program are all different: equal kernels are one before.
func TestKeysDiffer(t *testing.T) {
	for _, name := range []string{"forms", "errors", "effects", "lanes"} {
		m := backendtest.Load(t, name)
		e := newEmitter(pass.NewCtx(backendtest.Options(value.Num{})), m, nil)
		seen := map[string]*kir.Kernel{}
		for _, k := range m.Kernels {
			key := keysBehind(e.prelude()).of(k.Name, e.kernel(k))
			if other := seen[key]; other != nil {
				t.Errorf("%s: %s and %s have one key", name, k.Name, other.Name)
			}
			seen[key] = k
		}
	}
}
