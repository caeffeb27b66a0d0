package encode

// The instructions on vectors of 128 bits. Their names say what is in a vector:
// i32x4 is four ints of 32 bits.

func simd(code uint32, name string) *Op { return simdWith(noOperand, code, name) }

func simdWith(x operand, code uint32, name string) *Op { return &Op{0xfd, code, name, x} }

var (
	v128Const    = simdWith(v128Operand, 12, "v128.const")
	i8x16Shuffle = simdWith(shuffleOperand, 13, "i8x16.shuffle")
)

// Accesses to memory.
var (
	V128Load        = simdWith(memOperand, 0, "v128.load")
	V128Load32Zero  = simdWith(memOperand, 92, "v128.load32_zero")
	V128Store       = simdWith(memOperand, 11, "v128.store")
	V128Load32Lane  = simdWith(memLaneOperand, 86, "v128.load32_lane")
	V128Load64Lane  = simdWith(memLaneOperand, 87, "v128.load64_lane")
	V128Store32Lane = simdWith(memLaneOperand, 90, "v128.store32_lane")
	V128Store64Lane = simdWith(memLaneOperand, 91, "v128.store64_lane")
)

// Lanes.
var (
	I32x4Splat, I64x2Splat     = simd(17, "i32x4.splat"), simd(18, "i64x2.splat")
	F32x4Splat, F64x2Splat     = simd(19, "f32x4.splat"), simd(20, "f64x2.splat")
	I32x4Extract, I32x4Replace = simdWith(laneOperand, 27, "i32x4.extract_lane"), simdWith(laneOperand, 28, "i32x4.replace_lane")
	I64x2Extract, I64x2Replace = simdWith(laneOperand, 29, "i64x2.extract_lane"), simdWith(laneOperand, 30, "i64x2.replace_lane")
	F32x4Extract, F32x4Replace = simdWith(laneOperand, 31, "f32x4.extract_lane"), simdWith(laneOperand, 32, "f32x4.replace_lane")
	F64x2Extract, F64x2Replace = simdWith(laneOperand, 33, "f64x2.extract_lane"), simdWith(laneOperand, 34, "f64x2.replace_lane")
)

// Bits.
var (
	V128Not     = simd(77, "v128.not")
	V128And     = simd(78, "v128.and")
	V128AndNot  = simd(79, "v128.andnot")
	V128Or      = simd(80, "v128.or")
	V128Xor     = simd(81, "v128.xor")
	V128AnyTrue = simd(83, "v128.any_true")
)

// Ints.
var (
	I32x4Eq, I64x2Eq     = simd(55, "i32x4.eq"), simd(214, "i64x2.eq")
	I32x4Ne, I64x2Ne     = simd(56, "i32x4.ne"), simd(215, "i64x2.ne")
	I32x4LtS, I64x2LtS   = simd(57, "i32x4.lt_s"), simd(216, "i64x2.lt_s")
	I32x4LtU             = simd(58, "i32x4.lt_u")
	I32x4GtS, I64x2GtS   = simd(59, "i32x4.gt_s"), simd(217, "i64x2.gt_s")
	I32x4LeS, I64x2LeS   = simd(61, "i32x4.le_s"), simd(218, "i64x2.le_s")
	I32x4GeS, I64x2GeS   = simd(63, "i32x4.ge_s"), simd(219, "i64x2.ge_s")
	I32x4Neg, I64x2Neg   = simd(161, "i32x4.neg"), simd(193, "i64x2.neg")
	I32x4Shl, I64x2Shl   = simd(171, "i32x4.shl"), simd(203, "i64x2.shl")
	I32x4ShrS, I64x2ShrS = simd(172, "i32x4.shr_s"), simd(204, "i64x2.shr_s")
	I64x2ShrU            = simd(205, "i64x2.shr_u")
	I32x4Add, I64x2Add   = simd(174, "i32x4.add"), simd(206, "i64x2.add")
	I32x4Sub, I64x2Sub   = simd(177, "i32x4.sub"), simd(209, "i64x2.sub")
	I32x4Mul, I64x2Mul   = simd(181, "i32x4.mul"), simd(213, "i64x2.mul")
	I32x4MinS, I32x4MaxS = simd(182, "i32x4.min_s"), simd(184, "i32x4.max_s")
)

// Floats.
var (
	F32x4Eq, F64x2Eq       = simd(65, "f32x4.eq"), simd(71, "f64x2.eq")
	F32x4Ne, F64x2Ne       = simd(66, "f32x4.ne"), simd(72, "f64x2.ne")
	F32x4Lt, F64x2Lt       = simd(67, "f32x4.lt"), simd(73, "f64x2.lt")
	F32x4Gt, F64x2Gt       = simd(68, "f32x4.gt"), simd(74, "f64x2.gt")
	F32x4Le, F64x2Le       = simd(69, "f32x4.le"), simd(75, "f64x2.le")
	F32x4Ge, F64x2Ge       = simd(70, "f32x4.ge"), simd(76, "f64x2.ge")
	F32x4Ceil, F64x2Ceil   = simd(103, "f32x4.ceil"), simd(116, "f64x2.ceil")
	F32x4Floor, F64x2Floor = simd(104, "f32x4.floor"), simd(117, "f64x2.floor")
	F32x4Trunc, F64x2Trunc = simd(105, "f32x4.trunc"), simd(122, "f64x2.trunc")
	F32x4Abs, F64x2Abs     = simd(224, "f32x4.abs"), simd(236, "f64x2.abs")
	F32x4Sqrt, F64x2Sqrt   = simd(227, "f32x4.sqrt"), simd(239, "f64x2.sqrt")
	F32x4Add, F64x2Add     = simd(228, "f32x4.add"), simd(240, "f64x2.add")
	F32x4Sub, F64x2Sub     = simd(229, "f32x4.sub"), simd(241, "f64x2.sub")
	F32x4Mul, F64x2Mul     = simd(230, "f32x4.mul"), simd(242, "f64x2.mul")
	F32x4Div, F64x2Div     = simd(231, "f32x4.div"), simd(243, "f64x2.div")
	F32x4PMin, F64x2PMin   = simd(234, "f32x4.pmin"), simd(246, "f64x2.pmin")
	F32x4PMax, F64x2PMax   = simd(235, "f32x4.pmax"), simd(247, "f64x2.pmax")
)

// Conversions.
var (
	I8x16NarrowI16x8U       = simd(102, "i8x16.narrow_i16x8_u")
	I16x8NarrowI32x4S       = simd(133, "i16x8.narrow_i32x4_s")
	I16x8NarrowI32x4U       = simd(134, "i16x8.narrow_i32x4_u")
	I16x8ExtendLowI8x16U    = simd(137, "i16x8.extend_low_i8x16_u")
	I32x4ExtendLowI16x8U    = simd(169, "i32x4.extend_low_i16x8_u")
	I64x2ExtendLowI32x4S    = simd(199, "i64x2.extend_low_i32x4_s")
	I64x2ExtendHighI32x4S   = simd(200, "i64x2.extend_high_i32x4_s")
	I64x2ExtendLowI32x4U    = simd(201, "i64x2.extend_low_i32x4_u")
	I64x2ExtendHighI32x4U   = simd(202, "i64x2.extend_high_i32x4_u")
	I32x4TruncSatF32x4S     = simd(248, "i32x4.trunc_sat_f32x4_s")
	F32x4ConvertI32x4S      = simd(250, "f32x4.convert_i32x4_s")
	I32x4TruncSatF64x2SZero = simd(252, "i32x4.trunc_sat_f64x2_s_zero")
	F64x2ConvertLowI32x4S   = simd(254, "f64x2.convert_low_i32x4_s")
	F32x4DemoteF64x2Zero    = simd(94, "f32x4.demote_f64x2_zero")
	F64x2PromoteLowF32x4    = simd(95, "f64x2.promote_low_f32x4")
)
