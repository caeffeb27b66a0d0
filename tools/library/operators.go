package library

// Operators and forms. They have no definition that a comment could stand above.

import "nessiec/tools/session"

// A form is an operator, or a form, whose entry has no type.
type form struct {
	session.Doc
	function string // the operator as a function; "" for forms
}

var forms = []form{
	binary("+", "The sum. Ints wrap.", "1 + 2 = 3", "sum", "-"),
	{session.Doc{Name: "-", Text: "The difference; in front of a number, its negation. Ints wrap.", Cost: constant,
		Examples: []string{"1 - 2 = -1", "-(2.5) = -2.5"}, See: []string{"+", "negate"}}, "(a, b) => a - b"},
	binary("*", "The product. Ints wrap.", "3 * 4 = 12", "product", "^"),
	{session.Doc{Name: "/", Text: "The quotient. That of ints is truncated toward zero.", Cost: constant,
		Examples: []string{"-7 / 2 = -3", "1.0 / 4.0 = 0.25", `1 / 0 fails "Divide by zero."`}, See: []string{"rem", "mod"}}, "(a, b) => a / b"},
	{session.Doc{Name: "^", Text: "a to a power that is an int and not negative.", Cost: "work log b, span log b",
		Examples: []string{"2 ^ 10 = 1024", "1.5 ^ 2 = 2.25", `2 ^ -1 fails "The power must be nonnegative for ^ ."`}, See: []string{"expt"}}, "(a, b) => a ^ b"},
	binary("==", "Whether two numbers or characters are equal. For values of other types there is eql.", "2 == 3 = f", "eql", "/="),
	binary("/=", "Whether two numbers or characters differ.", "2 /= 3 = t", "=="),
	binary("<", "Whether a is less than b; characters by their codes.", "`a < `b = t", "<=", ">"),
	binary("<=", "Whether a is less than b, or equal.", "2 <= 2 = t", "<", ">="),
	binary(">", "Whether a is greater than b; characters by their codes.", "2 > 3 = f", ">=", "<"),
	binary(">=", "Whether a is greater than b, or equal.", "2 >= 2 = t", ">", "<="),
	binary("and", "Whether both are true; of ints, the bits that both have. Both sides are evaluated.", "(t and f) = f", "or", "all"),
	binary("or", "Whether one is true; of ints, the bits that one of them has. Both sides are evaluated.", "(12 or 10) = 14", "and", "any"),
	binary("xor", "Whether exactly one is true; of ints, the bits that exactly one has.", "(t xor t) = f", "parity", "or"),
	binary("nand", "Whether not both are true; of ints, for every bit.", "(t nand f) = t", "and", "not"),
	binary("nor", "Whether none is true; of ints, for every bit.", "(f nor f) = t", "or", "not"),
	{session.Doc{Name: "#", Text: "The number of elements.", Cost: constant, Examples: []string{"#[3, 1, 2] = 3"}, See: []string{"length"}}, "v => #v"},
	{session.Doc{Name: "a[i]", Text: "The element at place i, from 0.", Cost: constant,
		Examples: []string{"[3, 1, 2][1] = 1", `[3, 1, 2][3] fails "Sequence reference (a[i]) out of bounds."`}, See: []string{"elt", "->"}}, "(a, i) => a[i]"},
	{session.Doc{Name: "[s:e:d]", Text: "The ints s, s + d, ... that are below e; [s:e] has steps of 1.", Cost: "work the number of them, span 1",
		Examples: []string{"[0:10:3] = [0, 3, 6, 9]", "[1:4] = [1, 2, 3]", `[4:1] fails "In [s:e:l], e must be >= to s, and l must be positive."`},
		See:      []string{"index", "iseq"}}, "(s, e, d) => [s:e:d]"},
	{session.Doc{Name: "++", Text: "The elements of a, then those of b.", Cost: "work #a + #b, span 1",
		Examples: []string{"[1, 2] ++ [3] = [1, 2, 3]"}, See: []string{"append", "flatten"}}, "(a, b) => a ++ b"},
	{session.Doc{Name: "->", Text: "The elements of v at places is.", Cost: "work #is, span 1",
		Examples: []string{"[10, 20, 30] -> [2, 0] = [30, 10]", `[10] -> [1] fails "Index out of bounds for function ->."`}, See: []string{"get", "<-"}},
		"(v, is) => v -> is"},
	{session.Doc{Name: "<-", Text: "d with the values of pairs (place, value) written into it. Of values for one place the last one wins.",
		Cost: "work #d + #ivs, span 1", Examples: []string{"[0, 0, 0] <- [(1, 5)] = [0, 5, 0]", `[0] <- [(1, 5)] fails "Index out of bounds for function <-."`},
		See: []string{"write", "put", "->"}}, "(d, ivs) => d <- ivs"},
	{session.Doc{Name: "@", Text: "A value as text.", Cost: "work the size of a, span log of it", Examples: []string{`@[1, 2] = "[1, 2]"`}, See: []string{"string"}}, "a => @a"},
	{session.Doc{Name: "||", Text: "s with blanks behind it, as many as n says; with -n, in front of it, so that it is n characters wide.",
		Cost: "work #s + n, span 1", Examples: []string{`"ab" || -4 = "  ab"`}, See: []string{"string", "justify_text"}}, "(s, n) => s || n"},
	{session.Doc{Name: "{e : x in v | c}", Text: "e for every element of v for which c holds, all at once. Several sequences, of the same length, are gone through together. " +
		"Without e, the elements themselves; without c, all of them.", Cost: "work the sum of those of e and c, span the largest of them and, with c, log n",
		Examples: []string{"{x * x : x in [1, 2, 3]} = [1, 4, 9]", "{x in [3, -1, 4] | x > 0} = [3, 4]", "{x + y : x in [1, 2]; y in [10, 20]} = [11, 22]",
			`{x + y : x in [1]; y in [1, 2]} fails "Length mismatch in an apply-to-each."`}, See: []string{"map", "pack"}}, ""},
	{session.Doc{Name: "if", Text: "One of two values, of which only that one is computed.", Cost: "that of the condition and of the part that is chosen",
		Examples: []string{"if 1 < 2 then 10 / 1 else 1 / 0 = 10"}, See: []string{"select"}}, ""},
	{session.Doc{Name: "let", Text: "Names for values, one after another; a name can be a pattern.", Cost: "the sum of those of its parts",
		Examples: []string{"let x = 3; (y, z) = (x, 4) in y * z = 12"}, See: []string{"=>"}}, ""},
	{session.Doc{Name: "=>", Text: "A function without a name, for functions that take functions.", Cost: constant,
		Examples: []string{"reduce(((a, b) => a * b), 1, [2, 3, 4]) = 24"}, See: []string{"let", "map", "reduce"}}, ""},
}

// binary is an operator between two scalars.
func binary(name, text, example string, see ...string) form {
	return form{session.Doc{Name: name, Text: text, Cost: constant, Examples: []string{example}, See: see}, "(a, b) => a " + name + " b"}
}
