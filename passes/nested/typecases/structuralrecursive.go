package typecases

// Equality, hash and zero of values of recursive datatypes.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// fieldsOf makes an arm for constructor con, and a use of each of its fields.
func fieldsOf(con *types.Type) (arm *nkl.Arm, fields []nkl.Expr) {
	arm = &nkl.Arm{Cons: []string{con.Name}}
	for _, f := range con.Elems {
		v := types.NewVar("x", f)
		arm.Binds = append(arm.Binds, v)
		fields = append(fields, nkl.Use(v))
	}
	return arm, fields
}

// eqlRecursive compares a and b, atoms of the recursive datatype t: they are equal if
// they have the same constructor, and equal fields.
func (c *typeCases) eqlRecursive(t *types.Type, a, b nkl.Expr) nkl.Expr {
	out := &nkl.Case{Of: a}
	for _, con := range c.typer.Cons(t) {
		arm, xs := fieldsOf(con)
		same, ys := fieldsOf(con)
		same.Body = anf.Boolean(true)
		for i := len(xs) - 1; i >= 0; i-- {
			one := c.at(ir.Pos{}, prim.Eql, con.Elems[i], xs[i], ys[i])
			if anf.IsTrue(same.Body) {
				same.Body = one
			} else {
				same.Body = &nkl.If{Cond: one, Then: same.Body, Else: anf.Boolean(false)}
			}
		}
		inner := &nkl.Case{Of: b, Arms: []nkl.Expr{same}}
		other := &nkl.Arm{Body: anf.Boolean(false)}
		for _, d := range c.typer.Cons(t) {
			if d != con {
				other.Cons = append(other.Cons, d.Name)
				for _, f := range d.Elems {
					other.Binds = append(other.Binds, types.NewVar("x", f))
				}
			}
		}
		if len(other.Cons) > 1 {
			other.Binds = nil
		}
		if len(other.Cons) > 0 {
			inner.Arms = append(inner.Arms, other)
		}
		arm.Body = inner
		out.Arms = append(out.Arms, arm)
	}
	return out
}

// hashRecursive is the hash of a, an atom of the recursive datatype t: that of the
// tuple of the number of the constructor and its fields.
func (c *typeCases) hashRecursive(t *types.Type, a nkl.Expr) nkl.Expr {
	out := &nkl.Case{Of: a}
	for tag, con := range c.typer.Cons(t) {
		arm, xs := fieldsOf(con)
		arm.Body = anf.Integer(int64(tag))
		for i := len(xs) - 1; i >= 0; i-- {
			one := c.at(ir.Pos{}, prim.HashOf, con.Elems[i], xs[i])
			arm.Body = anf.Op(prim.Add, one, anf.Op(prim.Mul, anf.Integer(hashWeight), arm.Body))
		}
		out.Arms = append(out.Arms, arm)
	}
	return out
}

// zeroRecursive is the identity value of t: of the first constructor that has no
// recursive fields, or else the first one whose fields have an identity without t.
func (c *typeCases) zeroRecursive(t *types.Type) nkl.Expr {
	con := c.base(t, map[*types.Type]bool{})
	v := &nkl.Variant{Type: t, Con: con.Name}
	for _, f := range con.Elems {
		v.Args = append(v.Args, c.zero(f))
	}
	return v
}

// base is the first constructor of t of which there is a value without values of the
// datatypes in open, nil if there is none.
func (c *typeCases) base(t *types.Type, open map[*types.Type]bool) *types.Type {
	open[t] = true
	defer delete(open, t)
	var finite func(t *types.Type) bool
	finite = func(t *types.Type) bool {
		switch t.Kind {
		case types.KSeq: // may be empty
			return true
		case types.KRef:
			return !open[t] && c.base(t, open) != nil
		}
		for _, e := range t.Elems {
			if !finite(e) {
				return false
			}
		}
		return true
	}
	for _, con := range c.typer.Cons(t) {
		if finite(con) {
			return con
		}
	}
	return nil
}
