package toy

import (
	"math"
	"strings"
	"testing"

	"nessiec/ir"
	"nessiec/ir/text"
	"nessiec/ir/types"
)

func parse(t *testing.T, src string) *Module {
	t.Helper()
	m, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// body is the body of the only function of src.
func body(t *testing.T, src string) Expr {
	t.Helper()
	return parse(t, src).Funcs[0].Body
}

// What prints canonically parses to something that prints the same.
func TestRoundTrip(t *testing.T) {
	for _, s := range []string{
		"(title \"a title\")\n(inputs (a \"b c\" \"\"))\n(site \"out of range\" @1:2:3)\n(tuple)\n(tuple 1 2)\n",
		"(func f () () <> (tuple))\n",
		"(func f (x:int x.1:[<int float>]) ((local y:int x)) int (let x.2:int (prim add (x y)) x.2))\n",
		"(func f () () int (block (nop) (nop)))\n",
		"(func f (x:float) () int (map 1 (thunk (i:int) i) ((thunk () 1) (thunk () 2)) (x) x))\n",
		"(func f () () int (tuple 1 -2 1.0 -0.5 1e+300 inf -inf nan nan:7ff8000000000002 true false char:10 \"(; \\n\"))\n",
		"(func f () () int (prim @0:1:2 lt (1 2)))\n",
		"(func f () () int\n  (misc [int] (int <>) (add lt) \"(\" (x \"\") -3 (1 2) 255 0.1 (1.0) true char:233 @0:7:8 times\n    (plus times)\n    (site e @0:1:1)))\n",
	} {
		m, err := Parse(s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		one := m.String()
		if again := parse(t, one).String(); again != one {
			t.Errorf("unstable:\n%s%s", one, again)
		}
		if strings.Join(strings.Fields(one), " ") != strings.Join(strings.Fields(s), " ") {
			t.Errorf("%s prints as\n%s", s, one)
		}
	}
}

func TestLayout(t *testing.T) {
	const src = `(func f (x:int) () int
  (let a:int (prim add (x x))
  (let b:int
    (if (prim lt (a x))
      (let c:int (prim add (a a))
      (prim add (c c c c c c c c c c c c c c c c c c c c c c c c c)))
      a)
  (block
    (nop)
    b))))
`
	if got := parse(t, src).String(); got != src {
		t.Errorf("got\n%s", got)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range [][2]string{
		{"(func f () () int\n  (tuple x))", "2:10: undefined variable x"},
		{"(func f (x:int x:int) () int x)", "1:16: variable x is bound twice"},
		{"(func f (x:int) ((local x:int 1)) int x)", "1:25: variable x is bound twice"},
		{"(func f () () int (if 1 2))", "1:19: if has 2 fields, want 3"},
		{"(func f () () int (what))", `1:19: unknown form "what"`},
		{"(what)", "1:1: unknown form \"what\""},
		{"(func f () () int (prim nope (1)))", "1:25: unknown primitive nope"},
		{"(func f () () in 1)", "1:15: bad type in: expected <"},
		{"(func f () () [int\n] 1)", "1:15: unclosed bracket in [int"},
		{"(func f () () int 1", "1:1: unclosed ("},
		{"(func f () () int 1))", "1:21: unexpected )"},
		{"(func f () () int 1.2.3)", "1:19: expected a float, found 1.2.3"},
		{"(func f () () int 12x)", "1:19: expected an integer, found 12x"},
		{"(func f () () int char:x)", "1:19: expected char:N with N below 256, found char:x"},
		{"(func f () () int \"abc)", "1:19: unclosed string"},
		{"(func f () () int (map 1 (nop) () () x))", "1:26: expected *toy.Thunk, found nop"},
		{"(func f (x) () int 1)", "1:10: expected name:type, found x"},
		{"(func f (1x:int) () int 1)", "1:10: expected name:type, found 1x:int"},
		{"(func f x () int 1)", "1:9: expected a list, found x"},
		{"atom", "1:1: expected (name ...)"},
		{"(func f () () int\n ?x)", "2:2: undefined variable ?x"},
		{"(site e @1)", "1:9: expected @file:line:col, found @1"},
	} {
		_, err := Parse(c[0])
		if err == nil || err.Error() != c[1] {
			t.Errorf("%s\n got %v\nwant %s", c[0], err, c[1])
		}
	}
}

// Positions are accepted after the name or last, printed where the form says
// so, and everywhere on request.
func TestPositions(t *testing.T) {
	m := parse(t, "(func f () () int (prim @0:1:2 add ((tuple 1 @0:3:4) (int @0:5:6 7))))")
	if got, want := m.String(), "(func f () () int (prim @0:1:2 add ((tuple 1) 7)))\n"; got != want {
		t.Errorf("got %s", got)
	}
	all := m.Text(text.Options{Positions: true})
	if want := "(func f () () int (prim @0:1:2 add ((tuple @0:3:4 1) (int @0:5:6 7))))\n"; all != want {
		t.Errorf("got %s", all)
	}
	if again := parse(t, all).Text(text.Options{Positions: true}); again != all {
		t.Errorf("got %s", again)
	}
}

// Names are numbered in order of binding, whatever the hints are.
func TestNames(t *testing.T) {
	v := func(s string) *Var { return types.NewVar(s, types.Int) }
	vs := []*Var{v("x"), v("x.7"), v("x"), v("a b"), v("true"), v("9"), v(""), v("_")}
	f := &Func{Name: "f", Params: vs, Result: types.Int, Body: &Ref{Var: vs[1]}}
	m := &Module{Funcs: []*Func{f}}
	want := "(func f (x:int x.1:int x.2:int a_b:int _true:int _9:int v:int __:int) () int x.1)\n"
	if got := m.String(); got != want {
		t.Errorf("got %s", got)
	}
	if again := parse(t, m.String()).String(); again != m.String() {
		t.Errorf("%s%s", m, again)
	}
	f.Body = &Ref{Var: v("y")}
	if got := m.String(); !strings.Contains(got, "?y") {
		t.Errorf("an unbound variable prints as %s", got)
	}
	if got := Show(f.Body); got != "y" {
		t.Errorf("Show gives %s", got)
	}
}

func TestFloatsExactly(t *testing.T) {
	for _, f := range []float64{0, math.Copysign(0, -1), 1, 0.1, math.MaxFloat64, math.SmallestNonzeroFloat64,
		math.Inf(1), math.Inf(-1), math.NaN(), math.Float64frombits(0xfff8000000000001), 1e21, 123456789} {
		m := &Module{Funcs: []*Func{{Name: "f", Result: types.Float, Body: &Float{Val: f}}}}
		got, ok := body(t, m.String()).(*Float)
		if !ok || math.Float64bits(got.Val) != math.Float64bits(f) {
			t.Errorf("%x comes back as %v", math.Float64bits(f), got)
		}
	}
}

const sample = `(func f (x:int) () int
  (let a:int (prim add (x 1))
  (map a (thunk (i:int) (prim add (i a))) ((thunk (j:int) (if true j x))) (a x) x)))`

func TestTraversalsShare(t *testing.T) {
	m := parse(t, sample)
	var same func(Expr) Expr
	same = func(e Expr) Expr { return e.MapChildren(same).MapOperands(same).MapBodies(same) }
	if m.MapBodies(same) != m {
		t.Error("a module that does not change is copied")
	}
	before := m.String()
	out := m.MapBodies(func(e Expr) Expr {
		let := e.(*Let)
		return let.MapBodies(func(e Expr) Expr {
			if p, ok := e.(*Prim); ok {
				return p.MapOperands(func(e Expr) Expr {
					if i, ok := e.(*Int); ok {
						return &Int{Val: i.Val + 1}
					}
					return e
				})
			}
			return e
		})
	})
	if m.String() != before {
		t.Error("the input changed")
	}
	if want := strings.Replace(before, "(x 1)", "(x 2)", 1); out.String() != want {
		t.Errorf("got\n%s", out)
	}
	if out.Funcs[0].Body.(*Let).Body != m.Funcs[0].Body.(*Let).Body {
		t.Error("what did not change is not shared")
	}
}

func TestChildren(t *testing.T) {
	var forms []string
	ir.Walk(body(t, sample), func(e Expr) bool {
		forms = append(forms, Schema[e.Form()].Name)
		return e.Form() != FormIf
	})
	if got, want := strings.Join(forms, " "), "let prim ref int map ref thunk prim ref ref thunk if"; got != want {
		t.Errorf("got %s", got)
	}
	x := body(t, sample).(*Let).Body
	var idx []int
	x.Children(func(i int, e Expr) { idx = append(idx, i) })
	if len(idx) != 3 || idx[0] != int(FieldMapN.Index) || idx[1] != int(FieldMapT.Index) || idx[2] != int(FieldMapOthers.Index) {
		t.Errorf("child indices %v", idx)
	}
}

func TestVariables(t *testing.T) {
	f := parse(t, sample).Funcs[0]
	free := FreeVars(f.Body)
	if len(free) != 1 || free[0] != f.Params[0] {
		t.Errorf("free variables %v", free)
	}
	if got := FreeVars(f.Body.(*Let).Body); len(got) != 2 || got[0] != f.Body.(*Let).Bind || got[1] != f.Params[0] {
		t.Errorf("free variables of the body %v", got)
	}
	fresh := Freshen(f.Body).(*Let)
	if Show(fresh) != Show(f.Body) || fresh.Bind == f.Body.(*Let).Bind || FreeVars(fresh)[0] != f.Params[0] {
		t.Errorf("freshened to %s", Show(fresh))
	}
	if n := (&Nop{}); Freshen(n) != Expr(n) {
		t.Error("an expression without binders is copied")
	}
}

func TestReplace(t *testing.T) {
	f := parse(t, sample).Funcs[0]
	let := f.Body.(*Let)
	x, a := f.Params[0], let.Bind
	got := Replace(let.Body, map[*Var]Expr{a: &Int{Val: 9}})
	if want := "(map 9 (thunk (i:int) (prim add (i 9))) ((thunk (j:int) (if true j x))) (x) x)"; Show(got) != want {
		t.Errorf("got %s", Show(got))
	}
	got = Replace(let.Body, map[*Var]Expr{a: &Ref{Var: x}})
	if want := "(map x (thunk (i:int) (prim add (i x))) ((thunk (j:int) (if true j x))) (x) x)"; Show(got) != want {
		t.Errorf("got %s", Show(got))
	}
	if Replace(let.Body, map[*Var]Expr{types.NewVar("z", nil): &Nop{}}) != let.Body {
		t.Error("an expression that does not change is copied")
	}
	defer func() {
		if recover() == nil {
			t.Error("a literal replaced a variable that must stay one")
		}
	}()
	Replace(let.Body, map[*Var]Expr{x: &Int{Val: 9}})
}

func TestRetype(t *testing.T) {
	f := parse(t, sample).Funcs[0]
	env := map[*Var]*Var{}
	toFloat := func(ty *types.Type) *types.Type {
		if ty == types.Int {
			return types.Float
		}
		return ty
	}
	got := Retype(f.Body, env, toFloat)
	if s := Show(got); strings.Contains(s, "int") || !strings.Contains(s, "a:float") {
		t.Errorf("got %s", s)
	}
	if len(env) != 3 {
		t.Errorf("%d variables are new", len(env))
	}
	if Retype(f.Body, map[*Var]*Var{}, func(ty *types.Type) *types.Type { return ty }) != f.Body {
		t.Error("an expression that does not change is copied")
	}
}

func TestEachOf(t *testing.T) {
	m := parse(t, "(func f (x:int) ((local y:bool 1)) float (let z:char 1 (misc [int] (float) (add) a () 0 () 0 0.0 () true char:1 @0:1:1 plus () (site e @0:1:1))))")
	var got []string
	m.EachType(func(ty *types.Type) { got = append(got, ty.String()) })
	m.EachBody(func(e Expr) {
		ir.Walk(e, func(e Expr) bool {
			EachType(e, func(ty *types.Type) { got = append(got, ty.String()) })
			return true
		})
	})
	if s := strings.Join(got, " "); s != "bool int float char [int] float" {
		t.Errorf("types %s", s)
	}
}
