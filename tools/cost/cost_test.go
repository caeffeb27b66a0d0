package cost

import (
	"errors"
	"fmt"
	"testing"

	"nessiec/passes"
)

// prepared compiles a program for a CPU.
func prepared(t *testing.T, src string) *Program {
	t.Helper()
	m, err := Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Prepare(passes.Table(), Options("cpu"), m)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// live is the live data of a program for an argument.
func live(t *testing.T, src string, n int) int64 {
	t.Helper()
	pt, err := prepared(t, src).At(fmt.Sprint(n), 1e6)
	if err != nil {
		t.Fatal(err)
	}
	return pt.Live
}

// Live data grows as the text of a program says, by as many bytes for each more of n.
func TestLive(t *testing.T) {
	for _, c := range []struct {
		what, src string
		each      int64
	}{
		{"an array", "function main(n) : int -> int = sum(index(n));", 4},
		{"an array that is not used any more", "function main(n) : int -> int = let a = sum(index(n)); b = sum(index(n)) in a + b;", 4},
		{"two arrays", "function main(n) : int -> int = let a = index(n); b = index(n) in sum(b) + sum(a);", 8},
		{"floats", "function main(n) : int -> float = sum(dist(1.0, n));", 8},
		{"a loop", "function loop(a, k) : ([int], int) -> int = if k == 0 then a[0] else loop({x + 1 : x in a}, k - 1);\n" +
			"function main(n) : int -> int = loop(index(10), n);", 0},
		{"a recursion that holds a number", "function down(k) : int -> int = if k == 0 then 0 else k + down(k - 1);\n" +
			"function main(n) : int -> int = down(n);", frameBytes + 4},
		{"a recursion that holds what its caller has", "function down(a, k) : ([int], int) -> int = if k == 0 then 0 else let r = down(a, k - 1) in r + #a;\n" +
			"function main(n) : int -> int = down(index(1000), n);", frameBytes},
		{"rows of a map, at once", "function main(n) : int -> int = sum({let r = index(9) in r[rem(i, 9)] : i in index(n)});", 9*4 + 8},
	} {
		small, large := live(t, c.src, 100), live(t, c.src, 200)
		if each := float64(large-small) / 100; each < float64(c.each) || each > float64(c.each)*1.2+1 {
			t.Errorf("%s: %.2f bytes for each, want %d", c.what, each, c.each)
		}
	}
}

// A point has the work of both programs; what fails or takes too long is an error.
func TestAt(t *testing.T) {
	p := prepared(t, "function main(n) : int -> int = let a = plus_scan(index(n)) in a[n - 1] + a[100 / n];")
	pt, err := p.At("1000", 1e6)
	if err != nil || pt.Work < 1000 || pt.Work > 5000 || pt.Unshared < pt.Work || pt.Peak < 4 {
		t.Errorf("%v %v", pt, err)
	}
	if _, err := p.At("1000", 100); err == nil {
		t.Error("the limit on work is ignored")
	}
	if _, err := p.At("0", 1e6); err == nil || errors.Is(err, ErrDevice) {
		t.Errorf("a program that fails: %v", err)
	}
	for _, f := range Families() {
		if moved, peak, err := p.Flat(f, "1000", 0); err != nil || moved < 1 || peak < 1 {
			t.Errorf("%s: %d, %d, %v", f.Name, moved, peak, err)
		}
	}
}
