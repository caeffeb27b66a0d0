package main

// Workers that test the programs of one seed after another, a line that says
// how far they are, and a summary.

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"sort"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"nessiec/grammar"
	"nessiec/passes/driver"
	"nessiec/tools/fuzz/gen"
	"nessiec/tools/fuzz/listgen"
	"nessiec/tools/fuzz/oracle"
)

// patience is how long one program may take; the slowest take a second.
const patience = 30 * time.Second

// hangs is the kind of failure of a program that takes longer.
const hangs = "hangs"

// A hunt is one run of the command.
type hunt struct {
	Seed     uint64
	N        int
	Duration time.Duration
	Workers  int
	MaxKinds int
	Dir      string
	Flags    string // those that decide what a seed means and what is asked
	Lang     *grammar.Language
	Harlan   bool // programs are texts in Harlan
	Ask      *ask
	Progress io.Writer // a line that is written over and over
	Out      io.Writer

	start    time.Time
	next     atomic.Int64 // programs given out
	tested   atomic.Int64
	tooBig   atomic.Int64
	compiled atomic.Int64 // of those that suit, by a backend
	stopped  atomic.Bool
	mu       sync.Mutex
	kinds    map[string]*kind
	rates    rates
}

// A kind is failures with one key.
type kind struct {
	key   string
	seeds []uint64
}

// run tests programs until there is a reason to stop.
func (h *hunt) run() {
	h.start, h.kinds, h.rates = time.Now(), map[string]*kind{}, rates{}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt)
	done := make(chan bool)
	go h.watch(stop, done)
	var wg sync.WaitGroup
	for range h.Workers {
		wg.Go(h.work)
	}
	wg.Wait()
	close(done)
}

// watch shows progress and stops the workers in time.
func (h *hunt) watch(stop chan os.Signal, done chan bool) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-stop:
			h.stopped.Store(true)
		case <-tick.C:
			if h.Duration > 0 && time.Since(h.start) > h.Duration {
				h.stopped.Store(true)
			}
			h.mu.Lock()
			fmt.Fprintf(h.Progress, "\r%s", h.line())
			h.mu.Unlock()
		}
	}
}

// line says how far the hunt is.
func (h *hunt) line() string {
	n, t := h.tested.Load(), time.Since(h.start).Seconds()
	failures := 0
	for _, k := range h.kinds {
		failures += len(k.seeds)
	}
	return fmt.Sprintf("%d programs in %.0f s, %.0f per second of processor time, %d failures of %d kinds ",
		n, t, float64(n)/cpuSeconds(), failures, len(h.kinds))
}

// cpuSeconds is the processor time that the command took.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return math.Inf(1)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

// work tests programs.
func (h *hunt) work() {
	src, bs, l := newSource(h.Ask.table, h.Lang), batches{}, newLane()
	for !h.stopped.Load() {
		i := h.next.Add(1) - 1
		if h.N > 0 && i >= int64(h.N) {
			break
		}
		if !h.one(l, src, bs, h.Seed+uint64(i)) {
			src, l = newSource(h.Ask.table, h.Lang), newLane() // the old ones are in use by what hangs
		}
	}
	close(l)
	for _, t := range targets {
		h.flush(bs, t)
	}
}

// one tests the program of a seed; it reports whether the test came to an end.
func (h *hunt) one(l lane, src *source, bs batches, seed uint64) bool {
	start := time.Now()
	c, f := h.patiently(l, func() (oracle.Case, *oracle.Failure) { return h.test(src, seed) })
	h.tested.Add(1)
	h.mu.Lock()
	h.rates.add(h.Ask.names(seed), time.Since(start))
	h.mu.Unlock()
	switch t := h.Ask.device(seed); {
	case f != nil:
		h.failure(seed, c, f)
	case t != nil:
		h.wait(bs, t, seed, c)
	}
	return f == nil || f.Kind != hangs
}

// A lane is a goroutine that does one thing after another: its stack, once it
// has grown, is there for all of them.
type lane chan func()

func newLane() lane {
	l := make(lane)
	go func() {
		for f := range l {
			f()
		}
	}()
	return l
}

// patiently runs a test in l and gives up on it, and on l, when it takes too
// long.
func (h *hunt) patiently(l lane, test func() (oracle.Case, *oracle.Failure)) (c oracle.Case, f *oracle.Failure) {
	type result struct {
		c oracle.Case
		f *oracle.Failure
	}
	done := make(chan result, 1)
	l <- func() {
		c, f := test()
		done <- result{c, f}
	}
	tick := time.NewTicker(patience)
	defer tick.Stop()
	for start := cpuSeconds(); ; {
		select {
		case r := <-done:
			return r.c, r.f
		case <-tick.C:
			if cpuSeconds()-start >= patience.Seconds()/2 { // else the machine is busy with others
				return oracle.Case{}, &oracle.Failure{Kind: hangs, Msg: fmt.Sprintf("no result after %v", patience)}
			}
		}
	}
}

func (h *hunt) test(src *source, seed uint64) (oracle.Case, *oracle.Failure) {
	if o := h.Ask.costs(seed); o != nil {
		return h.testCosts(o, seed)
	}
	if h.Harlan {
		return h.testHarlan(src, seed)
	}
	if h.asText(seed) {
		return h.testText(src, seed)
	}
	if h.Lang == nil && h.Ask.wants("lists", seed) {
		return h.testLists(src, seed)
	}
	c, err := src.make(seed)
	if err != nil {
		return c, &oracle.Failure{Pass: "before " + h.Lang.Name, Kind: "rejected", Msg: err.Error(), Before: driver.Program{}}
	}
	o := h.Ask.oracle(seed)
	if o.Ranks > 0 {
		c = c.OnRanks(1 + int(seed%5))
	}
	f, err := o.Test(c)
	if errors.Is(err, oracle.ErrTooBig) {
		h.tooBig.Add(1)
	}
	if f == nil && src.plain != nil {
		plain := c
		plain.Program.Module = src.plain
		f = o.Alike(plain, c)
	}
	return c, f
}

// asText reports whether the program of a seed is written as NESL.
func (h *hunt) asText(seed uint64) bool {
	if h.Lang != nil {
		return h.Lang.Family == grammar.NESL
	}
	return h.Ask.wants("text", seed)
}

// testText tests a program written as NESL, from the language asked for on.
func (h *hunt) testText(src *source, seed uint64) (oracle.Case, *oracle.Failure) {
	c := src.spelled(seed)
	c, f, err := h.Ask.oracle(seed).Spelled(c, src.text(seed, c), h.textLanguage())
	if errors.Is(err, oracle.ErrTooBig) {
		h.tooBig.Add(1)
	}
	return c, f
}

// testLists tests a program in the style of lists.
func (h *hunt) testLists(src *source, seed uint64) (oracle.Case, *oracle.Failure) {
	o := h.Ask.oracle(seed)
	c := src.compiled(random(seed), gen.Safe, driver.Program{})
	if o.Ranks > 0 {
		c = c.OnRanks(1 + int(seed%5))
	}
	c, f, err := o.Text(c, listgen.Program(seed), grammar.NeslParsed.Language)
	if errors.Is(err, oracle.ErrTooBig) {
		h.tooBig.Add(1)
	}
	return c, f
}

// textLanguage is the language up to which a text is compiled before it is
// printed and read back.
func (h *hunt) textLanguage() *grammar.Language {
	if h.Lang != nil {
		return h.Lang
	}
	return grammar.NeslParsed.Language
}

// failure counts a failure and reports the first of its kind.
func (h *hunt) failure(seed uint64, c oracle.Case, f *oracle.Failure) {
	h.mu.Lock()
	k := h.kinds[f.Key()]
	isNew := k == nil
	if isNew {
		k = &kind{key: f.Key()}
		h.kinds[k.key] = k
	}
	k.seeds = append(k.seeds, seed)
	if len(h.kinds) >= h.MaxKinds {
		h.stopped.Store(true)
	}
	h.mu.Unlock()
	if isNew {
		h.report(seed, c, f)
	}
}

// summary prints what was done and found, and returns the number of failures.
func (h *hunt) summary() (failures int) {
	last := min(h.next.Load(), h.tested.Load())
	if h.N > 0 {
		last = min(last, int64(h.N))
	}
	fmt.Fprintf(h.Progress, "\r%s\n", h.line())
	fmt.Fprintf(h.Out, "%d programs (seeds %d to %d), %d of them too big to test, in %.1f s: %.0f per second of processor time\n",
		last, h.Seed, h.Seed+uint64(last)-1, h.tooBig.Load(), time.Since(h.start).Seconds(), float64(last)/cpuSeconds())
	if n := h.compiled.Load(); n > 0 {
		fmt.Fprintf(h.Out, "%d of them also compiled for a target and run\n", n)
	}
	if h.stopped.Load() {
		fmt.Fprintf(h.Out, "go on with -seed=%d\n", h.Seed+uint64(last))
	}
	h.rates.write(h.Out)
	var keys []string
	for k := range h.kinds {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, key := range keys {
		k := h.kinds[key]
		failures += len(k.seeds)
		sort.Slice(k.seeds, func(i, j int) bool { return k.seeds[i] < k.seeds[j] })
		fmt.Fprintf(h.Out, "%6d × %s, first with seed %d\n", len(k.seeds), key, k.seeds[0])
	}
	return failures
}
