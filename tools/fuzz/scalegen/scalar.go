package scalegen

// Numbers, conditions, and the text of steps.

import "strings"

// variable is the name of a variable of type t, "" if there is none.
func (g *generator) variable(t typ) string {
	var names []string
	for _, v := range g.vars {
		if v.typ == t {
			names = append(names, v.name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return g.pick(names...)
}

// format writes a step: % is what follows, the last one over and over; @ a number; ?
// a condition on the index i.
func (g *generator) format(text string, args ...string) string {
	var b strings.Builder
	text = strings.ReplaceAll(text, "@(k)", "\x00") // the text of a number, not a number
	for _, c := range text {
		switch c {
		case '%':
			b.WriteString(args[0])
			if len(args) > 1 {
				args = args[1:]
			}
		case '@':
			b.WriteString(g.small())
		case '?':
			b.WriteString(g.pick("rem(i, 3) == 0", "i > k", "rem(i + k, 2) == 0", "i < 2"))
		case 0:
			b.WriteString("@(k)")
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// small is a number between 0 and 100 or so.
func (g *generator) small() string { return g.pick("0", "1", "2", "7", "k", "rem(k, 5)") }

// number is the next value of a number, which stays small.
func (g *generator) number() string {
	x := g.variable(number)
	if x == "" || g.once(3) {
		x = "k"
	}
	if v := g.variable(array); v != "" && g.once(2) {
		if g.once(2) {
			return g.format("rem(% + sum(%), 1000)", x, v)
		}
		return g.format("rem(%[rem(%, #%)] + %, 1000)", v, x, v, x)
	}
	if v := g.variable(rows); v != "" && g.once(2) {
		return g.format("rem(% + sum({sum(r) : r in %}), 1000)", x, v)
	}
	return g.format(g.pick("rem(% * 31 + @, 1000)", "(if % > @ then 1 else 2)", "%"), x)
}

// condition is one on what a step knows outside of maps.
func (g *generator) condition() string {
	if v := g.variable(array); v != "" && g.once(2) {
		return g.format(g.pick("sum(%) > @", "#% > @", "%[0] > @", "any({x > @ : x in %})"), v)
	}
	return g.format(g.pick("rem(k, 2) == 0", "rem(k, 3) == 0", "k > @"))
}
