package lcu

// Which reductions of rows may have more positions than an int counts.

import (
	"strings"
	"testing"
)

func TestCountsRows(t *testing.T) {
	const kernel = `(kernel k (n:int c:int l:int xs:vec<int>) (vec<int>)
  (let (r:vec<int>) SOAC (ret r)))`
	for soac, want := range map[string]bool{
		`(segreduce (add) n (c l) (thunk (s:int p:int) (let (o:int) (prim mul (s l)) (let (j:int) (prim sub (p o)) (let (x:int) (at xs j) (ret x))))))`:        true,
		`(segreduce (add) n (3 7) (thunk (s:int p:int) (let (o:int) (prim mul (s 7)) (let (j:int) (prim sub (p o)) (ret j)))))`:                                true,
		`(segreduce (add) n (c l) (thunk (s:int p:int) (ret s)))`:                                                                                              true,
		`(segreduce (add) n (c l) (thunk (s:int p:int) (let (x:int) (at xs p) (ret x))))`:                                                                      false, // an array of as many elements
		`(segreduce (id) n (c l) (thunk (s:int p:int) (ret s)))`:                                                                                               false, // stores them
		`(segreduce (add) n (xs) (thunk (s:int p:int) (ret s)))`:                                                                                               true,
		`(segreduce (add) n (xs) (thunk (s:int p:int) (let (o:int) (at xs s) (let (j:int) (prim sub (p o)) (ret j)))))`:                                        true,
		`(segreduce (add) n (xs) (thunk (s:int p:int) (let (o:int) (at xs s) (let (j:int) (prim sub (p o)) (ret o)))))`:                                        false, // offsets may have overflowed
		`(segreduce (add) n (xs) (thunk (s:int p:int) (let (o:int) (at xs c) (let (j:int) (prim sub (p o)) (ret j)))))`:                                        false, // not where rows start
		`(segreduce (add) n (c l) (thunk (s:int p:int) (let (o:int) (prim mul (s c)) (let (j:int) (prim sub (p o)) (ret j)))))`:                                false, // not where rows start
		`(segreduce (add) n (c l) (thunk (s:int p:int) (let (o:int) (prim mul (s l)) (let (j:int) (prim sub (p o)) (let (q:int) (prim add (j p)) (ret q))))))`: false,
		`(map n (thunk (i:int) (ret i)))`: false,
	} {
		m, err := Parse(strings.Replace(kernel, "SOAC", soac, 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := CountsRows(m.Kernels[0].Body.(*Let).Rhs); got != want {
			t.Errorf("%v for %s", got, soac)
		}
	}
}
