package engine

// Device programs do the same as in the simulator: what they print, how they fail,
// where, and in which calls.

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"nessiec/backends/backendtest"
	"nessiec/backends/ref/interp"
	refkir "nessiec/backends/ref/kir"
	"nessiec/backends/wasm/emit"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

func read(t *testing.T, file string) *kir.Module {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return backendtest.Parse(t, string(text))
}

// An outcome is what a program does.
type outcome struct {
	text  string
	err   *interp.Error
	where []string
}

func (o outcome) String() string {
	s := o.text
	if o.err != nil {
		s += o.err.Error() + "\n" + strings.Join(o.where, "\n")
	}
	return s
}

// observed runs a program in a world of its own, and prints results as they come.
func observed(n value.Num, input string, m *kir.Module, run func(*interp.World, []value.Value, func(interp.Result)) *interp.Error) outcome {
	var out bytes.Buffer
	w := &interp.World{Stdin: strings.NewReader("one line\n"), Stdout: &out, Files: interp.MemFiles{}, Seed: 7,
		Env: func(string) string { return "file" }}
	r := value.NewReader("input", []byte(input), n)
	var inputs []value.Value
	for _, a := range m.Actions {
		if a.Kind == program.Read {
			v, err := r.Value(a.Type)
			if err != nil {
				panic(err)
			}
			inputs = append(inputs, v)
		}
	}
	limit := value.PrintLength
	err := run(w, inputs, func(r interp.Result) {
		switch {
		case r.Action.Kind == program.PrintLength:
			limit = r.Action.N
		case r.Action.Kind == program.Say:
			fmt.Fprintln(&out, r.Action.TypeText)
		case r.Action.Name != "":
			fmt.Fprintln(&out, value.Printer{Num: n, Limit: limit}.Text(r.Value, r.Action.Type))
		}
	})
	o := outcome{text: out.String(), err: err}
	if err != nil {
		err.Note = ""
		o.where = err.Where(func(p ir.Pos) string {
			if !p.IsValid() {
				return ""
			}
			return fmt.Sprintf("%d:%d", p.Line(), p.Col())
		})
	}
	return o
}

// run is Run, for as long as it takes.
func (m *Machine) run(w *interp.World, in []value.Value, emit func(interp.Result)) *interp.Error {
	return m.Run(context.Background(), w, in, emit)
}

// shuffled is an order of groups that is not the usual one.
func shuffled(i, n uint64) uint64 {
	const prime = 7919
	if n%prime == 0 {
		return n - 1 - i
	}
	return (i*prime + 3) % n
}

// alike runs a program on the engine, with several numbers of workers, and in the
// simulator.
func alike(t *testing.T, m *kir.Module, n value.Num, input string, o Options) {
	t.Helper()
	var launches int64
	want := observed(n, input, m, func(w *interp.World, in []value.Value, emit func(interp.Result)) *interp.Error {
		x, err := refkir.Run(m, n, w, refkir.Options{}, in, emit)
		launches = x.Stats.Launches
		return err
	})
	for _, workers := range []int{1, 2, 3} {
		p, err := emit.EmitFor(m, n, workers)
		if err != nil {
			t.Fatal(err)
		}
		if o.Order = nil; workers > 1 {
			o.Order = shuffled
		}
		x, err := New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		got := observed(n, input, m, x.run)
		if got.String() != want.String() {
			t.Errorf("int%d float%d, %d workers, input %s:\n%s\nwant\n%s", n.IntBits(), n.FloatBits(), workers, input, got, want)
		}
		if s := x.Stats(); got.err == nil && (s.Live != 0 || s.Launches != launches) {
			t.Errorf("%d arrays are left; %d launches, want %d", s.Live, s.Launches, launches)
		}
	}
}

// Every form, on every width, compiled and interpreted.
func TestForms(t *testing.T) {
	forms, lanes := read(t, "testdata/forms.kir"), backendtest.Load(t, "lanes")
	effects := backendtest.Load(t, "effects")
	for _, n := range widths {
		for _, o := range []Options{{}, {Interpret: true}, {Prefix: true}} {
			alike(t, forms, n, "5 [3, 1, 4, 1, 5, 9, 2, 6]", o)
			alike(t, forms, n, "0 []", o)
			alike(t, lanes, n, "[3, 0, 7, 1, 6, 2, 5, 4]", o)
			alike(t, effects, n, "", o)
		}
	}
}

// What is decoded no further than it is printed is printed as the whole.
func TestPrefix(t *testing.T) {
	const id = `
(func f_same (s_0:buf<global int> d_0:buf<global char> i_0:buf<global int> b_0:buf<global bool> c_0:buf<global char> x_0:int)
  (buf<global int> buf<global char> buf<global int> buf<global bool> buf<global char> int)
  (block (return s_0 d_0 i_0 b_0 c_0 x_0)))
(action print-length "" "" _ "" () "" %d)
(action read arg.1 "" <[[char]] <[<int bool>] <[char] int>>> "" () x 0)
(action eval it "" <[[char]] <[<int bool>] <[char] int>>> f_same (x) y 0)
(action eval it "" <[[char]] <[<int bool>] <[char] int>>> f_same (y) "" 0)`
	for _, limit := range []int{-1, 0, 1, 2, 100} {
		for _, input := range []string{`(["one", "", "three"], [(1, t), (2, f), (3, t), (4, t)], "a string", 7)`, `([], [], "", 0)`} {
			m := backendtest.Parse(t, fmt.Sprintf(id, limit))
			alike(t, m, value.Num{}, input, Options{Prefix: true})
		}
	}
}

// Wrong: arguments of a datatype were taken for more of its contents, so a program that
// printed a hashtable crashed.
func TestPrefixOfDatatypes(t *testing.T) {
	const id = `
(func f_same (x_0:buf<global int> y_0:buf<global int> z_0:buf<global float>) (buf<global int> buf<global int> buf<global float>)
  (block (return x_0 y_0 z_0)))
(action print-length "" "" _ "" () "" 2)
(action read arg.1 "" [data<row <int [float]> float char>] "" () x 0)
(action eval it "" [data<row <int [float]> float char>] f_same (x) "" 0)`
	alike(t, backendtest.Parse(t, id), value.Num{}, "[row(1, [2.5]), row(2, []), row(3, [1.5, 0.5])]", Options{Prefix: true})
}

// Every way to fail.
func TestErrors(t *testing.T) {
	m := backendtest.Load(t, "errors")
	for _, n := range widths {
		for _, mode := range []string{"0", "1", "2", "3", "4", "5"} {
			alike(t, m, n, mode, Options{})
		}
	}
}

// The calls that led to a failure.
func TestCalls(t *testing.T) {
	calls := backendtest.Parse(t, `
(func f_down (n_0:int) (int)
  (block
    (if (prim le (n_0 0))
      (block (checkhost @0:2:3 (prim eq (n_0 1)) "At the end.") (return 0))
      (block
        (callhost @0:3:5 (d_0:int) f_down ((prim sub (n_0 1))))
        (return (prim add (d_0 1)))))))
(action read arg.1 int int "" () n 0)
(action eval it int int f_down (n) "" 0)`)
	for _, n := range []string{"0", "3", "1000", "20000"} { // more than there is room for at first
		alike(t, calls, value.Num{}, n, Options{})
		alike(t, calls, value.Num{Int64: true}, n, Options{})
	}
}

// The last launch of several that fail in one counts least; so does what comes later.
func TestFirstFailure(t *testing.T) {
	m := backendtest.Parse(t, `
(site @0:1:1 "First.")
(site @0:2:1 "Second.")
(kernel k_two 1 (errors_0:buf<global int> base_0:int base_1:int) (scatter value value)
  (block
    (atomic old_0:int min errors_0 0 base_1)
    (atomic old_1:int min errors_0 0 base_0)))
(func f_two () (int)
  (block
    (launch k_two 1 ((errorword) (launchbase 1) (launchbase 0)))
    (launch k_two 1 ((errorword) (launchbase 0) (launchbase 0)))
    (return 1)))
(action eval it int int f_two () "" 0)`)
	alike(t, m, value.Num{}, "", Options{})
}

// A loop that does several elements a round leaves a round at the element that fails, with
// what those before it have done; elements are also those next to an index, before and
// behind it.
func TestRounds(t *testing.T) {
	m := backendtest.Parse(t, `
(site @0:1:1 "Out of range.")
(kernel k_sums 1 (n_0:int at_0:buf<global int> len_0:int r_0:buf<global int> s_0:buf<global int> by_0:int errors_0:buf<global int> base_0:int slot_0:int)
  (value gather value scatter write value scatter value value)
  (block
    (mut acc_0:int 0)
    (for i_0:int 0 n_0 1
      (block
        (def e_0:int (load at_0 i_0))
        (def before_0:int (prim sub (i_0 by_0)))
        (def x_0:bool (inrange e_0 (prim max (len_0 0))))
        (choose (v_0:int) (prim not (x_0))
          (block
            (atomic old_0:int min errors_0 0 base_0)
            (if (prim ge (old_0 base_0)) (block (atomic was_0:int min errors_0 slot_0 i_0)) (block))
            (yield -1))
          (block
            (def y_0:int (load at_0 e_0))
            (def z_0:int (select (inrange before_0 len_0) (load at_0 before_0) 100))
            (yield (prim add (y_0 z_0)))))
        (set acc_0 (prim add (acc_0 v_0)))
        (store r_0 i_0 acc_0)))
    (for j_0:int 1 n_0 1
      (block
        (def l_0:int (load r_0 (prim sub (j_0 1))))
        (def m_0:int (load r_0 (prim add ((prim sub (j_0 1)) 1))))
        (store s_0 j_0 (prim add (l_0 m_0)))))
    (store s_0 0 acc_0)))
(func f_go (a_0:buf<global int> by_0:int) (buf<global int> buf<global int>)
  (block
    (alloc r_0:buf<global int> (length a_0))
    (alloc s_0:buf<global int> (length a_0))
    (launch k_sums 1 ((length a_0) a_0 (length a_0) r_0 s_0 by_0 (errorword) (launchbase 0) 1))
    (release a_0)
    (return r_0 s_0)))
(action read arg.1 "([int], int)" <[int] int> "" () a 0)
(action eval it "([int], [int])" <[int] [int]> f_go (a) "" 0)`)
	for _, n := range widths {
		for _, bad := range []int{0, 1, 2, 3, 6, 10, 11} {
			at := []string{"3", "0", "7", "1", "9", "2", "8", "5", "6", "4", "10"}
			if bad < len(at) {
				at[bad] = "11"
			}
			for _, by := range []string{"2", "-3", "2147483647"} {
				alike(t, m, n, "(["+strings.Join(at, ", ")+"], "+by+")", Options{})
			}
		}
	}
}

// What a loop of several elements a round stores under a condition is nowhere if that does not
// hold, though the index may be any, and other stores are.
func TestStoresUnderConditions(t *testing.T) {
	m := backendtest.Parse(t, `
(kernel k_keep 1 (n_0:int at_0:buf<global int> len_0:int r_0:buf<global int> s_0:buf<global int>) (value gather value scatter scatter)
  (block
    (for i_0:int 0 n_0 1
      (block
        (def e_0:int (load at_0 i_0))
        (store r_0 i_0 i_0)
        (store s_0 i_0 -1)))
    (for i_1:int 0 n_0 1
      (block
        (def e_1:int (load at_0 i_1))
        (if (inrange e_1 len_0) (block (store r_0 e_1 7)) (block))
        (def f_0:int (prim sub (e_1 1)))
        (def x_0:bool (inrange f_0 len_0))
        (if (prim and (x_0 (prim ne (i_1 3)))) (block (store s_0 f_0 i_1) (store r_0 (prim sub (e_1 1)) e_1)) (block))))))
(func f_go (a_0:buf<global int>) (buf<global int> buf<global int>)
  (block
    (alloc r_0:buf<global int> (length a_0))
    (alloc s_0:buf<global int> (length a_0))
    (launch k_keep 1 ((length a_0) a_0 (length a_0) r_0 s_0))
    (release a_0)
    (return r_0 s_0)))
(action read arg.1 "[int]" [int] "" () a 0)
(action eval it "([int], [int])" <[int] [int]> f_go (a) "" 0)`)
	for _, n := range widths {
		alike(t, m, n, "[3, -1, 2147483647, 1, 9, 0, -2147483648, 5, 11, 4, 10]", Options{})
		alike(t, m, n, "[4, 12, 0]", Options{})
	}
}

// In lanes, x and not y is one instruction, on ints and on truth values, in either order.
func TestAndNot(t *testing.T) {
	m := backendtest.Parse(t, `
(kernel k_not 1 (x_0:buf<global int> r_0:buf<global int> s_0:buf<global int>) (gather scatter scatter)
  (block
    (def x_1:lanes<8 int> (load x_0 (ramp 8 0)))
    (def y_0:lanes<8 int> (load x_0 (ramp 8 8)))
    (def m_0:lanes<8 bool> (prim lt (x_1 y_0)))
    (def n_0:lanes<8 bool> (prim lt (x_1 (splat 8 3))))
    (store r_0 (ramp 8 0) (prim and (x_1 (prim not (y_0)))))
    (store r_0 (ramp 8 8) (prim and ((prim not (x_1)) y_0)))
    (store s_0 (ramp 8 0) (prim select ((prim and (m_0 (prim not (n_0)))) (splat 8 1) (splat 8 2))))
    (store s_0 (ramp 8 8) (prim select ((prim and ((prim not (m_0)) (prim not (n_0)))) x_1 y_0)))))
(func f_go (a_0:buf<global int>) (buf<global int> buf<global int>)
  (block
    (alloc r_0:buf<global int> 16)
    (alloc s_0:buf<global int> 16)
    (launch k_not 1 (a_0 r_0 s_0))
    (release a_0)
    (return r_0 s_0)))
(action read arg.1 "[int]" [int] "" () a 0)
(action eval it "([int], [int])" <[int] [int]> f_go (a) "" 0)`)
	for _, n := range widths {
		alike(t, m, n, "[1, 2, 3, 4, 5, 6, 7, 8, 8, 0, 6, 5, -1, 4, 2, 9]", Options{})
	}
}

// Orders of 0 and x & y, which wazero 1.12 mistakes for those of x & y and 0 where a
// branch follows: written with either on the left, the zero a literal, a definition or
// a variable that has not changed yet.
func TestOrdersOfMasks(t *testing.T) {
	var b strings.Builder
	b.WriteString(`
(kernel k_orders 1 (x_0:int r_0:buf<global int>) (value write)
  (block
    (def zero_0:int 0)
    (mut none_0:int 0)
    (def m_0:int (prim and (x_0 -8)))
    (def c_0:char (prim code_char (x_0)))`)
	n := 0
	for _, op := range []string{"lt", "le", "gt", "ge"} {
		for _, args := range []string{"0 (prim and (x_0 -8))", "zero_0 (prim and (x_0 -8))", "none_0 (prim and (x_0 -8))", "none_0 m_0", "(prim and (x_0 -8)) zero_0",
			"char:0 (prim code_char (x_0))", "char:0 c_0", "(prim code_char (x_0)) char:0"} {
			fmt.Fprintf(&b, "\n    (if (prim %s (%s)) (block (store r_0 %d 1)) (block (store r_0 %d 0)))", op, args, n, n)
			n++
		}
	}
	fmt.Fprintf(&b, `
    (set none_0 1)))
(func f_go (x_0:int) (buf<global int>) (block (alloc a_0:buf<global int> %d) (launch k_orders 1 (x_0 a_0)) (return a_0)))
(action read arg.1 int int "" () n 0)
(action eval it "[int]" [int] f_go (n) "" 0)`, n)
	m := backendtest.Parse(t, b.String())
	for _, n := range widths {
		for _, input := range []string{"0", "100", "-100", "3"} {
			alike(t, m, n, input, Options{})
		}
	}
}
