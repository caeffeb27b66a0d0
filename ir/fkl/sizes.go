package fkl

// What operations say of the sizes of their results, and the sizes of all variables of the
// host (package sizing).

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
)

// Complete says the sizes of all vectors and descriptors of the host, and the values of
// ints, where variables do not say them yet. A module that has been seen by others is
// complete, and stays as it is.
func (m *Module) Complete() {
	var todo []*Func
	for _, f := range m.Funcs {
		if sizing.AnyMissing(f.Params) || sizing.MissingResult(f.Results) || missing(f.Body) {
			todo = append(todo, f)
		}
	}
	if todo == nil {
		return
	}
	c := &completer{sigs: m.Sigs(), funcs: map[string]*Func{}}
	scopes := make([]*sizing.Scope, len(todo))
	for i, f := range todo {
		scopes[i] = c.signature(f)
	}
	for _, f := range m.Funcs {
		c.funcs[f.Name] = f
	}
	ir.AtOnce(len(todo), func(i int) {
		f := *c
		f.Scope = scopes[i]
		f.body(todo[i].Body)
	})
}

// Sized reports the first function in which a variable of the host does not say its sizes.
func (m *Module) Sized() error {
	for _, f := range m.Funcs {
		if sizing.AnyMissing(f.Params) || sizing.MissingResult(f.Results) || missing(f.Body) {
			return fmt.Errorf("a variable of %s does not say its sizes", f.Name)
		}
	}
	return nil
}

// missing reports whether a variable that is bound on the host in e does not say its sizes.
func missing(e Expr) bool {
	for {
		switch x := e.(type) {
		case *Let:
			if sizing.AnyMissing(x.Binds) || missing(x.Rhs) {
				return true
			}
			e = x.Body
		case *Check:
			e = x.Then
		case *If:
			if missing(x.Then) {
				return true
			}
			e = x.Else
		case *Loop:
			if sizing.AnyMissing(x.Binds) {
				return true
			}
			e = x.Body
		case *Scope:
			e = x.Body
		case *Time:
			e = x.Body
		default:
			return false
		}
	}
}

// A completer goes through the functions of a module.
type completer struct {
	*sizing.Scope
	sigs  Sigs
	funcs map[string]*Func
}

// signature completes parameters and results of f. It returns the scope of its body.
func (c *completer) signature(f *Func) *sizing.Scope {
	s := sizing.NewScope()
	f.Take(s)
	ir.Walk(f.Body, func(e Expr) bool {
		for _, v := range measures(e) {
			if r, ok := v.(*Ref); ok {
				s.Measures[r.Var] = true
			}
		}
		return true
	})
	s.Complete(f.Params, nil)
	if sizing.MissingResult(f.Results) {
		f.Results = s.Results(f.Results)
	}
	return s
}

// Take notes the names of sizes in f.
func (f *Func) Take(s *sizing.Scope) {
	s.TakeAll(f.Params, f.Results)
	ir.Walk(f.Body, func(e Expr) bool { EachBind(e, s.Take); return true })
}

// Inlined is the body of f as it stands in place of a call with these arguments: sizes are
// those of the caller, whose names s knows. Parameters are still there.
func Inlined(f *Func, args []Expr, s *sizing.Scope) Expr {
	c := &completer{Scope: s}
	return varOps.Rebind(f.Body, s.Inline(f.Params, c.each(args)))
}

// measures is the vectors of lengths that e makes a descriptor or offsets of.
func measures(e Expr) []Expr {
	switch e := e.(type) {
	case *SdMake:
		return []Expr{e.Lens}
	case *SdGiven:
		return []Expr{e.Lens}
	case *Offsets:
		return []Expr{e.Vec}
	}
	return nil
}

// body completes the variables that e binds. It returns what is known of the results, nil
// if there are none; the names of e stay in scope.
func (c *completer) body(e Expr) []sizing.Of {
	for {
		switch x := e.(type) {
		case *Let:
			c.Scope.Complete(x.Binds, c.inner(x.Rhs))
			e = x.Body
		case *Check:
			e = x.Then
		case *Loop:
			var of []sizing.Of
			c.Loop(x.Binds, c.each(x.Inits), func() { of = c.body(x.Body) })
			return of
		case *Scope:
			e = x.Body
		case *If:
			return sizing.Join(c.inner(x.Then), c.inner(x.Else))
		case *Time:
			return append(c.inner(x.Body), sizing.Of{})
		case *Recur:
			c.Next(c.each(x.Args))
			return nil
		case *Ret:
			return c.each(x.Vals)
		default:
			return c.op(e)
		}
	}
}

// inner is body of what has a scope of its own.
func (c *completer) inner(e Expr) []sizing.Of {
	switch e.(type) {
	case *Let, *Check, *Loop, *Scope, *If, *Time:
		m := c.Mark()
		of := c.body(e)
		c.Undo(m)
		return c.Keep(of)
	}
	return c.body(e)
}

func (c *completer) each(es []Expr) []sizing.Of {
	out := make([]sizing.Of, len(es))
	for i, e := range es {
		out[i] = c.of(e)
	}
	return out
}

// of is what is known of an atom.
func (c *completer) of(e Expr) sizing.Of {
	switch e := e.(type) {
	case *Ref:
		return sizing.Var(e.Var)
	case *Int:
		return sizing.Int(types.ConstSize(e.Val))
	}
	return sizing.Of{}
}

func (c *completer) length(e Expr) *types.Size { return c.of(e).Length() }

// count is the number of elements that an operand says, or of segments.
func (c *completer) count(e Expr) *types.Size { return c.AtLeastZero(c.of(e).Value) }

// segments is the number of segments of a descriptor: one less than there are offsets.
func (c *completer) segments(sd Expr) *types.Size {
	o := c.of(sd)
	if r, ok := sd.(*Ref); !ok || r.Var.Type.Kind == types.KSd {
		return o.Length()
	}
	return sizing.Plus(o.Length(), -1)
}

// op is what is known of the results of an operation.
func (c *completer) op(e Expr) []sizing.Of {
	switch e := e.(type) {
	case *Call:
		return sizing.Call(c.funcs[e.Fn].Params, c.each(e.Args), c.funcs[e.Fn].Results)
	case *Map:
		return c.vectors(e, c.count(e.N))
	case *SegMap:
		return c.vectors(e, c.count(e.N))
	case *Fold:
		return c.vectors(e, c.length(e.Vecs[0]))
	case *SegFold:
		if e.Scan {
			return c.vectors(e, c.length(e.Vecs[0]))
		}
		return c.vectors(e, c.segments(e.Sd))
	case *Pack:
		return c.Selected(len(e.Vecs), c.length(e.Flags), e.Loose, false)
	case *Split:
		return c.Selected(len(e.Vecs), c.length(e.Flags), false, true)
	case *Update:
		return c.update(e)
	}
	return []sizing.Of{c.one(e)}
}

// vectors is results of e of n elements, unless they are scalars.
func (c *completer) vectors(e Expr, n *types.Size) []sizing.Of {
	out := make([]sizing.Of, len(c.sigs.ResultTypes(e)))
	if f, ok := e.(*Fold); ok && !f.Scan {
		return out
	}
	for i := range out {
		out[i] = sizing.Vector(n)
	}
	return out
}

// update is what an update makes: its states are as long as they were.
func (c *completer) update(e *Update) []sizing.Of {
	var out []sizing.Of
	for _, k := range e.Outcome() {
		if k >= 0 && k < len(e.Into) {
			out = append(out, sizing.Vector(c.length(e.Into[k])))
		} else {
			out = append(out, sizing.Vector(c.count(e.N)))
		}
	}
	return out
}

// one is what is known of the result of an operation that has one.
func (c *completer) one(e Expr) sizing.Of {
	switch e := e.(type) {
	case *Prim:
		if e.Op.Class == prim.Scalar {
			return sizing.Int(sizing.Apply(e.Op.Code, c.each(e.Args)))
		}
		return sizing.Of{}
	case *At:
		return sizing.Int(c.Element(c.of(e.Vec), c.of(e.Idx)))
	case *Length:
		return sizing.Int(c.length(e.Vec))
	case *Vec:
		return sizing.Vector(types.ConstSize(int64(len(e.Vals))))
	case *Str:
		return sizing.Vector(types.ConstSize(int64(len(e.Val))))
	case *SegReduce:
		return sizing.Vector(c.segments(e.Sd))
	case *Scan:
		return sizing.Vector(c.length(e.Vec))
	case *SegScan:
		return sizing.Vector(c.length(e.Vec))
	case *Rank:
		return sizing.Vector(c.length(e.Keys))
	case *Scatter:
		return sizing.Vector(c.length(e.Into))
	}
	return c.descriptor(e)
}

// descriptor is what is known of descriptors and what they say.
func (c *completer) descriptor(e Expr) sizing.Of {
	switch e := e.(type) {
	case *Offsets:
		l := c.of(e.Vec)
		return sizing.Values(sizing.Plus(l.Length(), 1), sizing.Total(types.IndexSize(1), l.Each()))
	case *SdMake:
		return sizing.Segments(c.length(e.Lens), c.of(e.Lens).Each())
	case *SdGiven:
		return sizing.Segments(c.length(e.Lens), c.of(e.Lens).Each())
	case *SdJoin:
		return sizing.Segments(c.length(e.Outer), nil)
	case *SdRegular:
		return sizing.Segments(c.count(e.Count), c.count(e.Len))
	case *SdLens:
		return sizing.Values(c.length(e.Sd), c.of(e.Sd).Each())
	case *SdStarts:
		return sizing.Values(c.length(e.Sd), sizing.Total(types.IndexSize(1), c.of(e.Sd).Each()))
	case *SdCount:
		return sizing.Int(c.length(e.Sd))
	case *SdTotal:
		return sizing.Int(sizing.Total(c.length(e.Sd), c.of(e.Sd).Each()))
	}
	return sizing.Of{}
}
