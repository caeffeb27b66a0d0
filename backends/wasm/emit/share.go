package emit

// Launches of several groups that workers share. A worker is an instance of a second
// module with the same memory: it has the kernels, and a function for each that takes
// the parameters from memory. The instance of the program is one of the workers.
//
// Workers have areas for what groups must not share: local arrays, and errors, since a
// failing group takes minima there. So the areas of all workers together have what one
// would have, but for the elements of checks that are not the first to fail.

import (
	w "nessiec/backends/wasm/encode"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
)

// A Share is how workers share launches.
type Share struct {
	Workers int       // the instance of the program is one of them
	Module  *w.Module // of the others; it has the memory of Main
	Kernels []string  // the functions of kernels that both modules export, by the number that launch has
	areas   uint32    // of the others
	stride  uint32
	words   uint32 // bytes of an error area
}

const (
	// MaxWorkers is the most workers of a program.
	MaxWorkers = 256
	// Main is the name that the instance of a program must have.
	Main = "main"
	// LaunchName is the import that runs all groups of a kernel: its number and how
	// many are the arguments.
	LaunchName = "launch"
	// AreasName is the function that a worker is told its areas by.
	AreasName = "areas"
)

// Area is where the errors and the local arrays of a worker are that is not the
// instance of the program: they count from 1.
func (s *Share) Area(worker int) (errors, locals uint32) {
	errors = s.areas + uint32(worker-1)*s.stride
	return errors, errors + (s.words+15)&^15
}

// ErrorWords is how many numbers an error area has.
func (p *Program) ErrorWords() int { return 1 + len(p.Source.Sites) }

// sharing is what emission must know of it.
type sharing struct {
	launcher *w.Func // imported
	areasOf  *w.Func
	errorsAt *w.Global
	argsAt   uint32                  // the parameters of a launch, eight bytes each
	shared   map[string]sharedKernel // kernels whose groups may run at the same time
}

type sharedKernel struct {
	number int
	groups *w.Func
	errors map[int]bool // parameters that are the error area
}

// share declares what sharing needs.
func (e *emitter) share(workers int) {
	e.Share = &Share{Workers: workers}
	e.shared = map[string]sharedKernel{}
	e.launcher = e.Import(From, LaunchName, []w.ValType{w.I32, e.intType()}, nil)
	e.errorsAt = e.Global("errors")
	e.errorsAt.Init = int32(e.Errors)
	e.areasOf = e.Func(AreasName, []w.ValType{w.I32, w.I32}, nil)
	e.areasOf.Exports = []string{AreasName}
	put(e.areasOf, setGlobal(e.errorsAt, get(0)), setGlobal(e.localsAt, get(1)))
	e.argsAt = e.at
	launches := kir.Launches(e.Source.Funcs)
	for _, k := range e.Source.Kernels {
		e.at = max(e.at, e.argsAt+uint32(8*len(k.Params)))
		errors, ok := independent(k, launches[k.Name])
		if !ok {
			continue
		}
		f := e.Func(k.Name+".groups", []w.ValType{e.intType(), e.intType(), e.intType()}, nil)
		f.Exports = []string{f.Name}
		e.shared[k.Name] = sharedKernel{len(e.Share.Kernels), f, errors}
		e.Share.Kernels = append(e.Share.Kernels, f.Name)
	}
	e.at = (e.at + 15) &^ 15
}

// independent reports whether the groups of a kernel may run at the same time: all that
// they change together is minima in error areas, which are for nothing else. These
// parameters are the result.
func independent(k *kir.Kernel, launches []*kir.Launch) (errors map[int]bool, ok bool) {
	errors, of := map[int]bool{}, map[*kir.Var]bool{}
	for i, p := range k.Params {
		n := 0
		for _, l := range launches {
			if l.Args[i].Form() == kir.FormErrorWord {
				n++
			}
		}
		if n > 0 && n < len(launches) {
			return nil, false
		}
		errors[i], of[p] = n > 0, n > 0
	}
	uses, minima := 0, 0
	ok = true
	ir.Walk(k.Body, func(x kir.Expr) bool {
		if of[kir.VarOf(x)] {
			uses++
		}
		if a, atomic := x.(*kir.Atomic); atomic {
			if a.Op == prim.RMin && of[kir.VarOf(a.Buf)] {
				minima++
			} else {
				ok = false
			}
		}
		return true
	})
	return errors, ok && uses == minima
}

// groupsOf writes the function of a kernel that takes parameters from memory.
func (e *emitter) groupsOf(k *kir.Kernel) {
	s, ok := e.shared[k.Name]
	if !ok {
		return
	}
	g := e.newGen(s.groups)
	for i, name := range []string{"first", "end", "groups"} {
		g.NameParam(i, name)
		g.Get(w.Local(i))
	}
	for i, p := range k.Params {
		if s.errors[i] {
			g.GetGlobal(e.errorsAt)
			continue
		}
		g.I32(0)
		g.access(g.loadOp(p.Type), p.Type, g.argAt(i))
	}
	g.Call(e.kernels[k.Name])
}

// argAt is the address of parameter i of a launch that is shared.
func (e *emitter) argAt(i int) uint32 { return e.argsAt + uint32(8*i) }

// launchShared writes a launch of n groups, which are several.
func (g *gen) launchShared(k sharedKernel, args []kir.Expr, n func()) {
	for i, a := range args {
		if k.errors[i] {
			continue
		}
		t := kir.TypeOf(a)
		g.I32(0)
		g.expr(a)
		g.access(g.storeOp(t), t, g.argAt(i))
	}
	g.I32(int32(k.number))
	n()
	g.Call(g.launcher)
}

// makeWorkers makes the module of workers.
func (e *emitter) makeWorkers() {
	funcs := []*w.Func{e.areasOf}
	for _, k := range e.Source.Kernels {
		e.groupsOf(k)
		if s, ok := e.shared[k.Name]; ok {
			funcs = append(funcs, s.groups)
		}
	}
	e.Share.Module = e.Part(Main, funcs...)
}

// giveAreas gives areas to workers, from an address on; it returns the end.
func (s *Share) giveAreas(at, words, locals uint32) uint32 {
	s.areas, s.words = (at+15)&^15, words
	s.stride = (words+15)&^15 + (locals+behind+15)&^15
	return s.areas + uint32(s.Workers-1)*s.stride
}
