package fkl

// Checking of the operations: forms that are neither control nor binding.

import (
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// hostForms may not occur in element code.
func hostForm(e Expr) bool {
	switch e.(type) {
	case *Call, *Time, *Vec, *Str, *Map, *SegMap, *Reduce, *SegReduce, *Scan, *Offsets, *SegScan, *Fold, *SegFold, *Pack, *Split,
		*Scatter, *Update, *Rank, *Scope, *Extend, *Reserve, *Store, *Column, *SdMake, *SdGiven, *SdJoin, *SdRegular, *SdLens, *SdStarts, *SdCount, *SdTotal:
		return true
	}
	return false
}

// op checks an operation and returns the types of its results.
func (c *checker) op(e Expr) []*types.Type {
	if c.elem && hostForm(e) {
		c.Errorf("%s in element code", Schema[e.Form()].Name)
		return nil
	}
	switch e := e.(type) {
	case *Ref:
		c.Use(e.Var)
	case *Int, *Float, *Bool, *Char, *Str:
	case *Call:
		c.call(e)
	case *Time:
		c.tail(e.Body, nil)
	case *Prim:
		return c.prim(e)
	case *At:
		c.vec(e.Vec)
		c.Want("index", e.Idx, types.Int)
	default:
		c.vectorOp(e)
	}
	if c.Err != nil {
		return nil
	}
	return c.sigs.ResultTypes(e)
}

// vectorOp checks the forms over whole vectors.
func (c *checker) vectorOp(e Expr) {
	switch e := e.(type) {
	case *Length:
		c.vec(e.Vec)
	case *Extend:
		c.Want("rows", e.N, types.Int)
		c.columns(e.Table, e.Vals)
	case *Reserve:
		c.Want("rows", e.N, types.Int)
		if c.sigs.Columns(e.Table) == nil {
			c.Errorf("there is no table %s", e.Table)
		}
	case *Store:
		c.Want("rows", e.Rows, types.Vec(types.Int))
		c.columns(e.Table, e.Vals)
	case *Column:
		if e.Index < 0 || e.Index >= len(c.sigs.Columns(e.Table)) {
			c.Errorf("there is no column %d in table %s", e.Index, e.Table)
		}
	case *Vec:
		for _, v := range e.Vals {
			c.Want("element", v, e.Elem)
		}
	case *Map:
		c.Want("size of a map", e.N, types.Int)
		c.body(e.Body, e.Idx)
	case *SegMap:
		c.Want("size of a segmented map", e.N, types.Int)
		c.sd(e.Sd)
		c.body(e.Body, e.Seg, e.Idx)
	case *Reduce:
		c.rop(e.Op, e.Vec)
	case *SegReduce:
		c.sd(e.Sd)
		c.rop(e.Op, e.Vec)
	case *Scan:
		c.rop(e.Op, e.Vec)
	case *Offsets:
		c.Want("sizes", e.Vec, types.Vec(types.Int))
		if e.Op != prim.RSize && e.Op != prim.ROffset {
			c.Errorf("%s makes no offsets", e.Op)
		}
	case *SegScan:
		c.sd(e.Sd)
		c.rop(e.Op, e.Vec)
	case *Fold:
		c.fold(e.Vecs, e.Params, e.Body)
	case *SegFold:
		c.sd(e.Sd)
		c.fold(e.Vecs, e.Params, e.Body)
	case *Pack:
		c.pack(e.Flags, e.Vecs)
	case *Split:
		c.pack(e.Flags, e.Vecs)
	case *Scatter:
		c.scatter(e)
	case *Update:
		c.update(e)
	case *Put:
		if !c.elem {
			c.Errorf("put outside of an update")
		}
		t := c.vec(e.Vec)
		c.Want("index", e.Idx, types.Int)
		c.Want("element", e.Val, t)
	case *Rank:
		c.sd(e.Sd)
		if t := c.vec(e.Keys); c.Err == nil && (!t.IsBase() || t.Kind == types.KBool) {
			c.Errorf("rank of keys of type %v", t)
		}
	default:
		c.sdOp(e)
	}
}

// sdOp checks the forms of abstract descriptors.
func (c *checker) sdOp(e Expr) {
	switch e := e.(type) {
	case *SdMake:
		c.Want("lengths", e.Lens, types.Vec(types.Int))
	case *SdGiven:
		c.Want("lengths", e.Lens, types.Vec(types.Int))
		c.Want("starts", e.Starts, types.Vec(types.Int))
		c.Want("total", e.Total, types.Int)
	case *SdJoin:
		c.Want("descriptor", e.Outer, types.Sd)
		c.Want("descriptor", e.Inner, types.Sd)
	case *SdRegular:
		c.Want("count", e.Count, types.Int)
		c.Want("length", e.Len, types.Int)
	case *SdLens:
		c.Want("descriptor", e.Sd, types.Sd)
	case *SdStarts:
		c.Want("descriptor", e.Sd, types.Sd)
	case *SdCount:
		c.Want("descriptor", e.Sd, types.Sd)
	case *SdTotal:
		c.Want("descriptor", e.Sd, types.Sd)
	default:
		panic("fkl: unexpected form " + Schema[e.Form()].Name)
	}
}

func (c *checker) call(e *Call) {
	f := c.funcs[e.Fn]
	if f == nil {
		c.Errorf("call of the unknown function %s", e.Fn)
		return
	}
	c.Same("arguments of "+e.Fn, c.Each(e.Args), types.OfVars(f.Params))
}

// prim checks a primitive and returns the types of its results; effects are for the host.
func (c *checker) prim(e *Prim) []*types.Type {
	refused := e.Op.Class == prim.Seq || e.Op.Class == prim.Generic || c.elem && e.Op.Class != prim.Scalar
	return c.Prim(e.Op, e.Args, !refused)
}

// body checks element code with these indices; its results are scalars.
func (c *checker) body(e Expr, idx ...*Var) {
	for _, v := range idx {
		if v.Type != types.Int {
			c.Errorf("index %s has type %v", v.Name, v.Type)
		}
	}
	c.scalars(c.element(e, idx))
}

// element checks element code with these variables and returns the types of its
// results.
func (c *checker) element(e Expr, vars []*Var) []*types.Type {
	c.Bind(vars)
	c.elem = true
	ts := c.tail(e, nil)
	c.elem = false
	c.Unbind(vars)
	if c.Err == nil && ts == nil {
		c.Errorf("element code without results")
	}
	return ts
}

// update checks an update: a result that is no scalar is one of its states.
func (c *checker) update(e *Update) {
	c.Want("size of an update", e.N, types.Int)
	if len(e.Sds) != len(e.States) {
		c.Errorf("%d states and %d descriptors", len(e.States), len(e.Sds))
	}
	for _, sd := range e.Sds {
		c.sd(sd)
	}
	for _, v := range e.Into {
		c.vec(v)
	}
	c.Same("update", c.Each(e.Into), types.OfVars(e.States))
	if len(e.Sizes) != len(e.Scratch) {
		c.Errorf("%d scratch states and %d sizes", len(e.Scratch), len(e.Sizes))
		return
	}
	for k, v := range e.Scratch {
		if v.Type.Kind != types.KVec || !v.Type.Elem().IsBase() || e.Sizes[k] <= 0 {
			c.Errorf("a scratch state of type %v with %d elements", v.Type, e.Sizes[k])
		}
	}
	ts := c.element(e.Body, slices.Concat([]*Var{e.Idx}, e.States, e.Scratch))
	if c.Err != nil {
		return
	}
	var scalars []*types.Type
	for i, k := range e.Outcome() {
		switch {
		case k >= len(e.States):
			c.Errorf("a scratch state leaves an update")
		case k < 0:
			scalars = append(scalars, ts[i])
		}
	}
	c.scalars(scalars)
}

func (c *checker) scalars(ts []*types.Type) {
	for _, t := range ts {
		if !t.IsBase() && t.Kind != types.KStream {
			c.Errorf("element code yields type %v", t)
		}
	}
}

func (c *checker) rop(op prim.Rop, vec Expr) {
	if t := c.vec(vec); c.Err == nil && !op.Combines(t) {
		c.Errorf("%v does not combine elements of type %v", op, t)
	}
}

func (c *checker) pack(flags Expr, vecs []Expr) {
	c.Want("flags", flags, types.Vec(types.Bool))
	for _, v := range vecs {
		c.vec(v)
	}
}

func (c *checker) scatter(e *Scatter) {
	if e.Op != prim.RSet && e.Op != prim.RArbitrary && e.Op != prim.RMax {
		c.Errorf("scatter with %v", e.Op)
	}
	into := c.vec(e.Into)
	c.Want("indices", e.Idx, types.Vec(types.Int))
	if vals := c.vec(e.Vals); c.Err == nil && into != vals {
		c.Errorf("scatter of %v into %v", vals, into)
	} else if c.Err == nil && e.Op == prim.RMax && !prim.RMax.Combines(into) {
		c.Errorf("scatter max of %v", into)
	}
}

// columns checks vectors with rows of a table.
func (c *checker) columns(table string, vals []Expr) {
	columns := c.sigs.Columns(table)
	if len(columns) == 0 || len(columns) != len(vals) {
		c.Errorf("%d values for the %d columns of table %s", len(vals), len(columns), table)
		return
	}
	for i, v := range vals {
		if t := c.vec(v); c.Err == nil && t != columns[i] {
			c.Errorf("column %d of table %s gets elements of type %v", i, table, t)
		}
	}
}
