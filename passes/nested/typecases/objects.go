package typecases

// Reading and writing values in object format: the arrays of the flat value,
// one after another (ir/value, object.go). Functions are written as if they
// captured nothing.
//
//	write_all.T (vs:[T] s) status            the vector form of the elements of vs
//	read_all.T (n s) <[T] status>            n elements; none if the status is f

import (
	"nessiec/ir/nkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// status is what input and output return beside their value.
var status = types.Tuple(types.Bool, types.String)

// fillObject writes the functions behind read_object and write_object.
func (c *typeCases) fillObject(f *nkl.Func, k caseKey) {
	s := types.NewVar("s", types.Stream)
	switch k.op {
	case "write_object":
		v := types.NewVar("v", k.t)
		f.Params, f.Result = []*nkl.Var{v, s}, status
		f.Body = c.call("write_all", k.t, &nkl.Seq{Elem: k.t, Elems: []nkl.Expr{nkl.Use(v)}}, nkl.Use(s))
	case "read_object":
		f.Params, f.Result = []*nkl.Var{types.NewVar("proto", k.t), s}, types.Tuple(k.t, status)
		f.Body = c.readOne(k.t, nkl.Use(s))
	case "write_all":
		vs := types.NewVar("vs", types.Seq(k.t))
		f.Params, f.Result = []*nkl.Var{vs, s}, status
		f.Body = c.writeAll(k.t, nkl.Use(vs), nkl.Use(s))
	case "read_all":
		n := types.NewVar("n", types.Int)
		f.Params, f.Result = []*nkl.Var{n, s}, types.Tuple(types.Seq(k.t), status)
		f.Body = c.readAll(k.t, nkl.Use(n), nkl.Use(s))
	}
}

// call applies the function for an operation on values of type t.
func (c *typeCases) call(name string, t *types.Type, args ...nkl.Expr) nkl.Expr {
	return &nkl.Call{Fn: c.fn(name, t), Args: args}
}

// Each maps body over seq.
func Each(seq nkl.Expr, elem *types.Type, body func(nkl.Expr) nkl.Expr) nkl.Expr {
	x := types.NewVar("x", elem)
	return &nkl.Each{Binds: []*nkl.Var{x}, Seqs: []nkl.Expr{seq}, Body: body(nkl.Use(x))}
}

// writeAll writes the elements of vs, of type t, one array after another until
// one fails.
func (c *typeCases) writeAll(t *types.Type, vs, s nkl.Expr) nkl.Expr {
	switch t.Kind {
	case types.KTuple:
		out := c.writeColumn(t, len(t.Elems)-1, vs, s)
		for i := len(t.Elems) - 2; i >= 0; i-- {
			out = andThen(c.writeColumn(t, i, vs, s), out)
		}
		return out
	case types.KData, types.KStream:
		u := anf.Contents(t)
		return c.call("write_all", u, Each(vs, t, func(x nkl.Expr) nkl.Expr { return &nkl.Uncon{Of: x} }), s)
	case types.KSeq:
		lens := Each(vs, t, func(x nkl.Expr) nkl.Expr { return anf.Op(prim.Length, x) })
		return andThen(anf.Op(prim.WriteLengths, lens, s), c.call("write_all", t.Elem(), anf.Op(prim.Flatten, vs), s))
	case types.KFun:
		return anf.Op(prim.WriteVector, Each(vs, t, func(nkl.Expr) nkl.Expr { return anf.Boolean(false) }), s)
	}
	return anf.Op(prim.WriteVector, vs, s)
}

func (c *typeCases) writeColumn(t *types.Type, i int, vs, s nkl.Expr) nkl.Expr {
	column := Each(vs, t, func(x nkl.Expr) nkl.Expr { return &nkl.Proj{Index: i, Of: x} })
	return c.call("write_all", t.Elems[i], column, s)
}

// andThen yields the status of first if that failed, else that of second.
func andThen(first, second nkl.Expr) nkl.Expr {
	st := types.NewVar("status", status)
	return &nkl.Let{Bind: st, Rhs: first, Body: &nkl.If{Cond: &nkl.Proj{Of: nkl.Use(st)}, Then: second, Else: nkl.Use(st)}}
}

// readOne reads one value of type t, its zero if that fails.
func (c *typeCases) readOne(t *types.Type, s nkl.Expr) nkl.Expr {
	var b anf.Block
	vs, st, ok := c.read(&b, c.call("read_all", t, anf.Integer(1), s), types.Seq(t))
	value := &nkl.If{Cond: ok, Then: anf.Op(prim.Elt, vs, anf.Integer(0)), Else: c.zero(t)}
	return b.In(&nkl.Tuple{Elems: []nkl.Expr{value, st}})
}

// read evaluates e, which yields a value of type t and a status, and takes the
// result apart: the value, the status, and its flag.
func (c *typeCases) read(b *anf.Block, e nkl.Expr, t *types.Type) (v, st, ok nkl.Expr) {
	r := b.Name("r", types.Tuple(t, status), e)
	v = b.Name("vs", t, &nkl.Proj{Index: 0, Of: r})
	st = b.Name("status", status, &nkl.Proj{Index: 1, Of: r})
	return v, st, b.Name("ok", types.Bool, &nkl.Proj{Index: 0, Of: st})
}

// readAll reads n elements of type t.
func (c *typeCases) readAll(t *types.Type, n, s nkl.Expr) nkl.Expr {
	var b anf.Block
	switch t.Kind {
	case types.KTuple:
		return c.readColumns(t, 0, nil, n, s)
	case types.KData, types.KStream:
		u := anf.Contents(t)
		vs, st, _ := c.read(&b, c.call("read_all", u, n, s), types.Seq(u))
		wrapped := Each(vs, u, func(x nkl.Expr) nkl.Expr { return &nkl.Con{Type: t, Of: x} })
		return b.In(&nkl.Tuple{Elems: []nkl.Expr{wrapped, st}})
	case types.KSeq:
		lens, st, ok := c.read(&b, anf.Op(prim.ReadLengths, s), types.Seq(types.Int))
		positive := anf.Op(prim.All, Each(lens, types.Int, func(x nkl.Expr) nkl.Expr { return anf.Op(prim.Ge, x, anf.Integer(0)) }))
		fits := anf.Op(prim.And, anf.Op(prim.Eq, anf.Op(prim.Length, lens), n), positive)
		return b.In(ifRead(ok, st, t, fits, c.readParts(t, lens, s)))
	case types.KFun:
		bs, st, ok := c.read(&b, anf.Op(prim.ReadVector, &nkl.Seq{Elem: types.Bool}, s), types.Seq(types.Bool))
		funs := Each(bs, types.Bool, func(nkl.Expr) nkl.Expr { return c.zero(t) })
		return b.In(ifRead(ok, st, t, anf.Op(prim.Eq, anf.Op(prim.Length, bs), n), &nkl.Tuple{Elems: []nkl.Expr{funs, st}}))
	}
	vs, st, ok := c.read(&b, anf.Op(prim.ReadVector, &nkl.Seq{Elem: t}, s), types.Seq(t))
	return b.In(ifRead(ok, st, t, anf.Op(prim.Eq, anf.Op(prim.Length, vs), n), &nkl.Tuple{Elems: []nkl.Expr{vs, st}}))
}

// errObject is the message of a file that does not hold what is expected, as
// in ir/value.
const errObject = "not in object format"

// ifRead yields then if ok and fits hold; else no elements of type t, with the
// status st or, if it is good, one that says what is wrong.
func ifRead(ok, st nkl.Expr, t *types.Type, fits, then nkl.Expr) nkl.Expr {
	none := func(st nkl.Expr) nkl.Expr {
		return &nkl.Tuple{Elems: []nkl.Expr{&nkl.Seq{Elem: t}, st}}
	}
	bad := &nkl.Tuple{Elems: []nkl.Expr{anf.Boolean(false), &nkl.Str{Val: errObject}}}
	return &nkl.If{Cond: ok, Then: &nkl.If{Cond: fits, Then: then, Else: none(bad)}, Else: none(st)}
}

// readParts reads as many elements as lens say and cuts them into sequences of
// type t.
func (c *typeCases) readParts(t *types.Type, lens, s nkl.Expr) nkl.Expr {
	var b anf.Block
	vs, st, ok := c.read(&b, c.call("read_all", t.Elem(), anf.Op(prim.Sum, lens), s), t)
	parts := &nkl.If{Cond: ok, Then: anf.Op(prim.Partition, vs, lens), Else: &nkl.Seq{Elem: t}}
	return b.In(&nkl.Tuple{Elems: []nkl.Expr{parts, st}})
}

// readColumns reads the components i.. of n tuples of type t; columns are those
// read so far.
func (c *typeCases) readColumns(t *types.Type, i int, columns []nkl.Expr, n, s nkl.Expr) nkl.Expr {
	var b anf.Block
	vs, st, ok := c.read(&b, c.call("read_all", t.Elems[i], n, s), types.Seq(t.Elems[i]))
	columns = append(columns, vs)
	if i+1 < len(t.Elems) {
		rest := c.readColumns(t, i+1, columns, n, s)
		return b.In(&nkl.If{Cond: ok, Then: rest, Else: &nkl.Tuple{Elems: []nkl.Expr{&nkl.Seq{Elem: t}, st}}})
	}
	binds, elems := make([]*nkl.Var, len(columns)), make([]nkl.Expr, len(columns))
	for k, e := range t.Elems {
		binds[k] = types.NewVar("x", e)
		elems[k] = nkl.Use(binds[k])
	}
	rows := &nkl.Each{Binds: binds, Seqs: columns, Body: &nkl.Tuple{Elems: elems}}
	whole := &nkl.If{Cond: ok, Then: rows, Else: &nkl.Seq{Elem: t}}
	return b.In(&nkl.Tuple{Elems: []nkl.Expr{whole, st}})
}
