package library

// The reference as Markdown.

import (
	"fmt"
	"strings"
)

const preface = `# The library

<!-- Written by nessiec doc -o docs/library.md. -->

All that programs can call without defining it. ` + "`nessiec doc NAME`" + ` prints the same for one name.

Costs are asymptotic: work is the number of operations, span how many of them come one after another. n is the length of
the sequence. A type variable stands for any type of its class: numbers are int and float, ordinals are numbers and
characters, logicals are bool and int, and ordered are all types without functions. Every example is executed by the tests:
` + "`e = v`" + ` says what e is, ` + "`e fails \"text\"`" + ` with which run-time error it ends.
`

// Page is the reference: a table of contents, and then the groups.
func Page(groups []Group) string {
	var b strings.Builder
	b.WriteString(preface)
	for _, g := range groups {
		var links []string
		for _, e := range g.Entries {
			links = append(links, link(e.Name))
		}
		fmt.Fprintf(&b, "\n**%s.** %s\n", g.Title, strings.Join(links, " · "))
	}
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		for _, e := range g.Entries {
			writeEntry(&b, e)
		}
	}
	return b.String()
}

func writeEntry(b *strings.Builder, e Entry) {
	fmt.Fprintf(b, "\n<a id=\"%s\"></a>\n### %s\n", anchor(e.Name), code(e.Name))
	if e.Type != "" {
		fmt.Fprintf(b, "\n%s\n", code(e.Type))
	}
	fmt.Fprintf(b, "\n%s\n", strings.NewReplacer("*", `\*`, "<", `\<`, "[", `\[`, "_", `\_`).Replace(e.Text))
	var also []string
	if e.Cost != "" {
		also = append(also, "Cost: "+strings.NewReplacer("*", `\*`).Replace(e.Cost)+".")
	}
	for _, m := range e.Fails {
		also = append(also, "Fails: "+code(m))
	}
	if also != nil {
		fmt.Fprintf(b, "\n%s\n", strings.Join(also, "  \n"))
	}
	fmt.Fprintf(b, "\n```nesl\n%s\n```\n", strings.Join(e.Examples, "\n"))
	if e.See != nil {
		var links []string
		for _, name := range e.See {
			links = append(links, link(name))
		}
		fmt.Fprintf(b, "\nSee also %s.\n", strings.Join(links, ", "))
	}
}

// code is text in the face of programs.
func code(text string) string {
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

func link(name string) string { return "[" + code(name) + "](#" + anchor(name) + ")" }

// anchor is where an entry stands: the name, or the codes of the characters of an operator.
func anchor(name string) string {
	if name[0] >= 'a' && name[0] <= 'z' && !strings.ContainsAny(name, "[]") {
		return name
	}
	return fmt.Sprintf("op-%x", name)
}
