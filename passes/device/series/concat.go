package series

// Kernels of several launches: what their kernels do in turn, or side by side.

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
)

// The most parameters of such a kernel, of which drivers take a kilobyte, and the most
// elements of its local arrays.
const (
	maxParams = 100
	maxLocal  = 4096
)

// A concatKernel is a kernel of several being made, and the arguments of its launch.
type concatKernel struct {
	params  []*kir.Var
	access  []kir.Access
	args    []kir.Expr
	inPlace bool       // what comes next may take the place of what it reads
	local   []kir.Expr // arrays
	body    []kir.Expr
	key     strings.Builder // what it does, in terms of the kernels: equal keys, equal kernels
}

func isLiteral(e kir.Expr) bool { return kir.IsAtom(e) && kir.VarOf(e) == nil }

// literal is the value of a literal.
func literal(e kir.Expr) any {
	switch e := e.(type) {
	case *kir.Int:
		return e.Val
	case *kir.Float:
		return math.Float64bits(e.Val)
	case *kir.Bool:
		return e.Val
	case *kir.Char:
		return e.Val
	}
	panic(fmt.Sprintf("series: %T is no literal", e))
}

// indexOf is which of args has the value of a, -1 if none has.
func indexOf(args []kir.Expr, a kir.Expr) int {
	for i, b := range args {
		if alike(a, b) {
			return i
		}
	}
	return -1
}

// alike reports whether two scalars or buffers of the host are the same.
func alike(a, b kir.Expr) bool {
	switch a := a.(type) {
	case *kir.Ref:
		return kir.VarOf(b) == a.Var
	case *kir.Int:
		return kir.IsInt(b, a.Val)
	case *kir.Length:
		l, ok := b.(*kir.Length)
		return ok && alike(a.Buf, l.Buf)
	case *kir.Prim:
		p, ok := b.(*kir.Prim)
		return ok && p.Op == a.Op && slices.EqualFunc(a.Args, p.Args, alike)
	case *kir.ErrorWord:
		return b.Form() == kir.FormErrorWord
	}
	return false
}

// siteOf is the first site of a launch, -1 if it cannot fail.
func siteOf(l *kir.Launch) int {
	for _, a := range l.Args {
		if b, ok := a.(*kir.LaunchBase); ok {
			return b.Site
		}
	}
	return -1
}

// localSize is how many elements the local arrays of a kernel have.
func localSize(k *kir.Kernel) (n int) {
	for _, e := range k.Body.(*kir.Block).Stmts {
		if l, ok := e.(*kir.LocalArray); ok {
			n += l.Size
		}
	}
	return n
}

// anywhere is how a kernel uses a parameter if nothing is known of elements.
func anywhere(a kir.Access) kir.Access {
	switch {
	case a.Writes():
		return kir.Scatter
	case a == kir.Value:
		return a
	}
	return kir.Gather
}

// param is what a parameter of a kernel becomes: literals are known, and equal
// arguments are one.
func (c *concatKernel) param(name string, t *types.Type, access kir.Access, arg kir.Expr) kir.Expr {
	if isLiteral(arg) {
		fmt.Fprintf(&c.key, " %T %v", arg, literal(arg))
		return arg
	}
	i := indexOf(c.args, arg)
	switch {
	case i >= 0:
		c.access[i] = max(anywhere(c.access[i]), anywhere(access))
	case c.inPlace && (access == kir.Own || access == kir.Write):
		i = c.added(name, t, access, arg)
	default:
		i = c.added(name, t, anywhere(access), arg)
	}
	fmt.Fprintf(&c.key, " %d", i)
	return kir.Use(c.params[i])
}

func (c *concatKernel) added(name string, t *types.Type, access kir.Access, arg kir.Expr) int {
	c.params, c.access, c.args = append(c.params, kir.NewVar(name, t)), append(c.access, access), append(c.args, arg)
	return len(c.args) - 1
}

// groups is the parameter for how many groups a launch has.
func (c *concatKernel) groups(n kir.Expr) kir.Expr { return c.param("groups", types.Int, kir.Value, n) }

// part is what group at of a launch of k does, of so many; local arrays go to the
// front of the kernel.
func (c *concatKernel) part(k *kir.Kernel, l *kir.Launch, at, groups kir.Expr) []kir.Expr {
	fmt.Fprintf(&c.key, " %s %t", k.Name, c.inPlace)
	env := map[*kir.Var]kir.Expr{}
	for i, p := range k.Params {
		env[p] = c.param(p.Name, p.Type, k.Access[i], l.Args[i])
	}
	return c.group(kir.CopyWith(kir.WithoutItems(k).Body, env).(*kir.Block).Stmts, at, groups)
}

func (c *concatKernel) group(stmts []kir.Expr, at, groups kir.Expr) (out []kir.Expr) {
	var as func(e kir.Expr) kir.Expr
	as = func(e kir.Expr) kir.Expr {
		switch e.(type) {
		case *kir.GroupId:
			return at
		case *kir.NumGroups:
			return groups
		}
		return e.MapChildren(as)
	}
	for i, s := range stmts {
		switch s := s.(type) {
		case *kir.Share, *kir.Window: // of one of several launches
		case *kir.LocalArray:
			c.local = append(c.local, s)
		case *kir.Limit:
			return append(out, when(at, as(s.Groups), c.group(stmts[i+1:], at, groups)))
		default:
			out = append(out, as(s))
		}
	}
	return out
}

// when runs statements for group at of so many.
func when(at, groups kir.Expr, stmts []kir.Expr) kir.Expr {
	return &kir.If{Cond: kir.Apply(prim.Lt, at, groups), Then: &kir.Block{Stmts: stmts}, Else: &kir.Block{}}
}

// then puts a launch of k at the end, for one group; one says that it has it.
func (c *concatKernel) then(k *kir.Kernel, l *kir.Launch, one bool) {
	stmts := c.part(k, l, kir.N(0), kir.N(1))
	if one {
		c.body = append(c.body, stmts...)
		return
	}
	c.body = append(c.body, when(kir.N(0), c.groups(l.Groups), stmts))
}

// kernel is the kernel, which begins as the one of first does.
func (c *concatKernel) kernel(first *kir.Kernel) *kir.Kernel {
	return &kir.Kernel{Decl: first.Decl, Local: 1, Params: c.params, Access: c.access, Body: &kir.Block{Stmts: append(c.local, c.body...)}}
}
