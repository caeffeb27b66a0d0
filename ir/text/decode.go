package text

// The decoder: resolves variables by name, in order of binding.

import (
	"fmt"
	"strings"

	"nessiec/ir/sexp"
	"nessiec/ir/types"
)

// A Decoder holds the variables of one declaration by printed name.
type Decoder struct {
	scope map[string]*types.Var
}

// NewDecoder starts a declaration.
func NewDecoder() *Decoder { return &Decoder{map[string]*types.Var{}} }

// Fail stops reading with an error at n.
func Fail(n *sexp.Node, f string, a ...any) {
	panic(&Error{Line: int(n.Line), Col: int(n.Col), Msg: fmt.Sprintf(f, a...)})
}

// atom returns the text of an atom.
func atom(n *sexp.Node, want string) string {
	if n.List {
		Fail(n, "expected %s, found a list", want)
	}
	return n.Atom
}

// Bind reads name:type, or name:type=value, and brings the variable into scope until the end of
// the declaration.
func (d *Decoder) Bind(n *sexp.Node) *types.Var {
	s := atom(n, "name:type")
	name, ty, ok := strings.Cut(s, ":")
	hint, _, _ := strings.Cut(name, ".")
	if !ok || Hint(hint) != hint {
		Fail(n, "expected name:type, found %s", s)
	}
	if d.scope[name] != nil {
		Fail(n, "variable %s is bound twice", name)
	}
	v := types.NewVar(hint, nil)
	if ty != "_" {
		var err error
		if v.Type, v.Value, err = types.ParseValue(ty); err != nil {
			Fail(n, "%v", err)
		}
	}
	d.scope[name] = v
	return v
}

// Use reads the name of a variable in scope.
func (d *Decoder) Use(n *sexp.Node) *types.Var {
	s := atom(n, "a variable")
	v := d.scope[s]
	if v == nil {
		Fail(n, "undefined variable %s", s)
	}
	return v
}

// Type reads a type; _ is nil.
func (d *Decoder) Type(n *sexp.Node) *types.Type { return d.parseType(n, atom(n, "a type")) }

func (d *Decoder) parseType(n *sexp.Node, s string) *types.Type {
	if s == "_" {
		return nil
	}
	t, err := types.Parse(s)
	if err != nil {
		Fail(n, "%v", err)
	}
	return t
}

// Type writes a type; nil is _.
func Type(t *types.Type) *sexp.Node {
	if t == nil {
		return sexp.A("_")
	}
	return sexp.A(t.String())
}

// Lookup reads the name of a table entry (a primitive); _ is nil.
func Lookup[T any](n *sexp.Node, what string, find func(string) *T) *T {
	s := Name(n)
	if s == "_" {
		return nil
	}
	x := find(s)
	if x == nil {
		Fail(n, "unknown %s %s", what, s)
	}
	return x
}

// Enum reads one of the named values of T.
func Enum[T any](n *sexp.Node, what string, parse func(string) (T, bool)) T {
	s := Name(n)
	x, ok := parse(s)
	if !ok {
		Fail(n, "unknown %s %s", what, s)
	}
	return x
}

// EnumStr writes what Enum reads.
func EnumStr[T fmt.Stringer](x T) *sexp.Node { return Str(x.String()) }
