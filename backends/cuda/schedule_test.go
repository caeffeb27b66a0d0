package cuda

// Streams and graphs: the simulator runs commands in any order that streams,
// events and edges allow, so a program that lacks one of them goes wrong.

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
)

const schedulesKernels = `
(kernel k_step 8 (n_0:int c_0:int xs_0:buf<global int> out_0:buf<global int>) (value value own write)
  (block (def i_0:int (prim add ((prim mul ((groupid) 8)) (localid))))
    (if (prim lt (i_0 n_0)) (block (store out_0 i_0 (prim add ((prim mul ((load xs_0 i_0) 3)) c_0)))) (block))))
(kernel k_both 8 (n_0:int xs_0:buf<global int> ys_0:buf<global int> out_0:buf<global int>) (value gather gather write)
  (block (def i_0:int (prim add ((prim mul ((groupid) 8)) (localid))))
    (if (prim lt (i_0 n_0)) (block (store out_0 i_0 (prim sub ((load xs_0 i_0) (load ys_0 (prim sub ((prim sub (n_0 1)) i_0))))))) (block))))
`

// Two chains from one array, twice: what dies on one stream is used again on the
// other, also when nobody has waited for it. Then a loop whose iterations are alike,
// but for their number.
const scheduled = schedulesKernels + `
(func f_pair (n_0:int xs_0:buf<global int>) (buf<global int> buf<global int>)
  (block
    (def g_0:int (prim div ((prim add (n_0 7)) 8)))
    (alloc a_0:buf<global int> n_0)
    (launch k_step g_0 (n_0 1 xs_0 a_0))
    (alloc b_0:buf<global int> n_0)
    (launch k_step g_0 (n_0 2 a_0 b_0))
    (alloc c_0:buf<global int> n_0)
    (launch k_step g_0 (n_0 3 a_0 c_0))
    (alloc d_0:buf<global int> n_0)
    (launch k_step g_0 (n_0 4 b_0 d_0))
    (release b_0)
    (alloc e_0:buf<global int> n_0)
    (launch k_step g_0 (n_0 5 c_0 e_0))
    (release c_0)
    (release a_0)
    (release xs_0)
    (return d_0 e_0)))
(func f_forked (n_0:int xs_0:buf<global int>) (buf<global int>)
  (block
    (callhost (a_0:buf<global int> b_0:buf<global int>) f_pair (n_0 xs_0))
    (retain a_0)
    (callhost (c_0:buf<global int> d_0:buf<global int>) f_pair (n_0 a_0))
    (release c_0)
    (release d_0)
    (alloc r_0:buf<global int> n_0)
    (launch k_both (prim div ((prim add (n_0 7)) 8)) (n_0 a_0 b_0 r_0))
    (release a_0)
    (release b_0)
    (return r_0)))
(func f_looped (n_0:int xs_0:buf<global int>) (buf<global int>)
  (block
    (def g_0:int (prim div ((prim add (n_0 7)) 8)))
    (loop (v_0:buf<global int> k_0:int) (xs_0 0)
      (block
        (if (prim lt (k_0 9))
          (block
            (alloc a_0:buf<global int> n_0)
            (launch k_step g_0 (n_0 k_0 v_0 a_0))
            (alloc b_0:buf<global int> n_0)
            (launch k_step g_0 (n_0 2 v_0 b_0))
            (release v_0)
            (alloc r_0:buf<global int> n_0)
            (launch k_both g_0 (n_0 a_0 b_0 r_0))
            (release a_0)
            (release b_0)
            (def next_0:int (prim add (k_0 1)))
            (recur r_0 next_0))
          (block (exit v_0))))
      (w_0:buf<global int>))
    (return w_0)))
(action read arg.1 int int "" () n 0)
(action read arg.2 "[int]" [int] "" () xs 0)
(action eval forked "[int]" [int] f_forked (n xs) "" 0)
(action eval looped "[int]" [int] f_looped (n xs) "" 0)`

// spoilt is a program with other text in places: [2]string{old, new}. SPOILT in the new text is
// 1 if the environment names the place, and 0 otherwise, so that one program shows them all.
func spoilt(t *testing.T, src string, places map[string][2]string) string {
	t.Helper()
	text, err := os.ReadFile(src)
	if err != nil {
		t.Fatal(err)
	}
	all := string(text)
	for what, p := range places {
		if !strings.Contains(all, p[0]) {
			t.Fatalf("no %q in the program", p[0])
		}
		all = strings.Replace(all, p[0], strings.ReplaceAll(p[1], "SPOILT", fmt.Sprintf("nes_spoilt(%q)", what)), 1)
	}
	const asks = `#include <stdlib.h>
#include <string.h>
[[maybe_unused]] static int nes_spoilt(const char *what)
{
    const char *s = getenv("NES_SPOILT");
    return s != NULL && strcmp(s, what) == 0;
}
`
	out := filepath.Join(t.TempDir(), "spoilt.cu")
	if err := os.WriteFile(out, []byte(asks+all), 0o666); err != nil {
		t.Fatal(err)
	}
	return out
}

// wrong is the first order, of some, in which a program prints something else;
// -1 if there is none.
func wrong(p, input, want string, env ...string) int {
	for seed := range 40 {
		if r := runWith(append(env, fmt.Sprintf("NES_CUDA_CPU_ORDER=%d", seed)), input, p); r.out != want || r.status != 0 {
			return seed
		}
	}
	return -1
}

// counted is what the simulator counted.
func counted(t *testing.T, p, input string) string {
	t.Helper()
	r := runWith([]string{"NES_CUDA_CPU_COUNTS=1"}, input, p)
	return regexp.MustCompile(`cuda streams .*`).FindString(r.errors)
}

// Independent launches are on streams of their own, and wait for what they need. Iterations are
// graphs: one that is played again as it is, or with parameters that have changed. Orders go wrong
// without any part of that.
func TestSchedules(t *testing.T) {
	t.Parallel()
	parts := map[string][2]string{
		"no waiting":           {"NES_CU(cudaStreamWaitEvent(", "if (!SPOILT) NES_CU(cudaStreamWaitEvent("},
		"readers are no users": {"nes_follow(lane, i, b->read[i]);\n        b->read", "if (!SPOILT) nes_follow(lane, i, b->read[i]);\n        b->read"},
		"memory is there":      {"b->writer = NES_MEMORY_STREAM;", "if (!SPOILT) b->writer = NES_MEMORY_STREAM;"},
		"marks are late":       {"m->at = l->now;", "m->at = l->now + SPOILT;"},
		"no edges":             {"= nes_direct(", "= SPOILT ? 0 : nes_direct("},
		"no updates":           {"if (!nes_same_node(g, i)) {", "if (!SPOILT && !nes_same_node(g, i)) {"},
	}
	m, o := backendtest.Parse(t, scheduled), options(value.Num{})
	input := "8 " + xs
	want := ref(t, m, o, input)
	p := build(t, spoilt(t, source(t, m, o), parts), oneSanitizer(t)...)
	if seed := wrong(p, input, want); seed >= 0 {
		t.Errorf("wrong in order %d", seed)
	}
	const counts = "cuda streams 3 launches 38 copies 3 records 14 waits 13 graphs 2 replays 8 updates 6"
	if got := counted(t, p, input); got != counts {
		t.Errorf("counted\n%s, want\n%s", got, counts)
	}
	for what := range parts {
		if wrong(p, input, want, "NES_SPOILT="+what) < 0 {
			t.Errorf("%s: nobody notices", what)
		}
	}
}

// Before CUDA 11.4 batches are launches one by one, before 11.2 memory has no
// streams.
func TestOlder(t *testing.T) {
	t.Parallel()
	m, o := backendtest.Parse(t, scheduled), options(value.Num{})
	src := spoilt(t, source(t, m, o), map[string][2]string{"": {"#define CUDART_VERSION 12000", "#define CUDART_VERSION 11010"}})
	input := "8 " + xs
	if seed := wrong(build(t, src), input, ref(t, m, o, input)); seed >= 0 {
		t.Errorf("wrong in order %d", seed)
	}
}

// What clang makes of graphs and events of CUDA.
func TestSchedulePTX(t *testing.T) {
	t.Parallel()
	ptx(t, source(t, backendtest.Parse(t, scheduled), options(value.Num{})), "sm_70")
}
