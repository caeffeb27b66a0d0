package main

// Generated source to an executable, by the system's compiler. Executables are
// cached, and so are objects of the runtime, which many programs share: what a
// program adds to it compiles in a fraction of the time.

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
)

// executable is the path of the program that the files, in dir, are compiled to.
func (c *command) executable(t *backends.Backend, files []backends.File, dir string, cached cache) (string, error) {
	src, exe := filepath.Join(dir, files[0].Name), filepath.Join(dir, "program")
	cmd, err := t.Compile(c.opts, c.sim, src, exe)
	if err != nil {
		return "", environment("%v", err)
	}
	parts := []string{compiler(cmd, dir)}
	for _, f := range files {
		parts = append(parts, f.Name, f.Text)
	}
	key := cacheKey(parts...)
	if path := cached.get(key); path != "" {
		return path, nil
	}
	if s := t.Parts; s != nil && cached.dir != "" {
		err = c.compileParts(s, cached, files[0].Text, dir, exe)
	} else {
		err = c.compile(cmd)
	}
	if err != nil {
		return "", err
	}
	cached.put(key, exe)
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
func (c *command) compileParts(s *backends.Separate, cached cache, text, dir, exe string) error {
	runtime, program := s.Cut(text)
	names := []string{filepath.Join(dir, "runtime"), filepath.Join(dir, "rest")}
	var cmds []*exec.Cmd
	for i, text := range []string{runtime, program} {
		if err := os.WriteFile(names[i]+".c", []byte(text), 0o666); err != nil {
			return environment("%v", err)
		}
		cmd, err := s.Object(c.opts, names[i]+".c", names[i]+".o", i == 0)
		if err != nil {
			return environment("%v", err)
		}
		cmds = append(cmds, cmd)
	}
	objs := []string{names[0] + ".o", names[1] + ".o"}
	key := cacheKey(compiler(cmds[0], dir), runtime)
	errs := make([]error, 2)
	var wait sync.WaitGroup
	if path := cached.get(key); path != "" {
		objs[0] = path
	} else {
		wait.Go(func() { errs[0] = c.compile(cmds[0]) })
	}
	errs[1] = c.compile(cmds[1])
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	if objs[0] == names[0]+".o" {
		cached.put(key, objs[0])
	}
	cmd, err := s.Link(c.opts, objs, exe)
	if err != nil {
		return environment("%v", err)
	}
	return c.compile(cmd)
}

// compile calls the system compiler; its messages are shown when it fails.
func (c *command) compile(cmd *exec.Cmd) error {
	atomic.AddInt32(&c.compilers, 1)
	var msgs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &msgs, &msgs
	if err := cmd.Run(); err != nil {
		return environment("the compiler failed: %s: %v\n%s", strings.Join(cmd.Args, " "), err, firstLines(msgs.String(), 20))
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
