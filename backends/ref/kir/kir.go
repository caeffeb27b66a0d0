// Package kir simulates device programs: the host program and its kernels, with
// every work-item. It finds what a device would let pass or crash on: indices
// out of range, races between work-items, barriers in control flow that is not
// uniform, elements read before they are written, buffers used after they were
// freed or freed twice, work-items that wait for others.
//
//	Machine   a module in a world, with its device; does actions (interp.Run)
//	          and calls single functions
//	Options   what to check, and the seed of the schedule
//	Stats     what the device did
//	buffer    device memory (memory.go)
//	host      the interpreter of host functions (host.go, hoststmt.go)
//	program   a kernel as closures (compile.go, expr.go, stmt.go)
//	group     a work-group being executed (group.go)
//	Schedule  one of all orders, for tiny sizes (schedule.go)
//	chain     where all groups of a launch meet (chain.go)
//	view      what a rank has of a buffer, and a place where it has that (place.go, blocks)
//	division  how ranks divide a launch (ranks.go)
//	fetches   what ranks gather for a launch (fetch.go)
//
// Between two barriers the work-items of a group run one after another,
// statement by statement, in an order that depends on the seed; groups too run
// in such an order. A race is found whatever the order: two work-items touch
// one element, one of them writes, nothing is between them.
package kir

import (
	"math/rand/v2"

	"nessiec/backends/ref/interp"
	"nessiec/backends/ref/kir/blocks"
	"nessiec/ir"
	"nessiec/ir/kir"
	"nessiec/ir/prim"
	"nessiec/ir/types"
	"nessiec/ir/value"
)

// Options say how to simulate.
type Options struct {
	Seed     int64     // of the order of work-items and groups, and of unspecified values
	Schedule *Schedule // if not nil: the order instead (schedule.go)
	Poison   bool      // unspecified values behind failed checks is the worst that can be (poison.go)
	Trust    bool      // do not look for races and elements that were never written
	MaxElems int64     // the largest buffer; 0: DefaultMaxElems
	Ranks    int       // how many ranks run the program; 0: one (ranks.go)
	// Watch is told of every launch: the kernel, and the elements that it read and wrote.
	Watch func(kernel string, moved int64)
	// Chains are operators that take the place of others in Chains, for tests.
	Chains map[prim.Rop]func(x, y prim.Word) prim.Word
	// Blocks changes the blocks of an array of a launch, for tests.
	Blocks func(blocks.Place)
}

// DefaultMaxElems bounds a buffer of the simulated device.
const DefaultMaxElems = 1 << 27

// Stats is what the device did.
type Stats struct {
	Launches int64 // kernels that had at least one group
	Distinct int   // different ones among them
	Allocs   int64 // buffers made
	Reused   int64 // buffers taken over in place
	Live     int64 // buffers not freed
	Syncs    int64 // waits for the device: reads, effects, results
	Fetched  int64 // elements read back
}

// Machine executes a module.
type Machine struct {
	Cost    interp.Counters
	Stats   Stats
	Traffic Traffic

	num     value.Num
	world   *interp.World
	opts    Options
	sites   []*kir.Site
	kernels map[string]*kir.Kernel
	made    map[string]*program // those that have been launched
	funcs   map[string]*kir.Func
	rng     *rand.Rand
	errors  *buffer // the error word and slots, if the module has sites
	managed bool
	failure *failure // recorded by Fail, before the protocol is in the program
	seq     int64    // launches since the last synchronisation
	bytes   int64    // of live buffers
	rank    int      // whose groups are running
	cut     []int64  // how many segments have ended where the groups of each rank begin; nil: look among all
	calls   *calls   // in progress
	log     []*calls // those of every numbered launch since the last synchronisation

	undetermined string // what has been read that depends on the order of arbitrary writes
}

// New compiles m, a checked module, for the widths num.
func New(m *kir.Module, num value.Num, w *interp.World, o Options) *Machine {
	if o.MaxElems == 0 {
		o.MaxElems = DefaultMaxElems
	}
	o.Ranks = max(o.Ranks, 1)
	x := &Machine{num: num, world: w, opts: o, sites: m.Sites, kernels: map[string]*kir.Kernel{}, made: map[string]*program{},
		funcs: map[string]*kir.Func{}, rng: rand.New(rand.NewPCG(uint64(o.Seed), 0)), managed: manages(m), Traffic: Traffic{Work: make([]int64, o.Ranks)}}
	for _, k := range m.Kernels {
		x.kernels[k.Name] = k
	}
	for _, f := range m.Funcs {
		x.funcs[f.Name] = f
	}
	if len(m.Sites) > 0 {
		x.errors = x.newErrors()
	}
	return x
}

// program is a kernel, compiled when it is launched first.
func (x *Machine) program(name string) *program {
	p := x.made[name]
	if p == nil {
		p = compile(x.kernels[name], x.num, x.opts)
		x.made[name] = p
		x.Stats.Distinct++
	}
	return p
}

// Call applies a function to scalars and flat vectors.
func (x *Machine) Call(fn string, args []value.Value) (out []value.Value, err *interp.Error) {
	vals := make([]val, len(args))
	for i, a := range args {
		vals[i] = x.upload(a)
	}
	res, err := x.invoke(fn, vals)
	for _, r := range res {
		out = append(out, x.download(r))
		x.drop(r)
	}
	return out, err
}

// invoke calls a function, which owns its arguments, and waits for the device.
func (x *Machine) invoke(fn string, args []val) (out []val, err *interp.Error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*interp.Error)
			if !ok {
				panic(r)
			}
			out, err = nil, e.Through(x.calls.steps())
			x.calls, x.log, x.undetermined = nil, nil, ""
		}
	}()
	f := x.funcs[fn]
	if f == nil {
		return nil, interp.Bug(ir.Pos{}, "no function %s", fn)
	}
	if len(args) != len(f.Params) {
		return nil, interp.Bug(ir.Pos{}, "%s takes %d flat arguments, not %d", fn, len(f.Params), len(args))
	}
	out = x.call(f, ir.Pos{}, args)
	x.sync()
	for _, v := range out {
		x.written(v)
	}
	if x.undetermined != "" {
		panic(interp.Bug(ir.Pos{}, "%s", x.undetermined))
	}
	return out, nil
}

// A top adapts a Machine to interp.Run: a value is a list of scalars and
// buffers, which stay on the device between actions.
type top struct{ *Machine }

// Call keeps its arguments: later actions may need them.
func (t top) Call(fn string, args [][]val) ([]val, *interp.Error) {
	var flat []val
	for _, a := range args {
		for _, v := range a {
			if v.buf != nil {
				t.retain(v.buf)
			}
			flat = append(flat, v)
		}
	}
	return t.invoke(fn, flat)
}

func (t top) Encode(v value.Value, ty *types.Type) []val {
	var out []val
	for _, leaf := range value.Pack(v, ty) {
		out = append(out, t.upload(leaf))
	}
	return out
}

func (t top) Decode(vs []val, ty *types.Type) value.Value {
	leaves := make([]value.Value, len(vs))
	for i, v := range vs {
		leaves[i] = t.download(v)
	}
	v, err := value.Unpack(leaves, ty)
	if err != nil {
		panic("kir: result of a function: " + err.Error())
	}
	return v
}

// Run does the actions of m in order; emit is told every result as soon as it
// is there.
func Run(m *kir.Module, num value.Num, w *interp.World, o Options, inputs []value.Value,
	emit func(interp.Result)) (*Machine, *interp.Error) {
	x := New(m, num, w, o)
	_, err := interp.Run(top{x}, m.Actions, inputs, emit)
	return x, err
}
