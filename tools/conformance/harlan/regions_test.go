package harlan

// What values of recursive datatypes cost: memory comes back, tables grow by doubling, and
// a program without such values has none.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	refkir "nessiec/backends/ref/kir"
	"nessiec/grammar"
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/kir"
	"nessiec/ir/nkl"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
	"nessiec/tools/levels"
)

// written is a file with the text of a program.
func written(t *testing.T, text string) string {
	file := filepath.Join(t.TempDir(), "program.kfc")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// costs runs a program in the simulator.
func costs(t *testing.T, text string) driver.Outcome { return costsOn(t, "cpu", text) }

// costsOn is costs on a kind of device, through OpenCL.
func costsOn(t *testing.T, device, text string) driver.Outcome {
	return costsOf(t, "opencl", device, text)
}

func costsOf(t *testing.T, target, device, text string) driver.Outcome {
	o := options(target)
	o.Device = device
	d := &driver.Driver{Passes: table(), Levels: levels.All()}
	got, _ := d.Exec(o, compile(t, o, written(t, text), table(), grammar.DeviceLegal.Language), driver.Input{})
	if got.Error != "" {
		t.Fatal(got.Error)
	}
	return got
}

// TestRowsOfBranches: a step of which most branches make data, of several datatypes, takes
// a few launches and waits on a GPU, however many branches there are.
func TestRowsOfBranches(t *testing.T) {
	run := func(n int) driver.Outcome {
		return costsOn(t, "gpu", fmt.Sprintf(`(module
  (define-datatype List (Nil) (Cons int List))
  (define-datatype Tree (Leaf int) (Node Tree int) (Both Tree List))
  (define-datatype State (State int Tree List))
  (define (step s)
    (match s ((State n t l)
      (match t
        ((Leaf k) (if (= 0 (mod n 3)) (State (- n 1) (Node t k) l) (State (- n 1) t (Cons n l))))
        ((Node u k) (if (= 0 (mod n 2)) (State (- n 1) (Both t (Cons k l)) l) (State (- n 1) u (Cons k (Cons n l)))))
        ((Both u m) (match m ((Nil) (State (- n 1) (Leaf n) l)) ((Cons k r) (State (- n 1) (Node u k) r))))))))
  (define (left s) (match s ((State n t l) n)))
  (define (head s) (match s ((State n t l) (match l ((Nil) 0) ((Cons k r) k)))))
  (define (run n) (let ((s (State n (Leaf n) (Nil)))) (while (> (left s) 0) (set! s (step s))) (head s)))
  (define (main) (println (reduce + (kernel ((i (iota 4))) (run (+ i %d))))) 0))`, n))
	}
	few, many := run(20), run(40)
	if n := many.Counter("kernels") - few.Counter("kernels"); n > 20*6 {
		t.Errorf("%d launches for 20 steps", n)
	}
	if n := many.Counter("transfers") - few.Counter("transfers"); n > 20*5 {
		t.Errorf("%d values are fetched for 20 steps", n)
	}
}

// TestMachines: machines that have stopped wait for others, so that a step of few is two
// launches and three numbers, and their rows share two tables.
func TestMachines(t *testing.T) {
	text, err := os.ReadFile(examples + "/machines.kfc")
	if err != nil {
		t.Fatal(err)
	}
	const steps = 161 // of the longest
	run := costsOn(t, "gpu", string(text))
	if n := run.Counter("kernels"); n > steps*5/2 {
		t.Errorf("%d launches for %d steps", n, steps)
	}
	if n := run.Counter("transfers"); n > steps*7/2 {
		t.Errorf("%d values are fetched for %d steps", n, steps)
	}
	if n := run.Counter("peak"); n > 12_000 {
		t.Errorf("the peak is %d", n)
	}
}

// TestManyMachines: with more elements than a group takes, a step is two launches where groups
// hand sums on.
func TestManyMachines(t *testing.T) {
	text, err := os.ReadFile(examples + "/machines.kfc")
	if err != nil {
		t.Fatal(err)
	}
	launches := func(n int) int {
		many := strings.Replace(string(text), "(iota (argument 1 8))))", "(iota 3000)))", 1)
		many = strings.Replace(many, "(run (sum-to n))", fmt.Sprintf("(run (sum-to (min n %d)))", n), 1)
		return int(costsOf(t, "cuda", "gpu", many).Counter("kernels"))
	}
	const steps = 21                                   // for one number more
	if n := launches(3) - launches(2); n > 2*steps+2 { // once there is no room for the rows of a step
		t.Errorf("%d launches for %d steps", n, steps)
	}
}

// TestRunOnGPU: programs whose branches make data do on a GPU what is recorded.
func TestRunOnGPU(t *testing.T) {
	o := options("opencl")
	o.Device = "gpu"
	d := &driver.Driver{Passes: table(), Levels: levels.All()}
	for _, file := range []string{"testdata/run/rows-of-branches.kfc", examples + "/machines.kfc", examples + "/regex.kfc"} {
		got, _ := d.Exec(o, compile(t, o, file, table(), grammar.DeviceLegal.Language), driver.Input{})
		same(t, file, "gpu", got)
	}
}

// TestRegionsEnd: a function that makes a tree and yields a number needs no more memory if
// it is called more often.
func TestRegionsEnd(t *testing.T) {
	peak := func(n int) int64 {
		out := costs(t, fmt.Sprintf(`(module
  (define-datatype Tree (Leaf int) (Node Tree Tree))
  (define (build n) (if (= n 0) (Leaf 1) (Node (build (- n 1)) (build (- n 1)))))
  (define (total t) (match t ((Leaf n) n) ((Node l r) (+ (total l) (total r)))))
  (define (once k) (total (vector-ref (kernel ((n (vector k))) (build n)) 0)))
  (define (main) (let ((s 0)) (for (i 0 %d) (set! s (+ s (once 7)))) (println s)) 0))`, n))
		if want := fmt.Sprint(128*n) + "\n"; out.Output != want {
			t.Errorf("prints %s, want %s", out.Output, want)
		}
		return out.Counter("peak")
	}
	once, often := peak(1), peak(20)
	if once == 0 || often > once*3/2 {
		t.Errorf("the peak is %d for one call and %d for twenty", once, often)
	}
}

// TestTablesGrow: what copying rows to larger tables costs is a constant for each row.
func TestTablesGrow(t *testing.T) {
	peak := func(n int) int64 {
		return costs(t, fmt.Sprintf(`(module
  (define-datatype List (Nil) (Cons int List))
  (define (upto n acc) (if (= n 0) acc (upto (- n 1) (Cons n acc))))
  (define (len l n) (match l ((Nil) n) ((Cons x r) (len r (+ n x)))))
  (define (main) (println (len (upto %d (Nil)) 0)) 0))`, n)).Counter("peak")
	}
	const row = 8 // bytes
	for _, n := range []int{500, 1000, 2000} {
		if p := peak(n); p == 0 || p > int64(row*(3*n+100)) {
			t.Errorf("a list of %d elements needs %d bytes", n, p)
		}
	}
}

// TestTablesMove: a loop that adds a row in each iteration writes every row and moves, all in
// all, no more than nine times as many, though it looks twice for rows that can go and finds none; the loop is a block.
func TestTablesMove(t *testing.T) {
	const n, columns = 100_000, 2
	out := costs(t, fmt.Sprintf(`(module
  (define-datatype List (Nil) (Cons int List))
  (define (main)
    (let ((l (Nil)))
      (for (i 0 %d) (set! l (Cons i l)))
      (match l ((Nil) (println "empty")) ((Cons x r) (println x))))
    0))`, n))
	if want := fmt.Sprint(n-1) + "\n"; out.Output != want {
		t.Errorf("prints %s, want %s", out.Output, want)
	}
	if w := out.Counter("writes"); w < n*columns || w > 10*n*columns { // buffers of twice the size have everything twice, and begin anew behind each look
		t.Errorf("%d rows of %d columns are %d elements written", n, columns, w)
	}
	if k := out.Counter("kernels"); k > 60 {
		t.Errorf("%d rows are added by %d kernels", n, k)
	}
	if a := out.Counter("arrays"); a > 200 {
		t.Errorf("%d rows are added by way of %d arrays", n, a)
	}
}

// TestRegionsNumbers: passes drop, share and move what makes rows, so that the numbers of rows
// differ between levels; what programs do is the same before and after every pass.
func TestRegionsNumbers(t *testing.T) {
	files := []string{written(t, `(module
  (define-datatype List (Nil) (Cons int List))
  (define (upto n) (if (= n 0) (Nil) (Cons n (upto (- n 1)))))
  (define (first l) (match l ((Nil) 0) ((Cons x r) x)))
  (define (main)
    (let ((unused (Cons 1 (Nil))) (a (Cons 2 (Nil))) (b (Cons 2 (Nil))))
      (println (Cons (first (Cons 7 a)) b))
      (println (kernel ((i (iota 3))) (if (= i 1) (upto i) (Cons i b)))))
    0))`)}
	for _, name := range []string{"lists", "local", "roses", "compose"} {
		files = append(files, filepath.Join("testdata", "run", name+".kfc"))
	}
	for _, file := range files {
		o := options("opencl")
		typed := compile(t, o, file, table(), grammar.HarlanTyped.Language)
		d := &driver.Driver{Passes: table(), Levels: levels.All(), ExecCheck: &driver.ExecSpec{}}
		if _, err := d.Run(pass.NewCtx(o), typed, d.Leave(grammar.DeviceLegal.Language)); err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
		}
	}
}

// TestRegionsApart: lists that never meet are in tables of their own, and a program without
// recursive data has no table and no form of tables.
func TestRegionsApart(t *testing.T) {
	tables := func(text string) int {
		p := compile(t, options("opencl"), written(t, text), table(), grammar.NestedRegioned.Language)
		return len(p.Module.(*nkl.Module).Tables)
	}
	head := `(module
  (define (chain n f) (if (= n 0) f (let ((g (chain (- n 1) f))) (lambda (x) (+ n (g x))))))
  (define (other n f) (if (= n 0) f (let ((g (other (- n 1) f))) (lambda (x) (* n (g x))))))
  (define (main) `
	if n := tables(head + `(println (+ ((chain 3 (lambda (x) x)) 1) ((other 3 (lambda (x) x)) 1))) 0))`); n != 2 {
		t.Errorf("two kinds of procedures are in %d tables", n)
	}
	o := options("opencl")
	p := compile(t, o, filepath.Join(examples, "raytracer.kfc"), table(), grammar.FlatRegioned.Language)
	if m := p.Module.(*fkl.Module); len(m.Tables) > 0 || strings.Contains(m.String(), "(extend ") {
		t.Error("a program without recursive data has tables")
	}
}

// TestRegionsOfResults: the tables of a tree that a function returns are its caller's, those
// of what it only uses itself are its own.
func TestRegionsOfResults(t *testing.T) {
	text := `(module
  (define-datatype List (Nil) (Cons int List))
  (define-datatype Tree (Leaf int) (Node Tree Tree))
  (define (upto n) (if (= n 0) (Nil) (Cons n (upto (- n 1)))))
  (define (sum l) (match l ((Nil) 0) ((Cons x r) (+ x (sum r)))))
  (define (build n) (if (= n 0) (Leaf (sum (upto 5))) (Node (build (- n 1)) (build (- n 1)))))
  (define (total t) (match t ((Leaf n) n) ((Node l r) (+ (total l) (total r)))))
  (define (main) (println (total (vector-ref (kernel ((n (vector 3 4))) (build n)) 1))) 0))`
	p := compile(t, options("opencl"), written(t, text), table(), grammar.NestedRegioned.Language)
	columns := map[string]int{}
	m := p.Module.(*nkl.Module)
	for _, table := range m.Tables {
		columns[table.Name] = len(table.Columns)
	}
	owners := map[string]string{} // of tables: the function around whose body they are
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e nkl.Expr) bool {
			if s, ok := e.(*nkl.Scope); ok {
				owners[s.Table] = f.Name
			}
			return true
		})
	}
	for table := range columns {
		want := "main"
		if strings.Contains(table, "Cons") {
			want = "build"
		}
		if !strings.HasPrefix(owners[table], want) {
			t.Errorf("the table %s belongs to %s, not %s", table, owners[table], want)
		}
	}
	if out := costs(t, text).Output; len(columns) < 3 || out != "240\n" {
		t.Errorf("there are %d tables, and the result is %s", len(columns), out)
	}
}

// TestRegionsWait: kernels that make data wait for nothing: the host reads as often for a
// thousand elements as for ten.
func TestRegionsWait(t *testing.T) {
	looks := func(n int) int64 {
		out := costs(t, fmt.Sprintf(`(module
  (define-datatype Shape (Disc int) (Pair Shape Shape))
  (define (shape i) (Pair (Disc i) (Pair (Disc (* i i)) (Disc 1))))
  (define (size s) (match s ((Disc r) r) ((Pair a b) (+ (size a) (size b)))))
  (define (main)
    (let ((shapes (kernel ((i (iota %d))) (shape i))))
      (println (reduce + (kernel ((s shapes)) (size s)))))
    0))`, n))
		return out.Counter("transfers")
	}
	if few, many := looks(10), looks(1000); few == 0 || many > few {
		t.Errorf("%d values are read for ten elements, %d for a thousand", few, many)
	}
}

// TestRegionsPoison: recursions over references that are junk, behind a failed check, end,
// and the failure is the same, even if junk is the worst that can be.
func TestRegionsPoison(t *testing.T) {
	file := written(t, `(module
  (define-datatype Tree (Leaf int) (Node Tree Tree))
  (define (build n) (if (= n 0) (Leaf 1) (Node (build (- n 1)) (build (- n 1)))))
  (define (total t) (match t ((Leaf n) n) ((Node l r) (+ (total l) (total r)))))
  (define (main)
    (let* ((forest (kernel ((n (iota 4))) (build n)))
           (some (kernel ((i (iota 6))) (vector-ref forest (+ i 1)))))
      (println (kernel ((t some)) (total (Node t (Node t (Leaf 2)))))))
    0))`)
	o := options("opencl")
	m := compile(t, o, file, table(), grammar.DeviceLegal.Language).Module.(*kir.Module)
	for _, poison := range []bool{false, true} {
		out := levels.Observe(o, m.Actions, levels.Simulator(m, refkir.Options{Poison: poison}), driver.Input{})
		if !strings.Contains(out.Error, "out of bounds") || out.Output != "" {
			t.Errorf("poisoned %t: the program prints %q and fails with %q", poison, out.Output, out.Error)
		}
	}
}
