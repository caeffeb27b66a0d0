package division

// Where arrays are, through host code: an analysis of all functions together, repeated until
// nothing changes. What a run does may be less: a launch with one group is not divided, and a
// small array is then everywhere.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/program"
	"nessiec/ir/target"
	"nessiec/ir/value"
)

// An array is what is known of one.
type array struct {
	place Place
	made  ir.Pos
	count int64 // elements; -1 if they differ or are not known
}

// join is what is known where either may be.
func (a array) join(b array) array {
	switch {
	case a == (array{}):
		return b
	case b == (array{}):
		return a
	}
	a.place |= b.place
	if a.made != b.made {
		a.made = ir.Pos{}
	}
	if a.count != b.count {
		a.count = -1
	}
	return a
}

// A state is where arrays are at a place in host code; nil where none comes.
type state map[*kir.Var]array

func (s state) join(t state) state {
	if s == nil {
		return maps.Clone(t)
	}
	for v, a := range t {
		s[v] = s[v].join(a)
	}
	return s
}

// give binds variables to arrays.
func (s state) give(vs []*kir.Var, as []array) {
	for i, v := range vs {
		if i < len(as) && kir.IsBuf(v.Type) {
			s[v] = as[i]
		}
	}
}

// take is the arrays that expressions name.
func (s state) take(es []kir.Expr) []array {
	out := make([]array, len(es))
	for i, e := range es {
		if r, ok := e.(*kir.Ref); ok {
			out[i] = s[r.Var]
		}
	}
	return out
}

// joined adds to the arrays of one list those of another. It reports whether that changes any.
func joined(to *[]array, from []array) (changed bool) {
	for len(*to) < len(from) {
		*to = append(*to, array{})
	}
	for i, a := range from {
		if j := (*to)[i].join(a); j != (*to)[i] {
			(*to)[i], changed = j, true
		}
	}
	return changed
}

// analysis is what is known of a program so far.
type analysis struct {
	num      value.Num
	device   target.Desc
	kernels  map[string]*kir.Kernel
	params   map[string][]array // of functions, from all calls
	results  map[string][]array
	launches map[*kir.Launch]*Launch
	out      map[kir.Expr]*Result // by the statement that lets it out
	changed  bool
}

// Of analyses a program for ranks in its last language, for a device.
func Of(m *kir.Module, num value.Num, device target.Desc) *Report {
	a := &analysis{num: num, device: device, kernels: map[string]*kir.Kernel{}, params: map[string][]array{}, results: map[string][]array{},
		launches: map[*kir.Launch]*Launch{}, out: map[kir.Expr]*Result{}}
	for _, k := range m.Kernels {
		a.kernels[k.Name] = k
	}
	for a.changed = true; a.changed; {
		a.changed = false
		a.actions(m.Actions)
		for _, f := range m.Funcs {
			w := &walker{analysis: a, fn: f}
			s := state{}
			s.give(f.Params, a.params[f.Name])
			w.walk(s, f.Body)
		}
	}
	return a.report(m)
}

// actions gives functions the arguments that the top level has for them: what is read is
// everywhere, the others may be wherever results of the functions before are.
func (a *analysis) actions(actions []*program.Action) {
	made := map[string]array{}
	for _, act := range actions {
		switch act.Kind {
		case program.Read:
			made[act.Result] = array{place: Everywhere, count: -1}
		case program.Eval:
			var any array
			for _, name := range act.Args {
				any = any.join(made[name])
			}
			a.call(act.Fn, slices.Repeat([]array{any}, len(a.params[act.Fn])))
			for _, r := range a.results[act.Fn] {
				made[act.Result] = made[act.Result].join(r)
			}
		}
	}
}

// call notes the arguments of a function.
func (a *analysis) call(fn string, args []array) {
	to := a.params[fn]
	if joined(&to, args) {
		a.params[fn], a.changed = to, true
	}
}

// report lists what was found, in the order of host code.
func (a *analysis) report(m *kir.Module) *Report {
	r := &Report{device: a.device}
	printed := map[string]bool{}
	for _, act := range m.Actions {
		printed[act.Fn] = printed[act.Fn] || act.Kind == program.Eval && act.Name != ""
	}
	for _, f := range m.Funcs {
		ir.Walk(f.Body, func(e kir.Expr) bool {
			if launch, ok := e.(*kir.Launch); ok && a.launches[launch] != nil {
				r.Launches = append(r.Launches, a.launches[launch])
			}
			if o := a.out[e]; o != nil {
				r.Results = append(r.Results, o)
			}
			return true
		})
		if !printed[f.Name] {
			continue
		}
		for i, x := range a.results[f.Name] {
			if x.place.divided() {
				r.Results = append(r.Results, &Result{x.made, x.place, kir.BytesOf(a.num, f.Results[i].Elem())})
			}
		}
	}
	return r
}

// walker walks the host code of a function.
type walker struct {
	*analysis
	fn     *kir.Func
	choose *ends // of the innermost Choose
	again  *ends // of the innermost Loop: of its Recurs
	exit   *ends // and of its Exits
}

// ends is what is known at the ends of a block that hand over values.
type ends struct {
	vals []array
	then state
}

func (x *ends) add(s state, es []kir.Expr) state {
	joined(&x.vals, s.take(es))
	x.then = x.then.join(s)
	return nil
}

// walk is the state after a statement, given that before it, which it may change; nil if
// nothing comes after it.
func (w *walker) walk(s state, e kir.Expr) state {
	switch e := e.(type) {
	case *kir.Block:
		for _, stmt := range e.Stmts {
			if s == nil {
				break
			}
			s = w.walk(s, stmt)
		}
	case *kir.Alloc:
		s[e.Bind] = array{made: e.P, count: countOf(e.Count)}
	case *kir.AllocLoose:
		s[e.Bind] = array{made: e.P, count: countOf(e.Count)}
	case *kir.AllocOver:
		s[e.Bind] = array{made: e.P, count: countOf(e.Count)}
	case *kir.Copy:
		s[e.Bind] = s.take([]kir.Expr{e.From})[0]
	case *kir.CopyOver:
		s[e.Bind] = s.take([]kir.Expr{e.From})[0]
	case *kir.Const:
		s[e.Bind] = array{Everywhere, ir.Pos{}, int64(len(e.Vals))}
	case *kir.ConstStr:
		s[e.Bind] = array{Everywhere, ir.Pos{}, int64(len(e.Val))}
	case *kir.Launch:
		w.launch(s, e)
	case *kir.CallHost:
		args := s.take(e.Args)
		w.call(e.Fn, args)
		s.give(e.Binds, w.results[e.Fn])
	case *kir.CallRuntime:
		w.routine(s, e)
	case *kir.Return:
		to := w.results[w.fn.Name]
		if joined(&to, s.take(e.Vals)) {
			w.results[w.fn.Name], w.changed = to, true
		}
		return nil
	case *kir.If:
		other := w.walk(maps.Clone(s), e.Else)
		return w.walk(s, e.Then).join(other)
	case *kir.Choose:
		outer := w.choose
		w.choose = &ends{}
		w.walk(maps.Clone(s), e.Then)
		w.walk(s, e.Else)
		s = w.choose.then
		if s != nil {
			s.give(e.Binds, w.choose.vals)
		}
		w.choose = outer
	case *kir.Yield:
		return w.choose.add(s, e.Vals)
	case *kir.Loop:
		return w.loop(s, e)
	case *kir.Recur:
		return w.again.add(s, e.Args)
	case *kir.Exit:
		return w.exit.add(s, e.Vals)
	case *kir.For:
		for before := (state)(nil); !maps.Equal(before, s); {
			before = maps.Clone(s)
			s = s.join(w.walk(maps.Clone(s), e.Body))
		}
	}
	return s
}

// loop walks the body of a loop until nothing more is learned at its head.
func (w *walker) loop(s state, e *kir.Loop) state {
	again, exit := w.again, w.exit
	vals := s.take(e.Inits)
	for {
		w.again, w.exit = &ends{}, &ends{}
		in := maps.Clone(s)
		in.give(e.Vars, vals)
		w.walk(in, e.Body)
		before := maps.Clone(s)
		s = s.join(w.again.then)
		if !joined(&vals, w.again.vals) && maps.Equal(before, s) {
			break
		}
	}
	out := w.exit.then
	if out != nil {
		out.give(e.Binds, w.exit.vals)
	}
	w.again, w.exit = again, exit
	return out
}

// countOf is a number of elements that is known; else -1.
func countOf(e kir.Expr) int64 {
	if n, ok := e.(*kir.Int); ok {
		return n.Val
	}
	return -1
}

// routine notes which arrays a routine of the runtime gets, and what it makes.
func (w *walker) routine(s state, e *kir.CallRuntime) {
	for i, x := range s.take(e.Args) {
		if !x.place.divided() {
			continue
		}
		w.out[e] = &Result{e.P, x.place, kir.BytesOf(w.num, kir.TypeOf(e.Args[i]).Elem())}
		x.place = Everywhere
		s[kir.VarOf(e.Args[i])] = x
	}
	for _, v := range e.Binds {
		if kir.IsBuf(v.Type) {
			s[v] = array{place: Everywhere, made: e.P, count: -1}
		}
	}
}

// launch notes a launch, and where it leaves its arrays.
func (w *walker) launch(s state, e *kir.Launch) {
	k := w.kernels[e.Kernel]
	l := &Launch{Kernel: k, Func: w.fn.Name, Pos: e.P, Why: why(k, e)}
	for i, arg := range e.Args {
		v := kir.VarOf(arg)
		if v == nil || !kir.IsBuf(v.Type) {
			continue
		}
		x := s[v]
		u := &Use{Name: k.Params[i].Name, Access: k.Access[i], Place: x.place, Made: x.made, Bytes: kir.BytesOf(w.num, v.Type.Elem()), Count: x.count}
		l.Uses = append(l.Uses, u)
		switch moved := l.Moved(u); {
		case u.Access == kir.Amended || u.Access == kir.Alone && l.Why == Divided: // each rank goes on having what it has
		case l.Why != Divided, moved == All, moved == Partials, u.Small(int64(w.device.Grain)):
			x.place = Everywhere
		case u.Access == kir.Partial:
			x.place = Few
		case u.Access.Writes():
			x.place = Blocks
		}
		s[v] = x
	}
	w.launches[e] = l
}
