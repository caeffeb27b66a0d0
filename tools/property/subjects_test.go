package property

// What is tested.

import (
	"bufio"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A subject is a function of one argument, named a in body. name selects its
// domain.
type subject struct {
	name, body string
	sig        signature
}

// operators have no name in NESL; the last ones are small programs that nest
// several functions or take functions.
var operators = []struct{ name, body, sig string }{
	{"add", "let (x, y) = a in x + y", "(a, a) -> a :: (a in number)"},
	{"sub", "let (x, y) = a in x - y", "(a, a) -> a :: (a in number)"},
	{"mul", "let (x, y) = a in x * y", "(a, a) -> a :: (a in number)"},
	{"div", "let (x, y) = a in x / y", "(a, a) -> a :: (a in number)"},
	{"eq", "let (x, y) = a in x == y", "(a, a) -> bool :: (a in ordinal)"},
	{"ne", "let (x, y) = a in x /= y", "(a, a) -> bool :: (a in ordinal)"},
	{"lt", "let (x, y) = a in x < y", "(a, a) -> bool :: (a in ordinal)"},
	{"le", "let (x, y) = a in x <= y", "(a, a) -> bool :: (a in ordinal)"},
	{"gt", "let (x, y) = a in x > y", "(a, a) -> bool :: (a in ordinal)"},
	{"ge", "let (x, y) = a in x >= y", "(a, a) -> bool :: (a in ordinal)"},
	{"and", "let (x, y) = a in x and y", "(a, a) -> a :: (a in logical)"},
	{"or", "let (x, y) = a in x or y", "(a, a) -> a :: (a in logical)"},
	{"xor", "let (x, y) = a in x xor y", "(a, a) -> a :: (a in logical)"},
	{"nand", "let (x, y) = a in x nand y", "(a, a) -> a :: (a in logical)"},
	{"nor", "let (x, y) = a in x nor y", "(a, a) -> a :: (a in logical)"},
	{"power", "let (x, n) = a in x ^ n", "(a, int) -> a :: (a in number)"},
	{"pad", "let (s, n) = a in s || n", "([char], int) -> [char]"},
	{"program_if", "let (c, x, y) = a in if c then reverse(x) else y", "(bool, [a], [a]) -> [a] :: (a in any)"},
	{"program_table", "search_table(rest(a), create_table(first(a)))", "([(a, b)], [a]) -> [(b, bool)] :: (a in any; b in any)"},
	{"program_insert", "let (x, y) = a in table_entries(insert_table(y, fast_create_table(x)))",
		"([(a, int)], [(a, int)]) -> [(a, int)] :: (a in any)"},
	{"program_map", "let (x, y) = a in map(p => p + x, y)", "(a, [a]) -> [a] :: (a in number)"},
	{"program_scan", "scan((x, y) => x + y, 0, a ++ [1])", "[int] -> ([int], int)"},
	{"program_inclusive", "inclusive_scan((x, y) => x + y, a)", "[int] -> [int]"},
	{"program_keys", "reduce_by_key((x, y) => x + y, 0, a)", "[(a, int)] -> [(a, int)] :: (a in any)"},
	{"program_filter", "{x : x in a | eql(x, a[0])}", "[a] -> [a] :: (a in any)"},
	{"program_dot", "{sum({x * y : x in r; y in r}) : r in a}", "[[a]] -> [a] :: (a in number)"},
	{"program_rand", "{rand(x) : x in {10 : x in a}}", "[a] -> [int] :: (a in any)"},
	{"program_randoms", "{rand(x) : x in {2.5 : x in a}}", "[a] -> [float] :: (a in any)"},
	{"program_seq", "let (x, y) = a in [x, y, x]", "(a, a) -> [a] :: (a in any)"},
	{"program_range", "let (x, y) = a in [rem(x, 30):rem(y, 30):2]", "(int, int) -> [int]"},
}

// omitted are functions of the library that do input or output, take or give
// functions, datatypes or streams, or seed the generator.
var omitted = []string{"rand_seed", "print_char", "print_string", "print_line", "print", "printl", "print_debug", "error", "prompt",
	"open_check", "read_check", "write_check", "close_check", "read_object_from_file", "read_int_seq_from_file",
	"read_float_seq_from_file", "read_string_from_file", "write_string_to_file", "append_string_to_file", "write_object_to_file",
	"get_environment_variable", "grep", "open_in_file", "open_out_file", "open_append_file"}

// subjects lists all.
func subjects(t *testing.T) (out []subject) {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "passes", "front", "testdata", "library.sig"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " : ")
		if sig, err := parseSignature(text); err == nil && !slices.Contains(omitted, name) {
			out = append(out, subject{name, name + "(a)", sig})
		}
	}
	if len(out) < 140 {
		t.Fatalf("only %d functions in the library", len(out))
	}
	for _, o := range operators {
		sig, err := parseSignature(o.sig)
		if err != nil {
			t.Fatal(err)
		}

		out = append(out, subject{o.name, o.body, sig})
	}
	return out
}

// candidates are the types that stand for a variable of a class.
var candidates = map[string][]string{
	"number": {"int", "float"}, "ordinal": {"int", "float", "char"}, "logical": {"bool", "int"}, "scalar": {"int", "float", "bool", "char"},
	"ordered": {"[char]", "int", "(int, bool)", "float", "[[int]]", "bool", "(float, ([char], char))", "char", "[(char, int)]", "[[char]]", "[float]", "[bool]", "([int], int)"},
	"any":     {"int", "[char]", "(int, bool)", "float", "[[int]]", "bool", "(float, [int])", "char", "[(char, [float])]", "[(int, int)]", "(int, (bool, char), int)"},
}

// instances are the types of s to test: some when only a sample is wanted.
func (s subject) instances(r *rand.Rand, all bool) (out []map[string]*typ) {
	rounds := 1
	for _, v := range s.sig.vars {
		rounds = max(rounds, len(candidates[s.sig.class[v]]))
	}
	first := r.IntN(rounds)
	for i := range rounds {
		if i > 0 && !all {
			break
		}
		env := map[string]*typ{}
		for k, v := range s.sig.vars {
			c := candidates[s.sig.class[v]]
			env[v] = mustType(c[(first+i+3*k)%len(c)])
		}
		out = append(out, env)
	}
	return out
}
