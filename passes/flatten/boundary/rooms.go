package boundary

// What of loops and conditionals has room, as found in rounds: a translation finds who appends to what,
// and another one follows.

import "nessiec/passes/flatten/rep"

// A Part is a component of a variable of a loop, of what a loop or conditional yields, or of an
// argument or result of a function.
type Part struct {
	Of        any // *nkl.Var, *nkl.Loop, *nkl.If or HostComponent
	Component int
}

// A roomPart is the data of the innermost sequences of a part, or, if window is set, the sequence itself.
type roomPart struct {
	Part
	window bool
}

// A roomChoice says whether somebody has room to append.
type roomChoice int

const (
	noAppends roomChoice = iota // nobody appends to it, as far as is known
	hasRoom
	roomMoves // and need not start where its data does
	noRoom    // nobody knows how much of it counts, or somebody needs all of it in vectors
)

// A RoomPlan is what has room.
type RoomPlan struct {
	learn      func(Part)
	learnOfAll func()
	choices    map[roomPart]roomChoice
}

// NewRoomPlan is a plan in which nothing has room. It tells of which parts something was learned, or that it was of all.
func NewRoomPlan(learn func(Part), learnOfAll func()) *RoomPlan {
	return &RoomPlan{learn, learnOfAll, map[roomPart]roomChoice{}}
}

// choose notes a choice, unless there was a later one.
func (p *RoomPlan) choose(part roomPart, c roomChoice) {
	if c > p.choices[part] {
		p.choices[part] = c
		p.learn(part.Part)
	}
}

// LoopVar is part of the variables of a loop, which begins with init.
func (p *RoomPlan) LoopVar(part Part, init rep.Value) *LoopVar {
	inner := roomPart{part, false}
	x := &LoopVar{Window: p.window(part), Room: p.choices[inner] == hasRoom,
		Grows: func() { p.choose(inner, hasRoom) }, Lost: func() { p.choose(inner, noRoom) }}
	if u, ok := init.(rep.Seq); ok {
		x.Window.Init = u.Window
	}
	return x
}

// BranchPart is part of what a conditional, a loop or a function yields, or of an argument. Outside of loops
// and recursions nobody appends to it again and again.
func (p *RoomPlan) BranchPart(part Part, again bool, copies func()) *BranchPart {
	inner := roomPart{part, false}
	x := &BranchPart{Window: p.window(part), Room: p.choices[inner] == hasRoom, Copies: copies,
		Grows: func() { p.choose(inner, hasRoom) }, Lost: func() { p.choose(inner, noRoom) }}
	if !again {
		x.Window.Grows, x.Grows = func() {}, func() {}
	}
	return x
}

// window tells how the sequence of a part is handed on.
func (p *RoomPlan) window(part Part) WindowPart {
	w := roomPart{part, true}
	c := p.choices[w]
	return WindowPart{Open: c == hasRoom || c == roomMoves, Moves: c == roomMoves, Never: c == noRoom,
		Grows: func() { p.choose(w, hasRoom) }, Shifts: func() { p.choose(w, roomMoves) }, Lost: func() { p.lose(w) }}
}

// lose notes that a sequence is handed on by its elements. Which others have room is found again,
// as some had it for this one.
func (p *RoomPlan) lose(part roomPart) {
	if p.choices[part] == noRoom {
		return
	}
	for other, c := range p.choices {
		if other.window && c != noRoom {
			delete(p.choices, other)
		}
	}
	p.choose(part, noRoom)
	p.learnOfAll()
}
