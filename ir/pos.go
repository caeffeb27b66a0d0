package ir

// Source positions.

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"nessiec/ir/intern"
)

// Pos is a source position, and when the code there was inlined, the positions
// of the calls that it came through. The zero Pos means "no position". Equal
// positions compare equal. Every node of every tree has one, so it is a single word.
//
// A place takes 32 bits: file 5, line 17, column 10. File is an index into the
// file table of the compilation; lines and columns count from 1, columns in
// characters. What does not fit saturates.
type Pos struct{ of *position }

// A position is what a Pos stands for.
type position struct {
	at    place
	calls string // places of calls, the innermost first, placeBytes each
}

func (p Pos) position() position {
	if p == (Pos{}) {
		return position{}
	}
	return *p.of
}

func (q position) pos() Pos {
	switch {
	case q == position{}:
		return Pos{}
	case q.calls == "":
		return places.pos(q.at)
	}
	return Pos{chains.Find(q.hash(), func(p *position) bool { return *p == q }, func() *position {
		made := q // so that nothing is allocated for one that there is
		return &made
	})}
}

// places are the positions without calls. No more are held than files have characters.
var places = placed{at: map[place]*position{}}

type placed struct {
	sync.Mutex
	at map[place]*position
}

func (t *placed) pos(n place) Pos {
	t.Lock()
	defer t.Unlock()
	p := t.at[n]
	if p == nil {
		p = &position{at: n}
		t.at[n] = p
	}
	return Pos{p}
}

// chains are the positions with calls that there are.
var chains = intern.New(func(q *position) uint64 { return q.hash() })

func (q position) hash() uint64 { return intern.Mix(intern.Hash(q.calls), uint64(q.at)) }

type place uint32

const placeBytes = 4

const (
	maxFile = 1<<5 - 1
	maxLine = 1<<17 - 1
	maxCol  = 1<<10 - 1
)

// MakePos packs a position; numbers out of range saturate.
func MakePos(file, line, col int) Pos {
	clamp := func(n, limit int) place { return place(min(max(n, 0), limit)) }
	return position{at: clamp(file, maxFile)<<27 | clamp(line, maxLine)<<10 | clamp(col, maxCol)}.pos()
}

// File is the index of the file.
func (p Pos) File() int { return int(p.position().at >> 27) }

// Line is the line, from 1.
func (p Pos) Line() int { return int(p.position().at >> 10 & maxLine) }

// Col is the column in characters, from 1.
func (p Pos) Col() int { return int(p.position().at & maxCol) }

// IsValid reports whether p is a position at all.
func (p Pos) IsValid() bool { return p.Line() > 0 }

// Place is p without the calls.
func (p Pos) Place() Pos { return position{at: p.position().at}.pos() }

// Key is a number that tells places apart.
func (p Pos) Key() int64 { return int64(int32(p.position().at)) }

// CalledAt is p in a body that stands in place of a call at by. Code of the library
// has the place of its call itself, and what it calls was called there: no place
// follows itself in a position.
func (p Pos) CalledAt(by Pos) Pos {
	q, call := p.position(), by.position()
	switch {
	case !by.IsValid():
		return p
	case !p.IsValid() || q == (position{at: call.at}):
		return by
	}
	if last := call.at.bytes(); len(q.calls) == 0 || q.calls[len(q.calls)-placeBytes:] != last {
		q.calls += last
	}
	q.calls += call.calls
	return q.pos()
}

// bytes is a place in the calls of a position.
func (n place) bytes() string {
	return string([]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)})
}

// Calls is the positions of the calls that p came through, the innermost first.
func (p Pos) Calls() []Pos {
	var out []Pos
	for s := p.position().calls; len(s) >= placeBytes; s = s[placeBytes:] {
		out = append(out, position{at: place(s[0])<<24 | place(s[1])<<16 | place(s[2])<<8 | place(s[3])}.pos())
	}
	return out
}

// String prints p as in the text form of every language: @file:line:col, and the
// calls in the same way after it.
func (p Pos) String() string {
	s := fmt.Sprintf("@%d:%d:%d", p.File(), p.Line(), p.Col())
	for _, c := range p.Calls() {
		s += c.String()
	}
	return s
}

// ParsePos reads what String wrote.
func ParsePos(s string) (Pos, bool) {
	text, ok := strings.CutPrefix(s, "@")
	if !ok {
		return Pos{}, false
	}
	places := strings.Split(text, "@")
	p, ok := parsePlace(places[len(places)-1])
	for i := len(places) - 2; i >= 0 && ok; i-- {
		var q Pos
		q, ok = parsePlace(places[i])
		p = q.CalledAt(p)
	}
	return p, ok
}

func parsePlace(s string) (Pos, bool) {
	part := strings.Split(s, ":")
	if len(part) != 3 {
		return Pos{}, false
	}
	var n [3]int
	for i, limit := range [3]int{maxFile, maxLine, maxCol} {
		k, err := strconv.Atoi(part[i])
		if err != nil || k < 0 || k > limit {
			return Pos{}, false
		}
		n[i] = k
	}
	return MakePos(n[0], n[1], n[2]), true
}
