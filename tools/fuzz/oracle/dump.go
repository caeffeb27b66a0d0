package oracle

// Cases as files: a dump that re-enters the pipeline, with what the oracle
// needs besides in its header.
//
//	;; nkl.looped after batch-calls (10/20)
//	;; options ...
//	;; skip simplify-nkl hoist-invariants
//	;; loose
//	;; wrong race:
//	;; found flatten: value: result 1: ...

import (
	"fmt"
	"strings"

	"nessiec/grammar"
	"nessiec/passes/driver"
	"nessiec/passes/pass"
)

// Dump is the text of c; found says what is wrong with it.
func (c Case) Dump(ps []pass.Pass, found string) string {
	d := &driver.Driver{Passes: ps}
	o := c.Options
	o.LineInfo = true
	head, rest, _ := strings.Cut(d.Dump(o, c.Program), "\n")
	var b strings.Builder
	b.WriteString(head + "\n")
	if len(c.Skip) > 0 {
		fmt.Fprintf(&b, ";; skip %s\n", strings.Join(c.Skip, " "))
	}
	if c.Loose {
		b.WriteString(";; loose\n")
	}
	if c.Wrong != "" {
		fmt.Fprintf(&b, ";; wrong %s\n", strings.TrimSpace(c.Wrong))
	}
	for _, l := range strings.Split(strings.TrimSpace(found), "\n") {
		if l != "" {
			fmt.Fprintf(&b, ";; found %s\n", l)
		}
	}
	b.WriteString(rest)
	return b.String()
}

// SkipFlags is the flag of the command that leaves out the same passes.
func (c Case) SkipFlags() string {
	if len(c.Skip) == 0 {
		return ""
	}
	return " -skip=" + strings.Join(c.Skip, ",")
}

// ReadCase reads what Dump wrote, or any dump.
func ReadCase(ps []pass.Pass, src string) (Case, error) {
	d := &driver.Driver{Passes: ps}
	p, h, err := d.ReadDump(src, grammar.All())
	c := Case{Program: p, Options: h.Options}
	for _, l := range strings.Split(src, "\n") {
		words := strings.Fields(strings.TrimPrefix(l, ";;"))
		switch {
		case !strings.HasPrefix(l, ";;"):
			return c, err
		case len(words) > 0 && words[0] == "skip":
			c.Skip = words[1:]
		case len(words) > 1 && words[0] == "wrong":
			c.Wrong = strings.Join(words[1:], " ")
		case len(words) == 1 && words[0] == "loose":
			c.Loose = true
		}
	}
	return c, err
}
