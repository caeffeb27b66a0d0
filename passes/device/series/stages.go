package series

// Launches beside each other: those that do not need what the others make are one,
// whatever their sizes. Its groups are theirs, those of the first kernel first.
//
//	(launch f g (n a b)) (launch h k (m c d))
//	=>
//	(launch f+h (prim add (g k)) (n a b m c d g))
//
// A launch moves up, by one other at most, as what it makes is kept for longer then.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// A stage is launches that do not depend on each other, and what comes before them.
type stage struct {
	before   []kir.Expr
	launches []*kir.Launch
	site     int // the first of the last launch that can fail; -1 if none can
}

// A stages is rows in their order.
type stages struct {
	*candidate
	stages  []*stage
	pending []kir.Expr // in front of the next launch
	guarded bool       // what is pending may be what a check has made sure
}

// sideBySide is the statements of a series, which has no definitions any more, with
// launches that may be side by side as one.
func (s *candidate) sideBySide(stmts []kir.Expr) (out []kir.Expr) {
	t := &stages{candidate: s}
	for _, st := range stmts {
		switch st := st.(type) {
		case *kir.Launch:
			t.add(st)
		case *kir.Copy, *kir.CallHost:
			out = append(append(out, t.code()...), st)
			t = &stages{candidate: s}
		default:
			t.pending = append(t.pending, st)
			t.guarded = t.guarded || s.isSizeCondition(st)
		}
	}
	return append(out, t.code()...)
}

// isSizeCondition reports whether what comes before st decides whether it is reached.
func (s *candidate) isSizeCondition(st kir.Expr) bool {
	at := slices.Index(s.stmts, st)
	return st.Form() == kir.FormCheckHost || slices.ContainsFunc(s.sizeConditions, func(l sizeCondition) bool { return l.at == at })
}

// add puts a launch into a row: the first of the last two where it may be, or a
// new one.
func (t *stages) add(l *kir.Launch) {
	site := siteOf(l)
	for k := max(t.first(l, site), len(t.stages)-2); k < len(t.stages); k++ {
		if t.fits(t.stages[k], l) {
			t.put(t.stages[k], l, site)
			return
		}
	}
	t.stages = append(t.stages, &stage{site: -1})
	t.put(t.stages[len(t.stages)-1], l, site)
}

func (t *stages) put(r *stage, l *kir.Launch, site int) {
	r.before, r.launches = append(r.before, t.pending...), append(r.launches, l)
	r.site = max(r.site, site)
	t.pending, t.guarded = nil, false
}

// first is the first row in which a launch finds what it needs, and comes after
// what has to fail first: checks may make sure that places where it stores differ.
func (t *stages) first(l *kir.Launch, site int) int {
	guarded := t.guarded || build.Scatters(t.kernels[l.Kernel])
	needs := kir.FreeVars(&kir.Block{Stmts: append(t.pending[:len(t.pending):len(t.pending)], l)})
	for k := len(t.stages) - 1; k >= 0; k-- {
		r := t.stages[k]
		switch {
		case slices.ContainsFunc(r.launches, func(b *kir.Launch) bool { return t.depends(l, b) }),
			r.site >= 0 && guarded, site >= 0 && site <= r.site:
			return k + 1
		case site >= 0 && r.site >= 0, binds(r.before, needs):
			return k
		}
	}
	return 0
}

// binds reports whether statements bind one of these.
func binds(stmts []kir.Expr, vs []*kir.Var) (found bool) {
	for _, st := range stmts {
		kir.EachBind(st, func(v *kir.Var) { found = found || slices.Contains(vs, v) })
	}
	return found
}

// depends reports whether two launches have a buffer in common that one of them
// writes.
func (t *stages) depends(a, b *kir.Launch) bool {
	ka, kb := t.kernels[a.Kernel], t.kernels[b.Kernel]
	for i, x := range a.Args {
		for j, y := range b.Args {
			if v := kir.VarOf(x); v != nil && v == kir.VarOf(y) && (ka.Access[i].Writes() || kb.Access[j].Writes()) {
				return true
			}
		}
	}
	return false
}

// fits reports whether there is room for one more launch in a row.
func (t *stages) fits(r *stage, l *kir.Launch) bool {
	args := []kir.Expr{}
	local := 0
	for _, b := range append(r.launches[:len(r.launches):len(r.launches)], l) {
		args = append(args, b.Groups)
		for _, a := range b.Args {
			if !isLiteral(a) && indexOf(args, a) < 0 {
				args = append(args, a)
			}
		}
		local += localSize(t.kernels[b.Kernel])
	}
	return len(args) <= maxParams && local <= maxLocal
}

// code is the statements.
func (t *stages) code() (out []kir.Expr) {
	for _, r := range t.stages {
		out = append(out, r.before...)
		if len(r.launches) == 1 {
			out = append(out, r.launches[0])
		} else {
			out = append(out, t.launch(r))
		}
	}
	return append(out, t.pending...)
}

// launch is the launch of a row.
func (t *stages) launch(r *stage) kir.Expr {
	c := &concatKernel{}
	keeps := slices.IndexFunc(r.launches, t.inPlace)
	var sum kir.Expr
	var side func(i int, at kir.Expr) []kir.Expr
	side = func(i int, at kir.Expr) []kir.Expr {
		l := r.launches[i]
		n := l.Groups
		if !isLiteral(n) {
			n = kir.Apply(prim.Max, n, kir.N(0))
		}
		if sum == nil {
			sum = n
		} else {
			sum = kir.Apply(prim.Add, sum, n)
		}
		groups := c.groups(n)
		c.inPlace = i == keeps
		stmts := c.part(t.kernels[l.Kernel], l, at, groups)
		if i+1 == len(r.launches) {
			return stmts
		}
		next := kir.NewVar("at", types.Int)
		others := side(i+1, kir.Use(next))
		return []kir.Expr{&kir.If{Cond: kir.Apply(prim.Lt, at, groups), Then: &kir.Block{Stmts: stmts},
			Else: &kir.Block{Stmts: append([]kir.Expr{&kir.Def{Bind: next, Rhs: kir.Apply(prim.Sub, at, groups)}}, others...)}}}
	}
	c.body = side(0, &kir.GroupId{})
	first := r.launches[0]
	return &kir.Launch{Node: first.Node, Kernel: t.name(c, t.kernels[first.Kernel], "_beside"), Groups: sum, Args: c.args}
}

// inPlace reports whether a result of a launch could take the place of an
// argument.
func (t *stages) inPlace(l *kir.Launch) bool {
	access := t.kernels[l.Kernel].Access
	return slices.Contains(access, kir.Own) && slices.Contains(access, kir.Write)
}
