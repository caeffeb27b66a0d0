package opencl

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/value"
)

// Large arrays of a device that is the processor are in huge pages: to touch them takes a fault
// for 2 MB, not one for 4 kB.
func TestHugePages(t *testing.T) {
	t.Parallel()
	if mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled"); err != nil || strings.Contains(string(mode), "[never]") {
		t.Skip("the system has no huge pages for programs that ask for them")
	}
	m := backendtest.Parse(t, `
(kernel k_fill 1 (n_0:int out_0:buf<global int>) (value scatter)
  (block (for i_0:int 0 n_0 1 (block (store out_0 (prim add ((prim mul ((groupid) n_0)) i_0)) i_0)))))
(func f_main () (buf<global int>)
  (block
    (alloc all_0:buf<global int> 67108864)
    (launch k_fill 64 (1048576 all_0))
    (read (last_0:int) (all_0) (67108863))
    (const out_0:buf<global int> (last_0))
    (release all_0)
    (return out_0)))
(action eval it "[int]" [int] f_main () "" 0)`)
	p := here.Build(t, m, backendtest.Options(value.Num{}))
	const want = "it = [1048575] : [int]\n"
	here.Run(t, "", p).Expect(t, "huge pages", want, "", 0) // what it compiles is cached
	c := exec.Command(p)
	if out, err := c.Output(); err != nil || string(out) != want {
		t.Fatalf("%v: %s", err, out)
	}
	const small = 256 << 20 / 4096
	if n := c.ProcessState.SysUsage().(*syscall.Rusage).Minflt; n > small/2 {
		t.Errorf("%d page faults to fill 256 MB; page by page there would be %d", n, small)
	}
}
