package text

// The encoder: renumbers variables in order of binding, so that printed names
// do not depend on how many names earlier passes made.

import (
	"strconv"

	"nessiec/ir"
	"nessiec/ir/sexp"
	"nessiec/ir/types"
)

// An Encoder holds the printed names of the variables of one declaration.
type Encoder struct {
	Options
	names map[*types.Var]*sexp.Node
	used  map[string]int
	free  func(*types.Var) string // names of unbound variables (texts of expressions, not programs)
	alike bool                    // print what ShowAlike prints
}

// NewEncoder starts a declaration.
func NewEncoder(o Options) *Encoder {
	return &Encoder{Options: o, names: map[*types.Var]*sexp.Node{}, used: map[string]int{}}
}

// ShowEncoder is for messages: unbound variables print as their hint.
func ShowEncoder() *Encoder {
	c := NewEncoder(Options{})
	c.free = func(v *types.Var) string { return Hint(v.Name) }
	return c
}

// AlikeEncoder is for texts that expressions share if they are equal but for
// the names of their variables and the positions of primitives: bound variables
// are numbered, unbound ones have names that free gives.
func AlikeEncoder(free func(*types.Var) string) *Encoder {
	c := NewEncoder(Options{})
	c.free, c.alike = free, true
	return c
}

// Form starts the list of a form or declaration; pos is printed if always or
// the options ask for it, and it is known.
func (c *Encoder) Form(name string, fields int, p ir.Pos, always bool) *sexp.Node {
	n := sexp.Form(name, fields+1)
	if p.IsValid() && (always || c.Positions) && !(c.alike && name == "prim") {
		n.Add(Pos(p))
	}
	return n
}

// Chain starts a form whose last field continues a sequence of statements.
func (c *Encoder) Chain(name string, fields int, p ir.Pos, always bool) *sexp.Node {
	n := c.Form(name, fields, p, always)
	n.Chain = true
	return n
}

// Atom writes an atomic form as its one field; when its position is wanted, as
// a list.
func (c *Encoder) Atom(name string, p ir.Pos, field *sexp.Node) *sexp.Node {
	if p.IsValid() && c.Positions {
		return sexp.L(sexp.A(name), Pos(p), field)
	}
	return field
}

// Bind gives v its printed name and writes name:type, with its value if it says one.
func (c *Encoder) Bind(v *types.Var) *sexp.Node {
	if v == nil {
		return sexp.A("_")
	}
	hint := "b"
	if !c.alike {
		hint = Hint(v.Name)
	}
	name := hint
	if k := c.used[hint]; k > 0 {
		name += "." + strconv.Itoa(k)
	}
	c.used[hint]++
	if _, twice := c.names[v]; !twice {
		c.names[v] = sexp.A(name)
	}
	if v.Type == nil {
		return sexp.A(name + ":_")
	}
	if v.Value != nil {
		return sexp.A(name + ":" + v.Type.String() + "=" + v.Value.String())
	}
	return sexp.A(name + ":" + v.Type.String())
}

// Use writes the name of a bound variable. An unbound one, which is a bug,
// prints as ?hint and is refused by the reader.
func (c *Encoder) Use(v *types.Var) *sexp.Node {
	if v == nil {
		return sexp.A("?nil")
	}
	if name, ok := c.names[v]; ok {
		return name
	}
	if c.free != nil {
		return sexp.A(c.free(v))
	}
	return sexp.A("?" + Hint(v.Name))
}

// Hint is the name hint as it can be printed: what follows a dot is dropped,
// odd characters become _, reserved words get an _ in front, nothing is v.
func Hint(s string) string {
	plain := s != "" && !isDigit(s[0])
	for i := 0; i < len(s) && plain; i++ {
		plain = isNameByte(s[i])
	}
	if plain && !reserved(s) {
		return s
	}
	var b []byte
	for i := 0; i < len(s) && s[i] != '.'; i++ {
		switch {
		case isDigit(s[i]) && i == 0:
			b = append(b, '_', s[i])
		case isNameByte(s[i]):
			b = append(b, s[i])
		default:
			b = append(b, '_')
		}
	}
	if len(b) == 0 {
		return "v"
	}
	if reserved(string(b)) {
		return "_" + string(b)
	}
	return string(b)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '\''
}

// reserved tells the atoms that are literals, not variables. A single _ is the
// absent type, which no variable may be.
func reserved(s string) bool {
	switch s {
	case "true", "false", "inf", "nan", "_":
		return true
	}
	return false
}
