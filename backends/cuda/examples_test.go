package cuda

// Examples from source to output, by the command: -simulate, PTX, sanitizers.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nessiec/ir/value"
	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

func TestMain(m *testing.M) { os.Exit(testcommand.Main(m)) }

// compileExample is the generated source of an example with its program.
func compileExample(t *testing.T, command, name string) string {
	t.Helper()
	src := filepath.Join(t.TempDir(), name+".cu")
	out, err := exec.Command(command, "-target=cuda", "-o", src, filepath.Join("../../examples", name+".nesl")).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%.3000s", name, err, out)
	}
	return src
}

// Recursion, scans, segmented reductions, sorting, text, floats: outputs are
// those of the reference, of two examples on a day. NESSIEC_LONG=1 takes all, optimised, with
// sanitizers and for two architectures.
func TestExamples(t *testing.T) {
	t.Parallel()
	command := testcommand.Nessiec(t)
	half, all := halves.Today(t)
	names, clean, optimise, archs := [][]string{{"quicksort", "blackscholes"}, {"wordcount", "fft"}}[half], "quicksort", "-O0", []string{"sm_90"}
	if all {
		names, clean, optimise, archs = allExamples(t), "", "-O1", []string{"sm_70", "sm_90"}
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile("../../examples/testdata/" + name + ".out")
			if err != nil {
				t.Fatal(err)
			}
			src := compileExample(t, command, name)
			run("", build(t, src, optimise)).expect(t, name, string(want), "", 0)
			if clean == name || clean == "" {
				run("", build(t, src, oneSanitizer(t)...)).expect(t, name+" with sanitizers", string(want), "", 0)
			}
			for _, arch := range archs {
				ptx(t, src, arch)
			}
		})
	}

	out, err := exec.Command(command, "-target=cuda", "-simulate", "-run", "-int=64", "-e", "sum({x*x : x in [0:100000]})").Output()
	if err != nil || !value.CloseText(string(out), "it = 333328333350000 : int\n", 0) {
		t.Errorf("-simulate -run: %v\n%s", err, out)
	}
}

func allExamples(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../examples/*.nesl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".nesl")
	}
	return files
}

const floatScans = `
let xs = {1.0 / (1.0 + float(i)) : i in [0:200000]};
    ys = plus_scan(xs);
    zs = flatten({plus_scan({x * 0.5 : x in row}) : row in {take(xs, i) : i in [0:200]}})
in (ys[199999], sum(zs), max_scan({x * x : x in ys})[1000]);
`

// Scans of floats take one pass, and have the same bits whatever runs when.
func TestFloatScans(t *testing.T) {
	t.Parallel()
	command, dir := testcommand.Nessiec(t), t.TempDir()
	file := filepath.Join(dir, "scans.nesl")
	if err := os.WriteFile(file, []byte(floatScans), 0o666); err != nil {
		t.Fatal(err)
	}
	for widths, want := range map[string]string{
		"-int=32 -float=64": "it = (12.7832858104296, 43561.4079338084, 56.0173040624272) : float, float, float\n",
		"-int=64 -float=32": "it = (12.78329, 43561.41, 56.0173) : float, float, float\n",
	} {
		src := filepath.Join(dir, "scans"+widths+".cu")
		args := append([]string{"-target=cuda", "-o", src, file}, strings.Fields(widths)...)
		if out, err := exec.Command(command, args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		ptx(t, src, "sm_70")
		p := build(t, src)
		for _, blocks := range []string{"1", "3", "100"} {
			if r := runWith([]string{"NES_CUDA_CPU_BLOCKS=" + blocks}, "", p); r.out != want || r.status != 0 {
				t.Errorf("%s, %s blocks: %s%s, want %s", widths, blocks, r.out, r.errors, want)
			}
		}
	}
}

const scale = `
function scale(xs, k) : ([int], int) -> ([int], [int], int) = ({x * k : x in xs}, xs, k + 1);
`

const caller = `
#include "nesl_entry.h"
#include <stdio.h>

int main(void)
{
    int32_t xs[1000], s = 0;
    for (int i = 0; i < 1000; i++)
        xs[i] = i;
    for (int round = 0; round < 3; round++) {
        nesl_array a = {xs + round, 1000 - round, NULL}, r, same; /* once aligned for packs of elements */
        nesl_entry(&r, &same, &s, a, 3);
        printf("%d %d %d %d %d %d\n", (int)r.length, ((int32_t *)r.data)[997], (int)same.length, ((int32_t *)same.data)[997], same.data != a.data, s);
        nesl_free(r);
        nesl_free(same);
    }
    return 0;
}
`

const shout = `
function shout(s, c) : ([char], char) -> ([char], char) = ({if x == c then uppercase(x) else x : x in s}, max_val(s));
`

// Chars are bytes, from C and C++.
const shoutCaller = `
#include "nesl_entry.h"
#include <stdio.h>

int main(void)
{
    uint8_t s[] = {'a', 'b', 0xC3, 0xA9, 'a', 0}, most;
    nesl_array a = {s, 6, NULL}, r;
    nesl_entry(&r, &most, a, 'a');
    for (int i = 0; i < r.length; i++)
        printf("%d ", ((const uint8_t *)r.data)[i]);
    nesl_free(r);
    auto p = nesl::entry(nesl::Sequence<uint8_t>(s + 1, 4), (uint8_t)'b');
    printf("%d %.4s %d\n", most, (const char *)std::get<0>(p).data(), std::get<1>(p));
    return 0;
}
`

const rows = `
function rows(xss, k) : ([[int]], int) -> ([[int]], [(int, float)], int) =
  ({{x * k : x in xs} : xs in xss}, {(sum(xs), float(#xs)) : xs in xss}, k + 1);
`

// The offsets of rows and their elements are passed on to a second call.
const rowsCaller = `
#include "nesl_entry.h"
#include <stdio.h>

static void show(const nesl::Nested<nesl::Sequence<int32_t>> &v)
{
    for (int64_t i = 0; i < v.segments.count(); i++, printf(";"))
        for (int32_t j = v.segments.offsets()[i]; j < v.segments.offsets()[i + 1]; j++)
            printf(" %d", (int)v.elements.data()[j]);
    printf(" %d\n", (int)v.elements.size());
}

int main(void)
{
    const int32_t offsets[] = {0, 2, 2, 5}, xs[] = {1, 2, 3, 4, 5};
    nesl::Nested<nesl::Sequence<int32_t>> v = {nesl::SegDes(offsets, 3), nesl::Sequence<int32_t>(xs, 5)};
    for (int round = 0; round < 2; round++) {
        auto r = nesl::entry(v, 10);
        v = std::move(std::get<0>(r));
        show(v);
        for (int64_t i = 0; i < std::get<0>(std::get<1>(r)).size(); i++)
            printf("(%d, %g) ", (int)std::get<0>(std::get<1>(r)).data()[i], std::get<1>(std::get<1>(r)).data()[i]);
        printf("%d\n", (int)std::get<2>(r));
    }
    return xs[4] == 5 && offsets[3] == 5 ? 0 : 1;
}
`

// The entry needs values of the top level, one of them made of another.
const priced = `
prices = [(1, 2.5), (3, 10.0)];
table = {[float(a), b] : (a, b) in prices};
unit = sum({sum(r) : r in table});
spare = {x * 2 : x in index(5)};
function cost(amounts, k) : ([int], int) -> ([float], int) =
  ({unit * float(a) + table[rem(a, 2)][1] : a in amounts}, k + #prices);
`

// They are there at the second call as well.
const pricedCaller = `
#include "nesl_entry.h"
#include <stdio.h>

int main(void)
{
    const int32_t amounts[] = {0, 1, 2};
    for (int round = 0; round < 2; round++) {
        auto r = nesl::entry(nesl::Sequence<int32_t>(amounts, 3), round);
        for (int i = 0; i < 3; i++)
            printf("%g ", std::get<0>(r).data()[i]);
        printf("%d\n", (int)std::get<1>(r));
    }
    return 0;
}
`

// The entry is linked to programs of their own, which keep their arrays: half of them under
// sanitizers on a day.
func TestEntry(t *testing.T) {
	t.Parallel()
	command, sanitize := testcommand.Nessiec(t), halves.Tested(t)
	p, src := linked(t, command, sanitize(0), "scale", scale, caller)
	run("", p).expect(t, "entry", "1000 2991 1000 997 1 4\n999 2994 999 998 1 4\n998 2997 998 999 1 4\n", "", 0)
	run("[1, 2] 5", build(t, src)).expect(t, "entry", "it = ([5, 10], [1, 2], 6) : [int], [int], int\n", "", 0)
	ptx(t, src, "sm_70")

	p, _ = linked(t, command, sanitize(1), "shout", shout, shoutCaller)
	run("", p).expect(t, "shout", "65 98 195 169 65 0 195 Béa 195\n", "", 0)
	p, _ = linked(t, command, sanitize(0), "cost", priced, pricedCaller)
	run("", p).expect(t, "values of the top level", "2.5 26.5 35.5 2\n2.5 26.5 35.5 3\n", "", 0)
	p, _ = linked(t, command, sanitize(1), "rows", rows, rowsCaller)
	run("", p).expect(t, "rows", " 10 20;; 30 40 50; 5\n(3, 2) (0, 0) (12, 3) 11\n 100 200;; 300 400 500; 5\n(30, 2) (0, 0) (120, 3) 11\n", "", 0)
	// of the arguments nothing is copied but offsets that are a result; flags go to the device and back for their check
	if got := counted(t, p, ""); !strings.Contains(got, " copies 6 ") {
		t.Errorf("rows: counted %s", got)
	}
}

const deep = `
function deep(xsss) : [(int, [[float]])] -> [int] = {k + #xss + sum({#xs : xs in xss}) : (k, xss) in xsss};
`

// Three levels, as arrays; the program's arguments are three lists of offsets.
const deepCaller = `
#include "nesl_entry.h"
#include <stdio.h>
#include <stdlib.h>

static int64_t list(const char *s, int32_t *a)
{
    char *end;
    int64_t n = 0;
    for (; *s != 0; s = end, n++)
        a[n] = (int32_t)strtol(s, &end, 10);
    return n;
}

int main(int argc, char **argv)
{
    static int32_t ks[9], outer[9], inner[9];
    static double xs[9];
    nesl_array a[4] = {{ks, 0, NULL}, {outer, 0, NULL}, {inner, 0, NULL}, {xs, 0, NULL}}, r;
    a[0].length = argc > 4 ? list(argv[4], ks) : 0;
    a[1].length = list(argv[1], outer);
    a[2].length = list(argv[2], inner);
    a[3].length = atoi(argv[3]);
    nesl_entry(&r, a[0], a[1], a[2], a[3]);
    for (int64_t i = 0; i < r.length; i++)
        printf("%d ", ((int32_t *)r.data)[i]);
    nesl_free(r);
    return 0;
}
`

// Offsets are looked at before anything uses them.
func TestEntryOffsets(t *testing.T) {
	t.Parallel()
	p, _ := linked(t, testcommand.Nessiec(t), true, "deep", deep, deepCaller)
	run("", p, "0 2 3", "0 1 1 4", "4", "100 200").expect(t, "right", "103 204 ", "", 0)
	run("", p, "0", "0", "0").expect(t, "empty", "", "", 0)
	wrong := func(arg, end string) string {
		return "CUDA: argument " + arg + " has wrong offsets: they start at 0, never fall, and end at the number of elements, here " + end + "\n"
	}
	run("", p, "0 4 3", "0 1 1 4", "4", "100 200").expect(t, "falling", "", wrong("1", "3"), 4)
	run("", p, "0 2 3", "0 1 1 4", "5", "100 200").expect(t, "short", "", wrong("2", "5"), 4)
	run("", p, "0 2 3", "1 1 1 4", "4", "100 200").expect(t, "late", "", wrong("2", "4"), 4)
	run("", p, "", "0", "0").expect(t, "none", "", "CUDA: argument 1 has no offsets: there is one more than there are segments\n", 4)
}

// linked builds the entry of a program with a caller, under sanitizers if asked and for
// the oldest C++ that is supported, and returns the source of the entry, too.
func linked(t *testing.T, command string, sanitize bool, entry, text, caller string) (p, src string) {
	t.Helper()
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string]string{"entry.nesl": text, "caller.cpp": caller} {
		if err := os.WriteFile(file(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(command, "-target=cuda", "-entry="+entry, "-o", file("entry.cu"), file("entry.nesl")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	flags := []string{"-std=c++14", "-DNES_NO_MAIN", "-I", dir, "-x", "c++", file("caller.cpp")}
	if sanitize {
		flags = append(flags, oneSanitizer(t)...)
	}
	return build(t, file("entry.cu"), flags...), file("entry.cu")
}
