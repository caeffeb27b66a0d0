package engine

// What the module imports.

import (
	"math"

	"nessiec/backends/wasm/emit/module"
	"nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// An imported function finds its arguments in s, and leaves its results there.
type imported struct {
	name            string
	params, results []encode.ValType
	call            func(s []uint64)
}

// pollName is the import that looks whether the program should go on.
const pollName = "poll"

// imports is what the program imports.
func (m *Machine) imports() []imported {
	out := []imported{
		{"fail", []encode.ValType{encode.I32, encode.I32, encode.I64}, nil, func(s []uint64) {
			m.stop(m.failure(uint32(s[0]), uint32(s[1]), int64(s[2])))
		}},
		{pollName, nil, nil, func([]uint64) {
			if err := m.interrupted(); err != nil {
				panic(err)
			}
		}},
	}
	if m.program.Profiled {
		out = append(out, m.profileImport(module.ProfileName))
	}
	if m.program.Share != nil {
		out = append(out, imported{module.LaunchName, append([]encode.ValType{encode.I32}, m.types([]*types.Type{types.Int})...), nil, func(s []uint64) {
			m.launch(int(uint32(s[0])), uint64(m.word(s[1], types.Int)))
		}})
	}
	for i, c := range m.program.Effects {
		args, binds := make([]*types.Type, len(c.Args)), make([]*types.Type, len(c.Binds))
		for j, a := range c.Args {
			args[j] = kir.TypeOf(a)
		}
		for j, v := range c.Binds {
			binds[j] = v.Type
		}
		out = append(out, imported{module.EffectName(i, c), m.types(args), m.types(binds), func(s []uint64) { m.effect(c, args, s) }})
	}
	for _, x := range m.program.Scalars {
		out = append(out, imported{x.Prim.Name, m.types(x.Params), m.types([]*types.Type{x.Result}), m.scalar(x)})
	}
	return out
}

// types is the types of values in the module.
func (m *Machine) types(ts []*types.Type) []encode.ValType {
	out := make([]encode.ValType, len(ts))
	for i, t := range ts {
		out[i] = m.program.TypeOf(t)
	}
	return out
}

// scalar is a primitive that the module has not itself.
func (m *Machine) scalar(x module.Scalar) func([]uint64) {
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
