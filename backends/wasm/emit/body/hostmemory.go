package body

// What functions of the host do to memory.

import (
	"encoding/binary"
	"math"

	w "nessiec/backends/wasm/encode"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

func (g *writer) memoryStmt(s kir.Expr) {
	switch s := s.(type) {
	case *kir.Alloc:
		g.expr(s.Count)
		g.made(s.Bind, s, g.Alloc)
	case *kir.AllocLoose:
		g.expr(s.Count)
		g.made(s.Bind, s, g.Alloc)
	case *kir.AllocOver:
		g.expr(s.From)
		g.expr(s.Count)
		g.made(s.Bind, s, g.Over)
	case *kir.Copy:
		g.expr(s.From)
		g.made(s.Bind, s, g.Copied)
	case *kir.CopyOver:
		g.expr(s.From)
		g.made(s.Bind, s, g.CopiedOver)
	case *kir.Const:
		g.constArray(s)
	case *kir.ConstStr:
		g.int(int64(len(s.Val)))
		g.filled(s.Bind, s, []byte(s.Val))
	case *kir.Retain:
		g.expr(s.Buf)
		g.Call(g.Retain)
	case *kir.Release:
		g.expr(s.Buf)
		g.Call(g.Release)
	default:
		panic("wasm: no statement of the host: " + kir.Show(s))
	}
}

// made calls what makes an array, whose first arguments are on the stack.
func (g *writer) made(v *kir.Var, s kir.Expr, by *w.Func) {
	g.I32(int32(g.Shift(v.Type.Elem())))
	g.I32(g.place(s))
	g.Call(by)
	g.Set(g.bind(v)[0])
}

// place is the number of the place of an allocation: its position, or that of
// the function.
func (g *writer) place(s kir.Expr) int32 {
	pos := s.Pos()
	if !pos.IsValid() {
		pos = g.decl.Pos()
	}
	return int32(g.Places.Number(pos))
}

// fewVals is how many elements of a constant are stored one by one.
const fewVals = 4

// constArray makes an array of scalars: copied from memory if they are many, and
// all known.
func (g *writer) constArray(s *kir.Const) {
	var bytes []byte
	known := len(s.Vals) > fewVals
	for _, v := range s.Vals {
		word, t, ok := g.literal(v)
		if known = known && ok; known {
			bytes = g.appendWord(bytes, word, t)
		}
	}
	g.int(int64(len(s.Vals)))
	if known {
		g.filled(s.Bind, s, bytes)
		return
	}
	g.made(s.Bind, s, g.Alloc)
	t := s.Bind.Type.Elem()
	for i, v := range s.Vals {
		g.Get(g.vars[s.Bind][0])
		g.expr(v)
		g.access(g.storeOp(t), t, uint32(i)<<g.Shift(t))
	}
}

// appendWord appends a word as it is in memory.
func (g *writer) appendWord(b []byte, word prim.Word, t *types.Type) []byte {
	switch g.TypeOf(t) {
	case w.F32:
		return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(prim.WordFloat(word))))
	case w.I64, w.F64:
		return binary.LittleEndian.AppendUint64(b, uint64(word))
	}
	if g.Shift(t) == 0 {
		return append(b, byte(word))
	}
	return binary.LittleEndian.AppendUint32(b, uint32(word))
}

// filled makes an array, whose elements are counted on the stack, of bytes.
func (g *writer) filled(v *kir.Var, s kir.Expr, bytes []byte) {
	g.made(v, s, g.Alloc)
	if len(bytes) > 0 {
		g.Get(g.vars[v][0])
		g.I32(int32(g.Constant(bytes)))
		g.I32(int32(len(bytes)))
		g.MemoryCopy()
	}
}
