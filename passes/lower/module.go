package lower

import (
	"fmt"

	"nessiec/ir/kir"
	"nessiec/ir/lcu"
	"nessiec/passes/device/build"
	"nessiec/passes/pass"
)

// A module is the one being written. Kernels are made once for each kernel of λcu,
// role, way of passing scalars and assumption; those that are equal up to their names
// are one.
type module struct {
	templates
	intSize, floatSize int                // bytes
	kernels            map[string]*kernel // of λcu, by name
	made               map[string]*sharedKernel
	alike              *pass.Alike[*kir.Kernel]
	names              *pass.Names
	funcs              *pass.Names
	pads               map[string]string // functions that make buffers longer, by name and element type
	sigs               lcu.Sigs
	out                *kir.Module
}

// A sharedKernel is a finished kernel with what its parameters are given.
type sharedKernel struct {
	kernel *kir.Kernel
	args   []build.Arg
}

// kernel makes a kernel, or finds it. key tells it apart from all others; name
// is for readers.
func (m *module) kernel(key, name string, local int, write func() *build.Kernel) *sharedKernel {
	if s := m.made[key]; s != nil {
		return s
	}
	written := write()
	k := written.Finish(local)
	old := m.alike.First(k)
	if old == k {
		k.Name = m.names.Fresh(name)
		m.out.Kernels = append(m.out.Kernels, k)
	}
	s := &sharedKernel{old, written.Args()}
	m.made[key] = s
	return s
}

// generic makes a kernel that has nothing to do with any of λcu.
func (m *module) generic(name string, write func() *build.Kernel, of ...any) *sharedKernel {
	return m.kernel(fmt.Sprint("*", name, of), name, m.target.Local, write)
}
