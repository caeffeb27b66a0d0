package ir

import "testing"

func TestPos(t *testing.T) {
	for _, c := range []struct {
		file, line, col int
		want            string
	}{
		{0, 1, 1, "@0:1:1"}, {31, 131071, 1023, "@31:131071:1023"}, {40, 200000, 5000, "@31:131071:1023"},
		{-1, -1, -1, "@0:0:0"}, {0, 0, 0, "@0:0:0"},
	} {
		p := MakePos(c.file, c.line, c.col)
		if p.String() != c.want {
			t.Errorf("%v prints as %s", c, p)
		}
		if q, ok := ParsePos(p.String()); !ok || q != p {
			t.Errorf("%s reads as %s", p, q)
		}
		if p.IsValid() != (c.line > 0) {
			t.Errorf("%s: IsValid is %v", p, p.IsValid())
		}
	}
	inner := MakePos(0, 3, 4).CalledAt(MakePos(1, 20, 5).CalledAt(MakePos(0, 30, 6)))
	if s := inner.String(); s != "@0:3:4@1:20:5@0:30:6" {
		t.Errorf("calls print as %s", s)
	}
	if q, ok := ParsePos(inner.String()); !ok || q != inner || len(q.Calls()) != 2 || q.Calls()[1] != MakePos(0, 30, 6) || q.Place() != MakePos(0, 3, 4) {
		t.Errorf("calls read as %s", q)
	}
	by := MakePos(0, 9, 9)
	// A place that followed itself became one when the position was read back.
	if twice := inner.CalledAt(MakePos(0, 30, 6)); twice != inner {
		t.Errorf("%v became %v", inner, twice)
	}
	if by.CalledAt(by) != by || (Pos{}).CalledAt(by) != by || inner.CalledAt(Pos{}) != inner {
		t.Error("code of the library, or without a place, is where it is called")
	}
	for _, s := range []string{"", "@", "@0:1:2@", "@0:1:2@3", "@1:2", "0:1:2", "@0:1:2:3", "@a:1:2", "@32:1:1", "@0:-1:1", "@0:1:1024"} {
		if p, ok := ParsePos(s); ok {
			t.Errorf("%q reads as %s", s, p)
		}
	}
}

func TestFormSet(t *testing.T) {
	s := Forms(0, 63, 64, 127)
	if s.Len() != 4 || !s.Has(64) || s.Has(1) || AllForms().Len() != MaxForms {
		t.Errorf("s = %v", s.List())
	}
	u := s.Minus(Forms(63)).Plus(Forms(5)).And(Forms(5, 63, 64))
	if l := u.List(); len(l) != 2 || l[0] != 5 || l[1] != 64 {
		t.Errorf("u = %v", l)
	}
}

func TestMapSlice(t *testing.T) {
	xs := []int{1, 2, 3}
	if ys, changed := MapSlice(xs, func(x int) int { return x }); changed || &ys[0] != &xs[0] {
		t.Error("a slice that does not change is copied")
	}
	ys, changed := MapSlice(xs, func(x int) int { return max(x, 2) })
	if !changed || ys[0] != 2 || ys[1] != 2 || ys[2] != 3 || xs[0] != 1 {
		t.Errorf("got %v from %v", ys, xs)
	}
}
