package data

import (
	"testing"

	"nessiec/ir/types"
	"nessiec/ir/value"
)

// What reading costs beyond the bytes of the file, which are in memory already.

func BenchmarkNPY(b *testing.B) {
	benchmark(b, &npy, make(value.Floats, 10_000_000), types.Seq(types.Float))
}

func BenchmarkBinary(b *testing.B) {
	benchmark(b, &Binary, make(value.Floats, 10_000_000), types.Seq(types.Float))
}

func BenchmarkArrowRagged(b *testing.B) {
	benchmark(b, &arrowFormat, ragged10(1_000_000), types.Seq(types.Seq(types.Float)))
}

func BenchmarkBinaryRagged(b *testing.B) {
	benchmark(b, &Binary, ragged10(1_000_000), types.Seq(types.Seq(types.Float)))
}

// ragged10 is n rows of 10 elements on average.
func ragged10(n int) value.Seq {
	out := make(value.Values, n)
	for i := range out {
		out[i] = make(value.Floats, 5+i%11)
	}
	return out
}

func benchmark(b *testing.B, f *Format, v value.Value, t *types.Type) {
	file, err := f.Write("file", v, t, double)
	if err != nil {
		b.Fatal(err)
	}
	v = nil
	b.ResetTimer()
	for b.Loop() {
		if _, err := f.Read("file", file, t, double); err != nil {
			b.Fatal(err)
		}
	}
}
