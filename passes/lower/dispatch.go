package lower

// The launches of a SOAC: one for each step.

import (
	"fmt"

	"nessiec/ir/lcu"
	"nessiec/passes/lower/element"
)

// invoke launches the kernel called by e and returns the results of its SOAC.
func (h *host) invoke(e *lcu.Run) (*invocation, []result) {
	v := &invocation{h: h, m: h.m, k: h.m.kernels[e.Kernel], pos: e.P}
	var modes []element.Mode
	for i, a := range e.Args {
		x := h.argument(e, a, v.k.onHost[i])
		v.args = append(v.args, x)
		modes = append(modes, x.mode())
	}
	if parts := v.k.Parts(); parts.N != nil {
		v.n = v.size(parts.N)
		v.checkCount(parts)
	}
	assumed, text := v.assume()
	v.key = fmt.Sprint(modes, " ", text)
	v.step = element.NewStep(v.k.Source, modes, assumed, splits(v.k.first()))
	return v, v.launches()
}

// launches is what the SOAC becomes.
func (v *invocation) launches() []result {
	switch s := v.k.SOAC.(type) {
	case *lcu.Once:
		return v.once()
	case *lcu.Map:
		return v.mapped()
	case *lcu.SegMap:
		return v.segMapped()
	case *lcu.Compact:
		return v.compact(s)
	case *lcu.Scatter:
		return v.scatter(s)
	case *lcu.Reduce:
		return v.reduce(s)
	case *lcu.Scan:
		return v.scan(s)
	case *lcu.Prefix:
		return v.prefix(s)
	case *lcu.Directory:
		return v.directory(s)
	case *lcu.SegReduce:
		return v.segReduce(s)
	case *lcu.SegScan:
		return v.segScan(s)
	case *lcu.Update:
		return v.update(s)
	case *lcu.Rank:
		return v.rank(s)
	case *lcu.Sort:
		return v.sort(s)
	}
	panic("lower: kernel " + v.k.Kernel.Name + " has a form that must be gone: " + lcu.Schema[v.k.SOAC.Form()].Name)
}
