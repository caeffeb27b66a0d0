package series

// The code of a series: when its launches may be one, and the statements for that
// case and for the other.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// groups is the variables that are numbers of groups.
func (s *candidate) groups() map[*kir.Var]bool {
	vs := map[*kir.Var]bool{}
	for _, l := range s.launches {
		vs[kir.VarOf(l.Groups)] = true
	}
	return vs
}

// stages is the launches that one launch of one group stands for: not those that
// have no groups unless another has several.
func (s *candidate) stages() []*kir.Launch {
	groups := s.groups()
	return slices.DeleteFunc(slices.Clone(s.launches), func(l *kir.Launch) bool {
		n, ok := s.known(l.Groups)
		return ok && n <= 0 || s.others(l.Groups, groups)
	})
}

// others reports whether e is at most one less than one of groups: as many chunks
// come before the last one.
func (s *candidate) others(e kir.Expr, groups map[*kir.Var]bool) bool {
	if def := s.defs[kir.VarOf(e)]; def != nil {
		e = def
	}
	p, ok := e.(*kir.Prim)
	if !ok || len(p.Args) != 2 {
		return false
	}
	switch p.Op.Code {
	case prim.Sub:
		v := kir.VarOf(p.Args[0])
		return v != nil && groups[v] && kir.IsInt(p.Args[1], 1)
	case prim.Min:
		return s.others(p.Args[0], groups) || s.others(p.Args[1], groups)
	}
	return false
}

// code is the statements with their launches joined, and what is left of those
// after them; false if that is not worth it.
func (s *candidate) code(rest []kir.Expr) (out, left []kir.Expr, joined bool) {
	of := s.stages()
	if len(s.launches) < 2 || len(of) == 0 || !s.Rewrite("join "+s.launches[0].Kernel+" and what follows it") {
		return s.stmts, rest, false
	}
	s.Count("joined", int64(len(of)-1))
	for _, l := range s.launches[1:] {
		s.Verdict(pass.Verdict{Of: placeOf(s.launches[0]), With: placeOf(l), Fused: true, Why: "launches that follow each other are one, if sizes are small"})
	}
	first := slices.Index(s.stmts, kir.Expr(s.launches[0]))
	out, left = slices.Clone(s.stmts[:first]), slices.Concat(s.stmts[s.last+1:], rest)
	var each, one []kir.Expr
	for _, st := range s.stmts[s.last+1:] {
		kir.EachBind(st, func(v *kir.Var) { delete(s.same, v) }) // it is made after the series
	}
	for _, st := range s.stmts[first : s.last+1] {
		if d, ok := st.(*kir.Def); ok {
			out = append(out, &kir.Def{Node: d.Node, Bind: d.Bind, Rhs: s.before(d.Rhs)})
			continue
		}
		if !s.unneeded(st) {
			one = append(one, st)
		}
		each = append(each, st)
	}
	one = append(one, s.fused(of))
	small := s.fitsOneGroup(of)
	if small == nil {
		all := kir.Replace(&kir.Block{Stmts: append(one, left...)}, s.same).(*kir.Block).Stmts
		return append(out, all[:len(one)]...), all[len(one):], true
	}
	yields := s.needed(each, left)
	branch := func(stmts []kir.Expr, env map[*kir.Var]kir.Expr) kir.Expr {
		b := &kir.Block{Stmts: append(stmts, &kir.Yield{Vals: kir.Uses(yields)})}
		return kir.Freshen(kir.Replace(b, env))
	}
	each = s.sideBySide(each)
	if launches(each) == 1 {
		return append(out, each...), left, true
	}
	v := kir.NewVar("small", kir.TypeOf(small))
	return append(out, &kir.Def{Bind: v, Rhs: small},
		&kir.Choose{Binds: yields, Cond: kir.Use(v), Then: branch(one, s.same), Else: branch(each, nil)}), left, true
}

func launches(stmts []kir.Expr) (n int) {
	for _, s := range stmts {
		if s.Form() == kir.FormLaunch {
			n++
		}
	}
	return n
}

// unneeded reports whether a statement is not needed if the launches are one.
func (s *candidate) unneeded(st kir.Expr) bool {
	switch st := st.(type) {
	case *kir.Launch, *kir.CallHost:
		return true
	case *kir.Copy:
		return s.same[st.Bind] != nil
	}
	return false
}

// fused is the launch of these.
func (s *candidate) fused(of []*kir.Launch) kir.Expr {
	c := &concatKernel{}
	var most kir.Expr
	for _, l := range of {
		groups := s.before(l.Groups)
		_, one := s.known(groups)
		c.then(s.kernels[l.Kernel], kir.Replace(kir.Expr(l), s.same).(*kir.Launch), one)
		switch {
		case one:
			most = kir.N(1)
		case most == nil:
			most = groups
		case !kir.IsInt(most, 1) && !mentions(most, groups):
			most = kir.Apply(prim.Max, most, groups)
		}
	}
	return &kir.Launch{Node: of[0].Node, Kernel: s.name(c, s.kernels[of[0].Kernel], "_series"), Groups: most, Args: c.args}
}

// mentions reports whether a maximum already has e, if that is a variable.
func mentions(most, e kir.Expr) bool {
	return kir.VarOf(e) != nil && ir.Any(most, func(x kir.Expr) bool { return build.Same(x, e) })
}

// name is the name of the kernel of c, whose first launch is of first, or of an
// equal one that there is.
func (j *launchFuser) name(c *concatKernel, first *kir.Kernel, what string) string {
	key := what + c.key.String()
	if j.equal[key] == "" {
		k := c.kernel(first)
		k.Name = j.names.Fresh(j.fn + what)
		j.equal[key] = k.Name
		j.made = append(j.made, k)
	}
	return j.equal[key]
}

// fitsOneGroup is whether these launches may be one; nil if they always may.
func (s *candidate) fitsOneGroup(of []*kir.Launch) (all kir.Expr) {
	var tests []kir.Expr
	test := func(e, most kir.Expr) {
		n, known := s.known(e)
		m, also := s.known(most)
		t := kir.Apply(prim.Le, e, most)
		if known && also && n <= m || indexOf(tests, t) >= 0 {
			return
		}
		if tests = append(tests, t); all == nil {
			all = t
		} else {
			all = kir.Apply(prim.And, all, t)
		}
	}
	for _, l := range of {
		test(s.before(l.Groups), kir.N(1))
	}
	groups := s.groups()
	for _, l := range s.sizeConditions {
		if l.at < s.last && !s.others(l.e, groups) {
			test(l.e, l.upper)
		}
	}
	return all
}

// needed is the buffers made by stmts that rest uses.
func (s *candidate) needed(stmts, rest []kir.Expr) (vs []*kir.Var) {
	used := map[*kir.Var]bool{}
	for _, v := range kir.FreeVars(&kir.Block{Stmts: rest}) {
		used[v] = true
	}
	for _, st := range stmts {
		kir.EachBind(st, func(v *kir.Var) {
			if used[v] {
				vs = append(vs, v)
			}
		})
	}
	return vs
}

// placeOf is where a launch comes from, if that is known.
func placeOf(l *kir.Launch) []ir.Pos {
	if p := l.Pos().Place(); p.IsValid() {
		return []ir.Pos{p}
	}
	return nil
}
