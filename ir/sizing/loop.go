package sizing

// Variables of loops: what stays the same from iteration to iteration.

import "nessiec/ir/types"

// Loop says of the variables of a loop what is known of their first values, if every iteration
// keeps it, and names the rest. body completes the body of the loop, and calls Next. It is called
// again if it refutes what was assumed: what it has said then is forgotten. Ints are named: those
// that stay the same are no variables of a loop for long.
func (s *Scope) Loop(vs []*types.Var, first []Of, body func()) {
	defer func(next [][]Of) { s.next = next }(s.next)
	kept := make([]Of, len(vs))
	for i, v := range vs {
		if Missing(v) && v.Type.Kind != types.KInt {
			kept[i].Sizes = first[i].Sizes
		}
	}
	for {
		names, said := s.Mark(), len(s.said)
		s.Complete(vs, kept)
		s.next = nil
		body()
		if !s.refute(vs, kept) {
			return
		}
		s.Undo(names)
		s.forget(said)
	}
}

// Next notes the arguments of a next iteration of the loop at hand.
func (s *Scope) Next(args []Of) { s.next = append(s.next, args) }

// refute takes from kept what an iteration does not keep, and reports whether there is any.
func (s *Scope) refute(vs []*types.Var, kept []Of) bool {
	refuted := false
	for i, v := range vs {
		n := min(len(kept[i].Sizes), len(v.Type.Sizes))
		for _, next := range s.next {
			for k := range n {
				if next[i].size(k) != v.Type.Sizes[k] {
					n = k
					break
				}
			}
		}
		if n < min(len(kept[i].Sizes), len(v.Type.Sizes)) {
			kept[i].Sizes, refuted = kept[i].Sizes[:n], true
		}
	}
	return refuted
}

// forget takes back what was said since there were so many records of it.
func (s *Scope) forget(since int) {
	for _, r := range s.said[since:] {
		if r.v == nil {
			delete(s.taken, r.name)
			clear(s.numbers)
			continue
		}
		r.v.Type, r.v.Value = r.v.Type.Erase(), nil
	}
	s.said = s.said[:since]
}
