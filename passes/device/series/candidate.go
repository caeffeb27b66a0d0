package series

// A series as it stands in its list of statements: what may be in it.

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// maxGroupSize is the most elements of what is allocated behind a kernel that can
// fail, which may be what tells a size from unspecified values.
const maxGroupSize = 1 << 20

// A candidate is the statements of a series, and those before its first launch.
type candidate struct {
	*launchFuser
	stmts          []kir.Expr
	launches       []*kir.Launch
	last           int                   // where the last launch is
	args           []kir.Expr            // of all launches, once each
	length         map[*kir.Var]kir.Expr // of buffers that are made between launches
	own            map[*kir.Var]bool     // buffers that nobody else has
	written        map[*kir.Var]bool     // by launches
	same           map[*kir.Var]kir.Expr // buffers that are long enough, by what makes them so
	sizes          []kir.Expr            // in front of all launches that can fail
	sizeConditions []sizeCondition
	local          int // elements of local arrays
	site           int // the first site of the last launch that can fail; -1 if none can
}

// A sizeCondition says that e is at most most, if the launches after statement at are to be in one.
type sizeCondition struct {
	at       int
	e, upper kir.Expr
}

func newCandidate(j *launchFuser) *candidate {
	return &candidate{launchFuser: j, site: -1, length: map[*kir.Var]kir.Expr{}, same: map[*kir.Var]kir.Expr{},
		own: map[*kir.Var]bool{}, written: map[*kir.Var]bool{}}
}

// add puts a statement, which rest follows, at the end, and reports whether it may
// be there.
func (s *candidate) add(st kir.Expr, rest []kir.Expr) bool {
	switch st := st.(type) {
	case *kir.Def:
	case *kir.Alloc:
		s.own[st.Bind] = true
		s.makes(st.Bind, kir.Apply(prim.Max, st.Count, kir.N(0)))
		s.guard(st.Count)
	case *kir.AllocLoose:
		s.makes(st.Bind, kir.Apply(prim.Max, st.Count, kir.N(0)))
		s.guard(st.Count)
	case *kir.Const:
		s.makes(st.Bind, kir.N(int64(len(st.Vals))))
	case *kir.ConstStr:
		s.makes(st.Bind, kir.N(int64(len(st.Val))))
	case *kir.Copy:
		if !s.copies(st, rest) {
			return false
		}
	case *kir.CheckSize:
		s.guard(st.Count)
	case *kir.CheckHost:
		if s.site >= 0 {
			return false
		}
	case *kir.CallHost:
		if !s.padFunctions[st.Fn] || len(s.launches) == 0 {
			return false
		}
		s.padded(st)
	case *kir.Launch:
		if !s.launch(st) {
			return false
		}
		s.last = len(s.stmts)
	default:
		return false
	}
	s.stmts = append(s.stmts, st)
	return true
}

// makes notes a buffer that is made between launches.
func (s *candidate) makes(v *kir.Var, length kir.Expr) {
	if len(s.launches) > 0 {
		s.length[v] = s.before(length)
	}
}

// copies notes a copy, and reports whether there can be one: of what no launch has
// written, or of a buffer of the series that is not used again, whose place it takes.
// What a launch reads and nobody uses behind the copy can become it, behind that launch.
func (s *candidate) copies(c *kir.Copy, rest []kir.Expr) bool {
	if v := kir.VarOf(c.From); !s.written[v] && s.isLastRead(v, rest) {
		return false
	}
	if s.written[kir.VarOf(c.From)] {
		from := kir.VarOf(kir.Replace(c.From, s.same))
		if !s.own[from] || slices.ContainsFunc(kir.FreeVars(&kir.Block{Stmts: rest}), func(v *kir.Var) bool {
			return kir.VarOf(kir.Replace(kir.Use(v), s.same)) == from
		}) {
			return false
		}
		s.same[c.Bind] = kir.Use(from)
	}
	s.makes(c.Bind, &kir.Length{Buf: c.From})
	return true
}

// isLastRead reports whether launches have as an argument what may be v, or may be what v is, and
// rest uses neither.
func (s *candidate) isLastRead(v *kir.Var, rest []kir.Expr) bool {
	var are, may []*kir.Var // arguments that may be v, and those that v may be
	for _, a := range s.args {
		switch x := kir.VarOf(a); {
		case s.mayBeOne(x, v):
			are = append(are, x)
		case s.mayBeOne(v, x):
			may = append(may, x)
		}
	}
	if len(are)+len(may) == 0 {
		return false
	}
	later := kir.FreeVars(&kir.Block{Stmts: rest})
	unused := func(v *kir.Var) bool { return !slices.Contains(later, v) }
	return unused(v) && (len(are) > 0 || slices.ContainsFunc(may, unused))
}

// mayBeOne reports whether v may be the buffer w.
func (s *candidate) mayBeOne(v, w *kir.Var) bool {
	return v == w || slices.ContainsFunc(s.mayBe[v], func(u *kir.Var) bool { return s.mayBeOne(u, w) })
}

// guard notes a size: that it is one may be what a kernel before has made sure.
func (s *candidate) guard(count kir.Expr) {
	switch count = s.inner(count); {
	case s.site < 0:
		s.sizes = append(s.sizes, count)
	case indexOf(s.sizes, count) < 0:
		s.addSizeCondition(count, kir.N(maxGroupSize))
	}
}

// inner is what a size is small with. Of what a variable is defined by, it is a variable:
// a buffer whose length is in there may be in a branch of the series before.
func (s *candidate) inner(e kir.Expr) kir.Expr {
	def := e
	if d := s.defs[kir.VarOf(e)]; d != nil {
		def = d
	}
	if p, ok := def.(*kir.Prim); ok && len(p.Args) == 2 && isLiteral(p.Args[1]) && (def == e || kir.VarOf(p.Args[0]) != nil) {
		switch n, _ := s.known(p.Args[1]); {
		case p.Op.Code == prim.Max && n <= maxGroupSize, p.Op.Code == prim.Add && 0 <= n && n <= 1:
			return s.inner(p.Args[0])
		}
	}
	return e
}

// addSizeCondition notes a condition of the next launch.
func (s *candidate) addSizeCondition(e, most kir.Expr) {
	s.sizeConditions = append(s.sizeConditions, sizeCondition{len(s.stmts), s.before(e), most})
}

// padded notes a buffer that has to be long enough.
func (s *candidate) padded(c *kir.CallHost) {
	buf, n := c.Args[0], c.Args[1]
	length := s.before(&kir.Length{Buf: buf})
	s.addSizeCondition(n, length)
	s.makes(c.Binds[0], kir.Apply(prim.Max, length, n))
	s.same[c.Binds[0]] = kir.Replace(buf, s.same)
}

// before is a scalar as it is known before the first launch.
func (s *candidate) before(e kir.Expr) kir.Expr {
	if l, ok := e.(*kir.Length); ok {
		if n := s.length[kir.VarOf(l.Buf)]; n != nil {
			return n
		}
		return e
	}
	return e.MapChildren(s.before)
}

// launch notes a launch, and reports whether it may be in the series.
func (s *candidate) launch(l *kir.Launch) bool {
	k, site := s.kernels[l.Kernel], siteOf(l)
	if n, ok := s.known(l.Groups); ok && n > 1 || !s.inTurn(k) {
		return false
	}
	args := s.args
	for _, a := range append(l.Args[:len(l.Args):len(l.Args)], l.Groups) {
		if !isLiteral(a) && indexOf(args, a) < 0 {
			args = append(args[:len(args):len(args)], a)
		}
	}
	if site >= 0 && site <= s.site || len(args) > maxParams {
		return false
	}
	s.args, s.site, s.launches = args, max(s.site, site), append(s.launches, l)
	for i, a := range l.Args {
		if v := kir.VarOf(a); v != nil && k.Access[i].Writes() {
			s.written[v] = true
		}
	}
	return true
}

// inTurn reports whether a group of k is a work-item that can do something else
// before and after.
func (s *candidate) inTurn(k *kir.Kernel) bool {
	s.local += localSize(k)
	return k.Local == 1 && s.local <= maxLocal && !ir.Any(k.Body, func(e kir.Expr) bool { return e.Form() == kir.FormChain })
}
