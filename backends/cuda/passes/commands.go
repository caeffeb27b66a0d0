package passes

// The commands of a straight run, what they depend on, and streams for them.

import (
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// smallLaunch is the groups of a launch that is over as soon as it begins.
const smallLaunch = 16

// A command is a launch, or a transfer, which is on the first stream.
type command struct {
	launch *kir.Launch // nil for a transfer
	preds  map[*command]bool
	small  bool
	stream int // -1 while not known
}

// commands is the commands of a run with what each must wait for.
func (s *streams) commands(run []kir.Expr) (ns []*command) {
	same := map[*kir.Var]*kir.Var{} // buffers that may be the same memory
	root := func(v *kir.Var) *kir.Var {
		for same[v] != nil {
			v = same[v]
		}
		return v
	}
	writer, readers := map[*kir.Var]*command{}, map[*kir.Var][]*command{}
	reads := func(n *command, v *kir.Var) {
		v = root(v)
		n.after(writer[v])
		readers[v] = append(readers[v], n)
	}
	writes := func(n *command, v *kir.Var) {
		v = root(v)
		n.after(writer[v])
		for _, r := range readers[v] {
			n.after(r)
		}
		writer[v], readers[v] = n, nil
	}
	add := func(l *kir.Launch) *command {
		n := &command{launch: l, preds: map[*command]bool{}, stream: -1}
		ns = append(ns, n)
		return n
	}
	for _, st := range run {
		switch st := st.(type) {
		case *kir.AllocOver:
			same[st.Bind] = root(kir.VarOf(st.From))
		case *kir.CopyOver:
			same[st.Bind] = root(kir.VarOf(st.From))
		case *kir.Copy:
			n := add(nil)
			reads(n, kir.VarOf(st.From))
			writes(n, st.Bind)
		case *kir.Const:
			writes(add(nil), st.Bind)
		case *kir.ConstStr:
			writes(add(nil), st.Bind)
		case *kir.Launch:
			n := add(st)
			most, known := s.upperBound(st.Groups)
			n.small = known && most <= smallLaunch
			for i, a := range s.kernels[st.Kernel].Access {
				switch v := kir.VarOf(st.Args[i]); {
				case a == kir.Value || v == nil:
				case a.ReadOnly():
					reads(n, v)
				default:
					writes(n, v)
				}
			}
		}
	}
	return ns
}

// after notes that n waits for m, if there is such.
func (n *command) after(m *command) {
	if m != nil && m != n {
		n.preds[m] = true
	}
}

// assign puts every command on a stream: behind the one it waits for, if that is
// the last of its stream, or else on a free one. It reports whether at least two
// lanes have large launches.
func (s *streams) assign(ns []*command) bool {
	var tail [maxStreams]*command
	var large [maxStreams]bool
	for _, n := range ns {
		n.stream = streamFor(n, &tail)
		if n.stream < 0 {
			continue
		}
		tail[n.stream] = n
		large[n.stream] = large[n.stream] || n.launch != nil && !n.small
		for p := range n.preds {
			if p.stream < 0 {
				p.stream = n.stream
			}
		}
	}
	streams := 0
	for _, l := range large {
		if l {
			streams++
		}
	}
	for _, n := range ns {
		n.stream = max(n.stream, 0)
	}
	return streams > 1
}

// streamFor is the lane of n; -1 for a small launch that waits for nothing, which
// goes where it is needed.
func streamFor(n *command, tail *[maxStreams]*command) int {
	if n.launch == nil {
		return 0
	}
	placed, some := false, 0
	for stream, t := range tail {
		if t != nil && n.preds[t] {
			return stream
		}
	}
	for p := range n.preds {
		if p.stream >= 0 {
			placed, some = true, max(some, p.stream)
		}
	}
	switch {
	case n.small && !placed:
		return -1
	case n.small:
		return some
	}
	for stream, t := range tail {
		if t == nil {
			return stream
		}
	}
	return some
}

// upperBound is the most that a count of the host can be, if that is known.
func (s *streams) upperBound(e kir.Expr) (int64, bool) {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val, true
	case *kir.Ref:
		if d := s.defs[e.Var]; d != nil {
			return s.upperBound(d)
		}
	case *kir.Select:
		a, known := s.upperBound(e.Then)
		b, also := s.upperBound(e.Else)
		return max(a, b), known && also
	case *kir.Prim:
		if len(e.Args) == 2 {
			return s.upperBoundOf(e)
		}
	}
	return 0, false
}

// upperBoundOf is most of an operation on counts, which are not negative.
func (s *streams) upperBoundOf(e *kir.Prim) (int64, bool) {
	a, known := s.upperBound(e.Args[0])
	b, also := s.upperBound(e.Args[1])
	const limit = 1 << 30
	if a > limit || b > limit {
		return 0, false
	}
	divisor, _ := e.Args[1].(*kir.Int)
	switch e.Op.Code {
	case prim.Add:
		return a + b, known && also
	case prim.Mul:
		return a * b, known && also
	case prim.Max:
		return max(a, b), known && also
	case prim.Sub:
		return a, known
	case prim.Div:
		if known && divisor != nil && divisor.Val > 0 {
			return a / divisor.Val, true
		}
	case prim.Min:
		if known && also {
			return min(a, b), true
		}
		return a + b, known || also // the other is 0
	}
	return 0, false
}
