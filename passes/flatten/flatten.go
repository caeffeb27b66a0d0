package flatten

// The pass itself: functions, lifted functions, and the wrappers that actions
// call with packed values.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/nkl"
	"nessiec/ir/program"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

type translator struct {
	effects   effects
	recursive map[string]int      // functions that can call themselves: those that call each other have one number
	origins   map[string][]origin // of the sequences in results of lifted functions
	alls      map[*nkl.Var]all
	within    int       // the number of the host function that is translated, if it is recursive
	params    []rep     // of the function that is being lifted, component by component
	lifting   recursion // that is being lifted
	slots     *slots
	early     map[*nkl.If][]bool // components of an arm that are copied before the other one recurs (gathered.go)
	before    *before
	carrier   *carrier                   // the loop around the code that is translated
	views     map[loopPart]bool          // components of loops that are carried as views though lengths stay (loop.go)
	moved     map[string]map[origin]bool // sequences in arguments of lifted loops that have data of their own
	own       map[string]map[int]bool    // sequences in results that have data of their own
	varied    map[string]map[int]bool    // parameters of lifted functions that differ by element (shared.go)
	varies    bool                       // one more was found in this round
	keeping   map[string]map[int]bool    // parameters of lifted functions that are read by number (numbers.go)
}

// Flatten removes apply-to-each: every map becomes operations on vectors.
//
//	{ { x + y : y in ys } : x in xs }
//	=>  sd = regular(#xs, #ys); segmap sd (s, i) => xs[s] + ys[i - starts(sd)[s]]
//
// Seed 003 §5, with the corrections of PASSES E: nested values are views, so
// no captured sequence is copied and no segment moves before it must.
func Flatten(c *pass.Ctx, m *nkl.Module) *fkl.Module {
	g, slots := callGraph(m), slotsOf(m)
	t := &translator{effects: effects{g.reaching(hasEffect)}, recursive: g.recursive(), varied: map[string]map[int]bool{}}
	for round := 0; ; round++ {
		if round == 0 {
			t.slots, t.early, t.views = slots, map[*nkl.If][]bool{}, map[loopPart]bool{}
			t.moved, t.own = map[string]map[origin]bool{}, map[string]map[int]bool{}
		}
		if round == maxRounds {
			t.slots.giveUp()
		}
		t.origins = originsOf(m, t.own)
		t.alls, t.slots.changed, t.varies = map[*nkl.Var]all{}, false, false
		t.keep(m)
		out := t.module(m, g.called(m))
		switch {
		case t.varies: // nothing that was learned holds
			round, slots = -1, slotsOf(m)
		case !t.slots.changed:
			return out
		}
	}
}

// module translates m, with what is known of totals by now.
func (t *translator) module(m *nkl.Module, called map[string]bool) *fkl.Module {
	out := &fkl.Module{}
	for _, f := range m.Funcs {
		if called[f.Name] {
			out.Funcs = append(out.Funcs, t.function(f))
		}
	}
	for _, l := range m.Lifteds {
		out.Funcs = append(out.Funcs, t.liftedFunction(l))
	}
	byName := map[string]*nkl.Func{}
	for _, f := range m.Funcs {
		byName[f.Name] = f
	}
	for _, a := range m.Actions {
		if a.Kind == program.Eval {
			b := *a
			b.Fn = a.Fn + "!"
			out.Funcs = append(out.Funcs, t.entry(byName[a.Fn], b.Fn, called[a.Fn]))
			a = &b
		}
		out.Actions = append(out.Actions, a)
	}
	out.Funcs = dedup(out.Funcs)
	return out
}

// params makes parameters for the leaves of v and returns the leaves.
func params(f *fkl.Func, name string, ts []*types.Type) []fkl.Expr {
	out := make([]fkl.Expr, len(ts))
	for i, t := range ts {
		p := types.NewVar(name, t)
		f.Params = append(f.Params, p)
		out[i] = ref(p)
	}
	return out
}

// function translates a function of the host.
func (t *translator) function(f *nkl.Func) *fkl.Func {
	out := &fkl.Func{Decl: f.Decl, Name: f.Name, Results: leafTypes(f.Result, false)}
	b, s := &lets{pos: f.Pos()}, hostScope()
	t.lifting, t.within = recursion{}, t.recursive[f.Name]
	for _, p := range f.Params {
		s.vars[p] = fromLeaves(b, p.Type, false, params(out, p.Name, leafTypes(p.Type, false)))
		s.vars[p] = b.learn(p.Type, s.vars[p])
	}
	out.Body = t.tail(b, s, f.Body, f.Result, canonical)
	return out
}

// liftedFunction translates a pre-lifted function: n active elements, then the
// parameters of the function, one value for each element.
func (t *translator) liftedFunction(l *nkl.Lifted) *fkl.Func {
	given, told := t.slots.params[l.Of], t.slots.results[l.Of]
	out := &fkl.Func{Decl: l.Decl, Name: l.Name, Results: resultTypes(l.Result.Elem(), t.origins[l.Of], told)}
	b := &lets{pos: l.Pos()}
	n := params(out, "n", []*types.Type{types.Int})[0]
	s := &scope{sp: &space{n: n}, vars: map[*nkl.Var]rep{}, own: true}
	binds, body := liftedBody(l)
	s.vars[binds[0]] = identity(s.sp)
	if t.keeping[l.Of] != nil {
		s.kept = &kept{binds[0], map[*nkl.Var]rep{}}
		s.vars[binds[0]] = lbase{params(out, "number", []*types.Type{types.Vec(types.Int)})[0], types.Int}
	}
	t.params, t.lifting = nil, t.newRecursion(l.Of, body)
	for i, p := range binds[1:] {
		of, name := given[len(t.params):], l.Params[i+1].Name
		k := len(components(p.Type))
		var r rep
		if t.shares(l.Of, i) {
			r = b.learn(p.Type, fromLeaves(b, p.Type, false, params(out, name, leafTypes(p.Type, false))))
		} else {
			r = fromResults(p.Type, params(out, name, resultTypes(p.Type, fresh(p.Type), of[:k])), fresh(p.Type), of[:k], nil)
		}
		t.params = append(t.params, parts(r)...)
		if t.keeping[l.Of][i] {
			s.kept.firsts[p] = r
		} else {
			s.vars[p] = b.learnLifted(s.sp, p.Type, r)
		}
	}
	t.lifting.hand(false, t.params...)
	if t.iterates(l, body) {
		out.Body = t.lockstep(b, s, l, binds, body)
		return out
	}
	out.Body = t.tail(b, s, body, l.Result.Elem(), func(b *lets, r rep) []fkl.Expr {
		return t.resultLeaves(b, r, l.Of, l.Result.Elem(), s.sp, t.params)
	})
	return out
}

// liftedBody opens the apply-to-each of a pre-lifted function, as pass
// prelift-functions made it: { body : i in index(n); x1 in xs1 ... }.
func liftedBody(l *nkl.Lifted) ([]*nkl.Var, nkl.Expr) {
	each, ok := l.Body.(*nkl.Let).Body.(*nkl.EachCaptured)
	if !ok || len(each.Binds) != len(l.Params) {
		panic("flatten: " + l.Name + " is not of the form that prelift-functions makes")
	}
	return each.Binds, each.Body
}

// entry makes the function that an action calls: parameters and results in
// packed form. It does the work of f itself, knowing that nothing has gaps,
// unless f is called from elsewhere too.
func (t *translator) entry(f *nkl.Func, name string, called bool) *fkl.Func {
	out := &fkl.Func{Decl: f.Decl, Name: name, Results: packedTypes(f.Result, false)}
	b, s := &lets{pos: f.Pos()}, hostScope()
	call := &nkl.Call{Fn: f.Name} // no call of the source
	t.lifting, t.within = recursion{}, 0
	for _, p := range f.Params {
		vs := params(out, p.Name, packedTypes(p.Type, false))
		s.vars[p] = b.learn(p.Type, b.decode(p.Type, false, &vs))
		call.Args = append(call.Args, &nkl.Ref{Var: p})
	}
	body := f.Body
	if called {
		body = call
	}
	out.Body = t.tail(b, s, body, f.Result, (*lets).encode)
	return out
}

// dedup drops functions that occur twice: wrappers of a function that several
// actions call.
func dedup(fs []*fkl.Func) []*fkl.Func {
	seen := map[string]bool{}
	out := fs[:0]
	for _, f := range fs {
		if !seen[f.Name] {
			out = append(out, f)
		}
		seen[f.Name] = true
	}
	return out
}
