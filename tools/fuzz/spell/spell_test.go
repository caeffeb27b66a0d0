package spell

import (
	"math/rand/v2"
	"testing"

	"nessiec/grammar"
	"nessiec/ir/nesl"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
)

const program = `
(func later () (n:int b:data<box int>) <int [char]>
  (if (prim @0:1:1 le (n 0)) (tuple (uncon b) (str "a\"b"))
    (call @0:2:1 later () ((prim @0:3:1 sub (n 1)) b))))
(func input1 () () [float] (seq float (-1.5 2.0)))
(func main1 () (xs:[float]) [int]
  (let is:[int] (prim @0:4:1 index (3))
    (eachif @0:5:1 (i:int x:float) (is xs) (prim @0:6:1 gt (x 0.0))
      (prim @0:7:1 elt ((prim @0:8:1 write (is (seq int ()) (seq int ()))) i)))))
(action eval "" value [float] input1 () xs 0)
(action eval main1 value [int] main1 (xs) it 0)
`

func module(t *testing.T) *nkl.Module {
	t.Helper()
	m, err := grammar.NKL.Parse(program)
	if err != nil {
		t.Fatal(err)
	}
	return m.(*nkl.Module)
}

func TestPlain(t *testing.T) {
	want := `datatype box(int);
function later(x) : (int, box) -> (int, [char]);

function later(n1, b2) : (int, box) -> (int, [char]) =
  if n1 <= 0 then (let box(v3) = b2 in v3), "a\"b" else later(n1 - 1, b2);

input1 = [-1.5, 2.0];
main1 =
  let is4 = index(3)
  in {(let v7 = is4; v8 = [] int; v9 = [] int in put(v9, v8, v7))[i5] :
      i5 in is4;
      x6 in input1
      | x6 > 0.0};
`
	if got := nesl.Format(New().Module(module(t), nil)); got != want {
		t.Errorf("got\n%s", got)
	}
}

// Other words follow from the random numbers alone.
func TestWords(t *testing.T) {
	m, w, texts := module(t), New(), map[string]bool{}
	for seed := range uint64(20) {
		text := func() string { return nesl.Format(w.Module(m, rand.New(rand.NewPCG(seed, 1)))) }
		if text() != text() {
			t.Fatalf("seed %d gives two texts", seed)
		}
		texts[text()] = true
	}
	if len(texts) < 15 {
		t.Errorf("20 seeds give %d texts", len(texts))
	}
}

func TestHas(t *testing.T) {
	w := New()
	for name, want := range map[string]bool{"add": true, "pack": true, "write": true, "rank": true, "neg": true, "print_string": true,
		"rand": false, "add_size": false, "hash_of": false} {
		if w.Has(prim.Must(name)) != want {
			t.Errorf("%s: not %v", name, want)
		}
	}
}

// Sums are defined before what mentions them, and an arm of several constructors
// that is the last one takes all that are left.
func TestSums(t *testing.T) {
	m, err := grammar.NKL.Parse(`
(func width () (s:sum<shape con<disc sum<size con<small > con<many [int] int>>> con<none > con<line int>>) int
  (case s
    ((arm (disc) (z:sum<size con<small > con<many [int] int>>)
       (case z ((arm (many) (v:[int] n:int) n) (arm (small) () 1))))
     (arm (none line) () 0))))
(func main1 () () int
  (call width () ((variant sum<shape con<disc sum<size con<small > con<many [int] int>>> con<none > con<line int>> disc
    ((variant sum<size con<small > con<many [int] int>> many ((seq int ()) 3)))))))
(action eval main1 value int main1 () it 0)
`)
	if err != nil {
		t.Fatal(err)
	}
	want := `datatype size = small | many([int], int);
datatype shape = disc(size) | none | line(int);
function width(x) : shape -> int;

function width(s1) : shape -> int =
  case s1 of disc(z2) => (case z2 of many(v3, n4) => n4 | small => 1) | _ => 0;

main1 = width(disc(many([] int, 3)));
`
	if got := nesl.Format(New().Module(m.(*nkl.Module), nil)); got != want {
		t.Errorf("got\n%s", got)
	}
}
