package lowering

// Values as text, for elaborate: what print prints.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// print prints a value. Digits of an int are printed one by one, which takes no kernel.
func (x *translator) print(e *harlan.Print) nkl.Expr {
	t, v := x.sigs.TypeOf(e.Of), x.expr(e.Of)
	switch t {
	case types.Int:
		return x.libraryCall(e.Pos(), "__harlan_print_int", nil, v)
	case types.Char:
		return nkl.Op(e.Pos(), prim.PrintChar, v)
	}
	return nkl.Op(e.Pos(), prim.PrintString, x.text(t, e.Symbolic, v))
}

// text is the text of e, a value of type t. symbolic says how a truth value is printed.
func (x *translator) text(t *types.Type, symbolic bool, e nkl.Expr) nkl.Expr {
	str := func(s string) nkl.Expr { return &nkl.Str{Val: s} }
	switch {
	case t == types.Int:
		return x.libraryCall(ir.Pos{}, "int_string", nil, e)
	case t == types.Float:
		return x.libraryCall(ir.Pos{}, "__harlan_float", nil, e)
	case t == types.Bool && symbolic:
		return &nkl.If{Cond: e, Then: str("#t"), Else: str("#f")}
	case t == types.Bool:
		return &nkl.If{Cond: e, Then: str("1"), Else: str("0")}
	case t == types.Char:
		return &nkl.Seq{Elem: types.Char, Elems: []nkl.Expr{e}}
	case t == harlan.StrType:
		return e
	case t == harlan.U64Type:
		return x.libraryCall(ir.Pos{}, "__u64_string", []*types.Type{x.rep(t)}, e)
	}
	return &nkl.Call{Fn: x.textOf(t), Args: []nkl.Expr{e}}
}

// textOf is the function that makes the texts of vectors or data of type t.
func (x *translator) textOf(t *types.Type) string {
	name := x.texts[t]
	if name != "" {
		return name
	}
	name = x.fresh.Fresh("text")
	x.texts[t] = name
	v := types.NewVar("v", x.rep(t))
	f := &nkl.Func{Name: name, Params: []*nkl.Var{v}, Result: types.String}
	if t.Kind == types.KSeq {
		f.Body = x.vectorText(t.Elem(), nkl.Use(v))
	} else {
		f.Body = x.dataText(t, nkl.Use(v))
	}
	x.funcs = append(x.funcs, f)
	return name
}

// vectorText is the text of a vector with elements of type t.
func (x *translator) vectorText(t *types.Type, e nkl.Expr) nkl.Expr {
	v := types.NewVar("x", x.rep(t))
	texts := &nkl.Each{Binds: []*nkl.Var{v}, Seqs: []nkl.Expr{e}, Body: x.text(t, false, nkl.Use(v))}
	separator := " "
	if t.Kind == types.KSeq || harlan.IsDatatype(t) {
		separator = " \n "
	}
	return x.libraryCall(ir.Pos{}, "__harlan_vector", nil, texts, &nkl.Str{Val: separator})
}

// dataText is the text of a value of a datatype: (C a b).
func (x *translator) dataText(t *types.Type, e nkl.Expr) nkl.Expr {
	d := x.sigs.Types[t.Name]
	if x.isVariant(d) {
		out := &nkl.Case{Of: e}
		for _, c := range d.Cons {
			arm := &nkl.Arm{Cons: []string{c.Name}}
			for _, f := range c.Fields {
				arm.Binds = append(arm.Binds, types.NewVar("field", x.rep(f)))
			}
			arm.Body = x.fieldsText(c, nkl.Uses(arm.Binds))
			out.Arms = append(out.Arms, arm)
		}
		return out
	}
	c := d.Cons[0]
	var lets nkl.Lets
	whole := lets.Name("data", x.rep(t), e)
	fields := make([]nkl.Expr, len(c.Fields))
	for i := range fields {
		if fields[i] = whole; len(fields) > 1 {
			fields[i] = &nkl.Proj{Index: i, Of: whole}
		}
	}
	return lets.In(x.fieldsText(c, fields))
}

// fieldsText is the text of a constructor with its fields.
func (x *translator) fieldsText(c *harlan.Constructor, fields []nkl.Expr) nkl.Expr {
	parts := []nkl.Expr{&nkl.Str{Val: "(" + c.Name}}
	for i, f := range c.Fields {
		parts = append(parts, &nkl.Str{Val: " "}, x.text(f, false, fields[i]))
	}
	parts = append(parts, &nkl.Str{Val: ")"})
	return nkl.Op(ir.Pos{}, prim.Flatten, &nkl.Seq{Elem: types.String, Elems: parts})
}
