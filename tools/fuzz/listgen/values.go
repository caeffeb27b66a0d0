package listgen

import (
	"fmt"
	"strings"
)

// A constructor makes values of the datatype of a program from fields of these types.
type constructor struct {
	name   string
	fields []string
}

// The types of fields, and of variables that a loop hands on.
var fieldTypes = []string{"data", "data", "int", "[int]", "(int, data)", "[data]"}

// values writes a program about a recursive datatype: a loop that hands on values of it, a recursion that makes others of them, and
// one that says what is in them.
func (g *generator) values(out *strings.Builder) {
	cons := []constructor{{name: "none"}}
	for i := range 1 + g.IntN(3) {
		c := constructor{name: fmt.Sprint("con", i)}
		for range 1 + g.IntN(3) {
			c.fields = append(c.fields, fieldTypes[g.IntN(len(fieldTypes))])
		}
		cons = append(cons, c)
	}
	var texts []string
	for _, c := range cons {
		texts = append(texts, c.name)
		if len(c.fields) > 0 {
			texts[len(texts)-1] += "(" + strings.Join(c.fields, ", ") + ")"
		}
	}
	fmt.Fprintf(out, "datatype data = %s;\n", strings.Join(texts, " | "))
	fmt.Fprintf(out, "function measure(k, x) : (int, data) -> int =\n  if k <= 0 then 1 else %s;\n", g.cases(cons, "x", func(vars []field) string {
		text := fmt.Sprint(g.IntN(5))
		for _, v := range vars {
			text += fmt.Sprintf(" + %d * %s", 1+g.IntN(4), measured(v, "k - 1"))
		}
		return text
	}))
	fmt.Fprintf(out, "function change(k, x) : (int, data) -> data =\n  if k <= 0 then %s else %s;\n", g.pick("x", "none"), g.cases(cons, "x", func(vars []field) string {
		g.changes = "k - 1"
		return g.value(cons, append(vars, field{"k", "int"}, field{"x", "data"}), 2)
	}))
	g.changes = "rem(abs(a), 3)"
	vars := []field{{"a", "int"}, {"x", "data"}}
	for i := range g.IntN(3) {
		vars = append(vars, field{fmt.Sprint("y", i), fieldTypes[g.IntN(len(fieldTypes))]})
	}
	var names, types, results []string
	for _, v := range vars {
		names, types, results = append(names, v.name), append(types, v.typ), append(results, measured(v, "3"))
	}
	again := func(found []field) string {
		var args []string
		for _, v := range vars {
			args = append(args, g.ofType(cons, append(append([]field{{"k", "int"}}, vars...), found...), v.typ, 2))
		}
		return "loop(k - 1, " + strings.Join(args, ", ") + ")"
	}
	step := again(nil)
	if !g.once(3) {
		step = g.cases(cons, "x", again)
	}
	if g.once(2) {
		step = fmt.Sprintf("if rem(k + a, %d) == 0 then %s else %s", 2+g.IntN(3), again(nil), step)
	}
	fmt.Fprintf(out, "function loop(k, %s) : (int, %s) -> (%s) =\n  if k <= 0 then (%s) else %s;\n", strings.Join(names, ", "), strings.Join(types, ", "),
		strings.TrimSuffix(strings.Repeat("int, ", len(vars)), ", "), strings.Join(results, ", "), step)
	for _, k := range []string{"0", "1", "4", "9", "20"} {
		fmt.Fprintf(out, "%s;\n", g.begins(cons, vars, k))
	}
	if g.once(3) {
		fmt.Fprintf(out, "{%s : j in [0, 2, 5, 1]};\n", g.begins(cons, vars, "j"))
	}
}

// begins is a call of the loop.
func (g *generator) begins(cons []constructor, vars []field, k string) string {
	args := []string{k}
	for _, v := range vars {
		args = append(args, g.ofType(cons, nil, v.typ, 2))
	}
	return "loop(" + strings.Join(args, ", ") + ")"
}

// A field is a variable with its type.
type field struct{ name, typ string }

// cases takes x apart, with an arm for each constructor.
func (g *generator) cases(cons []constructor, x string, arm func(vars []field) string) string {
	var arms []string
	for _, c := range cons {
		var vars []field
		var names []string
		for _, t := range c.fields {
			v := field{g.name(), t}
			vars, names = append(vars, v), append(names, v.name)
		}
		pattern := c.name
		if len(names) > 0 {
			pattern += "(" + strings.Join(names, ", ") + ")"
		}
		arms = append(arms, pattern+" => "+arm(vars))
	}
	return "(case " + x + " of " + strings.Join(arms, " | ") + ")"
}

// measured is an int that says what is in v.
func measured(v field, k string) string {
	switch v.typ {
	case "int":
		return "rem(" + v.name + ", 1000)"
	case "[int]":
		return "(sum(" + v.name + ") + #" + v.name + ")"
	case "(int, data)":
		return fmt.Sprintf("(let (g, h) = %s in g + measure(%s, h))", v.name, k)
	case "[data]":
		return fmt.Sprintf("sum({measure(%s, h) : h in %s})", k, v.name)
	}
	return fmt.Sprintf("measure(%s, %s)", k, v.name)
}

// value is a value of the datatype.
func (g *generator) value(cons []constructor, vars []field, d int) string {
	if d <= 0 {
		return g.known(vars, "data", "none")
	}
	switch g.IntN(6) {
	case 0:
		return g.known(vars, "data", "none")
	case 1:
		return fmt.Sprintf("(if rem(%s, 2) == 0 then %s else %s)", g.known(vars, "int", "3"), g.value(cons, vars, d-1), g.value(cons, vars, d-1))
	case 2:
		if x := g.known(vars, "data", ""); x != "" {
			return fmt.Sprintf("change(%s, %s)", g.changes, x)
		}
	}
	c := cons[g.IntN(len(cons))]
	if len(c.fields) == 0 {
		return c.name
	}
	var args []string
	for _, t := range c.fields {
		args = append(args, g.ofType(cons, vars, t, d-1))
	}
	return c.name + "(" + strings.Join(args, ", ") + ")"
}

// known is a variable of a type, or other if there is none.
func (g *generator) known(vars []field, typ, other string) string {
	var found []string
	for _, v := range vars {
		if v.typ == typ {
			found = append(found, v.name)
		}
	}
	if found == nil {
		return other
	}
	return g.pick(found...)
}

// ofType is a value of type typ.
func (g *generator) ofType(cons []constructor, vars []field, typ string, d int) string {
	if v := g.known(vars, typ, ""); v != "" && g.once(3) {
		return v
	}
	switch typ {
	case "int":
		return fmt.Sprintf("(%s %s %d)", g.known(vars, "int", "2"), g.pick("+", "-", "*"), g.IntN(4))
	case "[int]":
		if v := g.known(vars, "[int]", ""); v != "" && g.once(2) {
			return fmt.Sprintf("(if #%s > 4 then drop(%s, 2) else %s ++ [%s])", v, v, v, g.known(vars, "int", "5"))
		}
		return g.pick("[] int", "["+g.known(vars, "int", "4")+", 7]")
	case "(int, data)":
		return fmt.Sprintf("(%s, %s)", g.known(vars, "int", "6"), g.value(cons, vars, d-1))
	case "[data]":
		return g.pick("[] data", fmt.Sprintf("[%s, %s]", g.value(cons, vars, d-1), g.value(cons, vars, d-1)))
	}
	return g.value(cons, vars, d)
}
