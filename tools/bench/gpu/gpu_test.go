package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"nessiec/tools/halves"
	"nessiec/tools/testcommand"
)

func TestMain(m *testing.M) { os.Exit(testcommand.Main(m)) }

// Every item has its programs.
func TestItems(t *testing.T) {
	for _, it := range items() {
		files := []string{"../../../examples/bench/" + it.Program + ".nesl"}
		if it.primitive() {
			files[0] = "nesl/" + it.Program + ".nesl"
		} else {
			files = append(files, "cu/"+it.Hand+".cu")
		}
		for _, f := range files {
			if _, err := os.Stat(f); err != nil {
				t.Errorf("%s: %v", it.Name, err)
			}
		}
	}
}

func TestParse(t *testing.T) {
	const text = "bench nesl runs 3 min 1 median 2 max 3 cold 9\nbench copy runs 3 min 4 median 5 max 6 cold 9\nbytes 80\ncheck = 1\n"
	got, err := parse([]string{byNESL, byCopy}, text)
	if err != nil || got.times[byNESL] != 2 || got.times[byCopy] != 5 || got.bytes != 80 || got.check != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := parse([]string{byNESL, byCopy, byCUB}, text); err == nil {
		t.Error("a program that left something out is accepted")
	}
}

// A goal is met or not by the median of the ratios of rounds.
func TestGoal(t *testing.T) {
	r := &result{Item: item{Name: "x", Size: 1, Goal: 1.5, Against: byCopy}, Times: map[string][]float64{byNESL: {2, 30, 4}, byCopy: {1, 30, 4}}}
	if g := r.goal(); g != "1.50 copy*" {
		t.Errorf("goal %q", g)
	}
	r.Item.Goal = 0.9
	if g := r.goal(); g != "0.90 copy" || !strings.Contains(report([]*result{r}), "0.90 copy") {
		t.Errorf("goal %q in\n%s", g, report([]*result{r}))
	}
}

// Programs in CUDA, and the calls of CUB and Thrust, are what clang takes for CUDA
// with declarations of these libraries (check/).
func TestDeclarations(t *testing.T) {
	t.Parallel()
	clang, err := exec.LookPath("clang++-16")
	if err != nil {
		t.Skip("clang is not installed")
	}
	good := func(file string, flags ...string) {
		args := append([]string{"-std=c++17", "-fsyntax-only", "-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib", "-Wno-unknown-cuda-version", "-Wno-pass-failed", "--cuda-gpu-arch=sm_70",
			"-Wall", "-Wextra", "-Werror", "-Wno-unused", "-Wno-tautological-compare",
			"-I", "check", "-I", "../../../backends/cuda/runtime/check", "-I", "../c", file}, flags...)
		if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%.2000s", file, err, out)
		}
	}
	dir := t.TempDir()
	nessiec := testcommand.Nessiec(t)
	done := map[string]bool{}
	for _, it := range items() {
		switch {
		case done[it.Program+it.Against]:
		case it.primitive():
			src := filepath.Join(dir, it.Program+".cu")
			if err := command(nessiec, "-target=cuda", "-O2", "-entry=run", "-o", src, "nesl/"+it.Program+".nesl"); err != nil {
				t.Fatal(err)
			}
			good("cu/primitive.cu", "-DNES_NO_MAIN", "-DWITH_CUB", "-D"+strings.ToUpper(it.Program), "-DPROGRAM=\""+src+"\"")
		default:
			good("cu/" + it.Hand + ".cu")
		}
		done[it.Program+it.Against] = true
	}
}

// Programs in CUDA compute what those in C do, under sanitizers, with more than
// one block, that of Barnes and Hut with two tiles of its sort; NESSIEC_LONG=1
// takes all of them.
func TestByHand(t *testing.T) {
	t.Parallel()
	dir, done := t.TempDir(), map[string]bool{}
	sizes, long := []int{1, 2, 2300}, os.Getenv("NESSIEC_LONG") != ""
	if long {
		sizes = []int{1, 2, 300, 9001}
	}
	for _, it := range items() {
		which := fmt.Sprint(it.Hand, it.Layout)
		if it.primitive() || done[which] || !long && it.Name != "barneshut" {
			continue
		}
		c, cu := filepath.Join(dir, it.Hand+".c.exe"), filepath.Join(dir, it.Hand+".exe")
		if !done[it.Hand] {
			build := func(exe, src string, flags ...string) {
				args := append([]string{"-O1", "-Wno-unused", "-I", "../c", "-o", exe}, flags...)
				if err := command("g++", append(args, src, "-pthread", "-lm")...); err != nil {
					t.Fatal(err)
				}
			}
			build(c, "../c/"+it.Hand+".c")
			build(cu, "cu/"+it.Hand+".cu", "-std=c++17", "-DNES_CUDA_CPU", "-I", "../../../backends/cuda/runtime/cpu",
				"-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-x", "c++")
		}
		done[it.Hand], done[which] = true, true
		for _, size := range sizes {
			if it.Power > 0 {
				size = min(size, 70)
			}
			if it.Program == "segsum" || it.Program == "quickhull" {
				size = max(size, leastSize)
			}
			args := []string{"1", strconv.Itoa(size), strconv.Itoa(it.Layout)}
			want, err := program{names: []string{byHand}, path: c, args: args}.run()
			if err != nil {
				t.Fatal(it.Name, err)
			}
			got, err := program{names: []string{byHand}, path: "env", args: append([]string{"ASAN_OPTIONS=detect_leaks=0", cu}, args...)}.run()
			if err != nil || !(math.Abs(got.check-want.check) <= it.Epsilon*math.Abs(want.check)) {
				t.Errorf("%s of %d: %v, want %v; %v", it.Name, size, got.check, want.check, err)
			}
		}
	}
}

// The harness on the processor: primitives, workloads and an example, in turns of two days;
// NESSIEC_LONG=1 takes everything.
func TestSimulated(t *testing.T) {
	testcommand.QuickCUDA(t)
	dir := t.TempDir()
	c := config{root: "../../..", nessiec: testcommand.Nessiec(t), simulate: true, examples: true, scale: 1e-5, runs: 1, rounds: 1, out: dir,
		only: regexp.MustCompile("^(reduce|barneshut|mean)$")}
	want := 2
	switch half, all := halves.Today(t); {
	case all:
		c.only, want = regexp.MustCompile(""), len(items())
	case half == 1:
		c.only, want = regexp.MustCompile("^(segreduce-zipf|quickhull|work-sort|mean)$"), 3
	}
	if err := c.run(); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile(filepath.Join(dir, "gpu.txt"))
	if rows := strings.Count(string(table), "\n"); err != nil || rows != want+6 {
		t.Errorf("%d lines, %v\n%s", rows, err, table)
	}
}
