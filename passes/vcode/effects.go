package vcode

// Input and output.

import (
	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// io is the results of an instruction with an effect.
func (s *scope) io(e *vcode.Apply, args []*val) []*val {
	switch e.Op {
	case vcode.OpSeedRand:
		r := s.effect(e.P, prim.RandSeed, s.one(e.P, args[0], vcode.ErrOne))
		return []*val{{t: types.Bool, atom: r[0]}}
	case vcode.OpRead:
		return s.read(e.P, e.Type, fkl.N(0))
	case vcode.OpFRead:
		return s.read(e.P, e.Type, s.one(e.P, args[0], vcode.ErrOne))
	case vcode.OpWrite:
		return s.write(e.P, e.Type, args[0], fkl.N(vcode.Stderr))
	case vcode.OpFWrite:
		return s.write(e.P, e.Type, args[0], s.one(e.P, args[1], vcode.ErrOne))
	case vcode.OpFOpen:
		return s.open(e, args)
	case vcode.OpFClose:
		return s.status(s.effect(e.P, prim.CloseFile, s.one(e.P, args[0], vcode.ErrOne)))
	case vcode.OpFReadChar:
		limit := s.one(e.P, args[1], vcode.ErrOne)
		stream := s.one(e.P, args[2], vcode.ErrOne)
		r := s.effect(e.P, prim.ReadString, s.chars(args[0]), limit, stream)
		return append([]*val{s.codes(r[0]), {t: types.Int, atom: r[1]}}, s.status(r[2:])...)
	}
	panic("vcode: no rule for " + e.Op.String())
}

// open opens a file.
func (s *scope) open(e *vcode.Apply, args []*val) []*val {
	mode := s.one(e.P, args[1], vcode.ErrOne)
	low := s.lets.Bind("low", types.Bool, fkl.Apply(prim.Ge, mode, fkl.N(1)))
	high := s.lets.Bind("high", types.Bool, fkl.Apply(prim.Le, mode, fkl.N(3)))
	s.need(e.P, s.lets.Bind("ok", types.Bool, fkl.Apply(prim.And, low, high)), vcode.ErrMode)
	r := s.effect(e.P, prim.OpenFile, s.chars(args[0]), s.lets.Bind("mode", types.Int, fkl.Apply(prim.Sub, mode, fkl.N(1))))
	return append([]*val{{t: types.Int, atom: r[0]}}, s.status(r[1:])...)
}

// status is the message and the flag of a flag and a message.
func (s *scope) status(r []fkl.Expr) []*val {
	return []*val{s.codes(r[1]), {t: types.Bool, atom: r[0]}}
}

// chars is codes as characters, codes the other way round.
func (s *scope) chars(v *val) fkl.Expr {
	v = s.vector(v)
	return s.elements(s.length(v), types.Char, func(b *fkl.Lets, i fkl.Expr) fkl.Expr {
		return fkl.Apply(prim.CodeChar, b.Bind("c", types.Int, fkl.Get(v.atom, i)))
	}).atom
}

func (s *scope) codes(chars fkl.Expr) *val {
	v := &val{t: types.Vec(types.Char), atom: chars}
	return s.elements(s.length(v), types.Int, func(b *fkl.Lets, i fkl.Expr) fkl.Expr {
		return fkl.Apply(prim.CharCode, b.Bind("c", types.Char, fkl.Get(v.atom, i)))
	})
}

// read reads a vector or lengths, or a line of characters.
func (s *scope) read(at ir.Pos, t *types.Type, stream fkl.Expr) []*val {
	switch t {
	case types.Char:
		r := s.effect(at, prim.ReadLine, stream)
		return append([]*val{s.codes(r[0])}, s.status(r[2:])...)
	case types.Sd:
		r := s.effect(at, prim.ReadLengths, stream)
		return append([]*val{{t: t, atom: s.lets.Bind("s", t, &fkl.SdMake{Lens: r[0]})}}, s.status(r[1:])...)
	}
	r := s.effect(at, prim.ReadVector, s.lets.Bind("none", types.Vec(t), &fkl.Vec{Elem: t}), stream)
	return append([]*val{{t: types.Vec(t), atom: r[0]}}, s.status(r[1:])...)
}

// write writes an entry.
func (s *scope) write(at ir.Pos, t *types.Type, v *val, stream fkl.Expr) []*val {
	switch t {
	case types.Char:
		return s.status(s.effect(at, prim.WriteString, s.chars(v), stream))
	case types.Sd:
		return s.status(s.effect(at, prim.WriteLengths, s.lens(v), stream))
	}
	return s.status(s.effect(at, prim.WriteVector, s.vector(v).atom, stream))
}
