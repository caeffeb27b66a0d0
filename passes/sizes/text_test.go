package sizes

import "fmt"

func textOf(c *Cond) string {
	if c == nil {
		return ""
	}
	s := "?" + string('0'+rune(c.op))
	if c.d != nil {
		s += c.d.String()
	}
	for _, k := range c.kids {
		s += fmt.Sprintf("{%s}", textOf(k))
	}
	return s
}
