package clike

// The lanes of C, by compilers that split wide vectors and by GCC, which gets them in halves:
// of 256 bits, and of 128 on the oldest processors.

import (
	"fmt"
	machine "runtime"
	"strings"
	"testing"

	"nessiec/ir/value"
)

func TestParts(t *testing.T) {
	compilers := [][]string{{"cc"}, {"clang-16"}}
	if machine.GOARCH == "amd64" {
		compilers = append(compilers, []string{"cc", "-mavx2"})
	}
	for _, c := range compilers {
		for _, n := range widths {
			t.Run(fmt.Sprintf("%s/int%d float%d", strings.Join(c, ""), n.IntBits(), n.FloatBits()), func(t *testing.T) {
				t.Parallel()
				testParts(t, n, c)
			})
		}
	}
}

func testParts(t *testing.T, n value.Num, compiler []string) {
	needs(t, compiler[0])
	program, out, err := compile(t, Widths(n)+Source(Base, Lanes)+lanesCalls()+`
static void op(size_t n, const int *k, const nes_u64 *w, nes_u64 *out, size_t i)`+lanesOps+`
int main(void)
{
    enum { MOST = 1 << 18 };
    static int k[MOST];
    static nes_u64 w[3 * MOST], out[MOST];
    size_t n = 0, i;
    while (n < MOST && scanf("%d %llx %llx %llx", &k[n], (unsigned long long *)&w[3 * n], (unsigned long long *)&w[3 * n + 1], (unsigned long long *)&w[3 * n + 2]) == 4)
        n++;
    for (i = 0; i < n; i++)
        op(n, k, w, out, i);
    for (i = 0; i < n; i++)
        printf("%llx\n", (unsigned long long)out[i]);
    return 0;
}
`, append(compiler, "-std=gnu11", "-Wno-psabi", "-Wno-unused-function"))
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, out)
	}
	cases := opCases(n)
	checkOps(t, n, cases, run(t, []byte(opInput(n, cases)), program))
}
