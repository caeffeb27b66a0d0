package kir_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	simkir "nessiec/backends/ref/kir"
	"nessiec/ir/value"
)

// blocks is a program of three launches of four groups of two elements: double writes own
// elements, shift reads the next ones, sums has a number for each group. Last, one group adds the numbers up.
const blocks = `
(kernel double 1 (xs:buf<global int> r:buf<global int>) (own write) (block (share 2 8 1)
  (for i:int (prim mul ((groupid) 2)) (prim mul ((prim add ((groupid) 1)) 2)) 1 (block (store r i (prim mul (2 (load xs i))))))))
(kernel shift 1 (xs:buf<global int> r:buf<global int>) (gather write) (block (share 2 8 1)
  (for i:int (prim mul ((groupid) 2)) (prim mul ((prim add ((groupid) 1)) 2)) 1 (block (store r i (load xs (prim rem ((prim add (i 1)) 8))))))))
(kernel sums 1 (xs:buf<global int> r:buf<global int>) (own partial) (block (share 2 8 1)
  (store r (groupid) (prim add ((load xs (prim mul ((groupid) 2))) (load xs (prim add ((prim mul ((groupid) 2)) 1))))))))
(kernel total 1 (xs:buf<global int> r:buf<global int>) (gather scatter) (block
  (store r 0 (prim add ((prim add ((load xs 0) (load xs 1))) (prim add ((load xs 2) (load xs 3))))))))
(func main (xs:buf<global int>) (buf<global int> int) (block
  (alloc a:buf<global int> 8) (launch double 4 (xs a))
  (alloc b:buf<global int> 8) (launch shift 4 (a b))
  (alloc c:buf<global int> 4) (launch sums 4 (b c))
  (alloc d:buf<global int> 1) (launch total 1 (c d))
  (read (t:int) (d) (0))
  (return b t)))`

// onRanks calls main of a program on so many ranks.
func onRanks(t *testing.T, src string, o simkir.Options) (string, simkir.Traffic) {
	t.Helper()
	x := simkir.New(parse(t, src), value.Num{}, &interp.World{}, o)
	out, err := x.Call("main", []value.Value{value.Ints{1, 2, 3, 4, 5, 6, 7, 8}})
	if err != nil {
		return err.Error(), x.Traffic
	}
	return fmt.Sprint(out), x.Traffic
}

// Ranks have blocks of arrays, and what a launch reads elsewhere is brought first.
func TestRanks(t *testing.T) {
	const want = "[[4 6 8 10 12 14 16 2] 72]"
	for n := 1; n <= 6; n++ {
		if got, _ := onRanks(t, blocks, simkir.Options{Ranks: n}); got != want {
			t.Errorf("%d ranks: %s", n, got)
		}
	}
	// a and c are brought everywhere, and b when it is returned; ranks have 1, 1 and 2 groups
	_, got := onRanks(t, blocks, simkir.Options{Ranks: 3})
	if want := (simkir.Traffic{Divided: 3, Repeated: 1, Everywhere: 3, EverywhereBytes: 80, Sent: 160, Work: []int64{16, 16, 27}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// What ranks keep of a filter lies in as many pieces as they have kept something, and goes from
// there to the blocks in which it is read next.
func TestRanksKeep(t *testing.T) {
	const src = `
(kernel keep 1 (xs:buf<global int> kept:buf<global int> r:buf<global int>) (own ownnext packed) (block
  (share 2 8 1) (window r kept 0 false) (window r kept 4 true)
  (def lo:int (prim mul ((groupid) 2)))
  (for i:int lo (prim add (lo 2)) 1 (block
    (if (prim lt ((load kept i) (load kept (prim add (i 1)))))
      (block (store r (load kept i) (load xs i)))
      (block (store r (prim add (4 (prim sub (i (load kept i))))) (load xs i))))))))
(kernel double 1 (xs:buf<global int> r:buf<global int>) (own write) (block (share 2 8 1)
  (for i:int (prim mul ((groupid) 2)) (prim mul ((prim add ((groupid) 1)) 2)) 1 (block (store r i (prim mul (2 (load xs i))))))))
(func main (xs:buf<global int>) (buf<global int>) (block
  (const kept:buf<global int> (0 1 1 1 2 3 3 4 4))
  (alloc a:buf<global int> 8) (launch keep 4 (xs kept a))
  (alloc b:buf<global int> 8) (launch double 4 (a b))
  (return b)))`
	for n := 1; n <= 5; n++ {
		got, traffic := onRanks(t, src, simkir.Options{Ranks: n})
		if got != "[[2 8 10 14 4 6 12 16]]" || n == 3 && (traffic.Divided != 2 || traffic.Moves != 1 || traffic.Everywhere != 1) {
			t.Errorf("%d ranks: %s, %+v", n, got, traffic)
		}
	}
}

// fetching is blocks, of which shift reads what ranks have marked before.
var fetching = strings.NewReplacer("(gather write)", "(fetched write)", "(launch shift", "(fetch shift_reads 4 () (a) ()) (launch shift").Replace(blocks) + `
(kernel shift_reads 1 (read:buf<global bool>) (marked) (block (share 2 8 1)
  (for i:int (prim mul ((groupid) 2)) (prim mul ((prim add ((groupid) 1)) 2)) 1 (block
    (arbitrary read (prim rem ((prim add (i 1)) 8)) true)))))`

// Ranks get the elements that they have marked, and no others.
func TestRanksFetch(t *testing.T) {
	for n := 1; n <= 6; n++ {
		if got, traffic := onRanks(t, fetching, simkir.Options{Ranks: n}); got != "[[4 6 8 10 12 14 16 2] 72]" || n == 3 && (traffic.Fetches != 1 || traffic.Sent != 108) {
			t.Errorf("%d ranks: %s, %+v", n, got, traffic)
		}
	}
	wrong := strings.Replace(fetching, "(prim rem ((prim add (i 1)) 8)) true", "i true", 1)
	if got, _ := onRanks(t, wrong, simkir.Options{Ranks: 3}); !strings.Contains(got, "which does not have it") {
		t.Error("marks of other elements: " + got)
	}
	// What was fetched is there for one launch; and an array of which much is fetched goes everywhere.
	again := strings.Replace(fetching, "(launch shift 4 (a b))", "(launch shift 4 (a b)) (alloc e:buf<global int> 8) (launch shift 4 (a e))", 1)
	if got, _ := onRanks(t, again, simkir.Options{Ranks: 3}); !strings.Contains(got, "which does not have it") {
		t.Error("a second launch without a fetch: " + got)
	}
	all := strings.Replace(fetching, "(prim rem ((prim add (i 1)) 8)) true)", "(prim rem ((prim add (i 1)) 8)) true) (for k:int 0 8 1 (block (arbitrary read k true)))", 1)
	if got, traffic := onRanks(t, all, simkir.Options{Ranks: 3}); got != "[[4 6 8 10 12 14 16 2] 72]" || traffic.Fetches != 0 || traffic.Everywhere != 3 {
		t.Errorf("all elements: %s, %+v", got, traffic)
	}
}

// What ranks have marked and written of each other's elements goes to those that have them.
func TestRanksDeliver(t *testing.T) {
	const src = `
(kernel reverse 1 (xs:buf<global int> r:buf<global int>) (own delivered) (block (share 2 8 1)
  (for i:int (prim mul ((groupid) 2)) (prim mul ((prim add ((groupid) 1)) 2)) 1 (block (store r (prim sub (7 i)) (load xs i))))))
(kernel reverse_marks 1 (written:buf<global bool>) (marked) (block (share 2 8 1)
  (for i:int (prim mul ((groupid) 2)) (prim mul ((prim add ((groupid) 1)) 2)) 1 (block (arbitrary written (prim sub (7 i)) true)))))
(func main (xs:buf<global int>) (buf<global int>) (block
  (alloc a:buf<global int> 8) (fetch reverse_marks 4 () () (a)) (launch reverse 4 (xs a)) (return a)))`
	for n := 1; n <= 5; n++ {
		if got, traffic := onRanks(t, src, simkir.Options{Ranks: n}); got != "[[8 7 6 5 4 3 2 1]]" || n == 3 && (traffic.Deliveries != 1 || traffic.Moves != 0) {
			t.Errorf("%d ranks: %s, %+v", n, got, traffic)
		}
	}
	wrong := strings.Replace(src, "(prim sub (7 i)) true", "i true", 1)
	if got, _ := onRanks(t, wrong, simkir.Options{Ranks: 3}); !strings.Contains(got, "was never written") {
		t.Error("marks of other elements: " + got)
	}
}

// What would go wrong on real ranks is found.
func TestRanksFaults(t *testing.T) {
	const lacks = "which does not have it"
	for _, c := range []struct{ name, old, new, want string }{
		{"the next element as the own one", "(gather write)", "(own write)", "is not in the group's share"},
		{"sums of groups as rows", "(own partial)", "(own rowwrite)", "a parameter with access rowwrite, is not in the group's share"},
		{"a carry that is not brought", "(gather scatter) (block", "(own write) (block (share 1 4 1)", "is not in the group's share"},
	} {
		got, _ := onRanks(t, strings.Replace(blocks, c.old, c.new, 1), simkir.Options{Ranks: 3})
		if !strings.Contains(got, c.want) {
			t.Errorf("%s: %s", c.name, got)
		}
	}
	for _, by := range []int64{-1, 1} {
		f := simkir.Shifted(by)
		if got, _ := onRanks(t, blocks, simkir.Options{Ranks: 3, Blocks: f}); !strings.Contains(got, lacks) && !strings.Contains(got, "written") {
			t.Errorf("a border off by one: %s", got)
		}
		for trusting := range 20 { // without shadows, what a rank lacks is anything
			if got, _ := onRanks(t, blocks, simkir.Options{Ranks: 3, Blocks: f, Trust: true, Seed: int64(trusting)}); got == "[[4 6 8 10 12 14 16 2] 72]" {
				t.Error("a border off by one does not show")
			}
		}
	}
}
