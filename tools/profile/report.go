package profile

import (
	"cmp"
	"maps"
	"slices"

	"nessiec/ir/diag"
)

// A Report is where time and memory went.
type Report struct {
	Files   diag.Files
	Total   float64 // seconds from the first event to the last
	Kernels float64 // of them, those that kernels ran; on a device, the host goes on meanwhile
	Copies  float64
	Waits   float64
	Host    float64 // between steps, where that is known
	Peak    int64   // most bytes of arrays at a time

	Launches  int
	Lines     []*Line       // by time, the longest first
	ByKernel  []*KernelTime // by time
	Timeline  []Span
	Memory    []Point
	Elsewhere Line // what belongs to no line
}

// A Line is what a line of the source took.
type Line struct {
	Place
	Time     float64 // of kernels, by shares, of copies and of the host
	Wait     float64
	Launches int
	Bytes    int64 // of arrays that were made, and of transfers
	Peak     int64 // of its arrays, when most memory was in use
}

// A KernelTime is what a kernel took.
type KernelTime struct {
	Name     string
	Time     float64
	Launches int
	Shares   []Share
}

// A Span is a part of the timeline.
type Span struct {
	Kind       byte
	Step       int
	Start, End float64 // from the first event
	Kernel     string
	Place
}

// A Point says how much memory was in use from a time on.
type Point struct {
	At    float64
	Bytes int64
}

// Report adds up what has happened.
func (p *Program) Report(events []Event) *Report {
	r := &Report{Files: p.Files}
	events = slices.Clone(events)
	slices.SortStableFunc(events, func(a, b Event) int { return cmp.Compare(a.Start, b.Start) })
	if len(events) == 0 {
		return r
	}
	s := &sums{Program: p, Report: r, lines: map[Place]*Line{}, kernels: map[string]*KernelTime{}, zero: events[0].Start,
		live: map[int]int64{}}
	for _, e := range events {
		s.event(e)
		r.Total = max(r.Total, e.End-s.zero)
	}
	s.atPeak()
	r.Lines = slices.SortedFunc(maps.Values(s.lines), func(a, b *Line) int {
		return cmp.Or(-cmp.Compare(a.Time, b.Time), -cmp.Compare(a.Peak, b.Peak), a.File-b.File, a.Line-b.Line)
	})
	r.ByKernel = slices.SortedFunc(maps.Values(s.kernels), func(a, b *KernelTime) int {
		return cmp.Or(-cmp.Compare(a.Time, b.Time), cmp.Compare(a.Name, b.Name))
	})
	return r
}

// A sums is a report being made.
type sums struct {
	*Program
	*Report
	lines   map[Place]*Line
	kernels map[string]*KernelTime
	zero    float64

	now     int64         // bytes in use
	live    map[int]int64 // of them, by the step that made them
	rising  bool          // no array was freed since the peak
	largest map[int]int64 // live, at the peak
}

func (s *sums) line(p Place) *Line {
	if p.Line == 0 {
		return &s.Elsewhere
	}
	if s.lines[p] == nil {
		s.lines[p] = &Line{Place: p}
	}
	return s.lines[p]
}

func (s *sums) step(n int) step {
	if n < 0 || n >= len(s.steps) {
		return step{}
	}
	return s.steps[n]
}

func (s *sums) event(e Event) {
	st := s.step(e.Step)
	l, took := s.line(st.home), e.End-e.Start
	switch e.Kind {
	case Kernel:
		s.kernel(st, took)
	case Wait:
		s.Waits += took
		l.Wait += took
	case Copy:
		s.Copies += took
		l.Time += took
	case Host:
		s.Host += took
		l.Time += took
	case ToDevice, FromIt:
		l.Bytes += e.Bytes
	case Made:
		l.Bytes += e.Bytes
		s.made(e)
	case Freed:
		s.freed(e)
	}
	if e.Kind == Kernel || e.Kind == Wait || e.Kind == Copy || e.Kind == Host && took > 0 {
		s.Timeline = append(s.Timeline, Span{e.Kind, e.Step, e.Start - s.zero, e.End - s.zero, st.kernel, st.home})
	}
}

// kernel gives the time of a kernel to its lines.
func (s *sums) kernel(st step, took float64) {
	s.Kernels += took
	s.Launches++
	k := s.kernels[st.kernel]
	if k == nil {
		k = &KernelTime{Name: st.kernel, Shares: st.shares}
		s.kernels[st.kernel] = k
	}
	k.Time += took
	k.Launches++
	if len(st.shares) == 0 {
		s.Elsewhere.Time += took
		s.Elsewhere.Launches++
	}
	for _, share := range st.shares {
		l := s.line(share.Place)
		l.Time += took * share.Part
		l.Launches++
	}
}

func (s *sums) made(e Event) {
	s.now += e.Bytes
	s.live[e.Step] += e.Bytes
	if s.now > s.Peak {
		s.Peak, s.rising = s.now, true
	}
	s.Memory = append(s.Memory, Point{e.Start - s.zero, s.now})
}

// freed notes who has memory if there was never more, and there is less from now on.
func (s *sums) freed(e Event) {
	if s.rising {
		s.largest, s.rising = maps.Clone(s.live), false
	}
	s.now -= e.Bytes
	s.live[e.Step] -= e.Bytes
	s.Memory = append(s.Memory, Point{e.Start - s.zero, s.now})
}

func (s *sums) atPeak() {
	if s.rising {
		s.largest = s.live
	}
	for n, bytes := range s.largest {
		s.line(s.step(n).home).Peak += bytes
	}
}
