package batch

// A block cut in two halves, before and after calls that are made at once.

import (
	"maps"
	"slices"

	"nessiec/ir"
	"nessiec/ir/nkl"
	"nessiec/ir/types"
	"nessiec/passes/nested/anf"
)

// cutBlock is a block whose calls of a function have been taken out: the first
// half makes what they need, the second is what remains to be done once they
// have their results.
type cutBlock struct {
	first  anf.Block
	slots  []*callSlot
	second nkl.Expr

	delaysSteps bool     // steps behind a call have moved before it
	sites       int      // calls, and conditionals with calls in a branch
	branches    [2]int   // if there is one site: the calls in its branches
	kind        halfKind // what the second half is
}

// halfKind says what a second half is.
type halfKind uint8

const (
	continues halfKind = iota
	isValue            // an atom; there are no calls
	isCall             // the result of the only call
)

// A callSlot is a call to be made. Slots of branches of which only one is taken are one.
type callSlot struct {
	at    ir.Node
	calls nkl.Expr   // whether it is made; nil: always
	args  []nkl.Expr // atoms
	other nkl.Expr   // the result if it is not made; nil: any
	r     *nkl.Var   // the result
	many  []bool     // of a map of calls, whose result is a sequence: which arguments are; nil: it is one call
}

// oneBranch reports whether all calls are in one branch of one conditional: they are
// merged there.
func (h *cutBlock) oneBranch() bool {
	return h.sites == 1 && (h.branches[0] == 0 || h.branches[1] == 0)
}

// maps reports whether what h calls is a map of calls, and nothing else then.
func (h *cutBlock) maps() bool { return len(h.slots) == 1 && h.slots[0].many != nil }

// A cutter takes the calls of fn out of a block.
type cutter struct {
	*batcher
	fn       *nkl.Func
	calls    int               // that were taken out
	deferred map[*nkl.Var]bool // what only second halves know
}

// needsDeferred reports whether e uses what only second halves know.
func (k *cutter) needsDeferred(e nkl.Expr) bool {
	return ir.Any(e, func(e nkl.Expr) (late bool) {
		nkl.EachUse(e, func(v *nkl.Var) { late = late || k.deferred[v] })
		return late
	})
}

// maxSteps is how many steps after a call others are looked for, at most.
const maxSteps = 250

// cut cuts the block e. Nothing passes a step that acts on the world, whether or
// not it needs a result.
func (k *cutter) cut(e nkl.Expr) *cutBlock {
	h, whole := &cutBlock{}, e
	var after anf.Block
	for last, n := 0, 0; ; n++ { // step n comes after the call at step last
		switch x := e.(type) {
		case *nkl.Let:
			switch {
			case k.site(h, x.Rhs):
				last = n
				k.deferred[x.Bind] = true
				if s := h.slots[len(h.slots)-1]; nkl.IsUse(h.second, s.r) {
					s.r = x.Bind
				} else {
					after.Let(x.Bind, h.second)
				}
			case h.sites > 0 && (n-last > maxSteps || k.effects.Act(x.Rhs)):
				h.second = after.In(e)
				return h
			case k.needsDeferred(x.Rhs):
				k.deferred[x.Bind] = true
				after.Again(x, x.Bind, x.Rhs)
			default:
				h.delaysSteps = h.sites > 0
				h.first.Again(x, x.Bind, x.Rhs)
			}
			e = x.Body
		case *nkl.Check:
			if k.needsDeferred(x.Cond) { // nothing behind it is done before it
				h.second = after.In(e)
				return h
			}
			h.delaysSteps = h.sites > 0
			h.first.CheckAgain(x, x.Cond)
			e = x.Then
		default:
			h.tail(k, e, whole, &after)
			return h
		}
	}
}

// tail ends h with the tail e of the block whole.
func (h *cutBlock) tail(k *cutter, e, whole nkl.Expr, after *anf.Block) {
	if k.site(h, e) {
		e = h.second
	}
	if len(after.Steps) == 0 && h.sites == 1 && len(h.slots) == 1 && !h.maps() && nkl.IsUse(e, h.slots[0].r) {
		h.kind = isCall
	}
	switch {
	case len(h.slots) > 0 || len(after.Steps) > 0 || k.needsDeferred(e):
		h.second = after.In(e)
	case leaves(e):
		h.first, h.second = anf.Block{}, whole
	default:
		h.kind = isValue
		if !nkl.IsAtom(e) {
			e = h.first.Name("v", k.sigs.TypeOf(e), e)
		}
		h.second = e
	}
}

// site takes the calls of e, a right-hand side or tail, out of it, if there are
// any that can be made: h gets what they need, and its second half becomes the
// value of e.
func (k *cutter) site(h *cutBlock, e nkl.Expr) bool {
	if h.maps() {
		return false
	}
	switch e := e.(type) {
	case *nkl.Each:
		return len(h.slots) == 0 && !k.needsDeferred(e) && k.mapSite(h, e)
	case *nkl.Call:
		if e.Fn != k.fn.Name || k.needsDeferred(e) {
			return false
		}
		k.calls++
		s := &callSlot{at: e.Node, args: e.Args, r: types.NewVar("r", k.fn.Result)}
		h.slots, h.second = append(h.slots, s), nkl.Use(s.r)
		h.sites++
		h.branches = [2]int{1, 1}
		return true
	case *nkl.If:
		calls, deferred := k.calls, maps.Clone(k.deferred)
		if !slices.Contains(k.called(e), k.fn) || k.needsDeferred(e.Cond) || k.effects.Act(e) {
			return false
		}
		one, two := k.cut(e.Then), k.cut(e.Else)
		if len(one.slots)+len(two.slots) == 0 || (one.maps() || two.maps()) && max(len(one.slots), len(two.slots), len(h.slots)+1) > 1 {
			k.calls, k.deferred = calls, deferred
			return false
		}
		k.joinBranches(h, e, one, two)
		h.sites++
		h.branches = [2]int{len(one.slots), len(two.slots)}
		return true
	}
	return false
}

// leaves reports whether a block can go on with the next iteration of a loop.
func leaves(e nkl.Expr) bool {
	switch e := e.(type) {
	case *nkl.Recur:
		return true
	case *nkl.Loop, *nkl.Each:
		return false
	default:
		found := false
		e.Children(func(_ int, c nkl.Expr) { found = found || leaves(c) })
		return found
	}
}
