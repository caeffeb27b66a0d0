package examples_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/ir/kir"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
	"nessiec/tools/levels"
	"nessiec/tools/session"
	"nessiec/tools/testcommand"
)

// needMPI skips a test where there is no MPI. Its compilers do not optimise, which takes a third of
// the time: programs run for a moment.
func needMPI(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("mpicc"); err != nil {
		t.Skip("no mpicc (Debian's libopenmpi-dev)")
	}
	t.Setenv("OMPI_CFLAGS", "-pthread -O0") // behind the flags of the caller
	t.Setenv("OMPI_CXXFLAGS", "-pthread -O0")
}

// mpi is how so many ranks of a program are started, which compare each operation.
func mpi(t *testing.T, ranks int, program ...string) *exec.Cmd {
	t.Helper()
	needMPI(t)
	args := []string{"-q", "--allow-run-as-root", "--oversubscribe", "-n", strconv.Itoa(ranks)}
	cmd := exec.Command("mpirun", append(args, program...)...)
	cmd.Env = append(os.Environ(), "NES_RANKS_CHECK=1")
	return cmd
}

// forRanks compiles a program for ranks of a target, whose groups have few elements, so that
// small arrays are divided, too.
func forRanks(t *testing.T, exe, target, file string) string {
	t.Helper()
	needMPI(t)
	out := filepath.Join(t.TempDir(), "program")
	run(t, exe, "", "-target="+target, "-O2", "-ranks", "-grain=4", "-build", "-o", out, file)
	return out
}

// sourceForRanks is forRanks of a text.
func sourceForRanks(t *testing.T, exe, target, name, src string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	return forRanks(t, exe, target, file)
}

// targetOf is OpenCL for tests of one part, 0 or 1, on a day; for the other C, whose ranks start
// in half the time and which compiles no kernels.
func targetOf(t *testing.T, part int) string {
	t.Helper()
	if half, all := halves.Today(t); !all && half != part {
		return "c"
	}
	return "opencl"
}

// but starts 3 ranks of a program, of which rank 1 first runs this in a shell.
func but(t *testing.T, first, program string) *exec.Cmd {
	t.Helper()
	return mpi(t, 3, "sh", "-c", "if [ $OMPI_COMM_WORLD_RANK = 1 ]; then "+first+"; fi; exec "+program)
}

// outcome is what a program prints on both outputs, and its status.
func outcome(t *testing.T, cmd *exec.Cmd) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// number is that of a line of -stats.
func number(t *testing.T, stats, name string) int {
	t.Helper()
	for line := range strings.Lines(stats) {
		if f := strings.Fields(line); len(f) >= 3 && f[0] == "stat" && f[1] == name {
			n, err := strconv.Atoi(f[2])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("no %s in\n%s", name, stats)
	return 0
}

// simulated is what ranks do and send in the simulator.
func simulated(t *testing.T, file string, ranks int) map[string]int64 {
	t.Helper()
	ses := session.New()
	o := pass.DefaultOptions()
	o.Target, o.OptLevel, o.Ranks, o.Grain = "c", 2, true, 4
	c := pass.NewCtx(o)
	p, err := ses.Parse(c, session.Source{Files: []string{file}})
	if err != nil {
		t.Fatal(err, c.Diags)
	}
	d := ses.Driver(o.Target)
	if p, err = d.Run(c, p, len(d.Passes)); err != nil {
		t.Fatal(err, c.Diags)
	}
	w := &interp.World{Stdin: strings.NewReader(""), Stdout: io.Discard, Files: interp.MemFiles{}}
	x, failed := refkir.Run(p.Module.(*kir.Module), o.Num(), w, refkir.Options{Ranks: ranks}, nil, levels.NewPrinter(o, w).Emit)
	if failed != nil {
		t.Fatal(failed)
	}
	return map[string]int64{"divided": x.Traffic.Divided, "repeated": x.Traffic.Repeated, "moves": x.Traffic.Moves,
		"everywhere": x.Traffic.Everywhere, "everywhere-bytes": x.Traffic.EverywhereBytes, "fetches": x.Traffic.Fetches, "deliveries": x.Traffic.Deliveries, "sent": x.Traffic.Sent}
}

// Any number of ranks gives the same bytes. Bounds are on 3 ranks: collectives, bytes that
// all ranks send, and the least launches that are divided. NESSIEC_LONG=1 runs all examples
// on 1 to 4 ranks.
// The simulator counts the same.
func TestRanks(t *testing.T) {
	long := os.Getenv("NESSIEC_LONG") != ""
	bounds := map[string]struct{ collectives, sent, divided int }{
		"dotprod": {1, 48, 1}, "lcs": {160, 652, 265}, "kmeans": {86, 14440, 31}, "nbody": {6, 2808, 5}, "epidemic": {62, 11422, 43},
		"spmv": {6, 440, 3}, "quicksort": {213, 2716, 111},
	}
	exe := testcommand.Nessiec(t)
	for _, f := range examples(t) {
		name := strings.TrimSuffix(f, ".nesl")
		bound, known := bounds[name]
		if !known && !long {
			continue
		}
		counts := []int{3}
		if long {
			counts = []int{2, 3, 4}
		}
		p := forRanks(t, exe, "c", f)
		want, _, status := outcome(t, mpi(t, 1, p))
		if status != 0 {
			t.Errorf("%s: status %d on one rank", name, status)
		}
		for _, n := range counts {
			got, stats, status := outcome(t, mpi(t, n, p, "-stats"))
			if got != want || status != 0 {
				t.Errorf("%s, %d ranks, status %d:\n%s%swant\n%s", name, n, status, got, stats, want)
				continue
			}
			if c, s, d := number(t, stats, "collectives"), number(t, stats, "sent"), number(t, stats, "divided"); known && n == 3 &&
				(c > bound.collectives || s > bound.sent || d < bound.divided) {
				t.Errorf("%s: %d collectives, %d bytes sent, %d launches divided; the bounds are %v", name, c, s, d, bound)
			}
			for what, want := range simulated(t, f, n) {
				if got := number(t, stats, what); got != int(want) {
					t.Errorf("%s, %d ranks: %s is %d, in the simulator %d", name, n, what, got, want)
				}
			}
		}
	}
}

// What fails on the last rank alone is told by the first, as on one rank.
func TestRanksFail(t *testing.T) {
	src := "print_string(\"before\\n\");\nfunction h(n) = sum({100 / (n - 1 - i) : i in [0:n]});\nh(400);\n"
	p := sourceForRanks(t, testcommand.Nessiec(t), targetOf(t, 0), "fail.nesl", src)
	want, message, _ := outcome(t, mpi(t, 1, p))
	if !strings.Contains(message, "Divide by zero") || !strings.Contains(message, "parallel element 399") {
		t.Fatalf("one rank says\n%s", message)
	}
	if got, errs, status := outcome(t, mpi(t, 3, p)); got != want || errs != message || status != 1 {
		t.Errorf("3 ranks: status %d\n%s%s\nwant\n%s%s", status, got, errs, want, message)
	}
}

// What a launch gathers is fetched, and what it reads beyond an array fails as on one rank.
func TestRanksFetch(t *testing.T) {
	const halves = "function halves(n, k) = let xs = plus_scan({rem(i, 7) : i in [0:n]}) in sum({xs[i / 2 + k] : i in [0:n]});\n"
	exe, target := testcommand.Nessiec(t), targetOf(t, 0)
	good, bad := sourceForRanks(t, exe, target, "good.nesl", halves+"halves(400, 0);\n"), sourceForRanks(t, exe, target, "bad.nesl", halves+"halves(400, 201);\n")
	_, message, _ := outcome(t, mpi(t, 1, bad))
	if !strings.Contains(message, "out of bounds") || !strings.Contains(message, "parallel element 398") {
		t.Fatalf("one rank says\n%s", message)
	}
	for n := 2; n <= 4; n++ {
		got, stats, status := outcome(t, mpi(t, n, good, "-stats"))
		if !strings.Contains(got, "it = 117804 :") || status != 0 || number(t, stats, "fetches") != 1 || number(t, stats, "sent") > 400*4*(n-1)*2/3 {
			t.Errorf("%d ranks: status %d\n%s%s", n, status, got, stats)
		}
		if _, errs, status := outcome(t, mpi(t, n, bad)); errs != message || status != 1 {
			t.Errorf("%d ranks: status %d\n%s\nwant\n%s", n, status, errs, message)
		}
	}
}

// What a launch writes at computed places goes to the ranks that have them, and places that are
// equal fail as on one rank.
func TestRanksDeliver(t *testing.T) {
	const reordered = "function reordered(n, k) = let xs = plus_scan({rem(i, 7) : i in [0:n]}) in (permute(xs, {rem(i * k, n) : i in [0:n]}), xs <- {(rem(i * 5, 99), i) : i in [0:n]});\n"
	exe, target := testcommand.Nessiec(t), targetOf(t, 0)
	good, bad := sourceForRanks(t, exe, target, "good.nesl", reordered+"reordered(400, 7);\n"), sourceForRanks(t, exe, target, "bad.nesl", reordered+"reordered(400, 6);\n")
	want, _, _ := outcome(t, mpi(t, 1, good))
	_, message, _ := outcome(t, mpi(t, 1, bad))
	if !strings.Contains(message, "RUNTIME ERROR") {
		t.Fatalf("one rank says\n%s", message)
	}
	for n := 2; n <= 4; n++ {
		if got, stats, status := outcome(t, mpi(t, n, good, "-stats")); got != want || status != 0 || number(t, stats, "deliveries") < 2 {
			t.Errorf("%d ranks: status %d\n%s%s", n, status, got, stats)
		}
		if _, errs, status := outcome(t, mpi(t, n, bad)); errs != message || status != 1 {
			t.Errorf("%d ranks: status %d\n%s\nwant\n%s", n, status, errs, message)
		}
	}
}

// Files, the command line and standard input are those of rank 0.
func TestRanksWorld(t *testing.T) {
	exe, file := testcommand.Nessiec(t), filepath.Join(t.TempDir(), "main.nesl")
	if err := os.WriteFile(file, []byte("function main(xs) = (sum({x * x : x in xs}), sort(xs));\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	needMPI(t)
	p := filepath.Join(t.TempDir(), "program")
	run(t, exe, "", "-target="+targetOf(t, 1), "-ranks", "-grain=2", "-entry=main : [int] -> (int, [int])", "-build", "-o", p, file)
	for n := 1; n <= 3; n += 2 {
		cmd := mpi(t, n, p)
		cmd.Stdin = strings.NewReader("[5,3,9,1,7,2]\n")
		if got, errs, status := outcome(t, cmd); !strings.Contains(got, "(169, [1, 2, 3, 5, 7, 9])") || status != 0 {
			t.Errorf("%d ranks: status %d\n%s%s", n, status, got, errs)
		}
	}
}

// A rank that is killed ends all.
func TestRanksKilled(t *testing.T) {
	src := "function spin(x, n) = if n == 0 then x else spin(sum({rem(x + i, 7) : i in [0:40]}), n - 1);\nspin(1, 100000000);\n"
	p := sourceForRanks(t, testcommand.Nessiec(t), targetOf(t, 0), "spin.nesl", src)
	cmd := but(t, "(sleep 3; kill -9 $$) & true", p)
	start := time.Now()
	timer := time.AfterFunc(2*time.Minute, func() { cmd.Process.Kill() })
	defer timer.Stop()
	if _, _, status := outcome(t, cmd); status != 137 {
		t.Errorf("status %d after %v", status, time.Since(start))
	}
}

// Rank 1 is another one in these ways, and no rank says anything but why that is wrong.
func TestRanksDiffer(t *testing.T) {
	exe := testcommand.Nessiec(t)
	p := sourceForRanks(t, exe, "opencl", "a.nesl", "print_string(\"before\\n\");\nsum({i * i : i in [0:1000000]});\n")
	q := sourceForRanks(t, exe, "opencl", "b.nesl", "print_string(\"before\\n\");\nsum({i + 1 : i in [0:1000000]});\n")
	for what, c := range map[string]struct {
		first   string // what rank 1 runs in place of the program
		message string
	}{
		"device":  {"POCL_DEVICES=basic exec " + p, "rank 1: its device is "},
		"program": {"exec " + q, "rank 1: it does not run the program of the other ranks"},
	} {
		cmd := but(t, c.first, p)
		cmd.Env = append(cmd.Env, "POCL_DEVICES=pthread")
		if out, errs, status := outcome(t, cmd); out != "" || !strings.Contains(errs, c.message) || status != 4 {
			t.Errorf("another %s: status %d\n%s%s", what, status, out, errs)
		}
	}
}

// What does not fit into the memory of one rank is refused by all, as the program fails.
func TestRanksMemory(t *testing.T) {
	src := "print_string(\"before\\n\");\nfunction make(n) = sort({rem(i * 7919, n) : i in [0:n]})[n / 2];\nmake(4000000);\n"
	p := sourceForRanks(t, testcommand.Nessiec(t), targetOf(t, 0), "large.nesl", src)
	want, message, status := outcome(t, mpi(t, 1, p, "-memory=1M"))
	if status != 1 || !strings.HasPrefix(want, "before\n") || !strings.Contains(message, "Out of memory") {
		t.Fatalf("one rank: status %d\n%s%s", status, want, message)
	}
	cmd := but(t, "exec "+p+" -memory=1M", p)
	if out, errs, s := outcome(t, cmd); out != want || errs != message || s != status {
		t.Errorf("3 ranks: status %d\n%s%s\nwant %d\n%s%s", s, out, errs, status, want, message)
	}
}
