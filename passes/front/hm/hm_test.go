package hm

import (
	"testing"

	"nessiec/ir"
	"nessiec/ir/types"
)

// read makes the graphs of two types, in the syntax of package types, with
// fresh variables; variables of one name are one.
func read(t *testing.T, a, b string) (x, y *Type) {
	t.Helper()
	both, err := types.Parse("<" + a + " " + b + ">")
	if err != nil {
		t.Fatal(err)
	}
	var params []*types.Type
	seen := map[*types.Type]bool{}
	both.Map(func(u *types.Type) *types.Type {
		if u.Kind == types.KVar && !seen[u] {
			seen[u] = true
			params = append(params, u)
		}
		return u
	})
	x, y, _ = (&Reader{}).Scheme(params, both.Elems[0], both.Elems[1]).Instance()
	return x, y
}

func TestUnify(t *testing.T) {
	const failed = "-"
	for _, c := range []struct{ a, b, want string }{
		{"int", "int", "int"},
		{"int", "float", failed},
		{"'a/any", "[int]", "[int]"},
		{"<'a/any ['a/any]>", "<int 'b/any>", "<int [int]>"},
		{"'a/number", "'b/ordinal", "'v/number"},
		{"'a/number", "'b/logical", failed}, // although int is in both
		{"'a/scalar", "'b/logical", "'v/logical"},
		{"'a/ordinal", "char", "char"},
		{"'a/ordinal", "bool", failed},
		{"'a/any", "['a/any]", failed},
		{"'a/ordered", "[<int ['b/any]>]", "[<int ['v/ordered]>]"},
		{"'a/ordered", "<'b/number 'c/logical>", "<'v/number 'v/logical>"},
		{"'a/ordered", "<int fun<'i/any int bool>>", failed},
		{"'a/ordered", "[stream]", failed},
		{"'a/scalar", "'b/ordered", "'v/scalar"},
		{"<'a/ordered 'a/ordered>", "<<'b/any 'b/any> 'b/any>", failed},
		{"<'a/any 'b/any>", "<'b/any ['a/any]>", failed},
		{"fun<'i/any int 'r/any>", "fun<'j/any 'x/any bool>", "fun<'v/any int bool>"},
		{"fun<'i/any int bool>", "int", failed},
	} {
		x, y := read(t, c.a, c.b)
		f := Unify(x, y, ir.Pos{})
		got := failed
		if f == nil {
			got = Shown(x).Map(func(u *types.Type) *types.Type {
				if u.Kind == types.KVar {
					return types.TVar("v", u.Class)
				}
				return u
			}).String()
		}
		if got != c.want {
			t.Errorf("%s = %s: got %s, want %s", c.a, c.b, got, c.want)
		}
	}
}

// Two functions are one only if they have one label; a label whose slot is
// another's counts as that one.
func TestIdentity(t *testing.T) {
	f, g := &Label{Name: "f"}, &Label{Name: "g"}
	if fail := Unify(CloOf(f), CloOf(g), ir.Pos{}); fail == nil || fail.Kind != Identity {
		t.Errorf("f and g: %v", fail)
	}
	if fail := Unify(CloOf(f), CloOf(f), ir.Pos{}); fail != nil {
		t.Errorf("f and f: %v", fail)
	}
	g.Slot = f
	if fail := Unify(CloOf(f), CloOf(g), ir.Pos{}); fail != nil {
		t.Errorf("two versions of f: %v", fail)
	}
}

// Values of the top level stay monomorphic: a function is not general over
// their variables, also where inference connects them later.
func TestGeneralise(t *testing.T) {
	global, local, own := NewVar(types.Any), NewVar(types.Number), NewVar(types.Any)
	Weaken(global)
	if fail := Unify(global, SeqOf(local), ir.Pos{}); fail != nil {
		t.Fatal(fail)
	}
	s := Generalise(PairOf(local, own), own)
	if len(s.Vars) != 1 || s.Vars[0] != own {
		t.Errorf("general over %d variables", len(s.Vars))
	}
	arg, _, inst := s.Instance()
	if arg.Args[0].Find() != local || arg.Args[1] != inst[0] {
		t.Errorf("instance %s", Shown(arg))
	}
}
