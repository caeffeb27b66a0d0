package harlan

// Values as text, for elaborate: what print prints.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

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
	case t.Kind == types.KSeq:
		v := types.NewVar("x", x.rep(t.Elem()))
		texts := &nkl.Each{Binds: []*nkl.Var{v}, Seqs: []nkl.Expr{e}, Body: x.text(t.Elem(), false, nkl.Use(v))}
		separator := " "
		if t.Elem().Kind == types.KSeq || harlan.IsDatatype(t.Elem()) {
			separator = " \n "
		}
		return x.libraryCall(ir.Pos{}, "__harlan_vector", nil, texts, str(separator))
	}
	return x.dataText(t, e)
}

// dataText is the text of a value of a datatype: (C a b).
func (x *translator) dataText(t *types.Type, e nkl.Expr) nkl.Expr {
	con := onlyConstructor(x.sigs, t)
	if len(con.Fields) == 0 {
		return &nkl.Str{Val: "(" + con.Name + ")"}
	}
	var lets nkl.Lets
	whole := lets.Name("data", x.rep(t), e)
	parts := []nkl.Expr{&nkl.Str{Val: "(" + con.Name}}
	for i, f := range con.Fields {
		field := whole
		if len(con.Fields) > 1 {
			field = &nkl.Proj{Index: i, Of: whole}
		}
		parts = append(parts, &nkl.Str{Val: " "}, x.text(f, false, field))
	}
	parts = append(parts, &nkl.Str{Val: ")"})
	return lets.In(nkl.Op(ir.Pos{}, "flatten", &nkl.Seq{Elem: types.String, Elems: parts}))
}
