package engine

// The ends of a program that are not its own: depth of calls, memory, a context; and
// what is no program for a CPU.

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nessiec/backends/backendtest"
	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/ir/kir"
	"nessiec/ir/value"
)

const deep = `
(func f_depth (n_0:int) (int)
  (block
    (if (prim eq (n_0 0))
      (block (return 0))
      (block (callhost @0:1:2 (d_0:int) f_depth ((prim sub (n_0 1)))) (return (prim add (d_0 1)))))))
(action read arg.1 int int "" () n 0)
(action eval it int int f_depth (n) "" 0)`

// A million nested calls have room; a hundred million have not, which is an error.
func TestDepth(t *testing.T) {
	m := backendtest.Parse(t, deep)
	for input, want := range map[string]string{"1000000": "1000000\n", "100000000": "RUNTIME ERROR: Out of memory.\n"} {
		x := started(t, m, value.Num{}, Options{})
		if got := observed(value.Num{}, input, m, x.run); !strings.HasPrefix(got.String(), want) {
			t.Errorf("%s calls: %s", input, got)
		}
	}
}

const hoard = `
(func f_hoard (n_0:int elements_0:int) (int)
  (block
    (loop (i_0:int) (0)
      (block
        (if (prim ge (i_0 n_0))
          (block (exit i_0))
          (block
            (alloc @0:7:9 a_0:buf<global float> elements_0)
            (retain a_0)
            (release a_0)
            (recur (prim add (i_0 1))))))
      (r_0:int))
    (return r_0)))
(action read arg.1 int int "" () n 0)
(action read arg.2 int int "" () elements 0)
(action eval it int int f_hoard (n elements) "" 0)`

// Out of memory is an error at the place of the allocation, with sizes; what fits
// under a limit does.
func TestMemory(t *testing.T) {
	m, err := kir.Parse(hoard) // which frees nothing
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		limit       int64
		n, elements value.Int
		fails       bool
		contains    string
	}{
		{16 << 20, 18, 100_000, false, "18\n"},
		{16 << 20, 1000, 100_000, true, "for an array of 800000 bytes; the program may have 16777216 bytes, and has 14400000 in arrays"},
		{200 << 20, 200, 100_000, false, "200\n"},
		{0, 2, 400_000_000, true, "the program may have 4294901760 bytes, and has 3200000000 in arrays"},
	} {
		x := started(t, m, value.Num{}, Options{Memory: c.limit})
		var out bytes.Buffer
		failed := x.Run(context.Background(), &interp.World{}, []value.Value{c.n, c.elements}, func(r interp.Result) { fmt.Fprintln(&out, r.Value) })
		text := out.String()
		if failed != nil {
			text = failed.Note
			if failed.Pos.Line() != 7 || failed.Kind != interp.Memory {
				t.Errorf("%v at %v", failed, failed.Pos)
			}
		}
		if (failed != nil) != c.fails || !strings.Contains(text, c.contains) {
			t.Errorf("limit %d, %d arrays: %s", c.limit, c.n, text)
		}
	}
	p, err := emit.Emit(m, value.Num{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(p, Options{Memory: 1000}); err == nil {
		t.Error("a module starts with less memory than it needs")
	}
}

// Arrays that were freed are used again, whatever their sizes.
func TestReuse(t *testing.T) {
	m := backendtest.Parse(t, `
(func f_churn (n_0:int) (int)
  (block
    (loop (i_0:int) (0)
      (block
        (if (prim ge (i_0 n_0))
          (block (exit i_0))
          (block
            (alloc a_0:buf<global float> (prim rem ((prim mul (i_0 7919)) 100003)))
            (alloc b_0:buf<global char> (prim rem ((prim mul (i_0 104729)) 50021)))
            (release a_0)
            (release b_0)
            (recur (prim add (i_0 1))))))
      (r_0:int))
    (return r_0)))
(action read arg.1 int int "" () n 0)
(action eval it int int f_churn (n) "" 0)`)
	x := started(t, m, value.Num{}, Options{Memory: 8 << 20})
	if got := observed(value.Num{}, "20000", m, x.run); got.text != "20000\n" {
		t.Errorf("%s", got)
	}
	if s := x.Stats(); s.Live != 0 || s.Arrays != 40000 {
		t.Errorf("%+v", s)
	}
}

// What is held stays near what is live: arrays that shrink from round to round take
// the blocks of larger ones, and the largest arrays look no further than there are
// classes.
func TestHeld(t *testing.T) {
	m := backendtest.Parse(t, `
(func f_shrink (n_0:int) (int)
  (block
    (loop (i_0:int) (n_0)
      (block
        (if (prim lt (i_0 1000))
          (block (exit i_0))
          (block
            (alloc a_0:buf<global char> i_0)
            (alloc b_0:buf<global char> i_0)
            (release a_0)
            (release b_0)
            (recur (prim sub (i_0 (prim div (i_0 9))))))))
      (r_0:int))
    (return r_0)))
(action read arg.1 int int "" () n 0)
(action eval it int int f_shrink (n) "" 0)`)
	for input, most := range map[string]int64{"10000000": 60 << 20, "1500000000": 4 << 30} {
		x := started(t, m, value.Num{}, Options{})
		if got := observed(value.Num{}, input, m, x.run); got.err != nil {
			t.Errorf("%s: %s", input, got)
		}
		if s := x.Stats(); s.Memory > most || s.Live != 0 {
			t.Errorf("%s: %+v", input, s)
		}
	}
}

// A context ends loops that do not end, on the host and in kernels, and calls.
func TestInterrupted(t *testing.T) {
	for name, text := range map[string]string{
		"a loop of the host": `
(func f_go () (int)
  (block (loop (i_0:int) (0) (block (if (prim eq (i_0 -1)) (block (exit i_0)) (block (recur (prim and (i_0 7)))))) (r_0:int)) (return r_0)))
(action eval it int int f_go () "" 0)`,
		"a loop of a kernel": `
(kernel k_go 1 (out_0:buf<global int>) (scatter)
  (block (loop (i_0:int) (0) (block (if (prim eq (i_0 -1)) (block (exit i_0)) (block (recur (prim and (i_0 7)))))) (r_0:int)) (store out_0 0 r_0)))
(func f_go () (buf<global int>) (block (alloc a_0:buf<global int> 1) (launch k_go 1 (a_0)) (return a_0)))
(action eval it "[int]" [int] f_go () "" 0)`,
		"a while of a kernel": `
(kernel k_go 1 (out_0:buf<global int>) (scatter)
  (block (mut i_0:int 0) (while (prim ge (i_0 0)) (block (set i_0 (prim and (i_0 7))))) (store out_0 0 i_0)))
(func f_go () (buf<global int>) (block (alloc a_0:buf<global int> 1) (launch k_go 1 (a_0)) (return a_0)))
(action eval it "[int]" [int] f_go () "" 0)`,
		"groups": `
(kernel k_go 1 (out_0:buf<global int>) (scatter) (block (store out_0 0 (groupid))))
(func f_go () (buf<global int>) (block (alloc a_0:buf<global int> 1) (launch k_go 2147483647 (a_0)) (return a_0)))
(action eval it "[int]" [int] f_go () "" 0)`,
		"many calls": `
(func f_two (n_0:int) (int)
  (block
    (if (prim eq (n_0 0))
      (block (return 0))
      (block
        (callhost (a_0:int) f_two ((prim sub (n_0 1))))
        (callhost (b_0:int) f_two ((prim sub (n_0 1))))
        (return (prim add (a_0 b_0)))))))
(func f_go () (int) (block (callhost (r_0:int) f_two (60)) (return r_0)))
(action eval it int int f_go () "" 0)`,
	} {
		t.Run(name, func(t *testing.T) {
			m := backendtest.Parse(t, text)
			endsByContext(t, m, started(t, m, value.Num{}, Options{}))
		})
	}
}

// endsByContext runs m, which does not end, until a context ends it.
func endsByContext(t *testing.T, m *kir.Module, x *Machine) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	got := observed(value.Num{}, "", m, func(w *interp.World, in []value.Value, emit func(interp.Result)) *interp.Error {
		return x.Run(ctx, w, in, emit)
	})
	if got.err == nil || got.err.Kind != interp.Interrupted {
		t.Errorf("%s", got)
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("it took %v to stop", d)
	}
}

// What is for several work-items is rejected.
func TestRejected(t *testing.T) {
	m := backendtest.Load(t, "forms")
	if _, err := emit.Emit(m, value.Num{}); err == nil || !strings.Contains(err.Error(), "kernel k_sum: groups have 64 work-items") {
		t.Errorf("a kernel of groups of 64: %v", err)
	}
}

// The room for calls in progress was counted with the arrays of the program: a recursion of 300
// calls left one.
func TestCallsAreNoArrays(t *testing.T) {
	m := backendtest.Parse(t, `
(func f_down (n_0:int) (int)
  (block
    (if (prim lt (n_0 1)) (block (return 0))
      (block
        (callhost @0:1:1 (r_0:int) f_down ((prim sub (n_0 1))))
        (return (prim add (r_0 1)))))))
(action read arg.1 int int "" () n 0)
(action eval it int int f_down (n) "" 0)`)
	for _, n := range []string{"300", "20000"} {
		x := started(t, m, value.Num{}, Options{})
		if got := observed(value.Num{}, n, m, x.run); got.text != n+"\n" {
			t.Errorf("%s", got)
		}
		if s := x.Stats(); s.Live != 0 {
			t.Errorf("%s calls: %+v", n, s)
		}
	}
}
