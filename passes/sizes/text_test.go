package sizes

import "strings"

func textOf(c *Cond) string {
	var b strings.Builder
	c.Text(&b)
	return b.String()
}
