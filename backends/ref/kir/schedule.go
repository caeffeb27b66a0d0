package kir

// Schedules. By default an order of work-items is drawn by seed. With a
// Schedule in the options, executions are enumerated: work-items and groups of
// a launch advance in every order that can make a difference. What may differ
// is the order of atomics alone, for all other accesses to one element that
// nothing orders are races, which are found in any order.

import "iter"

// A Schedule is one sequence of choices among executions.
type Schedule struct {
	path []choice
	at   int
}

// A choice was take, of n.
type choice struct{ take, n int }

// Explore calls f with one schedule after the other until all have been tried,
// limit has been reached, or f returns false. It returns how many were tried
// and whether these are all. f must do the same every time but for the schedule.
func Explore(limit int, f func(*Schedule) bool) (tried int, all bool) {
	s := &Schedule{}
	for tried < limit {
		s.at = 0
		tried++
		if !f(s) {
			return tried, false
		}
		for len(s.path) > 0 && s.path[len(s.path)-1].take+1 == s.path[len(s.path)-1].n {
			s.path = s.path[:len(s.path)-1]
		}
		if len(s.path) == 0 {
			return tried, true
		}
		s.path[len(s.path)-1].take++
	}
	return tried, false
}

// pick chooses one of n.
func (s *Schedule) pick(n int) int {
	if n == 1 {
		return 0
	}
	if s.at == len(s.path) {
		s.path = append(s.path, choice{0, n})
	}
	s.at++
	return s.path[s.at-1].take
}

// A thread is a work-item, or a group, that can be stopped before an atomic.
type thread struct {
	next  func() (struct{}, bool)
	stop  func()
	group *group // of a thread that is a group
}

// abandoned unwinds a thread that will not be continued.
type abandoned struct{}

func newThread(f func(pause func())) *thread {
	t := &thread{}
	t.next, t.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			if r := recover(); r != nil && r != any(abandoned{}) {
				panic(r)
			}
		}()
		f(func() {
			if !yield(struct{}{}) {
				panic(abandoned{})
			}
		})
	})
	return t
}

// advance runs t to its next atomic and reports whether there is one.
func (t *thread) advance() bool {
	_, more := t.next()
	return more
}

// interleaved executes the groups of a launch from first on that come before last, an atomic
// at a time.
func (x *Machine) interleaved(p *program, first, last, groups int64, args []val) {
	var waiting []*thread
	defer func() {
		for _, t := range waiting {
			t.stop()
		}
	}()
	for id := first; id < last; id++ {
		g := x.newGroup(p, groups)
		g.start(id, args)
		t := newThread(func(pause func()) {
			g.pause = pause
			p.body.together(g)
		})
		t.group = g
		waiting = append(waiting, t)
		if !t.advance() {
			waiting = waiting[:len(waiting)-1]
		}
		defer g.count()
	}
	for len(waiting) > 0 {
		n := 0
		for _, t := range waiting {
			n += len(t.group.waiting)
		}
		k, at := x.opts.Schedule.pick(n), 0
		for ; k >= len(waiting[at].group.waiting); at++ {
			k -= len(waiting[at].group.waiting)
		}
		waiting[at].group.turn = k
		if !waiting[at].advance() {
			waiting = append(waiting[:at], waiting[at+1:]...)
		}
	}
}

// interleave runs f for every work-item of g; whoever schedules groups sets
// turn to say which of those that wait goes on.
func (g *group) interleave(f func(*item) flow) {
	g.waiting = nil
	defer func() {
		for _, t := range g.waiting {
			t.stop()
		}
		g.waiting = nil
	}()
	for _, it := range g.items {
		t := newThread(func(pause func()) {
			it.pause = pause
			f(it)
			it.pause = nil
		})
		g.waiting = append(g.waiting, t)
		if !t.advance() {
			g.waiting = g.waiting[:len(g.waiting)-1]
		}
	}
	for len(g.waiting) > 0 {
		g.pause()
		if k := g.turn; !g.waiting[k].advance() {
			g.waiting = append(g.waiting[:k], g.waiting[k+1:]...)
		}
	}
}
