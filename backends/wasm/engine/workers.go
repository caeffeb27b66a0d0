//go:build !js

package engine

// Launches that workers share: the goroutine that runs the program and others, each
// with an instance of the module of workers, take group after group. Which of them
// takes a group makes no difference (emit/share.go). Memory grows between launches
// only, when no other runs.

import (
	"context"
	"encoding/binary"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"nessiec/backends/wasm/emit/module"
	"nessiec/ir/types"
)

// Workers is how many workers a program should have that is to run on so many threads; 0
// is as many as there are cores.
func Workers(threads int) int {
	if threads == 0 {
		return min(runtime.GOMAXPROCS(0), module.MaxWorkers)
	}
	return threads
}

// A team is the workers of a machine.
type team struct {
	*Machine
	self     *worker       // the instance of the program
	others   []*worker     // once their module is compiled
	compiled chan compiled // their module; nil before the first launch that is worth it
	running  sync.WaitGroup
}

type compiled struct {
	wazero.CompiledModule
	err error
}

// A worker is an instance that has kernels.
type worker struct {
	module  api.Module
	kernels map[string]api.Function
	errors  uint32    // the address of its error area
	jobs    chan *job // nil: that of the program
}

// A job is a launch.
type job struct {
	kernel string
	groups uint64
	taken  atomic.Uint64         // so many groups, and no more than groups count
	left   atomic.Int64          // groups that have not ended
	ended  chan struct{}         // closed when none is left
	failed atomic.Pointer[error] // how a group did
}

// What a launch must take to be worth waking workers, and compiling their module.
const (
	worthWaking    = 20 * time.Microsecond
	worthCompiling = 200 * time.Microsecond
)

// launch runs all groups of a kernel. How long the first takes tells whether others
// should help.
func (m *Machine) launch(kernel int, groups uint64) {
	if m.team == nil {
		m.team = &team{Machine: m, self: newWorker(m.module)}
	}
	t := m.team
	m.shared++
	j := &job{kernel: m.program.Share.Kernels[kernel], groups: groups, ended: make(chan struct{})}
	j.left.Store(int64(groups))
	start := time.Now()
	more := t.group(t.self, j)
	rest := float64(time.Since(start)) * float64(groups-1)
	for called := false; more; more = t.group(t.self, j) {
		if !called && t.help(rest) {
			t.call(j)
			called = true
		}
	}
	<-j.ended
	if err := j.failed.Load(); err != nil {
		panic(*err)
	}
	t.joinErrors()
}

// group runs a group that nobody has taken; it reports whether there was one.
func (t *team) group(w *worker, j *job) bool {
	i := j.taken.Add(1) - 1
	if i >= j.groups {
		return false
	}
	if t.opts.Order != nil {
		i = t.opts.Order(i, j.groups)
	}
	err := t.interrupted()
	if err == nil {
		stack := [3]uint64{i, i + 1, j.groups}
		err = w.kernel(j.kernel).CallWithStack(context.Background(), stack[:])
	}
	done := int64(1)
	if err != nil {
		j.failed.CompareAndSwap(nil, &err)
		if n := j.taken.Swap(j.groups); n < j.groups { // the others take no more
			done += int64(j.groups - n)
		}
	}
	if j.left.Add(-done) == 0 {
		close(j.ended)
	}
	return true
}

// help reports whether others help with what takes one worker so many nanoseconds.
// Their module is compiled meanwhile.
func (t *team) help(rest float64) bool {
	if t.others == nil {
		if t.compiled == nil && (rest > float64(worthCompiling) || t.opts.Order != nil) {
			t.compile()
		}
		if t.opts.Order != nil { // a test
			t.hire(<-t.compiled)
		} else {
			select {
			case c := <-t.compiled:
				t.hire(c)
			default:
				return false
			}
		}
	}
	return rest > float64(worthWaking) || t.opts.Order != nil
}

// compile begins to compile the module of workers.
func (t *team) compile() {
	t.compiled = make(chan compiled, 1)
	t.running.Go(func() {
		c, err := t.Machine.compile(context.Background(), t.program.WorkerBytes())
		t.compiled <- compiled{c, err}
	})
}

// hire makes the others, each with its instance, goroutine and areas.
func (t *team) hire(c compiled) {
	for i := 1; i < t.program.Share.Workers; i++ {
		var other api.Module
		if c.err == nil {
			other, c.err = t.runtime.InstantiateModule(context.Background(), c.CompiledModule, wazero.NewModuleConfig().WithName(""))
		}
		if c.err != nil {
			panic(fmt.Errorf("the module of workers: %w", c.err))
		}
		w := newWorker(other)
		w.jobs = make(chan *job, 1)
		errors, locals := t.program.Share.Area(i)
		w.errors = errors
		if _, err := other.ExportedFunction(module.AreasName).Call(context.Background(), uint64(errors), uint64(locals)); err != nil {
			panic(err)
		}
		area := t.errorArea(w.errors)
		for k := range area.len() {
			area.set(k, t.program.NoError())
		}
		t.others = append(t.others, w)
		t.running.Go(func() {
			for j := range w.jobs {
				for t.group(w, j) {
				}
			}
		})
	}
}

// call tells the others about a job, as far as there are groups for them.
func (t *team) call(j *job) {
	for i, w := range t.others {
		if j.taken.Load()+uint64(i) >= j.groups {
			return
		}
		select {
		case <-w.jobs: // for which it has not woken up
		default:
		}
		w.jobs <- j
	}
}

// joinErrors takes the minima of what workers have found.
func (t *team) joinErrors() {
	for _, w := range t.others {
		from := t.errorArea(w.errors)
		if from.get(0) == t.program.NoError() { // which every failure changes
			continue
		}
		to := t.errorArea(t.program.Errors)
		for i := range from.len() {
			to.set(i, min(to.get(i), from.get(i)))
			from.set(i, t.program.NoError())
		}
	}
}

// dismiss ends the others.
func (t *team) dismiss() {
	for _, w := range t.others {
		close(w.jobs)
	}
	t.running.Wait()
}

func newWorker(m api.Module) *worker { return &worker{module: m, kernels: map[string]api.Function{}} }

// kernel is the function of a kernel.
func (w *worker) kernel(name string) api.Function {
	f := w.kernels[name]
	if f == nil {
		f = w.module.ExportedFunction(name)
		w.kernels[name] = f
	}
	return f
}

// ints are numbers in memory.
type ints struct {
	bytes []byte
	long  bool // of 64 bits
}

// errorArea is the error area at an address.
func (m *Machine) errorArea(at uint32) ints {
	n := uint32(m.program.ErrorWords()) << m.program.Shift(types.Int)
	return ints{m.read(at, n), m.program.Num.Int64}
}

func (x ints) len() int {
	if x.long {
		return len(x.bytes) / 8
	}
	return len(x.bytes) / 4
}

func (x ints) get(i int) int64 {
	if x.long {
		return int64(binary.LittleEndian.Uint64(x.bytes[8*i:]))
	}
	return int64(int32(binary.LittleEndian.Uint32(x.bytes[4*i:])))
}

func (x ints) set(i int, to int64) {
	if x.long {
		binary.LittleEndian.PutUint64(x.bytes[8*i:], uint64(to))
	} else {
		binary.LittleEndian.PutUint32(x.bytes[4*i:], uint32(to))
	}
}
