package fkl

// How fast element code runs.

import (
	"os"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/ir/fkl"
	"nessiec/ir/value"
)

// BenchmarkDot is a dot product of a million elements: a Map of five steps and
// a reduction.
func BenchmarkDot(b *testing.B) {
	src, err := os.ReadFile("testdata/dot.fkl")
	if err != nil {
		b.Fatal(err)
	}
	m, err := fkl.Parse(string(src))
	if err != nil {
		b.Fatal(err)
	}
	x := New(m, value.Num{}, &interp.World{})
	v := make(value.Floats, 1_000_000)
	for b.Loop() {
		if _, err := x.Call("main", []value.Value{v, v}); err != nil {
			b.Fatal(err)
		}
	}
}
