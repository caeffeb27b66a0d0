package listgen

import (
	"fmt"
	"strings"
)

// sequence is what a step makes of a sequence of kind k, of depth d.
func (g *generator) sequence(s scope, d int, k kind) string {
	v := g.variable(s, k)
	if d <= 0 || v == "" {
		if v == "" {
			return "[" + g.element(s, d, k) + "]"
		}
		return v
	}
	w, x := g.variable(s, k), func() string { return g.element(s, d, k) }
	form := g.IntN(24)
	if g.plain && form > 13 {
		form = 6 + g.IntN(2)*14 // an element is replaced, or one added
		if k == rows && g.once(2) {
			return g.replaced(s, d, v)
		}
	}
	switch form {
	case 0, 1, 2:
		return v
	case 3:
		return fmt.Sprintf("([%s] ++ %s)", x(), v)
	case 4:
		return fmt.Sprintf("(if #%s > 0 then drop(%s, 1) else %s)", v, v, w)
	case 5:
		return fmt.Sprintf("(if #%s > 0 then take(%s, #%s - 1) else %s)", v, v, v, w)
	case 6:
		return fmt.Sprintf("(if #%s > 0 then rep(%s, %s, rem(abs(%s), #%s)) else [%s])", v, v, x(), g.number(s, d-1), v, x())
	case 7:
		return g.literal(x)
	case 8:
		return fmt.Sprintf("(%s ++ %s)", v, w)
	case 9:
		return fmt.Sprintf("(if #%s > 1 then drop(%s, 1) ++ [%s] else %s)", v, v, x(), v)
	case 10:
		return fmt.Sprintf("(if #%s > 1 then take(%s, 1) ++ [%s] ++ drop(%s, 1) else %s)", v, v, x(), v, w)
	case 11:
		return fmt.Sprintf("(if %s then %s else %s)", g.condition(s, d-1), g.sequence(s, d-1, k), g.sequence(s, d-1, k))
	case 12:
		return fmt.Sprintf("(if %s then %s ++ [%s] else %s)", g.condition(s, d-1), v, x(), v)
	case 13:
		y := g.name()
		return fmt.Sprintf("(let %s = %s in %s)", y, g.sequence(s, d-1, k), g.sequence(s.with(y, k), d-1, k))
	case 14:
		return fmt.Sprintf("subseq(%s, 0, min(#%s, %d))", v, v, 1+g.IntN(3))
	case 15:
		return fmt.Sprintf("reverse(%s)", v)
	case 16:
		return fmt.Sprintf("(if #%s > 1 then %s <- [(0, %s)] else %s)", v, v, x(), w)
	case 17:
		return fmt.Sprintf("(%s -> {rem(abs(j), #%s) : j in %s | #%s > 0})", v, v, g.sequence(s, d-1, numbers), v)
	case 18:
		return g.mapped(s, d, k, v)
	case 19:
		return fmt.Sprintf("{e in %s | %s}", v, g.condition(s, d-1))
	}
	return fmt.Sprintf("(%s ++ [%s])", v, x())
}

// replaced is rows v with an element of one replaced.
func (g *generator) replaced(s scope, d int, v string) string {
	i, j, r := g.name(), g.name(), g.name()
	return fmt.Sprintf("(if #%s == 0 then %s else let %s = rem(abs(%s), #%s); %s = %s[%s]; %s = rem(abs(%s), max(1, #%s)) in if #%s == 0 then %s else rep(%s, rep(%s, %s, %s), %s))",
		v, v, i, g.number(s, d-1), v, r, v, i, j, g.number(s, d-1), r, r, v, v, r, g.number(s, d-1), j, i)
}

// literal is a sequence of a few elements.
func (g *generator) literal(element func() string) string {
	var out []string
	for range 1 + g.IntN(3) {
		out = append(out, element())
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// mapped is v with a function of its elements, or a sequence from another one.
func (g *generator) mapped(s scope, d int, k kind, v string) string {
	y := g.name()
	switch k {
	case numbers:
		if n := g.variable(s, rows); n != "" && g.once(2) {
			return fmt.Sprintf("(if #%s > 0 then %s[%s] else %s)", n, n, g.pick("0", "#"+n+" - 1"), v)
		}
		if g.helper && g.once(2) {
			return fmt.Sprintf("change(%s, %s)", g.number(s, d-1), v)
		}
		return fmt.Sprintf("{%s : %s in %s}", g.number(s.with(y, number), d-1), y, v)
	case rows:
		return fmt.Sprintf("{%s : %s in %s}", g.sequence(s.with(y, numbers), d-1, numbers), y, v)
	case records:
		return fmt.Sprintf("{(%s, h) : (%s, h) in %s}", g.sequence(s.with(y, numbers), d-1, numbers), y, v)
	}
	return v
}

// element is an element of a sequence of kind k.
func (g *generator) element(s scope, d int, k kind) string {
	switch k {
	case pairs:
		return fmt.Sprintf("(%s, %s)", g.number(s, d-1), g.number(s, d-1))
	case rows:
		return g.sequence(s, d-1, numbers)
	case records:
		return fmt.Sprintf("(%s, %s)", g.sequence(s, d-1, numbers), g.number(s, d-1))
	case text:
		return g.pick("`a", "`b", "`c", fmt.Sprintf("code_char(97 + rem(abs(%s), 26))", g.number(s, d-1)))
	}
	return g.number(s, d-1)
}
