package vcode

// The pass infer-entries.

import (
	"slices"
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/vcode"
	"nessiec/passes/pass"
)

// InferEntries finds the types of entries, forward from the first function, and makes an instance of
// a function for every list of types that it is called with. A type says whether a vector
// has one element, and a descriptor one segment (package ir/vcode). What is never reached goes.
//
//	(func MAIN 0 1 () () () (block (const int (3)) (invoke F)))
//	(func F 1 1 () () () (block (copy 1 0) (instr MAKE_SEGDES) (instr DIST int)))
//	  =>  (func MAIN 0 1 () (vec<int>) () (block (const int (3)) (invoke F)))
//	      (func F 1 1 (int) (vec<int>) () (block (copy 1 0) (instr MAKE_SEGDES) (instr DIST int)))
//
// What recursive functions leave is a least fixed point; there a type becomes more general
// at most once.
func InferEntries(c *pass.Ctx, m *vcode.Module) *vcode.Module {
	return orNothing(c, func() *vcode.Module {
		t := &inference{c: c, m: m, instances: map[string]*instance{}, names: pass.NewNames(), count: map[string]int{}}
		t.instance(m.Funcs[0], nil)
		for t.changed = true; t.changed; {
			t.changed = false
			for i := 0; i < len(t.order); i++ {
				t.infer(t.order[i])
			}
		}
		out := &vcode.Module{}
		for _, i := range t.order {
			out.Funcs = append(out.Funcs, &i.out)
		}
		return out
	})
}

// An inference knows the instances so far.
type inference struct {
	c         *pass.Ctx
	m         *vcode.Module
	instances map[string]*instance
	order     []*instance
	names     *pass.Names
	count     map[string]int // instances of a function
	changed   bool
}

// An instance is a function for arguments of some types; returns says that the types of out are
// known.
type instance struct {
	of      *vcode.Func
	out     vcode.Func
	returns bool
}

// Limits of instances: from so many of one function on, arguments have their general types; and how
// many more there may be because of pairs, which have no type that is more general than all.
const (
	maxInstances = 8
	morePairs    = 1000
)

// instance is that of f for these types.
func (t *inference) instance(f *vcode.Func, takes []*types.Type) *instance {
	if t.count[f.Name] >= maxInstances && t.instances[key(f, takes)] == nil {
		takes = slices.Clone(takes)
		for i, ty := range takes {
			takes[i] = vcode.General(ty)
		}
	}
	k := key(f, takes)
	if i := t.instances[k]; i != nil {
		return i
	}
	if len(t.order) >= maxInstances*len(t.m.Funcs)+morePairs {
		t.c.Errorf(f.P, "E0520", "the function %s is called with too many types of pairs", f.Name).Underline(len(f.Name))
		panic(rejected{})
	}
	i := &instance{of: f, out: *f}
	i.out.Takes, i.out.Name = slices.Clone(takes), t.names.Fresh(f.Name)
	t.instances[k], t.order, t.changed = i, append(t.order, i), true
	t.count[f.Name]++
	return i
}

func key(f *vcode.Func, takes []*types.Type) string {
	var b strings.Builder
	b.WriteString(f.Name)
	for _, ty := range takes {
		b.WriteString(" " + ty.String())
	}
	return b.String()
}

// infer follows the types through an instance by what is known of others.
func (t *inference) infer(i *instance) {
	w := &vcode.Typing{
		Mistake: func(e vcode.Expr, message string) {
			mistake(t.c, e, "E0520", "%s", message)
			panic(rejected{})
		},
		Call: func(e *vcode.Invoke, stack []*types.Type) (vcode.Expr, []*types.Type, bool) {
			f := t.m.Find(e.Fn)
			at := len(stack) - f.Inputs
			g := t.instance(f, stack[at:])
			call := *e
			call.Fn = g.out.Name
			return &call, append(stack[:at:at], g.out.Yields...), g.returns
		},
	}
	body, after, live := w.Code(i.of.Body, slices.Clone(i.out.Takes))
	i.out.Body = body
	if !live {
		if !i.returns {
			i.out.Outputs = vcode.Unknown
		}
		return
	}
	i.out.Outputs = len(after)
	if !i.returns {
		i.returns, i.out.Yields, t.changed = true, after, true
		return
	}
	for k, ty := range after {
		j, ok := vcode.Join(i.out.Yields[k], ty)
		if !ok {
			t.c.Errorf(i.of.P, "E0520", "the function %s leaves %s or %s at depth %d", i.of.Name,
				vcode.Describe(i.out.Yields[k]), vcode.Describe(ty), len(after)-1-k).Underline(len(i.of.Name))
			panic(rejected{})
		}
		if j != i.out.Yields[k] {
			i.out.Yields = slices.Clone(i.out.Yields)
			i.out.Yields[k], t.changed = j, true
		}
	}
}
