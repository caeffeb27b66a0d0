package nkl

// Check of the forms of sums.

import (
	"slices"

	"nessiec/ir/types"
)

func (c *checker) variant(e *Variant) *types.Type {
	c.typeVars(e, e.Type)
	con := c.constructor(e, e.Type, e.Con)
	if con != nil {
		c.arguments(e, e.Con, e.Args, len(con.Elems), func(i int) *types.Type { return con.Elems[i] })
	}
	return e.Type
}

// constructor is the constructor of t called name, nil after a mistake.
func (c *checker) constructor(at Expr, t *types.Type, name string) *types.Type {
	cons := c.sigs.Cons(t)
	if cons == nil {
		c.errorf(at, "%v is not a datatype with constructors", t)
		return nil
	}
	tag := c.sigs.Tag(t, name)
	if tag < 0 {
		c.errorf(at, "%s is not a constructor of %v", name, t)
		return nil
	}
	return cons[tag]
}

// caseOf has the type of its arms; those that never yield a value have none.
func (c *checker) caseOf(e *Case, tail bool) (result *types.Type) {
	t := c.value(e.Of)
	if t == nil {
		return nil
	}
	var seen []string
	for _, a := range e.Arms {
		arm, ok := a.(*Arm)
		if !ok {
			c.errorf(a, "no arm in a case")
			return nil
		}
		c.arm(t, arm)
		seen = append(seen, arm.Cons...)
		u := c.expr(arm.Body, tail)
		c.unbind(arm.Binds...)
		switch {
		case result == nil:
			result = u
		case u != nil && !Same(result, u):
			c.errorf(e, "the arms have types %v and %v", result, u)
		}
	}
	slices.Sort(seen)
	if c.err == nil && (len(slices.Compact(slices.Clone(seen))) != len(seen) || len(seen) != len(c.sigs.Cons(t))) {
		c.errorf(e, "the arms are for %v, not for each constructor of %v once", seen, t)
	}
	return result
}

// arm binds the fields of an arm.
func (c *checker) arm(t *types.Type, arm *Arm) {
	for _, name := range arm.Cons {
		con := c.constructor(arm, t, name)
		if con == nil || len(arm.Cons) > 1 && len(arm.Binds) == 0 {
			continue
		}
		if len(con.Elems) != len(arm.Binds) || len(arm.Cons) > 1 {
			c.errorf(arm, "%d variables for the fields of %v", len(arm.Binds), arm.Cons)
			return
		}
		for i, v := range arm.Binds {
			if !Same(v.Type, con.Elems[i]) {
				c.errorf(arm, "%s has type %v, but field %d of %s is %v", v.Name, v.Type, i+1, name, con.Elems[i])
			}
		}
	}
	if len(arm.Cons) == 0 {
		c.errorf(arm, "an arm for no constructor")
	}
	c.bindAll(arm, arm.Binds)
}

// armsType is the type of the first arm that yields a value.
func (s *Sigs) armsType(e *Case) *types.Type {
	for _, a := range e.Arms {
		if t := s.TypeOf(a.(*Arm).Body); t != nil {
			return t
		}
	}
	return nil
}

// table is the table called name; one without columns after a mistake.
func (c *checker) table(at Expr, name string) *Table {
	if t := c.sigs.Tables[name]; t != nil {
		return t
	}
	c.errorf(at, "there is no table %s", name)
	return &Table{}
}
