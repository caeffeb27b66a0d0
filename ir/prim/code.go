package prim

//go:generate go run nessiec/tools/primgen

// A Code is the number of a primitive: its place in Table, from 1 on. Code compares
// primitives; names are read and printed here alone. The zero Code is no primitive.
type Code uint16

// Prim is the primitive with this code.
func (c Code) Prim() *Prim { return Table[c-1] }

// Commutes reports whether exchanging the operands changes nothing.
func (p *Prim) Commutes() bool { return p.Swapped == p.Code }

// String is the name of the primitive, "" of the zero Code.
func (c Code) String() string {
	if c == 0 {
		return ""
	}
	return Table[c-1].Name
}
