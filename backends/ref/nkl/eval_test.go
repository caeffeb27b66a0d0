package nkl_test

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	eval "nessiec/backends/ref/nkl"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// parse reads a module and verifies it.
func parse(t testing.TB, text string) *nkl.Module {
	t.Helper()
	m, err := nkl.Parse(text)
	if err == nil {
		err = nkl.Verify(m)
	}
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	return m
}

// run applies the function main of m to the NESL literals in args and returns
// the text of the result, or of the error with its position.
func run(t testing.TB, m *nkl.Module, args string, o eval.Options) (string, interp.Counters) {
	t.Helper()
	var main *nkl.Func
	for _, f := range m.Funcs {
		if f.Name == "main" {
			main = f
		}
	}
	ts := make([]*types.Type, len(main.Params))
	for i, p := range main.Params {
		ts[i] = p.Type
	}
	var vs []value.Value
	r := value.NewReader("args", []byte(args), o.Num)
	for _, u := range ts {
		v, err := r.Value(u)
		if err != nil {
			t.Fatal(err)
		}
		vs = append(vs, v)
	}
	v, cost, fail := eval.Call(m, "main", nil, vs, o)
	if fail != nil {
		return strings.TrimSpace(fail.Error() + " " + posText(fail)), cost
	}
	return value.Printer{Num: o.Num, Limit: -1}.Text(v, main.Result), cost
}

func posText(e *interp.Error) string {
	if !e.Pos.IsValid() {
		return ""
	}
	return e.Pos.String()
}

// Helper functions that the programs below may call.
const library = `
(func quicksort ('a/ordinal) (xs:['a/ordinal]) ['a/ordinal]
  (if (prim lt ((prim length (xs)) 2))
    xs
    (let pivot:'a/ordinal (prim elt (xs (prim div ((prim length (xs)) 2))))
    (let parts:[['a/ordinal]]
      (each (part:['a/ordinal])
        ((seq ['a/ordinal]
          ((eachif (x:'a/ordinal) (xs) (prim lt (x pivot)) x)
           (eachif (x.1:'a/ordinal) (xs) (prim gt (x.1 pivot)) x.1))))
        (call quicksort ('a/ordinal) (part)))
    (prim append ((prim append ((prim elt (parts 0)) (eachif (x.2:'a/ordinal) (xs) (prim eq (x.2 pivot)) x.2)))
                  (prim elt (parts 1))))))))
(func twice ('i/any) (g:fun<'i/any int int> x:int) int (apply g (apply g x)))
(func square () (x:int) int (prim mul (x x)))
(func addmul () (x:int y:int z:int) int (prim add (x (prim mul (y z)))))
(func down () (n:int) int (if (prim le (n 0)) 0 (prim add (1 (call down () ((prim sub (n 1))))))))
(func even () (n:int) bool (if (prim eq (n 0)) true (call odd () ((prim sub (n 1))))))
(func odd () (n:int) bool (if (prim eq (n 0)) false (call even () ((prim sub (n 1))))))
(func fib () (n:int) int (if (prim lt (n 2)) n (prim add ((call fib () ((prim sub (n 1)))) (call fib () ((prim sub (n 2))))))))
`

func TestPrograms(t *testing.T) {
	for _, c := range []struct{ head, body, args, want string }{
		// Scalars, tuples, datatypes.
		{"(a:int b:<int float>) <<int int> float>", "(tuple (tuple (proj 0 b) a) (proj 1 b))", "1 (2,3.5)", "((2, 1), 3.5)"},
		{"(p:data<pt <int int>>) data<pt <int int>>", "(con data<pt <int int>> (tuple (proj 1 (uncon p)) (proj 0 (uncon p))))", "pt(1,2)", "pt(2, 1)"},
		{"(s:stream) int", "(prim add ((uncon s) 1))", "stream(4)", "5"},
		{"() int", "(let x:int 3 (let y:int (prim add (x 1)) (prim mul (x y))))", "", "12"},
		{"(a:<int int>) int", "(let b:<int int> a (prim sub ((proj 0 b) (proj 1 b))))", "(7,2)", "5"},
		{"() [char]", "(prim append ((str \"ab\") (str \"c\")))", "", `"abc"`},
		// Control.
		{"(x:int) int", "(if (prim eq (x 0)) 0 (prim div (10 x)))", "0", "0"},
		{"(n:int) <int int>", "(loop (a:int b:int i:int) (0 1 0) (if (prim lt (i n)) (recur b (prim add (a b)) (prim add (i 1))) (tuple a b)))", "10", "(55, 89)"},
		{"(n:int) [int]", "(each (k:int) ((prim index (n))) (loop (i:int s:int) (0 0) (if (prim lt (i k)) (recur (prim add (i 1)) (prim add (s i))) s)))", "5", "[0, 0, 1, 3, 6]"},
		{"(n:int) int", "(call fib () (n))", "15", "610"},
		{"(n:int) bool", "(call even () (n))", "100001", "F"},
		{"(n:int) int", "(call down () (n))", "1000", "1000"},
		// Apply-to-each.
		{"(xs:[int]) [<int bool>]", "(each (x:int) (xs) (tuple (prim add (x 1)) (prim gt (x 1))))", "[1,2]", "[(2, F), (3, T)]"},
		{"(xs:[<int [int]>]) [[int]]", "(each (p:<int [int]>) (xs) (each (y:int) ((proj 1 p)) (prim add ((proj 0 p) y))))", "[(1,[1,2]),(2,[]),(3,[7])]", "[[2, 3], [], [10]]"},
		{"(xs:[int] ys:[float]) [<int float>]", "(each (x:int y:float) (xs ys) (tuple x y))", "[1,2] [0.5,1.5]", "[(1, 0.5), (2, 1.5)]"},
		{"(xs:[int]) [int]", "(eachif (x:int) (xs) (prim ne (x 0)) (prim div (10 x)))", "[0,5,0,2]", "[2, 5]"},
		{"(xs:[[int]]) [[int]]", "(eachif (x:[int]) (xs) (prim gt ((prim length (x)) 1)) (eachif (y:int) (x) (prim lt (y 3)) (prim mul (y y))))", "[[1],[1,2,3],[4,5],[]]", "[[1, 4], []]"},
		{"(xs:[int]) [int]", "(each (x:int) (xs) (if (prim gt (x 0)) (prim div (10 x)) x))", "[0,5,-1]", "[0, 2, -1]"},
		{"(xs:[int]) [[char]]", "(each (x:int) (xs) (str \"ab\"))", "[1,2]", `["ab", "ab"]`},
		{"(xs:[int]) [<>]", "(each (x:int) (xs) (tuple))", "[]", "[]"},
		{"(xs:[int]) int", "(prim length ((each (u:<>) ((each (x:int) (xs) (tuple))) 1)))", "[7,8,9]", "3"},
		{"(n:int) [[int]]", "(each (x:int) ((prim index (n))) (range 0 x 1))", "4", "[[], [0], [0, 1], [0, 1, 2]]"},
		{"() [int]", "(range 1 10 3)", "", "[1, 4, 7]"},
		{"() [int]", "(range 5 5 1)", "", "[]"},
		// Polymorphism and function values.
		{"(xs:[int]) [int]", "(call quicksort (int) (xs))", "[3,1,2,3,-7,0]", "[-7, 0, 1, 2, 3, 3]"},
		{"(xs:[char]) [char]", "(call quicksort (char) (xs))", `"nessie"`, `"eeinss"`},
		{"(k:int) int", "(call twice (clo<addk int>) ((lambda addk (k) x:int (prim add (x k))) 1))", "5", "11"},
		{"() int", "(call twice (clo<square >) ((funval square fun<clo<square > int int>) 3))", "", "81"},
		{"() int", "(apply (funval addmul fun<clo<addmul > <int <int int>> int>) (tuple 1 (tuple 2 3)))", "", "7"},
		{"(ks:[int]) [int]", "(each (f:fun<clo<l int> int int>) ((each (k:int) (ks) (lambda l (k) x:int (prim mul (x k))))) (apply f 10))", "[1,2,3]", "[10, 20, 30]"},
		{"(a:<int float> s:[int]) int", "(let f:fun<clo<l <int float> [int]> int int> (lambda l (a s) i:int (prim add ((proj 0 a) (prim elt (s i))))) (apply f 1))", "(5,1.5) [10,20]", "25"},
		{"(ks:[int]) bool", "(let fs:[fun<clo<l int> int int>] (each (k:int) (ks) (lambda l (k) x:int (prim mul (x k)))) (prim eql (fs fs)))", "[1,2]", "T"},
		// Forms of later languages.
		{"(b:[int]) [int]", "(eachcaptured () (b) (x:int) (b) (elem (prim elt (b x))))", "[2,0,1]", "[1, 2, 0]"},
		{"(x:int) int", "(check (prim ne (x 0)) \"Divide by zero.\" (prim div (6 x)))", "3", "2"},
		// Nested sequences through primitives.
		{"(xs:[<int [char]>]) <[<int [char]>] [int]>", "(tuple (prim get (xs (seq int (1 0 1)))) (prim rank ((each (p:<int [char]>) (xs) (proj 0 p)))))", `[(2,"b"),(1,"a")]`, `([(1, "a"), (2, "b"), (1, "a")], [1, 0])`},
		{"(xs:[[[int]]]) [[int]]", "(prim flatten (xs))", "[[[1],[]],[],[[2,3]]]", "[[1], [], [2, 3]]"},
		{"(x:<int [char]>) [<int [char]>]", "(prim dist (x 2))", `(1,"ab")`, `[(1, "ab"), (1, "ab")]`},
		// Folds from identities.
		{"() <int <float bool>>", "(tuple (prim max_val ((seq int ()))) (tuple (prim min_val ((seq float ()))) (prim all ((seq bool ())))))", "", "(-2147483648, 9.99999961690316E35, T)"},
		// Run-time errors.
		{"(x:int) int", "(prim @0:3:7 div (6 x))", "0", "RUNTIME ERROR: Divide by zero. @0:3:7"},
		{"(x:int) [int]", "(prim @0:3:7 index (x))", "-1", "RUNTIME ERROR: Negative length in function INDEX. @0:3:7"},
		{"(xs:[int] ys:[int]) [int]", "(each @0:2:1 (x:int y:int) (xs ys) x)", "[1] []", "RUNTIME ERROR: Length mismatch in an apply-to-each. @0:2:1"},
		{"() [int]", "(range @0:1:1 1 0 1)", "", "RUNTIME ERROR: In [s:e:l], e must be >= to s, and l must be positive. @0:1:1"},
		{"(xs:[int] i:[int]) [int]", "(prim @0:1:1 permute (xs i))", "[1,2] [0,0]", "RUNTIME ERROR: Bad arguments to function PERMUTE. @0:1:1"},
		{"(x:int) int", "(check @0:9:1 (prim ne (x 0)) \"No.\" x)", "0", "RUNTIME ERROR: No. @0:9:1"},
		{"() bool", "(prim @0:4:2 error ((str \"stop\")))", "", "ERROR: stop @0:4:2"},
		{"() [int]", "(prim dist (1 2147483647))", "", "RUNTIME ERROR: Out of memory."},
		// The filter comes first, and its errors too.
		{"(xs:[int]) [int]", "(eachif @0:1:1 (x:int) (xs) (prim @0:2:2 lt ((prim @0:3:3 div (1 x)) 1)) (prim @0:4:4 elt (xs 9)))", "[5,0]", "RUNTIME ERROR: Divide by zero. @0:3:3"},
	} {
		m := parse(t, library+"(func main () "+c.head+" "+c.body+")")
		if got, _ := run(t, m, c.args, eval.Options{MaxBytes: 1 << 30}); got != c.want {
			t.Errorf("%s\nis   %s\nwant %s", c.body, got, c.want)
		}
	}
}

// Widths of int and float follow the options.
func TestWidths(t *testing.T) {
	m := parse(t, "(func main () (a:int x:float) <int float> (tuple (prim mul (a a)) (prim div (x 3.0))))")
	for _, c := range []struct {
		num  value.Num
		want string
	}{
		{value.Num{}, "(1410065408, 0.333333333333333)"},
		{value.Num{Int64: true}, "(10000000000, 0.333333333333333)"},
		{value.Num{Float32: true}, "(1410065408, 0.3333333)"},
	} {
		if got, _ := run(t, m, "100000 1.0", eval.Options{Num: c.num}); got != c.want {
			t.Errorf("%+v: %s, want %s", c.num, got, c.want)
		}
	}
}

// Work is the sum and span the maximum over an apply-to-each.
func TestCost(t *testing.T) {
	const nested = "(func main () (ns:[int]) [int] (each (n:int) (ns) (prim sum ((each (i:int) ((prim index (n))) (prim mul (i i)))))))"
	m := parse(t, nested)
	_, small := run(t, m, "[10,10,10,10]", eval.Options{})
	_, large := run(t, m, "[100,100,100,100]", eval.Options{})
	_, wide := run(t, m, "[10,10,10,10,10,10,10,10]", eval.Options{})
	if small.Span != large.Span || small.Span != wide.Span {
		t.Errorf("span is not that of the deepest element: %v, %v, %v", small, large, wide)
	}
	if large.Work < 8*small.Work || wide.Work > 2*small.Work+8 {
		t.Errorf("work is not the sum over elements: %v, %v, %v", small, large, wide)
	}
}

func TestLimits(t *testing.T) {
	m := parse(t, library+"(func main () (n:int) int (loop (i:int) (0) (recur (prim add (i n)))))")
	if got, _ := run(t, m, "1", eval.Options{MaxWork: 100000}); got != "RUNTIME ERROR: The limit on work was reached." {
		t.Errorf("an endless loop ends with %s", got)
	}
	m = parse(t, "(func main () (n:int) int (prim add (1 (call main () (n)))))")
	if got, _ := run(t, m, "1", eval.Options{MaxBytes: 50 << 20}); got != "RUNTIME ERROR: Out of memory." {
		t.Errorf("an endless recursion ends with %s", got)
	}
	var frame strings.Builder // of many sequences
	for i := range 40 {
		fmt.Fprintf(&frame, "(let s%d:[int] (seq int (n)) ", i)
	}
	m = parse(t, "(func main () (n:int) int "+frame.String()+"(if (prim lt (n 1)) 0 (prim add ((call main () ((prim sub (n 1)))) (prim length (s0)))))"+strings.Repeat(")", 41))
	if got, _ := run(t, m, "10000", eval.Options{MaxBytes: 4 << 20}); got != "RUNTIME ERROR: Out of memory." {
		t.Errorf("a recursion with large frames ends with %s", got)
	}
	m = parse(t, "(func main () (n:int) int (call main () (n)))")
	if got, _ := run(t, m, "1", eval.Options{MaxWork: 1000000, MaxBytes: 1 << 20}); got != "RUNTIME ERROR: The limit on work was reached." {
		t.Errorf("an endless tail recursion ends with %s", got)
	}
}
