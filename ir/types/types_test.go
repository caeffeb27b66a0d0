package types

import "testing"

// Types and sizes survive printing and parsing, and stay canonical.
func TestRoundTrip(t *testing.T) {
	for _, s := range []string{
		"int", "[int]", "<>", "<int [<float bool>]>", "[[char#phi{$1}]#alpha]",
		"data<box <int float> int float>", "fun<'f/any int [int]>", "fun<clo<lam1 int [float]> int int>",
		"clo<lam1 >", "vec<int#add{2,a,b}>", "sd<#alpha#phi{$1}>", "sd<>", "buf<global float>", "lanes<8 float>", "stream",
		"sum<shape con<disc float> con<none >>", "sum<opt con<none > con<some 'a/any> 'a/any>",
		"vec<int#sum{n,phi{$0}}>",
	} {
		ty, err := Parse(s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
		} else if ty.String() != s {
			t.Errorf("%s prints as %s", s, ty)
		} else if again, _ := Parse(s); again != ty {
			t.Errorf("%s is not canonical", s)
		}
	}
}

func TestBadTypes(t *testing.T) {
	for _, s := range []string{"", "[int", "[]", "<int", "foo", "vec<int bool>", "int]", "'a/odd", "lanes<x int>", "vec<int#>", "sum<x >", "sum<x int>"} {
		if _, err := Parse(s); err == nil {
			t.Errorf("%q was accepted", s)
		}
	}
}

func TestSizesAreCanonical(t *testing.T) {
	a, b := VarSize("a"), VarSize("b")
	if AddSize(a, ConstSize(1), b, ConstSize(2)) != AddSize(b, ConstSize(3), a) {
		t.Error("sums differ by order")
	}
	if SumSize(a, b) != MulSize(b, a) {
		t.Error("a constant summand is a product")
	}
	if MulSize(a, ConstSize(0)) != ConstSize(0) {
		t.Error("product with zero")
	}
}

// The tuples that stand for sums.
func TestTagged(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"[int]", "[int]"},
		{"sum<colour con<red > con<green >>", "int"},
		{"sum<shape con<disc float> con<box float float> con<text [char]>>", "<int float float [char]>"},
		{"[sum<opt con<none > con<some int> int>]", "[<int int>]"},
		{"sum<a con<x sum<b con<y int> con<z bool>> int> con<w <int <bool bool>>>>", "<int int int bool int bool>"},
		{"sum<p con<q data<pt <int float>> float>>", "<int int float float>"},
		{"sum<s con<x [sum<b con<y >>]> con<z [int]>>", "<int [int]>"},
	} {
		ty, err := Parse(c.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := ty.Tagged(); got.String() != c.want {
			t.Errorf("%s becomes %s, want %s", c.in, got, c.want)
		}
	}
}
