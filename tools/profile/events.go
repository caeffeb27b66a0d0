package profile

import (
	"bufio"
	"fmt"
	"io"
	"time"

	"nessiec/backends/wasm/engine"
	"nessiec/ir/kir"
)

// Kinds of events; those of compiled programs are documented in nes_profile.h.
const (
	Kernel   = 'K' // a kernel has run
	Wait     = 'W' // the host has waited
	Copy     = 'C' // within the device
	ToDevice = 'T'
	FromIt   = 'R'
	Made     = 'A' // an array
	Freed    = 'F'
	Host     = 'H' // the host has worked
)

// An Event is something that a program has done in a step.
type Event struct {
	Kind       byte
	Step       int     // -1: none of the program's
	Start, End float64 // seconds
	Bytes      int64
}

// Read reads what a compiled program has written.
func Read(r io.Reader) (events []Event, err error) {
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		var e Event
		var kind string
		var last float64
		if _, err := fmt.Sscan(in.Text(), &kind, &e.Step, &e.Start, &last); err != nil || len(kind) != 1 {
			return nil, fmt.Errorf("line %d of the profile: %q", n, in.Text())
		}
		switch e.Kind = kind[0]; e.Kind {
		case Kernel, Wait, Copy:
			e.End = last
		case ToDevice, FromIt, Made, Freed:
			e.End, e.Bytes = e.Start, int64(last)
		default:
			return nil, fmt.Errorf("line %d of the profile: unknown kind %q", n, kind)
		}
		events = append(events, e)
	}
	return events, in.Err()
}

// A Recorder makes events of what a program tells that runs as WebAssembly.
type Recorder struct {
	Events []Event
	steps  []kir.Expr
	owners map[uint32]owner
	start  time.Time
	begun  float64 // the step in progress
	ended  float64 // the one before
	bytes  int64   // in use before it, or after the last one
}

type owner struct {
	step  int
	bytes int64
}

// NewRecorder records a program.
func NewRecorder(m *kir.Module) *Recorder {
	steps, _ := kir.Steps(m)
	return &Recorder{steps: steps, owners: map[uint32]owner{}, start: time.Now()}
}

// Step takes what the program tells.
func (r *Recorder) Step(s engine.Step) {
	now := time.Since(r.start).Seconds()
	if !s.After {
		if r.ended > 0 {
			r.span(Host, s.Step, r.ended, now)
		}
		if outside := s.Bytes - r.bytes; outside > 0 { // between steps: inputs
			r.Events = append(r.Events, Event{Made, -1, now, now, outside})
		} else if outside < 0 { // results
			r.Events = append(r.Events, Event{Freed, -1, now, now, -outside})
		}
		r.bytes, r.begun = s.Bytes, now
		return
	}
	r.ended = now
	switch r.steps[s.Step].(type) {
	case *kir.Launch:
		r.span(Kernel, s.Step, r.begun, now)
	case *kir.Read:
		r.span(Wait, s.Step, r.begun, now)
	case *kir.Copy, *kir.CopyOver:
		r.span(Copy, s.Step, r.begun, now)
	default:
		r.span(Host, s.Step, r.begun, now)
	}
	switch {
	case s.Array != 0 && s.Bytes > r.bytes:
		r.owners[s.Array] = owner{s.Step, s.Bytes - r.bytes}
		r.Events = append(r.Events, Event{Made, s.Step, now, now, s.Bytes - r.bytes})
	case s.Array != 0 && s.Bytes < r.bytes:
		o, ok := r.owners[s.Array]
		if !ok {
			o.step = -1
		}
		delete(r.owners, s.Array)
		r.Events = append(r.Events, Event{Freed, o.step, now, now, r.bytes - s.Bytes})
	}
	r.bytes = s.Bytes
	r.ended = time.Since(r.start).Seconds()
}

func (r *Recorder) span(kind byte, step int, start, end float64) {
	r.Events = append(r.Events, Event{Kind: kind, Step: step, Start: start, End: end})
}
