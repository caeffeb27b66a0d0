// Package prelude holds the library of NESL, written in NESL: everything of the
// language reference, sections 8 to 10, that is not a primitive.
//
// The sources are compiled by the passes of the front end like any program, with
// six more things in scope:
//
//	__add, __elt ...              the primitives, by their names in package prim
//	__check(c, "message", e)      e, unless c fails
//	__range(low, high, step)      the form behind [low : high : step]
//	__reduce(fun, v, then, else)  then((b, x)): b, whether v has elements; x, what fun, which
//	                              is associative, combines them to. If fun is not elementary
//	                              code, else, which has the same value
//	__scan(fun, v, then, else)    the same with the sequence of these for the elements before
//	                              every element
//	__none(e)                     the empty sequence of the type of e, which is not evaluated
//
// The comment right above a definition that programs see is its entry in the
// reference (tools/library): sentences, and lines with cost:, example: and see:.
// Without a cost, work and span are constant.
//
// Names that begin with two underscores are not visible to programs. Every
// definition stands before its uses, in the order of Files.
//
// A program reads only the definitions that it needs. They are parsed when the compiler is built
// (forms_gen.go, which make gen writes).
package prelude

import "embed"

//go:generate go run nessiec/tools/preludegen

// A Definition is one form of the library.
type Definition struct {
	Name     string
	Datatype bool
	Tree     string // what its source is parsed to, without positions, as package nesl writes it
}

//go:embed *.nesl
var sources embed.FS

// A File is one source file.
type File struct{ Name, Source string }

// order is the order in which the files are read.
var order = []string{
	"scalar.nesl", "numbers.nesl", "sequence.nesl", "fold.nesl", "nesting.nesl", "codes.nesl", "order.nesl", "sets.nesl",
	"text.nesl", "parse.nesl", "lines.nesl", "strings.nesl", "function.nesl", "matrix.nesl", "random.nesl", "table.nesl", "stream.nesl", "harlan.nesl",
}

// Files returns the sources in order.
func Files() []File {
	var fs []File
	for _, name := range order {
		src, err := sources.ReadFile(name)
		if err != nil {
			panic("prelude: " + err.Error())
		}
		fs = append(fs, File{"prelude/" + name, string(src)})
	}
	return fs
}

// Redefinable are the functions that a program may define anew, as NESL lets
// it; the others are locked (reference section 3).
var Redefinable = []string{
	// those with a check of their own
	"rem", "mod", "sqrt", "ln", "rand", "partition", "iseq", "elt", "permute", "write", "read", "get", "subseq",
	"drop", "take", "interleave", "hash", "zip", "transpose", "exp_string",
	// those that NESL's library leaves open
	"index", "sum", "any", "all", "max_val", "min_val", "put", "count", "rotate", "split", "bottop",
	"max_index", "min_index",
	// those that NESL's library does not have
	"sort_by", "reduce", "inclusive_scan", "reduce_by_key", "bincount", "lower_bound", "upper_bound", "shift", "windows",
	"atan2", "hypot", "fmod", "div", "popcount", "clz", "ctz", "erf", "erfc", "dot", "matvec", "matmul", "outer", "diagonal", "submatrix",
	"shuffle", "sample", "rand_normal", "rand_exponential", "split_string", "join_strings", "replace_string", "trim",
	"starts_with", "ends_with", "fixed_string",
	// those that only old programs use
	"segdes", "make_segdes", "nest",
}

// Helpers are the functions that a primitive may become calls of when its type
// is known (expand-type-cases).
func Helpers(primitive string) []string {
	switch primitive {
	case "string", "printed":
		return []string{"int_string", "float_string"}
	case "rank_of", "rank_down_of":
		return []string{"__float_codes", "__pair_places", "__pair_codes", "__row_codes"}
	}
	return nil
}
