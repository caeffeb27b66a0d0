package pass

// Fresh names of functions. Variables need none: the printer numbers them.

import "strconv"

// Names makes names of functions that are new in a module: hint, hint.1, ...
// It starts from the names of the module and from nothing else, so that a pass
// makes the same names when it is re-entered from a dump.
type Names struct{ taken map[string]bool }

// NewNames starts with the names that are taken.
func NewNames(taken ...string) *Names {
	n := &Names{map[string]bool{}}
	for _, s := range taken {
		n.Take(s)
	}
	return n
}

// Take marks a name as taken.
func (n *Names) Take(name string) { n.taken[name] = true }

// Fresh returns a name that was not taken and takes it.
func (n *Names) Fresh(hint string) string {
	name := hint
	for i := 1; n.taken[name]; i++ {
		name = hint + "." + strconv.Itoa(i)
	}
	n.taken[name] = true
	return name
}
