package element

import (
	"slices"
	"strings"
	"testing"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/ir/value"
	"nessiec/passes/lower/group"
)

// rows reads ys at the number of the segment, and zs at the index in the row.
const rows = `
(kernel rows (n:int count:int len:int ys:vec<int> zs:vec<int>) (vec<int>)
  (let (r:vec<int>)
    (segmap n (count len) (thunk (s:int p:int)
      (let (start:int) (prim mul (s len))
      (let (y:int) (at ys s)
      (let (j:int) (prim sub (p start))
      (let (z:int) (at zs j)
      (ret (prim add (y z)))))))))
    (ret r)))
`

func stepOf(t *testing.T, src string) *Step {
	t.Helper()
	m, err := lcu.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	s := SourceOf(m.Kernels[0], value.Num{})
	return NewStep(s, slices.Repeat([]Mode{ByValue}, len(s.Kernel.Params)), Assumed{}, false)
}

// written is the text of what f writes into the kernel.
func written(k *Kernel, f func()) string {
	body := k.Block(f)
	return (&kir.Module{Kernels: []*kir.Kernel{{Name: "k", Local: 1, Body: body}}}).String()
}

// What a thunk becomes depends on the place alone, not on places where it was
// evaluated before.
func TestPlacesAreExplicit(t *testing.T) {
	s := stepOf(t, rows)
	k := s.NewKernel()
	sp := k.Space()
	seg, p := k.Int("seg"), k.Int("p")
	plain := func() { s.Thunk.At(k, Place{Seg: seg, Pos: p}) }
	before := written(k, plain)

	row := group.Segment{S: seg, Row: sp.Row(k.Kernel, seg), Loop: true}
	var in *Step
	hoisted := written(k, func() { in = s.InSegment(k, row) })
	if !strings.Contains(hoisted, "(load ?ys") {
		t.Errorf("the element of the segment is not read before the loop:\n%s", hoisted)
	}
	inside := written(k, func() { in.Thunk.At(k, In(row, p)) })
	if strings.Contains(inside, "(load ?ys") || strings.Contains(inside, "mul") {
		t.Errorf("what belongs to the segment is computed again:\n%s", inside)
	}
	if after := written(k, plain); after != before {
		t.Errorf("the same place, other code:\n%s\n%s", before, after)
	}
}

// Rows have an index, which is named once for all thunks at a place.
func TestEnterNamesTheIndexOnce(t *testing.T) {
	s := stepOf(t, rows)
	k := s.NewKernel()
	sp := k.Space()
	seg, p := k.Int("seg"), k.Int("p")
	at := s.Enter(k, In(group.Segment{S: seg, Row: sp.Row(k.Kernel, seg)}, p))
	if at.InRow == nil {
		t.Fatal("thunks ask for the index in the row")
	}
	if text := written(k, func() { s.Thunk.At(k, at) }); strings.Contains(text, "sub") {
		t.Errorf("the index is computed again:\n%s", text)
	}
}
