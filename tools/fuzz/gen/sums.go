package gen

// Sums: some of few constructors with few fields, values of them, and cases.

import (
	"hash/fnv"
	"strconv"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// sum is a datatype with alternatives; some hold nothing. Names follow from what
// they hold, so that no two sums of a program have a constructor in common.
func (g *generator) sum(levels int) *types.Type {
	cons := make([]*types.Type, 1+g.r.IntN(4))
	for i := range cons {
		fields := make([]*types.Type, g.r.IntN(3))
		for k := range fields {
			fields[k] = g.typ(min(levels, 1))
		}
		cons[i] = types.Con("c"+strconv.Itoa(i), fields...)
	}
	h := fnv.New32a()
	h.Write([]byte(types.Sum("", cons).String()))
	name := "s" + strconv.Itoa(int(h.Sum32()))
	for i, c := range cons {
		cons[i] = types.Con(name+"_"+strconv.Itoa(i), c.Elems...)
	}
	return types.Sum(name, cons)
}

// variantOf is a value of the sum t, with fields that field makes.
func (g *generator) variantOf(t *types.Type, field func(*types.Type) nkl.Expr) nkl.Expr {
	con := t.Cons()[g.r.IntN(len(t.Cons()))]
	v := &nkl.Variant{Type: t, Con: con.Name}
	for _, f := range con.Elems {
		v.Args = append(v.Args, field(f))
	}
	return v
}

func (g *generator) variant(t *types.Type, env scope) nkl.Expr {
	return g.variantOf(t, func(f *types.Type) nkl.Expr { return g.expr(f, env) })
}

// caseOf takes a value of a sum apart, one in scope if there is one. Constructors
// share arms at times.
func (g *generator) caseOf(t *types.Type, env scope) nkl.Expr {
	vs := env.where(func(u *types.Type) bool { return u.Kind == types.KSum })
	var of nkl.Expr
	var sum *types.Type
	if len(vs) > 0 {
		v := g.pick(vs)
		of, sum = ref(v), v.Type
	} else {
		sum = g.sum(1)
		of = g.expr(sum, env)
	}
	e := &nkl.Case{Of: of}
	for i := 0; i < len(sum.Cons()); i++ {
		con := sum.Cons()[i]
		arm := &nkl.Arm{Cons: []string{con.Name}}
		inner := env
		if i+1 < len(sum.Cons()) && g.chance(5) {
			i++
			arm.Cons = append(arm.Cons, sum.Cons()[i].Name)
		} else {
			for _, f := range con.Elems {
				v := types.NewVar("f", f)
				arm.Binds, inner = append(arm.Binds, v), inner.with(v)
			}
		}
		arm.Body = g.expr(t, inner)
		e.Arms = append(e.Arms, arm)
	}
	return e
}

// rebuilt takes e, of the sum t, apart and makes it again.
func rebuilt(e nkl.Expr, t *types.Type) nkl.Expr {
	c := &nkl.Case{Of: e}
	for _, con := range t.Cons() {
		arm, v := &nkl.Arm{Cons: []string{con.Name}}, &nkl.Variant{Type: t, Con: con.Name}
		for _, f := range con.Elems {
			x := types.NewVar("f", f)
			arm.Binds, v.Args = append(arm.Binds, x), append(v.Args, ref(x))
		}
		arm.Body = v
		c.Arms = append(c.Arms, arm)
	}
	return c
}
