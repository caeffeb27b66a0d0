package vcode

// How many entries instructions take and leave.

// An Arity is how a function changes the stack: it looks at the Inputs topmost entries, and
// the stack has Effect entries more when it returns, if it does.
type Arity struct {
	Inputs, Effect int
	Returns        bool
}

// Outputs is what a function of this arity leaves of its inputs and results.
func (a Arity) Outputs() int {
	if !a.Returns {
		return Unknown
	}
	return a.Inputs + a.Effect
}

// Arity is that of a function where it is known.
func (f *Func) Arity() Arity {
	return Arity{f.Inputs, f.Outputs - f.Inputs, f.Outputs >= 0}
}

// Heights finds the arity of code. Of tells those of functions; nothing behind a call of one
// that never returns is looked at.
type Heights struct {
	Of func(fn string) Arity

	// Below is told of every instruction that looks deeper than all before: at how
	// many entries below those that the code has pushed itself. It may be nil.
	Below func(e Expr, entries int)
	// Differ is told of a branch whose parts leave different numbers of entries more
	// than there were. It may be nil.
	Differ func(e *Branch, then, els int)

	// High is told of the first instruction behind which more than MaxHeight entries are.
	// It may be nil.
	High func(e Expr)

	need int
	high bool
}

// MaxHeight is how many entries a function may push.
const MaxHeight = 10000

// Body is the arity of the body of a function. One that does not return has no effect.
func (w *Heights) Body(body Expr) Arity {
	w.need, w.high = 0, false
	h, live := w.code(body, 0)
	if !live {
		h = 0
	}
	return Arity{w.need, h, live}
}

// touch says that e looks at n entries of a stack of height h.
func (w *Heights) touch(e Expr, h, n int) {
	if below := n - h; below > w.need {
		w.need = below
		if w.Below != nil {
			w.Below(e, below)
		}
	}
}

// code is the height behind e, from h; live is false if nothing comes behind it.
func (w *Heights) code(e Expr, h int) (after int, live bool) {
	if n, ok := Touches(e); ok {
		w.touch(e, h, n)
	}
	defer func() {
		if after > MaxHeight && !w.high && w.High != nil {
			w.high = true
			w.High(e)
		}
	}()
	switch e := e.(type) {
	case *Block:
		for _, x := range e.Code {
			if h, live = w.code(x, h); !live {
				return h, false
			}
		}
	case *Copy:
		h += e.Count
	case *Pop:
		h -= e.Count
	case *Pair:
		w.touch(e, h, 2)
		h--
	case *Unpair:
		w.touch(e, h, 1)
		h++
	case *Const:
		h++
	case *Instr:
		w.touch(e, h, e.Op.Of().NumArgs())
		h += e.Op.Of().NumResults() - e.Op.Of().NumArgs()
	case *Invoke:
		a := w.Of(e.Fn)
		w.touch(e, h, a.Inputs)
		return h + a.Effect, a.Returns
	case *Exit:
		return h, false
	case *Branch:
		return w.branch(e, h)
	}
	return h, true
}

func (w *Heights) branch(e *Branch, h int) (after int, live bool) {
	w.touch(e, h, 1)
	h--
	then, live1 := w.code(e.Then, h)
	els, live2 := w.code(e.Else, h)
	switch {
	case !live1:
		return els, live2
	case live2 && then != els && w.Differ != nil:
		w.Differ(e, then-h, els-h)
	}
	return then, true
}
