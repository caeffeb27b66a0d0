package encode

// Writing the body of a function. Instructions are kept in a list, from which
// bytes and text are made.

import "math"

// An instr is an instruction with its immediate operands: what a and b are, the
// kind of the operation says.
type instr struct {
	op   *Op
	a, b uint64
	fn   *Func
	g    *Global
}

// A Label is a block that is open, by its depth.
type Label int

// BlockType is what a block leaves on the stack: NoResult, or a ValType.
type BlockType byte

// NoResult is the type of blocks that leave nothing.
const NoResult BlockType = 0x40

func (f *Func) add(op *Op, a, b uint64) { f.code = append(f.code, instr{op: op, a: a, b: b}) }

// Op writes instructions without immediate operands.
func (f *Func) Op(ops ...*Op) {
	for _, op := range ops {
		f.add(op, 0, 0)
	}
}

// Get pushes a variable. Where the top of the stack has just been popped into it, it is
// copied there instead.
func (f *Func) Get(l Local) {
	if n := len(f.code); n > 0 && f.code[n-1].op == localSet && f.code[n-1].a == uint64(l) {
		f.code[n-1].op = localTee
		return
	}
	f.add(localGet, uint64(l), 0)
}

// Set pops into a variable.
func (f *Func) Set(l Local) { f.add(localSet, uint64(l), 0) }

// Tee copies the top of the stack into a variable.
func (f *Func) Tee(l Local) { f.add(localTee, uint64(l), 0) }

// GetGlobal pushes a variable of the module.
func (f *Func) GetGlobal(g *Global) { f.code = append(f.code, instr{op: globalGet, g: g}) }

// SetGlobal pops into a variable of the module.
func (f *Func) SetGlobal(g *Global) { f.code = append(f.code, instr{op: globalSet, g: g}) }

// Call calls g.
func (f *Func) Call(g *Func) { f.code = append(f.code, instr{op: call, fn: g}) }

// I32 pushes a number.
func (f *Func) I32(x int32) { f.add(i32Const, uint64(int64(x)), 0) }

// I64 pushes a number.
func (f *Func) I64(x int64) { f.add(i64Const, uint64(x), 0) }

// F32 pushes a number.
func (f *Func) F32(x float32) { f.add(f32Const, uint64(math.Float32bits(x)), 0) }

// F64 pushes a number.
func (f *Func) F64(x float64) { f.add(f64Const, math.Float64bits(x), 0) }

// V128 pushes a vector, the lower half first.
func (f *Func) V128(low, high uint64) { f.add(v128Const, low, high) }

// Mem writes an access to memory: align is the logarithm of the alignment, at is
// added to the address.
func (f *Func) Mem(op *Op, align, at uint32) { f.add(op, uint64(align), uint64(at)) }

// MemLane is Mem for one lane of a vector.
func (f *Func) MemLane(op *Op, align, at uint32, lane int) {
	f.add(op, uint64(align)|uint64(lane)<<8, uint64(at))
}

// Lane writes an instruction on one lane of a vector.
func (f *Func) Lane(op *Op, lane int) { f.add(op, uint64(lane), 0) }

// Shuffle makes a vector of 16 bytes of the two on the stack.
func (f *Func) Shuffle(bytes [16]byte) {
	var a, b uint64
	for i := range 8 {
		a |= uint64(bytes[i]) << (8 * i)
		b |= uint64(bytes[8+i]) << (8 * i)
	}
	f.add(i8x16Shuffle, a, b)
}

// MemoryCopy copies bytes: to, from and their number are on the stack.
func (f *Func) MemoryCopy() { f.Op(memoryCopy) }

// Block opens a block; a branch to it goes to its end.
func (f *Func) Block() Label { return f.open(block, NoResult) }

// Loop opens a block; a branch to it goes to its start.
func (f *Func) Loop() Label { return f.open(loop, NoResult) }

// If opens a block that runs if the number on the stack is not 0.
func (f *Func) If(t BlockType) Label { return f.open(ifOp, t) }

// Else goes over to the other arm of an If.
func (f *Func) Else() {
	f.blocks[len(f.blocks)-1] = elseOp
	f.Op(elseOp)
}

// End closes the innermost block. An If without an Else gets one that is empty, unless it
// ends in a branch: behind an If without, wazero has forgotten which addresses it has
// checked.
func (f *Func) End() {
	top := len(f.blocks) - 1
	if f.blocks[top] == ifOp && f.code[len(f.code)-1].op != br {
		f.Op(elseOp)
	}
	f.blocks = f.blocks[:top]
	f.joins++
	f.Op(end)
}

// Joins is how often several ways came together: the blocks that have ended.
func (f *Func) Joins() int { return f.joins }

// Br branches to l.
func (f *Func) Br(l Label) { f.add(br, uint64(len(f.blocks)-int(l)), 0) }

// BrIf branches to l if the number on the stack is not 0.
func (f *Func) BrIf(l Label) { f.add(brIf, uint64(len(f.blocks)-int(l)), 0) }

func (f *Func) open(op *Op, t BlockType) Label {
	f.add(op, uint64(t), 0)
	f.blocks = append(f.blocks, op)
	return Label(len(f.blocks))
}
