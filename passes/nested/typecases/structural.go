package typecases

// The bodies of functions that follow the structure of a type: equality, hash,
// text, zero. (Language reference, sections 7.2 and 8.1.)

import (
	"strings"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// eql compares a and b, atoms of type t. It never fails: the elements are
// compared only where the lengths agree.
func (c *typeCases) eql(t *types.Type, a, b nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KSeq:
		x, y := types.NewVar("x", t.Elem()), types.NewVar("y", t.Elem())
		same := &nkl.Each{Binds: []*nkl.Var{x, y}, Seqs: []nkl.Expr{a, b}, Body: c.at(ir.Pos{}, prim.Eql, t.Elem(), nkl.Use(x), nkl.Use(y))}
		return &nkl.If{Cond: anf.Op(prim.Eq, anf.Op(prim.Length, a), anf.Op(prim.Length, b)), Then: anf.Op(prim.All, same), Else: anf.Boolean(false)}
	case types.KTuple:
		var all nkl.Expr
		for i, e := range t.Elems {
			one := c.at(ir.Pos{}, prim.Eql, e, &nkl.Proj{Index: i, Of: a}, &nkl.Proj{Index: i, Of: b})
			if all == nil {
				all = one
			} else {
				all = anf.Op(prim.And, all, one)
			}
		}
		if all != nil {
			return all
		}
	case types.KData, types.KStream:
		u := anf.Contents(t)
		return c.at(ir.Pos{}, prim.Eql, u, &nkl.Uncon{Of: a}, &nkl.Uncon{Of: b})
	case types.KRef:
		return c.eqlRecursive(t, a, b)
	}
	return anf.Boolean(true) // function values of one type
}

// hashWeight and hashShift are the constants of NESL's hash.
const (
	hashWeight = 991892311
	hashShift  = 991892313
)

// hash is NESL's hash of a, an atom of type t, in wrapping ints:
//
//	float     0 for 0.0, infinities and NaN; else trunc(|x| / 2^(l-30)) - l, l = log2 |x| toward zero
//	tuple     h1 + weight * h2, from the right
//	sequence  the sum of h(v[i]) * (i+shift)^3
func (c *typeCases) hash(t *types.Type, a nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KFloat:
		return hashFloat(a)
	case types.KTuple:
		h := anf.Integer(0)
		for i := len(t.Elems) - 1; i >= 0; i-- {
			one := c.at(ir.Pos{}, prim.HashOf, t.Elems[i], &nkl.Proj{Index: i, Of: a})
			if i == len(t.Elems)-1 {
				h = one
			} else {
				h = anf.Op(prim.Add, one, anf.Op(prim.Mul, anf.Integer(hashWeight), h))
			}
		}
		return h
	case types.KSeq:
		x, i, w := types.NewVar("x", t.Elem()), types.NewVar("i", types.Int), types.NewVar("w", types.Int)
		term := &nkl.Let{Bind: w, Rhs: anf.Op(prim.Add, nkl.Use(i), anf.Integer(hashShift)),
			Body: anf.Op(prim.Mul, c.at(ir.Pos{}, prim.HashOf, t.Elem(), nkl.Use(x)), anf.Op(prim.Mul, anf.Op(prim.Mul, nkl.Use(w), nkl.Use(w)), nkl.Use(w)))}
		return anf.Op(prim.Sum, &nkl.Each{Binds: []*nkl.Var{x, i}, Seqs: []nkl.Expr{a, anf.Op(prim.Index, anf.Op(prim.Length, a))}, Body: term})
	case types.KData, types.KStream:
		return c.at(ir.Pos{}, prim.HashOf, anf.Contents(t), &nkl.Uncon{Of: a})
	case types.KRef:
		return c.hashRecursive(t, a)
	}
	return anf.Integer(0) // function values
}

func hashFloat(a nkl.Expr) nkl.Expr {
	l := types.NewVar("l", types.Int)
	scaled := anf.Op(prim.Ldexp, anf.Op(prim.Max, a, anf.Op(prim.Neg, a)), anf.Op(prim.Sub, anf.Integer(30), nkl.Use(l)))
	finite := anf.Op(prim.Eq, anf.Op(prim.Sub, a, a), &nkl.Float{})
	return &nkl.Let{Bind: l, Rhs: anf.Op(prim.FloatExponent, a),
		Body: anf.Op(prim.Select, finite, anf.Op(prim.Sub, anf.Op(prim.Trunc, scaled), nkl.Use(l)), anf.Integer(0))}
}

// isText reports whether a primitive makes text of a value: in the format of @, or as results
// are printed.
func isText(p prim.Code) bool { return p == prim.String || p == prim.Printed }

// text is the text of a, an atom of type t, as a primitive makes it.
func (c *typeCases) text(as prim.Code, t *types.Type, a nkl.Expr) nkl.Expr {
	printed := as == prim.Printed
	yes, no, function := byte('t'), byte('f'), "function"
	if printed {
		yes, no, function = 'T', 'F', "fn"
	}
	switch t.Kind {
	case types.KBool:
		return &nkl.Seq{Elem: types.Char, Elems: []nkl.Expr{anf.Op(prim.Select, a, &nkl.Char{Val: yes}, &nkl.Char{Val: no})}}
	case types.KChar:
		return &nkl.Seq{Elem: types.Char, Elems: []nkl.Expr{&nkl.Char{Val: '`'}, a}}
	case types.KSeq:
		if t == types.String && printed {
			return quoted(a)
		}
		return concat(&nkl.Str{Val: "["}, c.joined(as, t.Elem(), a), &nkl.Str{Val: "]"})
	case types.KTuple:
		return c.listed(as, "", t.Elems, func(i int) nkl.Expr { return &nkl.Proj{Index: i, Of: a} })
	case types.KSum, types.KRef:
		return c.textOfSum(as, t, a)
	case types.KData, types.KStream:
		if !printed {
			return c.at(ir.Pos{}, as, anf.Contents(t), &nkl.Uncon{Of: a})
		}
		name := "stream"
		if t.Kind == types.KData {
			name = strings.ToLower(t.Name)
		}
		return c.listed(as, name, []*types.Type{anf.Contents(t)}, func(int) nkl.Expr { return &nkl.Uncon{Of: a} })
	}
	return &nkl.Str{Val: function}
}

// listed is the texts of values of the types ts in parentheses, behind a name. The last text of a value of a recursive
// datatype, as that of the rest of a list, is appended to: it is not copied once more at every depth.
func (c *typeCases) listed(as prim.Code, name string, ts []*types.Type, at func(i int) nkl.Expr) nkl.Expr {
	var b anf.Block
	l := c.list(&b, &list{parts: []nkl.Expr{&nkl.Str{Val: name + "("}}}, as, ts, at)
	l.parts = append(l.parts, &nkl.Str{Val: ")"})
	if k := l.recursive; k > 0 {
		return b.In(anf.Op(prim.Append, anf.Op(prim.Append, concat(l.parts[:k]...), l.parts[k]), concat(l.parts[k+1:]...)))
	}
	return b.In(concat(l.parts...))
}

// A list is parts of a text, and which of them is the last text of a value of a recursive datatype, or 0.
type list struct {
	parts     []nkl.Expr
	recursive int
}

// quoted is a string in quotes, with a backslash before quotes and backslashes.
func quoted(a nkl.Expr) nkl.Expr {
	x, marks := types.NewVar("x", types.Char), types.NewVar("marks", types.Seq(types.String))
	marked := anf.Op(prim.Or, anf.Op(prim.Eq, nkl.Use(x), &nkl.Char{Val: '"'}), anf.Op(prim.Eq, nkl.Use(x), &nkl.Char{Val: '\\'}))
	char := anf.Op(prim.Append, anf.Op(prim.Elt, nkl.Use(marks), anf.Op(prim.Btoi, marked)), &nkl.Seq{Elem: types.Char, Elems: []nkl.Expr{nkl.Use(x)}})
	return &nkl.Let{Bind: marks, Rhs: &nkl.Seq{Elem: types.String, Elems: []nkl.Expr{&nkl.Str{}, &nkl.Str{Val: "\\"}}},
		Body: concat(&nkl.Str{Val: "\""}, anf.Op(prim.Flatten, &nkl.Each{Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{a}, Body: char}), &nkl.Str{Val: "\""})}
}

// concat appends texts.
func concat(parts ...nkl.Expr) nkl.Expr {
	if len(parts) == 1 {
		return parts[0]
	}
	return anf.Op(prim.Flatten, &nkl.Seq{Elem: types.String, Elems: parts})
}

// joined is the texts of the elements of a with ", " between them.
func (c *typeCases) joined(as prim.Code, elem *types.Type, a nkl.Expr) nkl.Expr {
	x, i := types.NewVar("x", elem), types.NewVar("i", types.Int)
	seps := types.NewVar("seps", types.Seq(types.String))
	sep := anf.Op(prim.Elt, nkl.Use(seps), anf.Op(prim.Min, nkl.Use(i), anf.Integer(1)))
	return &nkl.Let{Bind: seps, Rhs: &nkl.Seq{Elem: types.String, Elems: []nkl.Expr{&nkl.Str{}, &nkl.Str{Val: ", "}}},
		Body: anf.Op(prim.Flatten, &nkl.Each{Binds: []*nkl.Var{x, i}, Seqs: []nkl.Expr{a, anf.Op(prim.Index, anf.Op(prim.Length, a))},
			Body: anf.Op(prim.Append, sep, c.at(ir.Pos{}, as, elem, nkl.Use(x)))})}
}

// list adds the texts of values of the types ts to l; pairs that nest to the right are
// written as one list.
func (c *typeCases) list(b *anf.Block, l *list, as prim.Code, ts []*types.Type, at func(i int) nkl.Expr) *list {
	for i, e := range ts {
		if i > 0 {
			l.parts = append(l.parts, &nkl.Str{Val: ", "})
		}
		if i == len(ts)-1 && e.Kind == types.KTuple && len(e.Elems) > 0 {
			rest := b.Name("rest", e, at(i))
			return c.list(b, l, as, e.Elems, func(i int) nkl.Expr { return &nkl.Proj{Index: i, Of: rest} })
		}
		if e.Kind == types.KRef {
			l.recursive = len(l.parts)
		}
		l.parts = append(l.parts, c.at(ir.Pos{}, as, e, at(i)))
	}
	return l
}

// zero is the identity value of type t.
func (c *typeCases) zero(t *types.Type) nkl.Expr {
	switch t.Kind {
	case types.KData, types.KStream:
		return &nkl.Con{Type: t, Of: c.zero(anf.Contents(t))}
	case types.KSum:
		first := t.Cons()[0]
		v := &nkl.Variant{Type: t, Con: first.Name}
		for _, f := range first.Elems {
			v.Args = append(v.Args, c.zero(f))
		}
		return v
	case types.KTuple:
		es := make([]nkl.Expr, len(t.Elems))
		for i, e := range t.Elems {
			es[i] = c.zero(e)
		}
		return &nkl.Tuple{Elems: es}
	case types.KRef:
		return c.zeroRecursive(t)
	case types.KFun:
		return c.zeroFun(t)
	}
	return nkl.Zero(t)
}

// zeroFun is the function value of type t whose captures are zero.
func (c *typeCases) zeroFun(t *types.Type) nkl.Expr {
	l := c.lambda(t)
	if l == nil {
		return &nkl.FunVal{Fn: t.Elems[0].Name, Type: t}
	}
	var b anf.Block
	captures := anf.CopyVars(l.Captures)
	for _, v := range captures {
		b.Let(v, c.zero(v.Type))
	}
	return b.In(nkl.Rename(nkl.Freshen(l), anf.Renaming(l.Captures, captures)))
}
