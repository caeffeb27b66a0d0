package series

// The kernel of a series: what its kernels do, one after another.

import (
	"slices"

	"nessiec/ir/kir"
	"nessiec/ir/types"
	"nessiec/passes/device/code"
)

// The most parameters of such a kernel, of which drivers take a kilobyte, and the most
// elements of its local arrays.
const (
	maxParams = 100
	maxLocal  = 4096
)

// A chain is a kernel of a series being made, and the arguments of its launch.
type chain struct {
	params []*kir.Var
	access []kir.Access
	args   []kir.Expr
	local  []kir.Expr // arrays
	body   []kir.Expr
}

func writes(a kir.Access) bool { return a == kir.Write || a == kir.Scatter }

func isLiteral(e kir.Expr) bool { return kir.IsAtom(e) && kir.VarOf(e) == nil }

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
		return code.IsInt(b, a.Val)
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

// param is what a parameter of a kernel becomes: literals are known, and equal
// arguments are one.
func (c *chain) param(name string, t *types.Type, access kir.Access, arg kir.Expr) kir.Expr {
	if isLiteral(arg) {
		return arg
	}
	switch {
	case writes(access):
		access = kir.Scatter
	case access != kir.Value:
		access = kir.Gather
	}
	i := indexOf(c.args, arg)
	if i < 0 {
		i = len(c.args)
		c.params, c.access, c.args = append(c.params, kir.NewVar(name, t)), append(c.access, access), append(c.args, arg)
	} else if writes(access) {
		c.access[i] = access
	}
	return kir.Use(c.params[i])
}

// add puts a launch of k at the end; one says that it has a group.
func (c *chain) add(k *kir.Kernel, l *kir.Launch, one bool) {
	env := map[*kir.Var]kir.Expr{}
	for i, p := range k.Params {
		env[p] = c.param(p.Name, p.Type, k.Access[i], l.Args[i])
	}
	stmts := c.alone(kir.CopyWith(k.Body, env).(*kir.Block).Stmts)
	if one {
		c.body = append(c.body, stmts...)
		return
	}
	c.body = append(c.body, when(c.param("groups", types.Int, kir.Value, l.Groups), stmts))
}

// kernel is the kernel, which begins as the one of first does.
func (c *chain) kernel(first *kir.Kernel) *kir.Kernel {
	return &kir.Kernel{Decl: first.Decl, Local: 1, Params: c.params, Access: c.access, Body: &kir.Block{Stmts: append(c.local, c.body...)}}
}

// when runs statements if a launch of so many groups would.
func when(groups kir.Expr, stmts []kir.Expr) kir.Expr {
	return &kir.If{Cond: kir.Apply("gt", groups, kir.N(0)), Then: &kir.Block{Stmts: stmts}, Else: &kir.Block{}}
}

// alone is the code of a group as that of the only one; its arrays go to the front
// of the kernel.
func (c *chain) alone(stmts []kir.Expr) (out []kir.Expr) {
	for i, s := range stmts {
		switch s := s.(type) {
		case *kir.LocalArray:
			c.local = append(c.local, s)
		case *kir.Limit:
			return append(out, when(s.Groups, c.alone(stmts[i+1:])))
		default:
			out = append(out, only(s))
		}
	}
	return out
}

// only is e with the number of the only group.
func only(e kir.Expr) kir.Expr {
	switch e.(type) {
	case *kir.GroupId:
		return kir.N(0)
	case *kir.NumGroups:
		return kir.N(1)
	}
	return e.MapChildren(only)
}
