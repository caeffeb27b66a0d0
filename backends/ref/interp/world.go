package interp

// The outside world of a program: standard streams, files, environment, clock
// and seed. Tests replace any of them.

import (
	"bufio"
	"io"
	"os"
	"strings"
	"time"

	"nessiec/ir/value"
)

// Files opens files by name.
type Files interface {
	Open(name string) (io.ReadCloser, error)
	Create(name string, appending bool) (io.WriteCloser, error)
}

// World is what a program can reach. The zero value has no input, no files, no
// environment, and throws output away.
type World struct {
	Stdin  io.Reader
	Stdout io.Writer
	Files  Files
	Env    func(name string) string
	Clock  func() float64 // seconds
	Args   []string       // the words of the command line, the name of the program first
	Seed   int64          // of random numbers, as -seed says
	Status int64          // what the program said to end with

	// MaxSteps is how many steps flat programs may do (make an element, run
	// element code at an index, call, go round a loop); then they stop with an
	// error of the kind Steps. 0 is no limit.
	MaxSteps int64

	stdin   *bufio.Reader
	streams map[int64]*stream
	opened  int64  // streams opened so far
	keys    uint64 // random keys made since the seed was set
}

// NewWorld is the world of the operating system, with all of its files.
func NewWorld() *World { return NewWorldWith(AllFiles) }

// NewWorldWith is the world of the operating system, with the files that a program is granted.
func NewWorldWith(files Grant) *World {
	start := time.Now()
	return &World{
		Stdin: os.Stdin, Stdout: os.Stdout, Files: files.files(), Env: os.Getenv,
		Clock: func() float64 { return time.Since(start).Seconds() },
	}
}

// Now is the time in seconds.
func (w *World) Now() float64 {
	if w.Clock == nil {
		return 0
	}
	return w.Clock()
}

// Key is the next key after the last seed.
func (w *World) Key() uint64 {
	w.keys++
	return value.Mix(value.SeedKey(w.Seed), w.keys-1)
}

type osFiles struct{}

// A Grant says which files of the operating system a program may open.
type Grant int

const (
	AllFiles  Grant = iota // to read and to write
	ReadFiles              // to read
	NoFiles
	Unchanged // as AllFiles, but what is written stays in memory (Overlay)
)

// Grants are the names of those grants that users give.
var Grants = []string{"all", "read", "none"}

// Again is the grant for a program that is executed once more and changes nothing.
func (g Grant) Again() Grant {
	if g == AllFiles {
		return Unchanged
	}
	return g
}

// files is the files that are granted; nil if there are none.
func (g Grant) files() Files {
	switch g {
	case AllFiles:
		return osFiles{}
	case ReadFiles:
		return readOnly{}
	case Unchanged:
		return Overlay{Written: MemFiles{}}
	}
	return nil
}

// readOnly opens files of the operating system to read them, and makes none.
type readOnly struct{ osFiles }

func (readOnly) Create(string, bool) (io.WriteCloser, error) { return nil, os.ErrPermission }

func (osFiles) Open(name string) (io.ReadCloser, error) { return os.Open(name) }

func (osFiles) Create(name string, appending bool) (io.WriteCloser, error) {
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if appending {
		flags = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	return os.OpenFile(name, flags, 0o666)
}

// MemFiles are files in memory, for tests.
type MemFiles map[string]string

// Open opens a file that exists.
func (m MemFiles) Open(name string) (io.ReadCloser, error) {
	text, ok := m[name]
	if !ok {
		return nil, os.ErrNotExist
	}
	return io.NopCloser(strings.NewReader(text)), nil
}

// Create opens a file to write.
func (m MemFiles) Create(name string, appending bool) (io.WriteCloser, error) {
	if name == "" {
		return nil, os.ErrInvalid
	}
	if !appending {
		m[name] = ""
	}
	return &memFile{m, name}, nil
}

type memFile struct {
	files MemFiles
	name  string
}

func (f *memFile) Write(b []byte) (int, error) {
	f.files[f.name] += string(b)
	return len(b), nil
}

func (*memFile) Close() error { return nil }
