package vars

import "math"

// Never is the place of what is nowhere.
const Never = math.MaxInt

// Places is the first place of each of some variables.
type Places map[*Var]int

// First is the first place of v, or Never.
func (p Places) First(v *Var) int {
	if at, ok := p[v]; ok {
		return at
	}
	return Never
}

// Note notes that v has a place there.
func (p Places) Note(v *Var, at int) { p[v] = min(p.First(v), at) }
