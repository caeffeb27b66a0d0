package infer

// Loops.

import (
	"nessiec/passes/shape/infer/shapes"
	"slices"

	"nessiec/ir/nkl"
	"nessiec/ir/types"
)

// A loop is a Loop that is being analysed.
type loop struct {
	vars         []*nkl.Var
	next         []*shapes.Shape // what the variables may be at the start of an iteration
	placeholders map[string]bool // sizes in next that stand for anything
	start        []*shapes.Shape // what they are in this iteration
	kept         []*kept
	names        int // how many there were before it
}

// How often sizes that turn out to change are made unknown, and how deep in loops all of them are.
const (
	maxRounds = 3
	maxDepth  = 2
)

// loop first assumes that no iteration changes a length, or a value that is passed on as it is,
// and that the bounds hold which hold at the start. Sizes that turn out to change are made
// unknown, and bounds that are broken are dropped, until the rest holds for every iteration.
func (x *Analysis) loop(e *nkl.Loop) *shapes.Shape {
	inits, ok := x.exprs(e.Inits)
	ok = ok && len(x.loops) < maxDepth
	hint, placeholders := x.hint, map[string]bool{}
	start, changes := slices.Clone(inits), e.Changing()
	forget := func(lengths bool) {
		for i, v := range e.Binds {
			if x.hint = v.Name; lengths {
				start[i] = joiner{x, placeholders}.changed(v.Type, nil, 0)
			} else if changes[i] {
				start[i] = joiner{x, placeholders}.changed(v.Type, start[i], 0)
			}
		}
	}
	forget(!ok)
	bounds := x.startBounds(e, inits, start, placeholders)
	for rounds, drops := 0, 0; ; {
		x.hint = hint
		next, result := x.iteration(e, start, placeholders, bounds)
		left := x.unbroken(bounds)
		switch {
		case !slices.EqualFunc(start, next, shapes.Same):
			if start = next; rounds == maxRounds {
				forget(true)
			}
			rounds++
			bounds = x.startBounds(e, inits, start, placeholders)
		case len(left) == len(bounds):
			return result
		case drops == maxWeakening:
			bounds = nil
		default:
			bounds, drops = left, drops+1
		}
	}
}

// iteration looks at one iteration with variables of these shapes, of which kept
// is known; next is what the variables may be at the start of the first and of
// the next one.
func (x *Analysis) iteration(e *nkl.Loop, start []*shapes.Shape, placeholders map[string]bool, known []*kept) (next []*shapes.Shape, result *shapes.Shape) {
	l := &loop{e.Binds, append([]*shapes.Shape(nil), start...), placeholders, start, known, len(x.Names())}
	x.loops = append(x.loops, l)
	x.Iterations++
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
			if s.Kind == types.KInt && x.IsAnything(s.Size, l.names) {
				x.loose[l.vars[i]] = true
			}
			x.hint = l.vars[i].Name
			l.next[i] = joiner{x, l.placeholders}.join(l.next[i], s, 0)
		}
	}
}
