package cuda

// Streams and graphs: the simulator runs commands in any order that streams,
// events and edges allow, so a program that lacks one of them goes wrong.

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
	"nessiec/tools/halves"
)

const schedulesKernels = `
(kernel k_step 8 (n_0:int c_0:int xs_0:buf<global int> out_0:buf<global int>) (value value own write)
  (block (def i_0:int (prim add ((prim mul ((groupid) 8)) (localid))))
    (if (prim lt (i_0 n_0)) (block (store out_0 i_0 (prim add ((prim mul ((load xs_0 i_0) 3)) c_0)))) (block))))
(kernel k_both 8 (n_0:int xs_0:buf<global int> ys_0:buf<global int> out_0:buf<global int>) (value gather gather write)
  (block (def i_0:int (prim add ((prim mul ((groupid) 8)) (localid))))
    (if (prim lt (i_0 n_0)) (block (store out_0 i_0 (prim sub ((load xs_0 i_0) (load ys_0 (prim sub ((prim sub (n_0 1)) i_0))))))) (block))))
`

// Two chains from one array, twice; what dies on one stream is used again on the
// other, also when nobody has waited for it.
const forked = schedulesKernels + `
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
(action read arg.1 int int "" () n 0)
(action read arg.2 "[int]" [int] "" () xs 0)
(action eval it "[int]" [int] f_forked (n xs) "" 0)`

// A loop whose iterations are alike, but for their number.
const looped = schedulesKernels + `
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
(action eval it "[int]" [int] f_looped (n xs) "" 0)`

// spoilt replaces text of a program that must be there.
func spoilt(t *testing.T, src, old, new string) string {
	t.Helper()
	text, err := os.ReadFile(src)
	if err != nil || !strings.Contains(string(text), old) {
		t.Fatalf("no %q in the program: %v", old, err)
	}
	out := filepath.Join(t.TempDir(), "spoilt.cu")
	if err := os.WriteFile(out, []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	return out
}

// wrong is the first order, of some, in which a program prints something else;
// -1 if there is none.
func wrong(p, input, want string) int {
	for seed := range 40 {
		if r := runWith([]string{fmt.Sprintf("NES_CUDA_CPU_ORDER=%d", seed)}, input, p); r.out != want || r.status != 0 {
			return seed
		}
	}
	return -1
}

// right tests a program in many orders, and that it goes wrong without each of
// some parts.
func right(t *testing.T, text, counts string, parts map[string][2]string) {
	t.Helper()
	m, o := backendtest.Parse(t, text), options(value.Num{})
	src := source(t, m, o)
	input := "8 " + xs
	want := ref(t, m, o, input)
	p := build(t, src, oneSanitizer(t)...)
	if seed := wrong(p, input, want); seed >= 0 {
		t.Errorf("wrong in order %d", seed)
	}
	if got := counted(t, p, input); got != counts {
		t.Errorf("counted\n%s, want\n%s", got, counts)
	}
	tested := halves.Tested(t)
	for i, what := range slices.Sorted(maps.Keys(parts)) {
		if part := parts[what]; tested(i) && wrong(build(t, spoilt(t, src, part[0], part[1])), input, want) < 0 {
			t.Errorf("%s: nobody notices", what)
		}
	}
}

// counted is what the simulator counted.
func counted(t *testing.T, p, input string) string {
	t.Helper()
	r := runWith([]string{"NES_CUDA_CPU_COUNTS=1"}, input, p)
	return regexp.MustCompile(`cuda streams .*`).FindString(r.errors)
}

// Independent launches are on streams of their own, and wait for what they need.
func TestStreams(t *testing.T) {
	t.Parallel()
	right(t, forked, "cuda streams 3 launches 11 copies 2 records 13 waits 11 graphs 0 replays 0 updates 0", map[string][2]string{
		"no waiting":           {"NES_CU(cudaStreamWaitEvent(l->stream, m->event, 0));", ""},
		"readers are no users": {"nes_follow(lane, i, b->read[i]);\n        b->read", "b->read"},
		"memory is there":      {"b->writer = NES_MEMORY_STREAM;", ""},
		"marks are late":       {"m->at = l->now;", "m->at = l->now + 1;"},
	})
}

// Iterations are graphs: one that is played again as it is, or with parameters
// that have changed.
func TestGraphs(t *testing.T) {
	t.Parallel()
	right(t, looped, "cuda streams 1 launches 27 copies 2 records 0 waits 0 graphs 2 replays 8 updates 6", map[string][2]string{
		"no edges":   {"nes_direct(nes_recorded.n, nes_recorded.after);", "0;"},
		"no updates": {"if (!nes_same_node(g, i)) {", "if (0) {"},
	})
}

// Before CUDA 11.4 batches are launches one by one, before 11.2 memory has no
// streams.
func TestOlder(t *testing.T) {
	t.Parallel()
	for _, text := range []string{forked, looped} {
		m, o := backendtest.Parse(t, text), options(value.Num{})
		src := spoilt(t, source(t, m, o), "#define CUDART_VERSION 12000", "#define CUDART_VERSION 11010")
		input := "8 " + xs
		if seed := wrong(build(t, src), input, ref(t, m, o, input)); seed >= 0 {
			t.Errorf("wrong in order %d", seed)
		}
	}
}

// What clang makes of graphs and events of CUDA.
func TestSchedulePTX(t *testing.T) {
	t.Parallel()
	for _, text := range []string{forked, looped} {
		ptx(t, source(t, backendtest.Parse(t, text), options(value.Num{})), "sm_70")
	}
}
