package lower_test

// Every template against the evaluator of λcu: all lengths up to 40, which
// covers the bounds of chunks and tiles of the small targets many times over,
// and all layouts of segments of up to 7 elements (5 for the larger targets, and in short),
// with races, bounds and unwritten elements watched.

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	reflcu "nessiec/backends/ref/lcu"
	"nessiec/backends/ref/vm"
	"nessiec/grammar"
	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/target"
	"nessiec/ir/value"
	"nessiec/passes/device/counted"
	"nessiec/passes/device/failures"
	"nessiec/passes/device/guards"
	"nessiec/passes/device/lanes"
	"nessiec/passes/device/legal"
	"nessiec/passes/device/memory"
	"nessiec/passes/device/transfers"
	"nessiec/passes/lower"
	"nessiec/passes/lower/strategy"
	"nessiec/passes/pass"
	"nessiec/tools/halves"
)

// targets are small, so that small inputs have many chunks and tiles.
var targets = []target.Desc{
	{Name: "cpu", Local: 1, Chunks: 4, Grain: 3, Warp: 1, TileRows: 2, TileCols: 3, TileBytes: 200},
	{Name: "gpu", Local: 4, Chunks: 3, Grain: 4, Warp: 2, Items: 1, TileRows: 1, TileCols: 2, TileBytes: 300},
	{Name: "gpu8", Local: 8, Chunks: 16, Grain: 8, Warp: 4, Items: 3, TileRows: 2, TileCols: 2, TileBytes: 1000},
	{Name: "cuda", Local: 4, Chunks: 3, Grain: 4, Warp: 2, Items: 1, Chains: true},
	{Name: "cuda4", Local: 4, Chunks: 64, Grain: 4, Warp: 4, Items: 3, Chains: true, TileRows: 2, TileCols: 2, TileBytes: 300},
}

// devices is the targets; in short tests the processor, and of the rest a half a day.
func devices(t *testing.T) []target.Desc {
	t.Helper()
	if half, all := halves.Today(t); testing.Short() && !all {
		return append(targets[:1:1], targets[1+half], targets[4-half])
	}
	return targets
}

func parse(t testing.TB, src string) *lcu.Module {
	t.Helper()
	m, err := lcu.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := lcu.Verify(m); err != nil {
		t.Fatal(err)
	}
	return m
}

func load(t testing.TB, file string) *lcu.Module {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(src))
}

// stages is the passes of the package, with the language that each makes.
var stages = []struct {
	name string
	lang *grammar.Language
	run  func(*pass.Ctx, *kir.Module) *kir.Module
}{
	{"widen-loops", grammar.DeviceLoops.Language, widenAll},
	{"count-loops", grammar.DeviceLoops.Language, counted.CountLoops},
	{"split-loops", grammar.DeviceLoops.Language, splitAll},
	{"insert-error-protocol", grammar.DeviceGuarded.Language, failures.InsertErrorProtocol},
	{"keep-counts", grammar.DeviceGuarded.Language, transfers.KeepCounts},
	{"schedule-transfers", grammar.DeviceScheduled.Language, transfers.ScheduleTransfers},
	{"plan-memory", grammar.DeviceManaged.Language, memory.PlanMemory},
	{"legalise-target", grammar.DeviceLegal.Language, legal.LegaliseTarget},
}

// widenAll makes all loops wide that can be, with few lanes, so that small
// inputs have whole blocks and rests.
func widenAll(c *pass.Ctx, m *kir.Module) *kir.Module { return lanes.Vectorise(c, m, 2, -1<<30) }

// splitAll splits all loops that can be, however short.
func splitAll(c *pass.Ctx, m *kir.Module) *kir.Module { return guards.Split(c, m, 1) }

// lower runs all passes of the package, verifies what they make and returns
// all of it, lower-kernels first.
func lowered(t testing.TB, m *lcu.Module, target target.Desc) []*kir.Module {
	t.Helper()
	verify := func(name string, l *grammar.Language, k *kir.Module) {
		t.Helper()
		if err := l.Verify(k); err != nil {
			t.Fatalf("%s for %s: %v\n%s", name, target.Name, err, k)
		}
		again, err := kir.Parse(k.String())
		if err != nil || again.String() != k.String() {
			t.Fatalf("%s for %s: the text does not read back: %v", name, target.Name, err)
		}
	}
	c := pass.NewCtx(pass.DefaultOptions())
	staged := strategy.Choose(c.Options, m, target)
	if err := lcu.Verify(staged); err != nil {
		t.Fatalf("choose-strategies for %s: %v\n%s", target.Name, err, staged)
	}
	if again, err := lcu.Parse(staged.String()); err != nil || again.String() != staged.String() {
		t.Fatalf("choose-strategies for %s: the text does not read back: %v", target.Name, err)
	}
	k := lower.Lower(c.Options, staged, target)
	verify("lower-kernels", grammar.DeviceLoops.Language, k)
	out := []*kir.Module{k}
	for _, s := range stages {
		k = s.run(c, k)
		verify(s.name, s.lang, k)
		out = append(out, k)
	}
	return out
}

// A bench compares a module with what it is lowered to.
type bench struct {
	t   testing.TB
	m   *lcu.Module
	ks  []*kir.Module
	ref *vm.Program
	sim []*simkir.Machine
}

// newBench compares a module with all stages.
func newBench(t testing.TB, m *lcu.Module, target target.Desc) *bench {
	t.Helper()
	return &bench{t: t, m: m, ks: lowered(t, m, target)}
}

// templates are the templates and what they are lowered to, by target: the
// tests share them.
var templates = struct {
	sync.Mutex
	made map[string]bench
}{made: map[string]bench{}}

// newTemplates compares the templates with the last of the stages.
func newTemplates(t testing.TB, target target.Desc) *bench {
	t.Helper()
	templates.Lock()
	defer templates.Unlock()
	b, ok := templates.made[target.Name]
	if !ok {
		b.m = load(t, "testdata/templates.lcu")
		b.ks = lowered(t, b.m, target)
		templates.made[target.Name] = b
	}
	b.t, b.ks = t, b.ks[len(b.ks)-1:]
	return &b
}

// same calls f in the evaluators and compares results and errors.
func (b *bench) same(f string, args ...value.Value) {
	b.t.Helper()
	if b.ref == nil {
		b.ref, b.sim = reflcu.New(b.m, value.Num{}, &interp.World{}), nil
		for i, k := range b.ks {
			b.sim = append(b.sim, simkir.New(k, value.Num{}, &interp.World{}, simkir.Options{Seed: int64(i)}))
		}
	}
	want, err := b.ref.Call(f, args)
	for i, sim := range b.sim {
		name := b.ks[i].Funcs[0].Name // legal names have a prefix
		if len(name) > 2 && name[:2] == "f_" {
			name = "f_"
		} else {
			name = ""
		}
		got, failed := sim.Call(name+f, args)
		if fmt.Sprint(want, err) != fmt.Sprint(got, failed) {
			b.t.Fatalf("stage %d: %s%v\n got %v %v\nwant %v %v", i, f, args, got, failed, want, err)
		}
		managed := i == len(b.sim)-1
		if managed && err == nil && sim.Stats.Live != 0 {
			b.t.Fatalf("%s%v leaves %d buffers", f, args, sim.Stats.Live)
		}
	}
	if err != nil {
		b.ref = nil // a device on which a check has failed is of no more use
	}
}

// ints is n numbers from 0 to 9 that look random.
func ints(n, seed int) value.Ints {
	s := make(value.Ints, n)
	for i := range s {
		s[i] = int64((i*7919 + seed*104729 + i*i*31) % 10)
	}
	return s
}

func TestFlatTemplates(t *testing.T) {
	for _, target := range devices(t) {
		t.Run(target.Name, func(t *testing.T) {
			t.Parallel()
			b := newTemplates(t, target)
			for n := 0; n <= 40; n++ {
				xs := ints(n, n)
				for _, f := range []string{"square", "sums", "fsum", "scans", "inclusive", "dear", "dearthen", "dearoffsthen", "sorts"} {
					b.same(f, xs)
				}
				b.same("scanthen", xs, ints(n*2/3, 1))
				b.same("offsthen", xs, ints(n*2/3, 1), value.Int(n))
				b.same("offsthen", xs, ints(n+1, 1), value.Int(-1))
				b.same("offschecked", xs, value.Int(n-2))
				for _, k := range []int{0, 1, 5} {
					b.same("longer", xs, value.Int(k))
					b.same("inclthen", xs, value.Int(k*n))
				}
				to := make(value.Ints, n)
				for i := range to {
					to[i] = int64((i*7)%41) - 2
				}
				for _, k := range []int{-1, 4} {
					b.same("compact", xs, value.Int(k))
					b.same("flagged", xs, value.Int(k))
				}
				b.same("write", ints(n, 3), xs, to)
				b.same("winners", ints(12, n), xs)
			}
		})
	}
}

// layouts calls f with all lists of lengths of segments that sum to n, no
// longer than k, where zeros may stand anywhere.
func layouts(n, k int, f func(value.Ints)) {
	var rec func(lens value.Ints, left int)
	rec = func(lens value.Ints, left int) {
		if left == 0 {
			f(lens)
		}
		if len(lens) == k {
			return
		}
		for l := 0; l <= left; l++ {
			rec(append(lens[:len(lens):len(lens)], int64(l)), left-l)
		}
	}
	rec(nil, n)
}

func TestSegmentedTemplates(t *testing.T) {
	for _, target := range devices(t) {
		t.Run(target.Name, func(t *testing.T) {
			t.Parallel()
			b := newTemplates(t, target)
			most := 7
			if target.Items > 1 || testing.Short() {
				most = 5
			}
			for n := 0; n <= most; n++ {
				layouts(n, 4, func(lens value.Ints) { segmented(b, lens) })
			}
			for _, lens := range []value.Ints{
				{40}, {0, 0, 0, 40}, {40, 0, 0, 0, 0, 0}, {1, 38, 1}, {13, 0, 0, 14, 13},
				make(value.Ints, 30), append(make(value.Ints, 20), 20), append(value.Ints{20}, make(value.Ints, 20)...),
			} {
				segmented(b, lens)
			}
		})
	}
}

func segmented(b *bench, lens value.Ints) {
	b.t.Helper()
	n := 0
	for _, l := range lens {
		n += int(l)
	}
	xs := ints(n, len(lens))
	b.same("rows", lens, ints(len(lens), 5))
	for _, f := range []string{"rowsums", "rowscans", "rowincl", "scansthen"} {
		b.same(f, lens, xs)
	}
	b.same("sumsthen", lens, xs, value.Int(-1))
	b.same("checksthen", lens, xs, value.Int(n))
	if n < 6 || n > 8 {
		b.same("ranks", lens, xs)
	}
}

// Segments of one length: rows that groups divide and rows that they have to
// themselves, and arrays read in rows that are shorter and longer than these.
func TestRowTemplates(t *testing.T) {
	for _, target := range devices(t) {
		t.Run(target.Name, func(t *testing.T) {
			t.Parallel()
			b := newTemplates(t, target)
			for _, count := range []int{0, 1, 2, 3, 7, 8, 9, 17} {
				for _, length := range []int{0, 1, 2, 3, 5} {
					rows(b, count, length)
				}
			}
			if target.Local > 1 { // what warps and groups do with rows, and pieces of rows
				for count := range 14 {
					for length := range 12 {
						b.same("eqsums", value.Int(count), value.Int(length), ints(count*length, count), ints(length, 1))
					}
				}
			}
			for _, d := range [][2]int{{1, 60}, {2, 33}, {60, 1}, {300, 0}, {9, 11}} {
				rows(b, d[0], d[1])
			}
		})
	}
}

func rows(b *bench, count, length int) {
	b.t.Helper()
	c, l, xs := value.Int(count), value.Int(length), ints(count*length, count)
	b.same("eqranks", c, l, xs)
	for _, d := range []int{-1, 0, 2} {
		zs := ints(max(length+d, 0), length)
		b.same("eqrows", c, l, ints(count, 5), zs)
		b.same("eqsums", c, l, xs, zs)
		b.same("eqthrees", c, l, ints(3+d, 4))
		b.same("eqsumsthen", c, l, xs, ints(max(count+d, 0), length))
		b.same("eqchecksthen", c, l, xs, value.Int(length))
		b.same("eqscansthen", c, l, xs, zs)
	}
	for _, f := range []string{"eqscans", "eqincl"} {
		b.same(f, c, l, xs)
	}
	if count%3 == 1 {
		b.same("eqrank", c, l, xs)
	}
}
