package lcu

// Checking of operations and SOACs.

import (
	"slices"

	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/typing"
)

// op checks an operation and returns the types of its results.
func (c *checker) op(e Expr) []*types.Type {
	if p, ok := e.(*Prim); ok {
		return c.prim(p)
	}
	p, soac := PartsOf(e)
	if soac && (c.place == inThunk || c.place == inPlan) {
		c.Errorf("%s in a thunk", Schema[e.Form()].Name)
	} else if x, ok := e.(*Epilogue); ok {
		c.epilogue(x)
	} else if x, ok := e.(*Staged); ok {
		c.staged(x)
	} else if soac {
		c.soac(e, p)
	} else {
		c.plain(e)
	}
	if c.Err != nil {
		return nil
	}
	return c.sigs.ResultTypes(e)
}

// plain checks the operations that are not SOACs.
func (c *checker) plain(e Expr) {
	switch e := e.(type) {
	case *Ref:
		c.Use(e.Var)
	case *Int, *Float, *Bool, *Char:
	case *EvenRows:
		if c.place != inPlan {
			c.Errorf("evenrows outside of a plan")
		}
	case *Plan, *Steps, *Step:
		c.Errorf("%s outside of a plan", Schema[e.Form()].Name)
	case *At:
		if c.place == inPlan {
			c.Errorf("a plan reads an array, for which the host would wait")
		}
		c.vec(e.Vec)
		c.Want("index", e.Idx, types.Int)
	case *Put:
		if c.place != inThunk {
			c.Errorf("put outside of an update")
		}
		t := c.vec(e.Vec)
		c.Want("index", e.Idx, types.Int)
		c.Want("element", e.Val, t)
	case *Length:
		c.vec(e.Vec)
	default:
		if c.place != onHost {
			c.Errorf("%s in a thunk", Schema[e.Form()].Name)
			return
		}
		c.host(e)
	}
}

// host checks the forms that only host code has.
func (c *checker) host(e Expr) {
	switch e := e.(type) {
	case *Str:
	case *Vec:
		for _, v := range e.Vals {
			c.Want("element", v, e.Elem)
		}
	case *Call:
		c.apply("function", e.Fn, c.funcs, e.Args)
	case *Run:
		c.apply("kernel", e.Kernel, c.kernels, e.Args)
	case *Copy:
		c.apply("kernel", e.Kernel, c.kernels, e.Args)
	case *Time:
		c.tail(e.Body, nil)
	case *Cluster:
		c.tail(e.Body, nil)
	default:
		c.Errorf("%s stands where a value is expected", Schema[e.Form()].Name)
	}
}

func (c *checker) apply(what, name string, params map[string][]*Var, args []Expr) {
	ps, ok := params[name]
	if !ok {
		c.Errorf("unknown %s %s", what, name)
		return
	}
	c.Same("arguments of "+name, c.Each(args), types.OfVars(ps))
}

// prim checks a primitive and returns the types of its results; effects are for the host.
func (c *checker) prim(e *Prim) []*types.Type {
	return c.Prim(e.Op, e.Args, e.Op.Class == prim.Scalar || e.Op.Class == prim.Effect && c.place == onHost)
}

// soac checks the operands, thunks and operators of a SOAC.
func (c *checker) soac(e Expr, p Parts) {
	idx := []*types.Type{types.Int}
	switch {
	case p.Segmented():
		c.Want("size", p.N, types.Int)
		c.segments(p.Segs)
		idx = []*types.Type{types.Int, types.Int}
	case p.N != nil:
		c.Want("size", p.N, types.Int)
	default:
		idx = nil
	}
	if u, ok := e.(*Update); ok {
		c.update(u)
		return
	}
	ts := c.thunk(p.T, idx)
	if d, ok := e.(*Directory); ok {
		c.directory(d, ts)
	} else if p.Ops != nil {
		c.ops(p, ts)
	}
	switch e := e.(type) {
	case *Filter:
		c.Same("predicate", c.thunk(e.Pred, ts), []*types.Type{types.Bool})
	case *Partition:
		c.Same("predicate", c.thunk(e.Pred, ts), []*types.Type{types.Bool})
	case *Compact:
		c.compact(e, ts)
	case *Scatter:
		c.scatter(e, ts)
	case *Rank, *Sort:
		if c.Err == nil && (len(ts) != 1 || !ts[0].IsBase() || ts[0].Kind == types.KBool) {
			c.Errorf("%s of keys %v", Schema[e.Form()].Name, ts)
		}
	}
}

// epilogue checks a SOAC of which T writes the results.
func (c *checker) epilogue(e *Epilogue) {
	p, ok := PartsOf(e.Soac)
	combined := Combined(p.Ops)
	if !ok || len(combined) == 0 || p.Out != nil {
		c.Errorf("an epilogue of %s, which combines nothing", Schema[e.Soac.Form()].Name)
		return
	}
	c.soac(e.Soac, p)
	if c.Err != nil {
		return
	}
	var params []*types.Type
	switch e.Soac.(type) {
	case *Scan, *Prefix, *SegReduce:
		params = []*types.Type{types.Int}
	case *SegScan:
		params = []*types.Type{types.Int, types.Int}
	}
	ts := c.sigs.ResultTypes(p.T.Body)
	for _, k := range combined {
		params = append(params, ts[k])
	}
	c.thunk(e.T, params)
}

// segments checks offsets, or a count and a length.
func (c *checker) segments(segs []Expr) {
	switch len(segs) {
	case 1:
		c.Want("offsets", segs[0], types.Vec(types.Int))
	case 2:
		c.Want("count of segments", segs[0], types.Int)
		c.Want("length of segments", segs[1], types.Int)
	default:
		c.Errorf("%d operands for segments: neither offsets nor count and length", len(segs))
	}
}

// update checks an update: its thunk yields states, used linearly, and scalars.
func (c *checker) update(e *Update) {
	if len(e.Segs) != len(e.Into) {
		c.Errorf("%d states and %d operands for their segments", len(e.Into), len(e.Segs))
		return
	}
	for _, s := range e.Segs {
		if t := c.One(s); c.Err == nil && t != types.Int && !typing.SameType(t, types.Vec(types.Int)) {
			c.Errorf("segments of a state have type %v", t)
		}
	}
	for _, v := range e.Into {
		c.vec(v)
	}
	if len(e.T.Params) != len(e.Into)+len(e.Sizes)+1 {
		c.Errorf("%d parameters of an update with %d states and %d scratch states", len(e.T.Params), len(e.Into), len(e.Sizes))
		return
	}
	params := c.Each(e.Into)
	for k, v := range e.Scratch() {
		if params = append(params, v.Type); v.Type.Kind != types.KVec || !v.Type.Elem().IsBase() || e.Sizes[k] <= 0 {
			c.Errorf("a scratch state of type %v with %d elements", v.Type, e.Sizes[k])
		}
	}
	ts := c.results(e.T, append(params, types.Int))
	if c.Err != nil {
		return
	}
	outcome, err := e.Outcome()
	if err != nil {
		c.Errorf("%v", err)
		return
	}
	for i, k := range outcome {
		if k < 0 {
			c.scalars(ts[i : i+1])
		}
	}
}

// thunk checks element code applied to parameters of these types, which yields
// scalars.
func (c *checker) thunk(t *Thunk, params []*types.Type) []*types.Type {
	ts := c.results(t, params)
	c.scalars(ts)
	return ts
}

func (c *checker) scalars(ts []*types.Type) {
	for _, t := range ts {
		if !t.IsBase() && t.Kind != types.KStream {
			c.Errorf("a thunk yields type %v", t)
		}
	}
}

// results checks element code applied to parameters of these types and returns the
// types of its results.
func (c *checker) results(t *Thunk, params []*types.Type) []*types.Type {
	c.Same("parameters of a thunk", types.OfVars(t.Params), params)
	c.Bind(t.Params)
	up := c.place
	c.place = inThunk
	ts := c.tail(t.Body, nil)
	c.place = up
	c.Unbind(t.Params)
	if c.Err == nil && ts == nil {
		c.Errorf("a thunk without results")
	}
	return ts
}

func (c *checker) ops(p Parts, ts []*types.Type) {
	ops := p.Ops
	if len(ops) != len(ts) && c.Err == nil {
		c.Errorf("%d operators for %d results of the thunk", len(ops), len(ts))
	}
	for i := 0; i < len(ops) && c.Err == nil; i++ {
		if ops[i] != prim.RId && ops[i] != prim.RJoin && !ops[i].Combines(ts[i]) {
			c.Errorf("%v does not combine elements of type %v", ops[i], ts[i])
		}
	}
	if c.Err == nil {
		c.joins(p, ts)
	}
}

// directory checks that all results of T that do not pass through are flags.
func (c *checker) directory(e *Directory, ts []*types.Type) {
	if c.Err == nil && len(e.Ops) != len(ts) {
		c.Errorf("%d operators for %d results of the thunk", len(e.Ops), len(ts))
	}
	for i := 0; i < len(e.Ops) && c.Err == nil; i++ {
		if e.Ops[i] != prim.RId && (e.Ops[i] != prim.RRank || !typing.SameType(ts[i], types.Bool)) {
			c.Errorf("%v makes no directory of elements of type %v", e.Ops[i], ts[i])
		}
	}
}

func (c *checker) compact(e *Compact, ts []*types.Type) {
	k := len(e.Into)
	if c.Err == nil && (len(ts) != k && len(ts) != 2*k || len(e.Start) != k || len(e.Ranks)+len(e.Directories) != k || len(e.Rest) != k) {
		c.Errorf("%d results of the thunk, and not as many parts", len(ts))
	}
	if c.Err == nil && k > 0 && len(e.Directories) > 0 && (len(e.Ranks) > 0 || e.Flagged()) {
		c.Errorf("directories, and ranks or flags")
	}
	for i := k; i < len(ts) && c.Err == nil; i++ {
		if !typing.SameType(ts[i], types.Bool) {
			c.Errorf("the flag of part %d has type %v, want bool", i-k, ts[i])
		}
	}
	if c.Err == nil && len(e.Loose) != len(e.Sizes) {
		c.Errorf("%d arrays, and %d marks of loose ones", len(e.Sizes), len(e.Loose))
	}
	of := make([]*types.Type, len(e.Sizes))
	for i := range e.Sizes {
		c.Want("size", e.Sizes[i], types.Int)
	}
	for i := 0; i < k && c.Err == nil; i++ {
		c.Want("start", e.Start[i], types.Int)
		c.Want("ranks", e.Selects(i), types.Vec(types.Int))
		switch a := e.Into[i]; {
		case a < 0 || a >= len(of):
			c.Errorf("part %d goes into array %d of %d", i, a, len(of))
		case of[a] != nil && !typing.SameType(of[a], ts[i]):
			c.Errorf("an array of %v and %v", of[a], ts[i])
		default:
			of[a] = ts[i]
		}
	}
	c.ends(e, of)
	for a := range of {
		if c.Err == nil && of[a] == nil {
			c.Errorf("array %d without a part", a)
		}
	}
}

func (c *checker) scatter(e *Scatter, ts []*types.Type) {
	if e.Op != prim.RSet && e.Op != prim.RArbitrary && e.Op != prim.RMax {
		c.Errorf("scatter with %v", e.Op)
	}
	c.Same("scatter", vectorsOf(ts), c.Each(e.Into))
	to := c.thunk(e.Dest, []*types.Type{types.Int})
	places := make([]*types.Type, max(1, min(len(to), len(e.Into))))
	for k := range places {
		places[k] = types.Int
	}
	if len(places) > 1 && len(places) != len(e.Into) {
		c.Errorf("%d destinations for %d arrays", len(places), len(e.Into))
	}
	c.Same("destination", to, places)
	for _, t := range ts {
		if e.Op == prim.RMax && !prim.RMax.Combines(t) {
			c.Errorf("scatter max of %v", t)
		}
	}
}

// ends checks the last elements of arrays of these types.
func (c *checker) ends(e *Compact, of []*types.Type) {
	if c.Err == nil && len(e.Ends) != len(e.Last) {
		c.Errorf("%d arrays with a last element, and %d of these", len(e.Ends), len(e.Last))
	}
	for k := 0; k < len(e.Ends) && c.Err == nil; k++ {
		switch a := e.Ends[k]; {
		case a < 0 || a >= len(of) || of[a] == nil:
			c.Errorf("a last element of array %d of %d", a, len(of))
		case slices.Contains(e.Ends[:k], a):
			c.Errorf("array %d ends twice", a)
		default:
			c.Want("last element", e.Last[k], of[a])
		}
	}
}
