package object

import (
	"bufio"
	"strings"
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

func typ(t *testing.T, s string) *types.Type {
	t.Helper()
	ty, err := types.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return ty
}

// Flat forms and the object format give the value back.
func TestFlattenPackObject(t *testing.T) {
	clo := "fun<clo<f int [float]> int int>"
	for _, c := range []struct{ typ, in, desc, object string }{
		{"int", "5", "i", "( 5 )\n"},
		{"[[int]]", "[[1,2],[],[3]]", "[[i]]", "[ 3 ]\n[ 2 0 1 ]\n( 1 2 3 )\n"},
		{"[<[float] bool>]", "[([2.5],t),([],f)]", "[([d],b)]", "[ 2 ]\n[ 1 0 ]\n( 2.50000000000000e+00 )\n( T F )\n"},
		{"<[char] <char stream>>", "(\"a(é\", `x, stream(3))", "([c],c,D{stream:i})", "[ 4 ]\n( 4 )\na(é\n( 1 )\nx\n( 3 )\n"},
		{"data<pt <int [[char]]>>", `pt(1,["ab",""])`, "D{pt:(i,[[c]])}", "( 1 )\n[ 2 ]\n[ 2 0 ]\n( 2 )\nab\n"},
		{"[sum<opt con<none > con<some int>>]", "[none, some(3)]", "[S(i,i){none:;some:%1}]", "[ 2 ]\n( 0 1 )\n( 0 3 )\n"},
		{"sum<tok con<num sum<opt con<none > con<some int> int>> con<word [char] data<pos <int bool>>> con<all [sum<opt con<none > con<some int> int>]>>", "num(some(3))",
			"S(i,i,i,[c],b,[(i,i)]){num:S(%1,%2){none:;some:%2};word:%3,D{pos:(%1,%4)};all:%5[S(i,i){none:;some:%1}]}",
			"( 0 )\n( 1 )\n( 3 )\n[ 0 ]\n( 0 )\n\n( F )\n[ 0 ]\n( )\n( )\n"},
	} {
		ty := typ(t, c.typ)
		v, err := value.NewReader("in", []byte(c.in), value.Num{}).Value(ty)
		if err != nil {
			t.Fatal(err)
		}
		checkForms(t, v, ty)
		if d := value.Descriptor(ty); d != c.desc {
			t.Errorf("descriptor %s, want %s", d, c.desc)
		}
		if s := string(Append(value.Num{}, nil, v, ty)); s != c.object {
			t.Errorf("object %q, want %q", s, c.object)
		}
	}
	fs := value.Values{&value.Fun{Label: "f", Captures: []value.Value{value.Int(1), value.Floats{2}}}, &value.Fun{Label: "f", Captures: []value.Value{value.Int(3), value.Floats{}}}}
	checkForms(t, fs, typ(t, "["+clo+"]"))
	checkForms(t, value.Values{&value.Fun{Label: "g"}}, typ(t, "[fun<clo<g > int int>]"))
	if d := value.Descriptor(typ(t, clo)); d != "f(i,[d])" {
		t.Error(d)
	}
}

func checkForms(t *testing.T, v value.Value, ty *types.Type) {
	t.Helper()
	forms := []func() (value.Value, error){
		func() (value.Value, error) { return value.Unflatten(value.Flatten(v, ty), ty) },
		func() (value.Value, error) { return value.Unpack(value.Pack(v, ty), ty) },
		func() (value.Value, error) {
			text := string(Append(value.Num{}, nil, v, ty))
			return Read(value.Num{}, bufio.NewReader(strings.NewReader(text)), ty)
		},
	}
	for i, form := range forms {
		if w, err := form(); err != nil {
			t.Errorf("form %d of %v: %v", i, v, err)
		} else if d := value.Diff(v, w, 0); d != "" {
			t.Errorf("form %d of %v%s", i, v, d)
		}
	}
}

func TestBadObjects(t *testing.T) {
	for _, c := range [][2]string{
		{"int", "( 1 2 )"}, {"int", "[ 1 ]"}, {"[int]", "[ 2 ]\n( 1 )"}, {"[int]", "[ -1 ]\n( )"}, {"char", "( 1 )x"},
		{"[char]", "[ 3 ]\n( 3 )\nab"}, {"float", "( x )"}, {"float", "( 1.5"}, {"bool", "( 1 )"},
	} {
		if v, err := Read((value.Num{}), bufio.NewReader(strings.NewReader(c[1])), typ(t, c[0])); err == nil {
			t.Errorf("%q was read as %v", c[1], v)
		}
	}
	s, err := ReadVector(value.Num{}, bufio.NewReader(strings.NewReader("(1 2.5\n3)")), types.Float)
	if err != nil || value.Diff(s, value.Floats{1, 2.5, 3}, 0) != "" {
		t.Error(s, err)
	}
}
