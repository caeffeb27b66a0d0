// Package flatten turns nested programs into flat ones: every apply-to-each
// becomes operations on whole vectors [shape §5]. Its rules are here, a file for each form
// of NKL; scope.go says where code is translated: on the host, or for all elements of a space.
//
//	emit       blocks of flat code, and index spaces
//	rep        the representation of a value at compile time: which vectors hold it
//	element    scalar code over one element of each value
//	primitive  primitives and folds on represented values
//	boundary   how values cross calls, branches and loops
//
// Each imports those above it, and none imports this package.
package flatten

// The pass itself: functions, lifted functions, and the wrappers that actions
// call with packed values.

import (
	"slices"

	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/passes/flatten/boundary"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
	"nessiec/passes/flatten/rounds"
	"nessiec/passes/nested/anf"
	"nessiec/passes/pass"
)

type translator struct {
	*rounds.Rounds
	tables       map[string]*nkl.Table
	effects      *anf.Effects
	recursive    map[string]int                  // functions that can call themselves: those that call each other have one number
	aliases      map[string][]boundary.DataAlias // of the sequences in results of lifted functions
	conjunctions map[*nkl.Var]conjunction
	repeated     map[string]bool    // functions that recursions call
	within       int                // the number of the host function that is translated, if it is recursive
	params       []rep.Value        // of the function that is being lifted, component by component
	lifting      boundary.Recursion // that is being lifted
	sizeParams   *rep.SizeParams
	copiedFirst  map[*nkl.If][]bool // components of a branch that are copied before the other one recurs (branchviews.go)
	callSite     *boundary.CallSite
	hostLoop     *boundary.HostLoop     // the loop around the code that is translated
	after        *rep.Continuation      // what follows it, on the host
	rooms        *boundary.RoomPlan     // what of loops, conditionals and calls has room
	windows      bool                   // the function of the host that is translated has parameters that are windows
	views        map[boundary.Part]bool // components of loops that are carried as views though lengths stay (loop.go)
	funcs        map[string]*nkl.Func
	lifteds      map[string]*nkl.Lifted                 // by the name of what they are a version of
	irregular    map[boundary.HostComponent]bool        // components that functions of the host take and return as views (regularvalues.go)
	ownDataArgs  map[string]map[boundary.DataAlias]bool // sequences in arguments of lifted loops that have data of their own
	own          map[string]map[int]bool                // sequences in results that have data of their own
	sharing      *boundary.Sharing                      // which parameters of lifted functions are the same for all elements (shared.go)
	numbers      map[string]map[int]bool                // parameters of lifted functions that are read by number (numbers.go)
	inCycle      map[int]int                            // how many lifted functions call each other, by their number
	launchesCost bool                                   // more than work that is done twice
	level        int64                                  // elements of a recursion beyond which halves of its calls follow each other
}

// Flatten removes apply-to-each: every map becomes operations on vectors.
//
//	{ { x + y : y in ys } : x in xs }
//	=>  sd = regular(#xs, #ys); segmap sd (s, i) => xs[s] + ys[i - starts(sd)[s]]
//
// It follows [shape §5], except that nested values are views. A captured sequence
// is not copied, and no segment moves before it must.
func Flatten(c *pass.Ctx, m *nkl.Module) *fkl.Module {
	g, rs := anf.NewCallGraph(m), rounds.Of(m)
	recursive := g.Cycles()
	repeated := g.Called(func(f *nkl.Func) bool { return recursive[f.Name] != 0 })
	t := &translator{Rounds: rs, tables: m.Sigs().Tables, effects: anf.NewEffects(g), recursive: recursive, repeated: repeated, sharing: boundary.NewSharing(), funcs: map[string]*nkl.Func{}, lifteds: map[string]*nkl.Lifted{}, inCycle: map[int]int{}, launchesCost: !c.Desc().Serial()}
	if c.Desc().Serial() { // elsewhere calls wait for what their caller would have read for them
		t.level = int64(c.Desc().Level)
	}
	for _, f := range m.Funcs {
		t.funcs[f.Name] = f
	}
	for _, l := range m.Lifteds {
		t.lifteds[l.Of] = l
		t.inCycle[recursive[l.Of]]++
	}
	t.setChanging(m)
	for round := 0; ; round++ {
		if round == 0 {
			t.sizeParams, t.copiedFirst, t.views = rep.SizeParamsOf(m, rs.Learn), map[*nkl.If][]bool{}, map[boundary.Part]bool{}
			t.rooms = boundary.NewRoomPlan(t.learnOfPart, rs.LearnOfAll)
			t.irregular, t.ownDataArgs, t.own = map[boundary.HostComponent]bool{}, map[string]map[boundary.DataAlias]bool{}, map[string]map[int]bool{}
			t.sharing.Start()
			t.Forget()
		}
		if round == rep.MaxRounds {
			t.sizeParams.RejectAll()
			t.LearnOfAll()
		}
		t.Start()
		t.aliases = rounds.Renewed(rs, t.aliases, boundary.AliasesOf(m, t.own))
		t.conjunctions, t.numbers = map[*nkl.Var]conjunction{}, map[string]map[int]bool{}
		out := t.module(m, called(g))
		switch {
		case t.sharing.Refuted: // nothing that was learned holds
			round = -1
		case t.Settled():
			return out
		}
	}
}

// called names the functions that others, themselves or lifted ones call.
func called(g *anf.CallGraph) map[string]bool {
	out := g.Called(func(*nkl.Func) bool { return true })
	for _, l := range g.M.Lifteds {
		for _, i := range g.Callees(l.Body) {
			out[g.M.Funcs[i].Name] = true
		}
	}
	return out
}

// module translates m, with what is known of totals by now: callers before what they call,
// as calls say which parameters differ by element. Lifted functions are in that order.
func (t *translator) module(m *nkl.Module, called map[string]bool) *fkl.Module {
	out := &fkl.Module{}
	for _, u := range m.Tables {
		out.Tables = append(out.Tables, &fkl.Table{Decl: u.Decl, Name: u.Name, Columns: u.Columns})
	}
	byName := map[string]*nkl.Func{}
	var entries []*fkl.Func
	for _, f := range m.Funcs {
		byName[f.Name] = f
	}
	for _, a := range m.Actions {
		if a.Kind == program.Eval {
			b := *a
			b.Fn = a.Fn + "!"
			if !slices.ContainsFunc(entries, func(f *fkl.Func) bool { return f.Name == b.Fn }) { // several actions may call it
				entries = append(entries, t.Translate(b.Fn, a.Fn, func() *fkl.Func { return t.entry(byName[a.Fn], b.Fn, called[a.Fn]) }))
			}
			a = &b
		}
		out.Actions = append(out.Actions, a)
	}
	for _, f := range slices.Backward(m.Funcs) {
		if called[f.Name] {
			out.Funcs = append(out.Funcs, t.Translate(f.Name, f.Name, func() *fkl.Func { return t.function(f) }))
		}
	}
	slices.Reverse(out.Funcs)
	for _, l := range m.Lifteds {
		out.Funcs = append(out.Funcs, t.Translate(l.Name, l.Of, func() *fkl.Func { return t.liftedFunction(l) }))
	}
	out.Funcs = append(out.Funcs, entries...)
	return out
}

// params makes parameters for the leaves of v and returns the leaves.
func params(f *fkl.Func, name string, ts []*types.Type) []fkl.Expr {
	out := make([]fkl.Expr, len(ts))
	for i, t := range ts {
		p := types.NewVar(name, t)
		f.Params = append(f.Params, p)
		out[i] = emit.Ref(p)
	}
	return out
}

// function translates a function of the host.
func (t *translator) function(f *nkl.Func) *fkl.Func {
	out := &fkl.Func{Decl: f.Decl, Name: f.Name, Results: t.passedTypes(f.Name, -1, f.Result)}
	b, s := &emit.Block{Pos: f.Pos()}, hostScope()
	t.lifting, t.within, t.after, t.windows = boundary.Recursion{}, t.recursive[f.Name], nil, false
	for i, p := range f.Params {
		s.vars[p] = t.passed(b, f.Name, i, p.Type, p.Type, params(out, p.Name, t.passedTypes(f.Name, i, p.Type)))
		for _, c := range rep.Parts(s.vars[p]) {
			u, ok := c.(rep.Seq)
			t.windows = t.windows || ok && u.Window != nil
		}
		s.vars[p] = rep.Learn(b, p.Type, s.vars[p])
	}
	out.Body = t.tail(b, s, f.Body, f.Result, t.passResult(f))
	return out
}

// liftedFunction translates a pre-lifted function: n active elements, then the
// parameters of the function, one value for each element.
func (t *translator) liftedFunction(l *nkl.Lifted) *fkl.Func {
	given := t.sizeParams.Params[l.Of]
	out := &fkl.Func{Decl: l.Decl, Name: l.Name, Results: t.result(l.Of).Types(l.Result.Elem())}
	b := &emit.Block{Pos: l.Pos()}
	n := params(out, "n", []*types.Type{types.Int})[0]
	s := &scope{sp: &emit.Space{N: n}, vars: map[*nkl.Var]rep.Value{}, allActive: true}
	binds, body := anf.LiftedBody(l)
	s.vars[binds[0]] = rep.Identity(s.sp)
	if t.readByNumber(l.Of) != nil {
		s.kept = &firstCall{binds[0], map[*nkl.Var]rep.Value{}}
		s.vars[binds[0]] = rep.Vector{Vec: params(out, "number", []*types.Type{types.Vec(types.Int)})[0], Type: types.Int}
	}
	t.params, t.lifting, t.within, t.windows = nil, t.newRecursion(l.Of, body), 0, false
	s.notEmpty = t.lifting.Cycle != 0 // nobody calls it for no elements
	var args []liftedArg
	for i, p := range binds[1:] {
		a, name := liftedArg{x: t.parameter(l.Of, i, given[len(t.params):]), ty: p.Type}, l.Params[i+1].Name
		if a.shared = t.sharing.Shares(l.Of, i); a.shared {
			a.leaves = params(out, name, rep.LeafTypes(p.Type, false))
			a.value = rep.Learn(b, p.Type, rep.FromLeaves(b, p.Type, false, a.leaves))
		} else {
			a.leaves = params(out, name, a.x.Types(p.Type))
			a.value = a.x.Build(b, s.sp.N, p.Type, a.leaves, nil)
			for k, c := range rep.Parts(a.value) {
				if v, ok := c.(*rep.Nested); ok {
					v.Whole = a.x.Totals[k].Whole()
				}
			}
		}
		t.params = append(t.params, rep.Parts(a.value)...)
		if t.readByNumber(l.Of)[i] {
			s.kept.firsts[p], a.shared = a.value, true
		} else {
			a.value = rep.LearnLifted(b, s.sp, p.Type, crossed(b, a.value))
			s.vars[p] = a.value
		}
		args = append(args, a)
	}
	t.lifting.NoteParams(false, t.params...)
	if t.iterates(l, body) {
		out.Body = t.lockstep(b, s, l, binds, body)
		return out
	}
	whole := b
	if t.spreads(l.Of, body) {
		b = whole.Nested()
	}
	out.Body = t.tail(b, s, body, b.ElementType(l.Result, s.sp), func(b *emit.Block, r rep.Value) []fkl.Expr {
		return t.resultLeaves(b, r, l.Of, l.Result.Elem(), s.sp, t.params)
	})
	if b != whole {
		out.Body = t.inHalves(whole, s, l, args, out.Body)
	}
	return out
}

// again reports whether what the code that is translated yields may be appended to again and again.
func (t *translator) again() bool { return t.hostLoop != nil || t.within != 0 || t.windows }

// entry makes the function that an action calls: parameters and results in
// packed form. It does the work of f itself, knowing that nothing has gaps,
// unless f is called from elsewhere too.
func (t *translator) entry(f *nkl.Func, name string, called bool) *fkl.Func {
	out := &fkl.Func{Decl: f.Decl, Name: name, Results: rep.PackedSizes(f.Result)}
	b, s := &emit.Block{Pos: f.Pos()}, hostScope()
	call := &nkl.Call{Fn: f.Name} // no call of the source
	t.lifting, t.within, t.after, t.windows = boundary.Recursion{}, 0, nil, false
	for _, p := range f.Params {
		vs := params(out, p.Name, rep.PackedSizes(p.Type))
		r := rep.Decode(b, p.Type, false, &vs)
		rep.DivideLengths(b, p.Type, r)
		s.vars[p] = rep.Learn(b, p.Type, r)
		call.Args = append(call.Args, &nkl.Ref{Var: p})
	}
	body := f.Body
	if called {
		body = call
	}
	out.Body = t.tail(b, s, body, f.Result, rep.Encode)
	return out
}
