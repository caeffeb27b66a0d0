package examples_test

import (
	"os"
	"path/filepath"
	"testing"

	"nessiec/tools/testcommand"
)

// Programs for GPUs run on several ranks, here without one: groups of work-items, moved blocks,
// filters, scans, segments and rows, results of floats and integers.
func TestRanksCUDA(t *testing.T) {
	const src = `function work(n) =
  let xs = {float(rem(i * 7919, 1009)) / 7.0 : i in [0:n]};
      kept = {x * 2.0 : x in xs | x < 70.0};
      sums = plus_scan(kept);
      parts = {sum({sqrt(x + float(j)) : j in [0:10]}) : x in xs};
      rows = {[0:rem(i, 50)] : i in [0:n / 10]}
  in (sum(xs), #kept, sum(sums), sum(parts), max_val(parts), sum({sum(r) : r in rows}), xs -> [n / 2, n - 1]);
work(4000);
work(7);
`
	exe, dir := testcommand.Nessiec(t), t.TempDir()
	needMPI(t)
	testcommand.QuickCUDA(t)
	file, p := filepath.Join(dir, "a.nesl"), filepath.Join(dir, "program")
	if err := os.WriteFile(file, []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	run(t, exe, "", "-target=cuda", "-simulate", "-ranks", "-grain=256", "-build", "-o", p, file)
	want := run(t, exe, "", "-target=cuda", "-simulate", "-grain=256", "-run", file)
	for ranks := 1; ranks <= 3; ranks++ {
		got, stats, status := outcome(t, mpi(t, ranks, p, "-stats"))
		if got != want || status != 0 {
			t.Fatalf("%d ranks: status %d\n%s%swant\n%s", ranks, status, got, stats, want)
		}
		if divided, sent := number(t, stats, "divided"), number(t, stats, "sent"); ranks > 1 && (divided < 8 || sent == 0) {
			t.Errorf("%d ranks: %d launches are divided, %d bytes sent\n%s", ranks, divided, sent, stats)
		}
	}
}
