package lowertest

// Tuples that a thunk combines, by an operator that does not commute.

import (
	_ "embed"

	"nessiec/ir/kir"
	"nessiec/ir/target"
	"nessiec/ir/value"
)

//go:embed tuples.lcu
var tuples string

// Tuples lowers a program of folds of pairs for a target, in kir.legal: f_reduce,
// f_scan, f_incl and f_dearscan of a vector, f_segreduce, f_segscan and f_segincl of
// offsets and a vector, f_rowreduce, f_rowscan and f_rowincl of the number and the
// length of rows and a vector. All have two results.
func Tuples(t target.Desc) (*kir.Module, error) { return lowered("tuples.lcu", tuples, t) }

// Affine is the map of z to (1 + a) z + b.
type Affine struct{ a, b int32 }

// then is x followed by y.
func (x Affine) then(y Affine) Affine {
	return Affine{(1+x.a)*(1+y.a) - 1, (1+y.a)*x.b + y.b}
}

// A Call is one of the program and what it yields.
type Call struct {
	Func string
	Args []value.Value
	Want []value.Value
}

// TupleCalls is the calls for segments of the given lengths.
func TupleCalls(lens value.Ints) (out []Call) {
	offs := Offsets(lens)
	xs := Inputs(int(offs[len(offs)-1]))
	all := folds(xs, value.Ints{int64(len(xs))}, 1)
	out = append(out, all.calls("", value.Value(xs))...)
	out[0].Want = []value.Value{value.Int(all.total[0][0]), value.Int(all.total[1][0])}
	expensive := folds(xs, value.Ints{int64(len(xs))}, 3)
	out = append(out, Call{"dearscan", []value.Value{xs}, expensive.before.values()})
	parts := folds(xs, lens, 1)
	out = append(out, parts.calls("seg", offs, xs)...)
	if Even(lens) {
		out = append(out, parts.calls("row", value.Int(len(lens)), value.Int(lens[0]), xs)...)
	}
	return out
}

// pairsOf is the components of maps, one after another.
type pairsOf [2]value.Ints

func (p *pairsOf) add(x Affine) {
	p[0], p[1] = append(p[0], int64(x.a)), append(p[1], int64(x.b))
}

func (p *pairsOf) values() []value.Value { return []value.Value{p[0], p[1]} }

// A folding is what elements combine to, in segments.
type folding struct{ total, before, with pairsOf }

// folds combines the maps that the program makes of xs.
func folds(xs, lens value.Ints, by int64) *folding {
	f, p := &folding{}, 0
	for _, n := range lens {
		var sum Affine
		for range n {
			f.before.add(sum)
			sum = sum.then(Affine{int32(xs[p] / by & 6), int32(xs[p])})
			f.with.add(sum)
			p++
		}
		f.total.add(sum)
	}
	return f
}

func (f *folding) calls(kind string, args ...value.Value) []Call {
	return []Call{{kind + "reduce", args, f.total.values()}, {kind + "scan", args, f.before.values()}, {kind + "incl", args, f.with.values()}}
}
