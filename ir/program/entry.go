package program

import "slices"

// An EntryPoint is the last evaluation of a program that needs all that the program reads:
// the function that other programs call.
type EntryPoint struct {
	Call   *Action
	Reads  []*Action // its arguments
	Values []*Action // evaluations before it, in order, whose results it needs
}

// EntryPointOf finds it; nil if the program reads nothing, or no evaluation takes what it
// reads, each value once and in order, and beside it only what was made of no such value.
func EntryPointOf(actions []*Action) *EntryPoint {
	made := map[string]*Action{} // by the names of results
	var reads []*Action
	var found *EntryPoint
	for _, a := range actions {
		switch a.Kind {
		case Read:
			reads = append(reads, a)
		case Eval:
			if x := entryPoint(a, reads, made); x != nil {
				found = x
			}
		default:
			continue
		}
		if a.Result != "" {
			made[a.Result] = a
		}
	}
	return found
}

// entryPoint is evaluation a as an entry; nil if it is none.
func entryPoint(a *Action, reads []*Action, made map[string]*Action) *EntryPoint {
	if len(reads) == 0 {
		return nil
	}
	x := &EntryPoint{Call: a, Reads: reads}
	var taken []*Action
	for _, name := range a.Args {
		if b := made[name]; b != nil && b.Kind == Read {
			taken = append(taken, b)
		} else if !x.need(name, made) {
			return nil
		}
	}
	if !slices.Equal(taken, reads) {
		return nil
	}
	return x
}

// need appends the evaluation whose result has a name, behind those that it needs. It
// reports whether none of them needs what is read.
func (x *EntryPoint) need(name string, made map[string]*Action) bool {
	a := made[name]
	switch {
	case a == nil || a.Kind == Read:
		return false
	case slices.Contains(x.Values, a):
		return true
	}
	for _, arg := range a.Args {
		if !x.need(arg, made) {
			return false
		}
	}
	x.Values = append(x.Values, a)
	return true
}

// Of is the action, of Reads or Values, whose result has a name.
func (x *EntryPoint) Of(name string) *Action {
	all := slices.Concat(x.Reads, x.Values)
	return all[slices.IndexFunc(all, func(a *Action) bool { return a.Result == name })]
}
