package opencl

// Short launches run in the thread of the host once there were many of them: those of one
// group, and of several that were measured.

import (
	"regexp"
	"strconv"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
)

// steps adds numbers of arrays to each other by turns in launches of one group and of
// several, with reads between some, so that each needs what the one before has made.
const steps = `
(kernel k_one 1 (a_0:buf<global int> b_0:buf<global int> k_0:int) (gather scatter value)
  (block (for i_0:int 0 8 1 (block (store b_0 i_0 (prim add ((load a_0 (prim and ((prim add (i_0 1)) 7))) k_0)))))))
(kernel k_all 1 (a_0:buf<global int> b_0:buf<global int>) (gather scatter)
  (block (store b_0 (groupid) (prim add ((load a_0 (prim sub (7 (groupid)))) (groupid))))))
(kernel k_init 1 (b_0:buf<global int>) (scatter) (block (store b_0 (groupid) (groupid))))
(func f_main () (int buf<global int>)
  (block
    (alloc z_0:buf<global int> 8)
    (launch k_init 8 (z_0))
    (loop (a_0:buf<global int> k_0:int s_0:int) (z_0 0 0)
      (block
        (if (prim eq (k_0 4000)) (block (exit s_0 a_0))
          (block
            (alloc b_0:buf<global int> 8)
            (launch k_one 1 (a_0 b_0 k_0))
            (choose (c_0:buf<global int>) (prim eq ((prim rem (k_0 3)) 0))
              (block
                (alloc c_1:buf<global int> 8)
                (launch k_all 8 (b_0 c_1))
                (release b_0)
                (yield c_1))
              (block (yield b_0)))
            (release a_0)
            (choose (x_0:int) (prim eq ((prim rem (k_0 5)) 0))
              (block (yield 0))
              (block
                (read (y_0:int) (c_0) ((prim and (k_0 7))))
                (yield y_0)))
            (recur c_0 (prim add (k_0 1)) (prim xor (s_0 x_0))))))
      (s_1:int r_0:buf<global int>))
    (return s_1 r_0)))
(action eval it "int, [int]" <int [int]> f_main () "" 0)`

// nearAtLeast is after how many launches that the thread could run it begins to.
const nearAtLeast = 1000

// chain is launches of one group, each of which needs what the one before has made, without a
// read between them.
const chain = `
(kernel k_one 1 (a_0:buf<global int> b_0:buf<global int> k_0:int) (gather scatter value)
  (block (store b_0 (prim and (k_0 7)) (prim add (k_0 (load a_0 (prim and ((prim add (k_0 3)) 7))))))))
(kernel k_init 1 (b_0:buf<global int>) (scatter) (block (store b_0 (groupid) (groupid))))
(func f_main () (buf<global int>)
  (block
    (alloc x_0:buf<global int> 8)
    (launch k_init 8 (x_0))
    (alloc y_0:buf<global int> 8)
    (launch k_init 8 (y_0))
    (loop (a_0:buf<global int> b_0:buf<global int> k_0:int) (x_0 y_0 0)
      (block
        (if (prim eq (k_0 4000)) (block (release a_0) (exit b_0))
          (block
            (launch k_one 1 (a_0 b_0 k_0))
            (recur b_0 a_0 (prim add (k_0 1))))))
      (r_0:buf<global int>))
    (return r_0)))
(action eval it "[int]" <[int]> f_main () "" 0)`

func TestThread(t *testing.T) {
	for name, text := range map[string]string{"steps": steps, "chain": chain} {
		t.Run(name, func(t *testing.T) { thread(t, text) })
	}
}

// thread runs a program with and without launches in the thread of the host.
func thread(t *testing.T, text string) {
	program := here.Build(t, backendtest.Parse(t, text), backendtest.Options(value.Num{}))
	plain := here.Run(t, "", "env", "POCL_DEVICES=pthread", program, "-stats")
	fast := here.Run(t, "", program, "-stats")
	if plain.Status != 0 || fast.Status != 0 || plain.Out == "" || plain.Out != fast.Out {
		t.Fatalf("status %d: %s%s\nwithout: status %d: %s%s", fast.Status, fast.Out, fast.Errors, plain.Status, plain.Out, plain.Errors)
	}
	launched := func(r backendtest.Result) int {
		m := regexp.MustCompile(`stat inline (\d+)`).FindStringSubmatch(r.Errors)
		if m == nil {
			t.Fatalf("no counter in %s", r.Errors)
		}
		n, _ := strconv.Atoi(m[1])
		return n
	}
	if n := launched(plain); n != 0 {
		t.Errorf("%d launches ran in the thread of the host, which has no device", n)
	}
	if n := launched(fast); n < 500 || n > 4000+1334-nearAtLeast {
		t.Errorf("%d launches ran in the thread of the host", n)
	}
}
