// Package hostcc makes executables of generated source, by the system's compiler. Executables
// are cached, and so are objects of the runtime, which many programs share: what a program adds
// to it compiles in a fraction of the time.
package hostcc

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"nessiec/backends"
	"nessiec/passes/pass"
)

// A Compiler is the system's compiler for programs with some options.
type Compiler struct {
	Options  pass.Options
	Simulate bool // CUDA runs on the CPU
	Cache    Cache
	Calls    *int32 // counts how often it was called
}

// Executable is the path of the program that the files, which are in dir, are compiled to.
func (c *Compiler) Executable(t *backends.Backend, files []backends.File, dir string) (string, error) {
	src, exe := filepath.Join(dir, files[0].Name), filepath.Join(dir, "program")
	cmd, err := t.Compile(c.Options, c.Simulate, src, exe)
	if err != nil {
		return "", err
	}
	parts := []string{compiler(cmd, dir)}
	for _, f := range files {
		parts = append(parts, f.Name, f.Text)
	}
	key := Key(parts...)
	if path := c.Cache.Get(key); path != "" {
		return path, nil
	}
	if s := t.Parts; s != nil && c.Cache.dir != "" {
		err = c.compileParts(s, files[0].Text, dir, exe)
	} else {
		err = c.Run(cmd)
	}
	if err != nil {
		return "", err
	}
	c.Cache.Put(key, exe)
	return exe, nil
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
	return s
}

// compileParts compiles the runtime, unless the cache has it, and beside it the
// rest of the program, and links both.
func (c *Compiler) compileParts(s *backends.Separate, text, dir, exe string) error {
	runtime, program := s.Cut(text)
	names := []string{filepath.Join(dir, "runtime"), filepath.Join(dir, "rest")}
	var cmds []*exec.Cmd
	for i, text := range []string{runtime, program} {
		if err := os.WriteFile(names[i]+".c", []byte(text), 0o666); err != nil {
			return err
		}
		cmd, err := s.Object(c.Options, names[i]+".c", names[i]+".o", i == 0)
		if err != nil {
			return err
		}
		cmds = append(cmds, cmd)
	}
	objs := []string{names[0] + ".o", names[1] + ".o"}
	key := Key(compiler(cmds[0], dir), runtime)
	errs := make([]error, 2)
	var wait sync.WaitGroup
	if path := c.Cache.Get(key); path != "" {
		objs[0] = path
	} else {
		wait.Go(func() { errs[0] = c.Run(cmds[0]) })
	}
	errs[1] = c.Run(cmds[1])
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if objs[0] == names[0]+".o" {
		c.Cache.Put(key, objs[0])
	}
	cmd, err := s.Link(c.Options, objs, exe)
	if err != nil {
		return err
	}
	return c.Run(cmd)
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
