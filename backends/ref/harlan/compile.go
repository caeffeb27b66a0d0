package harlan

// Expressions as Go closures.

import (
	"nessiec/ir/harlan"
	"nessiec/ir/types"
)

// code is a compiled expression.
type code func(f *frame) any

// A compiler compiles a function.
type compiler struct {
	*machine
	slots map[*harlan.Var]int
}

// compile compiles a function with what it captures.
func (r *machine) compile(f *function, captures, params []*harlan.Var, body harlan.Expr) {
	c := &compiler{r, map[*harlan.Var]int{}}
	for _, v := range captures {
		c.slot(v)
	}
	for _, v := range params {
		c.slot(v)
	}
	f.params = len(params)
	f.body = c.expr(body)
	f.slots = len(c.slots)
}

// slot is where a variable is.
func (c *compiler) slot(v *harlan.Var) int {
	i, ok := c.slots[v]
	if !ok {
		i = len(c.slots)
		c.slots[v] = i
	}
	return i
}

func (c *compiler) slotsOf(vs []*harlan.Var) (out []int) {
	for _, v := range vs {
		out = append(out, c.slot(v))
	}
	return out
}

func (c *compiler) exprs(es []harlan.Expr) (out []code) {
	for _, e := range es {
		out = append(out, c.expr(e))
	}
	return out
}

func all(f *frame, cs []code) []any {
	out := make([]any, len(cs))
	for i, c := range cs {
		out[i] = c(f)
	}
	return out
}

func constant(v any) code { return func(*frame) any { return v } }

//nessiec:exhaustive harlan
func (c *compiler) expr(e harlan.Expr) code {
	switch e := e.(type) {
	case *harlan.Ref:
		i := c.slot(e.Var)
		return func(f *frame) any { return f.slots[i] }
	case *harlan.Int:
		return constant(c.num.Wrap(e.Val))
	case *harlan.Float:
		return constant(c.num.Round(e.Val))
	case *harlan.Bool:
		return constant(e.Val)
	case *harlan.Char:
		return constant(e.Val)
	case *harlan.Str:
		return constant(e.Val)
	case *harlan.U64:
		return constant(uint64(e.Val))
	case *harlan.Void:
		return constant(nothing{})
	case *harlan.Op:
		return c.op(e)
	case *harlan.Call:
		return c.call(e)
	case *harlan.Construct:
		con, args := c.cons[e.Con], c.exprs(e.Args)
		return func(f *frame) any { return &data{con, all(f, args)} }
	case *harlan.Apply:
		fun, args, at := c.expr(e.Fun), c.exprs(e.Args), e.Pos()
		return func(f *frame) any {
			p := fun(f).(*closure)
			return c.machine.call(p.code, f, append(p.captures[:len(p.captures):len(p.captures)], all(f, args)...), at)
		}
	case *harlan.Lambda:
		return c.lambda(e)
	case *harlan.Cast:
		return c.cast(e)
	case *harlan.Let:
		rhs, i, body := c.expr(e.Rhs), c.slot(e.Bind), c.expr(e.Body)
		return func(f *frame) any {
			f.slots[i] = rhs(f)
			return body(f)
		}
	case *harlan.Begin:
		return c.begin(e)
	case *harlan.If:
		cond, then, els := c.expr(e.Cond), c.expr(e.Then), c.expr(e.Else)
		return func(f *frame) any {
			if cond(f).(bool) {
				return then(f)
			}
			return els(f)
		}
	case *harlan.Match:
		return c.match(e)
	case *harlan.Assert:
		cond, at := c.expr(e.Cond), e.Pos()
		return func(f *frame) any {
			if !cond(f).(bool) {
				c.fail(f, at, errAssert)
			}
			return nothing{}
		}
	case *harlan.Fail:
		return func(f *frame) any {
			c.fail(f, e.Pos(), e.Message)
			return nil
		}
	case *harlan.While:
		cond, body := c.expr(e.Cond), c.expr(e.Body)
		return func(f *frame) any {
			for cond(f).(bool) {
				c.step(f)
				body(f)
			}
			return nothing{}
		}
	case *harlan.Set:
		i, rhs := c.slot(e.Var), c.expr(e.Rhs)
		return func(f *frame) any {
			f.slots[i] = rhs(f)
			return nothing{}
		}
	case *harlan.Print, *harlan.Write:
		return c.print(e)
	case *harlan.Tuple:
		elems := c.exprs(e.Elems)
		return func(f *frame) any { return tuple(all(f, elems)) }
	case *harlan.Proj:
		of := c.expr(e.Of)
		return func(f *frame) any { return of(f).(tuple)[e.Index] }
	case *harlan.Loop:
		return c.loop(e)
	case *harlan.Recur:
		args := c.exprs(e.Args)
		return func(f *frame) any { return again(all(f, args)) }
	case *harlan.Arm:
		panic("harlan: an arm outside of a match")
	case *harlan.Vector, *harlan.Iota, *harlan.VectorRef, *harlan.VectorSet, *harlan.Put, *harlan.Length, *harlan.Pointer, *harlan.Kernel,
		*harlan.Reduce, *harlan.Scan, *harlan.Filter, *harlan.Total, *harlan.Running:
		return c.vector(e)
	}
	panic("harlan: unexpected form " + harlan.Show(e))
}

func (c *compiler) begin(e *harlan.Begin) code {
	steps := c.exprs(e.Steps)
	last := len(steps) - 1
	return func(f *frame) any {
		for _, s := range steps[:last] {
			s(f)
		}
		return steps[last](f)
	}
}

// lambda copies the values of what it captures.
func (c *compiler) lambda(e *harlan.Lambda) code {
	captures := harlan.FreeVars(e)
	fn := &function{}
	c.compile(fn, captures, e.Params, e.Body)
	from := c.slotsOf(captures)
	return func(f *frame) any {
		p := &closure{code: fn}
		for _, i := range from {
			p.captures = append(p.captures, f.slots[i])
		}
		return p
	}
}

func (c *compiler) match(e *harlan.Match) code {
	type arm struct {
		binds []int
		body  code
	}
	of, arms := c.expr(e.Of), map[string]arm{}
	for _, a := range e.Arms {
		a := a.(*harlan.Arm)
		arms[a.Con] = arm{c.slotsOf(a.Binds), c.expr(a.Body)}
	}
	return func(f *frame) any {
		d := of(f).(*data)
		a := arms[d.con.name]
		for i, v := range d.fields {
			f.slots[a.binds[i]] = v
		}
		return a.body(f)
	}
}

func (c *compiler) loop(e *harlan.Loop) code {
	binds, inits, body := c.slotsOf(e.Binds), c.exprs(e.Inits), c.expr(e.Body)
	return func(f *frame) any {
		values := all(f, inits)
		for {
			c.step(f)
			for i, v := range values {
				f.slots[binds[i]] = v
			}
			v := body(f)
			next, ok := v.(again)
			if !ok {
				return v
			}
			values = next
		}
	}
}

// call calls a function of the program, or one of the world outside.
func (c *compiler) call(e *harlan.Call) code {
	args, at := c.exprs(e.Args), e.Pos()
	if fn := c.funcs[e.Fn]; fn != nil {
		return func(f *frame) any { return c.machine.call(fn, f, all(f, args), at) }
	}
	out := outside[e.Fn]
	if out == nil {
		panic("harlan: no function " + e.Fn)
	}
	return func(f *frame) any { return out(&world{c.machine, f, at}, all(f, args)) }
}

func (c *compiler) print(e harlan.Expr) code {
	var of, to harlan.Expr
	symbolic := false
	switch e := e.(type) {
	case *harlan.Print:
		of, symbolic = e.Of, e.Symbolic
	case *harlan.Write:
		of, to, symbolic = e.Of, e.To, e.Symbolic
	}
	x := c.expr(of)
	text := func(v any) string {
		if b, ok := v.(bool); ok && symbolic {
			if b {
				return "#t"
			}
			return "#f"
		}
		return string(c.text(nil, v))
	}
	if to == nil {
		return func(f *frame) any {
			w := &world{c.machine, f, e.Pos()}
			w.do("print_string", []*types.Type{types.String}, chars(text(x(f))))
			return nothing{}
		}
	}
	stream := c.expr(to)
	return func(f *frame) any {
		s := text(x(f))
		w := &world{c.machine, f, e.Pos()}
		w.do("write_string", []*types.Type{types.String, types.Stream}, chars(s), stream(f).(handle).Value)
		return nothing{}
	}
}
