// Package hostcc makes executables and libraries of generated source, by the system's compiler. They
// are cached, and so are objects that other programs may share, as that of the runtime: what a
// program adds to them compiles in a fraction of the time.
package hostcc

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"nessiec/backends"
	"nessiec/passes/pass"
	"nessiec/tools/cache"
	"nessiec/tools/parallel"
)

// A Compiler is the system's compiler for programs with some options.
type Compiler struct {
	Options  pass.Options
	Simulate bool // CUDA runs on the CPU
	Cache    cache.Cache
	Calls    *int32 // counts how often it was called
}

// Executable is the path of the program that the files, which are in dir, are compiled to.
func (c *Compiler) Executable(t *backends.Backend, files []backends.File, dir string) (string, error) {
	exe := filepath.Join(dir, "program")
	cmd, err := t.Compile(c.Options, c.Simulate, filepath.Join(dir, files[0].Name), exe)
	if err != nil {
		return "", err
	}
	return c.made(cmd, files, dir, exe, func() error {
		if t.Parts != nil && c.Cache.Exists() {
			return c.compileParts(t.Parts, files[0].Text, dir, exe)
		}
		return c.Run(cmd)
	})
}

// Library is the path of the shared library that the files, which are in dir, are compiled to.
func (c *Compiler) Library(t *backends.Backend, files []backends.File, dir string) (string, error) {
	library := filepath.Join(dir, "library")
	cmd, err := t.CompileLibrary(c.Options, c.Simulate, filepath.Join(dir, files[0].Name), library)
	if err != nil {
		return "", err
	}
	return c.made(cmd, files, dir, library, func() error { return c.Run(cmd) })
}

// made is the path of what cmd makes of the files, which are in dir: in the cache, or out once
// compile has made it.
func (c *Compiler) made(cmd *exec.Cmd, files []backends.File, dir, out string, compile func() error) (string, error) {
	parts := []string{compiler(cmd, dir)}
	for _, f := range files {
		parts = append(parts, f.Name, f.Text)
	}
	key := cache.Key(parts...)
	if path := c.Cache.Get(key); path != "" {
		return path, nil
	}
	if err := compile(); err != nil {
		return "", err
	}
	c.Cache.Put(key, out)
	return out, nil
}

// compiler stands for a command that compiles, wherever its files are, and for
// the compiler itself, as far as that can be seen quickly.
func compiler(cmd *exec.Cmd, dir string) string {
	path, err := filepath.EvalSymlinks(cmd.Path)
	if err != nil {
		path = cmd.Path
	}
	s := path + " " + strings.ReplaceAll(strings.Join(cmd.Args, "\x00"), dir, ".")
	if info, err := os.Stat(path); err == nil {
		s += fmt.Sprintf(" %d %d", info.Size(), info.ModTime().UnixNano())
	}
	if slices.ContainsFunc(cmd.Args, func(a string) bool { return strings.HasSuffix(a, "=native") }) {
		s += processor()
	}
	for _, name := range environment {
		if value, is := os.LookupEnv(name); is {
			s += " " + name + "=" + value
		}
	}
	return s
}

// environment is what compilers read there: where files are, and what those of MPI call, and how.
var environment = []string{"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH",
	"OMPI_CC", "OMPI_CXX", "OMPI_CPPFLAGS", "OMPI_CFLAGS", "OMPI_CXXFLAGS", "OMPI_LDFLAGS", "OMPI_LIBS"}

// processor stands for the instructions of this processor, as far as the system tells: machines
// may share a cache.
var processor = sync.OnceValue(func() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, flags, ok := strings.Cut(line, ":"); ok && slices.Contains([]string{"flags", "Features"}, strings.TrimSpace(name)) {
			return flags
		}
	}
	return runtime.GOARCH
})

// compileParts compiles the parts of a program side by side, unless the cache has them, and
// links them.
func (c *Compiler) compileParts(s *backends.Separate, text, dir, exe string) error {
	units := s.Cut(text)
	objs, errs := make([]string, len(units)), make([]error, len(units))
	order := make([]int, len(units)) // long ones first, so no processor waits long for another
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(units[j].Text) - len(units[i].Text) })
	parallel.Each(len(units), runtime.NumCPU(), func(k int) {
		i := order[k]
		objs[i], errs[i] = c.object(s, units[i], filepath.Join(dir, fmt.Sprintf("part%d", i)))
	})
	if err := cmp.Or(errs...); err != nil {
		return err
	}
	cmd, err := s.Link(c.Options, objs, exe)
	if err != nil {
		return err
	}
	return c.Run(cmd)
}

// object is the path of a compiled part: in the cache, or with a name and .o.
func (c *Compiler) object(s *backends.Separate, u backends.Unit, name string) (string, error) {
	if err := os.WriteFile(name+".c", []byte(u.Text), 0o666); err != nil {
		return "", err
	}
	obj := name + ".o"
	cmd, err := s.Object(c.Options, name+".c", obj, u)
	if err != nil {
		return "", err
	}
	if !u.Keep {
		return obj, c.Run(cmd)
	}
	key := cache.Key(compiler(cmd, name), u.Text)
	if path := c.Cache.Get(key); path != "" {
		return path, nil
	}
	if err := c.Run(cmd); err != nil {
		return "", err
	}
	c.Cache.Put(key, obj)
	return obj, nil
}

// Run calls the compiler; the error has its messages when it fails.
func (c *Compiler) Run(cmd *exec.Cmd) error {
	atomic.AddInt32(c.Calls, 1)
	var msgs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &msgs, &msgs
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the compiler failed: %s: %v\n%s", strings.Join(cmd.Args, " "), err, firstLines(msgs.String(), 20))
	}
	return nil
}

// firstLines is the first n lines of s.
func firstLines(s string, n int) string {
	lines := strings.SplitAfterN(s, "\n", n+1)
	if len(lines) > n {
		lines[n] = "...\n"
	}
	return strings.Join(lines, "")
}
