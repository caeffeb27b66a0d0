package strategy

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"nessiec/ir/lcu"
)

const page, mark = "../../../docs/strategies.md", "<!-- From here on: NESSIEC_UPDATE=1 go test ./passes/lower/strategy -->\n"

// The tables of docs/strategies.md are those of the code.
func TestPage(t *testing.T) {
	old, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text, _, _ := strings.Cut(string(old), mark)
	text += mark + tables()
	switch {
	case text == string(old):
	case os.Getenv("NESSIEC_UPDATE") != "":
		if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the code says: NESSIEC_UPDATE=1 writes it", page)
	}
}

func tables() string {
	b := &strings.Builder{}
	fmt.Fprint(b, "\n## Strategies\n\n| combinators | groups | steps, each on its grid | when |\n|---|---|---|---|\n")
	for _, s := range lcu.Strategies {
		var soacs, steps []string
		for _, f := range s.Soacs {
			soacs = append(soacs, lcu.Schema[f].Name)
		}
		for _, l := range s.Steps {
			steps = append(steps, fmt.Sprintf("%s %s", l.Does, l.Grid))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", strings.Join(soacs, ", "), s.On, strings.Join(steps, "; "), s.Doc)
	}
	fmt.Fprint(b, "\n## Grids\n\n| grid | numbers | meaning |\n|---|---|---|\n")
	for _, g := range lcu.Grids() {
		fmt.Fprintf(b, "| %s | %s | %s |\n", g, g.Args(), g.Doc())
	}
	fmt.Fprint(b, "\n## What steps do\n\n| step | meaning |\n|---|---|\n")
	for _, w := range lcu.Works() {
		fmt.Fprintf(b, "| %s | %s |\n", w, w.Doc())
	}
	return b.String()
}
