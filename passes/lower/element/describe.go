package element

import (
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/ir/value"
	"nessiec/passes/device/build"
)

// SourceOf takes a kernel apart.
func SourceOf(k *lcu.Kernel, num value.Num) *Source {
	let, ok := k.Body.(*lcu.Let)
	if !ok || !lcu.IsSOAC(let.Rhs) {
		panic("lower: kernel " + k.Name + " does not begin with a SOAC")
	}
	parts, _ := lcu.PartsOf(let.Rhs)
	s := &Source{Kernel: k, SOAC: lcu.Inner(let.Rhs), Out: parts.Out, Binds: let.Binds,
		number: map[*lcu.Var]int{}, padded: map[*lcu.Var]build.Source{}}
	s.elemTypes(parts)
	if u, ok := s.SOAC.(*lcu.Update); ok {
		s.SOAC, s.States = inPlace(u)
	}
	for i, v := range k.Params {
		s.number[v] = i
	}
	s.findRows()
	s.findReads() // what is read at the own index counts as such, in rows too
	s.Split, s.Idle = splitOf(s.SOAC), idleOf(s.SOAC, num)
	return s
}

// elemTypes finds the types of what thunks yield.
func (s *Source) elemTypes(parts lcu.Parts) {
	if s.Out != nil {
		s.Elems = lcu.Sigs{}.ResultTypes(parts.T.Body)
		s.Made = lcu.Sigs{}.ResultTypes(s.Out.Body)
		return
	}
	for _, v := range s.Binds {
		t := v.Type
		if t.Kind == types.KVec {
			t = t.Elem()
		}
		s.Elems = append(s.Elems, t)
	}
}
