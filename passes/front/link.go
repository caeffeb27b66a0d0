package front

// Linking: from drafts to the module. For every moment at which something is
// evaluated, calls are pointed to the definitions that are in force then, and
// values of the top level become parameters of all functions that need them.
//
// A function has one instance, unless a function that it reaches is redefined
// between two evaluations: then it has one for each set of definitions.

import (
	"slices"
	"strconv"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/front/hm"
	"nessiec/passes/front/infer"
	"nessiec/passes/pass"
)

// A linker makes instances on demand.
type linker struct {
	in        *infer.Inferrer
	byKey     map[string]*infer.Definition  // functions of the program
	owners    map[string]*infer.Definition  // of the code of function values, by label
	reach     map[*infer.Slot][]*infer.Slot // volatile slots that the code in a slot may reach
	instances map[string]*instance
	order     []*instance
	count     map[*infer.Definition]int
	mains     int
	names     *pass.Names
	extra     map[string][]*types.Type // captured values of the top level, by label
	relabel   bool                     // labels in drafts are not final
	live      bool                     // what is made now is reached from an action
}

// An instance is a draft with its callees chosen.
type instance struct {
	def     *infer.Definition // nil: an action
	draft   *infer.Draft
	time    int
	number  int // among the instances of def, from 1
	name    string
	live    bool
	partial bool // calls a function that is announced only
	callees []*instance
	needs   []*infer.Slot // values of the top level, in order of their numbers
	vars    map[*infer.Slot]*nkl.Var
	fn      *nkl.Func
}

// never is a time after everything.
const never = int(^uint(0) >> 1)

func newLinker(in *infer.Inferrer) *linker {
	in.Settle()
	l := &linker{in: in, byKey: map[string]*infer.Definition{}, owners: map[string]*infer.Definition{},
		instances: map[string]*instance{}, count: map[*infer.Definition]int{}, names: pass.NewNames(),
		extra: map[string][]*types.Type{}}
	for _, d := range in.Order {
		if d.Kind != infer.FunctionDef && d.Kind != infer.StubDef {
			continue
		}
		l.byKey[d.Key()] = d
		l.owners[d.Label.Name] = d
		l.names.Take(d.Label.Name)
		l.relabel = l.relabel || d.Label.Slot != nil
		if d.Draft != nil {
			for _, label := range d.Draft.Labels {
				l.owners[label] = d
			}
		}
	}
	l.reach = volatileReach(l)
	return l
}

// instance is the instance of what is in the slot of d at a time; nil if that
// is announced only.
func (l *linker) instance(d *infer.Definition, time int, at ir.Pos) *instance {
	d = d.Slot.At(time)
	if d.Kind == infer.StubDef {
		if l.live {
			l.in.C.Errorf(d.Pos, "E0213", "%s is announced here, but not defined when it is called", d.Name).Underline(len(d.Name)).
				Note(at, 1, "it is called here")
		}
		return nil
	}
	key := l.key(d, time)
	if i := l.instances[key]; i != nil {
		return i
	}
	l.count[d]++
	i := &instance{def: d, draft: d.Draft, time: time, number: l.count[d], name: d.Label.Name}
	if i.number > 1 {
		i.name = l.names.Fresh(d.Label.Name + "~" + strconv.Itoa(i.number))
		l.relabel = true
	}
	l.instances[key] = i
	l.add(i)
	return i
}

// key tells the instances of d apart.
func (l *linker) key(d *infer.Definition, time int) string {
	return d.Key() + infer.Signature(l.reach[d.Slot], time)
}

// root is the instance of an action.
func (l *linker) root(d *infer.Draft, time int) *instance {
	i := &instance{draft: d, time: time, number: 1, name: l.mainName()}
	l.add(i)
	return i
}

// mainName is a new name for the code of an action: main, main.1, main.2 ...
func (l *linker) mainName() string {
	for {
		name := "main"
		if l.mains > 0 {
			name += "." + strconv.Itoa(l.mains)
		}
		l.mains++
		if l.owners[name] == nil {
			return name
		}
	}
}

// add completes a new instance with its callees and direct needs.
func (l *linker) add(i *instance) {
	l.order = append(l.order, i)
	i.live = l.live
	for _, g := range i.draft.Globals {
		i.needs = append(i.needs, g.Def.Slot)
	}
	for _, c := range i.draft.Callees {
		d := l.byKey[c.Key]
		if d == nil {
			continue
		}
		if callee := l.instance(d, i.time, c.Pos); callee != nil {
			i.callees = append(i.callees, callee)
		} else {
			i.partial = true
		}
	}
}

// target is the instance that a call by key from i goes to; nil for functions
// of the library.
func (l *linker) target(i *instance, key string) *instance {
	if d := l.byKey[key]; d != nil {
		return l.instance(d, i.time, ir.Pos{})
	}
	return nil
}

// spread computes what every instance needs, callees included, and which instances are partial.
func (l *linker) spread() {
	has := make(map[*instance]map[*infer.Slot]bool, len(l.order))
	for _, i := range l.order {
		has[i] = map[*infer.Slot]bool{}
		for _, s := range i.needs {
			has[i][s] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for k := len(l.order) - 1; k >= 0; k-- { // callees mostly come later
			i := l.order[k]
			for _, c := range i.callees {
				if c.partial && !i.partial {
					i.partial, changed = true, true
				}
				for _, s := range c.needs {
					if !has[i][s] {
						has[i][s], changed = true, true
						i.needs = append(i.needs, s)
					}
				}
			}
		}
	}
	for _, i := range l.order {
		slices.SortFunc(i.needs, func(a, b *infer.Slot) int { return a.Id - b.Id })
	}
}

// addVars makes the variables for the values that an instance needs.
func (i *instance) addVars() {
	i.vars = map[*infer.Slot]*nkl.Var{}
	for _, g := range i.draft.Globals {
		i.vars[g.Def.Slot] = g.V
	}
	for _, s := range i.needs {
		if i.vars[s] == nil {
			i.vars[s] = types.NewVar(s.Name, hm.Final(s.Defs[0].Typ))
		}
	}
}

// build makes the function of an instance from its draft.
func (l *linker) build(i *instance) {
	params := slices.Clone(i.draft.Params)
	for _, s := range i.needs {
		params = append(params, i.vars[s])
	}
	i.fn = &nkl.Func{Decl: ir.DeclAt(i.draft.Pos), Name: i.name, Params: params,
		Result: hm.Final(i.draft.Result), Body: l.expr(i, i.draft.Body)}
	if i.def != nil {
		i.fn.TypeParams = i.def.Scheme.Params()
	}
	if i.number > 1 {
		i.copyVars()
	}
}

// copyVars gives an instance variables of its own.
func (i *instance) copyVars() {
	env := map[*nkl.Var]*nkl.Var{}
	for k, v := range i.fn.Params {
		i.fn.Params[k] = types.NewVar(v.Name, v.Type)
		env[v] = i.fn.Params[k]
	}
	i.fn.Body = nkl.Freshen(nkl.Rename(i.fn.Body, env))
	for s, v := range i.vars {
		i.vars[s] = env[v]
	}
}

// volatileReach finds, for every slot, the slots whose code changes while the
// program runs and which the code in it may reach.
func volatileReach(l *linker) map[*infer.Slot][]*infer.Slot {
	out := map[*infer.Slot][]*infer.Slot{}
	if !slices.ContainsFunc(l.in.Slots, (*infer.Slot).Volatile) {
		return out
	}
	for _, s := range l.in.Slots {
		seen := map[*infer.Slot]bool{}
		var visit func(*infer.Slot)
		visit = func(s *infer.Slot) {
			if seen[s] {
				return
			}
			seen[s] = true
			for _, d := range s.Defs {
				if d.Draft == nil {
					continue
				}
				for _, c := range d.Draft.Callees {
					if callee := l.byKey[c.Key]; callee != nil {
						visit(callee.Slot)
					}
				}
			}
		}
		visit(s)
		for _, t := range l.in.Slots {
			if seen[t] && t.Volatile() {
				out[s] = append(out[s], t)
			}
		}
	}
	return out
}
