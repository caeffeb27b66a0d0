package boundary

// Sharing says which parameters of lifted functions are the same for all active elements. All
// of them are, unless it is told otherwise.
type Sharing struct {
	params map[liftedParam]*shared
	// Refuted: a parameter differs by element that this round has relied on before.
	Refuted bool
}

// A liftedParam is a parameter of a lifted function, by its number.
type liftedParam struct {
	fn  string
	num int
}

type shared struct{ varies, relied bool }

// NewSharing is what is known before anything was translated.
func NewSharing() *Sharing { return &Sharing{params: map[liftedParam]*shared{}} }

// Start begins a round: nothing has relied on anything.
func (s *Sharing) Start() {
	s.Refuted = false
	for _, p := range s.params {
		p.relied = false
	}
}

func (s *Sharing) of(fn string, i int) *shared {
	p := liftedParam{fn, i}
	if s.params[p] == nil {
		s.params[p] = &shared{}
	}
	return s.params[p]
}

// Shares reports whether parameter i of the lifted function fn is shared.
func (s *Sharing) Shares(fn string, i int) bool {
	p := s.of(fn, i)
	p.relied = p.relied || !p.varies
	return !p.varies
}

// Vary notes that parameter i of the lifted function fn differs by element.
func (s *Sharing) Vary(fn string, i int) {
	p := s.of(fn, i)
	p.varies = true
	s.Refuted = s.Refuted || p.relied
}
