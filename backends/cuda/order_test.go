package cuda

// Scans and segmented reductions combine elements in their order: the programs
// of passes/lower/lowertest, compiled for this processor.

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	desc "nessiec/ir/target"
	"nessiec/ir/value"
	"nessiec/passes/lower/lowertest"
	"nessiec/passes/pass"
)

// compose is lowertest.Compose in C.
const compose = "-DCOMPOSE(x,y)=(((1+((x)>>8&255))*(1+((y)>>8&255))-1)&255)<<8|(((1+((y)>>8&255))*((x)&255)+((y)&255))&255)"

// Lengths up to four tiles plus three; all layouts of up to 5 elements, with
// NESSIEC_LONG=1 of up to 12, and of up to 5 with sanitizers. Blocks that are
// few, many and alone take groups in turn. Reductions of rows have all shapes up
// to two tiles and one with NESSIEC_LONG=1, else those next to the bounds.
func TestOrder(t *testing.T) {
	t.Parallel()
	most, long := 5, os.Getenv("NESSIEC_LONG") != ""
	if long {
		most = 12
	}
	driver, err := os.ReadFile(filepath.FromSlash("testdata/order.cpp"))
	if err != nil {
		t.Fatal(err)
	}
	for i, target := range []desc.Desc{
		{Local: 8, Chunks: 5, Grain: 8, Warp: 4, Items: 3, Chains: true, TileRows: 2, TileCols: 2, TileBytes: 1000},
		{Local: 64, Chunks: 64, Grain: 64, Warp: 32, Items: 1, Chains: true, TileRows: 1, TileCols: 2, TileBytes: 4000},
		{Local: 8, Chunks: 5, Grain: 8, Warp: 8, Items: 1},
	} {
		m, err := lowertest.Ordered(target)
		if err != nil {
			t.Fatal(err)
		}
		text := Emit(pass.NewCtx(options(value.Num{})), lowered(t, options(value.Num{}), m), []string{"a.nesl"})[0].Text
		join := regexp.MustCompile(`= \((x\.v\d+) \^ (y\.v\d+)\)`)
		if found := join.MatchString(text); found != target.Chains {
			t.Fatalf("target %d: chains: %v", i, found)
		}
		text = join.ReplaceAllString(text, "= COMPOSE($1, $2)") + string(driver)
		longest := 4*target.Local*target.Items + 3
		next, all := reductions(target, false), reductions(target, long)
		check := func(p, blocks string, most int, rows []string) {
			cases := 8*(longest+2) + len(rows) // of one segment, and of rows
			count := func(lens value.Ints) {
				if cases += 3; lowertest.Even(lens) {
					cases += 2
				}
			}
			for n := range most + 1 {
				lowertest.Layouts(n, count)
			}
			lowertest.Rows(4*most, count)
			r := runWith([]string{"NES_CUDA_CPU_BLOCKS=" + blocks}, strings.Join(rows, ""), p, fmt.Sprint(longest), fmt.Sprint(most))
			r.expect(t, fmt.Sprintf("target %d, %s blocks", i, blocks), fmt.Sprintf("%d cases\n", cases), "", 0)
		}
		flags := []string{"-DNES_NO_MAIN", compose, "-Wno-parentheses"}
		p := build(t, written(t, text), flags...)
		check(p, "1", 5, next)
		check(p, "3", most, all)
		check(p, "100", 5, next)
		if long {
			check(build(t, written(t, text), append(flags, sanitized...)...), "3", 5, next)
		}
		if inOrder := strings.ReplaceAll(text, "= nes_chain(", "= nes_chain_in_order("); inOrder != text && (long || i == 0) {
			check(build(t, written(t, inOrder), flags...), "3", most, nil)
		}
	}
}

// reductions is what order.cpp reads.
func reductions(target desc.Desc, all bool) (lines []string) {
	lowertest.Reductions(target, all, func(r lowertest.Reduction) {
		shape := append(r.Shape, 0)
		lines = append(lines, fmt.Sprintln(r.Func, shape[0], shape[1], shape[2], len(r.Want), strings.Trim(fmt.Sprint(r.Want), "[]")))
	})
	return lines
}

// written is a file with a program.
func written(t *testing.T, text string) string {
	t.Helper()
	src := filepath.Join(t.TempDir(), "program.cu")
	if err := os.WriteFile(src, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return src
}

// Blocks that run side by side get the sums of those before them; those that are
// joined in order have the same bits however many blocks there are.
func TestChain(t *testing.T) {
	t.Parallel()
	cxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("g++ is not installed")
	}
	for flag, want := range map[string]map[string]string{
		"-DLOOK_BACK": {"1": "right\n", "4": "right\n"},
		"-DIN_ORDER":  {"1": "ca50cfc3\n", "4": "4cb8c5a0\n"},
	} {
		exe := filepath.Join(t.TempDir(), "chain")
		if out, err := exec.Command(cxx, "-std=c++17", "-O2", "-Wall", "-Wextra", "-pthread", flag, "-I", "runtime", "-o", exe, "testdata/chain.cpp").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for items, want := range want {
			for _, blocks := range []string{"1", "2", "7", "20"} {
				run("", exe, items, blocks, "700").expect(t, flag+" "+items+" in "+blocks+" blocks", want, "", 0)
			}
		}
	}
}
