package infer

// Loops.

import "nessiec/ir/nkl"

// A loop is a Loop that is being analysed.
type loop struct {
	vars         []*nkl.Var
	next         []*shape        // what the variables may be at the start of an iteration
	placeholders map[string]bool // sizes in next that stand for anything
	start        []*shape        // what they are in this iteration
	kept         []*kept
}

// The number of times that the body of a loop is looked at with the sizes that
// were found before, and the depth of loops in loops where that is done.
const (
	maxRounds = 3
	maxDepth  = 2
)

// loop first assumes that no iteration changes a size; sizes that turn out to
// change are made unknown, until the rest holds for every iteration.
func (x *Analysis) loop(e *nkl.Loop) *shape {
	start, ok := x.exprs(e.Inits)
	inits := start
	hint, placeholders := x.hint, map[string]bool{}
	if ok && len(x.loops) < maxDepth {
		for range maxRounds {
			next, result := x.iteration(e, start, placeholders, nil)
			if allSame(start, next) {
				return x.induction(e, inits, start, placeholders, result)
			}
			start, x.hint = next, hint
		}
	}
	start = make([]*shape, len(e.Binds))
	for i, v := range e.Binds {
		x.hint = v.Name
		start[i] = x.unknown(v.Type, 0)
		start[i].eachSize(func(n *Size) { placeholders[n.Name] = true })
	}
	x.hint = hint
	_, result := x.iteration(e, start, placeholders, nil)
	if !ok {
		return result
	}
	return x.induction(e, inits, start, placeholders, result)
}

// iteration looks at one iteration with variables of these shapes, of which kept
// is known; next is what the variables may be at the start of the first and of
// the next one.
func (x *Analysis) iteration(e *nkl.Loop, start []*shape, placeholders map[string]bool, known []*kept) (next []*shape, result *shape) {
	l := &loop{e.Binds, append([]*shape(nil), start...), placeholders, start, known}
	x.loops = append(x.loops, l)
	mark, scope := x.Mark(), len(x.seqs)
	for i, v := range e.Binds {
		x.bind(v, start[i])
	}
	for _, k := range known {
		x.LearnNotNegative(k.d)
	}
	result = x.expr(e.Body)
	x.Undo(mark)
	x.leave(scope)
	x.loops = x.loops[:len(x.loops)-1]
	return l.next, result
}

func (x *Analysis) recur(e *nkl.Recur) {
	l := x.loops[len(x.loops)-1]
	args, ok := x.exprs(e.Args)
	if ok {
		x.keep(l, args)
	}
	for i, s := range args {
		if s != nil {
			x.hint = l.vars[i].Name
			l.next[i] = joiner{x, l.placeholders}.join(l.next[i], s, 0)
		}
	}
}

func allSame(as, bs []*shape) bool {
	for i := range as {
		if !same(as[i], bs[i]) {
			return false
		}
	}
	return true
}
