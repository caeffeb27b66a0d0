package boundary

// Windows in what loops and conditionals of the host hand on: data that a sequence is part of, and beside
// it where the sequence starts and how many elements it has.

import (
	"nessiec/ir/fkl"
	"nessiec/ir/types"
	"nessiec/passes/flatten/emit"
	"nessiec/passes/flatten/rep"
)

// A WindowPart tells how a sequence is handed on. If Open is set, it is a window, which may start
// anywhere if Moves is set, too; Never, that it must not be one. Grows notes that elements are appended
// to it or left out, Shifts that it starts anywhere, Lost that somebody needs its elements in vectors of their
// own. Init is the window that it begins with, if any.
type WindowPart struct {
	Open, Moves, Never  bool
	Grows, Shifts, Lost func()
	Init                *rep.Window
}

// numbers is how many numbers are beside the data.
func (p *WindowPart) numbers() int {
	switch {
	case !p.Open:
		return 0
	case p.Moves:
		return 2
	}
	return 1
}

// note notes what u, which is handed on in b, needs.
func (p *WindowPart) note(b *emit.Block, u rep.Seq) {
	is, resized := u.HandedOn(b)
	switch begins := is && p.Init != nil; {
	case p.Never:
		rep.Lose(u)
		if begins {
			p.Init.Lost()
		}
	case !p.Open && (resized || begins):
		p.Grows()
	}
}

// Give is u, which is handed on in b: with the data that it is part of in place of its elements, and
// the numbers beside that.
func (p *WindowPart) Give(b *emit.Block, u rep.Seq) (data rep.Seq, numbers []fkl.Expr) {
	if !p.Open {
		return u, nil
	}
	elems, start := u.Widened()
	if p.Moves {
		numbers = append(numbers, start)
	} else if !emit.IsInt(start, 0) {
		p.Shifts()
	}
	return rep.Seq{Elems: elems, N: u.N}, append(numbers, u.N)
}

// Take is the sequence that is handed on as data, in b, with numbers beside it.
func (p *WindowPart) Take(b *emit.Block, data rep.Seq, numbers []fkl.Expr) rep.Seq {
	if !p.Open {
		return data
	}
	w := &rep.Window{Start: emit.Num(0), Data: data.Elems, Lost: p.Lost}
	if p.Moves {
		w.Start = numbers[0]
	}
	return rep.InWindow(b, w, numbers[len(numbers)-1], false)
}

// variables makes variables for the numbers.
func (p *WindowPart) variables() (vars []*fkl.Var) {
	if p.Moves {
		vars = append(vars, types.NewVar("start", types.Int))
	}
	if p.Open {
		vars = append(vars, types.NewVar("count", types.Int))
	}
	return vars
}
