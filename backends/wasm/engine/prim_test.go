package engine

// Every scalar primitive against its definition in ir/prim, on extreme operands:
// scalars, lanes, and operands that are literals.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// A typedPrim is a primitive at the types it has for one kind.
type typedPrim struct {
	p      *prim.Prim
	params []*types.Type
	result *types.Type
}

func (i typedPrim) String() string { return fmt.Sprintf("%s%v", i.p.Name, i.params) }

// typedPrims is all of them, in the order of the table.
func typedPrims() (out []typedPrim) {
	kinds := map[types.Class][]*types.Type{
		types.Number: {types.Int, types.Float}, types.Logical: {types.Int, types.Bool},
		types.Ordinal: {types.Int, types.Float, types.Char}, types.Scalar: {types.Int, types.Float, types.Bool, types.Char},
	}
	for _, p := range prim.Table {
		if p.Class != prim.Scalar {
			continue
		}
		s := p.Scheme()
		all := []*types.Type{types.Int} // not used if nothing is overloaded
		if len(s.Vars) > 0 {
			all = kinds[s.Vars[0].Class]
		}
		for _, k := range all {
			at := func(t *types.Type) *types.Type {
				if t.Kind == types.KVar {
					return k
				}
				return t
			}
			i := typedPrim{p: p, result: at(s.Result)}
			for _, t := range s.Params {
				i.params = append(i.params, at(t))
			}
			out = append(out, i)
		}
	}
	return out
}

// widths are all sizes of numbers.
var widths = []value.Num{{}, {Int64: true}, {Float32: true}, {Int64: true, Float32: true}}

func someInts(n value.Num) (out []prim.Word) {
	for _, x := range []int64{0, 1, -1, 2, 7, -7, 9, 31, 32, 63, 64, -31, 5001, 65536, 1<<24 + 1, 1<<53 + 1, 123456789,
		n.MaxInt(), n.MaxInt() - 1, n.MinInt(), n.MinInt() + 1, math.MaxInt32, math.MinInt32, math.MaxUint32, math.MaxInt64 - 511} {
		out = append(out, n.Wrap(x))
	}
	return out
}

func someFloats(n value.Num) (out []prim.Word) {
	floats := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 1.5, -2.5, -2.6, 0.49999999999999994, 1e10, 2147483647.5, 2147483648, -2147483648.5,
		-2147483649, 9223372036854774784, 9223372036854775808, -9223372036854775808, 1e300, -1e300, 1e-300, 5e-324, 2.2250738585072014e-308, 1e-40,
		1e-45, 1.1754943508222875e-38, 3.4e38, math.Pi, 1.0 / 3, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, 0.75, 1024, 16777217,
		9.9999999, 99999999.5, 999999999.5, 0.123456785, 1e15 - 0.5, 1e22, 123456785e-20, 700, -745.2, 88.5}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		floats = append(floats, math.Float64frombits(r.Uint64()))
	}
	for _, x := range floats {
		out = append(out, prim.FloatWord(n.Round(x)))
	}
	return out
}

// operands are the words that a typedPrim is tried on: columns of equal length.
func (i typedPrim) operands(n value.Num) [][]prim.Word {
	some := map[types.Kind][]prim.Word{types.KInt: someInts(n), types.KFloat: someFloats(n), types.KBool: {0, 1}, types.KChar: {0, 97, 127, 128, 255}}
	rows := [][]prim.Word{{}}
	for _, t := range i.params {
		var longer [][]prim.Word
		for _, r := range rows {
			for k, x := range some[t.Kind] {
				if len(r) < 2 || k < 8 {
					longer = append(longer, append(slices.Clone(r), x))
				}
			}
		}
		rows = longer
	}
	columns := make([][]prim.Word, len(i.params))
	for j := range columns {
		for _, r := range rows {
			columns[j] = append(columns[j], r[j])
		}
		for len(columns[j])%8 != 0 {
			columns[j] = append(columns[j], columns[j][0])
		}
	}
	return columns
}

// fromLibrary are the primitives whose last bits differ between libraries.
var fromLibrary = []string{"ln", "exp", "sin", "cos", "atan"}

func (i typedPrim) same(n value.Num, got, want prim.Word) bool {
	if i.result.Kind != types.KFloat {
		return got == want
	}
	x, y := prim.WordFloat(got), prim.WordFloat(want)
	if slices.Contains(fromLibrary, i.p.Name) {
		tol := 2e-15
		if n.Float32 {
			tol = 1e-7
		}
		return x != x && y != y || value.Close(x, y, tol)
	}
	return got == want || x != x && y != y
}

// prog makes programs of kernels and functions that are written here.
type prog struct{ kir.Module }

// apply adds a function that applies a primitive to the elements of vectors, one by
// one or in lanes.
func (p *prog) apply(name string, i typedPrim, lanes int) {
	idx := kir.NewVar("i_0", types.Int)
	n := kir.NewVar("n_0", types.Int)
	out := kir.NewVar("out_0", kir.Global(i.result))
	k := &kir.Kernel{Name: "k_" + name, Local: 1, Params: []*kir.Var{n, out}, Access: []kir.Access{kir.Value, kir.Write}}
	f := &kir.Func{Name: "f_" + name, Results: []*types.Type{kir.Global(i.result)}}
	var at kir.Expr = kir.Use(idx)
	if lanes > 0 {
		at = &kir.Ramp{N: lanes, Base: kir.Use(idx)}
	}
	var loads []kir.Expr
	for j, t := range i.params {
		v, u := kir.NewVar(fmt.Sprintf("a_%d", j), kir.Global(t)), kir.NewVar(fmt.Sprintf("a_%d", j), kir.Global(t))
		k.Params, k.Access = append(k.Params, v), append(k.Access, kir.Gather)
		f.Params = append(f.Params, u)
		loads = append(loads, &kir.Load{Buf: kir.Use(v), Idx: at})
	}
	step := kir.N(int64(max(lanes, 1)))
	k.Body = &kir.Block{Stmts: []kir.Expr{&kir.For{Var: idx, Lo: kir.N(0), Hi: kir.Use(n), Step: step, Body: &kir.Block{Stmts: []kir.Expr{
		&kir.Store{Buf: kir.Use(out), Idx: at, Val: &kir.Prim{Op: i.p, Args: loads}}}}}}}
	r, count := kir.NewVar("r_0", kir.Global(i.result)), kir.NewVar("n_0", types.Int)
	body := []kir.Expr{&kir.Def{Bind: count, Rhs: &kir.Length{Buf: kir.Use(f.Params[0])}}, &kir.Alloc{Bind: r, Count: kir.Use(count)},
		&kir.Launch{Kernel: k.Name, Groups: kir.N(1), Args: append([]kir.Expr{kir.Use(count), kir.Use(r)}, kir.Uses(f.Params)...)}}
	for _, v := range f.Params {
		body = append(body, &kir.Release{Buf: kir.Use(v)})
	}
	f.Body = &kir.Block{Stmts: append(body, &kir.Return{Vals: []kir.Expr{kir.Use(r)}})}
	p.Kernels, p.Funcs = append(p.Kernels, k), append(p.Funcs, f)
	p.Actions = append(p.Actions, &program.Action{Decl: ir.Decl{}, Kind: program.Eval, Fn: f.Name})
}

func started(t *testing.T, m *kir.Module, n value.Num, o Options) *Machine {
	t.Helper()
	p, err := emit.Emit(m, n)
	if err != nil {
		t.Fatal(err)
	}
	x, err := New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(x.Close)
	x.world = &interp.World{}
	return x
}

func TestPrimitives(t *testing.T) {
	for _, n := range widths {
		t.Run(fmt.Sprintf("int%d float%d", n.IntBits(), n.FloatBits()), func(t *testing.T) {
			p, all := &prog{}, typedPrims()
			for i, x := range all {
				p.apply(fmt.Sprintf("scalar_%d", i), x, 0)
				p.apply(fmt.Sprintf("lanes_%d", i), x, 8)
			}
			m := started(t, &p.Module, n, Options{})
			for i, x := range all {
				columns := x.operands(n)
				m.compare(t, fmt.Sprintf("f_scalar_%d", i), x, columns)
				m.compare(t, fmt.Sprintf("f_lanes_%d", i), x, columns)
			}
			if s := m.Stats(); s.Live != 0 {
				t.Errorf("%d arrays are left", s.Live)
			}
		})
	}
}

// compare calls a function and compares with the definition of a primitive.
func (m *Machine) compare(t *testing.T, fn string, x typedPrim, columns [][]prim.Word) {
	t.Helper()
	n := m.program.Num
	args := make([]uint64, len(columns))
	for j, c := range columns {
		b := value.NewBuilder(x.params[j], len(c))
		for _, w := range c {
			b.Append(prim.FromWord(x.params[j].Kind, w))
		}
		args[j] = m.upload(b.Seq()).raw
	}
	out, failed := m.callFunc(fn, args)
	if failed != nil {
		t.Errorf("%s: %s: %v", fn, x, failed)
		return
	}
	got := m.download(out[0], math.MaxInt).(value.Seq)
	m.drop(out)
	kind := x.params[0].Kind
	if x.p.Name == "select" {
		kind = x.params[1].Kind
	}
	op, bad := x.p.Eval(n, kind), 0
	for i := range got.Len() {
		operands := make([]prim.Word, len(columns))
		for j := range columns {
			operands[j] = columns[j][i]
		}
		w, want := prim.ToWord(got.At(i)), op.Call(operands)
		if !x.same(n, w, want) && bad < 5 {
			bad++
			t.Errorf("%s: %s(%s) = %s, want %s", fn, x.p.Name, texts(operands, x.params...), texts([]prim.Word{w}, x.result), texts([]prim.Word{want}, x.result))
		}
	}
}

func texts(ws []prim.Word, ts ...*types.Type) string {
	var out []string
	for i, w := range ws {
		if ts[i].Kind == types.KFloat {
			out = append(out, fmt.Sprintf("%v (%x)", prim.WordFloat(w), uint64(w)))
		} else {
			out = append(out, fmt.Sprint(w))
		}
	}
	return strings.Join(out, ", ")
}

// Divisions by literals take no division; shifts by literals are of all lanes.
func TestLiteralOperands(t *testing.T) {
	for _, n := range widths[:2] {
		p := &prog{}
		type one struct {
			x typedPrim
			y prim.Word
		}
		var all []one
		for _, name := range []string{"div", "rem", "shl", "shr", "add", "mul"} {
			for _, y := range append([]prim.Word{3, 5, 6, 10, 25, 64, 100, 641, 1000, 1 << 20, 1<<30 - 1, 1 << 30}, someInts(n)...) {
				all = append(all, one{typedPrim{prim.Must(name), []*types.Type{types.Int}, types.Int}, y})
			}
		}
		for i, c := range all {
			for _, lanes := range []int{0, 8} {
				p.apply(fmt.Sprintf("l%d_%d", lanes, i), c.x, lanes)
				body := p.Kernels[len(p.Kernels)-1].Body.(*kir.Block)
				s := body.Stmts[0].(*kir.For).Body.(*kir.Block).Stmts[0].(*kir.Store)
				var y kir.Expr = kir.N(c.y)
				if lanes > 0 {
					y = &kir.Splat{N: lanes, Val: y}
				}
				e := s.Val.(*kir.Prim)
				e.Args = append(e.Args, y)
			}
		}
		m := started(t, &p.Module, n, Options{})
		r := rand.New(rand.NewPCG(3, 4))
		xs := someInts(n)
		for len(xs) < 200 {
			xs = append(xs, n.Wrap(int64(r.Uint64())>>r.IntN(60)))
		}
		for i, c := range all {
			for _, lanes := range []int{0, 8} {
				fn := fmt.Sprintf("f_l%d_%d", lanes, i)
				m.literal(t, fn, c.x, c.y, xs)
			}
		}
	}
}

// literal is compare for a primitive whose second operand is in the program.
func (m *Machine) literal(t *testing.T, fn string, x typedPrim, y prim.Word, xs []prim.Word) {
	t.Helper()
	in := make(value.Ints, len(xs))
	copy(in, xs)
	out, failed := m.callFunc(fn, []uint64{m.upload(in).raw})
	if failed != nil {
		t.Fatal(failed)
	}
	got, op := m.download(out[0], math.MaxInt).(value.Ints), x.p.Eval(m.program.Num, types.KInt)
	m.drop(out)
	for i, w := range got {
		if want := op.Two(xs[i], y); w != want {
			t.Errorf("%s: %s(%d, %d) = %d, want %d", fn, x.p.Name, xs[i], y, w, want)
			return
		}
	}
}
