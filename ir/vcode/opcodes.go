package vcode

// The instructions that take operands and push results: the one table of them.

import (
	"strings"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// An Opcode is an instruction.
type Opcode uint8

// A Class tells how the lengths of the results of an instruction follow from its operands.
type Class uint8

// The classes.
const (
	Elementwise  Class = iota // operands and result have one length
	Scanning                  // v s -> v
	Reducing                  // v s -> one element for each segment
	Distributing              // one element for each segment -> one for each element
	PerSegment                // one element for each segment of the last operand
	Reordering                // as many elements as the last descriptor has
	Special                   // by a rule of its own
	IO                        // input, output and time: in the order of the program
)

// An Op is what the table says of an instruction.
type Op struct {
	Name    string
	Class   Class
	Types   string    // the words that may follow it, nothing if none does
	Args    string    // its operands, deepest first: v (of its type), i b f ints, bools, floats, s a descriptor, x anything of its type
	Results string    // likewise; 1 behind a letter means one element
	Code    prim.Code // what is done with elements
	Rop     prim.Rop  // of scans and reductions
}

const (
	numbers  = "INT FLOAT"
	logical  = "INT BOOL"
	anything = "INT FLOAT BOOL"
	written  = "INT FLOAT BOOL CHAR SEGDES"
)

// The instructions that passes and the machine name; all are in the table.
const (
	OpDist Opcode = iota
	OpIndex
	OpLength
	OpMakeSegdes
	OpLengths
	OpExtract
	OpReplace
	OpPermute
	OpDPermute
	OpBPermute
	OpFPermute
	OpBFPermute
	OpDFPermute
	OpPack
	OpRankUp
	OpRankDown
	OpRand
	OpSeedRand
	OpStartTimer
	OpStopTimer
	OpRead
	OpWrite
	OpFOpen
	OpFClose
	OpFRead
	OpFWrite
	OpFReadChar
	OpSpawn
	OpIntToBool
)

// Ops is the table, by opcode.
var Ops = append([]Op{
	OpDist:       {Name: "DIST", Class: Distributing, Types: anything, Args: "vs", Results: "v"},
	OpIndex:      {Name: "INDEX", Class: Distributing, Args: "iis", Results: "i"},
	OpLength:     {Name: "LENGTH", Class: Special, Types: anything, Args: "v", Results: "i1"},
	OpMakeSegdes: {Name: "MAKE_SEGDES", Class: Special, Args: "i", Results: "s"},
	OpLengths:    {Name: "LENGTHS", Class: PerSegment, Args: "s", Results: "i"},
	OpExtract:    {Name: "EXTRACT", Class: PerSegment, Types: anything, Args: "vis", Results: "v"},
	OpReplace:    {Name: "REPLACE", Class: Reordering, Types: anything, Args: "vivs", Results: "v"},
	OpPermute:    {Name: "PERMUTE", Class: Reordering, Types: anything, Args: "vis", Results: "v"},
	OpDPermute:   {Name: "DPERMUTE", Class: Reordering, Types: anything, Args: "vivss", Results: "v"},
	OpBPermute:   {Name: "BPERMUTE", Class: Reordering, Types: anything, Args: "viss", Results: "v"},
	OpFPermute:   {Name: "FPERMUTE", Class: Reordering, Types: anything, Args: "vibs", Results: "v"},
	OpBFPermute:  {Name: "BFPERMUTE", Class: Reordering, Types: anything, Args: "vibss", Results: "v"},
	OpDFPermute:  {Name: "DFPERMUTE", Class: Reordering, Types: anything, Args: "vibvss", Results: "v"},
	OpPack:       {Name: "PACK", Class: Special, Types: anything, Args: "vbs", Results: "vs"},
	OpRankUp:     {Name: "RANK_UP", Class: Reordering, Types: numbers, Args: "vs", Results: "i"},
	OpRankDown:   {Name: "RANK_DOWN", Class: Reordering, Types: numbers, Args: "vs", Results: "i"},
	OpRand:       {Name: "RAND", Class: Elementwise, Args: "i", Results: "i"},
	OpSeedRand:   {Name: "SRAND", Class: IO, Types: "INT", Args: "i", Results: "b1"},
	OpStartTimer: {Name: "START_TIMER", Class: IO},
	OpStopTimer:  {Name: "STOP_TIMER", Class: IO, Results: "f1"},
	OpRead:       {Name: "READ", Class: IO, Types: written, Results: "xib1"},
	OpWrite:      {Name: "WRITE", Class: IO, Types: written, Args: "x", Results: "ib1"},
	OpFOpen:      {Name: "FOPEN", Class: IO, Args: "ii", Results: "i1ib1"},
	OpFClose:     {Name: "FCLOSE", Class: IO, Args: "i", Results: "ib1"},
	OpFRead:      {Name: "FREAD", Class: IO, Types: written, Args: "i", Results: "xib1"},
	OpFWrite:     {Name: "FWRITE", Class: IO, Types: written, Args: "xi", Results: "ib1"},
	OpFReadChar:  {Name: "FREAD_CHAR", Class: IO, Args: "iii", Results: "ii1ib1"},
	OpSpawn:      {Name: "SPAWN", Class: IO, Args: "iiii", Results: "i1i1i1ib1"},
	OpIntToBool:  {Name: "I_TO_B", Class: Elementwise, Args: "i", Results: "b"},
}, others()...)

// others is the instructions whose meaning is a primitive.
func others() (out []Op) {
	add := func(class Class, types, args, results string, ops ...Op) {
		for _, o := range ops {
			o.Class, o.Types, o.Args, o.Results = class, types, args, results
			out = append(out, o)
		}
	}
	add(Elementwise, numbers, "vv", "v", Op{Name: "+", Code: prim.Add}, Op{Name: "-", Code: prim.Sub}, Op{Name: "*", Code: prim.Mul},
		Op{Name: "/", Code: prim.Div})
	add(Elementwise, numbers, "vv", "b", Op{Name: "<", Code: prim.Lt}, Op{Name: "<=", Code: prim.Le}, Op{Name: ">", Code: prim.Gt},
		Op{Name: ">=", Code: prim.Ge}, Op{Name: "=", Code: prim.Eq}, Op{Name: "!=", Code: prim.Ne})
	add(Elementwise, "", "ii", "i", Op{Name: "%", Code: prim.Rem}, Op{Name: "LSHIFT", Code: prim.Shl}, Op{Name: "RSHIFT", Code: prim.Shr})
	add(Elementwise, logical, "v", "v", Op{Name: "NOT", Code: prim.Not})
	add(Elementwise, logical, "vv", "v", Op{Name: "AND", Code: prim.And}, Op{Name: "OR", Code: prim.Or}, Op{Name: "XOR", Code: prim.Xor})
	add(Elementwise, anything, "bvv", "v", Op{Name: "SELECT", Code: prim.Select})
	add(Elementwise, "", "f", "i", Op{Name: "FLOOR", Code: prim.Floor}, Op{Name: "CEIL", Code: prim.Ceil}, Op{Name: "TRUNC", Code: prim.Trunc},
		Op{Name: "ROUND", Code: prim.Round})
	add(Elementwise, "", "f", "f", Op{Name: "LOG", Code: prim.Ln}, Op{Name: "SQRT", Code: prim.Sqrt}, Op{Name: "EXP", Code: prim.Exp},
		Op{Name: "SIN", Code: prim.Sin}, Op{Name: "COS", Code: prim.Cos}, Op{Name: "TAN", Code: prim.Tan}, Op{Name: "ASIN", Code: prim.Asin},
		Op{Name: "ACOS", Code: prim.Acos}, Op{Name: "ATAN", Code: prim.Atan}, Op{Name: "SINH", Code: prim.Sinh}, Op{Name: "COSH", Code: prim.Cosh},
		Op{Name: "TANH", Code: prim.Tanh})
	add(Elementwise, "", "i", "f", Op{Name: "I_TO_F", Code: prim.ToFloat})
	add(Elementwise, "", "b", "i", Op{Name: "B_TO_I", Code: prim.Btoi})
	for _, folds := range []struct {
		suffix, results string
		class           Class
	}{{"_SCAN", "v", Scanning}, {"_REDUCE", "v", Reducing}} {
		for i, name := range []string{"+", "*", "MAX", "MIN", "AND", "OR", "XOR"} {
			ops := []prim.Rop{prim.RAdd, prim.RMul, prim.RMax, prim.RMin, prim.RAnd, prim.ROr, prim.RXor}
			ts := numbers
			if i >= 4 {
				ts = logical
			}
			add(folds.class, ts, "vs", folds.results, Op{Name: name + folds.suffix, Rop: ops[i]})
		}
	}
	return out
}

// Of is what the table says of o.
func (o Opcode) Of() *Op { return &Ops[o] }

func (o Opcode) String() string { return Ops[o].Name }

var opcodeNames = func() map[string]Opcode {
	m := make(map[string]Opcode, len(Ops))
	for i, o := range Ops {
		m[o.Name] = Opcode(i)
	}
	return m
}()

// ParseOpcode reads the word of an instruction.
func ParseOpcode(s string) (Opcode, bool) {
	o, ok := opcodeNames[s]
	return o, ok
}

// Takes reports whether the type may stand behind the instruction; nil is none.
func (o *Op) Takes(t *types.Type) bool {
	if o.Types == "" || t == nil {
		return o.Types == "" && t == nil
	}
	for _, w := range strings.Fields(o.Types) {
		if w == TypeWord(t) {
			return true
		}
	}
	return false
}
