package vm

// What types say of sizes, tested: a name gets its value where it is introduced, and is
// compared wherever it is met again.

import (
	"nessiec/backends/ref/interp"
	"nessiec/ir"
	"nessiec/ir/sizing"
	"nessiec/ir/types"
)

// Claims emits the tests of one function, in order of its binders.
type Claims struct {
	code  *Code
	names map[string]named
	undo  []string
}

// A named is where the value of a name is: a word, the elements of a vector, or the
// differences between these.
type named struct {
	reg     Reg
	offsets bool
}

// Claims starts the tests of a function.
func (c *Code) Claims() *Claims { return &Claims{code: c, names: map[string]named{}} }

// Scope runs emit; the names that are introduced in it are unknown afterwards.
func (c *Claims) Scope(emit func()) {
	n := len(c.undo)
	emit()
	for len(c.undo) > n {
		delete(c.names, c.undo[len(c.undo)-1])
		c.undo = c.undo[:len(c.undo)-1]
	}
}

// Bound tests what the types of vs say, which registers have been given to just now.
func (c *Claims) Bound(at ir.Pos, vs []*types.Var, regs []Reg) {
	fresh := make([]bool, 2*len(vs))
	for i, v := range vs {
		fresh[2*i], fresh[2*i+1] = c.introduceFirst(v, regs[i]), c.introduceEach(v, regs[i])
	}
	for i, v := range vs {
		what := claim{at, v, regs[i]}
		if o := sizing.Var(v); v.Value != nil && !fresh[2*i] {
			c.same(what, v.Value, func(f *Frame) int64 { return f.words[what.reg.at] })
		} else if o.Length() != nil && !fresh[2*i] {
			c.same(what, o.Length(), func(f *Frame) int64 { return what.length(f) })
		}
		if o := sizing.Var(v); o.Each() != nil && !fresh[2*i+1] {
			c.sameEach(what, o.Each())
		}
	}
}

// A claim is a variable, of which its type says something.
type claim struct {
	at  ir.Pos
	v   *types.Var
	reg Reg
}

func (x claim) isSd() bool { return x.v.Type.Kind == types.KSd }

// length is the number of elements, or of segments.
func (x claim) length(f *Frame) int64 {
	n := int64(len(f.vecs[x.reg.at].Words))
	if x.isSd() {
		n--
	}
	return n
}

// element is element i, or the size of segment i.
func (x claim) element(f *Frame, i int64) int64 {
	ws := f.vecs[x.reg.at].Words
	if x.isSd() {
		return ws[i+1] - ws[i]
	}
	return ws[i]
}

// tooMany reports whether a descriptor has more elements than an int can say.
func (x claim) tooMany(f *Frame) bool {
	ws := f.vecs[x.reg.at].Words
	return ws[len(ws)-1] == f.run.num.MaxInt()
}

func (x claim) wrong(says *types.Size, is, found int64) {
	panic(interp.Bug(x.at, "variable %s says %s, which is %d, but it is %d", x.v.Name, says, is, found))
}

// introduce gives a name its place, if it is new.
func (c *Claims) introduce(name string, is named) bool {
	if _, known := c.names[name]; known {
		return false
	}
	c.names[name] = is
	c.undo = append(c.undo, name)
	return true
}

// introduceFirst introduces the name of a value or length, which may be one that is so much
// less.
func (c *Claims) introduceFirst(v *types.Var, r Reg) bool {
	if n := v.Value; n != nil {
		return n.Op == types.SizeVar && c.introduce(n.Name, named{reg: r})
	}
	n, less := sizing.Var(v).Length(), int64(0)
	if n != nil && n.Op == types.SizeAdd && len(n.Args) == 2 && n.Args[0].Op == types.SizeConst {
		n, less = n.Args[1], n.Args[0].N
	}
	if n == nil || n.Op != types.SizeVar {
		return false
	}
	if _, known := c.names[n.Name]; known {
		return false
	}
	to, what := c.code.fn.Reg(types.Int), claim{v: v, reg: r}
	c.code.Do(func(f *Frame) { f.words[to.at] = what.length(f) - less })
	return c.introduce(n.Name, named{reg: to})
}

// introduceEach introduces the name of the elements of a vector, of what they are sums of, or
// of the sizes of segments.
func (c *Claims) introduceEach(v *types.Var, r Reg) bool {
	n, offsets := sizing.Var(v).Each(), v.Type.Kind == types.KSd
	if n != nil && n.Op == types.SizeSum && n.Args[0] == types.IndexSize(1) && !offsets {
		n, offsets = n.Args[1], true
	}
	if n == nil || n.Op != types.SizeApp || !sizing.IsName(n) || len(n.Args) != 1 || n.Args[0].Op != types.SizeIndex {
		return false
	}
	return c.introduce(n.Name, named{r, offsets})
}

// same emits the test that found is what a size says, if that is known.
func (c *Claims) same(x claim, says *types.Size, found func(*Frame) int64) {
	size := c.size(says)
	if size == nil {
		return
	}
	c.code.Do(func(f *Frame) {
		is, known := size(f, indices{})
		if found := found(f); known && f.wrap(is) == is && is != found { // sums and products of lengths do not wrap
			x.wrong(says, is, found)
		}
	})
}

// sameEach emits the test of all elements. Sums of what comes before grow with them.
func (c *Claims) sameEach(x claim, says *types.Size) {
	sum := says.Op == types.SizeSum && says.Args[0] == types.IndexSize(1) && !says.Args[1].Mentions(1)
	if sum {
		if next := c.size(says.Args[1]); next != nil {
			c.code.Do(func(f *Frame) {
				is, known := int64(0), true
				for i := int64(0); i < x.length(f) && known; i++ {
					if found := x.element(f, i); is != found && f.wrap(is) == is {
						x.wrong(says, is, found)
					}
					var more int64
					more, known = next(f, indices{i, 0})
					is += more
				}
			})
		}
		return
	}
	size := c.size(says)
	if size == nil {
		return
	}
	c.code.Do(func(f *Frame) {
		if x.isSd() && x.tooMany(f) {
			return
		}
		for i := range x.length(f) {
			is, known := size(f, indices{0, i})
			if found := x.element(f, i); known && f.wrap(is) != found {
				x.wrong(says, f.wrap(is), found)
			}
		}
	})
}

// wrap is n as an int.
func (f *Frame) wrap(n int64) int64 { return f.run.num.Wrap(n) }

// indices are the values of $0 and $1.
type indices [2]int64

// A sizeOf is the value of a size, if it is known.
type sizeOf func(*Frame, indices) (int64, bool)

// size is the value of s; nil if a name in it is not known here.
func (c *Claims) size(s *types.Size) sizeOf {
	args := make([]sizeOf, len(s.Args))
	for i, a := range s.Args {
		if args[i] = c.size(a); args[i] == nil {
			return nil
		}
	}
	switch s.Op {
	case types.SizeConst:
		return func(*Frame, indices) (int64, bool) { return s.N, true }
	case types.SizeIndex:
		if s.N > 1 {
			return nil
		}
		return func(_ *Frame, at indices) (int64, bool) { return at[s.N], true }
	case types.SizeAdd:
		return combined(args, func(a, b int64) (int64, bool) { return a + b, (a+b > a) == (b > 0) })
	case types.SizeMul:
		return combined(args, func(a, b int64) (int64, bool) { return a * b, a == 0 || a*b/a == b })
	case types.SizeSum:
		return func(f *Frame, at indices) (sum int64, known bool) {
			n, known := args[0](f, at)
			for i := int64(0); i < f.wrap(n) && known; i++ {
				var more int64
				more, known = args[1](f, indices{i, at[1]})
				sum += more
			}
			return sum, known
		}
	}
	if !sizing.IsName(s) {
		return c.function(s.Name, args)
	}
	return c.name(s, args)
}

// combined is the value of an operation on sizes, which also says whether its result fits: else a
// program may have wrapped it, or have the largest size.
func combined(args []sizeOf, op func(a, b int64) (int64, bool)) sizeOf {
	return func(f *Frame, at indices) (int64, bool) {
		v, known := args[0](f, at)
		for _, a := range args[1:] {
			w, also := a(f, at)
			r, fits := op(v, w)
			v, known = r, known && also && fits
		}
		return v, known
	}
}

// name is the value of a name. Nothing says how large the segment is that starts last: what
// a name stands for may be where segments start, without the end.
func (c *Claims) name(s *types.Size, args []sizeOf) sizeOf {
	n, known := c.names[s.Name]
	switch {
	case !known || n.reg.Vec != (len(args) > 0) || len(args) > 1:
		return nil
	case len(args) == 0:
		return func(f *Frame, _ indices) (int64, bool) { return f.words[n.reg.at], true }
	}
	return func(f *Frame, at indices) (int64, bool) {
		ws := f.vecs[n.reg.at].Words
		i, known := args[0](f, at)
		i = f.wrap(i)
		switch last := int64(len(ws)) - 1; {
		case i < 0 || i > last && !n.offsets:
			return 0, known
		case i >= last && n.offsets:
			return 0, false
		case n.offsets:
			return ws[i+1] - ws[i], known
		}
		return ws[i], known
	}
}

// function is the value of a function of sizes. What does not fit in an int may be one that has
// wrapped, or a size that is as large as can be: nothing is known of functions of it.
func (c *Claims) function(name string, args []sizeOf) sizeOf {
	if name == "%word" {
		return args[0]
	}
	for i, of := range args {
		args[i] = func(f *Frame, at indices) (int64, bool) {
			n, known := of(f, at)
			return n, known && f.wrap(n) == n
		}
	}
	if name == "%pos" {
		return func(f *Frame, at indices) (int64, bool) {
			n, known := args[0](f, at)
			return max(0, n), known
		}
	}
	op := sizing.Primitive(name)
	if op == 0 {
		return nil
	}
	eval := op.Prim().Eval(c.code.fn.num, types.KInt).Two
	return combined(args, func(a, b int64) (int64, bool) { return eval(a, b), true })
}
