package vcode

// Random programs that keep to their stack and to types. Lengths are followed while a
// program is made, so most of what it does succeeds; one operand in thirty is any of the type.

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"nessiec/ir/types"
	"nessiec/ir/vcode"
)

// An item is what is known of an entry: elements n of a vector, or of the m segments of a
// descriptor; -1 if that is not known. below is a bound of the elements of an index vector.
type item struct {
	t     *types.Type // vec<int>, vec<float>, vec<bool> or sd<>
	n, m  int
	below int
}

// A maker writes one program.
type maker struct {
	r     *rand.Rand
	b     strings.Builder
	stack []item
	funcs int
	rest  []string // functions that are called
}

// makeProgram is a random program of so many instructions, about.
func makeProgram(r *rand.Rand, size int) string {
	g := &maker{r: r}
	g.b.WriteString("FUNC MAIN\n")
	for range 4 {
		g.constant()
	}
	for range size {
		g.step(2)
	}
	return g.b.String() + "RET\n" + strings.Join(g.rest, "")
}

func (g *maker) emit(format string, args ...any) { fmt.Fprintf(&g.b, "  "+format+"\n", args...) }

func (g *maker) push(its ...item) { g.stack = append(g.stack, its...) }

var kinds = []*types.Type{types.Int, types.Float, types.Bool}

// vector writes a constant of n elements, ints below a bound.
func (g *maker) vector(elem *types.Type, n, below int) {
	var vals []string
	for range n {
		switch elem {
		case types.Int:
			vals = append(vals, fmt.Sprint(g.r.IntN(below)))
		case types.Float:
			vals = append(vals, fmt.Sprintf("%d.5", g.r.IntN(9)-4))
		default:
			vals = append(vals, []string{"T", "F"}[g.r.IntN(2)])
		}
	}
	g.emit("CONST %s ( %s )", vcode.TypeWord(elem), strings.Join(vals, " "))
	g.push(item{types.Vec(elem), n, 0, below})
}

// constant pushes a vector, a scalar or a descriptor.
func (g *maker) constant() {
	switch n := []int{0, 1, 3, 5, 6}[g.r.IntN(5)]; g.r.IntN(4) {
	case 0:
		g.emit("CONST SEGDES %d", n)
		g.push(item{types.Sd, n, 1, 0})
	case 1:
		g.segments(g.r.IntN(4), n)
	default:
		g.vector(kinds[g.r.IntN(3)], n, 1+g.r.IntN(6))
	}
}

// segments pushes a descriptor of m segments with n elements in all; of one at least.
func (g *maker) segments(m, n int) {
	m = max(m, 1)
	lens := make([]string, m)
	left := n
	for i := range lens {
		l := g.r.IntN(left + 1)
		if i == m-1 {
			l = left
		}
		lens[i], left = fmt.Sprint(l), left-l
	}
	g.emit("CONST INT ( %s ) MAKE_SEGDES", strings.Join(lens, " "))
	g.push(item{types.Sd, n, m, 0})
}

// operand copies an entry of type t that fits, or pushes one; n and m are -1 where any will do.
func (g *maker) operand(t *types.Type, n, m int) item {
	loose := g.r.IntN(30) == 0
	for range 6 {
		if len(g.stack) == 0 {
			break
		}
		i := g.r.IntN(len(g.stack))
		it := g.stack[i]
		if it.t == t && (loose || (n < 0 || it.n == n) && (m < 0 || it.m == m)) {
			g.emit("COPY 1 %d", len(g.stack)-1-i)
			g.push(it)
			return it
		}
	}
	if n < 0 {
		n = g.r.IntN(6)
	}
	switch {
	case t != types.Sd:
		g.vector(t.Elem(), n, 5)
	case m == 1:
		g.emit("CONST SEGDES %d", n)
		g.push(item{t, n, 1, 0})
	case m < 0:
		g.segments(1+g.r.IntN(3), n)
	case m == 0:
		g.emit("CONST INT ( ) MAKE_SEGDES")
		g.push(item{t, 0, 0, 0})
	default:
		g.segments(m, n)
	}
	return g.stack[len(g.stack)-1]
}

// step writes an instruction, with its operands, or control around some.
func (g *maker) step(depth int) {
	switch k := g.r.IntN(20); {
	case k == 0 && depth > 0:
		g.branch(depth - 1)
	case k == 1 && depth > 0:
		g.function(depth - 1)
	case k == 2:
		g.move()
	case k == 3:
		g.constant()
	default:
		g.instruction(vcode.Opcode(g.r.IntN(len(vcode.Ops))))
	}
}

// move moves entries, and keeps the stack low.
func (g *maker) move() {
	count := g.r.IntN(len(g.stack) + 1)
	depth := g.r.IntN(len(g.stack) - count + 1)
	at := len(g.stack) - count - depth
	moved := append([]item(nil), g.stack[at:at+count]...)
	if len(g.stack) > 12 && count > 0 {
		g.emit("POP %d %d", count, depth)
		g.stack = append(g.stack[:at:at], g.stack[at+count:]...)
		return
	}
	g.emit("CPOP %d %d", count, depth)
	if count > 0 {
		g.stack = append(append(g.stack[:at:at], g.stack[at+count:]...), moved...)
	}
}

// branch writes a conditional whose parts push an entry of one type.
func (g *maker) branch(depth int) {
	g.emit("CONST INT %d CONST INT 2 > INT IF", g.r.IntN(5))
	before := append([]item(nil), g.stack...)
	t := types.Vec(kinds[g.r.IntN(3)])
	a := g.part(t, before, depth)
	g.emit("ELSE")
	b := g.part(t, before, depth)
	g.emit("ENDIF")
	if a != b {
		a = -1
	}
	g.stack = append(before, item{t, a, 0, 0})
}

// part writes instructions that leave the stack as it was, and one entry of type t.
func (g *maker) part(t *types.Type, before []item, depth int) (n int) {
	g.stack = append([]item(nil), before...)
	for range 1 + g.r.IntN(3) {
		if k := g.r.IntN(len(vcode.Ops)); g.r.IntN(6) == 0 && depth > 0 {
			g.branch(depth - 1)
		} else {
			g.instruction(vcode.Opcode(k))
		}
	}
	it := g.operand(t, -1, -1)
	if drop := len(g.stack) - 1 - len(before); drop > 0 {
		g.emit("POP %d 1", drop)
	}
	return it.n
}

// function writes a function of one entry and a counter, which calls itself, and a call of it.
func (g *maker) function(depth int) {
	t := types.Vec(kinds[g.r.IntN(3)])
	v := g.operand(t, -1, -1)
	g.emit("CONST INT %d CALL F%d", g.r.IntN(4), g.funcs)
	inner := &maker{r: g.r, funcs: g.funcs + 1}
	inner.b.WriteString(fmt.Sprintf("FUNC F%d\n  COPY 1 0 CONST INT 1 < INT IF POP 1 0 ELSE CPOP 1 1\n", g.funcs))
	below := item{types.Vec(types.Int), 1, 0, 0}
	inner.part(t, []item{below, {t, -1, 0, 0}}, depth) // counter, old, new
	inner.emit("POP 1 1 CPOP 1 1 CONST INT 1 - INT")
	inner.emit("CALL F%d", g.funcs)
	if g.r.IntN(2) == 0 { // something behind the call
		inner.emit("COPY 1 0 POP 1 1")
	}
	inner.b.WriteString("  ENDIF\nRET\n")
	g.rest = append(append(g.rest, inner.b.String()), inner.rest...)
	g.funcs = inner.funcs
	g.stack[len(g.stack)-1] = item{v.t, -1, 0, 0}
}

// instruction writes an instruction with operands that fit each other.
func (g *maker) instruction(op vcode.Opcode) {
	of := op.Of()
	if of.Class == vcode.IO && op != vcode.OpWrite && op != vcode.OpSeedRand {
		return
	}
	var t *types.Type
	if words := strings.Fields(of.Types); len(words) > 0 {
		t = vcode.ParseTypeWord(words[g.r.IntN(len(words))])
	}
	args := of.ArgTypes(t)
	at := len(g.stack)
	n, m := g.r.IntN(6), -1 // elements and segments of the operation
	for _, it := range g.stack {
		if it.t == types.Sd && it.n >= 0 && g.r.IntN(3) == 0 {
			n, m = it.n, it.m
		}
	}
	if m < 0 {
		m = 1
	}
	if of.Class == vcode.Special && op != vcode.OpPack || of.Class == vcode.IO {
		n = -1
	}
	for i, want := range args {
		perSegment := of.Class == vcode.Distributing || (op == vcode.OpExtract || op == vcode.OpReplace) && (i == 1 || i == 2)
		switch {
		case want == types.Sd:
			g.operand(want, n, m)
		case op == vcode.OpSeedRand:
			g.vector(types.Int, 1, 9)
		case op == vcode.OpRand, op == vcode.OpMakeSegdes:
			g.emit("CONST INT ( 2 0 3 )")
			if op == vcode.OpRand {
				g.emit("CONST INT ( 1 1 1 ) + INT")
			}
			g.push(item{want, 3, 0, 0})
		case (op == vcode.OpPermute) && i == 1:
			g.permutation(n, m)
		case i == 1 && of.Class == vcode.Reordering, op == vcode.OpExtract && i == 1:
			k := n
			if perSegment {
				k = m
			}
			g.vector(types.Int, k, 1+g.r.IntN(2)) // small indices are inside most segments
		case perSegment:
			g.operand(want, m, -1)
		default:
			g.operand(want, n, -1)
		}
	}
	if (op == vcode.OpRand || op == vcode.OpMakeSegdes) && t != nil {
		panic("no type stands behind " + of.Name)
	}
	g.emit("%s", vcode.Spell(op, t))
	g.stack = g.stack[:at]
	for _, r := range of.ResultTypes(t, args) {
		it := item{vcode.General(r), n, 0, 0}
		switch {
		case vcode.One(r):
			it.n = 1
		case of.Class == vcode.Reducing, of.Class == vcode.PerSegment:
			it.n = m
		case op == vcode.OpPack, of.Class == vcode.IO:
			it.n = -1
		case op == vcode.OpMakeSegdes:
			it.n, it.m = 5, 3
		case op == vcode.OpRand:
			it.n = 3
		}
		if it.t == types.Sd && op == vcode.OpPack {
			it.m = m
		}
		g.push(it)
	}
}

// permutation pushes places for n elements in m segments: those that ranks are.
func (g *maker) permutation(n, m int) {
	at := len(g.stack)
	g.operand(types.Vec(types.Int), n, -1)
	g.operand(types.Sd, n, m)
	g.emit("RANK_UP INT")
	g.stack = append(g.stack[:at], item{types.Vec(types.Int), n, 0, 0})
}
