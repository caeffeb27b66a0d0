package fkl

import (
	"fmt"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/ir/fkl"
	"nessiec/ir/value"
)

// Every operation is told as often as it is executed, with its segments and elements.
func TestWatch(t *testing.T) {
	m, err := fkl.Parse(`(func main () (vec<int>)
  (let (lens:vec<int>) (vec int (2 0 3))
  (let (offs:vec<int>) (offsets add_size lens)
  (let (x:vec<int>) (segmap 5 offs s:int j:int (ret s))
  (loop (i:int) (0)
    (let (c:bool) (prim lt (i 2))
    (if c (let (y:vec<int>) (segreduce add offs x) (let (k:int) (prim add (i 1)) (recur k)))
      (ret x))))))))
(action eval it "" [int] main () "" 0)
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	failed := Watch(m, value.Num{}, &interp.World{}, nil, func(interp.Result) {}, func(s Step) {
		got = append(got, fmt.Sprintf("%s %d %d", fkl.Schema[s.Let.Rhs.Form()].Name, s.Segments, s.Moved))
	})
	if want := "offsets 0 7, segmap 3 5, segreduce 3 8, segreduce 3 8"; failed != nil || strings.Join(got, ", ") != want {
		t.Errorf("%v, want %s (%v)", strings.Join(got, ", "), want, failed)
	}
}
