package prim

import (
	"math"
	"strings"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Every entry is complete and its texts parse.
func TestTable(t *testing.T) {
	for _, p := range Table {
		if Lookup(p.Name) != p {
			t.Errorf("%s is in the table twice", p.Name)
		}
		if p.Doc == "" || p.Lift == nil || p.Lower == nil || len(p.Example) == 0 && p.Name != "error" {
			t.Errorf("%s is not complete", p.Name)
		}
		if (p.Class == Scalar) != (p.Eval != nil) {
			t.Errorf("%s is of class %s but Eval says otherwise", p.Name, p.Class)
		}
		if n := levels(p.Scheme().Params...) + levels(p.Scheme().Result); n > 0 && p.Shape == "" {
			t.Errorf("%s has no shape", p.Name)
		}
		if _, err := p.ParseShape(); err != nil {
			t.Error(err)
		}
		for _, c := range p.Checks {
			for _, a := range c.Args {
				if a >= len(p.Scheme().Params) {
					t.Errorf("%s checks argument %d, which it does not have", p.Name, a)
				}
			}
		}
	}
}

// The examples parse and fit the types; those of scalar primitives are right.
func TestExamples(t *testing.T) {
	for _, p := range Table {
		calls, err := p.Calls()
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		for i, c := range calls {
			if p.Class != Scalar {
				continue
			}
			for _, k := range p.Checks {
				if !k.Holds(c.Args) {
					t.Errorf("%s fails %s", p.Example[i], k.Cond)
				}
			}
			if got := p.Apply(value.Num{}, c.Args, c.Result); value.Diff(got, c.Want, 1e-15) != "" {
				t.Errorf("%s, got %v", p.Example[i], got)
			}
		}
	}
}

func TestResultOf(t *testing.T) {
	for _, c := range []struct{ prim, args, want string }{
		{"add", "int int", "int"},
		{"add", "'n/number 'n/number", "'n/number"},
		{"add", "int float", "argument 2 has type float, expected int"},
		{"add", "bool bool", "argument 1 has type bool, expected 'a/number"},
		{"add", "int", "1 arguments, expected 2"},
		{"add", "'n/ordinal 'n/ordinal", "argument 1 has type 'n/ordinal, expected 'a/number"},
		{"lt", "'n/number 'n/number", "bool"},
		{"and", "'a/logical 'a/logical", "'a/logical"},
		{"and", "char char", "argument 1 has type char, expected 'a/logical"},
		{"append", "[int#n] [int#m]", "[int]"},
		{"append", "[[int#n]#k] [[int]]", "[[int]]"},
		{"flatten", "[[<int bool>]]", "[<int bool>]"},
		{"flatten", "[int]", "argument 1 has type [int], expected [['a/any]]"},
		{"partition", "['a/any] [int]", "[['a/any]]"},
		{"dist", "[char] int", "[[char]]"},
		{"elt", "[data<box int>] int", "data<box int>"},
		{"read_char", "stream", "<char <bool [char]>>"},
	} {
		args, err := types.Parse("<" + c.args + ">")
		if err != nil {
			t.Fatal(err)
		}
		got, err := Lookup(c.prim).ResultOf(args.Elems)
		text := ""
		if err != nil {
			text = err.Error()
		} else {
			text = got.String()
		}
		if text != c.want {
			t.Errorf("%s of %s is %q, want %q", c.prim, c.args, text, c.want)
		}
	}
}

func TestBadSchemes(t *testing.T) {
	for _, s := range []string{"", "a a", "(a a)", "([a) a", "(a) a; a:odd"} {
		if _, err := ParseScheme(s); err == nil {
			t.Errorf("%q was accepted", s)
		}
	}
}

func TestIdentities(t *testing.T) {
	n := value.Num{}
	for r := RAdd; r < RId; r++ {
		for _, k := range []types.Kind{types.KInt, types.KFloat, types.KBool, types.KChar} {
			class, _ := types.Parse("<" + strings.Repeat(kindNames[k]+" ", 2) + ">")
			if _, err := r.Prim().ResultOf(class.Elems); err != nil {
				continue
			}
			one := BoolWord(true)
			if k == types.KFloat {
				one = FloatWord(1)
			}
			if got := r.Combine(n, k)(r.Identity(n, k), one); got != one {
				t.Errorf("%s of its identity and one is %v at %s", r, got, kindNames[k])
			}
		}
	}
}

var kindNames = map[types.Kind]string{types.KInt: "int", types.KFloat: "float", types.KBool: "bool", types.KChar: "char"}

// Ranks of floats follow their bits: -inf, -1, -0, 0, 1, inf.
func TestSortKey(t *testing.T) {
	xs := []float64{math.Inf(-1), -1, math.Copysign(0, -1), 0, 1, math.Inf(1)}
	for i := 1; i < len(xs); i++ {
		if SortKey(types.KFloat, FloatWord(xs[i-1])) >= SortKey(types.KFloat, FloatWord(xs[i])) {
			t.Errorf("%v is not below %v", xs[i-1], xs[i])
		}
	}
}

func TestConditions(t *testing.T) {
	ints := func(xs ...int64) value.Value { return value.Ints(xs) }
	for _, c := range []struct {
		check Check
		args  []value.Value
		want  bool
	}{
		{Check{Cond: NotNegative, Args: []int{0}}, []value.Value{value.Float(-0.5)}, false},
		{Check{Cond: Positive, Args: []int{0}}, []value.Value{value.Int(0)}, false},
		{Check{Cond: IndexIn, Args: []int{1, 0}}, []value.Value{ints(1, 2), value.Int(2)}, false},
		{Check{Cond: IndexIn, Args: []int{1, 0}}, []value.Value{ints(1, 2), value.Int(-1)}, false},
		{Check{Cond: IndicesIn, Args: []int{1, 0}}, []value.Value{ints(1, 2), ints(0, 1, 1)}, true},
		{Check{Cond: Distinct, Args: []int{0}}, []value.Value{ints(0, 1, 0)}, false},
		{Check{Cond: AllNotNegative, Args: []int{0}}, []value.Value{ints(0, -1)}, false},
		{Check{Cond: SumIsLength, Args: []int{0, 1}}, []value.Value{ints(2, 1), ints(7, 7, 7)}, true},
		{Check{Cond: SumIsLength, Args: []int{0, 1}}, []value.Value{ints(1<<62, 1<<62, 1<<62, 1<<62), ints()}, false},
	} {
		if got := c.check.Holds(c.args); got != c.want {
			t.Errorf("%s%v is %v", c.check.Cond, c.args, got)
		}
	}
}

// The hash of a float, written with primitives as in the prelude, is value.Hash.
func TestFloatHash(t *testing.T) {
	n := value.Num{}
	for _, x := range []float64{0, 1, -1, 0.75, 0.3, 1e-3, 10, 123456.789, 1e300, 5e-324, -2.5, math.Inf(1), math.NaN()} {
		w := FloatWord(math.Abs(x))
		l := Must("float_exponent").Eval(n, types.KFloat).One(w)
		scaled := Must("ldexp").Eval(n, types.KFloat).Two(w, n.Sub(30, l))
		got := n.Sub(n.Trunc(WordFloat(scaled)), l)
		if want := n.HashFloat(x); x-x == 0 && x != 0 && got != want {
			t.Errorf("hash of %v is %d, want %d", x, got, want)
		}
	}
}
