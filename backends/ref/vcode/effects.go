package vcode

// Input, output and time.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/ir/vcode"
)

// effect is the results of an instruction with an effect.
func (x *machine) effect(at ir.Pos, op vcode.Opcode, t *types.Type, args []*entry) []*entry {
	switch op {
	case vcode.OpSeedRand:
		x.do(at, prim.RandSeed, value.Int(x.one(at, args[0])))
		return []*entry{scalar(types.Bool, 1)}
	case vcode.OpStartTimer:
		x.since = append(x.since, x.world.Now())
		return nil
	case vcode.OpStopTimer:
		x.sound(len(x.since) > 0, at)
		last := len(x.since) - 1
		seconds := x.world.Now() - x.since[last]
		x.since = x.since[:last]
		return []*entry{scalar(types.Float, prim.FloatWord(x.num.Round(seconds)))}
	case vcode.OpRead:
		return x.read(at, t, 0)
	case vcode.OpFRead:
		return x.read(at, t, x.one(at, args[0]))
	case vcode.OpWrite:
		return x.output(at, t, args[0], vcode.Stderr)
	case vcode.OpFWrite:
		return x.output(at, t, args[0], x.one(at, args[1]))
	case vcode.OpFOpen:
		mode := x.one(at, args[1])
		x.need(1 <= mode && mode <= 3, at, vcode.ErrMode)
		return x.results(x.do(at, prim.OpenFile, args[0].seq(types.Char), value.Int(mode-1)), types.Int)
	case vcode.OpFClose:
		return x.results(x.do(at, prim.CloseFile, value.Int(x.one(at, args[0]))))
	case vcode.OpFReadChar:
		limit, stream := x.one(at, args[1]), x.one(at, args[2])
		v := x.do(at, prim.ReadString, args[0].seq(types.Char), value.Int(limit), value.Int(stream))
		return x.results(v, types.Char, types.Int)
	}
	panic(interp.Bug(at, "the machine has no instruction %v", op))
}

// do performs a primitive.
func (x *machine) do(at ir.Pos, code prim.Code, args ...value.Value) value.Value {
	ts := make([]*types.Type, len(args))
	for i, a := range args {
		if s, ok := a.(value.Seq); ok {
			ts[i] = types.Seq(prim.ElemOf(s))
		} else {
			ts[i] = prim.TypeOf(a)
		}
	}
	v, err := x.world.Do(code.Prim(), x.num, args, ts, at)
	if err != nil {
		panic(err)
	}
	return v
}

// results is the parts of v as entries, of the types ts, then the message and the flag of its
// status.
func (x *machine) results(v value.Value, ts ...*types.Type) []*entry {
	var parts []value.Value
	var split func(value.Value)
	split = func(v value.Value) {
		if t, ok := v.(value.Tuple); ok {
			for _, e := range t {
				split(e)
			}
			return
		}
		parts = append(parts, v)
	}
	split(v)
	var out []*entry
	for i, t := range ts {
		if s, ok := parts[i].(value.Seq); ok {
			out = append(out, vectorOf(s, t))
		} else {
			out = append(out, scalar(t, prim.ToWord(parts[i])))
		}
	}
	flag, message := parts[len(ts)], parts[len(ts)+1]
	return append(out, vectorOf(message.(value.Seq), types.Char), scalar(types.Bool, prim.ToWord(flag)))
}

// read reads a vector or lengths in object format, or a line of characters.
func (x *machine) read(at ir.Pos, t *types.Type, stream prim.Word) []*entry {
	from := value.Int(stream)
	switch t {
	case types.Char:
		out := x.results(x.do(at, prim.ReadLine, from), types.Char, types.Bool)
		return append(out[:1], out[2:]...)
	case types.Sd:
		out := x.results(x.do(at, prim.ReadLengths, from), types.Int)
		out[0] = descriptor(out[0].words)
		return out
	}
	return x.results(x.do(at, prim.ReadVector, value.Empty(t), from), t)
}

// output writes an entry to a stream.
func (x *machine) output(at ir.Pos, t *types.Type, e *entry, stream prim.Word) []*entry {
	to := value.Int(stream)
	switch t {
	case types.Char:
		return x.results(x.do(at, prim.WriteString, e.seq(types.Char), to))
	case types.Sd:
		return x.results(x.do(at, prim.WriteLengths, value.Ints(e.lens), to))
	}
	return x.results(x.do(at, prim.WriteVector, e.seq(t), to))
}
