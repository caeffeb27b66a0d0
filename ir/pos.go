package ir

// Source positions.

import (
	"fmt"
	"strconv"
	"strings"
)

// Pos is a compact source position: file 5 bits, line 17 bits, column 10 bits.
// File is an index into the file table of the compilation; lines and columns
// count from 1, columns in characters. What does not fit saturates. The zero
// Pos means "no position".
type Pos int32

const (
	maxFile = 1<<5 - 1
	maxLine = 1<<17 - 1
	maxCol  = 1<<10 - 1
)

// MakePos packs a position; numbers out of range saturate.
func MakePos(file, line, col int) Pos {
	clamp := func(n, limit int) uint32 { return uint32(min(max(n, 0), limit)) }
	return Pos(clamp(file, maxFile)<<27 | clamp(line, maxLine)<<10 | clamp(col, maxCol))
}

// File is the index of the file.
func (p Pos) File() int { return int(uint32(p) >> 27) }

// Line is the line, from 1.
func (p Pos) Line() int { return int(uint32(p) >> 10 & maxLine) }

// Col is the column in characters, from 1.
func (p Pos) Col() int { return int(uint32(p) & maxCol) }

// IsValid reports whether p is a position at all.
func (p Pos) IsValid() bool { return p.Line() > 0 }

// String prints p as in the text form of every language: @file:line:col.
func (p Pos) String() string { return fmt.Sprintf("@%d:%d:%d", p.File(), p.Line(), p.Col()) }

// ParsePos reads what String wrote.
func ParsePos(s string) (Pos, bool) {
	part := strings.Split(strings.TrimPrefix(s, "@"), ":")
	if !strings.HasPrefix(s, "@") || len(part) != 3 {
		return 0, false
	}
	var n [3]int
	for i, limit := range [3]int{maxFile, maxLine, maxCol} {
		k, err := strconv.Atoi(part[i])
		if err != nil || k < 0 || k > limit {
			return 0, false
		}
		n[i] = k
	}
	return MakePos(n[0], n[1], n[2]), true
}
