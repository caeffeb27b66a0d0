package listgen

import "fmt"

// number is an int, of depth d.
func (g *generator) number(s scope, d int) string {
	if d <= 0 || g.once(4) {
		if v := g.variable(s, number); v != "" && !g.once(4) {
			return v
		}
		return fmt.Sprint(g.IntN(5))
	}
	switch g.IntN(10) {
	case 0:
		return fmt.Sprintf("(%s %s %s)", g.number(s, d-1), g.pick("+", "-", "*"), g.number(s, d-1))
	case 1:
		return fmt.Sprintf("rem(%s, %d)", g.number(s, d-1), 2+g.IntN(5))
	case 2:
		return fmt.Sprintf("(if %s then %s else %s)", g.condition(s, d-1), g.number(s, d-1), g.number(s, d-1))
	case 3, 4:
		if v := g.variable(s, numbers+kind(g.IntN(5))); v != "" {
			return "#" + v
		}
	case 5, 6, 7, 8:
		if x := g.read(s, d, numbers+kind(g.IntN(5))); x != "" {
			return x
		}
	}
	if g.plain {
		return fmt.Sprint(g.IntN(5))
	}
	return fmt.Sprintf("sum(%s)", g.sequence(s, d-1, numbers))
}

// read is a number that is read of a sequence of kind k; "" if there is none.
func (g *generator) read(s scope, d int, k kind) string {
	v := g.variable(s, k)
	if v == "" {
		return ""
	}
	at := g.pick("0", "#"+v+" - 1", fmt.Sprintf("rem(abs(%s), #%s)", g.number(s, d-1), v))
	var element, all string
	switch k {
	case numbers:
		element, all = fmt.Sprintf("%s[%s]", v, at), fmt.Sprintf("sum(%s)", v)
	case pairs:
		element, all = fmt.Sprintf("let (g, h) = %s[%s] in g - h", v, at), fmt.Sprintf("sum({g * h : (g, h) in %s})", v)
	case rows:
		element, all = fmt.Sprintf("#%s[%s]", v, at), fmt.Sprintf("sum({#q : q in %s})", v)
		if w := g.name(); g.once(2) {
			element = fmt.Sprintf("let %s = %s[%s] in if #%s > 0 then %s[%s] else 3", w, v, at, w, w, g.pick("0", "#"+w+" - 1"))
		}
	case text:
		element, all = fmt.Sprintf("char_code(%s[%s])", v, at), fmt.Sprintf("count({q == `l : q in %s})", v)
	case records:
		element, all = fmt.Sprintf("let (g, h) = %s[%s] in #g + h", v, at), fmt.Sprintf("sum({#g * h : (g, h) in %s})", v)
	}
	if g.once(3) && !g.plain {
		return all
	}
	return fmt.Sprintf("(if #%s > 0 then %s else %d)", v, element, g.IntN(8))
}

// condition is a bool, of depth d.
func (g *generator) condition(s scope, d int) string {
	if d > 0 && g.once(8) {
		return fmt.Sprintf("(%s %s %s)", g.condition(s, d-1), g.pick("and", "or"), g.condition(s, d-1))
	}
	if v := g.variable(s, numbers+kind(g.IntN(5))); v != "" && g.once(3) {
		return fmt.Sprintf("(#%s %s %d)", v, g.pick("<", "==", ">"), g.IntN(4))
	}
	return fmt.Sprintf("(%s %s %s)", g.number(s, d-1), g.pick("<", "<=", "==", "/=", ">"), g.number(s, d-1))
}
