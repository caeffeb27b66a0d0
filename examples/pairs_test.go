package examples_test

// More elements than an int counts, none of which is stored.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/tools/testcommand"
)

const pairs = `
function square(n) : int -> float = sum({float(count({i < j : j in index(n)})) : i in index(n)});
function few(n) : int -> [int] = {count({rem(i + j, 2) == 0 : j in index(n)}) : i in [3, 4, 5]};
function stored(n) : int -> int = sum(flatten({{i * j : j in index(n)} : i in index(n)}));
`

// TestPairs: rows of which each fits an int are reduced whatever they have in all;
// an array must fit.
func TestPairs(t *testing.T) {
	if _, err := os.Stat("/etc/OpenCL/vendors"); err != nil {
		t.Skip("no OpenCL device is installed")
	}
	exe, dir := testcommand.Nessiec(t), t.TempDir()
	file := filepath.Join(dir, "pairs.nesl")
	if err := os.WriteFile(file, []byte(pairs), 0o666); err != nil {
		t.Fatal(err)
	}
	kinds := []string{"-target=opencl"}
	if os.Getenv("NESSIEC_LONG") != "" {
		kinds = append(kinds, "-target=opencl -device=gpu", "-target=cuda -simulate")
	}
	for _, k := range kinds {
		for _, c := range []struct{ entry, n, want string }{
			{"square", "50000", "it = 1.249975E9 : float\n"},
			{"few", "900000001", "it = [450000000, 450000001, 450000000] : [int]\n"},
		} {
			prog := filepath.Join(dir, c.entry)
			run(t, exe, "", append(strings.Fields(k), "-entry="+c.entry, "-build", "-o", prog, file)...)
			if got := run(t, prog, c.n); got != c.want {
				t.Errorf("%s: %s prints %s, want %s", k, c.entry, got, c.want)
			}
		}
	}
	if out := fails(exe, "50000", "-target=opencl", "-entry=stored", "-run", file); !strings.Contains(out, "too many elements") || !strings.Contains(out, file+":4:51") {
		t.Errorf("an array that is too long: %s", out)
	}
}

// fails is what a command says that fails.
func fails(exe, stdin string, args ...string) string {
	cmd := exec.Command(exe, args...)
	cmd.Stdin = strings.NewReader(stdin)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return "it does not fail: " + string(out)
	}
	return string(out)
}
