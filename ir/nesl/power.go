// Binding powers: how tightly the tokens of NESL hold their operands. The
// parser and the formatter read the same table, so they cannot disagree.

package nesl

// Power is the pair of binding powers of an infix token. An operand between
// two tokens belongs to the one whose power on that side is higher; a Right
// below Left makes the token right-associative.
type Power struct{ Left, Right int }

// The powers that have a name. Application, with parentheses or by
// juxtaposition, and indexing bind tightest on the left and close themselves
// on the right. if and let, having no left operand, take whatever stands to
// the right at LevelExpr, commas included.
const (
	PowerApply  = 30 // left power of f(x), f x, a[i]
	PowerPrefix = 25 // right power of - # @
	LevelElem   = 4  // elements of a sequence and bounds of a range: no commas
	LevelExpr   = 3  // everywhere else: commas are pairs
)

// Infix lists the infix tokens. It is the table of the NESL 3.1 reader, in
// which -> and <- bind tighter than ^ (the manual says otherwise). In types
// the tokens -> and , have the same powers.
var Infix = map[string]Power{
	"->":  {24, 23},
	"<-":  {23, 23},
	"^":   {22, 22},
	"*":   {21, 21},
	"/":   {21, 21},
	"||":  {21, 21},
	"+":   {20, 20},
	"-":   {20, 20},
	"++":  {20, 20},
	"==":  {10, 10},
	"/=":  {10, 10},
	"<":   {10, 10},
	">":   {10, 10},
	"<=":  {10, 10},
	">=":  {10, 10},
	"and": {8, 8}, "nand": {8, 8},
	"or": {7, 7}, "nor": {7, 7}, "xor": {7, 7},
	":=": {5, 5},
	"=>": {5, 4},
	",":  {4, 3},
}

// IsPrefix reports whether op is a prefix operator. Only - is infix as well.
func IsPrefix(op string) bool { return op == "-" || op == "#" || op == "@" }
