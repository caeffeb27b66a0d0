package lcu

// What operations say of the sizes of their results, and the sizes of all variables of host
// code (package sizing). Kernels say none, so that equal ones are one.

import (
	"fmt"

	"nessiec/ir"
	"nessiec/ir/prim"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
)

// Complete says the sizes of all arrays of host code, and the values of ints, where
// variables do not say them yet, as Complete of fkl does.
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
	c := &completer{sigs: m.Sigs(), funcs: map[string]*Func{}, kernels: map[string]*Kernel{}}
	scopes := make([]*sizing.Scope, len(todo))
	for i, f := range todo {
		scopes[i] = signature(f)
	}
	for _, f := range m.Funcs {
		c.funcs[f.Name] = f
	}
	for _, k := range m.Kernels {
		c.kernels[k.Name] = k
	}
	ir.AtOnce(len(todo), func(i int) {
		f := *c
		f.Scope = scopes[i]
		f.body(todo[i].Body)
	})
}

// Sized reports the first function in which a variable of the host does not say its sizes,
// and the first kernel in which one does.
func (m *Module) Sized() error {
	for _, f := range m.Funcs {
		if sizing.AnyMissing(f.Params) || sizing.MissingResult(f.Results) || missing(f.Body) {
			return fmt.Errorf("a variable of %s does not say its sizes", f.Name)
		}
	}
	for _, k := range m.Kernels {
		says := sizing.AnySaid(k.Params)
		ir.Walk(k.Body, func(e Expr) bool {
			EachBind(e, func(v *Var) { says = says || sizing.AnySaid([]*Var{v}) })
			return !says
		})
		if says {
			return fmt.Errorf("a variable of kernel %s says sizes", k.Name)
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
		case *Cluster:
			e = x.Body
		case *Time:
			e = x.Body
		default:
			return false
		}
	}
}

// signature completes parameters and results of f. It returns the scope of its body.
func signature(f *Func) *sizing.Scope {
	s := sizing.NewScope()
	s.TakeAll(f.Params, f.Results)
	ir.Walk(f.Body, func(e Expr) bool { EachBind(e, s.Take); return true })
	s.Complete(f.Params, nil)
	if sizing.MissingResult(f.Results) {
		f.Results = s.Results(f.Results)
	}
	return s
}

// A completer goes through the functions of a module, and through kernels that they run.
type completer struct {
	*sizing.Scope
	sigs    Sigs
	funcs   map[string]*Func
	kernels map[string]*Kernel
	kernel  map[*Var]sizing.Of // what is known of the variables of the kernel at hand; nil on the host
}

// body completes the variables that e binds. It returns what is known of the results, nil
// if there are none; the names of e stay in scope.
func (c *completer) body(e Expr) []sizing.Of {
	for {
		switch x := e.(type) {
		case *Let:
			c.bind(x.Binds, c.inner(x.Rhs))
			e = x.Body
		case *Check:
			e = x.Then
		case *Loop:
			if c.kernel != nil { // of its variables nothing is known
				e = x.Body
				continue
			}
			var of []sizing.Of
			c.Loop(x.Binds, c.each(x.Inits), func() { of = c.body(x.Body) })
			return of
		case *Cluster:
			e = x.Body
		case *If:
			return sizing.Join(c.inner(x.Then), c.inner(x.Else))
		case *Time:
			return append(c.inner(x.Body), sizing.Of{})
		case *Recur:
			if c.kernel == nil {
				c.Next(c.each(x.Args))
			}
			return nil
		case *Ret:
			return c.each(x.Vals)
		default:
			return c.op(e)
		}
	}
}

// bind binds vs to results of which this is known.
func (c *completer) bind(vs []*Var, of []sizing.Of) {
	if c.kernel == nil {
		c.Scope.Complete(vs, of)
		return
	}
	for i, v := range vs {
		if i < len(of) {
			c.kernel[v] = of[i]
		}
	}
}

// inner is body of what has a scope of its own.
func (c *completer) inner(e Expr) []sizing.Of {
	switch e.(type) {
	case *Let, *Check, *Loop, *Cluster, *If, *Time:
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
		if c.kernel != nil {
			return c.kernel[e.Var]
		}
		return sizing.Var(e.Var)
	case *Int:
		return sizing.Int(types.ConstSize(e.Val))
	}
	return sizing.Of{}
}

func (c *completer) length(e Expr) *types.Size { return c.of(e).Length() }

// count is the number of elements that an operand says, or of segments.
func (c *completer) count(e Expr) *types.Size { return c.AtLeastZero(c.of(e).Value) }

// segments is the number of segments: one less than there are offsets.
func (c *completer) segments(segs []Expr) *types.Size {
	if n, _, ok := Equal(segs); ok {
		return c.count(n)
	}
	return sizing.Plus(c.length(segs[0]), -1)
}

// op is what is known of the results of an operation.
func (c *completer) op(e Expr) []sizing.Of {
	if staged, ok := e.(*Staged); ok {
		e = staged.Soac
	}
	switch e := e.(type) {
	case *Call:
		return sizing.Call(c.funcs[e.Fn].Params, c.each(e.Args), c.funcs[e.Fn].Results)
	case *Run:
		return c.run(c.kernels[e.Kernel], e.Args)
	case *Copy:
		return c.run(c.kernels[e.Kernel], e.Args)
	}
	if p, ok := PartsOf(e); ok {
		return c.soac(e, p)
	}
	return []sizing.Of{c.one(e)}
}

// run is what is known of the results of a kernel that is run with these arguments.
func (c *completer) run(k *Kernel, args []Expr) []sizing.Of {
	in := &completer{Scope: c.Scope, sigs: c.sigs, kernel: map[*Var]sizing.Of{}}
	for i, p := range k.Params {
		in.kernel[p] = c.of(args[i])
	}
	m := c.Mark()
	defer c.Undo(m)
	return in.body(k.Body)
}

// soac is what is known of the results of a SOAC.
func (c *completer) soac(e Expr, p Parts) []sizing.Of {
	ts := c.sigs.ResultTypes(e)
	out := make([]sizing.Of, len(ts))
	if p.N == nil {
		return out
	}
	n := c.count(p.N)
	switch e := e.(type) {
	case *Filter:
		return c.Selected(len(ts)-1, n, e.Loose, false)
	case *Partition:
		return c.Selected((len(ts)-1)/2, n, false, true)
	case *Directory:
		for k, op := range e.Ops {
			if out[k] = sizing.Vector(n); op == prim.RRank {
				out[k] = sizing.Of{} // its size says nothing
			}
		}
		return out
	case *Compact:
		for k, size := range e.Sizes {
			out[k] = sizing.Vector(c.count(size))
		}
		return out
	case *Scatter:
		for k, into := range e.Into {
			out[k] = sizing.Vector(c.length(into))
		}
		return out
	case *Update:
		states, err := e.Outcome()
		if err != nil { // the checker says so
			return out
		}
		for k, state := range states {
			if out[k] = sizing.Vector(n); state >= 0 {
				out[k] = sizing.Vector(c.length(e.Into[state]))
			}
		}
		return out
	}
	for k, t := range ts {
		if t.Kind == types.KVec {
			out[k] = sizing.Vector(c.resultSize(e, p, k, n))
		}
	}
	return out
}

// resultSize is the number of elements of result k of a fold, a scan or what follows one,
// over n positions.
func (c *completer) resultSize(e Expr, p Parts, k int, n *types.Size) *types.Size {
	combined := len(p.Ops) > k && p.Ops[k] != prim.RId
	made := 0
	if x, ok := e.(*Epilogue); ok { // what it makes, then what a prefix combines, then what others are
		made = len(c.sigs.ResultTypes(x.T.Body))
		combined = k < made || x.Soac.Form() == FormPrefix && k < made+len(Combined(p.Ops))
	}
	switch Inner(e).(type) {
	case *SegReduce:
		if combined {
			return c.segments(p.Segs)
		}
	case *Prefix:
		if combined && k >= made {
			return sizing.Plus(n, 1)
		}
	}
	return n
}

// one is what is known of the result of an operation that has one.
func (c *completer) one(e Expr) sizing.Of {
	switch e := e.(type) {
	case *Prim:
		if e.Op.Class == prim.Scalar {
			return sizing.Int(sizing.Apply(e.Op.Code, c.each(e.Args)))
		}
	case *At:
		return sizing.Int(c.Element(c.of(e.Vec), c.of(e.Idx)))
	case *Length:
		return sizing.Int(c.length(e.Vec))
	case *Vec:
		return sizing.Vector(types.ConstSize(int64(len(e.Vals))))
	case *Str:
		return sizing.Vector(types.ConstSize(int64(len(e.Val))))
	}
	return sizing.Of{}
}
