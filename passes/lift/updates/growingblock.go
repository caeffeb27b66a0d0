package updates

// Loops whose sequences grow.

import (
	"slices"

	"nessiec/ir/nkl"
	"nessiec/passes/lift/growing"
	"nessiec/passes/lift/rows"
)

// leastRoom is the elements that buffers of sequences that grow have at first, on the host
// and for each element of a map.
const leastRoom, leastRoomUnderMap = 1024, 16

// growingBlock is the update block of a loop that carries sequences that grow, in a loop
// that makes room for them, or nil. If copies holds, it may put element by element what it
// appends and is no literal. On the host, rows that are short are gone through in it.
func (u *updates) growingBlock(l *nkl.Loop, host, copies bool) nkl.Expr {
	some, plain := u.carries(l)
	if !plain || u.nodes(l.Body, u.growing) < 0 {
		return nil
	}
	l = u.inFront(u.inTurn(u.Inline(l).(*nkl.Loop)))
	forget := u.assumed.mark()
	if host && (byElement(l.Body) || rows.GoesThroughParts(l)) {
		m := late(u.folded(l)).(*nkl.Loop)
		if s := rows.Serial(u.Code, u.num, m, u.assume(m)); s != m {
			l, some = s, true
			if b, _ := u.block(l); b != nil {
				return b
			}
			if b := u.reading(l, host); b != nil {
				return b
			}
		}
	}
	if some {
		if b := u.withRoom(l, host, copies); b != nil {
			return b
		}
	}
	forget()
	return nil
}

// rowsBlock is the update block of a loop under a map that adds single elements to sequences, and which goes through them, in a loop that makes room for
// them, or nil. What begins short and grows by single elements is short beside the steps that it took.
func (u *updates) rowsBlock(l *nkl.Loop) nkl.Expr {
	if some, plain := u.carries(l); !some || !plain || u.assumed == nil || u.nodes(l.Body, u.growing) < 0 {
		return nil
	}
	m := u.folded(u.Inline(l).(*nkl.Loop))
	literal, outside, forget := u.literalIn(m), u.assume(m), u.assumed.mark()
	grown := growing.Grown(u.sigs, m, literal)
	s := rows.OnlySerial(u.Code, u.num, m, func(v *nkl.Var) bool {
		inits := grown(v)
		long := slices.ContainsFunc(inits, func(e nkl.Expr) bool { return literal(e) == nil && !outside(nkl.VarOf(e)) })
		return len(inits) > 0 && !long
	})
	if s != m {
		if b := u.withRoom(s, false, readsScalars(l)); b != nil {
			return b
		}
	}
	forget()
	return nil
}

// withRoom is the update block of a loop whose sequences grow, in a loop that makes room for them, or nil.
func (u *updates) withRoom(l *nkl.Loop, host, copies bool) nkl.Expr {
	least := leastRoomUnderMap
	if host {
		least = leastRoom
	}
	for _, form := range growing.Forms(u.sigs, nkl.Freshen(late(l)).(*nkl.Loop), copies) {
		g := growing.Of(u.sigs, form, positionOf(l), least)
		if g == nil {
			continue
		}
		block, states := u.block(g.Inner)
		var b nkl.Expr
		switch {
		case block != nil && u.serial && !host:
			around := g.OnScratch(block, states.of, growing.MostSerial)
			return nkl.Freshen(around(g.Around(block)))
		case block != nil:
			b = block
		case host:
			b = u.reading(g.Inner, host)
		case u.OK(g.Inner):
			b = g.Inner
		}
		if b != nil {
			return nkl.Freshen(g.Around(b))
		}
	}
	return nil
}

// columnBlock is the update block of a loop that appends rows to tables, with what makes
// their columns around it, or nil.
func (u *updates) columnBlock(l *nkl.Loop, host bool) nkl.Expr {
	if !readsScalars(l) || u.nodes(l.Body, u.growing) < 0 {
		return nil
	}
	t := growing.Columns(u.sigs, nkl.Freshen(u.Inline(l)).(*nkl.Loop), positionOf(l))
	if t == nil {
		return nil
	}
	if b := u.growingBlock(t.Inner, host, true); b != nil {
		return nkl.Freshen(t.Around(b))
	}
	return nil
}
