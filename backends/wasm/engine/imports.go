package engine

// What the module imports.

import (
	"context"
	"math"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"nessiec/backends/ref/interp"
	"nessiec/backends/wasm/emit"
	"nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// imports makes the module that the program imports from.
func (m *Machine) imports(ctx context.Context) error {
	b := m.runtime.NewHostModuleBuilder(emit.From)
	m.export(b, "fail", []api.ValueType{api.ValueTypeI32, api.ValueTypeI32, api.ValueTypeI64}, nil, func(s []uint64) {
		m.stop(m.failure(uint32(s[0]), uint32(s[1]), int64(s[2])))
	})
	m.export(b, "poll", nil, nil, func([]uint64) {
		if m.ctx.Err() != nil {
			m.stop(&interp.Error{Kind: interp.Interrupted, Msg: interp.MsgInterrupted})
		}
	})
	for i, c := range m.program.Effects {
		args, binds := make([]*types.Type, len(c.Args)), make([]*types.Type, len(c.Binds))
		for j, a := range c.Args {
			args[j] = kir.TypeOf(a)
		}
		for j, v := range c.Binds {
			binds[j] = v.Type
		}
		m.export(b, emit.EffectName(i, c), m.types(args), m.types(binds), func(s []uint64) { m.effect(c, args, s) })
	}
	for _, x := range m.program.Scalars {
		m.export(b, x.Prim.Name, m.types(x.Params), m.types([]*types.Type{x.Result}), m.scalar(x))
	}
	_, err := b.Instantiate(ctx)
	return err
}

// export adds a function, whose arguments are in s, and its results from then on.
func (m *Machine) export(b wazero.HostModuleBuilder, name string, params, results []api.ValueType, f func(s []uint64)) {
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, s []uint64) { f(s) }), params, results).Export(name)
}

// types is the types of values in the module.
func (m *Machine) types(ts []*types.Type) []api.ValueType {
	out := make([]api.ValueType, len(ts))
	for i, t := range ts {
		switch m.program.TypeOf(t) {
		case encode.I64:
			out[i] = api.ValueTypeI64
		case encode.F32:
			out[i] = api.ValueTypeF32
		case encode.F64:
			out[i] = api.ValueTypeF64
		default:
			out[i] = api.ValueTypeI32
		}
	}
	return out
}

// scalar is a primitive that the module has not itself.
func (m *Machine) scalar(x emit.Scalar) func([]uint64) {
	op := x.Prim.Eval(m.program.Num, x.Params[0].Kind)
	return func(s []uint64) {
		var few [3]prim.Word
		args := few[:len(x.Params)]
		for i, t := range x.Params {
			args[i] = m.word(s[i], t)
		}
		s[0] = m.raw(op.Call(args), x.Result)
	}
}

// effect performs a call of the runtime.
func (m *Machine) effect(c *kir.CallRuntime, ts []*types.Type, s []uint64) {
	if c.Fn == kir.Clock {
		s[0] = m.raw(prim.FloatWord(m.program.Num.Round(m.world.Now())), types.Float)
		return
	}
	p := prim.Must(c.Fn)
	args, sources := make([]value.Value, len(ts)), make([]*types.Type, len(ts))
	for i, t := range ts {
		args[i] = m.download(val{t, s[i]}, math.MaxInt)
		sources[i] = t
		if kir.IsBuf(t) {
			sources[i] = types.Seq(t.Elem())
		}
	}
	v, failed := m.world.Do(p, m.program.Num, args, sources, c.P)
	if failed != nil {
		m.stop(failed)
	}
	t, err := p.ResultOf(sources)
	if err != nil {
		panic("wasm: " + err.Error())
	}
	for i, leaf := range value.Pack(v, t) {
		s[i] = m.upload(leaf).raw
	}
}
