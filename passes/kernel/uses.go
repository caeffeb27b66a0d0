package kernel

// How arrays are used in a function, for inline-producers.

import (
	"nessiec/ir/lcu"
	"nessiec/passes/kernel/opt"
)

// uses is how an array is used.
type uses struct {
	escapes     bool          // by anything but reads and its length
	reads       int           // in thunks, at any index
	inLoop      bool          // one of them in a loop of a thunk
	rows        int           // of them, at the number of the thunk's segment
	onHost      int           // reads by host code
	own         []*ownRead    // reads at the own index of a thunk, outside loops
	readers     []arrayReader // one for each read
	timed       bool          // in a time whose clock starts when it exists already
	otherRegion bool          // one of the reads in another region of host code than where it is defined
	at          hostPosition  // where it is defined
}

// An ownRead is a read at the own index of a thunk.
type ownRead struct {
	thunk         *lcu.Thunk
	soac          lcu.Expr
	parts         lcu.Parts
	order         int  // of reads in the thunk
	unconditional bool // for every element, before any check of the thunk
	inlineSite    int  // of the thunk in the text
	at            hostPosition
}

// An arrayReader is a SOAC that reads an array, and what it makes.
type arrayReader struct {
	soac lcu.Expr
	made []*lcu.Var
}

// A hostPosition is a place in host code: which body, and how many lets come before it
// there that a failing check must not be moved across, and that end a region.
type hostPosition struct{ body, fences, loops, regions int }

// usage is the uses of all arrays in a function, and what lengths stand for.
type usage struct {
	all        map[*lcu.Var]*uses
	sizes      map[*lcu.Var]lcu.Expr   // of results of SOACs
	lengths    map[*lcu.Var]*lcu.Var   // variables that are lengths, of these arrays
	versions   map[*lcu.Var][]*lcu.Var // what conditionals yield, and scatters store to, as these results
	last       opt.LastUses
	reader     arrayReader // the operation that is counted
	bodies     int
	inlineSite int        // in the text, of operations
	failing    []*failing // in the order of the text
}

// failing is a map with checks, and its place in the text.
type failing struct {
	vs         []*lcu.Var
	parts      lcu.Parts
	inlineSite int
}

func usesIn(body lcu.Expr) *usage {
	u := &usage{all: map[*lcu.Var]*uses{}, sizes: map[*lcu.Var]lcu.Expr{}, lengths: map[*lcu.Var]*lcu.Var{}, versions: map[*lcu.Var][]*lcu.Var{}, last: opt.LastUsesIn(body)}
	u.host(body, &hostPosition{})
	return u
}

func (u *usage) of(v *lcu.Var) *uses {
	x := u.all[v]
	if x == nil {
		x = &uses{}
		u.all[v] = x
	}
	return x
}

// size is what an atom stands for, as far as it is the length of an array whose
// size is known.
func (u *usage) size(n lcu.Expr) lcu.Expr {
	for {
		r, ok := n.(*lcu.Ref)
		if !ok || u.lengths[r.Var] == nil || u.sizes[u.lengths[r.Var]] == nil {
			return n
		}
		n = u.sizes[u.lengths[r.Var]]
	}
}

// host counts the uses in host code at a spot, which it moves on.
func (u *usage) host(e lcu.Expr, at *hostPosition) {
	switch e := e.(type) {
	case *lcu.Let:
		u.let(e, at)
		u.host(e.Body, at)
		return
	case *lcu.At:
		u.of(e.Vec.(*lcu.Ref).Var).onHost++
		return
	case *lcu.Length:
		return
	}
	u.escape(e)
	if p, ok := lcu.PartsOf(e); ok {
		u.soac(e, p, *at)
		return
	}
	loops := at.loops
	switch e.(type) {
	case *lcu.Time:
		for _, v := range lcu.FreeVars(e) {
			u.of(v).timed = true
		}
		loops++
	case *lcu.Loop:
		loops++
	}
	e.MapBodies(func(b lcu.Expr) lcu.Expr {
		u.bodies++
		u.host(b, &hostPosition{body: u.bodies, loops: loops})
		return b
	})
}

func (u *usage) let(e *lcu.Let, at *hostPosition) {
	u.inlineSite++
	if p, ok := lcu.PartsOf(e.Rhs); ok && lcu.HasCheck(e.Rhs) {
		u.failing = append(u.failing, &failing{e.Binds, p, u.inlineSite})
	}
	u.reader = arrayReader{e.Rhs, e.Binds}
	u.host(e.Rhs, at)
	if fence(e.Rhs) {
		at.fences++
	}
	if opt.EndsRegion(e.Rhs) {
		at.regions++
	}
	for _, v := range e.Binds {
		u.of(v).at = *at
	}
	if l, ok := e.Rhs.(*lcu.Length); ok {
		u.lengths[e.Binds[0]] = l.Vec.(*lcu.Ref).Var
	}
	if f := e.Rhs.Form(); f == lcu.FormIf || f == lcu.FormScatter {
		u.becomes(e.Binds, e.Rhs)
	}
	if n := opt.SizeOf(e.Rhs); n != nil {
		for _, v := range e.Binds {
			u.sizes[v] = n
		}
	}
}

// becomes notes what becomes vs by e, a conditional or a tail of one, or a scatter.
func (u *usage) becomes(vs []*lcu.Var, e lcu.Expr) {
	var arrays []lcu.Expr
	switch e := e.(type) {
	case *lcu.Let:
		u.becomes(vs, e.Body)
	case *lcu.Check:
		u.becomes(vs, e.Then)
	case *lcu.If:
		u.becomes(vs, e.Then)
		u.becomes(vs, e.Else)
	case *lcu.Ret:
		arrays = e.Vals
	case *lcu.Scatter:
		arrays = e.Into
	}
	for i, x := range arrays {
		if r, ok := x.(*lcu.Ref); ok {
			u.versions[vs[i]] = append(u.versions[vs[i]], r.Var)
		}
	}
}

// fence reports whether checks must not be moved across an operation: control,
// calls, effects, reads of the host. Maps with checks are none: one may be moved
// across others that move to the same place (inOrder).
func fence(e lcu.Expr) bool {
	switch e := e.(type) {
	case *lcu.Prim:
		return !opt.Removable(e)
	case *lcu.Length, *lcu.Vec, *lcu.Str, *lcu.Map, *lcu.SegMap:
		return false
	}
	return !lcu.IsSOAC(e) || lcu.HasCheck(e)
}

// escape counts operands that are used for themselves.
func (u *usage) escape(e lcu.Expr) {
	e.MapOperands(func(x lcu.Expr) lcu.Expr {
		if r, ok := x.(*lcu.Ref); ok {
			u.of(r.Var).escapes = true
		}
		return x
	})
}

// soac counts the reads of the thunks of a SOAC. Predicates have no index of
// their own.
func (u *usage) soac(e lcu.Expr, p lcu.Parts, at hostPosition) {
	own := ownRead{thunk: p.T, soac: e, parts: p, at: at, inlineSite: u.inlineSite}
	var idx *lcu.Var
	if n := len(p.T.Params); n > 0 {
		idx = p.T.Params[n-1]
	}
	u.thunk(p.T, idx, own)
	if p.Fun == nil {
		return
	}
	own.thunk, idx = p.Fun, nil
	switch e.(type) {
	case *lcu.Scatter:
		idx = p.Fun.Params[0]
	}
	u.thunk(p.Fun, idx, own)
}

// thunk counts the reads of a thunk with its own index.
func (u *usage) thunk(t *lcu.Thunk, idx *lcu.Var, own ownRead) {
	order := 0
	var seg *lcu.Var
	if len(t.Params) == 2 {
		seg = t.Params[0]
	}
	read := func(at *lcu.At, loop, plain bool) {
		x := u.of(at.Vec.(*lcu.Ref).Var)
		x.reads++
		x.readers = append(x.readers, u.reader)
		x.otherRegion = x.otherRegion || own.at.body != x.at.body || own.at.regions != x.at.regions
		x.inLoop = x.inLoop || loop
		if seg != nil && own.parts.Segmented() && lcu.SameAtom(at.Idx, lcu.Use(seg)) {
			x.rows++
		}
		if order++; !loop && idx != nil && lcu.SameAtom(at.Idx, lcu.Use(idx)) {
			r := own
			r.order, r.unconditional = order, plain
			x.own = append(x.own, &r)
		}
	}
	var inside func(e lcu.Expr, loop bool)
	inside = func(e lcu.Expr, loop bool) {
		if at, ok := e.(*lcu.At); ok {
			read(at, loop, false)
		}
		_, isLoop := e.(*lcu.Loop)
		e.Children(func(_ int, c lcu.Expr) { inside(c, loop || isLoop) })
	}
	body := t.Body
	for let, ok := body.(*lcu.Let); ok; let, ok = body.(*lcu.Let) {
		if at, ok := let.Rhs.(*lcu.At); ok {
			read(at, false, true)
		} else {
			inside(let.Rhs, false)
			if lcu.HasCheck(let.Rhs) {
				break
			}
		}
		body = let.Body
	}
	inside(body, false)
}

// single is the one read of an array that has no other use, or nil.
func (x *uses) single() *ownRead {
	if x.escapes || x.onHost > 0 || x.reads != 1 || len(x.own) != 1 || x.own[0].at.loops != x.at.loops {
		return nil
	}
	return x.own[0]
}

// used reports whether anything but lengths uses the array.
func (x *uses) used() bool { return x.escapes || x.reads+x.onHost > 0 }
