package nkl_test

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	eval "nessiec/backends/ref/nkl"
	"nessiec/ir/program"
	"nessiec/ir/value"
)

// Actions run in order; their output and that of effects interleave; the first
// failure ends the program and earlier output stands.
func TestActions(t *testing.T) {
	m := parse(t, `
(func hello () (x:int) bool (prim print_string ((str "hello\n"))))
(func twice () (x:int) int (prim mul (x 2)))
(func inverse () (x:int) int (prim @1:5:3 div (1 x)))
(action read "" "" int "" () n 0)
(action eval a "int" int twice (n) a 0)
(action say "" "f = fn : int -> int" _ "" () "" 0)
(action eval it "bool" bool hello (a) it 0)
(action print-length "" "" _ "" () "" 5)
(action eval b "int" int twice (a) b 0)
(action eval "" "" int inverse (n) c 0)
(action eval it "int" int twice (b) it 0)
`)
	var out strings.Builder
	o := eval.Options{World: &interp.World{Stdout: &out}, Emit: func(r interp.Result) {
		switch a := r.Action; a.Kind {
		case program.Eval:
			fmt.Fprintf(&out, "%s = %v : %s\n", a.Name, r.Value, a.TypeText)
		default:
			fmt.Fprintf(&out, "%s %s %d\n", a.Kind, a.TypeText, a.N)
		}
	}}
	got := eval.Eval(m, o, []value.Value{value.Int(0)})
	const want = "a = 0 : int\nsay f = fn : int -> int 0\nhello\nit = true : bool\nprint-length  5\nb = 0 : int\n"
	if out.String() != want {
		t.Errorf("output is\n%swant\n%s", out.String(), want)
	}
	if got.Err == nil || got.Err.Error() != "RUNTIME ERROR: Divide by zero." || got.Err.Pos.Line() != 5 || len(got.Results) != 5 {
		t.Errorf("outcome %+v", got)
	}
	if missing := eval.Eval(m, eval.Options{}, nil); missing.Err == nil || missing.Err.Kind != interp.Internal {
		t.Errorf("a missing input gives %v", missing.Err)
	}
}

// Results of functions are function values at the top level even where the
// representation is a tuple of captures.
func TestDecodeFunctions(t *testing.T) {
	m := parse(t, `(func f () () [bool] (seq bool (false false))) (action eval it "x" [fun<clo<sq > int int>] f () it 0)`)
	r := eval.Eval(m, eval.Options{}, nil).Results[0]
	if got := (value.Printer{Limit: -1}).Text(r.Value, r.Action.Type); got != "[fn, fn]" {
		t.Errorf("two functions print as %s", got)
	}
}

// random is the numbers that body yields under a seed.
func random(t *testing.T, seed int64, params, result, body, args string) string {
	t.Helper()
	m := parse(t, "(func pick () (v:int) int (prim @0:1:1 rand (v)))\n(func main () "+params+" "+result+" "+body+")")
	got, _ := run(t, m, args, eval.Options{World: &interp.World{Seed: seed}})
	return got
}

// Random numbers depend on the seed, the place and the element, and on nothing else.
func TestRandom(t *testing.T) {
	const each = "(newkey (each @0:2:1 (x:int) (xs) (prim @0:2:5 rand (x))))"
	a := random(t, 1, "(xs:[int])", "[int]", each, "[1000000,1000000,1000000]")
	b := random(t, 1, "(xs:[int])", "[int]", each, "[1000000,1000000,1000000,5]")
	if !strings.HasPrefix(b, strings.TrimSuffix(a, "]")) {
		t.Errorf("elements depend on each other: %s, %s", a, b)
	}
	if c := random(t, 2, "(xs:[int])", "[int]", each, "[1000000,1000000,1000000]"); c == a {
		t.Errorf("seeds 1 and 2 both give %s", a)
	}
	if parts := strings.Split(strings.Trim(a, "[]"), ", "); parts[0] == parts[1] || parts[1] == parts[2] {
		t.Errorf("elements are equal: %s", a)
	}
	filtered := random(t, 1, "(xs:[int])", "[int]", "(newkey (eachif @0:2:1 (x:int) (xs) (prim gt (x 1)) (prim @0:2:5 rand (x))))", "[1000000,0,1000000]")
	if want := strings.Split(a, ", "); filtered != want[0]+", "+want[2] {
		t.Errorf("survivors of a filter draw %s, all elements %s", filtered, a)
	}
	calls := random(t, 1, "(v:int)", "<int int>", "(tuple (call @0:3:1 pick () (v)) (foldin 1 (call @0:3:9 pick () (v))))", "1000000")
	if p := strings.Split(strings.Trim(calls, "()"), ", "); p[0] == p[1] {
		t.Errorf("two calls draw %s", calls)
	}
	same := random(t, 1, "(v:int)", "<int int>", "(tuple (call @0:3:1 pick () (v)) (call @0:3:9 pick () (v)))", "1000000")
	if p := strings.Split(strings.Trim(same, "()"), ", "); p[0] != p[1] || !strings.HasPrefix(calls, "("+p[0]) {
		t.Errorf("one key draws %s and %s", calls, same)
	}
}

// A new key is the next one after the seed, for the body of newkey only.
func TestSeed(t *testing.T) {
	const draw = "(prim @0:2:5 rand (v))"
	seeded := "(let u:bool (prim rand_seed (7)) (newkey " + draw + "))"
	plain7 := random(t, 7, "(v:int)", "int", "(newkey "+draw+")", "1000000")
	plain1 := random(t, 1, "(v:int)", "int", "(newkey "+draw+")", "1000000")
	if got := random(t, 1, "(v:int)", "<int int>", "(newkey (tuple "+seeded+" "+draw+"))", "1000000"); got != "("+plain7+", "+plain1+")" {
		t.Errorf("drew %s, want %s and %s", got, plain7, plain1)
	}
	if got := random(t, 7, "(v:int)", "<int int>", "(tuple (newkey "+draw+") (newkey "+draw+"))", "1000000"); !strings.HasPrefix(got, "("+plain7) || got == "("+plain7+", "+plain7+")" {
		t.Errorf("two keys draw %s", got)
	}
}

// Effects happen in order, also under an apply-to-each and behind a filter.
func TestEffects(t *testing.T) {
	m := parse(t, `
(func main () (n:int) [bool]
  (eachif (i:int) ((prim index (n)))
    (let u:bool (prim print_char ((prim code_char ((prim add (i 97)))))) (prim gt (i 1)))
    (prim print_string ((prim string (i))))))`)
	var out strings.Builder
	got, _ := run(t, m, "4", eval.Options{World: &interp.World{Stdout: &out}})
	if got != "[T, T]" || out.String() != "abcd23" {
		t.Errorf("%s, printed %s", got, out.String())
	}
}

func TestTime(t *testing.T) {
	now := 1.0
	w := &interp.World{Clock: func() float64 { now += 0.25; return now }}
	m := parse(t, "(func main () (n:int) <int float> (time (prim add (n 1))))")
	if got, _ := run(t, m, "4", eval.Options{World: w}); got != "(5, 0.25)" {
		t.Errorf("time is %s", got)
	}
}

// A million calls deep, forwards and under an apply-to-each.
func TestDepth(t *testing.T) {
	m := parse(t, library+`(func main () (n:int) [int] (each (k:int) ((seq int (n 5))) (call down () (k))))`)
	if got, _ := run(t, m, "1000000", eval.Options{}); got != "[1000000, 5]" {
		t.Errorf("got %s", got)
	}
}
