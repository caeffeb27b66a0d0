package opt

// Kernels of SOACs.

import (
	"slices"
	"strconv"
	"strings"

	"nessiec/ir"
	"nessiec/ir/lcu"
	"nessiec/ir/types"
	"nessiec/passes/pass"
)

// An Outliner makes kernels, one for all SOACs that are equal, or, for profiles, equal
// and of the same places of the source.
type Outliner struct {
	apart   bool // by places
	names   *pass.Names
	Kernels []*lcu.Kernel
	alike   *pass.Alike[*lcu.Kernel]
}

// NewOutliner starts with the kernels that there are.
func NewOutliner(c *pass.Ctx, kernels []*lcu.Kernel) *Outliner {
	o := &Outliner{apart: c.Profile, names: pass.NewNames()}
	o.alike = pass.NewAlike(fingerprint, o.text)
	for _, k := range kernels {
		o.names.Take(k.Name)
		o.Kernels = append(o.Kernels, k)
		o.alike.Add(k)
	}
	return o
}

// shared is the kernel that is used for k: an equal one there is, else k, which
// gets a name.
func (o *Outliner) shared(k *lcu.Kernel, name string) *lcu.Kernel {
	if old := o.alike.First(k); old != k {
		return old
	}
	k.Name = o.names.Fresh(name)
	o.Kernels = append(o.Kernels, k)
	return k
}

// text is a text that kernels share if they may be one.
func (o *Outliner) text(k *lcu.Kernel) string {
	text := kernelText(k)
	if o.apart {
		for _, p := range Places(k.Body) {
			text += p.String()
		}
	}
	return text
}

// Alike is a text that equal kernels have in common, wherever they come from: the name,
// or what they are if kernels are kept apart by places.
func (o *Outliner) Alike(name string) string {
	i := slices.IndexFunc(o.Kernels, func(k *lcu.Kernel) bool { return k.Name == name })
	if !o.apart || i < 0 {
		return name
	}
	return kernelText(o.Kernels[i])
}

// Host outlines the SOACs of host code of the function called fn.
func (o *Outliner) Host(fn string, e lcu.Expr) lcu.Expr {
	let, ok := e.(*lcu.Let)
	if !ok || !lcu.IsSOAC(let.Rhs) {
		return e.MapBodies(func(b lcu.Expr) lcu.Expr { return o.Host(fn, b) })
	}
	return &lcu.Let{Node: let.Node, Binds: let.Binds, Rhs: o.Run(fn, let.Binds, let.Rhs), Body: o.Host(fn, let.Body)}
}

// Run is the call of the kernel for a SOAC whose results are vs.
func (o *Outliner) Run(fn string, vs []*lcu.Var, soac lcu.Expr) *lcu.Run {
	k, args := o.close(soac)
	for _, v := range vs {
		k.Results = append(k.Results, v.Type.Erase())
	}
	binds := make([]*lcu.Var, len(vs))
	for i, v := range vs {
		binds[i] = lcu.NewVar(v.Name, v.Type.Erase())
	}
	k.Body = &lcu.Let{Node: ir.At(soac.Pos()), Binds: binds, Rhs: k.Body, Body: lcu.Results(lcu.Uses(binds)...)}
	k = o.shared(k, fn+"_"+lcu.Schema[soac.Form()].Name)
	return &lcu.Run{Node: ir.At(soac.Pos()), Kernel: k.Name, Args: args}
}

// close makes a kernel whose body is a SOAC, with a parameter for every free
// variable and every literal but 0 among its operands, except the length of
// equal segments: thunks may know it, too.
func (o *Outliner) close(soac lcu.Expr) (*lcu.Kernel, []lcu.Expr) {
	k := &lcu.Kernel{Decl: ir.DeclAt(soac.Pos())}
	var args []lcu.Expr
	param := func(name string, t *types.Type, arg lcu.Expr) *lcu.Var {
		v := lcu.NewVar(name, t.Erase())
		k.Params, args = append(k.Params, v), append(args, arg)
		return v
	}
	env := map[*lcu.Var]lcu.Expr{}
	for _, v := range lcu.FreeVars(soac) {
		env[v] = lcu.Use(param(v.Name, v.Type, lcu.Use(v)))
	}
	soac = lcu.CopyWith(soac, env)
	x, epilogue := soac.(*lcu.Epilogue)
	if epilogue {
		soac = x.Soac
	}
	soac = ownLiterals(soac)
	p, _ := lcu.PartsOf(soac)
	_, length, _ := lcu.Equal(p.Segs)
	k.Body = soac.MapOperands(func(e lcu.Expr) lcu.Expr {
		if n, ok := e.(*lcu.Int); ok && n.Val != 0 && e != length {
			return lcu.Use(param("n", types.Int, e))
		}
		return e
	})
	if epilogue {
		k.Body = &lcu.Epilogue{Node: x.Node, Soac: k.Body, T: x.T}
	}
	return k, args
}

// ownLiterals is a SOAC in which no two operands are one literal, which passes may have made so.
func ownLiterals(soac lcu.Expr) lcu.Expr {
	return soac.MapOperands(func(e lcu.Expr) lcu.Expr {
		if n, ok := e.(*lcu.Int); ok {
			own := *n
			return &own
		}
		return e
	})
}

// fingerprint is a text that equal kernels have in common, and few others: forms,
// primitives, parameters and numbers in order. It is much quicker to make than the whole text.
func fingerprint(k *lcu.Kernel) string {
	b := []byte{byte(len(k.Params)), byte(len(k.Results))}
	ir.Walk(k.Body, func(e lcu.Expr) bool {
		b = append(b, byte(e.Form()))
		switch e := e.(type) {
		case *lcu.Prim:
			b = append(b, e.Op.Name...)
		case *lcu.Int:
			b = strconv.AppendInt(b, e.Val, 10)
		case *lcu.Ref:
			b = append(b, byte(slices.Index(k.Params, e.Var)))
		}
		return true
	})
	return string(b)
}

// kernelText is a text that kernels share if they are equal but for names,
// and for the positions of what cannot fail.
func kernelText(k *lcu.Kernel) string {
	var b strings.Builder
	names := make(map[*lcu.Var]string, len(k.Params))
	for i, v := range k.Params {
		names[v] = "p" + strconv.Itoa(i)
		b.WriteString(v.Type.String() + " ")
	}
	for _, t := range k.Results {
		b.WriteString("-> " + t.String())
	}
	b.WriteString(lcu.Alike(k.Body, func(v *lcu.Var) string { return names[v] }))
	return b.String()
}

// Instance is the SOAC of a kernel with these arguments.
func Instance(k *lcu.Kernel, args []lcu.Expr) lcu.Expr {
	return lcu.CopyWith(SOAC(k), arguments(k, args))
}

// LookAt is Instance for those who put it nowhere: it binds what the kernel binds.
func LookAt(k *lcu.Kernel, args []lcu.Expr) lcu.Expr {
	return lcu.Replace(SOAC(k), arguments(k, args))
}

// SOAC is that of a kernel, with its parameters.
func SOAC(k *lcu.Kernel) lcu.Expr { return k.Body.(*lcu.Let).Rhs }

func arguments(k *lcu.Kernel, args []lcu.Expr) map[*lcu.Var]lcu.Expr {
	env := make(map[*lcu.Var]lcu.Expr, len(args))
	for i, p := range k.Params {
		env[p] = args[i]
	}
	return env
}

// UsedKernels is the kernels that host code runs.
func UsedKernels(ks []*lcu.Kernel, funcs []*lcu.Func) (out []*lcu.Kernel) {
	run := map[string]bool{}
	for _, f := range funcs {
		ir.Walk(f.Body, func(e lcu.Expr) bool {
			if r, ok := e.(*lcu.Run); ok {
				run[r.Kernel] = true
			}
			return true
		})
	}
	for _, k := range ks {
		if run[k.Name] {
			out = append(out, k)
		}
	}
	return out
}
