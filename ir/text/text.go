// Package text is the runtime of the generated text codecs: how names,
// positions, literals and lists are written and read in every family.
//
//	Encoder   names of the variables of one declaration, one output
//	Decoder   scope of one declaration, one input
//
// The text form of a form is (name field ...), with a position @file:line:col
// after the name when it is printed, and accepted after the name or last.
// Slices are lists. A binder is name:type; its name is unique in its
// declaration. Literals, variables and the like are single atoms (atom.go).
package text

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/sexp"
)

// Options of a printer. The zero value is what String methods use.
type Options struct {
	Positions bool // print the position of every form and declaration that has one
}

// A Printer collects top-level forms.
type Printer struct {
	Options
	b strings.Builder
}

// Put prints one top-level form.
func (p *Printer) Put(n *sexp.Node) {
	sexp.Print(&p.b, n)
	p.b.WriteByte('\n')
}

// String is everything printed so far.
func (p *Printer) String() string { return p.b.String() }

// Error is a positioned reading error; Line and Col are in the text read.
type Error = sexp.Error

// Read parses src and hands every top-level form to f with a fresh Decoder.
// A failure inside f becomes the error, an *Error.
func Read(src string, f func(*Decoder, *sexp.Node)) (err error) {
	ns, err := sexp.Parse(src)
	if err != nil {
		return err
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			err = e
		default:
			panic(e)
		}
	}()
	for _, n := range ns {
		if n.Head() == "" {
			Fail(n, "expected (name ...)")
		}
		f(NewDecoder(), n)
	}
	return nil
}

// List encodes a slice.
func List[T any](xs []T, f func(T) *sexp.Node) *sexp.Node {
	n := sexp.Room(len(xs))
	for _, x := range xs {
		n.Add(f(x))
	}
	return n
}

// Items decodes a slice; an empty list gives nil.
func Items[T any](n *sexp.Node, f func(*sexp.Node) T) []T {
	if !n.List {
		Fail(n, "expected a list, found %s", n.Atom)
	}
	if len(n.Kids) == 0 {
		return nil
	}
	xs := make([]T, len(n.Kids))
	for i, k := range n.Kids {
		xs[i] = f(k)
	}
	return xs
}

// Fields returns the n fields of a form or declaration and its position.
func Fields(n *sexp.Node, want int) ([]*sexp.Node, ir.Pos) {
	ks := n.Kids[1:]
	if len(ks) == want+1 {
		if p, ok := position(ks[0]); ok {
			return ks[1:], p
		}
		if p, ok := position(ks[want]); ok {
			return ks[:want], p
		}
	}
	if len(ks) != want {
		Fail(n, "%s has %d fields, want %d", n.Head(), len(ks), want)
	}
	return ks, ir.Pos{}
}

// FieldsAndRest returns the first n fields of a form, as one list the others, and its
// position.
func FieldsAndRest(n *sexp.Node, want int) ([]*sexp.Node, ir.Pos) {
	list, p := Rest(n)
	if len(list.Kids) < want {
		Fail(n, "%s has %d fields, want at least %d", n.Head(), len(list.Kids), want)
	}
	rest := &sexp.Node{List: true, Kids: list.Kids[want:], Line: n.Line, Col: n.Col}
	return append(list.Kids[:want:want], rest), p
}

// Rest returns, as one list, the elements of a form whose only field is a
// slice, and its position.
func Rest(n *sexp.Node) (*sexp.Node, ir.Pos) {
	list := &sexp.Node{List: true, Kids: n.Kids[1:], Line: n.Line, Col: n.Col}
	if k := len(list.Kids); k > 0 {
		if p, ok := position(list.Kids[0]); ok {
			list.Kids = list.Kids[1:]
			return list, p
		}
		if p, ok := position(list.Kids[k-1]); ok {
			list.Kids = list.Kids[:k-1]
			return list, p
		}
	}
	return list, ir.Pos{}
}

func position(n *sexp.Node) (ir.Pos, bool) {
	if n.List {
		return ir.Pos{}, false
	}
	return ir.ParsePos(n.Atom)
}
