package listgen

import (
	"fmt"
	"strings"
)

// threads writes a recursion that calls itself a few times, each time with what the call before has
// made of its variables, or with older ones; and calls of it. A loop may call it.
func (g *generator) threads(out *strings.Builder) {
	g.plain = !g.once(8)
	vars := g.variables()
	all := "(" + strings.Join(vars.names(), ", ") + ")"
	types := strings.Join(vars.types(), ", ")
	body := g.handing(vars, 1+g.IntN(3))
	if g.once(3) {
		body = fmt.Sprintf("if %s then %s else %s", g.condition(vars.with("k", number), 2), body, g.handing(vars, 1+g.IntN(2)))
	}
	fmt.Fprintf(out, "function hand(k, %s) : (int, %s) -> (%s) =\n  if k <= 0 then %s else %s;\n",
		strings.Join(vars.names(), ", "), types, types, g.result(vars, all), body)
	fn := "hand"
	if g.once(3) {
		fn = "hands"
		fmt.Fprintf(out, "function hands(k, %s) : (int, %s) -> (%s) =\n  if k <= 0 then %s else let %s = hand(rem(k, 3), %s) in hands(k - 1, %s);\n",
			strings.Join(vars.names(), ", "), types, types, all, all, strings.Join(vars.names(), ", "), g.changed(vars, vars))
	}
	for _, k := range []string{"0", "1", "2", "4"} {
		fmt.Fprintf(out, "%s;\n", g.call(fn, k, vars, true))
	}
	fmt.Fprintf(out, "{%s : j in [0, 2, 3, 1]};\n", g.call(fn, "j", vars, false))
}

// result is what the recursion ends with.
func (g *generator) result(vars scope, all string) string {
	if g.once(2) {
		return all
	}
	return "(" + g.changed(vars, vars) + ")"
}

// changed is what a step makes of variables, some of which it hands on; it knows all of s.
func (g *generator) changed(vars, s scope) string {
	var args []string
	for _, v := range vars {
		if g.once(2) {
			args = append(args, v.name)
		} else {
			args = append(args, g.any(s.with("k", number), 2, v.kind))
		}
	}
	return strings.Join(args, ", ")
}

// handing is so many calls, one after the other: the result of each has the names of the variables, or new
// ones, so that those before are needed, too.
func (g *generator) handing(vars scope, calls int) string {
	now, s := append(scope(nil), vars...), append(scope(nil), vars...)
	var lets []string
	for c := range calls {
		k := fmt.Sprintf("k - %d", 1+g.IntN(2))
		args := now
		if g.once(8) {
			args = vars // older ones
		}
		call := fmt.Sprintf("hand(%s, %s)", k, g.changed(args, s))
		if c == calls-1 && g.once(2) {
			return in(lets, call)
		}
		next := append(scope(nil), vars...)
		if g.once(6) {
			for i := range next {
				next[i].name = g.name()
			}
		}
		lets = append(lets, fmt.Sprintf("(%s) = %s", strings.Join(next.names(), ", "), call))
		now, s = next, append(s, next...)
	}
	return in(lets, "("+g.changed(now, s)+")")
}

// in is an expression behind bindings.
func in(lets []string, e string) string {
	if lets == nil {
		return e
	}
	return "let " + strings.Join(lets, ";\n    ") + "\n  in " + e
}
