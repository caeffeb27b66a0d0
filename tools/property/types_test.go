package property

// Types as signatures write them.

import (
	"fmt"
	"strings"
)

// A typ is a type: a base type or variable by its name, a sequence of elems[0],
// or a tuple of elems.
type typ struct {
	kind  byte // 'b' base, 'v' variable, 's' sequence, 't' tuple
	name  string
	elems []*typ
}

// String writes t in the syntax of NESL.
func (t *typ) String() string {
	switch t.kind {
	case 's':
		return "[" + t.elems[0].String() + "]"
	case 't':
		var parts []string
		for _, e := range t.elems {
			parts = append(parts, e.String())
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return t.name
}

// has reports whether a base type occurs in t.
func (t *typ) has(name string) bool {
	for _, e := range t.elems {
		if e.has(name) {
			return true
		}
	}
	return t.name == name
}

// depth is the number of sequences around the innermost element.
func (t *typ) depth() int {
	d := 0
	for _, e := range t.elems {
		d = max(d, e.depth())
	}
	if t.kind == 's' {
		d++
	}
	return d
}

// replace puts types in the place of variables.
func (t *typ) replace(env map[string]*typ) *typ {
	if t.kind == 'v' {
		return env[t.name]
	}
	out := &typ{kind: t.kind, name: t.name}
	for _, e := range t.elems {
		out.elems = append(out.elems, e.replace(env))
	}
	return out
}

// A signature is the type of a function, with the classes of its variables.
type signature struct {
	arg, res *typ
	vars     []string
	class    map[string]string
}

// parseSignature reads "([a], int) -> a :: (a in any; b in number)". It fails
// for types of functions and datatypes.
func parseSignature(s string) (sig signature, err error) {
	head, context, _ := strings.Cut(s, " :: ")
	p := &typeParser{s: strings.TrimSpace(head)}
	sig.class = map[string]string{}
	for _, c := range strings.Split(strings.Trim(context, "()"), "; ") {
		if v, class, ok := strings.Cut(c, " in "); ok {
			sig.vars = append(sig.vars, v)
			sig.class[v] = class
		}
	}
	sig.arg = p.parse()
	if !strings.HasPrefix(p.s, " -> ") {
		return sig, fmt.Errorf("no function of data: %s", s)
	}
	p.s = p.s[len(" -> "):]
	sig.res = p.parse()
	if p.s != "" || p.bad {
		return sig, fmt.Errorf("no function of data: %s", s)
	}
	return sig, nil
}

// mustType reads a type without variables.
func mustType(s string) *typ {
	p := &typeParser{s: s}
	t := p.parse()
	if p.s != "" || p.bad {
		panic("property: type " + s)
	}
	return t
}

// instance replaces the variables.
func (s signature) instance(env map[string]*typ) (arg, res *typ) {
	return s.arg.replace(env), s.res.replace(env)
}

// A typeParser takes types off the front of s.
type typeParser struct {
	s   string
	bad bool
}

func (p *typeParser) parse() *typ {
	switch {
	case strings.HasPrefix(p.s, "["):
		p.s = p.s[1:]
		t := &typ{kind: 's', elems: []*typ{p.parse()}}
		p.want("]")
		return t
	case strings.HasPrefix(p.s, "("):
		t := &typ{kind: 't'}
		for sep := "("; ; sep = ", " {
			p.want(sep)
			t.elems = append(t.elems, p.parse())
			if p.bad || strings.HasPrefix(p.s, ")") {
				break
			}
		}
		p.want(")")
		return t
	}
	n := strings.IndexFunc(p.s, func(r rune) bool { return r < 'a' || r > 'z' })
	if n < 0 {
		n = len(p.s)
	}
	t := &typ{kind: 'v', name: p.s[:n]}
	switch p.s = p.s[n:]; t.name {
	case "int", "float", "bool", "char":
		t.kind = 'b'
	default:
		p.bad = p.bad || n != 1
	}
	return t
}

func (p *typeParser) want(s string) {
	if !strings.HasPrefix(p.s, s) {
		p.bad = true
		return
	}
	p.s = p.s[len(s):]
}
