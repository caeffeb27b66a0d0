package simplify

// Checks of rows: what is checked for every element of rows of one length, but
// depends on the row alone, is checked once for each row that has elements.
//
//	(let () (segmap n sd s i (let (x) (prim eq (.. s ..)) (check x "E" (ret)))) ...), sd = (sdregular count len)
//	=>  (let () (map count s (let (none) (prim eq (len 0)) (let (x) ..
//	        (let (holds) (prim or (none x)) (check holds "E" (ret))))))) ...)

import (
	"slices"

	"nessiec/ir"
	"nessiec/ir/fkl"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// rowChecks is e as a map of rows, or e.
func (s *simplifier) rowChecks(e fkl.Expr) fkl.Expr {
	m, ok := e.(*fkl.SegMap)
	if !ok || slices.Contains(fkl.FreeVars(m.Body), m.Idx) {
		return e
	}
	sd, ok := s.defs[m.Sd.(*fkl.Ref).Var].op.(*fkl.SdRegular)
	if !ok {
		return e
	}
	var l fkl.Lets
	none := l.Bind("none", types.Bool, fkl.Apply(prim.Eq, sd.Len, fkl.N(0)))
	for e := m.Body; ; {
		switch x := e.(type) {
		case *fkl.Let:
			if ir.Any(x.Rhs, isCheck) {
				return m
			}
			l.Set(x.Binds, x.Rhs)
			e = x.Body
		case *fkl.Check:
			implied(&l, x, none)
			e = x.Then
		case *fkl.Ret:
			if len(x.Vals) > 0 || !s.allow("check rows", m) {
				return m
			}
			return &fkl.Map{Node: m.Node, N: sd.Count, Idx: m.Seg, Body: l.In(x)}
		default:
			return m
		}
	}
}
