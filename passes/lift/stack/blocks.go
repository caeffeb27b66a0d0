// Package stack makes one loop of recursive functions that are scalar code but for their calls. The
// loop is a state machine with a stack: what follows a call is a block of its own.
//
// Source: explicit stacks for recursion in kernels [harlan].
package stack

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

// A block is code that ends by going on with another block. It finds the values of
// params in registers, and those of saved on the stack.
type block struct {
	of            string // the function
	saved, params []*nkl.Var
	held          []*nkl.Var // sequences that stay in their registers during the call
	live          []*nkl.Var // those of them that are not what it is for, but are needed later
	code          nkl.Expr
	size          int // of code, in nodes
}

// A transfer is how a block ends: it goes on with block to, whose params are args. A call
// saves on the stack what block after needs, to which the callee returns; to is nil
// where a function returns args.
type transfer struct {
	to, after *block
	args      []nkl.Expr
	into      []*nkl.Var // the variables that they become the values of
}

// maxBlocks and maxFrame bound machines: blocks, and elements saved by a call. mostThreaded bounds the nodes of those that hand sequences on: a parser has
// as many as a library's reader of numbers, and its own.
const maxBlocks, maxFrame, mostThreaded = 200, 16, 2 * scalars.MostInlined

// Code is the blocks of a function and those it calls.
type Code struct {
	*scalars.Code
	root      *nkl.Func
	blocks    []*block
	entries   map[string]*block
	results   map[string]*nkl.Var   // what stands for the values of functions
	callees   map[string][]string   // which functions each calls
	places    map[*nkl.Var]*nkl.Var // parameters that are the same in all calls: that of root, for which they stand
	transfers map[*nkl.Recur]*transfer
	order     []*transfer
	at        string // the function whose blocks are made
	nodes     int    // of all code
	failed    bool
	between   Between
	*handedOn                       // parameters that are not scalar and are not the same in all calls; nil if none may be
	found     bool                  // another of them
	remade    map[*nkl.Var]*nkl.Let // literals, and rows of places: blocks make what they need of them
	seqs      versions              // which of them are versions of one
}

// Between says what code may do between calls.
type Between interface {
	Inlines(fn string) bool            // whether calls of a function are part of it
	Nodes(e nkl.Expr, scalar bool) int // of code without other calls, -1 where it may not be
}

// scalarCode is element code.
type scalarCode struct{ *scalars.Code }

func (c scalarCode) Inlines(fn string) bool            { return c.Function(fn) >= 0 }
func (c scalarCode) Nodes(e nkl.Expr, scalar bool) int { return c.Size(e, scalar) }

// A rest is what follows code: block to with the value of result, or the return from a function.
type rest struct {
	to     *block
	result *nkl.Var
	loop   *block // with which Recur goes on
}

// Admits reports whether f is recursive scalar code.
func Admits(x *scalars.Code, f *nkl.Func) bool { return codeOf(x, f) != nil }

// codeOf is the code of f, or nil if it is no recursive scalar code.
func codeOf(x *scalars.Code, f *nkl.Func) *Code { return blocksOf(x, scalarCode{x}, f, nil) }

// blocksOf is the code of f, or nil if it has more between calls than it may. Sequences that
// are on, if that is not nil, are handed from call to call; others are the same in all calls.
func blocksOf(x *scalars.Code, between Between, f *nkl.Func, on *handedOn) *Code {
	s := &Code{Code: x, between: between, handedOn: on, root: f,
		entries: map[string]*block{}, results: map[string]*nkl.Var{}, callees: map[string][]string{},
		transfers: map[*nkl.Recur]*transfer{},
		remade:    map[*nkl.Var]*nkl.Let{}, seqs: newVersions()}
	s.places = s.fixed(f)
	for _, v := range f.Params {
		if !v.Type.IsScalar() && !on.thread(v) {
			s.places[v] = v
		}
	}
	s.entry(f, nkl.Uses(f.Params))
	switch {
	case s.found:
		return blocksOf(x, between, f, on)
	case s.failed:
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

func (s *Code) block(params, live []*nkl.Var) *block {
	b := &block{of: s.at, params: params, live: live}
	s.blocks = append(s.blocks, b)
	s.failed = s.failed || len(s.blocks) > maxBlocks
	return b
}

// entry is the first block of f, called with args.
func (s *Code) entry(f *nkl.Func, args []nkl.Expr) *block {
	b, known := s.entries[f.Name]
	var handed []*nkl.Var
	for i, v := range f.Params {
		switch {
		case s.isFixed(v):
			continue
		case v.Type.IsScalar() || s.thread(v):
			handed = append(handed, v)
			continue
		}
		if row := s.row(v); row != nil {
			handed = append(handed, row.index)
			if at := s.rowOf(args[i]); at == nil || s.places[at.of] != row.of {
				s.hand(v, nil)
				return nil
			}
			continue
		}
		r, ok := args[i].(*nkl.Ref)
		switch {
		case !ok || s.places[r.Var] == nil || known && s.places[r.Var] != s.places[v]:
			s.hand(v, s.rowOf(args[i]))
			return nil
		case !known:
			s.places[v] = s.places[r.Var]
		}
	}
	if known || s.failed {
		return b
	}
	caller := s.at
	s.at = f.Name
	b = s.block(handed, nil)
	result := types.NewVar("result", f.Result)
	s.entries[f.Name], s.results[f.Name] = b, result
	b.code = s.tail(nkl.Rename(s.withRows(f), s.places), rest{result: result})
	s.at = caller
	return b
}

// calls reports whether e calls functions that are blocks of their own.
func (s *Code) calls(e nkl.Expr) bool { return CallsOthers(s.between, e) }

// CallsOthers reports whether e calls functions that are no part of the code between calls.
func CallsOthers(between Between, e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) bool {
		c, ok := e.(*nkl.Call)
		return ok && !between.Inlines(c.Fn)
	})
}

// tail is e with k after it.
func (s *Code) tail(e nkl.Expr, k rest) nkl.Expr {
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
			return s.call(e, nil, k.result)
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
	x := types.NewVar("v", k.result.Type)
	s.seqs.flow(x, v)
	return anf.Splice(&nkl.Let{Node: ir.At(e.Pos()), Bind: x, Rhs: v, Body: s.value(nkl.Use(x), k)})
}

// value hands a value on.
func (s *Code) value(v nkl.Expr, k rest) nkl.Expr {
	if k.to != nil {
		return s.goOn(k.to, []nkl.Expr{v})
	}
	return s.end(&transfer{args: []nkl.Expr{v}, into: []*nkl.Var{k.result}})
}

// let binds a value that is made without calls, or by one call, or otherwise by code
// that goes on with what follows.
func (s *Code) let(e *nkl.Let, k rest) nkl.Expr {
	if !s.calls(e.Rhs) {
		if s.isRemade(e.Rhs) {
			s.remade[e.Bind] = e
		}
		out := *e
		out.Rhs = s.straight(e.Rhs, e.Bind.Type.IsScalar())
		s.seqs.flow(e.Bind, out.Rhs)
		out.Body = s.tail(e.Body, k)
		return anf.Splice(&out)
	}
	if !e.Bind.Type.IsScalar() && s.handedOn == nil {
		s.failed = true
		return e
	}
	body := s.withRemade(e.Body)
	b := s.block([]*nkl.Var{e.Bind}, s.live(body, k, e.Bind))
	c, isCall := e.Rhs.(*nkl.Call)
	if isCall {
		b.saved = b.live
	} else {
		b.params = append(b.params, b.live...)
	}
	b.code = s.tail(body, k)
	if isCall {
		return s.call(c, b, e.Bind)
	}
	return s.tail(e.Rhs, rest{to: b, result: e.Bind, loop: k.loop})
}

// loop is a block for the iterations of a loop that calls.
func (s *Code) loop(e *nkl.Loop, k rest) nkl.Expr {
	body := s.withRemade(e.Body)
	live := s.live(body, k, e.Binds...)
	b := s.block(append(slices.Clone(e.Binds), live...), live)
	k.loop = b
	b.code = s.tail(body, k)
	return s.goOn(b, e.Inits)
}

// live is the variables that e and what follows need, but for those bound.
func (s *Code) live(e nkl.Expr, k rest, bound ...*nkl.Var) (out []*nkl.Var) {
	need := nkl.FreeVars(e)
	if k.to != nil {
		need = append(need, k.to.live...)
	}
	if k.loop != nil {
		need = append(need, k.loop.live...)
	}
	for _, v := range need {
		switch {
		case slices.Contains(bound, v) || slices.Contains(out, v) || s.places[v] != nil:
		case !v.Type.IsScalar() && s.handedOn == nil:
			s.failed = true
		default:
			out = append(out, v)
		}
	}
	return out
}

// goOn goes on with block b: args and what else is live there.
func (s *Code) goOn(b *block, args []nkl.Expr) nkl.Expr {
	t := &transfer{to: b, args: append(slices.Clone(args), nkl.Uses(b.live)...), into: b.params}
	for i, v := range b.params {
		if r, ok := t.args[i].(*nkl.Ref); ok && s.places[r.Var] != nil && !v.Type.IsScalar() {
			s.hand(s.places[r.Var], nil)
		}
	}
	return s.end(t)
}

// call calls a function that returns the value of result to block after, or to its caller's.
func (s *Code) call(c *nkl.Call, after *block, result *nkl.Var) nkl.Expr {
	f := s.Funcs[c.Fn]
	if f == nil || !f.Result.IsScalar() && s.handedOn == nil {
		s.failed = true
		return c
	}
	s.callees[s.at] = append(s.callees[s.at], f.Name)
	t := &transfer{to: s.entry(f, c.Args), after: after}
	for i, v := range f.Params {
		switch row := s.row(v); {
		case s.failed, s.isFixed(v):
		case v.Type.IsScalar() || s.thread(v):
			t.args, t.into = append(t.args, c.Args[i]), append(t.into, v)
		case row != nil:
			t.args, t.into = append(t.args, s.rowOf(c.Args[i]).index), append(t.into, row.index)
		}
	}
	if !s.failed {
		s.seqs.flow(result, nkl.Use(s.results[f.Name]))
	}
	return s.end(t)
}

func (s *Code) end(t *transfer) nkl.Expr {
	for i, v := range t.into {
		s.seqs.flow(v, t.args[i])
	}
	at := &nkl.Recur{}
	s.transfers[at], s.order = t, append(s.order, t)
	return at
}

// straight is code without calls, which reads the places of root.
func (s *Code) straight(e nkl.Expr, scalar bool) nkl.Expr {
	n := s.between.Nodes(e, scalar)
	most := scalars.MostInlined
	if s.handedOn != nil {
		most = mostThreaded
	}
	if s.nodes += n; n < 0 || s.nodes > most {
		s.failed = true
		return e
	}
	return nkl.Rename(s.Inline(e), s.places)
}
