package harlan

// The operators, and those that reductions know.

// An Operator is a binary operator of the language.
type Operator uint8

// The operators.
const (
	Add Operator = iota
	Sub
	Mul
	Div
	Mod
	ShiftLeft
	ShiftRight
	BitAnd
	BitOr
	BitXor
	Less
	LessEqual
	Equal
	GreaterEqual
	Greater
)

var operatorNames = [...]string{"+", "-", "*", "/", "mod", "<<", ">>", "bitwise-and", "bitwise-or", "bitwise-xor",
	"<", "<=", "=", ">=", ">"}

func (o Operator) String() string { return operatorNames[o] }

// ParseOperator reads the name of an operator.
func ParseOperator(s string) (Operator, bool) { return parse[Operator](operatorNames[:], s) }

// Compares reports whether the value is a bool.
func (o Operator) Compares() bool { return o >= Less }

// Integral reports whether o is for ints alone.
func (o Operator) Integral() bool { return o >= Mod && o <= BitXor }

// A Folding is an operator that reductions have a primitive for.
type Folding uint8

// The foldings.
const (
	Sum Folding = iota
	Product
	Maximum
	Minimum
	All
	Some
)

var foldingNames = [...]string{"sum", "product", "max", "min", "all", "some"}

func (f Folding) String() string { return foldingNames[f] }

// ParseFolding reads the name of a folding.
func ParseFolding(s string) (Folding, bool) { return parse[Folding](foldingNames[:], s) }

func parse[T ~uint8](names []string, s string) (T, bool) {
	for i, n := range names {
		if n == s {
			return T(i), true
		}
	}
	return 0, false
}
