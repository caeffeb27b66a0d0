package main

// Cases that wait until there are enough of them for one compiled program.

import (
	"fmt"

	"nessiec/backends"
	"nessiec/tools/fuzz/oracle"
)

// batchSize is how many cases share a compiled program.
const batchSize = 16

// A batch is cases for one backend, with their seeds.
type batch struct {
	backend *backends.Backend
	seeds   []uint64
	cases   []oracle.Case
}

// batches holds what waits, per backend.
type batches map[*backends.Backend]*batch

// wait adds a case and runs its batch when that is full.
func (h *hunt) wait(bs batches, t *backends.Backend, seed uint64, c oracle.Case) {
	d := &oracle.Device{Passes: h.Ask.table, Backend: t, MaxWork: maxWork}
	if !d.Suits(c) {
		return
	}
	b := bs[t]
	if b == nil {
		b = &batch{backend: t}
		bs[t] = b
	}
	b.seeds, b.cases = append(b.seeds, seed), append(b.cases, c)
	if len(b.cases) == batchSize {
		h.flush(bs, t)
	}
}

// flush runs the batch of a backend as far as it goes.
func (h *hunt) flush(bs batches, t *backends.Backend) {
	b := bs[t]
	delete(bs, t)
	if b == nil {
		return
	}
	d := &oracle.Device{Passes: h.Ask.table, Backend: t, MaxWork: maxWork}
	i, f, err := d.Test(b.cases)
	h.compiled.Add(int64(len(b.cases)))
	switch {
	case err != nil:
		h.mu.Lock()
		fmt.Fprintf(h.Out, "%s cannot be asked: %v\n", t.Name, err)
		h.mu.Unlock()
		h.stopped.Store(true)
	case f != nil:
		h.failure(b.seeds[i], b.cases[i], f)
	}
}
