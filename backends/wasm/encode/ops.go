package encode

// The instructions but those on vectors.

// An operand says what stands behind the code of an instruction.
type operand uint8

const (
	noOperand     operand = iota
	localOperand          // the number of a variable
	globalOperand         // a variable of the module
	funcOperand           // a function
	depthOperand          // how many blocks further out
	blockOperand          // the type of a block
	i32Operand            // numbers
	i64Operand
	f32Operand
	f64Operand
	v128Operand
	memOperand     // alignment and offset
	memLaneOperand // and a lane
	laneOperand
	shuffleOperand // 16 lanes
	zeroOperand    // a byte 0
	zerosOperand   // two of them
)

// An Op is an instruction: its code, after a prefix if that is not 0, and its
// name in text.
type Op struct {
	prefix  byte
	code    uint32
	name    string
	operand operand
}

func (o *Op) String() string { return o.name }

func plain(code uint32, name string) *Op { return &Op{code: code, name: name} }

func with(x operand, code uint32, name string) *Op { return &Op{code: code, name: name, operand: x} }

var (
	block      = with(blockOperand, 0x02, "block")
	loop       = with(blockOperand, 0x03, "loop")
	ifOp       = with(blockOperand, 0x04, "if")
	elseOp     = plain(0x05, "else")
	end        = plain(0x0b, "end")
	br         = with(depthOperand, 0x0c, "br")
	brIf       = with(depthOperand, 0x0d, "br_if")
	call       = with(funcOperand, 0x10, "call")
	localGet   = with(localOperand, 0x20, "local.get")
	localSet   = with(localOperand, 0x21, "local.set")
	localTee   = with(localOperand, 0x22, "local.tee")
	globalGet  = with(globalOperand, 0x23, "global.get")
	globalSet  = with(globalOperand, 0x24, "global.set")
	i32Const   = with(i32Operand, 0x41, "i32.const")
	i64Const   = with(i64Operand, 0x42, "i64.const")
	f32Const   = with(f32Operand, 0x43, "f32.const")
	f64Const   = with(f64Operand, 0x44, "f64.const")
	memoryCopy = &Op{0xfc, 10, "memory.copy", zerosOperand}
)

// Control, and what works on any type.
var (
	Unreachable = plain(0x00, "unreachable")
	Return      = plain(0x0f, "return")
	Drop        = plain(0x1a, "drop")
	Select      = plain(0x1b, "select")
	MemorySize  = with(zeroOperand, 0x3f, "memory.size")
	MemoryGrow  = with(zeroOperand, 0x40, "memory.grow")
)

// Accesses to memory.
var (
	I32Load   = with(memOperand, 0x28, "i32.load")
	I64Load   = with(memOperand, 0x29, "i64.load")
	F32Load   = with(memOperand, 0x2a, "f32.load")
	F64Load   = with(memOperand, 0x2b, "f64.load")
	I32Load8U = with(memOperand, 0x2d, "i32.load8_u")
	I32Store  = with(memOperand, 0x36, "i32.store")
	I64Store  = with(memOperand, 0x37, "i64.store")
	F32Store  = with(memOperand, 0x38, "f32.store")
	F64Store  = with(memOperand, 0x39, "f64.store")
	I32Store8 = with(memOperand, 0x3a, "i32.store8")
)

// Ints.
var (
	I32Eqz, I64Eqz   = plain(0x45, "i32.eqz"), plain(0x50, "i64.eqz")
	I32Eq, I64Eq     = plain(0x46, "i32.eq"), plain(0x51, "i64.eq")
	I32Ne, I64Ne     = plain(0x47, "i32.ne"), plain(0x52, "i64.ne")
	I32LtS, I64LtS   = plain(0x48, "i32.lt_s"), plain(0x53, "i64.lt_s")
	I32LtU, I64LtU   = plain(0x49, "i32.lt_u"), plain(0x54, "i64.lt_u")
	I32GtS, I64GtS   = plain(0x4a, "i32.gt_s"), plain(0x55, "i64.gt_s")
	I32GtU, I64GtU   = plain(0x4b, "i32.gt_u"), plain(0x56, "i64.gt_u")
	I32LeS, I64LeS   = plain(0x4c, "i32.le_s"), plain(0x57, "i64.le_s")
	I32LeU, I64LeU   = plain(0x4d, "i32.le_u"), plain(0x58, "i64.le_u")
	I32GeS, I64GeS   = plain(0x4e, "i32.ge_s"), plain(0x59, "i64.ge_s")
	I32Clz           = plain(0x67, "i32.clz")
	I32Popcnt        = plain(0x69, "i32.popcnt")
	I64Popcnt        = plain(0x7b, "i64.popcnt")
	I32Add, I64Add   = plain(0x6a, "i32.add"), plain(0x7c, "i64.add")
	I32Sub, I64Sub   = plain(0x6b, "i32.sub"), plain(0x7d, "i64.sub")
	I32Mul, I64Mul   = plain(0x6c, "i32.mul"), plain(0x7e, "i64.mul")
	I32DivS, I64DivS = plain(0x6d, "i32.div_s"), plain(0x7f, "i64.div_s")
	I32RemS, I64RemS = plain(0x6f, "i32.rem_s"), plain(0x81, "i64.rem_s")
	I32And, I64And   = plain(0x71, "i32.and"), plain(0x83, "i64.and")
	I32Or, I64Or     = plain(0x72, "i32.or"), plain(0x84, "i64.or")
	I32Xor, I64Xor   = plain(0x73, "i32.xor"), plain(0x85, "i64.xor")
	I32Shl, I64Shl   = plain(0x74, "i32.shl"), plain(0x86, "i64.shl")
	I32ShrS, I64ShrS = plain(0x75, "i32.shr_s"), plain(0x87, "i64.shr_s")
	I32ShrU, I64ShrU = plain(0x76, "i32.shr_u"), plain(0x88, "i64.shr_u")
)

// Floats.
var (
	F32Eq, F64Eq       = plain(0x5b, "f32.eq"), plain(0x61, "f64.eq")
	F32Ne, F64Ne       = plain(0x5c, "f32.ne"), plain(0x62, "f64.ne")
	F32Lt, F64Lt       = plain(0x5d, "f32.lt"), plain(0x63, "f64.lt")
	F32Gt, F64Gt       = plain(0x5e, "f32.gt"), plain(0x64, "f64.gt")
	F32Le, F64Le       = plain(0x5f, "f32.le"), plain(0x65, "f64.le")
	F32Ge, F64Ge       = plain(0x60, "f32.ge"), plain(0x66, "f64.ge")
	F32Abs, F64Abs     = plain(0x8b, "f32.abs"), plain(0x99, "f64.abs")
	F32Ceil, F64Ceil   = plain(0x8d, "f32.ceil"), plain(0x9b, "f64.ceil")
	F32Floor, F64Floor = plain(0x8e, "f32.floor"), plain(0x9c, "f64.floor")
	F32Trunc, F64Trunc = plain(0x8f, "f32.trunc"), plain(0x9d, "f64.trunc")
	F32Sqrt, F64Sqrt   = plain(0x91, "f32.sqrt"), plain(0x9f, "f64.sqrt")
	F32Add, F64Add     = plain(0x92, "f32.add"), plain(0xa0, "f64.add")
	F32Sub, F64Sub     = plain(0x93, "f32.sub"), plain(0xa1, "f64.sub")
	F32Mul, F64Mul     = plain(0x94, "f32.mul"), plain(0xa2, "f64.mul")
	F32Div, F64Div     = plain(0x95, "f32.div"), plain(0xa3, "f64.div")
)

// Conversions.
var (
	I32WrapI64        = plain(0xa7, "i32.wrap_i64")
	I64ExtendI32S     = plain(0xac, "i64.extend_i32_s")
	I64ExtendI32U     = plain(0xad, "i64.extend_i32_u")
	F32ConvertI32S    = plain(0xb2, "f32.convert_i32_s")
	F32ConvertI64S    = plain(0xb4, "f32.convert_i64_s")
	F32DemoteF64      = plain(0xb6, "f32.demote_f64")
	F64ConvertI32S    = plain(0xb7, "f64.convert_i32_s")
	F64ConvertI64S    = plain(0xb9, "f64.convert_i64_s")
	F64PromoteF32     = plain(0xbb, "f64.promote_f32")
	I32ReinterpretF32 = plain(0xbc, "i32.reinterpret_f32")
	I64ReinterpretF64 = plain(0xbd, "i64.reinterpret_f64")
	I32TruncSatF32S   = &Op{0xfc, 0, "i32.trunc_sat_f32_s", noOperand}
	I32TruncSatF64S   = &Op{0xfc, 2, "i32.trunc_sat_f64_s", noOperand}
	I64TruncSatF32S   = &Op{0xfc, 4, "i64.trunc_sat_f32_s", noOperand}
	I64TruncSatF64S   = &Op{0xfc, 6, "i64.trunc_sat_f64_s", noOperand}
)
