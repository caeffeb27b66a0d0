package pass

// The rules of a pass table.

import (
	"fmt"
	"strings"
)

// CheckTable reports the first row that breaks a rule: adjacent languages must
// be equal, names unique and in kebab-case, docs one line, orderings with
// reasons respected, and optional passes must not change the language.
func CheckTable(ps []Pass) error {
	seen := map[string]bool{}
	for i := range ps {
		p := &ps[i]
		if seen[p.Name] {
			return fmt.Errorf("pass %s appears twice", p.Name)
		}
		if i > 0 && ps[i-1].To != p.From {
			return fmt.Errorf("pass %s takes %s but follows %s, which makes %s", p.Name, p.From, ps[i-1].Name, ps[i-1].To)
		}
		if err := p.check(seen); err != nil {
			return fmt.Errorf("pass %s: %w", p.Name, err)
		}
		seen[p.Name] = true
	}
	return nil
}

// isKebab reports whether a name is words of small letters and digits with hyphens between them, and
// begins with a letter.
func isKebab(name string) bool {
	for _, word := range strings.Split(name, "-") {
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") != "" {
			return false
		}
	}
	return name[0] >= 'a'
}

func (p *Pass) check(seen map[string]bool) error {
	switch {
	case !isKebab(p.Name):
		return fmt.Errorf("the name is not in kebab-case")
	case p.Optional && p.From != p.To:
		return fmt.Errorf("it changes the language and cannot be optional")
	case !p.Optional && (p.Level != 0 || p.When != nil):
		return fmt.Errorf("it is not optional and cannot depend on options")
	case p.Doc == "" || strings.HasSuffix(p.Doc, ".") || strings.Contains(p.Doc, "\n"):
		return fmt.Errorf("it needs a one-line Doc without a final dot")
	}
	for _, a := range p.After {
		if !seen[a.Pass] {
			return fmt.Errorf("it must come after %s: %s", a.Pass, a.Reason)
		}
		if a.Reason == "" {
			return fmt.Errorf("it comes after %s for no reason given", a.Pass)
		}
	}
	return nil
}
