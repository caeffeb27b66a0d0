package lowering

// Reductions of data, field by field, for choose-reductions.

import (
	"nessiec/ir"
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// fieldwise is a reduction whose operator combines each field of the only constructor of a
// datatype with the same field of the other, by an operator that there is a primitive for.
//
//	(reduce x:P y:P v (match x (P a b) (match y (P c d) (P (op + a c) (op * b d)))))
//	=>  (let v' v (P (total sum (kernel (p v') (match p (P a b) a)))
//	                 (total product (kernel (p v') (match p (P a b) b)))))
func (r reductions) fieldwise(e *harlan.Reduce) (harlan.Expr, bool) {
	con, fields, ops := r.fieldFoldings(e)
	if len(ops) == 0 {
		return nil, false
	}
	v := types.NewVar("v", types.Seq(e.X.Type))
	made := &harlan.Construct{Node: e.Node, Con: con}
	for i, op := range ops {
		made.Args = append(made.Args, &harlan.Total{Node: e.Node, Op: op, Of: column(e.Node, v, con, fields, i)})
	}
	return &harlan.Let{Node: e.Node, Bind: v, Rhs: e.Of, Body: made}, true
}

// column is field i of the elements of v.
func column(at ir.Node, v *harlan.Var, con string, fields []*harlan.Var, i int) harlan.Expr {
	arm := &harlan.Arm{Node: at, Con: con}
	for _, f := range fields {
		arm.Binds = append(arm.Binds, types.NewVar(f.Name, f.Type))
	}
	arm.Body = &harlan.Ref{Node: at, Var: arm.Binds[i]}
	p := types.NewVar("p", v.Type.Elem())
	return &harlan.Kernel{Node: at, Binds: []*harlan.Var{p}, Seqs: []harlan.Expr{&harlan.Ref{Node: at, Var: v}},
		Body: &harlan.Match{Node: at, Of: &harlan.Ref{Node: at, Var: p}, Arms: []harlan.Expr{arm}}}
}

// fieldFoldings is what the operator of a reduction does to the fields of a constructor; no
// operators if it does anything else.
func (r reductions) fieldFoldings(e *harlan.Reduce) (con string, fields []*harlan.Var, ops []harlan.Folding) {
	names := map[*harlan.Var]*harlan.Var{e.X: e.X, e.Y: e.Y}
	parts := map[*harlan.Var][]*harlan.Var{}
	called := map[string]bool{}
	body := e.Body
	for {
		switch b := body.(type) {
		case *harlan.Call:
			f := r[b.Fn]
			if f == nil || called[b.Fn] || !nameAll(names, f.Params, b.Args) {
				return "", nil, nil
			}
			called[b.Fn] = true
			body = f.Body
			continue
		case *harlan.Let:
			if nameAll(names, []*harlan.Var{b.Bind}, []harlan.Expr{b.Rhs}) {
				body = b.Body
				continue
			}
		case *harlan.Match:
			if of, ok := b.Of.(*harlan.Ref); ok && names[of.Var] != nil && len(b.Arms) == 1 {
				arm := b.Arms[0].(*harlan.Arm)
				parts[names[of.Var]] = arm.Binds
				for _, v := range arm.Binds {
					names[v] = v
				}
				body = arm.Body
				continue
			}
		case *harlan.Construct:
			xs, ys := parts[e.X], parts[e.Y]
			if len(xs) != len(b.Args) || len(ys) != len(b.Args) {
				return "", nil, nil
			}
			for i, a := range b.Args {
				op, ok := foldingAs(names, xs[i], ys[i], a)
				if !ok {
					return "", nil, nil
				}
				ops = append(ops, op)
			}
			return b.Con, xs, ops
		}
		return "", nil, nil
	}
}

// nameAll lets variables stand for what arguments stand for, if these are such variables.
func nameAll(names map[*harlan.Var]*harlan.Var, vs []*harlan.Var, args []harlan.Expr) bool {
	for i, a := range args {
		ref, ok := a.(*harlan.Ref)
		if !ok || names[ref.Var] == nil {
			return false
		}
		names[vs[i]] = names[ref.Var]
	}
	return true
}
