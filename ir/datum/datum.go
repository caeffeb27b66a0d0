// Package datum is programs as data: what the readers of languages with the
// syntax of Scheme make, up to the point where forms have a meaning.
//
// Always true: names are those of the source, in its case; brackets are
// parentheses; a form has the position of its first character. In harlan.expanded
// names of the source stand for what is defined at top level, and every variable
// has a name of its own (Local).
package datum

import "nessiec/ir"

//go:generate go run nessiec/tools/irgen

// Expr is implemented by every form below.
type Expr interface {
	Form() ir.Form
	Pos() ir.Pos
	MovedTo(ir.Pos) Expr
	Children(func(i int, e Expr))
	Walk(func(Expr) bool)
	MapChildren(func(Expr) Expr) Expr
	MapOperands(func(Expr) Expr) Expr
	MapBodies(func(Expr) Expr) Expr
}

// Module is a file: its data in order; or the declarations of a program. Its text does not say where it is.
type Module struct {
	ir.Decl
	Forms []Expr
}

// Sym is a symbol.
//
//irgen:atom
type Sym struct {
	ir.Node
	Name string `ir:"name"`
}

// Int is an integer literal below 2^63.
//
//irgen:atom
type Int struct {
	ir.Node
	Val int64
}

// Wide is an integer literal from 2^63 up to 2^64: its bits.
type Wide struct {
	ir.Node
	Bits int64
}

// Float is a floating-point literal.
//
//irgen:atom
type Float struct {
	ir.Node
	Val float64
}

// Bool is #t or #f.
//
//irgen:atom
type Bool struct {
	ir.Node
	Val bool
}

// Char is a character literal, a byte.
//
//irgen:atom
type Char struct {
	ir.Node
	Val byte
}

// String is a string literal: bytes, escapes resolved.
//
//irgen:atom
type String struct {
	ir.Node
	Val string
}

// List is a list.
type List struct {
	ir.Node
	Elems []Expr
}

// Dotted is a list that ends in something else than the empty list: (a b . c).
type Dotted struct {
	ir.Node
	Tail  Expr
	Elems []Expr `ir:"rest"`
}

// Local is a variable, where it is bound and where it is used; its name is its own
// in the declaration. The name in the source is what is in front of the dot.
type Local struct {
	ir.Node
	Name string
}

// Head is the symbol that a list begins with; "" if it is none.
func Head(l *List) string {
	if len(l.Elems) == 0 {
		return ""
	}
	if sym, ok := l.Elems[0].(*Sym); ok {
		return sym.Name
	}
	return ""
}
