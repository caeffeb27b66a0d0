package module

import w "nessiec/backends/wasm/encode"

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
	Launcher *w.Func // imported
	AreasOf  *w.Func
	ErrorsAt *w.Global
	ArgsAt   uint32                  // the parameters of a launch, eight bytes each
	Shared   map[string]SharedKernel // kernels whose groups may run at the same time
}

// A SharedKernel is a kernel whose groups may run at the same time.
type SharedKernel struct {
	Number int
	Groups *w.Func
	Errors map[int]bool // parameters that are the error area
}

// giveAreas gives areas to workers, from an address on; it returns the end.
func (s *Share) giveAreas(at, words, locals uint32) uint32 {
	s.areas, s.words = (at+15)&^15, words
	s.stride = (words+15)&^15 + (locals+behind+15)&^15
	return s.areas + uint32(s.Workers-1)*s.stride
}

// ProfileName is the import that is called before a step (step, 0, array) and after it
// (step, 1, array). The array is the one that the step makes, known after it, or
// releases; else 0.
const ProfileName = "profile"
