package transfers

// Host code that does without counts.

import (
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/passes/device/build"
)

// block is a block whose counts stay on the device where they can. Without counts it is what it was.
func (t *countAnalysis) block(e kir.Expr) kir.Expr {
	if len(t.onDevice) == 0 && !readsCounts(e) {
		return e
	}
	b := e.(*kir.Block)
	kept := t.choose(b.Stmts)
	up, out := t.countState, t.out
	t.countState, t.out = up.copy(), build.Code{}
	changed := false
	for _, s := range b.Stmts {
		n := len(t.out.Stmts)
		t.stmt(s, kept)
		changed = changed || len(t.out.Stmts) != n+1 || t.out.Stmts[n] != s
	}
	stmts := t.out.Stmts
	t.countState, t.out = up, out
	if !changed {
		return b
	}
	return &kir.Block{Node: b.Node, Stmts: stmts}
}

func (t *countAnalysis) stmt(s kir.Expr, kept map[*kir.Var]bool) {
	t.follow(s)
	switch s := s.(type) {
	case *kir.Def:
		if t.defs[s.Bind] == nil {
			t.out.Put(s)
		}
	case *kir.CheckSize: // of a count that stays: its bound was checked
		if len(t.counts(s.Count)) == 0 {
			t.out.Put(s)
		}
	case *kir.Alloc:
		if t.size[s.Bind] != nil {
			s = &kir.Alloc{Node: s.Node, Bind: s.Bind, Count: t.upperBoundAtom(s.Count)}
		}
		t.out.Put(s)
	case *kir.AllocLoose:
		if t.size[s.Bind] != nil {
			s = &kir.AllocLoose{Node: s.Node, Bind: s.Bind, Count: t.upperBoundAtom(s.Count)}
		}
		t.out.Put(s)
	case *kir.Launch:
		t.launch(s)
	case *kir.ReadCount:
		t.readCount(s, kept[s.Bind])
	case *kir.Read:
		r := *s
		r.Bufs, r.Idxs = append([]kir.Expr(nil), s.Bufs...), append([]kir.Expr(nil), s.Idxs...)
		same := true
		for i := range s.Binds {
			r.Bufs[i], r.Idxs[i] = t.fetched(s.Bufs[i], s.Idxs[i], s.P)
			same = same && r.Bufs[i] == s.Bufs[i]
		}
		if same {
			t.out.Put(s)
		} else {
			t.out.Put(&r)
		}
	default:
		t.out.Put(s.MapBodies(t.block))
	}
}

// upperBoundAtom is the bound of a value, as the host computes it, once.
func (t *countAnalysis) upperBoundAtom(e kir.Expr) kir.Expr {
	if v := kir.VarOf(e); v != nil && len(t.from[v]) > 0 {
		if t.upper[v] == nil {
			most, _ := t.upperBound(e)
			t.upper[v] = t.hostAtom(v.Name, most)
		}
		return t.upper[v]
	}
	most, _ := t.upperBound(e)
	return t.hostAtom("most", most)
}

func (t *countAnalysis) hostAtom(name string, e kir.Expr) kir.Expr {
	if kir.IsAtom(e) {
		return e
	}
	v := kir.NewVar(name, types.Int)
	t.out.Put(&kir.Def{Bind: v, Rhs: e})
	t.known.Define(v, e)
	return kir.Use(v)
}

func (t *countAnalysis) readCount(s *kir.ReadCount, stays bool) {
	if stays {
		t.leaveOnDevice(s)
		return
	}
	buf, idx := t.fetched(s.Buf, s.Idx, s.P)
	if buf == s.Buf && len(t.counts(s.Most)) == 0 {
		t.out.Put(s)
		return
	}
	if _, ok := t.upperBound(s.Most); !ok {
		t.out.Put(&kir.Read{Node: s.Node, Binds: []*kir.Var{s.Bind}, Bufs: []kir.Expr{buf}, Idxs: []kir.Expr{idx}})
		return
	}
	t.out.Put(&kir.ReadCount{Node: s.Node, Bind: s.Bind, Buf: buf, Idx: idx, Most: t.upperBoundAtom(s.Most)})
}

// fetched is where the host finds an element whose index, or whether it is there,
// depends on counts: a kernel of one work-item brings it to the front of a buffer.
func (t *countAnalysis) fetched(buf, idx kir.Expr, pos ir.Pos) (at, zero kir.Expr) {
	if len(t.counts(buf, idx)) == 0 {
		return buf, idx
	}
	elem := kir.TypeOf(buf).Elem()
	out := kir.NewVar("last", kir.Global(elem))
	t.out.Put(&kir.Alloc{Node: ir.At(pos), Bind: out, Count: kir.N(1)})
	t.launch(&kir.Launch{Node: ir.At(pos), Kernel: t.fetchKernel(elem), Groups: kir.N(1),
		Args: []kir.Expr{buf, idx, &kir.Length{Buf: buf}, kir.Use(out)}})
	return kir.Use(out), kir.N(0)
}

// launch looks up in the kernel what the host does not know.
func (t *countAnalysis) launch(l *kir.Launch) {
	limited := len(t.counts(l.Groups)) > 0
	same := !limited
	for _, a := range l.Args {
		same = same && !t.scalar(a)
	}
	if same {
		t.out.Put(l)
		return
	}
	g := t.countedLaunch(l, limited)
	g.Groups = t.upperBoundAtom(l.Groups)
	t.out.Put(g)
}
