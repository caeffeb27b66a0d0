package lift

// A recursive function that is called in several arms is called once, after them.

import (
	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// JoinCalls calls a recursive function once where several arms of a conditional
// under a map call it. Lifted, the arms of a conditional are executed one after
// the other, so with two calls every level of the recursion has twice as many
// steps as the one above, until no step has more than one element; with one
// call there are as many steps as levels (PASSES section G, the span of calls).
//
//	(if c (let a:t e1 (let r:u (calllifted f f^ (a)) b1))
//	  (let b:t e2 (let s:u (calllifted f f^ (b)) b2)))
//	=> (let arg:t (if c (let a:t e1 a) (let b:t e2 b))
//	   (let r:u (calllifted f f^ (arg)) (if c b1 b2[s:=r])))
//
// What an arm makes before the call and needs after it is handed on beside the
// arguments. Elements of arms without a call do not take part in it. A call is
// joined with others of the same function only, and only in functions that it
// calls in turn.
func JoinCalls(c *pass.Ctx, m *nkl.Module) *nkl.Module {
	reach := reachable(m)
	out := *m
	changed := false
	out.Lifteds, changed = ir.MapSlice(m.Lifteds, func(l *nkl.Lifted) *nkl.Lifted {
		j := &joiner{c: c, sigs: m.Sigs(), targets: map[string]*nkl.Lifted{}}
		for _, t := range m.Lifteds {
			if reach[l.Name][t.Name] && reach[t.Name][l.Name] {
				j.targets[t.Name] = t
			}
		}
		if len(j.targets) == 0 {
			return l
		}
		return l.MapBodies(func(e nkl.Expr) nkl.Expr {
			return mapBodies(e, func(each *nkl.Each) nkl.Expr { return j.each(each) })
		})
	})
	if !changed {
		return m
	}
	return &out
}

// reachable is, for every lifted function, those that it calls, at once or
// through others.
func reachable(m *nkl.Module) map[string]map[string]bool {
	calls := map[string][]string{}
	for _, l := range m.Lifteds {
		ir.Walk(l.Body, func(e nkl.Expr) bool {
			if c, ok := e.(*nkl.CallLifted); ok {
				calls[l.Name] = append(calls[l.Name], c.Target)
			}
			return true
		})
	}
	reach := map[string]map[string]bool{}
	for _, l := range m.Lifteds {
		seen := map[string]bool{}
		var visit func(name string)
		visit = func(name string) {
			for _, t := range calls[name] {
				if !seen[t] {
					seen[t] = true
					visit(t)
				}
			}
		}
		visit(l.Name)
		reach[l.Name] = seen
	}
	return reach
}

// A joiner works on one lifted function.
type joiner struct {
	c       *pass.Ctx
	sigs    *nkl.Sigs
	targets map[string]*nkl.Lifted // what it calls that calls it
}

func (j *joiner) each(e *nkl.Each) nkl.Expr {
	t := j.sigs.TypeOf(e).Elem()
	return e.MapBodies(func(b nkl.Expr) nkl.Expr { return j.block(b, t) })
}

// block joins the calls of a block of type t, and of the blocks inside it.
func (j *joiner) block(e nkl.Expr, t *types.Type) nkl.Expr {
	var done []step
	for {
		s, rest := cut(e)
		if rest == nil {
			if x, ok := e.(*nkl.If); ok {
				if joined := j.join(x, t); joined != nil {
					e = joined
					continue
				}
			}
			return join(done, j.inner(e, t))
		}
		if x, ok := s.expr.(*nkl.If); ok && s.bind != nil {
			if joined := j.join(x, s.bind.Type); joined != nil {
				e = splice(&nkl.Let{Node: at(s.expr), Bind: s.bind, Rhs: joined, Body: rest})
				continue
			}
		}
		if s.bind != nil {
			s.expr = j.inner(s.expr, s.bind.Type)
		}
		done, e = append(done, s), rest
	}
}

// inner goes on in the blocks inside e, of type t.
func (j *joiner) inner(e nkl.Expr, t *types.Type) nkl.Expr {
	switch e := e.(type) {
	case *nkl.Each:
		return j.each(e)
	case *nkl.If:
		return e.MapBodies(func(b nkl.Expr) nkl.Expr { return j.block(b, t) })
	}
	return e
}

// join is the conditional x, of type t, with one call in place of several; or
// nil, if there is nothing to join.
func (j *joiner) join(x *nkl.If, t *types.Type) nkl.Expr {
	var twice []string
	counts := map[string]int{}
	eachCall(x, func(c *nkl.CallLifted) {
		if counts[c.Target]++; counts[c.Target] == 2 && j.targets[c.Target] != nil {
			twice = append(twice, c.Target)
		}
	})
	for _, name := range twice {
		p := &plan{target: j.targets[name]}
		root := p.armOf(x, t)
		if len(p.calls) > 1 && j.c.Rewrite("join calls of "+p.target.Of) {
			j.c.Count("calls joined", int64(len(p.calls)))
			return p.build(root, t)
		}
	}
	return nil
}

// eachCall visits the calls in the arms of e, but not those in maps.
func eachCall(e nkl.Expr, visit func(*nkl.CallLifted)) {
	switch e := e.(type) {
	case *nkl.CallLifted:
		visit(e)
	case *nkl.Each:
	default:
		e.Children(func(_ int, c nkl.Expr) { eachCall(c, visit) })
	}
}
