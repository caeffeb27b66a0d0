// Layout, and the forms that have no source text; grammar/nesl tests the others.

package nesl

import "testing"

func TestFormatExprOfLaterForms(t *testing.T) {
	point := &Global{Name: "point", Version: 2}
	for want, e := range map[string]Expr{
		"(x + 1) * part_1(p)":        &Binary{Op: "*", Left: &Binary{Op: "+", Left: &Local{Name: "x"}, Right: &Int{Val: 1}}, Right: &Part{Index: 1, Of: &Local{Name: "p"}}},
		"point(x) => x":              &Lambda{Pat: &PatCon{Con: "point", Version: 2, Arg: &PatVar{Name: "x"}}, Body: &Local{Name: "x"}},
		"contents_point(point(3))":   &Contents{Con: "point", Of: &Apply{Fn: point, Arg: &Int{Val: 3}}},
		"a -> tree(point, (b, c))":   &TyFun{Arg: &TyVar{Name: "a"}, Result: &TyCon{Con: "tree", Args: []Expr{&TyCon{Con: "point"}, &TyPair{Left: &TyVar{Name: "b"}, Right: &TyVar{Name: "c"}}}}},
		"quiet(x = [] (int, float))": &Quiet{Inner: &Assign{Pat: &PatVar{Name: "x"}, Rhs: &Empty{Elem: &TyPair{Left: &TyName{Name: "int"}, Right: &TyName{Name: "float"}}}}},
	} {
		if got := FormatExpr(e); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestLayoutBreaksTheOuterGroupFirst(t *testing.T) {
	inner := group{cat{str("(bb"), brk{}, str("cc)")}}
	d := group{cat{str("aaaa"), nest{cat{brk{}, inner}}, brk{}, str("dd")}}
	for width, want := range map[int]string{
		16: "aaaa (bb cc) dd",
		14: "aaaa\n  (bb cc)\ndd",
		8:  "aaaa\n  (bb\n  cc)\ndd",
	} {
		if got := layout(d, width); got != want {
			t.Errorf("width %d: got\n%s\nwant\n%s", width, got, want)
		}
	}
}
