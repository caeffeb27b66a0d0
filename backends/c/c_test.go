package c

// Emitted text, and emitted programs compiled and run.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/ir/kir"
	"nessiec/ir/value"
)

// here is this target.
var here = backendtest.Target{Backend: &Backend}

func TestLanes(t *testing.T)   { backendtest.Lanes(t, here) }
func TestErrors(t *testing.T)  { backendtest.Errors(t, here) }
func TestEffects(t *testing.T) { backendtest.Effects(t, here) }
func TestDeep(t *testing.T)    { backendtest.Deep(t, here) }
func TestRuns(t *testing.T)    { backendtest.Runs(t, here) }

// Compilers have options and vectors of their own: an option that only GCC knows failed with
// clang.
func TestClang(t *testing.T) {
	path, err := exec.LookPath("clang-16")
	if err != nil {
		if path, err = exec.LookPath("clang"); err != nil {
			t.Skip("clang is not installed")
		}
	}
	t.Setenv("CC", path)
	whole := backendtest.Target{Backend: &Backend, Whole: true}
	backendtest.Lanes(t, whole)
	here.Run(t, "3", whole.Build(t, load(t, "groups"), backendtest.Options(value.Num{}))).Expect(t, "groups", groupsOut, "", 0)
}

// The kernels, and what follows them.
func TestGolden(t *testing.T) {
	for name, m := range map[string]*kir.Module{"errors": backendtest.Load(t, "errors"), "lanes": backendtest.Load(t, "lanes"), "runs": backendtest.Load(t, "runs"), "groups": load(t, "groups"), "least": load(t, "least")} {
		_, got, _ := strings.Cut(here.Source(t, m, backendtest.Options(value.Num{})), "/* ==== "+kernelsTitle)
		backendtest.Golden(t, filepath.Join("testdata", name+".golden"), got)
	}
}

// load is a program of testdata.
func load(t *testing.T, name string) *kir.Module {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name+".kir"))
	if err != nil {
		t.Fatal(err)
	}
	return backendtest.Parse(t, string(text))
}

// TestLeast finds the first of the elements that are equal to an int, or none.
func TestLeast(t *testing.T) {
	t.Parallel()
	exe := here.Build(t, load(t, "least"), backendtest.Options(value.Num{}))
	for x, at := range map[string]string{"0": "0", "7": "1", "6": "858", "-1": "2147483647"} {
		here.Run(t, x, exe).Expect(t, "least", "it = "+at+" : int\n", "", 0)
	}
}

// Arrays that shrink take the memory of those before them. Each of about fifty took fresh pages, which are much slower
// the first time; and a program held two thirds more memory than it used.
func TestShrunk(t *testing.T) {
	t.Parallel()
	exe := here.Build(t, load(t, "shrunk"), backendtest.Options(value.Num{}))
	run := func(n int) (pages, held, peak int64) {
		r := here.Run(t, strconv.Itoa(n), exe, "-stats")
		for name, to := range map[string]*int64{"held": &held, "peak": &peak} {
			if _, after, _ := strings.Cut(r.Errors, "stat "+name+" "); r.Status != 0 {
				t.Fatalf("status %d\n%s", r.Status, r.Errors)
			} else if _, err := fmt.Sscan(after, to); err != nil {
				t.Fatalf("%s: %v in\n%s", name, err, r.Errors)
			}
		}
		return r.Pages, held, peak
	}
	least, _, _ := run(1)
	for _, n := range []int{100_000, 4_000_000} { // less than a huge page, and more
		pages, held, peak := run(n)
		if most := peak + peak/16 + 1<<20; held > most {
			t.Errorf("%d elements: %d bytes are held for %d in use", n, held, peak)
		}
		if most := 2*held/4096 + 100; pages-least > most {
			t.Errorf("%d elements: %d pages are touched, at most %d asked", n, pages-least, most)
		}
	}
}

// Programs whose parts are compiled one by one do the same.
func TestSeparate(t *testing.T) {
	t.Parallel()
	exe, units := here.BuildParts(t, load(t, "groups"), backendtest.Options(value.Num{}))
	here.Run(t, "3", exe).Expect(t, "groups", groupsOut, "", 0)
	kinds := ""
	for _, u := range units {
		switch {
		case u.Kernels:
			kinds += "kernels "
		case u.Keep:
			kinds += "runtime "
		default:
			kinds += "host"
		}
	}
	if kinds != "runtime runtime runtime runtime runtime kernels host" {
		t.Errorf("parts: %s", kinds)
	}
}

// The last digits of a sum over 100,000 elements, three times, and what 64 groups count.
const groupsOut = "it = (216474736, 216474736, 216474736, 4096) : (int, int, int, int)\n"

// Any number of threads gives the same result, and none of them races with another, as the
// compiler's checker sees it. One, which never starts others, and more than there are cores.
func TestThreads(t *testing.T) {
	t.Parallel()
	m, o := load(t, "groups"), backendtest.Options(value.Num{})
	checked := here.Build(t, m, o, "-fsanitize=thread", "-O1")
	for _, command := range [][]string{{here.Build(t, m, o)}, unmoved(t, checked)} {
		for _, n := range []string{"1", "2", "7"} {
			r := here.Run(t, "300", "env", append(append([]string{"NES_THREADS=" + n}, command...), "-stats")...)
			if r.Status != 0 || r.Out != groupsOut {
				t.Fatalf("%s threads: status %d\n%s%s", n, r.Status, r.Out, r.Errors)
			}
			if want := "stat threads " + n + "\n"; !strings.Contains(r.Errors, want) {
				t.Errorf("no %s in %s", want, r.Errors)
			}
			if alone := strings.Contains(r.Errors, "stat shared 0\n"); alone != (n == "1") {
				t.Errorf("%s threads: launches that several have run:\n%s", n, r.Errors)
			}
		}
	}
}

// unmoved is the command that runs a program with the checker of races, which some systems
// place where the checker cannot be; it skips the test where that cannot be helped.
func unmoved(t *testing.T, exe string) []string {
	t.Helper()
	for _, command := range [][]string{{exe}, {"setarch", "-R", exe}} {
		if r := here.Run(t, "1", "env", append(command, "-stats")...); r.Status == 0 {
			return command
		} else if !strings.Contains(r.Errors, "unexpected memory mapping") && !strings.Contains(r.Errors, "setarch") {
			t.Fatalf("status %d\n%s%s", r.Status, r.Out, r.Errors)
		}
	}
	t.Skip("the checker of races does not run here")
	return nil
}

// There is one device.
func TestDevices(t *testing.T) {
	t.Parallel()
	exe := here.Build(t, load(t, "groups"), backendtest.Options(value.Num{}))
	if r := here.Run(t, "1", exe, "-device=cpu"); r.Status != 0 {
		t.Errorf("-device=cpu: %s", r.Errors)
	}
	here.Run(t, "1", exe, "-device=gpu").Expect(t, "-device=gpu", "", "C: there is no device gpu; the only one is cpu\n", 4)
	if r := here.Run(t, "", exe, "-devices"); r.Status != 0 || !strings.HasPrefix(r.Out, "0  cpu  ") {
		t.Errorf("-devices: %s%s", r.Out, r.Errors)
	}
}
