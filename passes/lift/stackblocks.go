package lift

// Recursive scalar code as blocks without calls: what follows a call is a block of its
// own, which the callee goes on with when it returns.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/lift/scalars"
	"nessiec/passes/nested/anf"
)

// A stackBlock is code that ends by going on with another block. It finds the values of
// params in registers, and those of saved on the stack.
type stackBlock struct {
	saved, params []*nkl.Var
	live          []*nkl.Var // those of them that are not what it is for, but are needed later
	code          nkl.Expr
	size          int // of code, in nodes
}

// A transfer is how a block ends: it goes on with block to, whose params are args. A call
// saves on the stack what block after needs, to which the callee returns; to is nil
// where a function returns args.
type transfer struct {
	to, after *stackBlock
	args      []nkl.Expr
	types     []*types.Type // of args
}

// maxBlocks and maxFrame bound machines: blocks, and elements saved by a call.
const maxBlocks, maxFrame = 200, 16

// stackCode is the blocks of a function and those it calls.
type stackCode struct {
	*scalars.Code
	root      *nkl.Func
	blocks    []*stackBlock
	entries   map[string]*stackBlock
	places    map[*nkl.Var]*nkl.Var // parameters that are not scalar: that of root, for which they stand
	transfers map[*nkl.Recur]*transfer
	nodes     int // of all code
	failed    bool
}

// A rest is what follows code: block to with the value, or the return from a function.
type rest struct {
	to     *stackBlock
	result *types.Type
	loop   *stackBlock // with which Recur goes on
}

// stackCodeOf is the code of f, or nil if it is no recursive scalar code.
func stackCodeOf(x *scalars.Code, f *nkl.Func) *stackCode {
	s := &stackCode{Code: x, root: f, entries: map[string]*stackBlock{}, places: map[*nkl.Var]*nkl.Var{}, transfers: map[*nkl.Recur]*transfer{}}
	for _, v := range f.Params {
		s.places[v] = v
	}
	s.entry(f, nkl.Uses(f.Params))
	if s.failed {
		return nil
	}
	for _, b := range s.blocks {
		ir.Walk(b.code, func(nkl.Expr) bool {
			b.size++
			return true
		})
	}
	return s
}

func (s *stackCode) block(params, live []*nkl.Var) *stackBlock {
	b := &stackBlock{params: params, live: live}
	s.blocks = append(s.blocks, b)
	s.failed = s.failed || len(s.blocks) > maxBlocks
	return b
}

// entry is the first block of f, called with args.
func (s *stackCode) entry(f *nkl.Func, args []nkl.Expr) *stackBlock {
	b, known := s.entries[f.Name]
	var scalars []*nkl.Var
	for i, v := range f.Params {
		if v.Type.IsScalar() {
			scalars = append(scalars, v)
			continue
		}
		r, ok := args[i].(*nkl.Ref)
		switch {
		case !ok || s.places[r.Var] == nil || known && s.places[r.Var] != s.places[v]:
			s.failed = true
			return nil
		case !known:
			s.places[v] = s.places[r.Var]
		}
	}
	if known || s.failed {
		return b
	}
	b = s.block(scalars, nil)
	s.entries[f.Name] = b
	b.code = s.tail(f.Body, rest{result: f.Result})
	return b
}

// calls reports whether e calls functions that are not element code.
func (s *stackCode) calls(e nkl.Expr) bool {
	if c, ok := e.(*nkl.Call); ok && s.Function(c.Fn) < 0 {
		return true
	}
	found := false
	e.Children(func(_ int, c nkl.Expr) { found = found || s.calls(c) })
	return found
}

// tail is e with k after it.
func (s *stackCode) tail(e nkl.Expr, k rest) nkl.Expr {
	if s.failed {
		return e
	}
	switch e := e.(type) {
	case *nkl.Let:
		return s.let(e, k)
	case *nkl.Check:
		out := *e
		out.Then = s.tail(e.Then, k)
		return &out
	case *nkl.If:
		out := *e
		out.Then, out.Else = s.tail(e.Then, k), s.tail(e.Else, k)
		return &out
	case *nkl.Loop:
		if s.calls(e) {
			return s.loop(e, k)
		}
	case *nkl.Recur:
		return s.goOn(k.loop, e.Args)
	case *nkl.Call:
		if s.calls(e) && k.to == nil {
			return s.call(e, nil)
		}
		if s.calls(e) {
			v := types.NewVar("v", s.Funcs[e.Fn].Result)
			return s.let(&nkl.Let{Node: e.Node, Bind: v, Rhs: e, Body: nkl.Use(v)}, k)
		}
	}
	v := s.straight(e, true)
	if nkl.IsAtom(v) {
		return s.value(v, k)
	}
	x := types.NewVar("v", k.result)
	return anf.Splice(&nkl.Let{Node: at(e), Bind: x, Rhs: v, Body: s.value(nkl.Use(x), k)})
}

// value hands a value on.
func (s *stackCode) value(v nkl.Expr, k rest) nkl.Expr {
	if k.to != nil {
		return s.goOn(k.to, []nkl.Expr{v})
	}
	return s.end(&transfer{args: []nkl.Expr{v}, types: []*types.Type{k.result}})
}

// let binds a value that is made without calls, or by one call, or otherwise by code
// that goes on with what follows.
func (s *stackCode) let(e *nkl.Let, k rest) nkl.Expr {
	if !s.calls(e.Rhs) {
		out := *e
		out.Rhs, out.Body = s.straight(e.Rhs, e.Bind.Type.IsScalar()), s.tail(e.Body, k)
		return anf.Splice(&out)
	}
	if !e.Bind.Type.IsScalar() {
		s.failed = true
		return e
	}
	b := s.block([]*nkl.Var{e.Bind}, s.live(e.Body, k, e.Bind))
	c, isCall := e.Rhs.(*nkl.Call)
	if isCall {
		b.saved = b.live
	} else {
		b.params = append(b.params, b.live...)
	}
	b.code = s.tail(e.Body, k)
	if isCall {
		return s.call(c, b)
	}
	return s.tail(e.Rhs, rest{to: b, result: e.Bind.Type, loop: k.loop})
}

// loop is a block for the iterations of a loop that calls.
func (s *stackCode) loop(e *nkl.Loop, k rest) nkl.Expr {
	live := s.live(e.Body, k, e.Binds...)
	b := s.block(append(slices.Clone(e.Binds), live...), live)
	k.loop = b
	b.code = s.tail(e.Body, k)
	return s.goOn(b, e.Inits)
}

// live is the variables that e and what follows need, but for those bound.
func (s *stackCode) live(e nkl.Expr, k rest, bound ...*nkl.Var) (out []*nkl.Var) {
	need := nkl.FreeVars(e)
	if k.to != nil {
		need = append(need, k.to.live...)
	}
	if k.loop != nil {
		need = append(need, k.loop.live...)
	}
	for _, v := range need {
		switch {
		case slices.Contains(bound, v) || slices.Contains(out, v) || s.places[v] != nil && !v.Type.IsScalar():
		case !v.Type.IsScalar():
			s.failed = true
		default:
			out = append(out, v)
		}
	}
	return out
}

// goOn goes on with block b: args and what else is live there.
func (s *stackCode) goOn(b *stackBlock, args []nkl.Expr) nkl.Expr {
	t := &transfer{to: b, args: append(slices.Clone(args), nkl.Uses(b.live)...)}
	for _, v := range b.params {
		t.types = append(t.types, v.Type)
	}
	return s.end(t)
}

// call calls a function that returns to block after, or to its caller's.
func (s *stackCode) call(c *nkl.Call, after *stackBlock) nkl.Expr {
	f := s.Funcs[c.Fn]
	if f == nil || !f.Result.IsScalar() {
		s.failed = true
		return c
	}
	t := &transfer{to: s.entry(f, c.Args), after: after}
	for i, v := range f.Params {
		if v.Type.IsScalar() {
			t.args, t.types = append(t.args, c.Args[i]), append(t.types, v.Type)
		}
	}
	return s.end(t)
}

func (s *stackCode) end(t *transfer) nkl.Expr {
	at := &nkl.Recur{}
	s.transfers[at] = t
	return at
}

// straight is code without calls, which reads the places of root.
func (s *stackCode) straight(e nkl.Expr, scalar bool) nkl.Expr {
	n := s.Size(e, scalar)
	if s.nodes += n; n < 0 || s.nodes > scalars.MostInlined {
		s.failed = true
		return e
	}
	return nkl.Rename(s.Inline(e), s.places)
}
