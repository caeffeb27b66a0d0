package cuda

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
)

// A kernel of an element for each work-item: x and y are read by every one, z by
// some, in place of x comes r.
const short = `
(kernel k_short 8 (n_0:int x_0:buf<global int> y_0:buf<global bool> z_0:buf<global float> r_0:buf<global int> s_0:buf<global float>)
  (value own own own write write)
  (block
    (foritem i_0:int n_0
      (block
        (def a_0:int (load x_0 i_0))
        (def b_0:bool (load y_0 i_0))
        (def c_0:float (select b_0 (load z_0 i_0) 0.5))
        (store r_0 i_0 (prim mul (a_0 a_0)))
        (store s_0 i_0 c_0)))))
(func f_short (x_0:buf<global int> y_0:buf<global bool> z_0:buf<global float>) (buf<global int> buf<global float>)
  (block
    (def n_0:int (length x_0))
    (alloc s_0:buf<global float> n_0)
    (allocover r_0:buf<global int> n_0 x_0)
    (launch k_short (prim div ((prim add (n_0 7)) 8)) (n_0 x_0 y_0 z_0 r_0 s_0))
    (release x_0)
    (release y_0)
    (release z_0)
    (return r_0 s_0)))
(action read arg.1 "[int]" [int] "" () v 0)
(action read arg.2 "[bool]" [bool] "" () b 0)
(action read arg.3 "[float]" [float] "" () d 0)
(action eval it "([int], [float])" <[int] [float]> f_short (v b d) "" 0)
`

// Elements go in packs, the last ones one by one.
func TestVectorFor(t *testing.T) {
	m, o := backendtest.Parse(t, short), options(value.Num{})
	src := source(t, m, o)
	text := ptx(t, src, "sm_70")
	for _, access := range []string{"ld.global.v2.u32", "st.global.v2.u32", "st.global.v4.u32"} {
		if !strings.Contains(text, access) {
			t.Errorf("no %s in\n%s", access, text)
		}
	}
	p := build(t, src, oneSanitizer(t)...)
	for _, n := range []int{0, 1, 2, 3, 7, 8, 9, 30, 31} {
		var x, y, z []string
		for i := range n {
			x, y, z = append(x, fmt.Sprint(i)), append(y, []string{"T", "F"}[i%3&1]), append(z, fmt.Sprintf("%d.5", i))
		}
		input := "[" + strings.Join(x, ", ") + "] [" + strings.Join(y, ", ") + "] [" + strings.Join(z, ", ") + "]"
		for _, blocks := range []string{"1", "2"} {
			t.Setenv("NES_CUDA_CPU_BLOCKS", blocks)
			run(input, p).expect(t, input, ref(t, m, o, input), "", 0)
		}
	}
}
