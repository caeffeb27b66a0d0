package harlan

// The forms of the core of the language, as they are written.

import (
	"fmt"
	"maps"
	"slices"

	"nessiec/ir/datum"
	"nessiec/ir/harlan"
)

// shapes says for the words that are no functions how they are used.
var shapes = map[string]string{
	"let":                  "(let ((x e) ...) body ...)",
	"begin":                "(begin e ...)",
	"if":                   "(if test e) or (if test e e)",
	"while":                "(while test body ...)",
	"set!":                 "(set! x e) or (set! (vector-ref v i) e)",
	"print":                "(print e) or (print e stream)",
	"assert":               "(assert e)",
	"error!":               `(error! "message")`,
	"let-region":           "(let-region (r) body ...)",
	"vector":               "(vector e ...)",
	"vector-r":             "(vector-r r e ...)",
	"iota":                 "(iota e)",
	"iota-r":               "(iota-r r e)",
	"vector-ref":           "(vector-ref v i)",
	"unsafe-vector-ref":    "(unsafe-vector-ref v i)",
	"length":               "(length v)",
	"lambda":               "(lambda (x ...) body ...)",
	"kernel":               "(kernel ((x v) ...) body ...)",
	"kernel-r":             "(kernel-r r ((x v) ...) body ...)",
	"match":                "(match e ((C x ...) body ...) ...)",
	"unsafe-explicit-cast": "(unsafe-explicit-cast (type -> type) e)",
	"define":               "(define (f x ...) body ...)",
	"define-datatype":      "(define-datatype N (C type ...) ...)",
	"define-macro":         "(define-macro m (word ...) (pattern template) ...)",
	"extern":               "(extern f (type ...) -> type)",
	"import":               "(import library)",
	"unsafe-vec-ptr":       "(unsafe-vec-ptr v)",
	"%is-cpu":              "(%is-cpu)",
	"%reduce":              "(%reduce (x y) e v)",
	"%scan":                "(%scan (x y) e init v)",
	"%filter":              "(%filter (x) test v)",
}

// Shape is how a word that is no function is used, with an operator among them; "" if name is none.
func Shape(name string) string {
	if op, ok := harlan.ParseOperator(name); ok {
		return "(" + op.String() + " a b)"
	}
	return shapes[name]
}

// Words lists the words that are neither functions nor operators.
func Words() []string { return slices.Sorted(maps.Keys(shapes)) }

// isWord reports whether name is no name for functions: a core form or an operator.
func isWord(name string) bool {
	if _, ok := shapes[name]; ok {
		return true
	}
	_, ok := harlan.ParseOperator(name)
	return ok
}

// describe names a datum for a message.
func describe(e datum.Expr) string {
	switch e := e.(type) {
	case *datum.Sym:
		return plainName(e.Name)
	case *datum.Local:
		return sourceName(e.Name)
	case *datum.List:
		if len(e.Elems) == 0 {
			return "()"
		}
		return fmt.Sprintf("(%s ...)", describe(e.Elems[0]))
	case *datum.Dotted:
		return "a list with a dot"
	case *datum.String:
		return "a text"
	case *datum.Int, *datum.Wide, *datum.Float:
		return "a number"
	case *datum.Bool:
		return "a truth value"
	}
	return "a character"
}
